/** Turns a law of a package into a law of the bundle. */

import type { ParsedLaw } from '../../../corpus/parsed-law.ts'
import type { SourceLaw } from '../../source.ts'
import { isoTimestamp } from '../../timestamp.ts'
import { aliasesOf } from './aliases.ts'
import type { Containment } from './containers.ts'
import { finding, PACKAGE_FAMILY, readable } from './finding.ts'
import { jurisdictionOf } from './jurisdiction.ts'
import { readNorms } from './norms.ts'
import { originOf } from './origin.ts'
import type { PackageLaw } from './package-laws.ts'
import type { LawRecord } from './schema.ts'

/** Name and version of this parser: the version goes up whenever the same source gives other records. */
const PACKAGE_PARSER = 'json-package@1'

/**
 * Reads a law. What of it cannot be read is left out, and told.
 * @param containments what relationships say of its norms
 */
export function readLaw(packageLaw: PackageLaw, containments: readonly Containment[]): SourceLaw {
  const { place, code, record, fileHash } = packageLaw
  const { source } = record
  const { origin, doubts } = originOf(source, { sourceUrl: null, fetchedAt: undefined, contentHash: fileHash })
  const sourceFamily = source?.source_kind || PACKAGE_FAMILY
  const about = { ...origin, code, sourceFamily }
  const { norms, findings, notes } = readNorms(packageLaw, about, containments)
  const stand = record.stand_date || source?.stand_date || undefined
  const hasDate = stand !== undefined && isoTimestamp(stand) !== undefined
  if (stand !== undefined && !hasDate) doubts.push(`stand_date ${JSON.stringify(stand)} is no ISO 8601 date`)
  const given = packageLaw.norms.length
  if (typeof record.norm_count === 'number' && record.norm_count !== given) {
    doubts.push(`norm_count is ${record.norm_count}, but there are ${given} norms`)
  }
  if (doubts.length > 0) findings.push(finding(record.canonical_id, `${place}: ${doubts.join('; ')}`, about))
  const abbreviation = record.display_code || record.canonical_id
  const law: ParsedLaw = {
    ...origin,
    code,
    abbreviation,
    title: record.display_name || abbreviation,
    jurisdiction: jurisdictionOf(record),
    sourceFamily,
    aliases: aliasesOf(record, code),
    promulgatedOn: null,
    promulgation: null,
    statusDate: hasDate ? stand.slice(0, 'yyyy-mm-dd'.length) : null,
    statusNotes: [...issuesOf(record), ...notes],
    notes: '',
    htmlUrl: record.url || null,
    parser: PACKAGE_PARSER,
    documentId: source?.source_identifier || record.canonical_id,
    structure: [],
    norms,
    account: {
      elements: norms.length + 1,
      headers: 1,
      headersWithText: 0,
      structure: 0,
      structureAsNorms: 0,
      structureEmpty: 0,
      designated: norms.length,
    },
  }
  return { law, limitations: [], findings }
}

/** What the package knows to be wrong with the law as a whole. */
function issuesOf({ source, known_issues }: LawRecord): ParsedLaw['statusNotes'] {
  const stand = source?.stand_date_issue
  return [
    ...(stand === undefined || stand === null ? [] : [{ type: 'stand_date_issue', text: readable(stand) }]),
    ...[...(known_issues ?? []), ...(source?.known_issues ?? [])].map((issue) => ({
      type: 'known_issue',
      text: readable(issue),
    })),
  ]
}

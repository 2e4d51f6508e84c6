/** Makes the records of a law from those of a package. */
import { foldName, nameVariants } from '../../../citation/laws/law-names.ts'
import { UNTOLD } from '../../../corpus/law-state.ts'
import { ALIAS_RANKS, type Alias, type ParsedLaw } from '../../../corpus/parsed-law.ts'
import type { SourceLaw } from '../../source.ts'
import { isoTimestamp, strongestAliases } from '../values.ts'
import { finding, PACKAGE_FAMILY, readable } from './finding.ts'
import type { PackageLaw } from './forms.ts'
import { readNorms, readOrigin } from './read-law-norms.ts'
import type { LawRecord } from './schema.ts'
import type { Containment } from './stated-relationships.ts'

/** Name and version of this parser. Raise the version whenever the same source gives other records. */
const PACKAGE_PARSER = 'json-package@1'

/**
 * Reads a law. Parts that cannot be read are left out, with findings.
 * @param containments what relationships say of its norms
 */
export function readLaw(packageLaw: PackageLaw, containments: readonly Containment[]): SourceLaw {
  const { place, code, record, fileHash } = packageLaw
  const { source } = record
  const { origin, doubts } = readOrigin(source, { sourceUrl: null, fetchedAt: undefined, contentHash: fileHash })
  const sourceFamily = source?.source_kind || PACKAGE_FAMILY
  const about = { ...origin, code, sourceFamily }
  const { norms, findings, notes } = readNorms(packageLaw, about, containments)
  const stand = record.stand_date || source?.stand_date || undefined
  const hasDate = stand !== undefined && isoTimestamp(stand) !== undefined
  if (stand !== undefined && !hasDate) doubts.push(`stand_date ${JSON.stringify(stand)} is no ISO 8601 date`)
  const { length: count } = packageLaw.norms
  if (typeof record.norm_count === 'number' && record.norm_count !== count) {
    doubts.push(`norm_count is ${record.norm_count}, but there are ${count} norms`)
  }
  if (doubts.length > 0) findings.push(finding(record.canonical_id, `${place}: ${doubts.join('; ')}`, about))
  const abbreviation = record.display_code || record.canonical_id
  const law: ParsedLaw = {
    ...origin,
    code,
    identity: record.canonical_id,
    abbreviation,
    title: record.display_name || abbreviation,
    jurisdiction: jurisdictionOf(record),
    sourceFamily,
    language: 'de',
    aliases: aliasesOf(record, code),
    promulgatedOn: null,
    promulgation: null,
    statusDate: hasDate ? stand.slice(0, 'yyyy-mm-dd'.length) : null,
    statusNote: null,
    statusNotes: [...issuesOf(record), ...notes],
    state: UNTOLD,
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

/** Returns the known issues of the law as a whole. */
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

/**
 * Returns all names of a law with their ranks. Packages do not rank their aliases: those of several words, and the title,
 * are titles, the others abbreviations.
 */
function aliasesOf(record: LawRecord, code: string): Alias[] {
  const abbreviation = record.display_code ?? ''
  const title = record.display_name ?? ''
  const isTitle = (name: string) => /\s/.test(name.trim()) || foldName(name) === foldName(title)
  // The `_` of a code stands for a lost letter: `s_g` must not be found as `SG`.
  const isIncomplete = (name: string) => code.includes('_') && name.toLowerCase() === code
  const { canonical_id, aliases } = record
  const others = [code, canonical_id, ...(aliases ?? [])].filter((name) => !isIncomplete(name))
  return strongestAliases([
    { name: abbreviation, rank: ALIAS_RANKS.abbreviation },
    ...others.map((name) => ({ name, rank: isTitle(name) ? ALIAS_RANKS.title : ALIAS_RANKS.abbreviation })),
    { name: title, rank: ALIAS_RANKS.title },
    ...nameVariants(abbreviation).map((name) => ({ name, rank: ALIAS_RANKS.derived })),
  ])
}

/** The second part of the ISO 3166-2 codes of the German states. */
const STATES = new Set('BW BY BE BB HB HH HE MV NI NW RP SL SN ST SH TH'.split(' '))

/** Returns the jurisdiction that the record names, else the Union for its gazette, else Germany. */
function jurisdictionOf({ jurisdiction, source }: LawRecord): string {
  const { state_code, jurisdiction: place } = source?.source_metadata ?? {}
  const state = typeof state_code === 'string' ? state_code.toUpperCase().replace(/^DE-/, '') : ''
  if (STATES.has(state)) return `DE-${state}`
  const named = jurisdiction || source?.jurisdiction || (typeof place === 'string' ? place : '')
  return named || (/^eur-?lex/i.test(source?.source_kind ?? '') ? 'EU' : 'DE')
}

/** Reads the norms of a law. */
import { formatElements, type NormPath } from '../../../citation/norm-path.ts'
import type { Origin, ParsedLaw, ParsedNorm, SourceFinding } from '../../../corpus/parsed-law.ts'
import { type Containment, linkContainers } from './containers.ts'
import { finding, type LawOfFinding, readable } from './finding.ts'
import { codeOf, normPathOf } from './identifiers.ts'
import { readNorm } from './norm.ts'
import { isObject } from './package-files.ts'
import type { PackageLaw } from './package-laws.ts'
import { check, type NormRecord, normRecord } from './schema.ts'

type StatusNote = ParsedLaw['statusNotes'][number]

export interface LawNorms {
  norms: ParsedNorm[]
  findings: SourceFinding[]
  /** What the package knows to be wrong with single norms. */
  notes: StatusNote[]
}

/**
 * Reads the norms in their order. One that cannot be read is left out.
 * @param containments what relationships say of them
 */
export function readNorms(
  law: PackageLaw,
  about: LawOfFinding & Origin,
  containments: readonly Containment[],
): LawNorms {
  const lawId = law.record.canonical_id
  const lawOrigin = { sourceUrl: about.sourceUrl, fetchedAt: about.fetchedAt, contentHash: about.contentHash }
  const norms: ParsedNorm[] = []
  const findings: SourceFinding[] = []
  const notes: StatusNote[] = []
  const links: Containment[] = []
  const indexes = new Map<string, number>()
  for (const { place, value } of law.norms) {
    const name = (isObject(value) && typeof value.canonical_id === 'string' && value.canonical_id) || place
    const checked = checkNorm(value, law)
    if ('wrong' in checked) {
      findings.push(finding(name, `${place} is left out: ${checked.wrong}`, about))
      continue
    }
    const { record, path } = checked
    const { norm, lost } = readNorm(record, path, lawId, lawOrigin)
    if (indexes.has(norm.path)) {
      findings.push(finding(name, `${place} is left out: there is a norm ${norm.path} already`, about))
      continue
    }
    indexes.set(norm.path, norms.length)
    norms.push(norm)
    if (lost.length > 0) {
      findings.push(finding(name, `${place}: these parts are not found in its text: ${list(lost)}`, about))
    }
    for (const child of record.children ?? []) {
      const inner = normPathOf(child, lawId)
      links.push({ place: name, outer: norm.path, inner: inner === undefined ? child : formatElements(inner) })
    }
    notes.push(...issuesOf(record, norm.label || norm.path))
  }
  for (const { place, reason } of linkContainers(norms, indexes, [...links, ...containments])) {
    findings.push(finding(place, `${place}: ${reason}`, about))
  }
  return { norms, findings, notes }
}

/** A record with its path, or what is wrong with it. */
function checkNorm(
  value: unknown,
  law: PackageLaw,
): { record: NormRecord; path: NormPath['norm'] } | { wrong: string } {
  const checked = check(normRecord, value)
  if ('issues' in checked) return { wrong: checked.issues }
  const { record } = checked
  const { norm_id, law_id, canonical_id } = record
  const lawId = law.record.canonical_id
  const path = normPathOf(norm_id, lawId)
  if (path === undefined) return { wrong: `norm_id ${JSON.stringify(norm_id)} is no norm path, such as par:312` }
  if (law_id && codeOf(law_id) !== law.code) return { wrong: `law_id ${JSON.stringify(law_id)} is not that of its law` }
  const named = canonical_id ? normPathOf(canonical_id, lawId) : path
  if (named === undefined || formatElements(named) !== formatElements(path)) {
    return { wrong: `canonical_id ${JSON.stringify(canonical_id)} is not that of the norm ${JSON.stringify(norm_id)}` }
  }
  return { record, path }
}

function issuesOf({ status, known_issues }: NormRecord, label: string): StatusNote[] {
  const issues = known_issues?.length ? known_issues.map(readable) : status === 'known_issue' ? ['not described'] : []
  return issues.map((issue) => ({ type: 'known_issue', text: `${label}: ${issue}` }))
}

const MOST_NAMES = 10

function list(names: readonly string[]): string {
  const more = names.length - MOST_NAMES
  return names.slice(0, MOST_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

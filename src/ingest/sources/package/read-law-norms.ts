/** Makes the records of norms from those of a package. */
import { formatElements, type NormPath } from '../../../citation/norm-path.ts'
import { valueMembers } from '../../../citation/ranges.ts'
import type { Origin, ParsedFinding, ParsedLaw, ParsedNorm } from '../../../corpus/parsed-law.ts'
import { isoTimestamp } from '../values.ts'
import { finding, type LawOfFinding, readable } from './finding.ts'
import type { PackageLaw } from './forms.ts'
import { codeOf, normLabel, normPathOf } from './identifiers.ts'
import { isObject, normalizedHash } from './package-files.ts'
import { placeSubdivisions } from './place-subdivisions.ts'
import { check, type NormRecord, normRecord, type SourceRecord } from './schema.ts'
import { type Containment, linkContainers } from './stated-relationships.ts'

type StatusNote = ParsedLaw['statusNotes'][number]

export interface LawNorms {
  norms: ParsedNorm[]
  findings: ParsedFinding[]
  /** Known issues of single norms. */
  notes: StatusNote[]
}

/**
 * Reads the norms of a law in order. Those that cannot be read are left out, with findings.
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
  const findings: ParsedFinding[] = []
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

/** Returns a valid record with its path, or what is wrong with it. */
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

const MAX_LISTED_NAMES = 10

function list(names: readonly string[]): string {
  const more = names.length - MAX_LISTED_NAMES
  return names.slice(0, MAX_LISTED_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/**
 * @param elements the norm's path
 * @param lawOrigin origin of the law, and of the norm unless its record says otherwise
 * @returns the norm, and the names of subdivisions that are not in its text
 */
function readNorm(
  record: NormRecord,
  elements: NormPath['norm'],
  lawId: string,
  lawOrigin: Origin,
): { norm: ParsedNorm; lost: string[] } {
  const text = record.text ?? ''
  const { placed, lost } = placeSubdivisions(text, record.subdivisions ?? [])
  const own = elements.findLast(({ kind }) => kind !== 'seq') as NormPath['norm'][number]
  const { kind } = own
  const path = formatElements(elements)
  const value = record.value === undefined || record.value === null ? undefined : String(record.value)
  const { origin } = readOrigin(record.source, lawOrigin)
  const isSame = JSON.stringify(origin) === JSON.stringify(lawOrigin)
  const norm: ParsedNorm = {
    path,
    kind: kind as ParsedNorm['kind'],
    label: normLabel(elements, value),
    heading: record.title ?? '',
    status: record.status === 'repealed' ? 'repealed' : 'in_force',
    text,
    footnotes: '',
    structure: [],
    subdivisions: placed,
    attachments: [],
    marks: [],
    spans: [],
    tables: [],
    ranges: rangesOf(own),
    container: undefined,
    documentId: record.canonical_id ?? `${lawId}/${path}`,
    htmlUrl: record.url || null,
    ...(!isSame && { origin }),
  }
  return { norm, lost }
}

/** Returns the norms that one like `par:3-6` stands for. */
function rangesOf({ kind, value }: NormPath['norm'][number]): ParsedNorm['ranges'] {
  if (kind !== 'par' && kind !== 'art' && kind !== 'annex' && kind !== 'recital' && kind !== 'item') return []
  const members = /^\d/.test(value) ? valueMembers(value) : undefined
  return (members ?? []).map((member) => ({ kind, ...member }))
}

/**
 * Reads where a text comes from.
 * @param fallback for fields that are missing or invalid
 * @returns the origin, and what is invalid
 */
export function readOrigin(
  source: SourceRecord | null | undefined,
  fallback: Origin,
): { origin: Origin; doubts: string[] } {
  const doubts: string[] = []
  const given = (value: string | null | undefined) => (value === '' ? undefined : (value ?? undefined))
  const hash = given(source?.content_hash)
  const time = given(source?.retrieved_at)
  const contentHash = hash === undefined ? fallback.contentHash : normalizedHash(hash)
  const fetchedAt = time === undefined ? fallback.fetchedAt : isoTimestamp(time)
  if (contentHash === undefined) doubts.push(`source.content_hash ${JSON.stringify(hash)} is no SHA-256`)
  if (time !== undefined && fetchedAt === undefined) {
    doubts.push(`source.retrieved_at ${JSON.stringify(time)} is no ISO 8601 date`)
  }
  const origin = {
    sourceUrl: given(source?.source_url) ?? fallback.sourceUrl,
    fetchedAt: fetchedAt ?? fallback.fetchedAt,
    contentHash: contentHash ?? fallback.contentHash,
  }
  return { origin, doubts }
}

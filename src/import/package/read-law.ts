/** Converts the records of a package into those of a law, and reads its relationships between norms. */

import { foldName, nameVariants } from '../../citation/laws/law-names.ts'
import { formatElements, type NormPath, type PathElement, parseNormPath } from '../../citation/norm-path.ts'
import { valueMembers } from '../../citation/ranges.ts'
import { say, sayAll } from '../../i18n/texts.ts'
import { UNTOLD } from '../../model/law-state.ts'
import {
  ALIAS_RANKS,
  type Alias,
  EMPTY_ACCOUNT,
  type Origin,
  type ParsedFinding,
  type ParsedLaw,
  type ParsedNorm,
  type SubdivisionSpan,
} from '../../model/parsed-law.ts'
import type { SourceLaw, StatedCitation } from '../source.ts'
import { isoTimestamp, PACKAGE_FAMILY, strongestAliases } from '../values.ts'
import { nameOf, normalizedHash, type PackageLaw } from './package-files.ts'
import {
  check,
  codeOf,
  finding,
  type LawOfFinding,
  type LawRecord,
  type NormRecord,
  namedNorm,
  normLabel,
  normPathOf,
  normRecord,
  readable,
  relationshipRecord,
  type SourceRecord,
  subdivisionRecord,
} from './schema.ts'

export const RELATIONSHIPS_FILE = 'relationships.json'

/** Types of relationships. If `isTurned`, the object contains or cites the subject. */
const TYPES: Record<string, { isContainment: boolean; isTurned: boolean }> = {
  contains: { isContainment: true, isTurned: false },
  contained_in: { isContainment: true, isTurned: true },
  cites: { isContainment: false, isTurned: false },
  references: { isContainment: false, isTurned: false },
  cited_by: { isContainment: false, isTurned: true },
}

export interface Relationships {
  /** By the code of their law. */
  containments: ReadonlyMap<string, Containment[]>
  citations: StatedCitation[]
  findings: ParsedFinding[]
}

/** Reads the records. Types that a bundle cannot store are counted, not listed. */
export function readRelationships(records: readonly unknown[]): Relationships {
  const containments: (Containment & { code: string })[] = []
  const citations: StatedCitation[] = []
  const findings: ParsedFinding[] = []
  const unread = new Map<string, { first: string; count: number }>()
  const leaveOut = (what: string, first: string) => {
    const known = unread.get(what) ?? { first, count: 0 }
    unread.set(what, { ...known, count: known.count + 1 })
  }
  for (const [index, value] of records.entries()) {
    const place = `${RELATIONSHIPS_FILE}[${index}]`
    const name = nameOf(value, 'relationship_id', place)
    const checked = check(relationshipRecord, value)
    if ('issues' in checked) {
      findings.push(finding(name, say`${place} is left out: ${checked.issues}`))
      continue
    }
    const { relationship_type, source_family, ...ends } = checked.record
    const type = Object.hasOwn(TYPES, relationship_type) ? TYPES[relationship_type] : undefined
    if (type === undefined) {
      leaveOut(say`of the type ${JSON.stringify(relationship_type)}`, place)
      continue
    }
    const [subject, object] = type.isTurned ? [ends.object, ends.subject] : [ends.subject, ends.object]
    const [from, to] = [namedNorm(subject.id), namedNorm(object.id)]
    if (from === undefined || to === undefined) {
      leaveOut(
        say`with an end that is not a norm (${(from === undefined ? subject : object).kind ?? 'unknown'})`,
        place,
      )
    } else if (!type.isContainment) {
      const { subdivision, ...cited } = to
      const citing = { code: from.code, path: from.path }
      citations.push({ name, sourceFamily: source_family ?? PACKAGE_FAMILY, citing, cited, subdivision })
    } else if (from.code !== to.code) {
      findings.push(finding(name, say`${place} is left out: ${subject.id} and ${object.id} are of different laws`))
    } else {
      containments.push({ code: from.code, place: name, outer: from.path, inner: to.path })
    }
  }
  for (const [what, { first, count }] of unread) {
    const reason = say`${count} relationships ${what} are left out, first ${first}; read are ${Object.keys(TYPES).join(', ')} between norms`
    findings.push(finding(first, reason))
  }
  return { containments: Map.groupBy(containments, ({ code }) => code), citations, findings }
}

/** A norm and one within it, as paths within their law. */
export interface Containment {
  /** Place of the statement in the package. */
  place: string
  outer: string
  inner: string
}

/**
 * Sets the containers of norms. The first container of a norm counts; a norm cannot contain itself.
 * @param indexes of the norms by path
 * @returns failed links, with the reasons
 */
export function linkContainers(
  norms: readonly ParsedNorm[],
  indexes: ReadonlyMap<string, number>,
  containments: readonly Containment[],
): { place: string; reason: string }[] {
  const failed: { place: string; reason: string }[] = []
  const outermost = new Outermost()
  for (const { place, outer, inner } of containments) {
    const [container, contained] = [indexes.get(outer), indexes.get(inner)]
    const norm = contained === undefined ? undefined : norms[contained]
    const refuse = (reason: string) => failed.push({ place, reason: say`${outer} cannot contain ${inner}: ${reason}` })
    if (container === undefined) refuse(say`there is no norm ${outer}`)
    else if (norm === undefined) refuse(say`there is no norm ${inner}`)
    else if (norm.container === container) continue
    else if (norm.container !== undefined) refuse(say`${norms[norm.container]?.path} contains it already`)
    // A norm without a container can only close a cycle as the outermost container of the other.
    else if (outermost.of(container) === contained) refuse(say`it would contain itself`)
    else {
      norm.container = container
      outermost.putInto(contained as number, container)
    }
  }
  return failed
}

/** Finds the outermost containers of norms: a union-find with path halving. */
class Outermost {
  /** A norm further out, for each norm with a container. */
  readonly #outer = new Map<number, number>()

  of(norm: number): number {
    let at = norm
    for (let outer = this.#outer.get(at); outer !== undefined; outer = this.#outer.get(at)) {
      const next = this.#outer.get(outer)
      if (next !== undefined) this.#outer.set(at, next)
      at = next ?? outer
    }
    return at
  }

  putInto(norm: number, container: number): void {
    this.#outer.set(norm, this.of(container))
  }
}

/** Name and version of this parser. Raise the version whenever the same source gives other records. */
const PACKAGE_PARSER = 'json-package@1'

/**
 * Reads a law. Invalid parts are left out, with findings.
 * @param containments of its norms, from relationships
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
  if (stand !== undefined && !hasDate) doubts.push(say`stand_date ${JSON.stringify(stand)} is not an ISO 8601 date`)
  const { length: count } = packageLaw.norms
  if (typeof record.norm_count === 'number' && record.norm_count !== count) {
    doubts.push(say`norm_count is ${record.norm_count}, but there are ${count} norms`)
  }
  if (doubts.length > 0) findings.push(finding(record.canonical_id, say`${place}: ${sayAll(doubts)}`, about))
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
    account: { ...EMPTY_ACCOUNT, elements: norms.length + 1, headers: 1, designated: norms.length },
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
 * Returns all names of a law with their ranks. Packages do not rank their aliases: several words, and the title, rank as titles,
 * the others as abbreviations.
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

/** Returns the jurisdiction in the record, else the Union for its gazette, else Germany. */
function jurisdictionOf({ jurisdiction, source }: LawRecord): string {
  const { state_code, jurisdiction: place } = source?.source_metadata ?? {}
  const state = typeof state_code === 'string' ? state_code.toUpperCase().replace(/^DE-/, '') : ''
  if (STATES.has(state)) return `DE-${state}`
  const named = jurisdiction || source?.jurisdiction || (typeof place === 'string' ? place : '')
  return named || (/^eur-?lex/i.test(source?.source_kind ?? '') ? 'EU' : 'DE')
}

type StatusNote = ParsedLaw['statusNotes'][number]

interface LawNorms {
  norms: ParsedNorm[]
  findings: ParsedFinding[]
  /** Known issues of single norms. */
  notes: StatusNote[]
}

/**
 * Reads the norms of a law in order. Invalid ones are left out, with findings.
 * @param containments of the norms, from relationships
 */
function readNorms(law: PackageLaw, about: LawOfFinding & Origin, containments: readonly Containment[]): LawNorms {
  const lawId = law.record.canonical_id
  const lawOrigin = { sourceUrl: about.sourceUrl, fetchedAt: about.fetchedAt, contentHash: about.contentHash }
  const norms: ParsedNorm[] = []
  const findings: ParsedFinding[] = []
  const notes: StatusNote[] = []
  const links: Containment[] = []
  const indexes = new Map<string, number>()
  for (const { place, value } of law.norms) {
    const name = nameOf(value, 'canonical_id', place) || place
    const checked = checkNorm(value, law)
    if ('wrong' in checked) {
      findings.push(finding(name, say`${place} is left out: ${checked.wrong}`, about))
      continue
    }
    const { record, path } = checked
    const { norm, lost } = readNorm(record, path, lawId, lawOrigin)
    if (indexes.has(norm.path)) {
      findings.push(finding(name, say`${place} is left out: there is a norm ${norm.path} already`, about))
      continue
    }
    indexes.set(norm.path, norms.length)
    norms.push(norm)
    if (lost.length > 0) {
      findings.push(finding(name, say`${place}: these parts are not found in its text: ${list(lost)}`, about))
    }
    for (const child of record.children ?? []) {
      const inner = normPathOf(child, lawId)
      links.push({ place: name, outer: norm.path, inner: inner === undefined ? child : formatElements(inner) })
    }
    notes.push(...issuesOfNorm(record, norm.label || norm.path))
  }
  for (const { place, reason } of linkContainers(norms, indexes, [...links, ...containments])) {
    findings.push(finding(place, say`${place}: ${reason}`, about))
  }
  return { norms, findings, notes }
}

/** Returns a valid record with its path, or its fault. */
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
  if (path === undefined) return { wrong: say`norm_id ${JSON.stringify(norm_id)} is not a norm path, such as par:312` }
  if (law_id && codeOf(law_id) !== law.code)
    return { wrong: say`law_id ${JSON.stringify(law_id)} is not that of its law` }
  const named = canonical_id ? normPathOf(canonical_id, lawId) : path
  if (named === undefined || formatElements(named) !== formatElements(path)) {
    return {
      wrong: say`canonical_id ${JSON.stringify(canonical_id)} is not that of the norm ${JSON.stringify(norm_id)}`,
    }
  }
  return { record, path }
}

function issuesOfNorm({ status, known_issues }: NormRecord, label: string): StatusNote[] {
  const issues = known_issues?.length ? known_issues.map(readable) : status === 'known_issue' ? ['not described'] : []
  return issues.map((issue) => ({ type: 'known_issue', text: `${label}: ${issue}` }))
}

const MAX_LISTED_NAMES = 10

function list(names: readonly string[]): string {
  const more = names.length - MAX_LISTED_NAMES
  return names.slice(0, MAX_LISTED_NAMES).join(', ') + (more > 0 ? say` and ${more} more` : '')
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

/** Returns the norms that a range such as `par:3-6` stands for. */
function rangesOf({ kind, value }: NormPath['norm'][number]): ParsedNorm['ranges'] {
  if (kind !== 'par' && kind !== 'art' && kind !== 'annex' && kind !== 'recital' && kind !== 'item') return []
  const members = /^\d/.test(value) ? valueMembers(value) : undefined
  return (members ?? []).map((member) => ({ kind, ...member }))
}

/**
 * Reads the origin of a text.
 * @param fallback for missing or invalid fields
 * @returns the origin, and the faults
 */
function readOrigin(source: SourceRecord | null | undefined, fallback: Origin): { origin: Origin; doubts: string[] } {
  const doubts: string[] = []
  const given = (value: string | null | undefined) => (value === '' ? undefined : (value ?? undefined))
  const hash = given(source?.content_hash)
  const time = given(source?.retrieved_at)
  const contentHash = hash === undefined ? fallback.contentHash : normalizedHash(hash)
  const fetchedAt = time === undefined ? fallback.fetchedAt : isoTimestamp(time)
  if (contentHash === undefined) doubts.push(say`source.content_hash ${JSON.stringify(hash)} is not a SHA-256`)
  if (time !== undefined && fetchedAt === undefined) {
    doubts.push(say`source.retrieved_at ${JSON.stringify(time)} is not an ISO 8601 date`)
  }
  const origin = {
    sourceUrl: given(source?.source_url) ?? fallback.sourceUrl,
    fetchedAt: fetchedAt ?? fallback.fetchedAt,
    contentHash: contentHash ?? fallback.contentHash,
  }
  return { origin, doubts }
}

/** The marks of subdivisions with a value, by kind. */
const MARKS: Record<string, (value: string) => string[]> = {
  abs: (value) => [`(${value})`],
  satz: () => [],
  nr: (value) => [`${value}.`, `${value})`, `(${value})`],
  buchst: (value) => [`${value})`, `(${value})`, `${value}.`],
}

/**
 * Limit on fruitless searches, in text lengths: there may be as many missing subdivisions as lines, and each is searched for to
 * the end.
 */
const SEARCH_BUDGET = 50

/** Maximum nesting. */
const MAX_LEVELS = 20

/** Search distance from the preceding subdivision once that limit is reached: they are adjacent. */
const NEAR_SEARCH_LENGTH = 2000

/**
 * Places every subdivision at the first occurrence of its text within its parent, after the preceding one.
 * @returns those found, in text order, outer ones first, and the names of the others
 */
export function placeSubdivisions(
  text: string,
  records: readonly unknown[],
): { placed: SubdivisionSpan[]; lost: string[] } {
  const found = new Map<string, SubdivisionSpan>()
  /** End of the last subdivision of each kind in each parent. */
  const ends = new Map<string, number>()
  const lost: string[] = []
  let budget = SEARCH_BUDGET * text.length
  for (const [index, value] of records.entries()) {
    const checked = check(subdivisionRecord, value)
    if ('issues' in checked) {
      lost.push(`subdivisions[${index}]`)
      continue
    }
    const { record } = checked
    const named = record.path ?? `${record.kind}:${record.value}`
    const elements = parseNormPath(`par:1/${named.replace(/(^|\/)lit:/g, '$1buchst:')}`)?.subdivision ?? []
    const own = elements.at(-1)
    const path = formatElements(elements)
    if (own === undefined || elements.length > MAX_LEVELS || record.text === '' || found.has(path)) {
      lost.push(named)
      continue
    }
    const parent = enclosing(elements, found) ?? { path: '', start: 0, end: text.length }
    const siblings = `${parent.path} ${own.kind}`
    const from = ends.get(siblings) ?? parent.start
    const to = budget > 0 ? parent.end : Math.min(parent.end, from + NEAR_SEARCH_LENGTH + record.text.length)
    const place = text.slice(from, to).indexOf(record.text)
    if (place < 0) {
      budget -= to - from
      lost.push(named)
      continue
    }
    const start = from + place
    const end = start + record.text.length
    ends.set(siblings, end)
    found.set(path, { path, label: labelOf(own, text, parent.start, start), start, end })
  }
  const placed = [...found.values()]
  placed.sort((a, b) => a.start - b.start || b.end - a.end || a.path.length - b.path.length)
  return { placed, lost }
}

/** Returns the innermost parent that was placed. */
function enclosing(elements: readonly PathElement[], found: ReadonlyMap<string, SubdivisionSpan>) {
  for (let depth = elements.length - 1; depth > 0; depth--) {
    const part = found.get(formatElements(elements.slice(0, depth)))
    if (part !== undefined) return part
  }
  return undefined
}

/** Returns the mark at the beginning of a subdivision or before it, else its value. */
function labelOf({ kind, value }: PathElement, text: string, from: number, start: number): string {
  const marks = MARKS[kind]?.(value) ?? []
  const before = text.slice(Math.max(from, start - LONGEST_MARK), start).trimEnd()
  return marks.find((mark) => text.startsWith(mark, start) || before.endsWith(mark)) ?? value
}

const LONGEST_MARK = 20

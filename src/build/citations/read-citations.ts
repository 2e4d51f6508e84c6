/** What the text of a norm cites: other norms of its law, parts of itself, norms of other laws, acts of the Union. */
import { type FoundDesignation, type FoundNorm, findDesignations } from '../../citation/find.ts'
import { findInnerReferences, type InnerReference } from '../../citation/inner-references.ts'
import { endsLikeLawName } from '../../citation/law-like.ts'
import type { NameCandidate } from '../../citation/law-mentions.ts'
import { formatElements, type NormPath, parseNormPath } from '../../citation/norm-path.ts'
import { Tokens } from '../../citation/tokens.ts'
import { unnamedLaw } from '../../citation/unnamed-law.ts'
import type { StoredSubdivision } from '../../corpus/bundle-schema.ts'
import type { LawIndex } from './law-index.ts'

/** A norm whose text is read. */
export interface CitingNorm {
  id: number
  law: number
  code: string
  path: string
  text: string
  subdivisions: readonly StoredSubdivision[]
  /** Whether a norm without a law may be one of its own law: not where it amends others, or says what empowers it. */
  citesOwn: boolean
}

/** One norm that a text cites. Places are UTF-16 code units of the text. */
export interface ReadCitation {
  start: number
  end: number
  /** The norm, `null` where the corpus does not have it. */
  norm: number | null
  /** Its law, where that is known and the norm is not. */
  law: number | null
  /** The path that the norm would have, where it is not known. */
  path: string | null
  subdivision: string | null
  /** The law as it is written, where it is not known, or fits several. */
  name: string | null
}

/** The law that a designation names. `laws` is empty for one that the corpus does not have. */
interface NamedLaw {
  laws: readonly number[]
  name: NameCandidate | undefined
  /** How the text calls it. */
  written: string | undefined
  /** Whether it is the name of a later designation that this one is linked to. */
  linked: boolean
  /** Whether it is not named, and so is the law in which the text stands. */
  own?: boolean
}

/** Reads what a norm cites, in the order of its text; a range or list gives one entry for each norm. */
export function readCitations(norm: CitingNorm, index: LawIndex): ReadCitation[] {
  const tokens = new Tokens(norm.text)
  const found = findDesignations(norm.text, tokens)
  const citations: ReadCitation[] = []
  const laws = lawsOf(found, norm, index)
  for (const [place, designation] of found.entries()) {
    const named = laws[place]
    if (named === undefined) continue
    for (const cited of designation.norms) citations.push(...citationsOf(designation, cited, named, norm, index))
  }
  const inner = norm.citesOwn ? findInnerReferences(tokens, found.map(stretchOf)) : []
  const parts = inner.length === 0 ? [] : norm.subdivisions.flatMap(([path]) => [path, withoutSentences(path)])
  const known = new Set(parts)
  citations.push(...inner.flatMap((reference) => innerCitation(reference, norm, known)))
  return citations.sort((a, b) => a.start - b.start || a.end - b.end)
}

/** Which law each designation means; undefined for what is no citation. */
function lawsOf(found: readonly FoundDesignation[], norm: CitingNorm, index: LawIndex): (NamedLaw | undefined)[] {
  const laws: (NamedLaw | undefined)[] = []
  let behind: NamedLaw | undefined
  let later: FoundDesignation | undefined
  for (const designation of found.toReversed()) {
    const linked = later !== undefined && isLinked(designation, later, norm.text)
    behind = lawNamed(designation, norm, index) ?? (linked && behind ? { ...behind, linked: true } : undefined)
    behind ??= withoutName(designation, norm)
    laws.push(behind)
    later = designation
  }
  return laws.reverse()
}

/** `und des § 38`, `sowie der §§ 3`: the law of the second is that of the first. */
const JOINT = /^\s*(?:,|;|und|oder|sowie|beziehungsweise|bzw\.)\s*(?:und|oder|sowie)?\s*(?:des|der|die|den|dem)?\s*$/

function isLinked(designation: FoundDesignation, later: FoundDesignation, text: string): boolean {
  if (designation.linkedToNext) return true
  if (headOf(designation) !== headOf(later) || later.start - designation.end > LONGEST_JOINT) return false
  return JOINT.test(text.slice(designation.end, later.start))
}

const LONGEST_JOINT = 30
const headOf = ({ norms }: FoundDesignation) => norms[0]?.readings[0]?.[0]?.kind

function lawNamed(
  { namesAfter, namesBefore }: FoundDesignation,
  { code }: CitingNorm,
  index: LawIndex,
): NamedLaw | undefined {
  for (const name of [...namesAfter, ...namesBefore]) {
    // In the Social Code `des Vierten Buches` is another of its books.
    const isBook = /^sgb_\d/.test(code) && /^\p{L}+ Buche?s$/u.test(name.text)
    const laws = index.lawsNamed(isBook ? `${name.text} Sozialgesetzbuch` : name.text)
    if (laws.length > 0) return { laws, name, written: name.text, linked: false }
  }
  return undefined
}

/** A law that the corpus does not have, if one is named; else the law in which the text stands. */
function withoutName(designation: FoundDesignation, norm: CitingNorm): NamedLaw | undefined {
  const names = [...designation.namesAfter, ...designation.namesBefore]
  const unknown = designation.abbreviation ?? names.findLast(({ text }) => endsLikeLawName(text))
  if (unknown !== undefined) return { laws: [], name: unknown, written: unknown.text, linked: false }
  const written = unnamedLaw(norm.text, designation.end)
  if (written !== undefined) return { laws: [], name: undefined, written, linked: false }
  if (designation.weak && headOf(designation) !== 'annex') return undefined
  return { laws: norm.citesOwn ? [norm.law] : [], name: undefined, written: undefined, linked: false, own: true }
}

function citationsOf(
  designation: FoundDesignation,
  norm: FoundNorm,
  named: NamedLaw,
  citing: CitingNorm,
  index: LawIndex,
): ReadCitation[] {
  const place = placeOf(designation, norm, named.linked ? undefined : named.name)
  const subdivision = norm.subdivision.length > 0 ? formatElements(norm.subdivision) : null
  const [law, ...others] = named.laws
  const unresolved: ReadCitation = {
    ...place,
    norm: null,
    law: null,
    path: formatElements(norm.readings[0] ?? []),
    subdivision,
    name: named.written ?? null,
  }
  if (law === undefined || others.length > 0) return [unresolved]
  const near = named.own ? normsOf(beside(norm, citing), law, index) : []
  const cited = near.length > 0 ? near : normsOf(norm, law, index)
  // Where no law is named it may be that of a norm before, or of the whole sentence.
  if (cited.length === 0) return [named.name === undefined ? unresolved : { ...unresolved, law, name: null }]
  return cited.map((norm) => ({ ...place, norm, law: null, path: null, subdivision, name: null }))
}

function normsOf({ readings, to, following }: FoundNorm, law: number, index: LawIndex): number[] {
  const [first] = readings
  if (first !== undefined && (to !== undefined || following === 'f')) {
    const members = index.range(law, first as NormPath['norm'], to)
    if (members.length > 0) return members
  }
  const norm = index.norm(law, readings)
  return norm === undefined ? [] : [norm]
}

/** `§ 2` in a section under an article is a section under the same article, if there is one: `art:246a/par:2`. */
function beside(norm: FoundNorm, { path }: CitingNorm): FoundNorm {
  const above = (parseNormPath(path)?.norm ?? []).slice(0, -1).filter(({ kind }) => kind === 'art')
  const sections = above.length === 0 ? [] : norm.readings.filter(([first]) => first?.kind === 'par')
  return { ...norm, readings: sections.map((elements) => [...above, ...elements] as typeof elements) }
}

/** The words of a norm, with the name of the law where nothing but it stands between. */
function placeOf(
  designation: FoundDesignation,
  norm: FoundNorm,
  name: NameCandidate | undefined,
): { start: number; end: number } {
  const before = name !== undefined && name.end <= designation.start && norm === designation.norms[0]
  const after = name !== undefined && name.start >= designation.end && norm.end === designation.end
  return { start: before ? name.start : norm.start, end: after ? name.end : norm.end }
}

/** A designation with all words that may be the name of its law. */
function stretchOf({ start, end, namesAfter, namesBefore }: FoundDesignation): { start: number; end: number } {
  return {
    start: Math.min(start, ...namesBefore.map((name) => name.start)),
    end: Math.max(end, ...namesAfter.map((name) => name.end)),
  }
}

/**
 * A part of the norm itself, counted from where the text stands: in Absatz 4, `Satz 1` is that of Absatz 4. Numbers and
 * letters without an Absatz or Satz are often those of something else, and count only where the norm has them.
 * @param known the parts that the norm has, with and without the sentences that numbers and letters stand in
 */
function innerCitation(reference: InnerReference, norm: CitingNorm, known: ReadonlySet<string>): ReadCitation[] {
  const { start, end } = reference
  const context = contextOf(norm, start)
  const outer = reference.subdivision[0]?.kind
  const path = formatElements(reference.subdivision)
  const candidates = outer === 'abs' ? [path] : [`${context.abs}${path}`, path]
  const found = candidates.find((candidate) => known.has(candidate))
  if (found === undefined && (outer === 'nr' || outer === 'buchst')) return []
  return [{ start, end, norm: norm.id, law: null, path: null, subdivision: found ?? null, name: null }]
}

/** The Absatz in which a place lies, as the beginning of a path; empty where there is none. */
function contextOf({ subdivisions }: CitingNorm, place: number): { abs: string } {
  const around = subdivisions.find(([path, , start, end]) => /^abs:[^/]+$/.test(path) && start <= place && place < end)
  return { abs: around === undefined ? '' : `${around[0]}/` }
}

const withoutSentences = (path: string) => path.replace(/(?:^|\/)satz:[^/]*/g, '').replace(/^\//, '')

/** Resolves references to parts without a norm: `Absatz 3 Satz 2`, `Satz 1`, `Nummer 4`. */

import {
  formatElements,
  type PathElement,
  parseNormPath,
  SUBDIVISION_KINDS,
  shortForms,
} from '../../citation/norm-path.ts'
import { partsInRange } from '../../citation/ranges.ts'
import type { InternalReference } from '../../citation/text/internal-references.ts'
import type { ParsedCitation } from '../../corpus/parsed-law.ts'
import type { StoredSubdivision } from '../../tables/bundle-schema.ts'
import { hasPart } from './cited-norms.ts'
import type { CitingNorm } from './citing-norm.ts'
import type { LawIndex } from './law-index.ts'

/** The words that join a part to the norm before it: `§ 8 Absatz 3, auch in Verbindung mit Satz 2`. */
const JOINT = /^\s*,?\s*(?:jeweils\s+)?(?:auch\s+)?(?:in Verbindung mit|i\. ?V\. ?m\.)\s+(?:(?:dem|den)\s+)?$/u
const LONGEST_JOINT = 60

/**
 * Resolves references without a norm. One that is joined to a citation is a part of the cited norm, others are parts of
 * the citing norm.
 * @param references in the order of the text
 * @param outer other citations of the norm, in the order of the text
 */
export function innerCitations(
  norm: CitingNorm,
  references: readonly InternalReference[],
  outer: readonly ParsedCitation[],
  index: LawIndex,
): ParsedCitation[] {
  if (references.length === 0) return []
  const subdivisions = norm.subdivisions()
  const known = new Set(subdivisions.flatMap(([path]) => shortForms(path)))
  const citations: ParsedCitation[] = []
  let place = 0
  let before: ParsedCitation | undefined
  for (const reference of references) {
    for (; (outer[place]?.end ?? Number.POSITIVE_INFINITY) <= reference.start; place += 1) before = outer[place]
    const joined = before !== undefined && isJoined(norm.text, before.end, reference.start)
    for (const member of membersOf(reference, joined ? [] : subdivisions)) {
      const own = () => ownPart(member, norm, subdivisions, known)
      const citation = joined ? joinedPart(member, before as ParsedCitation, norm, index, own) : own()
      if (citation !== undefined && !isSame(citation, citations.at(-1))) citations.push(citation)
    }
    if (joined) before = citations.at(-1)
  }
  return citations
}

/** Splits a range of parts into its members: `Absätze 2 bis 4`. @param parts of the citing norm */
function membersOf(reference: InternalReference, parts: readonly StoredSubdivision[]): InternalReference[] {
  const { subdivision, subdivisionTo, ...rest } = reference
  if (subdivisionTo === undefined) return [reference]
  const around = absatzAround(parts, reference.start)
  // Sentences and numbers are counted within the Absatz.
  const own = parts.map(([path]) => (path.startsWith(around) ? path.slice(around.length) : path))
  return partsInRange(subdivision, subdivisionTo, own).map((path) => {
    return { ...rest, subdivision: parseNormPath(`par:0/${path}`)?.subdivision ?? subdivision }
  })
}

function isJoined(text: string, end: number, start: number): boolean {
  return start - end <= LONGEST_JOINT && start > end && JOINT.test(text.slice(end, start))
}

/** `Sätze 1 und 2` of a number are one citation of the number. */
const isSame = (one: ParsedCitation, other: ParsedCitation | undefined) =>
  one.start === other?.start && one.norm === other.norm && one.subdivision === other.subdivision

/**
 * Resolves a part that is joined to a citation: of the cited norm, or of the citing one if only that has it (`nach § 767
 * der Zivilprozessordnung in Verbindung mit Absatz 1 Satz 2`).
 */
function joinedPart(
  member: InternalReference,
  before: ParsedCitation,
  citing: CitingNorm,
  index: LawIndex,
  own: () => ParsedCitation | undefined,
): ParsedCitation | undefined {
  const part = relative(member, before)
  if (before.norm === null || before.norm === citing.id || member.subdivision[0]?.kind !== 'abs') return part
  if (part.subdivision === null || hasPart(index.parts(before.norm).paths, part.subdivision)) return part
  const ownPart = own()
  return ownPart?.norm === citing.id ? ownPart : part
}

/** Resolves a part relative to the part that the citation before it cites. */
function relative({ start, end, subdivision }: InternalReference, before: ParsedCitation): ParsedCitation {
  const rank = ({ kind }: PathElement) => (SUBDIVISION_KINDS as readonly string[]).indexOf(kind)
  const [first] = subdivision
  const named = before.subdivision === null ? [] : (parseNormPath(`par:0/${before.subdivision}`)?.subdivision ?? [])
  const above = named.filter((element) => first !== undefined && rank(element) < rank(first))
  const cited = { ...before, start, end, subdivision: formatElements([...above, ...subdivision]) }
  // Of a range (`par:3-6`) the last norm is meant.
  return before.named === undefined
    ? cited
    : { ...cited, named: { ...before.named, path: before.named.path.replace(/:[^/:]*-([^/:-]+)$/, ':$1') } }
}

/**
 * Resolves a part of the citing norm, relative to the place of the reference: in Absatz 4, `Satz 1` is that of Absatz 4.
 * Numbers and letters alone often belong to something else, and count only if the norm has them.
 * @param known paths of the parts of the norm, with and without the sentences in them
 */
function ownPart(
  { start, end, subdivision }: InternalReference,
  { id: norm }: CitingNorm,
  subdivisions: readonly StoredSubdivision[],
  known: ReadonlySet<string>,
): ParsedCitation | undefined {
  const outermost = subdivision[0]?.kind
  const path = formatElements(subdivision)
  const item = outermost === 'satz' ? itemWithSentences(subdivisions, start) : undefined
  const inAbsatz = [`${absatzAround(subdivisions, start)}${path}`, path]
  const candidates = outermost === 'abs' ? [path] : [...(item === undefined ? [] : [`${item}/${path}`]), ...inAbsatz]
  // Of an item that is not divided, a sentence is the item.
  const named = [...candidates, ...candidates.map((candidate) => candidate.replace(SENTENCE_OF_ITEM, '$1'))]
  const found = named.find((candidate) => known.has(candidate))
  const citation = { start, end, law: null, path: null, name: null }
  if (found !== undefined) return { ...citation, norm, subdivision: found }
  if (outermost === 'nr' || outermost === 'buchst') return undefined
  return { ...citation, norm: null, subdivision: path }
}

/** Returns the Absatz around a place, as the beginning of a path; empty if there is none. */
function absatzAround(subdivisions: readonly StoredSubdivision[], place: number): string {
  const around = subdivisions.find(([path, , start, end]) => /^abs:[^/]+$/.test(path) && start <= place && place < end)
  return around === undefined ? '' : `${around[0]}/`
}

const SENTENCE_OF_ITEM = /((?:nr|buchst):[^/]+)\/satz:[^/]+/g

/** Returns the innermost number or letter around a place after its first sentence: `Satz 1` is one of its own there. */
function itemWithSentences(subdivisions: readonly StoredSubdivision[], place: number): string | undefined {
  const second = subdivisions.findLast(([path, , start]) => start <= place && /(?:nr|buchst):[^/]+\/satz:2$/.test(path))
  const item = second?.[0].slice(0, second[0].lastIndexOf('/'))
  return subdivisions.some(([path, , start, end]) => path === item && start <= place && place < end) ? item : undefined
}

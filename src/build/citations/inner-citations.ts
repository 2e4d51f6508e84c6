/** Which parts of which norm `Absatz 3 Satz 2`, `Satz 1`, `Nummer 4` mean. */
import type { InnerReference } from '../../citation/inner-references.ts'
import {
  formatElements,
  type PathElement,
  parseNormPath,
  SUBDIVISION_KINDS,
  withoutSentences,
} from '../../citation/norm-path.ts'
import { partsInRange } from '../../citation/part-range.ts'
import type { StoredSubdivision } from '../../corpus/bundle-schema.ts'
import type { CitingNorm, ReadCitation } from './read-citations.ts'

/** What joins a part to the norm in front of it: `§ 8 Absatz 3, auch in Verbindung mit Satz 2`. */
const JOINT = /^\s*,?\s*(?:jeweils\s+)?(?:auch\s+)?(?:in Verbindung mit|i\. ?V\. ?m\.)\s+(?:(?:dem|den)\s+)?$/u
const LONGEST_JOINT = 60

/**
 * References without a norm, resolved: one that is joined to a citation is a part of what that cites, all others are
 * parts of the norm itself.
 * @param references in the order of the text
 * @param outer what the norm cites otherwise, in the order of the text
 */
export function innerCitations(
  norm: CitingNorm,
  references: readonly InnerReference[],
  outer: readonly ReadCitation[],
): ReadCitation[] {
  if (references.length === 0) return []
  const subdivisions = norm.subdivisions()
  const known = new Set(subdivisions.flatMap(([path]) => [path, withoutSentences(path)]))
  const citations: ReadCitation[] = []
  let place = 0
  let before: ReadCitation | undefined
  for (const reference of references) {
    for (; (outer[place]?.end ?? Number.POSITIVE_INFINITY) <= reference.start; place += 1) before = outer[place]
    const joined = before !== undefined && isJoined(norm.text, before.end, reference.start)
    for (const member of membersOf(reference, joined ? [] : subdivisions)) {
      const citation = joined ? relative(member, before as ReadCitation) : ownPart(member, norm.id, subdivisions, known)
      if (citation !== undefined) citations.push(citation)
    }
    if (joined) before = citations.at(-1)
  }
  return citations
}

/** Each member of a range of parts by itself: `Absätze 2 bis 4`. @param parts of the norm in which it stands */
function membersOf(reference: InnerReference, parts: readonly StoredSubdivision[]): InnerReference[] {
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

/** A part of what the citation in front of it cites, counted from the part that is cited there. */
function relative({ start, end, subdivision }: InnerReference, before: ReadCitation): ReadCitation {
  const rank = ({ kind }: PathElement) => (SUBDIVISION_KINDS as readonly string[]).indexOf(kind)
  const [first] = subdivision
  const named = before.subdivision === null ? [] : (parseNormPath(`par:0/${before.subdivision}`)?.subdivision ?? [])
  const above = named.filter((element) => first !== undefined && rank(element) < rank(first))
  return { ...before, start, end, subdivision: formatElements([...above, ...subdivision]) }
}

/**
 * A part of the norm itself, counted from where the text stands: in Absatz 4, `Satz 1` is that of Absatz 4. Numbers and
 * letters without an Absatz or Satz are often those of something else, and count only where the norm has them.
 * @param known the parts that the norm has, with and without the sentences that numbers and letters stand in
 */
function ownPart(
  { start, end, subdivision }: InnerReference,
  norm: number,
  subdivisions: readonly StoredSubdivision[],
  known: ReadonlySet<string>,
): ReadCitation | undefined {
  const outermost = subdivision[0]?.kind
  const path = formatElements(subdivision)
  const candidates = outermost === 'abs' ? [path] : [`${absatzAround(subdivisions, start)}${path}`, path]
  const found = candidates.find((candidate) => known.has(candidate))
  const citation = { start, end, law: null, path: null, name: null }
  if (found !== undefined) return { ...citation, norm, subdivision: found }
  if (outermost === 'nr' || outermost === 'buchst') return undefined
  return { ...citation, norm: null, subdivision: path }
}

/** The Absatz in which a place lies, as the beginning of a path; empty where there is none. */
function absatzAround(subdivisions: readonly StoredSubdivision[], place: number): string {
  const around = subdivisions.find(([path, , start, end]) => /^abs:[^/]+$/.test(path) && start <= place && place < end)
  return around === undefined ? '' : `${around[0]}/`
}

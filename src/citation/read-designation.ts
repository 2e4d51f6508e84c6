/** Reads one designation of a norm, as an argument or a path parameter gives it. */
import type { Designation } from './designation.ts'
import { designationElement } from './enbez.ts'
import { ANNEX_PARTS } from './keywords.ts'
import { type NormKind, type NormPath, type PathElement, parseNormPath } from './norm-path.ts'
import { readHead, readNormNumber } from './read-norms.ts'
import { readParts } from './read-parts.ts'
import { readFollowing, readSeparator } from './read-values.ts'
import { splitSteps } from './steps.ts'
import { TokenKind, Tokens } from './tokens.ts'

/** What a bare number may be, the likeliest first. */
const BARE_KINDS: NormKind[] = ['par', 'art', 'item', 'annex']

/**
 * Reads a whole text as one designation: `433`, `§ 433 Abs. 1 Satz 2`, `Art. 246a § 1`, `§ 433 I 2`, `Anlage 2`,
 * `Präambel`, `§§ 3 bis 6`, or a norm path.
 * @returns `undefined` where it is none, or where something is left over
 */
export function readDesignation(text: string): Designation | undefined {
  const path = parseNormPath(text)
  if (path !== undefined) return { norm: [path.norm], subdivision: path.subdivision, qualifiers: [] }
  const read = readTokens(new Tokens(text))
  if (read !== undefined && !read.qualifiers.some(({ kind }) => ANNEX_PARTS.has(kind as never))) return read
  const { kind, value, members } = designationElement(text)
  if (value === undefined || parseNormPath(`${kind}:${value}`) === undefined) return read
  const [only] = members.length === 1 ? members : []
  return { norm: [[{ kind, value }]], ...(only && { range: only }), subdivision: [], qualifiers: [] }
}

function readTokens(tokens: Tokens): Designation | undefined {
  const norm = readNorm(tokens)
  if (norm === undefined) return undefined
  let { next } = norm
  const following = readFollowing(tokens, next)
  if (following !== undefined) next = following.next
  const annex = norm.elements[0]?.at(-1)?.kind === 'annex'
  const parts = readParts(tokens, next, { annex, isNorm: () => false })
  const [part, ...more] = parts.value
  if (part === undefined || more.length > 0 || parts.next < tokens.count) return undefined
  return {
    norm: norm.elements,
    ...(following && { following: following.following }),
    ...splitSteps(part.steps),
    ...(part.to !== undefined && { subdivisionTo: part.to }),
  }
}

interface ReadNorm {
  elements: NormPath['norm'][]
  next: number
}

/** `Art. 246a § 1`, `§ 433`, `433`: heads with their numbers, or a bare number. */
function readNorm(tokens: Tokens): ReadNorm | undefined {
  const elements: PathElement<NormKind>[] = []
  let next = 0
  for (let head = readHead(tokens, next); head !== undefined; head = readHead(tokens, next)) {
    const number = readNormNumber(tokens, head.next, head.kind)
    if (number === undefined) return undefined
    elements.push({ kind: head.kind, value: number.value })
    next = number.next
  }
  if (elements.length > 0)
    return readSeparator(tokens, next)?.kind === 'to' ? undefined : { elements: [elements], next }
  const number = tokens.kind(0) === TokenKind.Number ? readNormNumber(tokens, 0, 'par') : undefined
  if (number === undefined) return undefined
  return { elements: BARE_KINDS.map((kind) => [{ kind, value: number.value }]), next: number.next }
}

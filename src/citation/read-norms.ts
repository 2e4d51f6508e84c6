/** Reads the norms that stand together behind one head: `§§ 812, 818 Abs. 2 und 819`, `Art. 246a § 1 Abs. 2`. */
import type { Qualifier } from './designation.ts'
import { HEADS } from './keywords.ts'
import { type NormKind, type PathElement, pathValue } from './norm-path.ts'
import { readParts } from './read-parts.ts'
import { readFollowing, readLetterSuffix, readNumber, readSeparator, romanNumber, skipDot } from './read-values.ts'
import { TokenKind, type Tokens } from './tokens.ts'

/** One norm as it is written, or a range of them. Positions are tokens, `[first, next)`. */
export interface ReadNorm {
  elements: PathElement<NormKind>[]
  /** The last number of a range. */
  to?: string
  following?: 'f' | 'ff'
  steps: Qualifier[]
  stepsTo?: string
  first: number
  next: number
}

export interface NormHead {
  kind: NormKind
  plural: boolean
  next: number
}

/** The head at `index`: a section sign, or a word with a capital such as `Art.`, `Artikel`, `Anlage`. */
export function readHead(tokens: Tokens, index: number): NormHead | undefined {
  if (tokens.kind(index) === TokenKind.Section) {
    return { kind: 'par', plural: tokens.end(index) - tokens.start(index) > 1, next: index + 1 }
  }
  const head = HEADS.get(tokens.word(index))
  return head && { ...head, next: skipDot(tokens, index + 1) }
}

/** The number of a norm at `index`; Roman and single capital letters only where sections do not have them. */
export function readNormNumber(
  tokens: Tokens,
  index: number,
  kind: NormKind,
): { value: string; following?: 'f' | 'ff'; next: number } | undefined {
  const number = readNumber(tokens, index)
  if (number !== undefined) {
    const letter = readLetterSuffix(tokens, index + 1)
    const value = pathValue(number.value + (letter ?? ''))
    const next = index + (letter === undefined ? 1 : 2)
    return { value, next, ...(number.following && { following: number.following }) }
  }
  const word = tokens.kind(index) === TokenKind.Word ? tokens.value(index) : ''
  if (kind === 'par' || (romanNumber(word) === undefined && !(kind === 'annex' && /^[A-Z]$/.test(word))))
    return undefined
  return { value: word.toLowerCase(), next: index + 1 }
}

/**
 * Reads the norms at `index`, all that one head and its list name. A head below another (`Art. 1 § 2`) belongs to the
 * same norm.
 * @returns `undefined` where there is no head with a number
 */
export function readNorms(tokens: Tokens, index: number): { norms: ReadNorm[]; next: number } | undefined {
  const norms: ReadNorm[] = []
  let above: PathElement<NormKind>[] = []
  let head = readHead(tokens, index)
  let first = index
  let next = head?.next ?? index
  while (head !== undefined) {
    const number = readNormNumber(tokens, next, head.kind)
    if (number === undefined) break
    const elements = [...above, { kind: head.kind, value: number.value }]
    next = number.next
    const below = head.kind === 'art' ? readHead(tokens, next) : undefined
    if (below?.kind === 'par' && readNormNumber(tokens, below.next, 'par') !== undefined) {
      above = elements
      head = below
      next = below.next
      continue
    }
    next = readTail(
      tokens,
      head,
      { elements, steps: [], first, next, ...(number.following && { following: number.following }) },
      norms,
    )
    const listed = nextInList(tokens, head, next)
    if (listed === undefined) break
    first = listed
    next = listed
  }
  const last = norms.at(-1)
  return last === undefined ? undefined : { norms, next: last.next }
}

/** Reads range, `ff.` and parts behind a number, and adds the norm once for each list of parts. @returns the token behind */
function readTail(tokens: Tokens, head: NormHead, norm: ReadNorm, norms: ReadNorm[]): number {
  let { next } = norm
  const separator = readSeparator(tokens, next)
  if (separator?.kind === 'to') {
    const again = readHead(tokens, separator.next)
    const to = readNormNumber(tokens, again?.kind === head.kind ? again.next : separator.next, head.kind)
    if (to !== undefined) {
      norm.to = to.value
      next = to.next
    }
  }
  const following = readFollowing(tokens, next)
  if (following !== undefined) {
    norm.following = following.following
    next = following.next
  }
  const isNorm = (index: number) => head.plural && tokens.kind(index) === TokenKind.Number
  const parts = readParts(tokens, next, { annex: head.kind === 'annex', isNorm })
  for (const { steps, to } of parts.value) {
    norms.push({ ...norm, steps, ...(to !== undefined && { stepsTo: to }), next: parts.next })
  }
  return parts.next
}

/** The token of the next bare number of the list, `undefined` where the list ends. */
function nextInList(tokens: Tokens, head: NormHead, index: number): number | undefined {
  const separator = readSeparator(tokens, index)
  if (separator === undefined || separator.kind === 'to' || separator.kind === 'with' || !head.plural) return undefined
  return readNormNumber(tokens, separator.next, head.kind) === undefined ? undefined : separator.next
}

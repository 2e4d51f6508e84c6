/** Reads the norms under one head: `§§ 812, 818 Abs. 2 und 819`, `Art. 246a § 1 Abs. 2`. */
import type { Qualifier } from '../designation.ts'
import { looksLikeAbbreviation } from '../laws/law-form.ts'
import type { NormKind, PathElement } from '../norm-path.ts'
import { PARTS } from './lexicon.ts'
import { hasAbsatz, isNorm, isRomanAbsatz, type List } from './listed-norm.ts'
import { type NormHead, type NormNumber, readHead, readNormNumber } from './read-head.ts'
import { asNorms, asPart, partsRead, type ReadNorm, withOtherReadings } from './read-norm.ts'
import { readNamed } from './read-part.ts'
import { readParts } from './read-parts.ts'
import {
  hasOwnBracket,
  isQuantity,
  isStuckF,
  readFollowing,
  readSeparator,
  type Separator,
  skipApplied,
  skipDot,
} from './read-tokens.ts'
import { Gap, TokenKind, type Tokens } from './tokens.ts'

/** Norms that are read together, and the token after them. */
export interface ReadNorms {
  norms: ReadNorm[]
  next: number
}

/** Reads in steps, one for each member of a list, between which the caller may pause. */
type InSteps<Result> = Generator<undefined, Result>

/** Reads all steps at once. */
export function allSteps<Result>(steps: Generator<unknown, Result>): Result {
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/**
 * Reads the norms at `index`, all that one head and its list name. A section below an article (`Art. 1 § 2`) belongs
 * to the same norm.
 * @returns `undefined` if there is no head with a number
 */
export const readNorms = (tokens: Tokens, index: number) => allSteps(readNormsInSteps(tokens, index))

/** Reads as {@link readNorms} does. */
export function* readNormsInSteps(tokens: Tokens, index: number): InSteps<ReadNorms | undefined> {
  const head = readHead(tokens, index)
  const number = head && (readNormNumber(tokens, head.next, head.kind) ?? readSoleAnnex(tokens, index, head))
  if (head === undefined) return undefined
  if (number === undefined) return head.kind === 'recital' ? readNumberedRecital(tokens, index, head) : undefined
  if (head.kind !== 'preamble' && isOnOwnLine(tokens, head.next)) return undefined
  const inAnnex = isAnhang(tokens, index) ? readArticleOfAnnex(tokens, number) : undefined
  if (inAnnex !== undefined) return yield* readList(tokens, index, inAnnex.list, inAnnex.number)
  const below = head.kind === 'art' && !PARTS.has(tokens.word(number.next)) ? readHead(tokens, number.next) : undefined
  const inner = below?.kind === 'par' ? readNormNumber(tokens, below.next, 'par') : undefined
  const article = below === undefined || inner === undefined ? undefined : { kind: head.kind, value: number.value }
  const list: List = {
    above: article === undefined ? [] : [article],
    head: article === undefined ? head : (below as NormHead),
    closed: false,
    last: '',
  }
  const read = yield* readList(tokens, index, list, inner ?? number)
  return head.kind === 'art' ? withAnnexAfter(tokens, read) : read
}

/** Annexes of acts of the Union are called so; those of German laws are `Anlagen`, and have no articles. */
const isAnhang = (tokens: Tokens, index: number) => /^(?:anhang|anhangs|anhanges|anh)$/.test(tokens.word(index))

/** Reads the article after the number of an annex: `Anhang I Artikel 2`. */
function readArticleOfAnnex(tokens: Tokens, annex: NormNumber): { list: List; number: NormNumber } | undefined {
  const head = readHead(tokens, tokens.is(annex.next, ',') ? annex.next + 1 : annex.next)
  const number = head?.kind === 'art' ? readNormNumber(tokens, head.next, 'art') : undefined
  if (head === undefined || number === undefined) return undefined
  return { list: { above: [{ kind: 'annex', value: annex.value }], head, closed: false, last: '' }, number }
}

/** The only annex of a law, whose row is named: `Anhang Nr. 11`, `Nr. 11 des Anhangs`, `Anhang zu § 3 Nr. 11`. */
function readSoleAnnex(tokens: Tokens, index: number, { kind, plural, next }: NormHead): NormNumber | undefined {
  const isAfterRow = /^(?:de[srm]|im)$/.test(tokens.word(index - 1)) && /^\d/.test(tokens.value(index - 2))
  const isRow = isAfterRow || readNamed(tokens, next, true)?.value.kind === 'nr'
  const isOwned = tokens.word(next) === 'zu' && tokens.kind(next + 1) === TokenKind.Section
  return kind === 'annex' && !plural && (isRow || isOwned) ? { value: '1', next } : undefined
}

/** Puts articles into the annex that is named after them: `Artikel 3 des Anhangs I`, `Art. 2 Anhang I`. */
function withAnnexAfter(tokens: Tokens, read: ReadNorms): ReadNorms {
  const index = /^(?:des|von|im|zu|zum)$/.test(tokens.word(read.next)) ? read.next + 1 : read.next
  const head = isAnhang(tokens, index) && tokens.gap(index) <= Gap.Line ? readHead(tokens, index) : undefined
  const number = head && readNormNumber(tokens, head.next, 'annex')
  if (number === undefined) return read
  const annex: PathElement<NormKind> = { kind: 'annex', value: number.value }
  const norms = read.norms.map((norm) => ({ ...norm, elements: [annex, ...norm.elements] }))
  norms[norms.length - 1] = { ...(norms.at(-1) as ReadNorm), next: number.next }
  return { norms, next: number.next }
}

/** Reads a recital whose number precedes the word: `47. Erwägungsgrund`. */
function readNumberedRecital(tokens: Tokens, index: number, head: NormHead): ReadNorms | undefined {
  const number = tokens.is(index - 1, '.') ? tokens.value(index - 2) : ''
  if (!/^\d{1,3}$/.test(number) || tokens.gap(index) > Gap.Line) return undefined
  const list: List = { above: [], head, closed: true, last: '' }
  const norms = readMember(tokens, index - 2, list, { value: number, next: head.next })
  return { norms, next: (norms.at(-1) as ReadNorm).next }
}

/**
 * Reads norms after the law of those before them, under the same head:
 * `§§ 823 Abs. 2 BGB, 263 StGB`.
 */
export function* readFurtherNorms(tokens: Tokens, index: number, head: NormHead): InSteps<ReadNorms | undefined> {
  const number = isQuantity(tokens, index) ? undefined : readNormNumber(tokens, index, head.kind)
  return number && (yield* readList(tokens, index, { above: [], head, closed: false, last: '' }, number))
}

/** True for a number on a line of its own, such as the margin numbers of decisions. */
function isOnOwnLine(tokens: Tokens, index: number): boolean {
  return tokens.gap(index) >= Gap.Line && tokens.kind(index + 1) !== TokenKind.End && tokens.gap(index + 1) >= Gap.Line
}

/** Reads one norm without a head, and its parts: `433 Abs. 1`. It is taken for a section. */
export function readBareNorm(tokens: Tokens, index: number): ReadNorms | undefined {
  const number = readNormNumber(tokens, index, 'par')
  if (number === undefined) return undefined
  const head: NormHead = { kind: 'par', plural: false, next: index }
  const norms = readMember(tokens, index, { above: [], head, closed: true, last: '' }, number)
  return { norms, next: (norms.at(-1) as ReadNorm).next }
}

function* readList(tokens: Tokens, index: number, list: List, number: NormNumber): InSteps<ReadNorms> {
  const norms = readMember(tokens, index, list, number)
  for (;;) {
    const last = norms.at(-1) as ReadNorm
    const end = skipApplied(tokens, last.next)
    const separator = readSeparator(tokens, end)
    // No part continues after `analog`.
    const step = end > last.next ? undefined : last.steps.at(-1)
    if (separator === undefined || separator.kind === 'to' || tokens.gap(end) >= Gap.Paragraph)
      return { norms, next: last.next }
    const next = isNorm(tokens, separator.next, list, step)
      ? readNormNumber(tokens, separator.next, list.head.kind)
      : readLetterOfNumber(tokens, separator.next, last, list)
    if (next === undefined || isSlashDown(tokens, end, next, list)) return { norms, next: last.next }
    if (separator.kind === 'and') list.closed = true
    const isPart =
      step !== undefined && !isRomanAbsatz(tokens, end - 1, step) && !hasAbsatz(tokens, next.next, separator.next)
    for (const norm of readMember(tokens, separator.next, list, next)) {
      const part = isPart ? asPart(norm, last) : undefined
      norms.push(part === undefined ? norm : { ...norm, otherwise: [part, ...(norm.otherwise ?? [])] })
    }
    yield
  }
}

/** True for a slash before a lower number (`Art. 246a/1`), which is no list: what it means is left open. */
function isSlashDown(tokens: Tokens, index: number, { value }: NormNumber, { last }: List): boolean {
  return tokens.is(index, '/') && Number.parseInt(value, 10) < Number.parseInt(last, 10)
}

/** Reads the rest of a member after its number: the end of a range, `ff.`, or parts. */
function readMember(tokens: Tokens, first: number, list: List, number: NormNumber): ReadNorm[] {
  const element = { kind: list.head.kind, value: number.value }
  const norm = { elements: [...list.above, element], steps: [], first }
  list.last = number.value
  const to = readRangeEnd(tokens, number, list.head)
  if (to !== undefined) {
    list.last = to.value
    return [{ ...norm, to: { value: to.value, at: to.at }, next: to.next }]
  }
  const stuck = readStuckFollowing(tokens, number, list.head.plural)
  // Not of `§ 1 f f f`: each letter is one more call of this function.
  const letter = stuck || /ff$/.test(number.value) ? undefined : readLetterF(tokens, number.next, list.head)
  if (letter !== undefined) {
    const members = readMember(tokens, first, list, { value: `${number.value}f`, next: letter })
    const isWhole = members.every(({ to, steps, following }) => !to && !following && steps.length === 0)
    return isWhole ? members.map((member) => ({ ...member, orFollowing: true })) : members
  }
  const following = stuck ?? readFollowing(tokens, number.next)
  if (following !== undefined) {
    const elements = [...list.above, { ...element, value: stuck?.value ?? element.value }]
    return [{ ...norm, elements, following: following.following, next: following.next }]
  }
  const annex = list.head.kind === 'annex'
  const goesOn = (index: number, { kind }: Separator, last: Qualifier | undefined) =>
    (kind === 'comma' || kind === 'and') && isNorm(tokens, index, list, last)
  const parts = readParts(tokens, number.next, { annex, isNorm: goesOn })
  const next = annex ? skipOwner(tokens, parts.next) : parts.next
  return parts.value.map((part) => {
    const otherwise = asNorms(tokens, part, list, next)
    return withOtherReadings({ ...norm, ...partsRead(part), ...(otherwise.length > 0 && { otherwise }), next })
  })
}

/** Splits a number token with `f` or `ff`: `74ff`, `74f. BGB`, and in lists `74f.`. */
function readStuckFollowing(
  tokens: Tokens,
  number: NormNumber,
  plural: boolean,
): { value: string; following: 'f' | 'ff'; next: number } | undefined {
  const next = skipDot(tokens, number.next)
  if (number.following !== undefined) return { value: number.value, following: number.following, next }
  if (next === number.next || !/\df$/.test(number.value)) return undefined
  if (!plural && !isStuckF(tokens, number.next - 1)) return undefined
  return { value: number.value.slice(0, -1), following: 'f', next }
}

/** Returns the index after a letter `f` of the number (`§ 651 f BGB`); `f.` and `§§ 44 f` mean `folgende`. */
function readLetterF(tokens: Tokens, index: number, { plural }: NormHead): number | undefined {
  const letter = !plural && tokens.kind(index) === TokenKind.Word && tokens.value(index) === 'f'
  return letter && tokens.gap(index) === Gap.Space && !tokens.is(index + 1, '.') ? index + 1 : undefined
}

function readRangeEnd(
  tokens: Tokens,
  { value: from, next: index }: NormNumber,
  head: NormHead,
): { value: string; at: number; next: number } | undefined {
  const separator = readSeparator(tokens, index)
  if (separator?.kind !== 'to') return undefined
  const dash = tokens.kind(index) === TokenKind.Other
  const tight = tokens.gap(index) === Gap.None && tokens.gap(separator.next) === Gap.None
  const again = readHead(tokens, separator.next)
  const repeated = again?.kind === head.kind
  if (dash && !tight && !head.plural && !repeated) return undefined
  const at = repeated ? again.next : separator.next
  const number = repeated ? undefined : readBoundLetter(tokens, at, from)
  const to = number ?? readNormNumber(tokens, at, head.kind)
  return to && { value: to.value, at, next: to.next }
}

/** Reads a letter alone as the last number of a range, that of its first one with this letter: `§§ 312b–d BGB`. */
function readBoundLetter(tokens: Tokens, index: number, from: string): NormNumber | undefined {
  const [, number, before] = /^(\d+)([a-z])$/.exec(from) ?? []
  const letter = tokens.kind(index) === TokenKind.Word ? tokens.value(index) : ''
  if (number === undefined || !/^[a-z]$/.test(letter) || letter === before) return undefined
  if (tokens.gap(index) > Gap.Line || hasOwnBracket(tokens, index)) return undefined
  // `i. V. m.`, `z. B.`
  const isAbbreviation = skipDot(tokens, index + 1) > index + 1 && tokens.value(index + 2).length === 1
  return isAbbreviation ? undefined : { value: number + letter, next: index + 1 }
}

/**
 * Reads a letter alone as the number before with that letter (`§§ 312b, c BGB`), if a list was announced and continues,
 * or its law follows.
 */
function readLetterOfNumber(tokens: Tokens, index: number, last: ReadNorm, { head }: List): NormNumber | undefined {
  const [, number, before = ''] = /^(\d+)([a-z])$/.exec(last.elements.at(-1)?.value ?? '') ?? []
  const letter = tokens.kind(index) === TokenKind.Word ? tokens.value(index) : ''
  if (number === undefined || !/^[a-z]$/.test(letter) || letter <= before) return undefined
  if (!head.plural || last.steps.length > 0 || last.to !== undefined || last.following !== undefined) return undefined
  if (tokens.gap(index) > Gap.Space || tokens.gap(index + 1) > Gap.Space) return undefined
  const goesOn = readSeparator(tokens, index + 1) !== undefined || looksLikeAbbreviation(tokens.value(index + 1))
  return goesOn ? { value: number + letter, next: index + 1 } : undefined
}

/** Skips the norm to which an annex belongs (`(zu § 41 Absatz 1)`): the law after it is the annex's own. */
function skipOwner(tokens: Tokens, index: number): number {
  if (!tokens.is(index, '(') || tokens.word(index + 1) !== 'zu') return index
  const owner = readHead(tokens, index + 2)?.kind === 'annex' ? undefined : readNorms(tokens, index + 2)
  return owner !== undefined && tokens.is(owner.next, ')') ? owner.next + 1 : index
}

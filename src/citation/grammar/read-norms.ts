/** Reads the norms under one head: `§§ 812, 818 Abs. 2 und 819`, `Art. 246a § 1 Abs. 2`. */

import type { Qualifier } from '../designation.ts'
import { ARTICLES, endsLikeLawName, looksLikeAbbreviation } from '../laws/law-form.ts'
import { readUnionAct, UNION_TREATIES } from '../laws/union-act.ts'
import { compareValues, type NormKind, type PathElement } from '../norm-path.ts'
import { PARTS } from './lexicon.ts'
import { type NormHead, type NormNumber, readHead, readNormNumber } from './read-head.ts'
import { continuedBy, type PartList, readFirst, readNamed, readParts } from './read-parts.ts'
import {
  hasOwnBracket,
  isListMarker,
  isQuantity,
  isStuckF,
  readFollowing,
  readSeparator,
  romanNumber,
  type Separator,
  skipApplied,
  skipDot,
} from './read-tokens.ts'
import { Gap, TokenKind, type Tokens } from './tokens.ts'

/** Norms read together, and the token after them. */
export interface ReadNorms {
  norms: ReadNorm[]
  next: number
}

/**
 * Reads the norms at `index`: all norms of one head and its list. A section below an article (`Art. 1 § 2`) belongs to the same
 * norm.
 * @returns `undefined` without a head and a number
 */
export function readNorms(tokens: Tokens, index: number): ReadNorms | undefined {
  const head = readHead(tokens, index)
  const number = head && (readNormNumber(tokens, head.next, head.kind) ?? readSoleAnnex(tokens, index, head))
  if (head === undefined) return undefined
  if (number === undefined) return head.kind === 'recital' ? readNumberedRecital(tokens, index, head) : undefined
  if (head.kind !== 'preamble' && isOnOwnLine(tokens, head.next)) return undefined
  const inAnnex = isAnhang(tokens, index) ? readArticleOfAnnex(tokens, number) : undefined
  if (inAnnex !== undefined) return readList(tokens, index, inAnnex.list, inAnnex.number)
  const below = head.kind === 'art' && !PARTS.has(tokens.word(number.next)) ? readHead(tokens, number.next) : undefined
  const inner = below?.kind === 'par' ? readNormNumber(tokens, below.next, 'par') : undefined
  const article = below === undefined || inner === undefined ? undefined : { kind: head.kind, value: number.value }
  const list: List = {
    above: article === undefined ? [] : [article],
    head: article === undefined ? head : (below as NormHead),
    closed: false,
    last: '',
  }
  const read = readList(tokens, index, list, inner ?? number)
  return head.kind === 'art' ? withAnnexAfter(tokens, read) : read
}

/** Annexes of acts of the Union have this name; those of German laws are `Anlagen`, without articles. */
const isAnhang = (tokens: Tokens, index: number) => /^(?:anhang|anhangs|anhanges|anh)$/.test(tokens.word(index))

/** Reads the article after the number of an annex: `Anhang I Artikel 2`. */
function readArticleOfAnnex(tokens: Tokens, annex: NormNumber): { list: List; number: NormNumber } | undefined {
  const head = readHead(tokens, tokens.is(annex.next, ',') ? annex.next + 1 : annex.next)
  const number = head?.kind === 'art' ? readNormNumber(tokens, head.next, 'art') : undefined
  if (head === undefined || number === undefined) return undefined
  return { list: { above: [{ kind: 'annex', value: annex.value }], head, closed: false, last: '' }, number }
}

/** The only annex of a law, if its row is named: `Anhang Nr. 11`, `Nr. 11 des Anhangs`, `Anhang zu § 3 Nr. 11`. */
function readSoleAnnex(tokens: Tokens, index: number, { kind, plural, next }: NormHead): NormNumber | undefined {
  const isAfterRow = /^(?:de[srm]|im)$/.test(tokens.word(index - 1)) && /^\d/.test(tokens.value(index - 2))
  const isRow = isAfterRow || readNamed(tokens, next, true)?.value.kind === 'nr'
  const isOwned = tokens.word(next) === 'zu' && tokens.kind(next + 1) === TokenKind.Section
  return kind === 'annex' && !plural && (isRow || isOwned) ? { value: '1', next } : undefined
}

/** Puts articles into the annex after them: `Artikel 3 des Anhangs I`, `Art. 2 Anhang I`. */
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

/** Reads norms after the law of the preceding ones, under the same head: `§§ 823 Abs. 2 BGB, 263 StGB`. */
export function readFurtherNorms(tokens: Tokens, index: number, head: NormHead): ReadNorms | undefined {
  const number = isQuantity(tokens, index) ? undefined : readNormNumber(tokens, index, head.kind)
  return number && readList(tokens, index, { above: [], head, closed: false, last: '' }, number)
}

/** True for a number on its own line, such as the margin numbers of decisions. */
function isOnOwnLine(tokens: Tokens, index: number): boolean {
  return tokens.gap(index) >= Gap.Line && tokens.kind(index + 1) !== TokenKind.End && tokens.gap(index + 1) >= Gap.Line
}

/** Reads one norm without a head, as a section, and its parts: `433 Abs. 1`. */
export function readBareNorm(tokens: Tokens, index: number): ReadNorms | undefined {
  const number = readNormNumber(tokens, index, 'par')
  if (number === undefined) return undefined
  const head: NormHead = { kind: 'par', plural: false, next: index }
  const norms = readMember(tokens, index, { above: [], head, closed: true, last: '' }, number)
  return { norms, next: (norms.at(-1) as ReadNorm).next }
}

function readList(tokens: Tokens, index: number, list: List, number: NormNumber): ReadNorms {
  const norms = readMember(tokens, index, list, number)
  for (;;) {
    const last = norms.at(-1) as ReadNorm
    const end = skipApplied(tokens, last.next)
    const separator = readSeparator(tokens, end)
    // Nothing continues parts after `analog`.
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
  }
}

/** True for a slash before a lower number (`Art. 246a/1`), which is not a list; its meaning stays open. */
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
  // Bounds the recursion: in `§ 1 f f f` each letter would be one more call.
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

/** Reads a lone letter as the last number of a range, with the digits of the first: `§§ 312b–d BGB`. */
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
 * Reads a lone letter as the previous number with that letter (`§§ 312b, c BGB`), if a list was announced and continues, or its
 * law follows.
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

/**
 * One norm as written, or a range of them, with alternatives: only a corpus knows whether a bare number is a norm or a part, a
 * letter belongs to a number, a raised number is a sentence. Positions are tokens, `[first, next)`.
 */
export interface ReadNorm {
  elements: PathElement<NormKind>[]
  /** The last number of a range, and its token. */
  to?: { value: string; at: number }
  following?: 'f' | 'ff'
  /** Set if the number ends in a detached `f`, which may mean `f.`: `§ 433 f` */
  orFollowing?: true
  steps: Qualifier[]
  stepsTo?: string
  stepsFollowing?: 'f' | 'ff'
  /** Set if the `f` may be a letter: `Art. 6 I f`. */
  orLetter?: true
  first: number
  next: number
  /** Alternative meanings of a number in a list if the law lacks its norm or part. */
  otherwise?: ReadNorm[]
}

/** A norm of a list as a part of the preceding norm: `2` of `§§ 3, 5 Abs. 1, 2`. */
function asPart(
  { elements, steps, to, following, orFollowing: _, ...norm }: ReadNorm,
  before: ReadNorm,
): ReadNorm | undefined {
  const above = continuedBy(before.steps, elements.at(-1)?.value ?? '')
  if (above === undefined) return undefined
  const range = { ...(to && { stepsTo: to.value }), ...(following && { stepsFollowing: following }) }
  return { ...norm, ...range, elements: before.elements, steps: [...above, ...steps] }
}

/** Parts beginning with bare numbers of a list, as norms: `3a` of `§§ 3 Abs. 1, 3a Satz 2 UWG`. */
function asNorms(tokens: Tokens, parts: PartList, list: List, next: number): ReadNorm[] {
  const end = parts.next ?? next
  return (parts.bare ?? []).flatMap(({ step, at }): ReadNorm[] => {
    const number = numberOfNorm(tokens, at, list)
    if (number === undefined) return []
    // The letter of `Nr. 1, 3 a` is one more step.
    const steps = parts.steps.slice(number.value === parts.steps[step]?.value ? step + 1 : step + 2)
    const norm = { elements: [...list.above, { kind: list.head.kind, value: number.value }], first: at, next: end }
    if (steps.length > 0) return [{ ...norm, ...partsRead({ ...parts, steps }) }]
    const { to, following } = parts
    return [{ ...norm, steps, ...(to && { to: { value: to, at: end - 1 } }), ...(following && { following }) }]
  })
}

/** The parts of a norm. */
export const partsRead = ({ steps, to, following, orLetter }: PartList) => ({
  steps,
  ...(to && { stepsTo: to }),
  ...(following && { stepsFollowing: following }),
  ...(orLetter && ({ orLetter } as const)),
})

/**
 * Adds the other readings of a letter detached from its number (`Nr. 26 a` is Nr. 26a, else letter a of Nr. 26), and of a
 * raised number (`Abs. 1²` is Satz 2 if it exists).
 */
export function withOtherReadings(norm: ReadNorm): ReadNorm {
  const place = norm.steps.findIndex(({ isApart }) => isApart)
  const [number, letter] = norm.steps.slice(place - 1, place + 1)
  if (place < 1 || letter === undefined || number === undefined) return norm
  const { otherwise = [], stepsTo: to, ...rest } = norm
  if (letter.kind === 'satz') return { ...norm, otherwise: [{ ...norm, steps: norm.steps.toSpliced(place, 1) }] }
  const joined = { kind: number.kind, value: number.value + letter.value }
  const steps = norm.steps.toSpliced(place - 1, 2, joined)
  const stepsTo = to !== undefined && place + 1 === norm.steps.length ? number.value + to : to
  return { ...rest, steps, ...(stepsTo !== undefined && { stepsTo }), otherwise: [norm, ...otherwise] }
}

/** State of reading one list. */
interface List {
  above: PathElement<NormKind>[]
  head: NormHead
  /** True after `und`: a further bare number is then more likely a part. */
  closed: boolean
  /** The number of the last norm, empty before the first. */
  last: string
  /** Whether the members between two tokens are norms although the head announced one. */
  followers?: { areNorms: boolean; from: number; before: number }
}

/** Minimum distance of a bare number from the preceding part's to be a norm for certain, or in a closed list. */
const FAR = 30
const NEAR = 10

/**
 * True if the bare number in a list is a norm. After a part it may be another part: `§§ 812, 818 Abs. 2 und 819` continues with
 * a norm, `§§ 3, 5 Abs. 1 und 2` with an Absatz. Norms ascend, `und` joins the last two, and only norms have Absätze.
 */
function isNorm(tokens: Tokens, index: number, list: List, last?: Qualifier): boolean {
  const { head, closed } = list
  const number = readNormNumber(tokens, index, head.kind)
  if (number === undefined || isQuantity(tokens, index) || isListMarker(tokens, index)) return false
  if (last !== undefined && hasAbsatz(tokens, number.next, index)) return true
  if (!head.plural && !isList(tokens, index, list)) return false
  if (last === undefined) return true
  if (isRomanAbsatz(tokens, index - 2, last)) return true
  const value = Number.parseInt(number.value, 10)
  const part = Number.parseInt(last.value, 10)
  if (Number.isNaN(part)) return head.plural
  if (value > part + FAR) return true
  // A number too high for an Absatz: `§§ 263 Abs. 1, 13 StGB`.
  if (head.plural && (last.kind === 'abs' || last.kind === 'satz') && value > part + NEAR) return true
  return head.plural && ascends(number.value, list) && (!closed || value > part + NEAR)
}

const ascends = (value: string, { last }: List) => last === '' || compareValues(value, last) > 0

/**
 * Returns a list number read as a part if it may be a norm: `3a` of `§§ 3 Abs. 1, 3a UWG`. Under a head for one norm, it must
 * have a letter and ascend, and a law must follow: `§ 5 Abs. 1, 5a UWG`, but not `§ 4 Nr. 9 und 10 UWG`.
 */
function numberOfNorm(tokens: Tokens, index: number, list: List): NormNumber | undefined {
  const number = readNormNumber(tokens, index, list.head.kind)
  if (number === undefined || list.head.plural) return number
  return /[a-z]$/.test(number.value) && ascends(number.value, list) && isList(tokens, index, list) ? number : undefined
}

/** `§§ 263 I, 13 StGB`: Absätze in Roman numerals are not followed by Arabic ones. */
const isRomanAbsatz = (tokens: Tokens, index: number, { kind }: Qualifier) =>
  kind === 'abs' && romanNumber(tokens.value(index)) !== undefined

/**
 * True if an Absatz follows a number, which is then a norm's. One in brackets may be anything (`§ 5 Abs. 1, 2 (3)`) unless an
 * Absatz precedes the list, too.
 * @param index of the number
 */
function hasAbsatz(tokens: Tokens, next: number, index: number): boolean {
  if (PARTS.get(tokens.word(next)) === 'abs') return true
  return (!tokens.is(next, '(') || tokens.is(index - 2, ')')) && readFirst(tokens, next, false) !== undefined
}

/**
 * True if numbers are a list of norms although the head announced one (`§ 5, 6 BGB`, `Art. 1 und 2 GG`): a part or a law must
 * follow. The result holds for all members up to there, so that long lists are read once.
 */
function isList(tokens: Tokens, index: number, list: List): boolean {
  const known = list.followers
  if (known !== undefined && index >= known.from && index < known.before) return known.areNorms
  const { areNorms, before } = readFollowers(tokens, index, list.head)
  list.followers = { areNorms, from: index, before }
  return areNorms
}

/** @returns whether a part or a law ends the list of numbers at `index`, and the token after its last number */
function readFollowers(tokens: Tokens, index: number, head: NormHead): { areNorms: boolean; before: number } {
  let next = index
  for (;;) {
    const number = readNormNumber(tokens, next, head.kind)
    if (number === undefined) return { areNorms: false, before: next }
    next = readFollowing(tokens, number.next)?.next ?? number.next
    const kind = PARTS.get(tokens.word(next))
    if (kind === 'satz' || kind === 'nr' || hasAbsatz(tokens, next, index)) return { areNorms: true, before: next }
    const separator = readSeparator(tokens, next)
    if (separator === undefined) return { areNorms: isLawAt(tokens, next, head), before: next }
    next = separator.next
  }
}

const LONGEST_ADJECTIVES = 4

/** True if the tokens at `next` look like the law of norms before them. */
function isLawAt(tokens: Tokens, next: number, head: NormHead): boolean {
  let first = ARTICLES.has(tokens.word(next)) ? next + 1 : next
  // `der deutschen Verfassung`, `dieses Gesetzes`
  while (first - next < LONGEST_ADJECTIVES && /^(?:dieser|dieses|\p{Ll}{2,}en)$/u.test(tokens.value(first))) first++
  const name = tokens.value(first)
  if (head.kind === 'art' && (UNION_TREATIES.has(name) || readUnionAct(tokens, first) !== undefined)) return true
  // Courts (`LAG`, `SG`) share their abbreviation with laws, and rarely follow a number without a comma.
  return looksLikeAbbreviation(name) || /^\p{Lu}{2,}$/u.test(name) || (/^\p{Lu}/u.test(name) && endsLikeLawName(name))
}

/** Tells whether a bare number in a list is a norm or a part of the one before it. */
import type { Qualifier } from '../designation.ts'
import { ARTICLES, endsLikeLawName, looksLikeAbbreviation } from '../laws/law-form.ts'
import { readUnionAct, UNION_TREATIES } from '../laws/union-act.ts'
import { compareValues, type NormKind, type PathElement } from '../norm-path.ts'
import { PARTS } from './lexicon.ts'
import { type NormHead, type NormNumber, readNormNumber } from './read-head.ts'
import { readFirst } from './read-part.ts'
import { isListMarker, isQuantity, readFollowing, readSeparator, romanNumber } from './read-tokens.ts'
import type { Tokens } from './tokens.ts'

/** State while the members of one list are read. */
export interface List {
  above: PathElement<NormKind>[]
  head: NormHead
  /** True after `und`: a further bare number is then rather a part. */
  closed: boolean
  /** The number of the last norm, empty before the first. */
  last: string
  /** Whether the members between two tokens are norms although the head announced one. */
  followers?: { areNorms: boolean; from: number; before: number }
}

/** By how much a bare number must exceed that of the part before it to be a norm for certain, or in a closed list. */
const FAR = 30
const NEAR = 10

/**
 * True if the bare number in a list is a norm. After a part it may be another part: `§§ 812, 818 Abs. 2 und 819` goes
 * on with a norm, `§§ 3, 5 Abs. 1 und 2` with an Absatz. Norms ascend, `und` joins the last two, and only norms have
 * Absätze.
 */
export function isNorm(tokens: Tokens, index: number, list: List, last?: Qualifier): boolean {
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
 * Returns the number of a list that is read as a part, if it may be a norm: `3a` of `§§ 3 Abs. 1, 3a UWG`. Under a head for one
 * norm, it has a letter and ascends, and a law follows: `§ 5 Abs. 1, 5a UWG`, but not `§ 4 Nr. 9 und 10 UWG`.
 */
export function numberOfNorm(tokens: Tokens, index: number, list: List): NormNumber | undefined {
  const number = readNormNumber(tokens, index, list.head.kind)
  if (number === undefined || list.head.plural) return number
  return /[a-z]$/.test(number.value) && ascends(number.value, list) && isList(tokens, index, list) ? number : undefined
}

/** `§§ 263 I, 13 StGB`: Absätze in Roman figures are not followed by one in others. */
export const isRomanAbsatz = (tokens: Tokens, index: number, { kind }: Qualifier) =>
  kind === 'abs' && romanNumber(tokens.value(index)) !== undefined

/**
 * True if an Absatz follows a number, which is then that of a norm. One in brackets may be anything
 * (`§ 5 Abs. 1, 2 (3)`) unless there is one before the list, too.
 * @param index of the number
 */
export function hasAbsatz(tokens: Tokens, next: number, index: number): boolean {
  if (PARTS.get(tokens.word(next)) === 'abs') return true
  return (!tokens.is(next, '(') || tokens.is(index - 2, ')')) && readFirst(tokens, next, false) !== undefined
}

/**
 * True if numbers are a list of norms although the head announced one (`§ 5, 6 BGB`, `Art. 1 und 2 GG`): a part or a
 * law must follow. The answer holds for all members up to there, so that long lists are read once.
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
  // Courts (`LAG`, `SG`) share their abbreviation with laws, and follow a number without a comma more seldom.
  return looksLikeAbbreviation(name) || /^\p{Lu}{2,}$/u.test(name) || (/^\p{Lu}/u.test(name) && endsLikeLawName(name))
}

/** Reads the head of a designation and the number after it: `§ 433`, `Art. 246a`, `Anlage II`. */

import { readChunk } from '../laws/chunks.ts'
import { ARTICLES, endsLikeLawName } from '../laws/law-form.ts'
import { readUnionAct } from '../laws/union-act.ts'
import type { NormKind } from '../norm-path.ts'
import { HEADS, LATIN_SUFFIX, PARTS } from './lexicon.ts'
import { isLawAt, leadsToLaw, readLetterSuffix, readNumber, romanNumber, skipDot } from './read-tokens.ts'
import { Gap, TokenKind, type Tokens } from './tokens.ts'

export interface NormHead {
  kind: NormKind
  /** True if it announces several norms: `§§`, `Artikeln`. */
  plural: boolean
  next: number
}

export interface NormNumber {
  value: string
  following?: 'f' | 'ff'
  next: number
}

/** Reads the head at `index`: a section sign, or a word such as `Art.`, `Artikel`, `Anlage`. */
export function readHead(tokens: Tokens, index: number): NormHead | undefined {
  if (tokens.kind(index) === TokenKind.Section) {
    return { kind: 'par', plural: tokens.end(index) - tokens.start(index) > 1, next: index + 1 }
  }
  const word = tokens.word(index)
  const head = HEADS.get(word)
  if (head !== undefined) {
    const next = skipDot(tokens, index + 1)
    // `Erwägungsgrund Nr. 47`
    const isCounted = head.kind === 'recital' && /^(?:nr|nummer)$/.test(tokens.word(next))
    return { ...head, next: isCounted ? skipDot(tokens, next + 1) : next }
  }
  const next = word === 'erw' ? skipErwGr(tokens, index + 1) : skipCommunity(tokens, index)
  return next === undefined ? undefined : { kind: 'recital', plural: false, next }
}

/** `Erw.-Gr.` after its first word, or that word alone before a number and an act: `Erw. 47 DSGVO`. */
function skipErwGr(tokens: Tokens, index: number): number | undefined {
  const dotted = skipDot(tokens, index)
  const next = tokens.is(dotted, '-') ? dotted + 1 : dotted
  if (/^gr(?:d|ünde)?$/.test(tokens.word(next))) return skipDot(tokens, next + 1)
  return areRecitals(tokens, dotted) ? dotted : undefined
}

/** Names of acts of the Union whose recitals may be cited with two letters only. */
const OF_UNION = /(?:VO|RL|Verordnung|Richtlinie|GDPR|[aA]ct)$/
/** Maximum number of numbers and signs between `EG` and the act. */
const LONGEST_RECITALS = 8

/** `EG 47 DSGVO`, `EWG 47 DSGVO`: not the treaty (`Art. 5 EG`) or a community (`(EG) Nr. 5`). */
function skipCommunity(tokens: Tokens, index: number): number | undefined {
  if (!/^EW?G$/.test(tokens.value(index)) || tokens.kind(index - 1) === TokenKind.Number || tokens.is(index - 1, '/'))
    return undefined
  return areRecitals(tokens, index + 1) ? index + 1 : undefined
}

/** True if numbers of recitals begin at `index` and their act follows. */
function areRecitals(tokens: Tokens, index: number): boolean {
  if (!/^\d{1,3}$/.test(tokens.value(index)) || tokens.gap(index) !== Gap.Space) return false
  let next = index + 1
  while (next < index + LONGEST_RECITALS && !ARTICLES.has(tokens.word(next))) {
    const isMember = /^(?:\d{1,3}|[,.–-]|und|f|ff|bis|S|Satz)$/.test(tokens.value(next))
    if (!isMember) break
    next++
  }
  if (ARTICLES.has(tokens.word(next))) next++
  const chunk = readChunk(tokens, next)
  return (
    readUnionAct(tokens, next) !== undefined || (chunk !== undefined && OF_UNION.test(tokens.slice(next, chunk.next)))
  )
}

/** Reads the number of a norm. Sections have neither Roman numerals nor capital letters. */
export function readNormNumber(tokens: Tokens, index: number, kind: NormKind): NormNumber | undefined {
  if (kind === 'preamble') return { value: '1', next: index }
  const number = readNumber(tokens, index)
  if (number !== undefined) {
    if (!isNormNumber(number.value) && !isNumberOfNone(tokens, index)) return undefined
    const latin = kind === 'art' ? readLatinSuffix(tokens, index + 1) : undefined
    if (latin !== undefined) return { value: number.value + latin, next: index + 2 }
    const letter = number.following === undefined ? readLetterSuffix(tokens, index + 1) : undefined
    if (letter === undefined) return { ...number, next: index + 1 }
    return { value: number.value + letter, next: index + 2 }
  }
  if (kind === 'recital' && tokens.is(index, '(') && tokens.is(index + 2, ')')) {
    const bracketed = readNumber(tokens, index + 1)
    return bracketed && { value: bracketed.value, next: index + 3 }
  }
  if (tokens.kind(index) !== TokenKind.Word || kind === 'par' || kind === 'recital') return undefined
  const word = tokens.value(index)
  if (romanNumber(word) !== undefined) return { value: word.toLowerCase(), next: index + 1 }
  if (kind !== 'annex' || !/^[A-Z]{1,2}$/.test(word)) return undefined
  const digits = tokens.gap(index + 1) === Gap.None ? readNumber(tokens, index + 1) : undefined
  return { value: word.toLowerCase() + (digits?.value ?? ''), next: digits === undefined ? index + 1 : index + 2 }
}

const isNormNumber = (value: string) => NORM_NUMBER.test(value) || /^[1-9]\d{0,3}[a-z]{3,9}$/.test(value)
const NORM_NUMBER = /^[1-9]\d{0,3}[a-z]{0,2}(?:\.\d{1,3}[a-z]?)?$/

/**
 * True for a number that no norm has before a law, a part or a list that ends in a law: `§ 99999 BGB`. Elsewhere it may be a
 * product's.
 */
function isNumberOfNone(tokens: Tokens, index: number): boolean {
  if (!/^(?:0|\d{5,40}[a-z]?)$/.test(tokens.value(index)) || tokens.gap(index) > Gap.Line) return false
  const isName = [index + 1, index + 2].some((at) => endsLikeLawName(tokens.value(at)))
  const isNamed = isLawAt(tokens, index + 1) || (/^\p{Lu}/u.test(tokens.value(index + 1)) && isName)
  const endsCell = tokens.is(index + 1, '\ufffc') || tokens.is(index + 1, '|')
  return endsCell || PARTS.has(tokens.word(index + 1)) || isNamed || leadsToLaw(tokens, index + 1)
}

/** Reads a Latin numeral after a space that is not a range: `Art. 6 bis PVÜ`. */
function readLatinSuffix(tokens: Tokens, index: number): string | undefined {
  const word = tokens.kind(index) === TokenKind.Word ? tokens.value(index) : ''
  if (!LATIN_SUFFIX.test(word) || tokens.gap(index) !== Gap.Space) return undefined
  const next = index + 1
  // `bis` may also join a range.
  const isEnd = tokens.kind(next) === TokenKind.End || word !== 'bis'
  return isEnd || PARTS.get(tokens.word(next)) === 'abs' || isLawAt(tokens, next) ? word : undefined
}

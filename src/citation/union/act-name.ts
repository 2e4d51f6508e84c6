/** Reads which act a reference is to: `of Regulation (EU) 2016/679`, `of this Directive`, `thereof`. */
import { Gap, TokenKind, type Tokens } from '../grammar/tokens.ts'
import { looksLikeAbbreviation } from '../laws/law-form.ts'
import type { ActLexicon } from './lexicon.ts'

/** The act of a reference. Positions are tokens, `[first, next)`. */
export type ReferredAct =
  /** The act itself, whether or not it says so (`of this Regulation`). */
  | { kind: 'own'; isSaid?: true }
  /** The one of this type (the letter in its CELEX number) that was named last; `undefined` for any. */
  | { kind: 'same'; type: string | undefined }
  /** One by its name. */
  | { kind: 'named'; first: number; next: number; type: string | undefined }
  /** Other rules, which are not read. */
  | { kind: 'other' }

const OWN: ReferredAct = { kind: 'own' }
const OTHER: ReferredAct = { kind: 'other' }

/** Most words between a link and the noun of an act. */
const MOST_ADJECTIVES = 5

/**
 * Reads the act after a reference.
 * @param index the token after it
 * @returns the act, and the token after its name; `index` if it is not named
 */
export function readAct(tokens: Tokens, index: number, lexicon: ActLexicon): { act: ReferredAct; next: number } {
  if (lexicon.thereof.has(tokens.word(index))) return { act: { kind: 'same', type: undefined }, next: index + 1 }
  const first = skipLinks(tokens, index, lexicon)
  if (first === index && tokens.is(index, ',')) {
    // `Article 6(1), point (a), of Regulation (EU) 2016/679`
    const after = readAct(tokens, index + 1, lexicon)
    return after.act.kind !== 'other' && after.next > index + 1 ? after : { act: OWN, next: index }
  }
  if (first === index) return readUnlinked(tokens, index, lexicon)
  const word = tokens.word(first)
  const isOwn = lexicon.own.has(word)
  const isSame = lexicon.same.has(word)
  const noun = nounAfter(tokens, isOwn || isSame ? first + 1 : first, lexicon)
  if (isOwn)
    return noun === undefined ? { act: OWN, next: index } : { act: { kind: 'own', isSaid: true }, next: noun + 1 }
  if (noun === undefined) {
    const name = readBareName(tokens, first)
    if (name.next > first) return name
    const isName = lexicon.others.has(word) || (!lexicon.heads.has(word) && /^\p{Lu}/u.test(tokens.value(first)))
    return { act: isName ? OTHER : OWN, next: index }
  }
  const type = lexicon.acts.get(tokens.word(noun)) as string
  if (isSame) return { act: { kind: 'same', type }, next: noun + 1 }
  const number = readActNumber(tokens, noun + 1)
  if (number === undefined) return { act: OTHER, next: index }
  return { act: { kind: 'named', first: noun, next: number, type }, next: number }
}

/** Returns the index after words such as `of the`, `de l'`; the apostrophe is a token of its own. */
export function skipLinks(tokens: Tokens, index: number, { links }: ActLexicon): number {
  let next = index
  while (next < index + 4 && links.has(tokens.word(next)) && tokens.gap(next) <= Gap.Line) {
    next++
    if (/^['’]$/.test(tokens.value(next)) && tokens.gap(next) === Gap.None) next++
  }
  return next
}

/** Returns the noun of an act, after its adjectives. */
function nounAfter(tokens: Tokens, index: number, { acts, adjectives }: ActLexicon): number | undefined {
  for (let at = index; at <= index + MOST_ADJECTIVES; at++) {
    const word = tokens.word(at)
    if (acts.has(word)) return at
    if (!adjectives.has(word) && !/^['’]$/.test(tokens.value(at))) return undefined
  }
  return undefined
}

/** `Article 1 Directive 2011/83/EU`, in one line and one cell of a table; `Article 6 GDPR`. */
function readUnlinked(tokens: Tokens, index: number, { acts }: ActLexicon): { act: ReferredAct; next: number } {
  const type = acts.get(tokens.word(index))
  const isBeside = index > 0 && !tokens.is(index - 1, ',') && tokens.text[tokens.end(index - 1)] === ' '
  const next = type !== undefined && isBeside ? readActNumber(tokens, index + 1) : undefined
  return next === undefined ? readBareName(tokens, index) : { act: { kind: 'named', first: index, next, type }, next }
}

/** `TFEU`, `GDPR`: an abbreviation directly after a reference. */
function readBareName(tokens: Tokens, index: number): { act: ReferredAct; next: number } {
  const isName = tokens.kind(index) === TokenKind.Word && tokens.gap(index) <= Gap.Line
  if (!isName || !looksLikeAbbreviation(tokens.value(index))) return { act: OWN, next: index }
  // `AI Act`
  const next = tokens.word(index + 1) === 'act' ? index + 2 : index + 1
  return { act: { kind: 'named', first: index, next, type: undefined }, next }
}

/** Returns the index after the number of an act: `(EU) 2016/679`, `(EC) No 44/2001`, `2009/65/EC`, `(EU) n° 575/2013`. */
export function readActNumber(tokens: Tokens, index: number): number | undefined {
  let next = index
  if (tokens.is(next, '(')) {
    while (next < index + 6 && !tokens.is(next, ')')) next++
    next++
  }
  if (/^(?:no|nr|n)$/.test(tokens.word(next))) {
    next++
    while (/^[.°oº]$/.test(tokens.value(next))) next++
  }
  const isJoined = (at: number) => tokens.is(at, '/') && tokens.gap(at) === Gap.None && tokens.gap(at + 1) === Gap.None
  if (tokens.kind(next) !== TokenKind.Number || !isJoined(next + 1)) return undefined
  if (tokens.kind(next + 2) !== TokenKind.Number) return undefined
  return isJoined(next + 3) && tokens.kind(next + 4) === TokenKind.Word ? next + 5 : next + 3
}

/** Reads the act of a reference: `of Regulation (EU) 2016/679`, `of this Directive`, `thereof`. */
import { Gap, TokenKind, type Tokens } from '../grammar/tokens.ts'
import type { NameCandidate } from '../laws/chunks.ts'
import { readEnglishName } from '../laws/english-names.ts'
import { endsLikeLawName, looksLikeAbbreviation } from '../laws/law-form.ts'
import { isInGazetteer } from '../laws/out-of-scope.ts'
import { namesAfter } from '../text/name-candidates.ts'
import type { ActLexicon } from './lexicon.ts'

/** The act of a reference. Positions are tokens, `[first, next)`. */
export type ReferredAct =
  /** The act itself, whether or not it says so (`of this Regulation`). */
  | { kind: 'own'; isSaid?: true }
  /** The last named act of this type (the letter in its CELEX number); `undefined` for any type. */
  | { kind: 'same'; type: string | undefined }
  /** An act by name. */
  | { kind: 'named'; first: number; next: number; type: string | undefined; name?: string }
  /** Other rules, which are ignored. */
  | { kind: 'other' }

const OWN: ReferredAct = { kind: 'own' }
const OTHER: ReferredAct = { kind: 'other' }

/** Maximum number of words between a link and the noun of an act. */
const MOST_ADJECTIVES = 5

/**
 * Reads the act after a reference.
 * @param index the token after it
 * @returns the act, and the token after its name; `index` without a name
 */
export function readAct(tokens: Tokens, index: number, lexicon: ActLexicon): { act: ReferredAct; next: number } {
  if (lexicon.isGerman) return readGermanLaw(tokens, index, lexicon)
  const aside = skipAside(tokens, index)
  if (aside > index) {
    const after = readLinkedAct(tokens, aside, lexicon)
    return after.next > aside || after.act.kind === 'other' ? after : { act: OWN, next: index }
  }
  return readLinkedAct(tokens, index, lexicon)
}

/** Reads `of the German Civil Code (BGB)`, `BGB`, `, of the same Act`. */
function readGermanLaw(tokens: Tokens, index: number, lexicon: ActLexicon): { act: ReferredAct; next: number } {
  if (lexicon.thereof.has(tokens.word(index))) return { act: { kind: 'same', type: undefined }, next: index + 1 }
  const comma = tokens.is(index, ',') ? index + 1 : index
  const first = skipLinks(tokens, comma, lexicon)
  // `in conjunction with`, `to be`
  const isLinked = first > comma && (tokens.word(comma) === 'of' || tokens.word(first - 1) === 'the')
  if (tokens.gap(first) > Gap.Line) return { act: OWN, next: index }
  const [name] = isLinked || comma === index ? lawNames(tokens, first) : []
  if (name !== undefined) {
    const next = tokens.at(name.end)
    return { act: { kind: 'named', first, next, type: undefined, name: name.text }, next }
  }
  if (!isLinked) return { act: OWN, next: index }
  const noun = nounAfter(tokens, lexicon.same.has(tokens.word(first)) ? first + 1 : first, lexicon)
  const isSame = noun !== undefined && (noun > first || tokens.word(first - 1) === 'the')
  return isSame
    ? { act: { kind: 'same', type: typeOf(tokens, noun, lexicon) }, next: noun + 1 }
    : { act: OTHER, next: index }
}

/** The German law at `index`, by its English name or an abbreviation. */
function lawNames(tokens: Tokens, index: number): NameCandidate[] {
  const english = readEnglishName(tokens, index)
  if (english !== undefined) return [english]
  const first = tokens.word(index) === 'german' ? index + 1 : index
  return namesAfter(tokens, first).filter(({ text, start, end }) => {
    const isOfYear = /^ (?:1[89]|20)\d\d(?!\d)/.test(tokens.text.slice(end, end + 6))
    return (
      start === tokens.start(first) && !isOfYear && looksLikeAbbreviation(text.replace(/ (?:[IVX]+|\d+)$|^\d+\. /g, ''))
    )
  })
}

/** Words between norms and their act, with or without surrounding commas. */
const ASIDES = [['respectively'], ['as', 'the', 'case', 'may', 'be'], ['respectivement'], ['selon', 'le', 'cas']]

function skipAside(tokens: Tokens, index: number): number {
  const first = tokens.is(index, ',') ? index + 1 : index
  const words = ASIDES.find((aside) => aside.every((word, place) => tokens.word(first + place) === word))
  if (words === undefined) return index
  const next = first + words.length
  return tokens.is(next, ',') ? next + 1 : next
}

function readLinkedAct(tokens: Tokens, index: number, lexicon: ActLexicon): { act: ReferredAct; next: number } {
  if (lexicon.thereof.has(tokens.word(index))) return { act: { kind: 'same', type: undefined }, next: index + 1 }
  const first = skipLinks(tokens, index, lexicon)
  if (first === index && tokens.is(index, ',')) {
    // `Article 6(1), point (a), of Regulation (EU) 2016/679`
    const linked = skipLinks(tokens, index + 1, lexicon)
    const isNamed = linked > index + 1 || looksLikeAbbreviation(tokens.value(linked))
    // `Notwithstanding Article 80, Regulation (EC) No 44/2001 continues to apply`
    if (!isNamed) return { act: OWN, next: index }
    const after = readLinkedAct(tokens, index + 1, lexicon)
    const isRule = [0, 1, 2].some((place) => lexicon.others.has(tokens.word(linked + place)))
    const isOther = after.act.kind === 'other' && isRule
    return isOther || after.next > index + 1 ? after : { act: OWN, next: index }
  }
  if (first === index) return readBareName(tokens, index, lexicon)
  const word = tokens.word(first)
  const isOwn = lexicon.own.has(word)
  const isSame = lexicon.same.has(word)
  const noun = nounAfter(tokens, isOwn || isSame ? first + 1 : first, lexicon)
  // `of that Charter`
  if (isSame && lexicon.others.has(tokens.word(first + 1))) return { act: OTHER, next: index }
  if (isOwn)
    return noun === undefined ? { act: OWN, next: index } : { act: { kind: 'own', isSaid: true }, next: noun + 1 }
  if (noun === undefined) {
    const name = readBareName(tokens, first, lexicon)
    if (name.next > first) return name
    const isName = lexicon.others.has(word) || (!lexicon.heads.has(word) && /^\p{Lu}/u.test(tokens.value(first)))
    return { act: isName ? OTHER : OWN, next: index }
  }
  const type = typeOf(tokens, noun, lexicon)
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

/** A name without a number directly after a reference: `GDPR`, `Market Abuse Regulation`, `Rome I`. */
function readBareName(tokens: Tokens, index: number, lexicon: ActLexicon): { act: ReferredAct; next: number } {
  // `Article 3 (EU) 2016/679`
  const bare =
    tokens.is(index, '(') && /^\p{Lu}/u.test(tokens.value(index + 1)) ? readActNumber(tokens, index) : undefined
  if (bare !== undefined) return { act: { kind: 'named', first: index, next: bare, type: undefined }, next: bare }
  if (tokens.kind(index) !== TokenKind.Word || tokens.gap(index) > Gap.Line) return { act: OWN, next: index }
  // `Article 3 Regulation 593/2008`, in one cell of a table
  const isBeside = index > 0 && tokens.text[tokens.end(index - 1)] === ' '
  const noun = isBeside && /^\p{Lu}/u.test(tokens.value(index)) ? nounAfter(tokens, index, lexicon) : undefined
  const number = noun === undefined ? undefined : readActNumber(tokens, noun + 1)
  if (noun !== undefined && number !== undefined) {
    return { act: { kind: 'named', first: noun, next: number, type: typeOf(tokens, noun, lexicon) }, next: number }
  }
  const next = endOfName(tokens, index, lexicon)
  if (next === undefined) return { act: OWN, next: index }
  return { act: { kind: 'named', first: index, next, type: typeOf(tokens, next - 1, lexicon) }, next }
}

const typeOf = (tokens: Tokens, noun: number, { acts }: ActLexicon) => acts.get(tokens.word(noun))

/** Treaties by their titles. */
const TREATIES =
  /^(?:Treaty on (?:the Functioning of the )?European Union|Charter of Fundamental Rights(?: of the European Union)?|traité sur (?:le fonctionnement de )?l[’']Union européenne|Charte des droits fondamentaux(?: de l[’']Union européenne)?)(?!\p{L})/u
/** Maximum length of a title, in characters. */
const LONGEST_TREATY = 60
/** Maximum length of an act's name, in tokens. */
const LONGEST_NAME = 8
const NUMERAL = /^[IVX]{1,4}[ab]?$/
const SMALL = /^(?:and|in|of|on|for)$/
/** Nouns at the end of names without a number. */
const NAMED = /^(?:Act|Code|Law)$/

/** Returns the token after an abbreviation with hyphens: `KI-VO`. */
function endOfJoined(tokens: Tokens, index: number): number {
  let next = index + 1
  while (tokens.is(next, '-') && tokens.gap(next) === Gap.None && tokens.gap(next + 1) === Gap.None) next += 2
  return next
}

/** Returns the token after a name: an abbreviation, or capitalised words ending with a noun for an act. */
function endOfName(tokens: Tokens, index: number, lexicon: ActLexicon): number | undefined {
  const start = tokens.start(index)
  const treaty = TREATIES.exec(tokens.text.slice(start, start + LONGEST_TREATY))
  if (treaty !== null) return tokens.at(start + treaty[0].length)
  const joined = endOfJoined(tokens, index)
  // `IMI-VO`: `IMI` alone is a number.
  const isShort =
    looksLikeAbbreviation(tokens.value(index)) ||
    looksLikeAbbreviation(tokens.text.slice(start, tokens.end(joined - 1)))
  // `MiFID II`, `Rome I`, `Brussels I bis`
  const isNumbered = NUMERAL.test(tokens.value(index + 1)) && tokens.gap(index + 1) === Gap.Space
  const isOfSeries = isNumbered && (isShort || /^(?:rome|brussels|bruxelles)$/.test(tokens.word(index)))
  let short = isShort ? joined : undefined
  // `NIS 2`, `NIS2`: for other names a number is not known to be a part.
  const numbered = tokens.kind(joined) === TokenKind.Number && tokens.gap(joined) <= Gap.Space ? joined + 1 : joined
  if (numbered > joined && isInGazetteer(tokens.text.slice(start, tokens.end(numbered - 1)))) short = numbered
  if (isOfSeries) short = endOfRecast(tokens, index + 2)
  for (let at = index; at < index + LONGEST_NAME; at++) {
    const isNear = at === index || tokens.gap(at) <= Gap.Line
    const isWord =
      tokens.kind(at) === TokenKind.Word && (/^\p{Lu}/u.test(tokens.value(at)) || SMALL.test(tokens.value(at)))
    const isPart = isWord || (tokens.is(at, '-') && tokens.gap(at) === Gap.None) || (short !== undefined && at < short)
    if (!isNear || !isPart) break
    const isNoun =
      at > index &&
      /^\p{Lu}/u.test(tokens.value(at)) &&
      (lexicon.acts.has(tokens.word(at)) || NAMED.test(tokens.value(at)) || endsLikeLawName(tokens.value(at)))
    if (isNoun) return NUMERAL.test(tokens.value(at + 1)) ? at + 2 : endOfRecast(tokens, at + 1)
  }
  return short
}

/** Returns the token after the distinction of a recast act: `bis`, `recast`, `(recast)`. */
function endOfRecast(tokens: Tokens, index: number): number {
  if (tokens.is(index, '(') && tokens.word(index + 1) === 'recast' && tokens.is(index + 2, ')')) return index + 3
  return /^(?:bis|ter|recast)$/.test(tokens.word(index)) ? index + 1 : index
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

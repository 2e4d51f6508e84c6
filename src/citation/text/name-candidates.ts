/** Finds candidates for the name of a law beside a designation. Only the aliases of a corpus decide between them. */
import { romanNumber, skipAddition, skipApplied, skipDot } from '../grammar/read-tokens.ts'
import { Gap, TokenKind, type Tokens } from '../grammar/tokens.ts'
import {
  type Chunk,
  CLOSING_QUOTE,
  chunkBefore,
  hasFootnote,
  isKeyword,
  type NameCandidate,
  nameOf,
  OPENING_QUOTE,
  readArticleLaw,
  readChunk,
  readSectionName,
  readShortTitles,
} from '../laws/chunks.ts'
import { ARTICLES, endsLikeLawName, looksLikeAbbreviation, looksLikeLaw } from '../laws/law-form.ts'
import { celexNamed } from '../laws/law-names.ts'
import { isInGazetteer } from '../laws/out-of-scope.ts'
import { isLand, landAfter, namesOfLand, stateOfAdjective, stateOfShortAdjective } from '../laws/states.ts'
import { readActNumber, readNumberWithCommunity, readUnionAct, unionActBefore } from '../laws/union-act.ts'
import { editionAfter, editionInFront } from './editions.ts'

export type { NameCandidate } from '../laws/chunks.ts'

/** Maximum number of words of a full name. */
const LONGEST_NAME = 24

/**
 * Reads candidates directly after a designation, longest first: `BGB`, `SGB V`, `des Bürgerlichen Gesetzbuchs`,
 * `des Gesetzes über … (StBerG)`, `der 1. BImSchV`, `der Verordnung (EU) 2016/679`.
 * @param end the token after the designation
 */
export function namesAfter(tokens: Tokens, end: number): NameCandidate[] {
  const index = skipEdition(tokens, skipAddition(tokens, skipApplied(tokens, end)))
  const article = ARTICLES.has(tokens.word(index))
  const first = article ? index + 1 : index
  if (OPENING_QUOTE.test(tokens.value(first)) && tokens.gap(first + 1) === Gap.None) return namesInQuotes(tokens, first)
  const address = actAddress(tokens, first)
  if (address !== undefined) return [address]
  const act = readUnionAct(tokens, first) ?? readNumberWithCommunity(tokens, first) ?? readArticleLaw(tokens, first)
  if (act !== undefined) return [nameOf(tokens, first, act)]
  const ofState = readNamesOfState(tokens, first)
  if (ofState.length > 0) return ofState.reverse()
  const names = readNames(tokens, first)
  return (names.length > 0 || article ? names : readLowerCase(tokens, first, endsClause(tokens))).reverse()
}

const namesInQuotes = (tokens: Tokens, index: number) =>
  readNames(tokens, index + 1)
    .flatMap((name) => (CLOSING_QUOTE.test(tokens.value(tokens.at(name.end))) ? { ...name, end: name.end + 1 } : []))
    .reverse()

/** Maximum number of tokens of a remark between a norm and its law. */
const LONGEST_REMARK = 8

/** Reads the abbreviation after a remark in brackets: `§ 34 (Dienstzeit) BBG`. */
export function namesAfterRemark(tokens: Tokens, index: number): NameCandidate[] {
  if (!tokens.is(index, '(') || tokens.kind(index + 1) !== TokenKind.Word) return []
  let next = index + 1
  while (next < index + LONGEST_REMARK && tokens.kind(next) === TokenKind.Word) next++
  if (!tokens.is(next, ')') || tokens.gap(next + 1) !== Gap.Space) return []
  return readNames(tokens, next + 1)
    .filter(({ text }) => looksLikeAbbreviation(text.split(' ', 1)[0] ?? ''))
    .reverse()
}

/** True for a full name of the DDR: the short title after it is then not federal. */
function isOfState(tokens: Tokens, first: number, next: number): boolean {
  return /\bDDR\b|Demokratischen Republik/.test(tokens.text.slice(tokens.start(first), tokens.end(next - 1)))
}

/** Words between a noun such as `Gesetz` and its subject. */
const BINDERS = new Set(['über', 'zur', 'zum', 'gegen', 'betreffend', 'für', 'des', 'der'])

/** Returns the index after the words of an edition between a norm and its law: `§ 5 in der alten Fassung des UWG`. */
function skipEdition(tokens: Tokens, index: number): number {
  if (tokens.kind(index) !== TokenKind.Word && !tokens.is(index, '(')) return index
  const edition = editionAfter(tokens.text, tokens.end(index - 1), false)
  if (edition === undefined) return index
  const next = tokens.at(edition.end)
  return tokens.is(next, ')') || tokens.is(next, ',') ? next + 1 : next
}

/** Reads names with their adjective: `österreichisches ABGB`, `Bayerischen Bauordnung`. */
function readNamesOfState(tokens: Tokens, first: number): NameCandidate[] {
  const adjective = tokens.kind(first) === TokenKind.Word ? readChunk(tokens, first) : undefined
  if (adjective === undefined) return []
  const { text: word } = nameOf(tokens, first, adjective.next)
  const dotted = skipDot(tokens, adjective.next)
  const isShort = dotted > adjective.next && stateOfShortAdjective(word) !== undefined
  if (!isShort && stateOfAdjective(word) === undefined) return []
  const start = tokens.start(first)
  const laws = readNames(tokens, isShort ? dotted : adjective.next).filter(({ text }) => {
    const last = text.slice(text.lastIndexOf(' ') + 1)
    return endsLikeLawName(last) || looksLikeAbbreviation(last) || isInGazetteer(text)
  })
  return laws.map((name) => {
    const isBracketed = name.text !== tokens.text.slice(name.start, name.end)
    return { ...name, text: isBracketed ? name.text : tokens.text.slice(start, name.end), start, isOfLand: true }
  })
}

/** Reads the names that begin at `first`, shortest first. They end with a capitalised word or a number. */
function readNames(tokens: Tokens, first: number): NameCandidate[] {
  const names: NameCandidate[] = []
  let full = false
  let open = false
  /** True once its subject begins, which may contain commas: `Gesetz über Titel, Orden und Ehrenzeichen`. */
  let bound = false
  let landEnd = 0
  let next = first
  for (let words = 0; words < LONGEST_NAME; words++) {
    const ordinal = readOrdinal(tokens, next)
    if (ordinal !== undefined) {
      next = ordinal
      continue
    }
    if (bound && tokens.is(next, ',') && tokens.gap(next) === Gap.None && tokens.gap(next + 1) <= Gap.Line) next++
    // `Justizvergütungs- und -entschädigungsgesetz`
    const isEnding: boolean = open && tokens.is(next, '-') && tokens.gap(next + 1) === Gap.None
    if (isEnding) next++
    const chunk = readChunk(tokens, next)
    if (chunk === undefined || (words > 0 && isKeyword(tokens, next))) break
    const number = tokens.kind(next) === TokenKind.Number
    // `eWpG`
    const capital: boolean = isEnding || /^(?:\p{Lu}|e\p{Lu}\p{L}*\p{Lu}$)/u.test(tokens.value(next))
    if (words === 0 ? !capital : !capital && !number && !full && !open) break
    const withSign = words === 0 ? readSectionName(tokens, chunk.next) : undefined
    // A shorter name is another law.
    if (withSign?.first === first) return namesWithSign(tokens, first, withSign.next)
    next = chunk.next
    if (capital && endsLikeLawName(tokens.value(next - 1))) {
      full = true
      bound ||= BINDERS.has(tokens.word(next))
    }
    // `Bau- und Raumordnungsgesetz`: a name includes the word that completes it.
    open = tokens.is(next - 1, '-') || (open && !capital)
    if ((!capital && !number) || open) continue
    const edition = number ? readEdition(tokens, chunk, names) : undefined
    if (edition !== undefined) names.push(edition)
    const short = names.at(-1)
    const act = number && short !== undefined ? readActNumber(tokens, chunk.first) : undefined
    if (short !== undefined && act?.next === next && (act.certain || OF_ACT.test(short.text))) {
      // `Verbraucherrechterichtlinie 2011/83/EU`: both are names of the act.
      const end = tokens.end(next - 1)
      names.push({ ...short, end })
      if (act.certain) names.push({ ...nameOf(tokens, chunk.first, next), start: short.start, end })
      break
    }
    if (tokens.end(next - 1) <= landEnd) continue
    if (hasFootnote(tokens, next)) names.push({ ...nameOf(tokens, first, next - 1), end: tokens.end(next - 1) })
    names.push({ ...nameOf(tokens, first, next), ...landAfter(tokens, next) })
    const ofSeries = endOfSeries(tokens, next)
    if (ofSeries > next) names.push(nameOf(tokens, first, ofSeries))
    const titles = full && !isOfState(tokens, first, next) ? readShortTitles(tokens, first, next) : undefined
    const ofLand = namesOfLand(tokens, { first, next }, titles?.at(-1))
    if (ofLand !== undefined) {
      // A shorter name is another law.
      names.splice(0, names.length, ...ofLand)
      landEnd = (ofLand[0] as NameCandidate).end
      continue
    }
    if (titles === undefined) continue
    names.splice(-1, 0, ...titles)
    // `Sozialgesetzbuch (SGB) V`
    const book = next + 3
    if (tokens.is(book - 1, ')') && romanNumber(tokens.value(book)) !== undefined) {
      names.push(nameOf(tokens, first, book + 1))
    }
    break
  }
  return names
}

/** Names of acts, after which a number is the act's, not a case's (`2 AZR 123/05`). */
const OF_ACT = /(?:VO|RL|GDPR|verordnung|richtlinie)$/i

/** `AFG§116G`, `AUG§1Abs2Bek 10` */
function namesWithSign(tokens: Tokens, first: number, next: number): NameCandidate[] {
  const name = nameOf(tokens, first, next)
  const isNumbered = tokens.kind(next) === TokenKind.Number && tokens.gap(next) === Gap.Space
  return isNumbered ? [name, nameOf(tokens, first, next + 1)] : [name]
}

const endsClause = (tokens: Tokens) => (index: number) =>
  tokens.kind(index) === TokenKind.End || tokens.is(index, ',') || tokens.gap(index) >= Gap.Line

/** Reads a lower-case name, shortest first: `§ 433 bgb`, `§ 15 sgb v`. @param ends tests the token after it */
export function readLowerCase(tokens: Tokens, first: number, ends: (index: number) => boolean): NameCandidate[] {
  const name = readChunk(tokens, first)
  if (name === undefined || tokens.kind(first) !== TokenKind.Word || isKeyword(tokens, first)) return []
  const isBook = /^(?:[ivx]+|\d+)$/i.test(tokens.value(name.next))
  return (isBook ? [name.next, name.next + 1] : [name.next]).filter(ends).map((next) => nameOf(tokens, first, next))
}

/**
 * Reads candidates directly before a designation, longest first: `BGB § 433`, `SGB V § 15`.
 * @param index its first token
 */
export function namesBefore(tokens: Tokens, index: number): NameCandidate[] {
  if (tokens.gap(index) >= Gap.Line) return []
  const edition = editionInFront(tokens, index)
  if (edition !== undefined) {
    return namesBefore(tokens, edition.first).map((name) => ({ ...name, edition: edition.words }))
  }
  if (CLOSING_QUOTE.test(tokens.value(index - 1))) {
    const isOpen = ({ start }: NameCandidate) => OPENING_QUOTE.test(tokens.text.charAt(start - 1))
    return namesBefore(tokens, index - 1).flatMap((name) => (isOpen(name) ? { ...name, end: name.end + 1 } : []))
  }
  const act = unionActBefore(tokens, index)
  if (act !== undefined) return [nameOf(tokens, act, index)]
  const last = chunkBefore(tokens, index)
  if (last === undefined) return []
  const withSign = readSectionName(tokens, last - 1)
  if (withSign?.next === index) return [nameOf(tokens, withSign.first, index)]
  // `Artikel 10-Gesetz § 3`
  const article = tokens.is(last - 1, '.') ? last - 2 : last - 1
  if (readArticleLaw(tokens, article) === index) return [nameOf(tokens, article, index)]
  const single = nameAt(tokens, last, index) ? [nameOf(tokens, last, index)] : []
  const isBook = tokens.kind(last) === TokenKind.Number || romanNumber(tokens.value(last).toUpperCase()) !== undefined
  const stem = tokens.gap(last) >= Gap.Line ? undefined : chunkBefore(tokens, last)
  if (stem !== undefined && isLand(nameOf(tokens, last, index).text)) {
    const isNamed = looksLikeAbbreviation(nameOf(tokens, stem, last).text)
    if (isNamed) return [{ ...nameOf(tokens, stem, index), isOfLand: true }]
  }
  if (!isBook) {
    const ordinal = tokens.is(last - 1, '.') && tokens.kind(last - 2) === TokenKind.Number
    return ordinal && single.length > 0 ? [nameOf(tokens, last - 2, index), ...single] : single
  }
  if (stem === undefined || !nameAt(tokens, stem, last)) return single
  const whole = nameOf(tokens, stem, index)
  const year = tokens.value(last)
  return isYear(year) ? [whole, { ...whole, text: nameOf(tokens, stem, last).text, edition: year }] : [whole]
}

/** Words between the law of a commentary and a place in it: `, 75. Aufl. 2016, `. */
const EDITION = /^(?:aufl|auflage|bd|band|stand|kommentar|ergl|lfg)$/
const LONGEST_EDITION = 10

/** Reads the law of a commentary before a place in it: `Palandt, BGB, § 433 Rn. 5`. @param index of the designation */
export function lawOfCommentary(tokens: Tokens, index: number): NameCandidate[] {
  if (!tokens.is(index - 1, ',')) return []
  for (let at = index - 1; at >= index - LONGEST_EDITION; at--) {
    const isSign = tokens.is(at, ',') || tokens.is(at, '.')
    const isEdition = EDITION.test(tokens.word(at)) || tokens.kind(at) === TokenKind.Number
    if (tokens.gap(at + 1) > Gap.Line) return []
    if (!isSign && !isEdition) return tokens.is(at + 1, ',') ? namesBefore(tokens, at + 1) : []
  }
  return []
}

const isYear = (text: string) => /^(?:1[89]|20)\d\d$/.test(text)

/** True if the words `[first, next)` look like an abbreviation, or are the first of their line (`bgb § 433`). */
function nameAt(tokens: Tokens, first: number, next: number): boolean {
  if (tokens.kind(first) !== TokenKind.Word || isKeyword(tokens, first)) return false
  const { text } = nameOf(tokens, first, next)
  return looksLikeAbbreviation(text) || endsLikeLawName(text) || tokens.gap(first) >= Gap.Line
}

/** Reads the name of exactly `words` words at `index`. */
export function nameFrom(
  tokens: Tokens,
  index: number,
  words: number,
): { candidate: NameCandidate; next: number } | undefined {
  let next = index
  for (let word = 0; word < words; word++) {
    const chunk = isKeyword(tokens, next) ? undefined : readChunk(tokens, next)
    if (chunk === undefined) return undefined
    next = tokens.is(chunk.next, '.') && tokens.kind(chunk.first) === TokenKind.Number ? chunk.next + 1 : chunk.next
  }
  return { candidate: nameOf(tokens, index, next), next }
}

/** `UWG 2008`: an edition of `UWG`, if no law is called `UWG 2008`. */
function readEdition(tokens: Tokens, year: Chunk, names: NameCandidate[]): NameCandidate | undefined {
  const name = names.at(-1)
  const value = tokens.value(year.first)
  if (name === undefined || !isYear(value) || year.next > year.first + 1) return undefined
  return { ...name, end: tokens.end(year.next - 1), edition: value }
}

/** `5. Buches Sozialgesetzbuch` */
const BOOK = /^Buche?s?$/

/** Returns the index after an ordinal before a name: `1.`, `II.`. */
function readOrdinal(tokens: Tokens, index: number): number | undefined {
  const value = tokens.value(index)
  if (!/^\d{1,3}$/.test(value) && romanNumber(value) === undefined) return undefined
  if (!tokens.is(index + 1, '.') || tokens.gap(index + 1) !== Gap.None) return undefined
  const name = readChunk(tokens, index + 2)
  if (name === undefined) return undefined
  const { text } = nameOf(tokens, name.first, name.next)
  // `39. Verordnung zur Durchführung …`
  const isBound = BINDERS.has(tokens.word(name.next)) && endsLikeLawName(text) && /^\p{Lu}/u.test(text)
  return isBound || looksLikeLaw(text) || BOOK.test(text) ? index + 2 : undefined
}

/** Returns the token after the distinction of a recast act: `Brüssel I bis-VO`, `Brussels I (recast)`. */
function endOfSeries(tokens: Tokens, index: number): number {
  const isBracketed = tokens.is(index, '(') && tokens.is(index + 2, ')')
  if (isBracketed && RECAST.test(tokens.word(index + 1))) return index + 3
  const isNumbered = romanNumber(tokens.value(index - 1)) !== undefined && tokens.gap(index) === Gap.Space
  if (!isNumbered || !/^(?:bis|ter)$/.test(tokens.value(index))) return index
  return readChunk(tokens, index)?.next ?? index
}
const RECAST = /^(?:recast|neufassung)$/

/** A CELEX number or an address, without trailing punctuation. */
const ADDRESS = /^(?:(?:CELEX:? ?)?[03]\d{4}[A-Z]|https?:)[^\s<>"()]{1,200}(?<![.,;:])/u
const LONGEST_ADDRESS = 220

/** Reads the CELEX number, ELI or address of an act as its name, the CELEX number. */
function actAddress(tokens: Tokens, index: number): NameCandidate | undefined {
  const start = tokens.start(index)
  const [address = ''] = ADDRESS.exec(tokens.text.slice(start, start + LONGEST_ADDRESS)) ?? []
  const text = celexNamed(address)
  return text === undefined ? undefined : { text, start, end: start + address.length }
}

/** Reads an act of the Union before a comma and one of its articles: `Richtlinie 2011/83/EU, Art. 16`, `DSGVO, Art. 6`. */
export function actBeforeComma(tokens: Tokens, index: number): NameCandidate[] {
  if (!tokens.is(index - 1, ',') || tokens.gap(index) >= Gap.Line) return []
  const act = unionActBefore(tokens, index - 1)
  if (act !== undefined) return [nameOf(tokens, act, index - 1)]
  const last = chunkBefore(tokens, index - 1)
  const name = last === undefined ? undefined : nameOf(tokens, last, index - 1)
  return name !== undefined && isInGazetteer(name.text) ? [name] : []
}

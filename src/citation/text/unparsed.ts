/** Finds stretches of running text that look like a citation, but cannot be read fully, or at all. */
import { say } from '../../i18n/texts.ts'
import { readHead } from '../grammar/read-head.ts'
import { readNorms } from '../grammar/read-norms.ts'
import { isNextItem, isPartWord, readNamed } from '../grammar/read-parts.ts'
import { readSeparator, skipDot } from '../grammar/read-tokens.ts'
import { Gap, TokenKind, Tokens } from '../grammar/tokens.ts'
import { ARTICLES, looksLikeLaw } from '../laws/law-form.ts'
import type { FoundDesignation } from './found-designation.ts'
import { namesAfter } from './name-candidates.ts'
import { isFiled } from './non-citations.ts'

/** A span of the text, in UTF-16 code units, that looks like a citation. */
export interface UnparsedCitation {
  start: number
  end: number
  /** Explanation for users. */
  reason: string
  /** If given, it is a citation only if one of these names a law. */
  names?: string[]
}

const NO_NUMBER = say`no number follows that can be read`
const NO_NORM = say`it names a part, but no norm`
const NUMBER_GOES_ON = say`the number continues with something that cannot be read`
const PART_GOES_ON = say`the part after it cannot be read`

/** Finds such spans, in order. Linear in the length of the text. @param found the designations of the text, in order */
export function findUnparsed(
  text: string,
  found: readonly FoundDesignation[],
  tokens = new Tokens(text),
): UnparsedCitation[] {
  const unread: UnparsedCitation[] = []
  let next = 0
  for (let index = 0; index < tokens.count; ) {
    const designation = found[next]
    if (designation !== undefined && tokens.start(index) >= designation.start) {
      while (index < tokens.count && tokens.start(index) < designation.end) index++
      next++
      if (tokens.start(index) >= (found[next]?.start ?? Number.POSITIVE_INFINITY)) continue
      const rest = restOf(tokens, index, designation)
      if (rest === undefined) continue
      unread.push(rest)
      while (index < tokens.count && tokens.start(index) < rest.end) index++
      continue
    }
    const limit = designation?.start ?? text.length
    const filed = endOfFiled(tokens, index)
    if (filed !== undefined) {
      index = filed
      continue
    }
    const read =
      sectionSign(tokens, index, limit) ?? headWithoutNumber(tokens, index, limit) ?? partWithoutNorm(tokens, index)
    if (read?.found !== undefined && read.found.end <= limit) unread.push(read.found)
    index = read?.next ?? index + 1
  }
  return unread
}

/** Returns the index after the norm of a filed decision: `Buchholz 11 Art. 33 Abs. 2 GG Nr. 27`. */
function endOfFiled(tokens: Tokens, index: number): number | undefined {
  const isHead = tokens.kind(index) === TokenKind.Section || readHead(tokens, index) !== undefined
  if (!isHead || !isFiled(tokens, index)) return undefined
  return readNorms(tokens, index)?.next ?? index + 1
}

/** The finding, if any, and the token after it. */
interface Reading {
  found?: UnparsedCitation
  next: number
}

/** Section signs without a number: `§ abc BGB`, `§§`, `§ 12345678`. */
function sectionSign(tokens: Tokens, index: number, limit: number): Reading | undefined {
  if (tokens.kind(index) !== TokenKind.Section) return undefined
  let next = index + 1
  while (tokens.kind(next) === TokenKind.Section && tokens.start(next) < limit) next++
  // `§ § 433` is read with the second sign, and `das §-Zeichen` is not a citation.
  const isDouble = tokens.kind(next) === TokenKind.Section
  const isCompound = tokens.is(next, '-') && tokens.gap(next) === Gap.None && tokens.kind(next + 1) === TokenKind.Word
  if (isDouble || isCompound) return { next }
  // `§§ ohne Gesetzesangabe sind solche des BGB`
  if (/^(?:ohne|sind|beziehen)$/.test(tokens.word(next))) return { next }
  const end = Math.min(endOfName(tokens, next), limit)
  // In prose about the sign: `Das Zeichen § steht für …`
  const isProse =
    !looksLikeLaw(tokens.text.slice(tokens.start(tokens.at(end) - 1), end)) && !/^\d/.test(tokens.value(next))
  if (isProse) return { next }
  return { found: { start: tokens.start(index), end, reason: NO_NUMBER }, next }
}

/** Maximum number of words between a head and the name of a law. */
const MOST_WORDS = 3
/** Maximum length of a word in the span; longer ones are left out. */
const LONGEST_WORD = 40

/** Returns the end of the words after an unreadable head: of a nearby law's name, else of the first word. */
function endOfName(tokens: Tokens, index: number): number {
  for (let word = index; word <= index + MOST_WORDS; word++) {
    if (!isSameLine(tokens, word) || (tokens.is(word, '.') && word > index)) break
    if (looksLikeLaw(tokens.value(word))) return tokens.end(word)
  }
  const isShown = isSameLine(tokens, index) && tokens.kind(index) !== TokenKind.Other
  return tokens.end(isShown ? index : index - 1)
}

function isSameLine(tokens: Tokens, index: number): boolean {
  return tokens.gap(index) <= Gap.Space && tokens.end(index) - tokens.start(index) <= LONGEST_WORD
}

/** Words after the ordinary noun `Artikel`: `ein Artikel über BGB und HGB`. */
const PREPOSITIONS =
  /^(?:an|auf|aus|bei|bis|durch|für|gegen|in|mit|nach|oder|ohne|sowie|um|und|unter|von|vor|wie|zu|über)$/

/** `Art. abc GG`, `Artikel 12345 GG`, `Anlage zum BtMG`: a head, no number, and a law. */
function headWithoutNumber(tokens: Tokens, index: number, limit: number): Reading | undefined {
  const head = tokens.kind(index) === TokenKind.Word ? readHead(tokens, index) : undefined
  if (head === undefined || !/^\p{Lu}/u.test(tokens.value(index))) return undefined
  const dotted = head.next > index + 1
  const annex = head.kind === 'annex'
  let next = head.next
  if (annex && ARTICLES.has(tokens.word(next))) next++
  for (let words = 0; words <= MOST_WORDS && tokens.start(next) < limit; words++, next++) {
    const word = tokens.value(next)
    if (!isSameLine(tokens, next)) return undefined
    if (looksLikeLaw(word) && tokens.kind(next) === TokenKind.Word) {
      if (words === 0 && tokens.word(index) === 'art' && !dotted) return undefined
      const names = namesAfter(tokens, next).map(({ text }) => text)
      const found = { start: tokens.start(index), end: tokens.end(next), reason: NO_NUMBER }
      return { found: dotted && words > 0 ? found : { ...found, names }, next: next + 1 }
    }
    const isJunk = tokens.kind(next) === TokenKind.Number || (!annex && words === 0 && /^\p{Ll}+$/u.test(word))
    const isSign = tokens.kind(next) === TokenKind.Other && !/[.,;:()!?\ufffc]/.test(word)
    if ((!isJunk && !isSign) || PREPOSITIONS.test(word) || ARTICLES.has(word)) return undefined
  }
  return undefined
}

/** Fee schedules whose numbers are cited by their own abbreviation: `Nr. 1008 VV RVG`. */
const SCHEDULES = /^(?:VV|KV|GV)$/

/** `Abs. 2 BGB`, `Nr. 1008 VV RVG`: a part and a law, but no norm. */
function partWithoutNorm(tokens: Tokens, index: number): Reading | undefined {
  if (!isPartWord(tokens, index)) return undefined
  let next = index
  for (;;) {
    const named = readNamed(tokens, next, false)
    if (named === undefined) break
    next = named.next
  }
  if (next === index) return undefined
  if (SCHEDULES.test(tokens.value(next))) next++
  if (!isSameLine(tokens, next) || !looksLikeLaw(tokens.value(next))) return { next }
  const [name, ...others] = namesAfter(tokens, next)
  if (name === undefined) return { next }
  const names = [name, ...others].map(({ text }) => text)
  return { found: { start: tokens.start(index), end: tokens.end(next), reason: NO_NORM, names }, next: next + 1 }
}

/** Finds an unreadable continuation of a designation at `index`: `§ 5abc`, `§ 5 Abs. BGB`, `§§ 5, 12345 BGB`. */
function restOf(tokens: Tokens, index: number, designation: FoundDesignation): UnparsedCitation | undefined {
  const last = designation.norms.at(-1)
  const start = last?.start ?? designation.start
  if (isNextItem(tokens, index, { steps: last?.subdivision ?? [] })) return undefined
  const isNumber = tokens.kind(index) === TokenKind.Number
  const isWord = /^\p{Ll}/u.test(tokens.value(index)) && !ARTICLES.has(tokens.word(index))
  if (tokens.gap(index) === Gap.None && (isNumber || isWord)) {
    return { start, end: endOfName(tokens, index), reason: NUMBER_GOES_ON }
  }
  if (tokens.gap(index) <= Gap.Line && isPartWord(tokens, index)) {
    return { start, end: endOfName(tokens, skipDot(tokens, index + 1)), reason: PART_GOES_ON }
  }
  const separator = readSeparator(tokens, index)
  if (separator === undefined || tokens.kind(separator.next) !== TokenKind.Number) return undefined
  const name = namesAfter(tokens, separator.next + 1)
  if (name.length === 0 || !looksLikeLaw(tokens.value(separator.next + 1))) return undefined
  const end = tokens.end(separator.next + 1)
  return { start, end, reason: NUMBER_GOES_ON, names: name.map(({ text }) => text) }
}

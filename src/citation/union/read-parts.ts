/** Reads the parts of norms in acts of the Union: `(1)(f)`, `point (a)`, `the first subparagraph`, `points (a) and (b)`. */
import { Gap, TokenKind, type Tokens } from '../grammar/tokens.ts'
import { formatRoman, parseRoman } from '../numerals.ts'
import type { ActLexicon, ActPartKind } from './lexicon.ts'

/** A part with its values: several if it is a list; ranges are expanded. */
export interface ActPart {
  kind: ActPartKind
  values: string[]
  next: number
}

/** Maximum number of members of a list. */
const MOST_VALUES = 30

/** Reads a named part: `point (a)`, `paragraphs 1 and 2`, `second subparagraph`, `point a)`. */
export function readNamedPart(tokens: Tokens, index: number, lexicon: ActLexicon): ActPart | undefined {
  const ordinal = readOrdinals(tokens, index, lexicon)
  if (ordinal !== undefined) return ordinal
  const kind = lexicon.parts.get(tokens.word(index))
  if (kind === undefined) return undefined
  const at = tokens.is(index + 1, '.') && tokens.gap(index + 1) === Gap.None ? index + 2 : index + 1
  const first = readValue(tokens, at, /^(?:buchst|litt?|letters?)$/.test(tokens.word(index)))
  if (first === undefined || tokens.gap(at) > Gap.Line) return undefined
  // `no` is a part as a number sign only: `No 11`.
  if (tokens.word(index) === 'no' && !/^\d/.test(first.value)) return undefined
  return readList(tokens, kind, first, lexicon)
}

/** `first subparagraph`, `first and second subparagraphs` */
function readOrdinals(tokens: Tokens, index: number, lexicon: ActLexicon): ActPart | undefined {
  const values: string[] = []
  for (let at = index; values.length < MOST_VALUES; at++) {
    const value = lexicon.ordinals.get(tokens.word(at))
    if (value === undefined) return undefined
    values.push(value)
    const word = tokens.word(at + 1)
    if (lexicon.and.has(word) || tokens.is(at + 1, ',')) at++
    else {
      const kind = lexicon.parts.get(word)
      if (kind === undefined || kind === 'point' || kind === 'annex part') return undefined
      return { kind, values, next: at + 2 }
    }
  }
  return undefined
}

function readList(
  tokens: Tokens,
  kind: ActPartKind,
  first: { value: string; next: number },
  lexicon: ActLexicon,
): ActPart {
  const part: ActPart = { kind, values: [first.value], next: first.next }
  while (part.values.length < MOST_VALUES) {
    const separator = readActSeparator(tokens, part.next, lexicon)
    const value = separator && readValue(tokens, separator.next)
    // `point (a) or paragraph 2`, `points 1 and 2 months`: all members of a list have one form.
    if (separator === undefined || value === undefined || !isAlike(value.value, first.value)) break
    if (Number.parseInt(value.value, 10) > Number.parseInt(part.values.at(-1) ?? '', 10) + FARTHEST) break
    if (tokens.is(part.next - 1, ')') !== tokens.is(value.next - 1, ')')) break
    addValue(part, value, separator.isRange)
  }
  return part
}

/** Adds a value to a list: for a range from the previous value, all members. */
export function addValue(part: ActPart, { value, next }: { value: string; next: number }, isRange: boolean): void {
  const from = part.values.at(-1)
  part.values.push(...(isRange && from !== undefined ? membersAfter(from, value) : [value]))
  part.next = next
}

/** Maximum number of members of a range. */
const MOST_MEMBERS = 60
/** Maximum value of a Roman numeral: `(i) to (l)` are letters. */
const MOST_ROMAN = 30

/** The values of a range of numbers, letters or Roman numerals after the first; of other ranges, the last. */
function membersAfter(from: string, to: string): string[] {
  const after = (low: number, high: number, write: (value: number) => string) =>
    low < high && high - low < MOST_MEMBERS
      ? Array.from({ length: high - low }, (_, index) => write(low + 1 + index))
      : [to]
  if (/^\d+$/.test(from) && /^\d+$/.test(to)) return after(Number(from), Number(to), String)
  const [first, last] = [parseRoman(from), parseRoman(to)]
  const isRoman = first !== undefined && last !== undefined && last <= MOST_ROMAN && (from === 'i' || from.length > 1)
  if (isRoman) return after(first, last, (value) => formatRoman(value).toLowerCase())
  const isLetters = /^[a-z]$/.test(from) && /^[a-z]$/.test(to)
  return isLetters ? after(from.charCodeAt(0), to.charCodeAt(0), (code) => String.fromCharCode(code)) : [to]
}

/** Maximum distance between numbers of a list: `Sections 307 (1) sentence 2, 308` continues with a section. */
const FARTHEST = 40
const isAlike = (one: string, other: string) => /^\d/.test(one) === /^\d/.test(other)

/** Returns the index after `,`, `and`, `, or`, `to` and the like. */
export function readActSeparator(
  tokens: Tokens,
  index: number,
  { and, to }: ActLexicon,
): { isRange: boolean; next: number } | undefined {
  if (to.has(tokens.word(index)) || (/^[-–]$/.test(tokens.value(index)) && tokens.gap(index) === Gap.None)) {
    return { isRange: true, next: index + 1 }
  }
  const after = tokens.is(index, ',') ? index + 1 : index
  if (and.has(tokens.word(after))) return { isRange: false, next: after + 1 }
  return after > index ? { isRange: false, next: after } : undefined
}

const VALUE = /^(?:\d{1,3}[a-z]{0,2}(?:\.\d{1,3}[a-z]?)*|[a-z]{1,2}|[ivxl]{1,6})$/

/**
 * Reads a value: `1`, `2a`, `(f)`, `(ii)`, `a)`.
 * @param isLetter true after a word that precedes only letters: `lit. a`
 */
export function readValue(
  tokens: Tokens,
  index: number,
  isLetter = false,
): { value: string; next: number } | undefined {
  const isOpen = tokens.is(index, '(')
  const at = isOpen ? index + 1 : index
  const kind = tokens.kind(at)
  if (kind !== TokenKind.Number && kind !== TokenKind.Word) return undefined
  const value = tokens.value(at).toLowerCase()
  if (!VALUE.test(value)) return undefined
  const isClosed = tokens.is(at + 1, ')') && tokens.gap(at + 1) === Gap.None
  if (isOpen) return isClosed && tokens.gap(at) === Gap.None ? { value, next: at + 2 } : undefined
  // A lone letter is a word, unless a bracket closes it or it is a point's.
  if (kind === TokenKind.Word && !isClosed && value.length > 1 && parseRoman(value) === undefined) return undefined
  if (kind === TokenKind.Word && !isClosed && !isLetter && /^[aiyà]$/.test(tokens.value(at))) return undefined
  return { value, next: isClosed ? at + 2 : at + 1 }
}

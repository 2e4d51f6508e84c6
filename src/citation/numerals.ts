/** Numerals of German law: Roman ones, ordinals as words, and the numbers of sentences. */
import { SUPERSCRIPT_DIGITS } from '../util/superscripts.ts'

const DIGITS: readonly [string, number][] = [
  ['XC', 90],
  ['L', 50],
  ['XL', 40],
  ['X', 10],
  ['IX', 9],
  ['V', 5],
  ['IV', 4],
  ['I', 1],
]

/** Writes 1 to 99 as a Roman numeral in capitals. */
export function formatRoman(value: number): string {
  let rest = value
  let text = ''
  for (const [digit, worth] of DIGITS) {
    for (; rest >= worth; rest -= worth) text += digit
  }
  return text
}

const VALUES = new Map(Array.from({ length: 89 }, (_, index) => [formatRoman(index + 1), index + 1]))

/**
 * Reads a Roman numeral in its regular form, either case.
 * @returns 1 to 89, or `undefined`: `IIX` is malformed, `C` and `M` are letters here.
 */
export function parseRoman(text: string): number | undefined {
  return VALUES.get(text.toUpperCase())
}

const ONES = ['', 'ein', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun', 'zehn', 'elf', 'zwölf']
const TEENS = ['dreizehn', 'vierzehn', 'fünfzehn', 'sechzehn', 'siebzehn', 'achtzehn', 'neunzehn']
const TENS = ['', '', 'zwanzig', 'dreißig', 'vierzig', 'fünfzig', 'sechzig', 'siebzig', 'achtzig', 'neunzig']
const IRREGULAR: Record<number, string> = { 1: 'Erst', 3: 'Dritt', 7: 'Siebt', 8: 'Acht' }

/** Returns the capitalised stem of an ordinal up to 99 (39: `Neununddreißigst`); beyond, the figure with a full stop. */
export function ordinalWord(number: number): string {
  if (number < 1 || number > 99) return `${number}.`
  const word = IRREGULAR[number] ?? `${cardinal(number)}${number < 20 ? 't' : 'st'}`
  return word.charAt(0).toUpperCase() + word.slice(1)
}

let ordinals: Map<string, number> | undefined

/** Reads an ordinal from 1 to 99: `Zweiter`, `ERSTES`, `Zweiunddreißigster`; `undefined` for anything else. */
export function parseOrdinal(word: string): number | undefined {
  ordinals ??= new Map([
    ...Array.from({ length: 99 }, (_, index) => [ordinalWord(index + 1).toLowerCase(), index + 1] as const),
    ['siebent', 7],
  ])
  return ordinals.get(word.toLowerCase().replace(/(er|es|e|en)$/, ''))
}

function cardinal(number: number): string {
  if (number < 20) return ONES[number] ?? (TEENS[number - 13] as string)
  const ones = ONES[number % 10] as string
  return `${ones === '' ? '' : `${ones}und`}${TENS[Math.floor(number / 10)]}`
}

/** The number of a sentence and its span, `[start, end)` in UTF-16 code units. */
export interface SentenceNumber {
  value: number
  start: number
  end: number
}

/** A number between the end of a sentence and the first word of the next: `… vorsieht. ²Hinterbliebene`. */
const NUMBER = new RegExp(`(?<=[.:;!?)]\\s)(?:\\d{1,2}|[${SUPERSCRIPT_DIGITS}]{1,2})(?=\\p{Lu})`, 'gu')

/** Finds the sentence numbers of a text, except that of its first sentence. */
export function sentenceNumbers(text: string): SentenceNumber[] {
  return [...text.matchAll(NUMBER)].map(({ index, 0: number }) => ({
    value: Number(number.normalize('NFKC')),
    start: index,
    end: index + number.length,
  }))
}

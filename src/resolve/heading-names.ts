/** The names of a heading of a law, in one form: `Abschnitt 2`, `Zweiter Abschnitt` and `II. Abschnitt` are the same. */
import { parseOrdinal, parseRoman } from '../citation/numerals.ts'
import type { StructureElement } from '../corpus/corpus.ts'

/** Words of designations, as they are compared, with the kinds of `StructureElement`. */
const KIND_WORDS: readonly [kind: string, word: string, ...short: string[]][] = [
  ['book', 'buch'],
  ['part', 'teil'],
  ['chapter', 'kapitel', 'kap'],
  ['section', 'abschnitt', 'abschn'],
  ['title', 'titel', 'tit'],
  ['subchapter', 'unterkapitel'],
  ['subsection', 'unterabschnitt', 'unterabschn'],
  ['subtitle', 'untertitel'],
  ['division', 'abteilung'],
  ['article', 'artikel', 'art'],
]

const WORD_OF_KIND = new Map(KIND_WORDS.map(([kind, word]) => [kind, word]))
const KIND_WORD = new Map(KIND_WORDS.flatMap(([, word, ...short]) => [word, ...short].map((each) => [each, word])))

/** The names by which a heading can be given, folded: its designation, its title, and both. */
export function headingNames({ kind, number, label, title }: StructureElement): Set<string> {
  const word = WORD_OF_KIND.get(kind)
  const numbered = word === undefined || number === '' ? '' : `${word} ${number}`
  return new Set([label, numbered, `${label} ${title}`, title].flatMap(foldHeading).filter(Boolean))
}

/**
 * Brings a designation, or several in a row, into the forms in which they are compared: as they are written, but for case,
 * spaces and signs, and with numbers after their words, in figures: `Zweites Buch, Abschnitt8` is also `buch 2 abschnitt 8`.
 */
export function foldHeading(text: string): [written: string, numbered: string] {
  const tokens =
    text
      .normalize('NFC')
      .toLowerCase()
      .replace(/(\p{L})(?=\d)|(\d)(?=\p{L}{3})/gu, '$1$2 ')
      .match(/[\p{L}\p{N}]+(?:\.\p{N}+)*\.?/gu) ?? []
  const words: string[] = []
  for (let i = 0; i < tokens.length; i++) {
    const [token = '', next = ''] = tokens.slice(i, i + 2)
    const [kind, following] = [kindWord(token), kindWord(next)]
    const leading = following === undefined ? undefined : leadingNumber(token)
    if (kind !== undefined && isNumber(next)) words.push(kind, inFigures(next))
    else if (leading !== undefined) words.push(following as string, leading)
    else words.push(kind ?? bare(token))
    if ((kind !== undefined && isNumber(next)) || leading !== undefined) i++
  }
  return [tokens.map(bare).join(' '), words.join(' ')]
}

const bare = (token: string) => token.replace(/\.$/, '')
const kindWord = (token: string) => KIND_WORD.get(bare(token))

/** `8`, `3a`, `2.1`, `IIa`, `B` */
const isNumber = (token: string) => /^(?:\d.*|[ivxlc]+[a-z]?|[a-z])\.?$/.test(token)
const inFigures = (token: string) => String(parseRoman(bare(token)) ?? bare(token))

/** The number before a word: `zweiter`, `2.`, `ii.`; a number without a stop belongs to the word before it. */
function leadingNumber(token: string): string | undefined {
  const ordinal = parseOrdinal(token)
  if (ordinal !== undefined) return String(ordinal)
  return token.endsWith('.') && isNumber(token) ? inFigures(token) : undefined
}

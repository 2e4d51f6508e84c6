/** Format of laws in Markdown: file names, limits, front matter keys, designations in headings. */

export { CONVERSIONS as MARKDOWN_FAMILY } from '../../citation/laws/law-in-force.ts'

export const isMarkdown = (path: string) => /\.(?:md|markdown)$/i.test(path)

/** True for files about the laws, which people keep beside them. */
export const isAboutLaws = (path: string) =>
  /(?:^|\/)(?:readme|licen[cs]e|contributing|changelog|code_of_conduct|security|notice|authors)[^/]*\.\w+$/i.test(path)

/**
 * Maximum bytes of a file, characters of its front matter, levels of its blocks, and marks of emphasis and links in a paragraph,
 * which a parser compares pairwise; the largest real ones have 1.4 MB, 2 KB, 8 and 270.
 */
export const LIMITS = { bytes: 8 * 1024 * 1024, frontMatter: 64 * 1024, depth: 100, marks: 3000 } as const

export const KINDS: readonly string[] = ['law', 'ordinance', 'directive', 'statute', 'agreement', 'contract']

/** ISO 3166-2 codes of the Länder, by the first digits of the official municipality key (Amtlicher Regionalschlüssel), from 01. */
export const LAENDER: readonly string[] = [
  ...['sh', 'hh', 'ni', 'hb', 'nw', 'he', 'rp', 'bw'],
  ...['by', 'sl', 'be', 'bb', 'mv', 'sn', 'st', 'th'],
]

/** Language of the laws of a country, if it differs from its code (ISO 3166-1, ISO 639-1). */
export const LANGUAGES: Readonly<Record<string, string>> = {
  ch: 'de',
  at: 'de',
  li: 'de',
  eu: 'de',
  gb: 'en',
  us: 'en',
  ie: 'en',
}

const SUFFIX = String.raw`(?:\s?(?:bis(?!\s*\d)|ter|quater|quinquies|sexies|septies|octies|novies|decies)(?![\p{L}\d]))`
/** A letter may be separate: `§ 39 a`, `Art. 1a bis`, `Art. 329gbis`. */
const LETTER = String.raw`(?:[a-z]{1,2}(?![\p{L}\d])|[a-z](?=${SUFFIX})|\s[a-z](?=\s*(?:$|[\s\p{Pd}–—:([])))`
const NUMBER = String.raw`\d{1,4}(?:\.\d{1,3})*${LETTER}?${SUFFIX}?`
const RANGE = String.raw`${NUMBER}(?:\s*(?:bis|und|u\.|,|\p{Pd})\s*${NUMBER})*`
const ROMAN = String.raw`(?:[IVXLC]{1,8}[a-z]?(?![\p{L}\d]))`

const section = new RegExp(String.raw`^§§?\s*${RANGE}`, 'u')
const article = new RegExp(String.raw`^Art(?:\.|ikel|icle)?\s*(?:${RANGE}|${ROMAN})`, 'u')
const annex = new RegExp(
  String.raw`^(?:Anlage|Anhang|Annex)(?![\p{L}])(?:\s+(?:\d{1,3}(?:\.\d{1,3})*[a-z]?|${ROMAN}|[A-Z])(?![\p{L}\d]))?`,
  'iu',
)
const WORDS =
  'Unterabschnitt|Unterkapitel|Untertitel|Hauptabschnitt|Hauptteil|Abschnitt|Abteilung|Kapitel|Titel|Buch|Teil'
const ORDINALS =
  'Erste|Zweite|Dritte|Vierte|Fünfte|Sechste|Sieb(?:en)?te|Achte|Neunte|Zehnte|Elfte|Zwölfte|Dreizehnte|Vierzehnte|Fünfzehnte|Sechzehnte|Siebzehnte|Achtzehnte|Neunzehnte|Zwanzigste'
const part = new RegExp(
  String.raw`^(?:(?:(?:${ORDINALS})[rs]?|\d{1,3}[a-z]?\.|[IVXLC]{1,8}\.?|[A-Z]\.)\s+(?:${WORDS})|` +
    String.raw`(?:${WORDS})\s+(?:\d{1,3}[a-z]?|[IVXLC]{1,8}[a-z]?|[A-Z]|(?:${ORDINALS})[rs]?))(?![\p{L}\d])\.?`,
  'iu',
)
/** Words before the number of a clause: `Ziff. 5`, `R 9.8`. */
const item =
  /^(?:(?:Ziff(?:er|\.)|Nr\.|Nummer|Prod\. Nr\.|Regel|Klausel|Punkt|R|H)\s*)?\d{1,4}[a-z]?(?:\.\d{1,3}[a-z]?)*\.?\)?(?=\s|$|:)/u
const mark = /^(?:[IVXLC]{1,8}|[A-Z])[.)](?=\s|$)/u

/** Designations at the beginning of a heading, in the order in which they are tried. */
export const DESIGNATIONS = { par: section, art: article, annex, part, item, mark } as const
export type DesignationKind = keyof typeof DESIGNATIONS

/** Words of levels, which determine the kind of a part. */
export const LEVEL_WORD = new RegExp(WORDS, 'i')

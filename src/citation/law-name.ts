/** How names of laws are compared, and what else a law is called when its official abbreviation is known. */
import { formatRoman, parseRoman } from './roman.ts'

const SPELLINGS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

/**
 * The form in which names and abbreviations of laws are compared: it ignores case, white space, dots, dashes,
 * underscores, invisible characters, the Unicode form, and whether umlauts and `ß` are spelled out.
 * `SGB V`, `sgb-v` and `SGB_V` are equal, so are `Bürgerliches Gesetzbuch` and `buergerliches gesetzbuch`.
 */
export function foldName(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[äöüß]/g, (letter) => SPELLINGS[letter] as string)
    .replace(/[\s._\p{Pd}\p{Cf}]/gu, '')
}

/** `AO 1977`: a year behind the abbreviation, alone at the end. */
const WITH_YEAR = /^(.*\S)\s+(?:1[789]|20)\d\d$/
/** `BImSchV 10`: the number of a law (G), ordinance (V) or order (O) in a series; the stem is one plain word. */
const WITH_NUMBER = /^(\p{L}[\p{L}-]*[GVO])\s+(\d{1,3})$/u
/** `10. BImSchV`, `II. BV` */
const WITH_ORDINAL = /^(\d{1,3}|[IVX]+)\.\s*(\p{L}[\p{L}-]*)$/u
const SOCIAL_CODE = /^SGB\s+(\d{1,2}|[IVX]+)$/i
const SOCIAL_CODE_BOOKS = 14

/**
 * Other names that follow from an official abbreviation (`jurabk` or `amtabk`), without the abbreviation itself:
 * without its year (`AO 1977` -> `AO`), with the number of a series as an ordinal (`BImSchV 1 2010` -> `BImSchV 1`,
 * `1. BImSchV`, `I. BImSchV`) and back, books of the Social Code in Roman and Arabic figures (`SGB 5` -> `SGB V`).
 * A derived name is weaker than an official one: several laws may share it.
 */
export function nameVariants(abbreviation: string): string[] {
  const given = abbreviation.normalize('NFC').trim().replace(/\s+/g, ' ')
  const bare = WITH_YEAR.exec(given)?.[1] ?? given
  const seen = new Set([foldName(given), ''])
  return [bare, ...socialCode(bare), ...series(bare)].filter((name) => {
    const folded = foldName(name)
    return !seen.has(folded) && seen.add(folded)
  })
}

function socialCode(name: string): string[] {
  const figure = SOCIAL_CODE.exec(name)?.[1]
  if (figure === undefined) return []
  const book = parseRoman(figure) ?? Number(figure)
  return book >= 1 && book <= SOCIAL_CODE_BOOKS ? [`SGB ${book}`, `SGB ${formatRoman(book)}`] : []
}

function series(name: string): string[] {
  const counted = WITH_NUMBER.exec(name)
  const ordinal = WITH_ORDINAL.exec(name)
  const stem = counted?.[1] ?? ordinal?.[2]
  const figure = counted?.[2] ?? ordinal?.[1]
  if (stem === undefined || figure === undefined || foldName(stem) === 'sgb') return []
  const number = parseRoman(figure) ?? Number(figure)
  const roman = number >= 1 && number <= 20 ? [`${formatRoman(number)}. ${stem}`] : []
  return [`${stem} ${number}`, `${number}. ${stem}`, ...roman]
}

/**
 * The forms that an inflected name may have come from: `Bürgerlichen Gesetzbuchs` -> `Bürgerliches Gesetzbuch`,
 * `Fünften Buches Sozialgesetzbuch` -> `Fünftes Buch Sozialgesetzbuch`. The name as it stands is the first of them.
 */
export function nominativeForms(name: string): string[] {
  const words = name.split(/\s+/)
  const nouns = words.map((word) => (/^\p{Lu}\p{L}{3,}s$/u.test(word) ? word.replace(/(?<=\p{L}{4})e?s$/u, '') : word))
  const withEnding = (ending: string) =>
    nouns.map((word) => word.replace(/(?<=^\p{Lu}\p{L}{2,})en$/u, ending)).join(' ')
  return [...new Set([name, nouns.join(' '), withEnding('es'), withEnding('e'), withEnding('er')])]
}

/** Compares names of laws, and derives further names from an official abbreviation. */
import { lazy } from '../../util/lazy.ts'
import { SUPERSCRIPT_DIGITS } from '../../util/superscripts.ts'
import { formatRoman, ordinalWord, parseRoman } from '../numerals.ts'
import { abbreviationOf } from './english-names.ts'

const SPELLINGS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

/**
 * Folds a name or abbreviation of a law for comparison: ignores case, white space, dots, dashes, underscores, invisible
 * characters, the Unicode form, raised footnote marks, the spelling of umlauts and `ß`, and the third of three equal
 * consonants, omitted until 1996. `SGB V`, `sgb-v` and `SGB_V` are equal, as are `Bürgerliches Gesetzbuch` and
 * `buergerliches gesetzbuch`.
 */
export function foldName(text: string): string {
  return text
    .replace(FOOTNOTE, '')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[äöüß]/g, (letter) => SPELLINGS[letter] as string)
    .replace(/[\s._\p{Pd}\p{Cf}]/gu, '')
    .replace(TRIPLE, '$1$1')
}

/** `BGB²`: the raised number at the end of a word. */
const FOOTNOTE = new RegExp(`(?<=\\p{L})[${SUPERSCRIPT_DIGITS}]+\\)?(?![\\p{L}\\d])`, 'gu')
/** `Schifffahrt`, formerly `Schiffahrt`; not numerals, nor capitals of an abbreviation without words. */
const TRIPLE = /(?<=\p{L}[aeiouy])([flmnprst])\1\1(?=\p{L})/gu

/** `AO 1977`: a year after the abbreviation. */
const WITH_YEAR = /^(.*\S)\s+(?:1[789]|20)\d\d$/
/** `BImSchV 10`: the number of a law (G), ordinance (V) or order (O) in a series; the stem is one plain word. */
const WITH_NUMBER = /^(\p{L}[\p{L}-]*[GVO])\s+(\d{1,3})$/u
/** `10. BImSchV`, `II. BV` */
const WITH_ORDINAL = /^(\d{1,3}|[IVX]+)\.\s*(\p{L}[\p{L}-]*)$/u
const SOCIAL_CODE = /^SGB\s+(\d{1,2}|[IVX]+)$/i
const SOCIAL_CODE_BOOKS = 14

/**
 * Names derived from an official abbreviation (`jurabk` or `amtabk`), without the abbreviation itself: without its year
 * (`AO 1977` -> `AO`), with the number of a series as an ordinal (`BImSchV 1 2010` -> `BImSchV 1`, `1. BImSchV`,
 * `I. BImSchV`) and back, books of the Social Code in Roman and Arabic numerals (`SGB 5` -> `SGB V`). A derived name is
 * weaker than an official one: several laws may share it.
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

/** Stems of the ordinals that number the books of the Social Code. */
const BOOK_ORDINALS = [
  ...['erst', 'zweit', 'dritt', 'viert', 'fünft', 'sechst', 'siebt', 'acht', 'neunt', 'zehnt', 'elft', 'zwölft'],
  ...['dreizehnt', 'vierzehnt'],
]
/** `Fünften Buches Sozialgesetzbuch`, `Fünftes Buch des Sozialgesetzbuchs`, `Sozialgesetzbuch V` */
const BOOK_FIRST =
  /^(\p{L}+?|\d{1,2}\.|[IVX]+\.)(?:e[nsrm]?)? Buche?s? (?:\(\p{Lu}+\) )?(?:des )?Sozialgesetzbuch(?:e?s)?(?: \(SGB\))?$/u
const BOOK_LAST =
  /^(?:Sozialgesetzbuch(?:e?s)?(?: \(SGB\))?|SGB),?(?: ([IVX]+|\d{1,2})| [-–( ]*(\p{L}+?)(?:e[nsrm]?)? Buche?s?\)?)$/u

/**
 * Returns the possible names of a law that running text calls `name`, which comes first: out of the genitive
 * (`Bürgerlichen Gesetzbuchs` -> `Bürgerliches Gesetzbuch`), and books of the Social Code by abbreviation
 * (`Fünften Buches Sozialgesetzbuch` -> `SGB V`). Only the words before the first function word are inflected, ignoring the
 * conjunction in a compound (`Teilzeit- und Befristungsgesetzes`).
 */
export function nominativeForms(name: string): string[] {
  const text = name
    .normalize('NFC')
    .replace(/\u00ad/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  const words = text
    .replace(/^Art(?:ikel)?[.-]? ?(?=\d+-)/, 'Artikel ')
    .replace(/^\d{1,2}\.(?= \p{Lu})/u, (number) => `${ordinalWord(Number.parseInt(number, 10))}en`)
    .split(' ')
  const small = words.findIndex((word, index) => !/^[\p{Lu}\d]/u.test(word) && !words[index - 1]?.endsWith('-'))
  const head = small < 0 ? words : words.slice(0, small)
  const tail = words.slice(head.length)
  const nouns = head.map(withoutGenitive)
  const withEnding = (ending: string) =>
    nouns.map((word, index) => (index + 1 < nouns.length ? word.replace(/(?<=^\p{Lu}\p{L}{2,})en?$/u, ending) : word))
  const inflected = nouns.length > 1 ? [nouns, withEnding('es'), withEnding('e'), withEnding('er')] : [nouns]
  const forms = inflected.map((form) => [...form, ...tail].join(' '))
  return [
    ...new Set([
      name,
      ...forms,
      ...forms.flatMap(otherDative),
      ...bookOfSocialCode(text),
      ...plainAct(text),
      ...(text.startsWith('(') ? numberOf(text) : []),
      ...abbreviationOf(text),
    ]),
  ]
}

/** An act of the Union by kind and number, with more or fewer words than its name. */
const ACT =
  /^(?:(?:EU|EG|EC|EEC|EWG|CE|UE)[- ])?(\p{L}+(?:-\p{L}+)?(?: (?!(?:Nr|No|EU|EG|EC|EEC|EWG|CE|UE|CEE|Euratom)(?!\p{L}))\p{L}+){0,3})\.?,? ?(?:\(?(?:EU|EG|EC|EEC|EWG|CE|UE|CEE|Euratom)\)?)?,? ?(?:(?:Nr|No|n)[.°oº]* ?)?(\d{1,4}\/\d{1,4})(?:\/(?:EU|EG|EC|EEC|EWG|CE|UE|CEE))?$/u
/** Patterns of kinds, and their forms in names. */
const ACT_KINDS: [words: RegExp, kind: string][] = [
  [
    /^(?:(?:delegierten?|durchführungs|EU-|EG-) ?)?(?:verordnung|VO)$|^(?:del|d|durchf)VO$|^(?:(?:commission|council) )?(?:(?:delegated|implementing) )?reg(?:ulation)?$|^règlement$/i,
    'Verordnung',
  ],
  [
    /^(?:(?:delegierten?|durchführungs|EU-|EG-) ?)?(?:richtlinie|RL)$|^(?:(?:commission|council) )?(?:(?:delegated|implementing) )?dir(?:ective)?$/i,
    'Richtlinie',
  ],
  [
    /^(?:durchführungs)?beschluss(?:es)?$|^(?:(?:commission|council) )?(?:(?:delegated|implementing) )?decision$|^décision$|^entscheidung$/i,
    'Beschluss',
  ],
]

/** `Verordnung Nr. 593/2008`, `Regulation (EU) No 2016/679`, `Reg. 593/2008` -> `Verordnung 593/2008`, a name that every act has. */
function plainAct(name: string): string[] {
  const [, words, number] = (name.includes('/') && ACT.exec(name)) || []
  const kind = words === undefined ? undefined : ACT_KINDS.find(([pattern]) => pattern.test(words))?.[1]
  return kind === undefined ? [] : [`${kind} ${number}`]
}

/** The number alone, with its community: `2016/679/EU`, `(EC) No 593/2008`. */
const NUMBER_OF_ACT =
  /^(?:\((?:EU|EG|EC|EEC|EWG|CE|UE|CEE|Euratom)\) ?(?:(?:Nr|No|n)[.°oº]* ?)?(?=\S+$))?(\d{1,4}\/\d{1,4})(?:\/(?:EU|EG|EC|EEC|EWG|CE|UE|CEE))?$/
/** With a suffix it may also be an act of another kind: Decision No 803/2004/EC, Regulation (EC) No 803/2004. */
function numberOf(text: string): string[] {
  const [, number] = NUMBER_OF_ACT.exec(text) ?? []
  return number === undefined ? [] : [number]
}

/** A CELEX number, of the act or a consolidation, alone or in an address of EUR-Lex. */
const CELEX =
  /^(?:CELEX:? ?|https?:\/\/\S{1,200}celex(?::|%3A|\/))?[03](\d{4}[A-Z]{1,2}\d{4})(?:-\d{8})?(?:[&#?]\S*)?$/i
/** The European Legislation Identifier, alone or in an address, of the act or its text of a day. */
const ELI = /^(?:https?:\/\/[^\s/]{1,60}\/)?\/?eli\/(reg|dir|dec|reco)(?:_impl|_del)?\/(\d{4})\/(\d{1,4})(?:\/\S*)?$/i
const ELI_TYPES: Record<string, string> = { reg: 'R', dir: 'L', dec: 'D', reco: 'H' }

/** The CELEX number of the act that a text names by CELEX number, ELI, or an address with one of them. */
export function celexNamed(text: string): string | undefined {
  const [, celex] = CELEX.exec(text) ?? []
  if (celex !== undefined) return `3${celex.toUpperCase()}`
  const [, type = '', year, serial = ''] = ELI.exec(text) ?? []
  return year && `3${year}${ELI_TYPES[type.toLowerCase()]}${serial.padStart(4, '0')}`
}

/** Other names of the act in a name or an address. */
function actForms(name: string): string[] {
  const text = name.trim()
  const celex = celexNamed(text)
  return [...plainAct(text), ...numberOf(text), ...(celex === undefined ? [] : [celex.toLowerCase()])]
}

/** Finds laws by a name; if there are none, by other forms of the name of an act of the Union. */
export async function inForms<Found>(name: string, find: (form: string) => Promise<Found[]>): Promise<Found[]> {
  const found = await find(name)
  if (found.length > 0 || !/\d/.test(name)) return found
  for (const form of actForms(name)) {
    const inOtherForm = await find(form)
    if (inOtherForm.length > 0) return inOtherForm
  }
  return []
}

/** `Gesetzes` -> `Gesetz`, `Bundes-Immissionsschutzgesetzes`, `Freizügigkeitsgesetzes/EU`; abbreviations stay. */
function withoutGenitive(word: string): string {
  return /^(?:\d+-)?\p{Lu}[\p{L}-]*\p{Ll}{3}s(?:\/\p{Lu}+)?$/u.test(word)
    ? word.replace(/(?<=\p{L}{4})e?s(?=$|\/)/u, '')
    : word
}

/** Returns the other form of the dative: `zum Bürgerlichen Gesetzbuche`. */
function otherDative(name: string): string[] {
  if (/gesetzbuche$/i.test(name)) return [name.slice(0, -1)]
  return /gesetzbuch$/i.test(name) ? [`${name}e`] : []
}

function bookOfSocialCode(name: string): string[] {
  if (!/Sozialgesetzbuch|^SGB/.test(name)) return []
  const first = BOOK_FIRST.exec(name)?.[1]
  const [, written, last] = BOOK_LAST.exec(name) ?? []
  const figure = first?.endsWith('.') ? first.slice(0, -1) : written
  const ordinal = (first ?? last)?.toLowerCase().replace(/^siebent$/, 'siebt')
  const book = figure === undefined ? BOOK_ORDINALS.indexOf(ordinal ?? '') + 1 : (parseRoman(figure) ?? Number(figure))
  return book >= 1 && book <= SOCIAL_CODE_BOOKS ? [`SGB ${formatRoman(book)}`] : []
}

/** Placeholder for any character outside A to Z. */
const NO_LETTER = '#'

/** The index letter of a name: `Ä` under A, `ß` under S, in either case; `#` for digits, signs and other scripts. */
export function initialOf(name: string): string {
  const letter = name.trimStart().slice(0, 2).normalize('NFD').toUpperCase().charAt(0)
  return letter >= 'A' && letter <= 'Z' ? letter : NO_LETTER
}

/** Dictionary order (DIN 5007-1): `ä` like `a`, numbers by value. Lazy: it takes 5 ms to create and is rarely needed. */
const order = lazy(() => new Intl.Collator('de', { numeric: true }))

/** Compares names as a dictionary does; negative if `one` comes first. */
export const compareInIndex = (one: string, other: string): number => order().compare(one, other)

/** The words of designations. All in lower case, without the dot of an abbreviation. */
import type { NormKind, SubdivisionKind } from '../norm-path.ts'

export interface Head {
  kind: NormKind
  /** True if the word announces several norms: a bare number after a comma is then also a norm. */
  plural: boolean
}

const heads = (kind: NormKind, plural: boolean, words: string): [string, Head][] =>
  words.split(' ').map((word) => [word, { kind, plural }])

/** Words before a norm's number. `§` is its own token. */
export const HEADS: ReadonlyMap<string, Head> = new Map([
  ...heads('par', false, 'paragraph paragraf paragraphs paragrafs par'),
  ...heads('par', true, 'paragraphen paragrafen'),
  ...heads('art', false, 'art artikel artikels'),
  ...heads('art', true, 'artikeln arts artt'),
  ...heads('annex', false, 'anlage anhang anhangs anhanges anh anl'),
  ...heads('annex', true, 'anlagen anhänge anhängen anhaenge'),
  ...heads('recital', false, 'erwägungsgrund erwägungsgrundes erwägungsgrunds erwaegungsgrund erwg erwgr erwgrd egr'),
  ...heads('recital', true, 'erwägungsgründe erwägungsgründen erwägungsgründn'),
  ...heads('preamble', false, 'präambel'),
])

/** Parts of a norm without a path element. */
export type QualifierKind =
  | 'unterabsatz'
  | 'halbsatz'
  | 'teilsatz'
  | 'alternative'
  | 'variante'
  | 'gruppe'
  | 'spiegelstrich'
  | 'fassung'
  | 'teil'
  | 'kapitel'
  | 'abschnitt'
  | 'unterabschnitt'
  | 'sachgebiet'
  | 'tabelle'
  | 'spalte'
  | 'zeile'
  | 'vorbem'
  | 'zeichen'
  /** The variant of a road sign, by its number in the catalogue of signs: `274-50`. */
  | 'vzkat'

export type PartKind = SubdivisionKind | QualifierKind

const parts = <Kind extends PartKind>(kind: Kind, words: string): [string, Kind][] =>
  words.split(' ').map((word) => [word, kind])

/** Words before the number of a part. */
export const PARTS: ReadonlyMap<string, PartKind> = new Map<string, PartKind>([
  ...parts('abs', 'abs absatz absatzes absätze absätzen absaetze absaetzen abss para paras par pars'),
  ...parts('satz', 's satz satzes sätze sätzen saetze saetzen sentence sentences sent'),
  ...parts('nr', 'nr nrn nrs nummer nummern ziff ziffer ziffern nos'),
  ['no', 'nr'],
  ...parts('buchst', 'buchst buchstabe buchstaben buchstabens lit litt bst'),
  ...parts('buchst', 'doppelbuchst doppelbuchstabe doppelbuchstaben dbuchst dreifachbuchst dreifachbuchstabe'),
  ...parts('unterabsatz', 'unterabs unterabsatz unterabsatzes unterabsätze uabs ua'),
  ...parts('halbsatz', 'halbs halbsatz halbsatzes halbsätze hs hlbs hsatz hbs'),
  ...parts('teilsatz', 'teils teilsatz teilsatzes satzteil satzteils ts'),
  ...parts('alternative', 'alt alternative alternativen fall'),
  ...parts('variante', 'var variante varianten'),
  // Of the marks of murder: `§ 211 Abs. 2 Gr. 1 Var. 3 StGB`.
  ...parts('gruppe', 'gr gruppe gruppen'),
  ...parts('spiegelstrich', 'spiegelstrich spiegelstriche spiegelstr spstr gedankenstrich tiret'),
  ...parts('teil', 'teil teile'),
  ...parts('kapitel', 'kapitel kap'),
  ...parts('abschnitt', 'abschnitt abschn abschnitte'),
  ...parts('unterabschnitt', 'unterabschnitt unterabschn'),
  ...parts('sachgebiet', 'sachgebiet'),
  ...parts('tabelle', 'tabelle tab tabellen'),
  ...parts('spalte', 'spalte sp spalten'),
  ...parts('zeile', 'zeile zeilen'),
  ...parts('vorbem', 'vorbemerkung vorbemerkungen vorbem vorb'),
  ...parts('zeichen', 'zeichen'),
])

/** Parts of annexes; elsewhere these words are ordinary. */
export const ANNEX_PARTS: ReadonlySet<PartKind> = new Set<PartKind>([
  'teil',
  'kapitel',
  'abschnitt',
  'unterabschnitt',
  'sachgebiet',
  'tabelle',
  'spalte',
  'zeile',
  'vorbem',
  'zeichen',
])

/** Parts of schedules that are named numbers: `nr:vorbem.3`, `nr:zeichen.250`. */
export const NAMED_ROWS: ReadonlySet<string> = new Set<PartKind>(['vorbem', 'zeichen'])

/** Latin numerals of articles inserted between others: `6bis`. */
export const LATIN_SUFFIX = /^(?:bis|ter|quater|quinquies|sexies|septies|octies|novies|nonies|decies)$/

/** Printed hyphens, and the minus; between the words of a compound also a dash: `BGB–InfoV`. */
export const PRINTED_HYPHEN = /[\u2010-\u2012\u2212]|(?<=\p{L})\u2013(?=\p{Lu}\p{L})/gu
export const isPrintedHyphen = (text: string, at: number) =>
  text.charAt(at) > '\u2000' && text.slice(Math.max(0, at - 1), at + 3).search(PRINTED_HYPHEN) >= 0

const ENDINGS = ['e', 'er', 'es', 'en', 'em']

/** Ordinals before a part: `zweiter Halbsatz`. */
export const ORDINALS: ReadonlyMap<string, number> = new Map(
  ['erst', 'zweit', 'dritt', 'viert', 'fünft', 'sechst', 'siebt', 'acht', 'neunt', 'zehnt'].flatMap((stem, index) =>
    ENDINGS.map((ending): [string, number] => [stem + ending, index + 1]),
  ),
)

/** Ordinals without a number: `letzter Halbsatz`. The part cannot be counted. */
export const UNCOUNTED: ReadonlyMap<string, string> = new Map(
  ['letzt', 'vorletzt'].flatMap((stem) => ENDINGS.map((ending): [string, string] => [stem + ending, `${stem}er`])),
)

/** Words for parts without a number: `Eingangshalbs.`, `Einleitungssatz`. */
export const UNNUMBERED_PARTS: readonly [words: RegExp, kind: QualifierKind, value: string][] = [
  [/^eingangs(?:halbs|hs|halbsatz(?:es)?|satz(?:es)?|teils?)$/, 'halbsatz', 'eingang'],
  [/^einleitungs(?:halbs|halbsatz(?:es)?|satz(?:es)?|teils?)$/, 'halbsatz', 'eingang'],
  [/^schluss(?:halbs|halbsatz(?:es)?|satz(?:es)?)$/, 'halbsatz', 'letzter'],
]

/** Words and signs between the members of a list. */
export const SEPARATORS: ReadonlySet<string> = new Set(['und', 'oder', 'sowie', 'u', 'bzw', 'beziehungsweise'])

/** Words for the application of a norm, after it or its law: `§ 1004 analog BGB`. */
export const APPLICATION_WORDS: ReadonlySet<string> = new Set(['analog', 'entsprechend', 'direkt'])

/** Units after a number that is not part of a list: `§ 5 und 10 Tage`. */
export const UNITS: ReadonlySet<string> = new Set(
  (
    'euro eur cent dm mark prozent tag tage tagen woche wochen monat monate monaten jahr jahre jahren stunde stunden ' +
    'minuten uhr mal personen meter kilometer gramm kilogramm liter'
  ).split(' '),
)

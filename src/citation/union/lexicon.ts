/**
 * The words by which acts of the European Union cite in English and French, and English texts German laws. German acts cite as
 * German laws do.
 */
import type { NormKind, SubdivisionKind } from '../norm-path.ts'

/** A language of acts that is read here. */
export type ActLanguage = 'en' | 'fr'

/** Kinds of parts; a `point` is a number or a letter; an `annex part` (`Section A`) has no path. */
export type ActPartKind = Exclude<SubdivisionKind, 'nr' | 'buchst'> | 'point' | 'annex part'

/** True for a language whose references are read here. */
export const isActLanguage = (language: string): language is ActLanguage => language === 'en' || language === 'fr'

export interface ActLexicon {
  heads: ReadonlyMap<string, { kind: NormKind; plural: boolean }>
  parts: ReadonlyMap<string, ActPartKind>
  ordinals: ReadonlyMap<string, string>
  and: ReadonlySet<string>
  to: ReadonlySet<string>
  /** Words that join a part to what it is in, and a norm to its law: `of`, `de la`. */
  links: ReadonlySet<string>
  /** Words before a noun for the act itself (`this Regulation`), and for the one that was named last (`that Directive`). */
  own: ReadonlySet<string>
  same: ReadonlySet<string>
  /** `thereof`: of the act that was named last. */
  thereof: ReadonlySet<string>
  /** Nouns for acts, by the letter in CELEX numbers; and for other rules, which are not read. */
  acts: ReadonlyMap<string, string>
  others: ReadonlySet<string>
  /** Words between a link and the noun of an act: `of Commission Delegated Regulation`. */
  adjectives: ReadonlySet<string>
  /** True if German laws are cited. */
  isGerman?: true
}

const words = (text: string) => new Set(text.split(' '))
const table = <Value>(entries: Record<string, Value>): Map<string, Value> =>
  new Map(Object.entries(entries).flatMap(([list, value]) => list.split(' ').map((word) => [word, value] as const)))
const ordinals = (text: string) =>
  new Map(text.split(' ').flatMap((each, index) => each.split('/').map((word) => [word, String(index + 1)] as const)))

export const LEXICONS: Record<ActLanguage, ActLexicon> = {
  en: {
    heads: table({
      'article art': { kind: 'art' as NormKind, plural: false },
      'articles arts': { kind: 'art', plural: true },
      annex: { kind: 'annex', plural: false },
      annexes: { kind: 'annex', plural: true },
      'recital rec': { kind: 'recital', plural: false },
      'recitals recs': { kind: 'recital', plural: true },
    }),
    parts: table<ActPartKind>({
      'paragraph paragraphs para paras par pars': 'abs',
      'subparagraph subparagraphs subpara subparas': 'uabs',
      'sentence sentences': 'satz',
      'point points letter letters lit litt lett no': 'point',
      // As norms of English acts are named here: `Article 36 Abs. 2 Satz 1 Buchst. a`.
      abs: 'abs',
      uabs: 'uabs',
      satz: 'satz',
      'nr buchst': 'point',
      'indent indents': 'indent',
      'section sections part parts chapter table appendix column category row': 'annex part',
    }),
    ordinals: ordinals('first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'),
    and: words('and or'),
    to: words('to'),
    links: words('of to in the'),
    own: words('this present'),
    same: words('that those said latter'),
    thereof: words('thereof thereto'),
    acts: table({ 'regulation regulations': 'R', 'directive directives': 'L', 'decision decisions': 'D' }),
    others: words(
      'treaty treaties charter convention agreement protocol statute statutes rules act constitution code law tfeu teu',
    ),
    adjectives: words('council commission implementing delegated framework european parliament'),
  },
  fr: {
    heads: table({
      'article art': { kind: 'art' as NormKind, plural: false },
      articles: { kind: 'art', plural: true },
      annexe: { kind: 'annex', plural: false },
      annexes: { kind: 'annex', plural: true },
      considérant: { kind: 'recital', plural: false },
      considérants: { kind: 'recital', plural: true },
    }),
    parts: table<ActPartKind>({
      'paragraphe paragraphes par': 'abs',
      'alinéa alinéas': 'uabs',
      'phrase phrases': 'satz',
      'point points lettre lettres lit': 'point',
      'tiret tirets': 'indent',
      'section sections partie parties chapitre tableau appendice colonne catégorie': 'annex part',
    }),
    ordinals: ordinals(
      'premier/première/premiers deuxième/second/seconde troisième quatrième cinquième sixième septième huitième neuvième dixième',
    ),
    and: words('et ou'),
    to: words('à'),
    links: words('de du des la le les l d à'),
    own: words('présent présente'),
    same: words('ladite dudit cette ce même'),
    thereof: words('celui celle'),
    acts: table({ 'règlement règlements': 'R', 'directive directives': 'L', 'décision décisions': 'D' }),
    others: words('traité traités charte convention accord protocole statut constitution code loi tfue tue'),
    adjectives: words('délégué déléguée exécution conseil commission cadre d'),
  },
}

/** German laws in English texts: `Section 535 (1), first sentence, of the German Civil Code`, `s. 242 StGB`. */
export const GERMAN_LAW: ActLexicon = {
  ...LEXICONS.en,
  isGerman: true,
  heads: table({
    'section sec s §': { kind: 'par' as NormKind, plural: false },
    'sections secs ss §§': { kind: 'par', plural: true },
    'article art': { kind: 'art', plural: false },
    'articles arts': { kind: 'art', plural: true },
  }),
  parts: table<ActPartKind>({
    'subsection subsections subsec subs subsecs paragraph paragraphs para paras par pars abs': 'abs',
    'sentence sentences sent satz': 'satz',
    'number numbers no nos nr point points item items letter letters lit litt buchst': 'point',
    'alternative alternatives alt variant var': 'annex part',
  }),
  acts: table({ 'act code law statute': 'Gesetz', 'ordinance regulation regulations': 'Verordnung' }),
  same: words('this that the same said latter'),
  own: words(''),
}

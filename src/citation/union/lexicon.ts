/**
 * Citation words of acts of the European Union in English and French, and of English texts that cite German laws. German
 * versions of acts cite like German laws.
 */
import type { NormKind, SubdivisionKind } from '../norm-path.ts'
import table from './lexicon.json' with { type: 'json' }

/** A supported language of acts. */
export type ActLanguage = 'en' | 'fr'

/** Kinds of parts; a `point` is a number or a letter; an `annex part` (`Section A`) has no path. */
export type ActPartKind = Exclude<SubdivisionKind, 'nr' | 'buchst'> | 'point' | 'annex part'

/** True for a supported language. */
export const isActLanguage = (language: string): language is ActLanguage => language === 'en' || language === 'fr'

export interface ActLexicon {
  heads: ReadonlyMap<string, { kind: NormKind; plural: boolean }>
  parts: ReadonlyMap<string, ActPartKind>
  ordinals: ReadonlyMap<string, string>
  and: ReadonlySet<string>
  to: ReadonlySet<string>
  /** Words between a part and its container, and between a norm and its law: `of`, `de la`. */
  links: ReadonlySet<string>
  /** Words before a noun for the act itself (`this Regulation`), and for the last named one (`that Directive`). */
  own: ReadonlySet<string>
  same: ReadonlySet<string>
  /** `thereof`: of the last named act. */
  thereof: ReadonlySet<string>
  /** Nouns for acts, by the letter in CELEX numbers; and for other rules, which are ignored. */
  acts: ReadonlyMap<string, string>
  others: ReadonlySet<string>
  /** Words between a link and the noun of an act: `of Commission Delegated Regulation`. */
  adjectives: ReadonlySet<string>
  /** True if German laws are cited. */
  isGerman?: true
}

const words = (text: string) => new Set(text.split(' '))
/** Maps words to values. */
const byWord = <Value>(entries: readonly (readonly [Value, words: string])[]): Map<string, Value> =>
  new Map(entries.flatMap(([value, list]) => list.split(' ').map((word) => [word, value] as const)))

interface Tables {
  heads: Record<string, { singular: string; plural: string }>
  parts: Record<string, string>
  ordinals: readonly string[]
  acts: Record<string, string>
}

function lexiconOf({ heads, parts, ordinals, acts, ...others }: Omit<typeof table.en, keyof Tables> & Tables) {
  const lists = Object.entries(others).map(([name, list]) => [name, words(list)])
  const headWords = Object.entries(heads) as [NormKind, Tables['heads'][string]][]
  return {
    ...(Object.fromEntries(lists) as Record<keyof typeof others, Set<string>>),
    heads: byWord(
      headWords.flatMap(([kind, { singular, plural }]) => [
        [{ kind, plural: false }, singular],
        [{ kind, plural: true }, plural],
      ]),
    ),
    parts: byWord(Object.entries(parts) as [ActPartKind, string][]),
    ordinals: byWord(ordinals.map((list, index) => [String(index + 1), list])),
    acts: byWord(Object.entries(acts)),
  }
}

export const LEXICONS: Record<ActLanguage, ActLexicon> = { en: lexiconOf(table.en), fr: lexiconOf(table.fr) }

/** German laws in English texts: `Section 535 (1), first sentence, of the German Civil Code`, `s. 242 StGB`. */
export const GERMAN_LAW: ActLexicon = { ...lexiconOf({ ...table.en, ...table.german }), isGerman: true }

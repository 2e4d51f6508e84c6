/**
 * The words by which acts of the European Union cite in English and French, and English texts German laws. German acts cite as
 * German laws do.
 */
import type { NormKind, SubdivisionKind } from '../norm-path.ts'
import table from './lexicon.json' with { type: 'json' }

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
/** The values by their words. */
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

/** Laws that a query names, by an abbreviation or a full name. */

import type { Analyzer } from './analyzer.ts'
import { mayContain } from './bloom-filter.ts'
import type { WordFrequencies } from './german/decompounder.ts'
import { type Query, wordsIn } from './query-parser.ts'
import type { SearchStorage } from './records.ts'
import { wordsOf } from './tokenizer.ts'

/** How names of laws are spelled; the room `citation` knows it. */
export interface LawNameRules {
  /** The form of a name under which laws are found. */
  foldName(name: string): string
  /** The forms that a name may have in the nominative, the likeliest first. */
  nominativeForms(name: string): string[]
  /** True if a word ends like the name of a law: `Zivilprozessordnung`. */
  endsLikeLawName(word: string): boolean
  /** The codes of the jurisdictions that a text names, in lower case. */
  jurisdictionsNamed(text: string): string[]
}

/** A law that is named, and how clearly. */
export interface NamedLaw {
  law: number
  by: 'abbreviation' | 'name'
  /** The words that name it. */
  name: string
}

/** Words of a query that may name a law. */
export interface LawNameCandidate {
  /** Index of the first word, and the number of words. */
  start: number
  length: number
  by: NamedLaw['by']
  name: string
  /** Folded forms of the name that laws may have, the likeliest first; not empty. */
  forms: readonly string[]
}

/** Maximum length of a name that is looked up, in words. */
const MAX_NAME_WORDS = 6
/** A name shared by more laws names none of them. */
const MAX_NAMESAKES = 3
/** German words have a vowel before their last letter; `stgb`, `vwgo`, `agg` do not. */
const LETTERS = /^\p{L}+$/u
/** Endings of ordinary words. */
const INFLECTIONS = ['e', 'en', 'er']
const LOWER_CASE = /^\p{Ll}+$/u
const VOWEL_BEFORE_LAST = /[aeiouyäöü]\p{L}$/iu
/** One of a series: `7. FooV`. */
const NUMBERED = /^(?:\d{1,3}|[IVX]+)\.\s\p{Lu}\S*\p{Lu}\S*$/u

/** Knowledge of an index about words of a query that may name laws. */
export class KnownNames {
  readonly #filter: Uint32Array
  readonly #vocabulary: WordFrequencies
  readonly #isSentence: boolean

  constructor(
    { wanted }: Query,
    storage: Pick<SearchStorage, 'column'>,
    analyzer: Pick<Analyzer, 'isStopWord'>,
    vocabulary: WordFrequencies,
  ) {
    this.#filter = storage.column('name_filter')
    this.#vocabulary = vocabulary
    this.#isSentence = wanted.flatMap(wordsIn).some((word) => analyzer.isStopWord(word))
  }

  /** Bloom filter: false only for folded names that no law has, and for most of them. */
  mayExist(folded: string): boolean {
    return mayContain(this.#filter, folded)
  }

  /**
   * True for a lower-case word that the corpus inflects (it does not inflect abbreviations), in a query with function words:
   * `fang` in `wie fang ich einen Fisch`.
   */
  isOrdinary(word: string): boolean {
    if (!this.#isSentence || !LOWER_CASE.test(word)) return false
    return wordsOf(word).some((word) => INFLECTIONS.some((ending) => this.#vocabulary.frequency(word + ending) > 0))
  }
}

/** The words of a text that may name laws, by their place, longer names before shorter ones. */
export function lawNameCandidates(text: string, rules: LawNameRules, known: KnownNames): LawNameCandidate[] {
  const words = text.split(/[\s\p{Cc}"„“”»«?!;]+/u).filter((word) => word !== '')
  const candidates: LawNameCandidate[] = []
  for (let start = 0; start < words.length; start += 1) {
    for (let length = Math.min(MAX_NAME_WORDS, words.length - start); length > 0; length -= 1) {
      const name = words
        .slice(start, start + length)
        .join(' ')
        .replace(/^[+(]+|[,.:)]+$/g, '')
      const by = kindOf(name, length, rules)
      if (by === undefined || (by === 'abbreviation' && known.isOrdinary(name))) continue
      const forms = rules
        .nominativeForms(name)
        .map(rules.foldName)
        .filter((name) => known.mayExist(name))
      if (forms.length > 0) candidates.push({ start, length, by, name, forms })
    }
  }
  return candidates
}

/**
 * The laws that are named, each once; the longest of nested names counts.
 * @param candidates in the order of `lawNameCandidates`
 * @param find the laws with a folded name
 */
export function namedLaws(
  candidates: readonly LawNameCandidate[],
  find: (name: string) => readonly number[],
): NamedLaw[] {
  const found = new Map<number, NamedLaw>()
  let next = 0
  for (const { start, length, by, name, forms } of candidates) {
    if (start < next) continue
    const laws = forms.map(find).find((laws) => laws.length > 0) ?? []
    if (laws.length === 0 || laws.length > MAX_NAMESAKES) continue
    for (const law of laws) if (!found.has(law)) found.set(law, { law, by, name })
    next = start + length
  }
  return [...found.values()]
}

/** The kind of law name that some words are; undefined if they are ordinary words, or excluded. */
function kindOf(name: string, words: number, { endsLikeLawName }: LawNameRules): NamedLaw['by'] | undefined {
  if (name.startsWith('-') || !/\p{L}/u.test(name)) return undefined
  const isShort = !/\s/.test(name) || /^\S{1,8}\s\S{1,5}$/.test(name) || NUMBERED.test(name)
  if (words > 1) return isShort ? 'abbreviation' : 'name'
  const isUnlikeWord = name.length > 1 && name.length < 8 && LETTERS.test(name) && !VOWEL_BEFORE_LAST.test(name)
  if (isUnlikeWord || /\p{Lu}.*\p{Lu}/u.test(name)) return 'abbreviation'
  return endsLikeLawName(name) || (/^\p{Lu}/u.test(name) && name.length > 6) ? 'name' : undefined
}

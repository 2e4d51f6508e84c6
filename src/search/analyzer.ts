/**
 * Analyzes words: the term under which all inflections of a word are indexed, and the terms of a compound's parts.
 * Documents and queries are analyzed alike. Only `germanAnalyzer` knows the language.
 */

import { LruCache } from '../util/lru-cache.ts'
import { mayContain } from './bloom-filter.ts'
import { createDecompounder, type WordFrequencies } from './german/decompounder.ts'
import { stem } from './german/stemmer.ts'
import { isForeignStopWord, isStopWord } from './german/stop-words.ts'
import type { SearchStorage } from './records.ts'

/** A part of a word: `[start, start + length)`, and its depth: 1 for a half of the word, 2 for a part of a half. */
export interface WordPart {
  start: number
  length: number
  depth: number
}

export interface TermPart extends WordPart {
  term: string
}

/** The words of the corpus whose documents are searched. */
export interface KnownWords extends WordFrequencies {
  /** The parts of a word, if they are stored. */
  parts?(word: string): readonly WordPart[] | undefined
}

/** Words are always those of `scanWords`. */
export interface Analyzer {
  /** The term of a word: the same for all of its inflections. */
  term(word: string): string
  /** As {@link Analyzer.term}, but uncached: for thousands of words that occur once. */
  termOnce(word: string): string
  /** The terms of a compound's parts, each once and without the word's own; empty if the word is not a compound. */
  parts(word: string): readonly TermPart[]
  /** True for words that hold sentences together and say nothing about their subject. */
  isStopWord(word: string): boolean
}

/**
 * Returns the analyzer of German texts.
 * @param cached the number of words whose results are cached
 */
export function germanAnalyzer(words: KnownWords, cached = 0): Analyzer {
  const split = createDecompounder(words)

  function partsOf(word: string): TermPart[] {
    if (word.startsWith(MARK)) return []
    const known = words.parts?.(word)
    if (known !== undefined) {
      return known.map((part) => ({ ...part, term: contentTerm(word.slice(part.start, part.start + part.length)) }))
    }
    const whole = contentTerm(word)
    const parts = new Map<string, TermPart>()
    for (const { word: part, start, depth } of split(word)) {
      const term = contentTerm(part)
      if (term !== whole && !parts.has(term)) parts.set(term, { term, start, length: part.length, depth })
    }
    return [...parts.values()]
  }

  return { term: memoize(termOf, cached), termOnce: termOf, parts: memoize(partsOf, cached), isStopWord }
}

/** Prefix of index words that no text contains: marks of norms, which are terms unchanged. */
export const MARK = '§'

/** Returns the term of a word. Stop words are not stemmed: `wegen` is not the `Weg`. */
export const termOf = (word: string): string =>
  isStopWord(word) || isForeignStopWord(word) || word.startsWith(MARK) ? word : contentTerm(word)

/** Separator after a stem that would equal a stop word; not a letter. */
const APART = '-'

/** Marks a stem that is spelled like a stop word: `Ware` is not `war`, nor `sicher` `sich`. */
function contentTerm(word: string): string {
  const term = stem(word)
  return isStopWord(term) || (term !== word && isForeignStopWord(term)) ? term + APART : term
}

/** Returns the letters of a term: each of its words begins with or contains them. */
export const lettersOf = (term: string): string => (term.endsWith(APART) ? term.slice(0, -APART.length) : term)

function memoize<Result>(work: (word: string) => Result, limit: number): (word: string) => Result {
  if (limit === 0) return work
  const cache = new LruCache<string, Result>(limit, () => 1)
  return (word) => cache.get(word, work)
}

/** Cache size, in word frequencies: unknown compounds share many candidates for parts. */
const CACHED_FREQUENCIES = 5000

/** The words of an index. An in-memory Bloom filter rejects nearly all candidates that are not words. */
export class IndexVocabulary implements KnownWords {
  readonly documents: number
  readonly #storage: Pick<SearchStorage, 'words' | 'column'>
  readonly #frequencies = new LruCache<string, number>(CACHED_FREQUENCIES, () => 1)

  constructor(storage: Pick<SearchStorage, 'statistics' | 'words' | 'column'>) {
    this.documents = storage.statistics.documents
    this.#storage = storage
  }

  frequency(word: string): number {
    if (!mayContain(this.#storage.column('word_filter'), word)) return 0
    return this.#frequencies.get(word, () => this.#storage.words.documents(word))
  }

  parts(word: string): WordPart[] | undefined {
    const data = this.#storage.words.data(word)
    return data && decodeParts(data)
  }
}

const LENGTH_BITS = 6
const MAX_LENGTH = (1 << LENGTH_BITS) - 1

/**
 * Encodes the parts of a word in two bytes each: the start; the length and the depth. An index stores them, because
 * finding them takes several times as long as looking up a word.
 * @param parts of a word of at most 63 letters, at most three deep
 */
export function encodeParts(parts: readonly WordPart[]): Uint8Array {
  return Uint8Array.from(parts.flatMap(({ start, length, depth }) => [start, (depth << LENGTH_BITS) | length]))
}

export function decodeParts(bytes: Uint8Array): WordPart[] {
  const parts: WordPart[] = []
  for (let index = 0; index + 1 < bytes.length; index += 2) {
    const second = bytes[index + 1] as number
    parts.push({ start: bytes[index] as number, length: second & MAX_LENGTH, depth: second >> LENGTH_BITS })
  }
  return parts
}

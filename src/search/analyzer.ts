/**
 * What words mean to search: the term under which all inflections of a word are found, and the terms of a compound's
 * parts. Documents and queries are analysed by the same object; only its maker knows the language.
 */

import type { BlockStore } from '../sqlite/block-store.ts'
import { createDecompounder, type WordFrequencies } from './german/decompounder.ts'
import { stem } from './german/stemmer.ts'
import { isStopWord } from './german/stop-words.ts'
import { LruCache } from './lru-cache.ts'

/** A part of a compound, and where it stands in it; `depth` is 1 for a half of the compound, 2 for a part of a half. */
export interface TermPart extends WordPart {
  term: string
}

/** The words of the corpus whose documents are searched. */
export interface KnownWords extends WordFrequencies {
  /** The parts of a word, where they are known already. */
  parts?(word: string): readonly WordPart[] | undefined
}

/** Words are always those of `scanWords`. */
export interface Analyzer {
  /** The term of a word: the same for all of its inflections. */
  term(word: string): string
  /** The terms of a compound's parts, each once and none the word's own; empty where the word is no compound. */
  parts(word: string): readonly TermPart[]
  /** Whether a word holds sentences together and says nothing of their subject. */
  isStopWord(word: string): boolean
}

/**
 * The analysis of German texts.
 * @param remembered of how many words, at most, the results are remembered
 */
export function germanAnalyzer(words: KnownWords, remembered = 0): Analyzer {
  const split = createDecompounder(words)

  function partsOf(word: string): TermPart[] {
    const known = words.parts?.(word)
    if (known !== undefined) {
      return known.map((place) => ({ ...place, term: stem(word.slice(place.start, place.start + place.length)) }))
    }
    const whole = stem(word)
    const parts = new Map<string, TermPart>()
    for (const { word: part, start, depth } of split(word)) {
      const term = stem(part)
      if (term !== whole && !parts.has(term)) parts.set(term, { term, start, length: part.length, depth })
    }
    return [...parts.values()]
  }

  // `wegen` is not the `Weg`.
  const termOf = (word: string) => (isStopWord(word) ? word : stem(word))
  return { term: memoize(termOf, remembered), parts: memoize(partsOf, remembered), isStopWord }
}

/** The same function, which remembers the results for some words. */
function memoize<Result>(work: (word: string) => Result, limit: number): (word: string) => Result {
  if (limit === 0) return work
  const kept = new LruCache<string, Result>(limit, () => 1)
  return (word) => kept.get(word, work)
}

/*FILEDOC
 * What an index keeps of a word: where its parts are, if it is a compound. To find them takes several times as long as to
 * look up a word. Each has two bytes: where it begins, and in the second one its length and its depth.
 */

/** A part of a word: `[start, start + length)`, and how deep it lies. */
export interface WordPart {
  start: number
  length: number
  depth: number
}

const LENGTH_BITS = 6
const LONGEST = (1 << LENGTH_BITS) - 1

/** @param parts of a word of at most 63 letters, at most three deep */
export function encodeParts(parts: readonly WordPart[]): Uint8Array {
  return Uint8Array.from(parts.flatMap(({ start, length, depth }) => [start, (depth << LENGTH_BITS) | length]))
}

export function decodeParts(bytes: Uint8Array): WordPart[] {
  const parts: WordPart[] = []
  for (let index = 0; index + 1 < bytes.length; index += 2) {
    const second = bytes[index + 1] as number
    parts.push({ start: bytes[index] as number, length: second & LONGEST, depth: second >> LENGTH_BITS })
  }
  return parts
}

/*FILEDOC What the index of a bundle knows of words. */

/** Of how many words the frequencies are remembered: compounds that no norm has share many parts. */
const REMEMBERED = 5000

export class IndexVocabulary implements KnownWords {
  readonly documents: number
  readonly #words: BlockStore
  readonly #mayHave: (word: string) => boolean
  readonly #frequencies = new LruCache<string, number>(REMEMBERED, () => 1)

  /** @param mayHave false of most words that no norm has, and of no other */
  constructor(documents: number, words: BlockStore, mayHave: (word: string) => boolean) {
    this.documents = documents
    this.#words = words
    this.#mayHave = mayHave
  }

  frequency(word: string): number {
    if (!this.#mayHave(word)) return 0
    return this.#frequencies.get(word, () => this.#words.documents(word))
  }

  parts(word: string): WordPart[] | undefined {
    const data = this.#words.data(word)
    return data && decodeParts(data)
  }
}

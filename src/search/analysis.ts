/**
 * What words mean to search: the term under which all inflections of a word are found, and the terms of a compound's
 * parts. Documents and queries are analysed by the same object; only its maker knows the language.
 */
import { type CorpusWords, createSplitter } from './german/compounds.ts'
import { isFunctionWord } from './german/function-words.ts'
import { stem } from './german/stem.ts'
import { Kept } from './kept.ts'

export interface TermPart {
  term: string
  /** How deep the part lies: 1 for a half of the compound, 2 for a part of a half. */
  depth: number
}

/** Words are always those of `scanWords`. */
export interface Analysis {
  /** The term of a word: the same for all of its inflections. */
  term(word: string): string
  /** The terms of a compound's parts, each once and none the word's own; empty where the word is no compound. */
  parts(word: string): readonly TermPart[]
  /** Whether a word holds sentences together and says nothing of their subject. */
  isFunctionWord(word: string): boolean
}

/**
 * The analysis of German texts.
 * @param words of the corpus whose documents are searched
 * @param remembered of how many words, at most, the results are remembered
 */
export function germanAnalysis(words: CorpusWords, remembered = 0): Analysis {
  const split = createSplitter(words)

  function partsOf(word: string): TermPart[] {
    const whole = stem(word)
    const parts = new Map<string, number>()
    for (const part of split(word)) {
      const term = stem(part.word)
      if (term !== whole && !parts.has(term)) parts.set(term, part.depth)
    }
    return Array.from(parts, ([term, depth]) => ({ term, depth }))
  }

  // `wegen` is not the `Weg`.
  const termOf = (word: string) => (isFunctionWord(word) ? word : stem(word))
  return { term: remember(termOf, remembered), parts: remember(partsOf, remembered), isFunctionWord }
}

/** The same function, which remembers the results for some words. */
function remember<Result>(work: (word: string) => Result, limit: number): (word: string) => Result {
  if (limit === 0) return work
  const kept = new Kept<string, Result>(limit, () => 1)
  return (word) => kept.get(word, work)
}

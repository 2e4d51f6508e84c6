/**
 * What words mean to search: the term under which all inflections of a word are found, and the terms of a compound's
 * parts. Documents and queries are analysed by the same object; only its maker knows the language.
 */
import { type CorpusWords, createSplitter } from './german/compounds.ts'
import { isFunctionWord } from './german/function-words.ts'
import { stem } from './german/stem.ts'
import { Kept } from './kept.ts'
import type { PartPlace } from './packed-parts.ts'

/** A part of a compound, and where it stands in it; `depth` is 1 for a half of the compound, 2 for a part of a half. */
export interface TermPart extends PartPlace {
  term: string
}

/** The words of the corpus whose documents are searched. */
export interface AnalysedWords extends CorpusWords {
  /** The parts of a word, where they are known already. */
  parts?(word: string): readonly PartPlace[] | undefined
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
 * @param remembered of how many words, at most, the results are remembered
 */
export function germanAnalysis(words: AnalysedWords, remembered = 0): Analysis {
  const split = createSplitter(words)

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
  const termOf = (word: string) => (isFunctionWord(word) ? word : stem(word))
  return { term: remember(termOf, remembered), parts: remember(partsOf, remembered), isFunctionWord }
}

/** The same function, which remembers the results for some words. */
function remember<Result>(work: (word: string) => Result, limit: number): (word: string) => Result {
  if (limit === 0) return work
  const kept = new Kept<string, Result>(limit, () => 1)
  return (word) => kept.get(word, work)
}

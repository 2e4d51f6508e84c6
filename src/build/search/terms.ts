/** Which terms the words of a vocabulary stand for. Terms and words are in the order of `compareNames`. */
import { type Analysis, germanAnalysis } from '../../search/analysis.ts'
import { compareNames } from '../../search/blocks.ts'
import type { Vocabulary } from './vocabulary.ts'

export interface Terms {
  /** The terms, by number. */
  terms: string[]
  /** The words, and of each word of the vocabulary its place among them. */
  words: string[]
  places: Uint32Array
  /** The term of each word of the vocabulary. */
  whole: Uint32Array
  /** The terms of each compound's parts; no entry for other words. */
  parts: ReadonlyMap<number, readonly number[]>
  /** Whether each word is a function word. */
  isFunctionWord: Uint8Array
}

export function termsOf(vocabulary: Vocabulary): Terms {
  const analysis: Analysis = germanAnalysis(vocabulary)
  const wholes = vocabulary.words.map((word) => analysis.term(word))
  const compounds = new Map<number, string[]>()
  for (const [number, word] of vocabulary.words.entries()) {
    const parts = analysis.parts(word)
    if (parts.length > 0)
      compounds.set(
        number,
        parts.map(({ term }) => term),
      )
  }
  const terms = [...new Set([...wholes, ...[...compounds.values()].flat()])].sort(compareNames)
  const numbers = new Map(terms.map((term, number) => [term, number]))
  const words = [...vocabulary.words].sort(compareNames)
  const places = new Map(words.map((word, place) => [word, place]))
  const numberOf = (term: string) => numbers.get(term) as number
  return {
    terms,
    words,
    places: Uint32Array.from(vocabulary.words, (word) => places.get(word) as number),
    whole: Uint32Array.from(wholes, numberOf),
    parts: new Map(Array.from(compounds, ([word, parts]) => [word, parts.map(numberOf)])),
    isFunctionWord: Uint8Array.from(vocabulary.words, (word) => (analysis.isFunctionWord(word) ? 1 : 0)),
  }
}

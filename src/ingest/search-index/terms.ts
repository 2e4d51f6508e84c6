/** Which terms the words of a vocabulary stand for. Terms and words are in the order of `compareNames`. */
import { type Analysis, germanAnalysis, type TermPart } from '../../search/analysis.ts'
import { compareNames } from '../../search/blocks.ts'
import { Bytes } from '../../search/bytes.ts'
import { packParts } from '../../search/packed-parts.ts'
import type { Vocabulary } from './vocabulary.ts'

export interface Terms {
  /** The terms, by number. */
  terms: string[]
  /** The words, and of each word of the vocabulary its place among them. */
  words: string[]
  places: Uint32Array
  /** The packed parts of all words, in their order, and where those of each begin; behind them where the last end. */
  packedParts: Uint8Array
  partStarts: Uint32Array
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
  const compounds = new Map<string, readonly TermPart[]>()
  for (const word of vocabulary.words) {
    const parts = analysis.parts(word)
    if (parts.length > 0) compounds.set(word, parts)
  }
  const terms = [...new Set([...wholes, ...termsIn(compounds.values())])].sort(compareNames)
  const numbers = new Map(terms.map((term, number) => [term, number]))
  const words = [...vocabulary.words].sort(compareNames)
  const places = new Map(words.map((word, place) => [word, place]))
  const numberOf = (term: string) => numbers.get(term) as number
  return {
    terms,
    words,
    places: Uint32Array.from(vocabulary.words, (word) => places.get(word) as number),
    ...packedPartsOf(words, compounds),
    whole: Uint32Array.from(wholes, numberOf),
    parts: new Map(
      vocabulary.words.flatMap((word, number) => {
        const parts = compounds.get(word)
        return parts === undefined ? [] : [[number, parts.map(({ term }) => numberOf(term))]]
      }),
    ),
    isFunctionWord: Uint8Array.from(vocabulary.words, (word) => (analysis.isFunctionWord(word) ? 1 : 0)),
  }
}

function* termsIn(compounds: Iterable<readonly TermPart[]>): Generator<string> {
  for (const parts of compounds) for (const { term } of parts) yield term
}

function packedPartsOf(
  words: readonly string[],
  compounds: ReadonlyMap<string, readonly TermPart[]>,
): Pick<Terms, 'packedParts' | 'partStarts'> {
  const packed = new Bytes(words.length * 4)
  const partStarts = new Uint32Array(words.length + 1)
  for (const [place, word] of words.entries()) {
    packed.append(packParts(compounds.get(word) ?? []))
    partStarts[place + 1] = packed.length
  }
  return { packedParts: packed.written(), partStarts }
}

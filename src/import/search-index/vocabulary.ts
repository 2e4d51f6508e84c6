/** The words of a corpus and the terms that they stand for. Terms and words are sorted by `compareUtf8`. */
import { ByteWriter, compareUtf8, encodeParts, germanAnalyzer, type TermPart } from '../../search/index.ts'

/** Numbers the words of a corpus as they occur, and counts the norms that have them. */
export class Vocabulary {
  readonly words: string[] = []
  /** The number of norms counted. */
  documents = 0
  readonly #numbers = new Map<string, number>()
  readonly #frequencies: number[] = []
  /** The norm in which each word was counted last; -1 for none. */
  readonly #lastNorms: number[] = []

  number(word: string): number {
    let number = this.#numbers.get(word)
    if (number === undefined) {
      number = this.words.length
      this.#numbers.set(word, number)
      this.words.push(word)
      this.#frequencies.push(0)
      this.#lastNorms.push(-1)
    }
    return number
  }

  /** Counts a word of a norm, once a norm. Norms come in their order. */
  count(number: number, norm: number): void {
    this.documents = norm + 1
    if (this.#lastNorms[number] === norm) return
    this.#lastNorms[number] = norm
    this.#frequencies[number] = (this.#frequencies[number] as number) + 1
  }

  /** The number of norms with a word; 0 if it is unknown. */
  frequency(word: string): number {
    const number = this.#numbers.get(word)
    return number === undefined ? 0 : (this.#frequencies[number] as number)
  }
}

export interface Terms {
  /** The terms, by number. */
  terms: string[]
  /** The words, and the place of each word of the vocabulary among them. */
  words: string[]
  places: Uint32Array
  /** The encoded parts of all words, in their order, and the start of each word's parts; the last start is the end. */
  packedParts: Uint8Array
  partStarts: Uint32Array
  /** The term of each word of the vocabulary. */
  whole: Uint32Array
  /** The terms of each compound's parts; no entry for other words. */
  parts: ReadonlyMap<number, readonly number[]>
  /** 1 for each stop word. */
  isStopWord: Uint8Array
}

export function termsOf(vocabulary: Vocabulary): Terms {
  const analyzer = germanAnalyzer(vocabulary)
  const wholes = vocabulary.words.map((word) => analyzer.term(word))
  const compounds = new Map<string, readonly TermPart[]>()
  for (const word of vocabulary.words) {
    const parts = analyzer.parts(word)
    if (parts.length > 0) compounds.set(word, parts)
  }
  const terms = [...new Set([...wholes, ...termsIn(compounds.values())])].sort(compareUtf8)
  const numbers = new Map(terms.map((term, number) => [term, number]))
  const words = [...vocabulary.words].sort(compareUtf8)
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
    isStopWord: Uint8Array.from(vocabulary.words, (word) => (analyzer.isStopWord(word) ? 1 : 0)),
  }
}

function* termsIn(compounds: Iterable<readonly TermPart[]>): Generator<string> {
  for (const parts of compounds) for (const { term } of parts) yield term
}

function packedPartsOf(
  words: readonly string[],
  compounds: ReadonlyMap<string, readonly TermPart[]>,
): Pick<Terms, 'packedParts' | 'partStarts'> {
  const packed = new ByteWriter(words.length * 4)
  const partStarts = new Uint32Array(words.length + 1)
  for (const [place, word] of words.entries()) {
    packed.append(encodeParts(compounds.get(word) ?? []))
    partStarts[place + 1] = packed.length
  }
  return { packedParts: packed.written(), partStarts }
}

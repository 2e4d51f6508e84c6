/** What the index of a bundle knows of words. */
import type { AnalysedWords } from '../../search/analysis.ts'
import { Kept } from '../../search/kept.ts'
import { type PartPlace, unpackParts } from '../../search/packed-parts.ts'
import type { ListStore } from './list-store.ts'

/** Of how many words the frequencies are remembered: compounds that no norm has share many parts. */
const REMEMBERED = 5000

export class IndexedWords implements AnalysedWords {
  readonly documents: number
  readonly #words: ListStore
  readonly #mayHave: (word: string) => boolean
  readonly #frequencies = new Kept<string, number>(REMEMBERED, () => 1)

  /** @param mayHave false of most words that no norm has, and of no other */
  constructor(documents: number, words: ListStore, mayHave: (word: string) => boolean) {
    this.documents = documents
    this.#words = words
    this.#mayHave = mayHave
  }

  frequency(word: string): number {
    if (!this.#mayHave(word)) return 0
    return this.#frequencies.get(word, () => this.#words.documents(word))
  }

  parts(word: string): PartPlace[] | undefined {
    const data = this.#words.data(word)
    return data && unpackParts(data)
  }
}

/** The words of a corpus, numbered as they are met, and in how many norms each of them stands. */
export class Vocabulary {
  readonly words: string[] = []
  /** How many norms were counted. */
  documents = 0
  readonly #numbers = new Map<string, number>()
  #frequencies = new Uint32Array(1024)
  /** The norm in which each word was counted last, plus 1. */
  #lastNorms = new Uint32Array(1024)

  number(word: string): number {
    let number = this.#numbers.get(word)
    if (number === undefined) {
      number = this.words.length
      this.#numbers.set(word, number)
      this.words.push(word)
      if (number === this.#frequencies.length) {
        this.#frequencies = grown(this.#frequencies)
        this.#lastNorms = grown(this.#lastNorms)
      }
    }
    return number
  }

  /** Counts a word of a norm, however often it stands in it, once. Norms come one after the other. */
  count(number: number, norm: number): void {
    this.documents = norm + 1
    if (this.#lastNorms[number] === norm + 1) return
    this.#lastNorms[number] = norm + 1
    this.#frequencies[number] = (this.#frequencies[number] as number) + 1
  }

  /** In how many norms a word stands; 0 for an unknown one. */
  frequency(word: string): number {
    const number = this.#numbers.get(word)
    return number === undefined ? 0 : (this.#frequencies[number] as number)
  }
}

function grown(values: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(values.length * 2)
  larger.set(values)
  return larger
}

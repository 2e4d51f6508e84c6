/** The words of all norms, as numbers, in a file: they are read from the texts once, and needed twice. */
import { closeSync, openSync } from 'node:fs'
import { readWhole, writeWhole } from './sorted-runs.ts'

/** The words of a norm, as numbers of the vocabulary. */
export interface NormWords {
  label: Uint32Array
  heading: Uint32Array
  text: Uint32Array
}

const BUFFER_VALUES = 1 << 20

export class WordStream {
  readonly #file: number
  #buffer = new Uint32Array(BUFFER_VALUES)
  #length = 0
  #end = 0
  #norms = 0

  /** @param file to be created; it must not exist */
  constructor(file: string) {
    this.#file = openSync(file, 'wx+')
  }

  add(label: readonly number[], heading: readonly number[], text: readonly number[]): void {
    const room = 3 + label.length + heading.length + text.length
    if (this.#length + room > this.#buffer.length) {
      this.#write()
      if (room > this.#buffer.length) this.#buffer = new Uint32Array(room * 2)
    }
    this.#buffer.set([label.length, heading.length, text.length], this.#length)
    this.#length += 3
    for (const words of [label, heading, text]) {
      this.#buffer.set(words, this.#length)
      this.#length += words.length
    }
    this.#norms += 1
  }

  /** The words of all norms, in the order of adding. */
  *read(): Generator<NormWords> {
    this.#write()
    let position = 0
    const head = new Uint32Array(3)
    for (let norm = 0; norm < this.#norms; norm += 1) {
      readWhole(this.#file, head, position)
      const [label = 0, heading = 0, text = 0] = head
      const words = new Uint32Array(label + heading + text)
      if (words.length > 0) readWhole(this.#file, words, position + head.byteLength)
      position += head.byteLength + words.byteLength
      yield {
        label: words.subarray(0, label),
        heading: words.subarray(label, label + heading),
        text: words.subarray(label + heading),
      }
    }
  }

  close(): void {
    closeSync(this.#file)
  }

  #write(): void {
    if (this.#length === 0) return
    writeWhole(this.#file, this.#buffer.subarray(0, this.#length), this.#end)
    this.#end += this.#length * 4
    this.#length = 0
  }
}

/** The words of all norms, as numbers, in a file: they are read from the texts once, and needed twice. */
import { closeSync, fstatSync, openSync } from 'node:fs'
import { readWhole, writeWhole } from './sorted-runs.ts'

/** The words of a norm, as numbers of the vocabulary. */
export interface NormWords {
  label: Uint32Array
  heading: Uint32Array
  text: Uint32Array
  /** Where each word of the text begins, in UTF-16 code units. */
  starts: Uint32Array
}

const BUFFER_VALUES = 1 << 20

export class WordStream {
  readonly file: string
  readonly #file: number
  #buffer = new Uint32Array(BUFFER_VALUES)
  #length = 0
  #end = 0

  /** @param file to be created; it must not exist */
  constructor(file: string) {
    this.file = file
    this.#file = openSync(file, 'wx')
  }

  /** Adds the words of the next norm. @param starts of the words of the text */
  add(label: readonly number[], heading: readonly number[], text: readonly number[], starts: readonly number[]): void {
    const room = 3 + label.length + heading.length + 2 * text.length
    if (this.#length + room > this.#buffer.length) {
      this.#write()
      if (room > this.#buffer.length) this.#buffer = new Uint32Array(room * 2)
    }
    this.#buffer.set([label.length, heading.length, text.length], this.#length)
    this.#length += 3
    for (const values of [label, heading, text, starts]) {
      this.#buffer.set(values, this.#length)
      this.#length += values.length
    }
  }

  /** Ends the file: everything is in it. */
  close(): void {
    this.#write()
    closeSync(this.#file)
  }

  #write(): void {
    if (this.#length === 0) return
    writeWhole(this.#file, this.#buffer.subarray(0, this.#length), this.#end)
    this.#end += this.#length * 4
    this.#length = 0
  }
}

/** The words of all norms of a stream that was closed, in the order of adding. */
export function* readWords(name: string): Generator<NormWords> {
  const file = openSync(name, 'r')
  try {
    const { size } = fstatSync(file)
    const head = new Uint32Array(3)
    for (let position = 0; position < size; ) {
      readWhole(file, head, position)
      const [label = 0, heading = 0, text = 0] = head
      const values = new Uint32Array(label + heading + 2 * text)
      if (values.length > 0) readWhole(file, values, position + head.byteLength)
      position += head.byteLength + values.byteLength
      const textEnd = label + heading + text
      yield {
        label: values.subarray(0, label),
        heading: values.subarray(label, label + heading),
        text: values.subarray(label + heading, textEnd),
        starts: values.subarray(textEnd),
      }
    }
  } finally {
    closeSync(file)
  }
}

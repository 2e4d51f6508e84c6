/**
 * Sorting more rows than memory holds: rows with a key are collected, sorted in runs, written to a file, and read back
 * merged. Rows of one key keep the order in which they were added.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs'

/** Rows are sorted and written when so many 32-bit values are at hand (with a key and a start for each: 64 MB). */
const RUN_VALUES = 1 << 23
const READ_VALUES = 1 << 16

/** All values with one key, rows one behind the other. Valid until the next is read. */
export interface Group {
  key: number
  values: Uint32Array
}

export class ExternalSort {
  readonly #file: number
  readonly #keyCount: number
  readonly #width: number
  readonly #keys: Uint32Array
  readonly #values: Uint32Array
  #rows = 0
  /** Where each run begins in the file, in bytes, and how many rows it has. */
  readonly #runs: { start: number; rows: number }[] = []
  #end = 0

  /**
   * @param file to be created; it must not exist
   * @param keyCount keys are below it
   * @param width how many values a row has
   * @param runValues how many values a run has at most
   */
  constructor(file: string, keyCount: number, width: number, runValues = RUN_VALUES) {
    this.#file = openSync(file, 'wx+')
    this.#keyCount = keyCount
    this.#width = width
    const rows = Math.floor(runValues / width)
    this.#keys = new Uint32Array(rows)
    this.#values = new Uint32Array(rows * width)
  }

  /** Adds a row; `values` beyond its width are not used. */
  add(key: number, first: number, second = 0, third = 0): void {
    if (this.#rows === this.#keys.length) this.#write()
    this.#keys[this.#rows] = key
    const start = this.#rows * this.#width
    this.#values[start] = first
    if (this.#width > 1) this.#values[start + 1] = second
    if (this.#width > 2) this.#values[start + 2] = third
    this.#rows += 1
  }

  /** All rows by ascending keys. To be read once, after the last row was added. */
  *read(): Generator<Group> {
    this.#write()
    const readers = this.#runs.map((run) => new RunReader(this.#file, run, this.#width))
    for (;;) {
      let key = Number.POSITIVE_INFINITY
      for (const reader of readers) if (reader.key < key) key = reader.key
      if (key === Number.POSITIVE_INFINITY) return
      const parts = readers.filter((reader) => reader.key === key).map((reader) => reader.take())
      yield { key, values: parts.length === 1 ? (parts[0] as Uint32Array) : concatenate(parts) }
    }
  }

  close(): void {
    closeSync(this.#file)
  }

  /** Writes the rows at hand as a run: for each row its key and its values, by ascending keys (counting sort). */
  #write(): void {
    const rows = this.#rows
    if (rows === 0) return
    const width = this.#width
    const places = new Uint32Array(this.#keyCount + 1)
    for (let row = 0; row < rows; row += 1) {
      const next = (this.#keys[row] as number) + 1
      places[next] = (places[next] as number) + 1
    }
    for (let key = 1; key < places.length; key += 1) {
      places[key] = (places[key] as number) + (places[key - 1] as number)
    }
    const sorted = new Uint32Array(rows * (width + 1))
    for (let row = 0; row < rows; row += 1) {
      const key = this.#keys[row] as number
      const place = places[key] as number
      places[key] = place + 1
      const start = place * (width + 1)
      sorted[start] = key
      for (let column = 0; column < width; column += 1) {
        sorted[start + 1 + column] = this.#values[row * width + column] as number
      }
    }
    writeWhole(this.#file, sorted, this.#end)
    this.#runs.push({ start: this.#end, rows })
    this.#end += sorted.byteLength
    this.#rows = 0
  }
}

/** Reads a run group by group. */
class RunReader {
  /** The key of the group that `take` gives next; infinite behind the last. */
  key = Number.POSITIVE_INFINITY
  readonly #file: number
  readonly #width: number
  #position: number
  readonly #end: number
  #buffer = new Uint32Array(0)
  #next = 0

  constructor(file: number, run: { start: number; rows: number }, width: number) {
    this.#file = file
    this.#width = width
    this.#position = run.start
    this.#end = run.start + run.rows * (width + 1) * 4
    this.#look()
  }

  take(): Uint32Array {
    const { key } = this
    const values: number[] = []
    while (this.key === key) {
      for (let column = 1; column <= this.#width; column += 1) values.push(this.#buffer[this.#next + column] as number)
      this.#next += this.#width + 1
      this.#look()
    }
    return Uint32Array.from(values)
  }

  /** Sees to it that the next row is in the buffer. */
  #look(): void {
    if (this.#next === this.#buffer.length) {
      const room = Math.floor(READ_VALUES / (this.#width + 1)) * (this.#width + 1)
      this.#buffer = new Uint32Array(Math.min(room, (this.#end - this.#position) / 4))
      this.#next = 0
      readWhole(this.#file, this.#buffer, this.#position)
      this.#position += this.#buffer.byteLength
    }
    this.key = this.#buffer.length === 0 ? Number.POSITIVE_INFINITY : (this.#buffer[this.#next] as number)
  }
}

function concatenate(parts: readonly Uint32Array[]): Uint32Array {
  const whole = new Uint32Array(parts.reduce((length, part) => length + part.length, 0))
  let place = 0
  for (const part of parts) {
    whole.set(part, place)
    place += part.length
  }
  return whole
}

/** Writes all of `values`: a single call may write less. */
export function writeWhole(file: number, values: Uint32Array | Int32Array, position: number): void {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, position + done)
}

/** Fills `values` from a file. @throws Error where the file ends before */
export function readWhole(file: number, values: Uint32Array | Int32Array, position: number): void {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
  for (let done = 0; done < bytes.length; ) {
    const read = readSync(file, bytes, done, bytes.length - done, position + done)
    if (read === 0) throw new Error('a file of the search index ends too early')
    done += read
  }
}

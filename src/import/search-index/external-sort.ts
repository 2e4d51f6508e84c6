/**
 * External merge sort, for more rows than fit into memory: rows with a key are sorted in runs, written to a file, and
 * merged when they are read. Rows with the same key keep the order in which they were added.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs'

/** Number of 32-bit values in a run; with keys and starts it takes 64 MB of memory. */
const RUN_VALUES = 1 << 23
const READ_VALUES = 1 << 16

/** Values of all rows with one key, concatenated. Valid until the next group is read. */
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
  /** Start of each run in the file, in bytes, and its number of rows. */
  readonly #runs: { start: number; rows: number }[] = []
  #end = 0

  /**
   * @param file to create; it must not exist
   * @param keyCount exclusive upper bound of the keys
   * @param width number of values in a row
   * @param runValues maximum number of values in a run
   */
  constructor(file: string, keyCount: number, width: number, runValues = RUN_VALUES) {
    this.#file = openSync(file, 'wx+')
    this.#keyCount = keyCount
    this.#width = width
    const rows = Math.floor(runValues / width)
    this.#keys = new Uint32Array(rows)
    this.#values = new Uint32Array(rows * width)
  }

  /** Adds a row; values beyond its width are ignored. */
  add(key: number, first: number, second = 0, third = 0): void {
    if (this.#rows === this.#keys.length) this.#write()
    this.#keys[this.#rows] = key
    const start = this.#rows * this.#width
    this.#values[start] = first
    if (this.#width > 1) this.#values[start + 1] = second
    if (this.#width > 2) this.#values[start + 2] = third
    this.#rows += 1
  }

  /** Reads all rows by ascending keys, once, after the last row was added. */
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

  /** Writes the rows in memory as a run, sorted by keys (counting sort): the key and the values of each row. */
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
  /** Key of the next group; infinite after the last. */
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
    this.#fill()
  }

  take(): Uint32Array {
    const { key } = this
    const values: number[] = []
    while (this.key === key) {
      for (let column = 1; column <= this.#width; column += 1) values.push(this.#buffer[this.#next + column] as number)
      this.#next += this.#width + 1
      this.#fill()
    }
    return Uint32Array.from(values)
  }

  /** Ensures that the next row is in the buffer. */
  #fill(): void {
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

/** Writes all values: a single call may write less. */
export function writeWhole(file: number, values: Uint32Array | Int32Array, position: number): void {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, position + done)
}

/** Fills `values` from a file. @throws Error if the file is too short */
export function readWhole(file: number, values: Uint32Array | Int32Array, position: number): void {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
  for (let done = 0; done < bytes.length; ) {
    const read = readSync(file, bytes, done, bytes.length - done, position + done)
    if (read === 0) throw new Error('a file of the search index ends too early')
    done += read
  }
}

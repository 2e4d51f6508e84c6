/** Text without markup, with a map from each character to its position in the source. */
import { firstIndex } from '../util/binary-search.ts'

/**
 * Ends a line so that no citation crosses it: a character that no designation contains (U+FFFC, the object replacement
 * character) on its own line.
 */
export const LINE_END = '\n\ufffc\n'

/** Offsets are UTF-16 code units. */
export interface PlainText {
  text: string
  /** Returns the start in the source of the character at an offset. */
  sourceStart(offset: number): number
  /** Returns the end in the source of the character before an offset. */
  sourceEnd(offset: number): number
}

/** Builds a plain text from spans of its source, in order, copied or replaced. */
export class PlainTextBuilder implements PlainText {
  readonly #source: string
  readonly #parts: string[] = []
  #length = 0
  #text: string | undefined
  /** The start of each part in the text, and its span in the source. */
  readonly #at: number[] = []
  readonly #starts: number[] = []
  readonly #ends: number[] = []

  constructor(source: string) {
    this.#source = source
  }

  /** Copies a span of the source. */
  copy(start: number, end: number): void {
    if (start < end) this.replace(this.#source.slice(start, end), start, end)
  }

  /** Replaces a span of the source. If the lengths are equal, each character maps to its own. */
  replace(text: string, start: number, end: number): void {
    this.#parts.push(text)
    this.#at.push(this.#length)
    this.#starts.push(start)
    this.#ends.push(end)
    this.#length += text.length
  }

  /** Adds the parts of a plain text whose source is this source from `at` on. */
  append(other: PlainTextBuilder, at: number): void {
    for (const [index, text] of other.#parts.entries()) {
      this.replace(text, at + (other.#starts[index] ?? 0), at + (other.#ends[index] ?? 0))
    }
  }

  /** Ends the line before an offset of the source, unless it already ended. */
  endLine(at: number): void {
    if (this.#parts.at(-1) !== LINE_END) this.replace(LINE_END, at, at)
  }

  get length(): number {
    return this.#length
  }

  get text(): string {
    this.#text ??= this.#parts.join('')
    return this.#text
  }

  sourceStart(offset: number): number {
    const part = indexAt(this.#at, offset)
    const start = this.#starts[part] ?? 0
    return this.#isVerbatim(part) ? start + offset - (this.#at[part] ?? 0) : start
  }

  sourceEnd(offset: number): number {
    const part = indexAt(this.#at, offset - 1)
    const start = this.#starts[part] ?? 0
    return this.#isVerbatim(part) ? start + offset - (this.#at[part] ?? 0) : (this.#ends[part] ?? 0)
  }

  #isVerbatim(part: number): boolean {
    return (this.#ends[part] ?? 0) - (this.#starts[part] ?? 0) === (this.#parts[part] ?? '').length
  }
}

/** Returns the index of the last of some ascending offsets not beyond `offset`, at least 0. */
export function indexAt(starts: readonly number[], offset: number): number {
  return Math.max(firstIndex(starts.length, (index) => (starts[index] ?? 0) > offset) - 1, 0)
}

/** Wraps a source without markup. */
export function withoutMarkup(source: string): PlainText {
  return { text: source, sourceStart: (offset) => offset, sourceEnd: (offset) => offset }
}

/**
 * Searches a text for a pattern repeatedly, without scanning any of it twice.
 * @param pattern with the flag `g`; it must match in constant time
 * @returns a function that returns the first match at or after an offset, -1 without one. Ascending offsets are fast.
 */
export function nextMatch(text: string, pattern: RegExp): (offset: number) => number {
  let [asked, found] = [0, -2]
  return (offset) => {
    const known = found !== -2 && offset >= asked && (found === -1 || offset <= found)
    if (known) return found
    pattern.lastIndex = offset
    asked = offset
    found = pattern.exec(text)?.index ?? -1
    return found
  }
}

/** Lines and columns of a text, as in editors. */

export interface Position {
  /** From 1. Lines end with a line feed. */
  line: number
  /** From 1, in characters (code points). */
  column: number
}

const LINE_FEED = 0x0a
/** Code units between two cached positions. */
const BLOCK = 1024

/** Finds the positions of offsets, in any order, each in constant time. */
export class Positions {
  readonly #text: string
  /** Line and column at the beginning of each block, if cached. */
  readonly #lines = [1]
  readonly #columns = [1]

  constructor(text: string) {
    this.#text = text
  }

  /** @param offset in UTF-16 code units */
  at(offset: number): Position {
    const block = Math.floor(offset / BLOCK)
    for (let known = this.#lines.length; known <= block; known++) {
      const { line, column } = this.#from(known - 1, known * BLOCK)
      this.#lines.push(line)
      this.#columns.push(column)
    }
    return this.#from(block, offset)
  }

  #from(block: number, offset: number): Position {
    let [line, column] = [this.#lines[block] ?? 1, this.#columns[block] ?? 1]
    for (let at = block * BLOCK; at < offset; at++) {
      const code = this.#text.charCodeAt(at)
      if (code === LINE_FEED) {
        line++
        column = 1
      } else if (code < 0xdc00 || code > 0xdfff) {
        column++
      }
    }
    return { line, column }
  }
}

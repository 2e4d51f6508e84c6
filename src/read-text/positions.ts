/** Lines and columns of a text, as editors count them. */

export interface Position {
  /** From 1. Lines end with a line feed. */
  line: number
  /** From 1, in characters (code points). */
  column: number
}

const LINE_FEED = 0x0a
/** Code units between two positions that are cached. */
const BLOCK = 1024

/** Finds the positions of offsets, in any order, each in constant time. */
export class Positions {
  readonly #text: string
  /** Line and column at the beginning of each block, as far as they are cached. */
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

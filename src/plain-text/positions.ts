/** Lines and columns of a text, as editors count them. */

export interface Position {
  /** From 1. Lines end with a line feed. */
  line: number
  /** From 1, in characters (code points). */
  column: number
}

const LINE_FEED = 0x0a

/** Finds the positions of offsets that do not go back, in one pass over the text for all of them. */
export class Positions {
  readonly #text: string
  #offset = 0
  #line = 1
  #column = 1

  constructor(text: string) {
    this.#text = text
  }

  /** @param offset in UTF-16 code units, not below the one before */
  at(offset: number): Position {
    for (; this.#offset < offset; this.#offset++) {
      const code = this.#text.charCodeAt(this.#offset)
      if (code === LINE_FEED) {
        this.#line++
        this.#column = 1
      } else if (code < 0xdc00 || code > 0xdfff) {
        this.#column++
      }
    }
    return { line: this.#line, column: this.#column }
  }
}

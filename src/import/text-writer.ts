/** Writes the plain text of a norm. Source families share it. */

/** A part of the text, `[start, end)` in UTF-16 code units. */
export interface Span {
  start: number
  end: number
}

/**
 * Writes plain text with line breaks. It adds, drops or replaces only white space: all other characters are in the
 * result, in order.
 */
export class TextWriter {
  #parts: string[] = []
  #length = 0
  #lineStart = 0
  #breaks = 0
  #tabs = 0
  #space = false
  #apart = false
  #cellDepth = 0
  /** True if the next character begins a line of the open cell; true if the cell has no text yet. */
  #cellBreaks = false
  #cellBegins = false
  /** Runs that begin with the next character. */
  #begun: Span[] = []

  /** UTF-16 length of the text so far, without pending white space. */
  get length(): number {
    return this.#length
  }

  /** Start of the current line. */
  get lineStart(): number {
    return this.#lineStart
  }

  /** True if the next character begins a line or a cell. */
  get isLineDue(): boolean {
    return this.#breaks > 0 || this.#tabs > 0
  }

  /** Adds running text: runs of XML white space become one space, or none at the start of a line. */
  text(text: string): void {
    const collapsed = isCollapsed(text) ? text : text.replace(/[ \t\r\n]+/g, ' ')
    const start = collapsed.startsWith(' ') ? 1 : 0
    if (start === 1) this.#space = true
    if (collapsed.length === start) return
    const end = collapsed.endsWith(' ') ? collapsed.length - 1 : collapsed.length
    this.#flush()
    this.#characters(collapsed.slice(start, end))
    this.#space = end < collapsed.length
  }

  /** Adds preformatted text with its spaces and line breaks, which in a table cell become spaces. */
  preformatted(text: string): void {
    if (this.#cellDepth > 0) {
      this.text(text)
      return
    }
    for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
      if (index > 0) this.lineBreak()
      if (line === '') continue
      this.#flush()
      const visible = line.trimEnd()
      this.#characters(visible)
      this.#space = visible.length < line.length
    }
  }

  /**
   * Returns the characters that `content` writes, without white space at the ends.
   * @returns `[start, end)`, empty if it writes none
   */
  run(content: () => void): Span {
    const run = { start: -1, end: -1 }
    this.#begun.push(run)
    content()
    if (run.start < 0) {
      this.#begun = this.#begun.filter((begun) => begun !== run)
      return { start: this.#length, end: this.#length }
    }
    run.end = this.#length
    return run
  }

  /** Separates words, if only by a thin space, unless letters follow a number (`6quater`). */
  wordBreak(): void {
    this.#apart = true
  }

  /** Separates words. */
  space(): void {
    this.#space = true
  }

  /** Begins a new line, in a table cell a line of the cell. */
  blockBreak(): void {
    if (this.#cellDepth > 0) this.#cellBreaks = true
    else {
      this.#breaks = Math.max(this.#breaks, 1)
      this.#tabs = 0
    }
  }

  /** Adds an explicit line break. Two or more leave one empty line. */
  lineBreak(): void {
    if (this.#cellDepth > 0) this.#cellBreaks = true
    else {
      this.#breaks = Math.min(this.#breaks + 1, 2)
      this.#tabs = 0
    }
  }

  /** Leaves one empty line. */
  paragraphBreak(): void {
    if (this.#cellDepth > 0) this.#cellBreaks = true
    else this.#breaks = 2
  }

  /** Separates the cells of a row by tabs, in a table within a cell by a space. */
  cellBreak(count: number): void {
    if (this.#cellDepth > 0) this.#space = true
    else this.#tabs += count
  }

  /** Writes a cell. Its lines are separated by U+2028 (line separator), so that the row stays one line. */
  cell(content: () => void): void {
    const isOuter = this.#cellDepth++ === 0
    if (isOuter) this.#cellBegins = true
    content()
    this.#cellDepth--
    this.#space = !isOuter
    if (!isOuter) return
    this.#cellBegins = false
    this.#cellBreaks = false
  }

  /** Writes pending white space. @returns the offset of the next character */
  place(): number {
    if (this.#breaks > 0 || this.#tabs > 0 || this.#space || this.#cellBreaks) this.#flush()
    return this.#length
  }

  /** The text so far. */
  toString(): string {
    return this.#parts.join('')
  }

  #flush(): void {
    if (this.#breaks > 0) {
      if (this.#length > 0) this.#write('\n'.repeat(this.#breaks))
      this.#lineStart = this.#length
      this.#breaks = 0
      this.#space = false
    }
    if (this.#tabs > 0) {
      this.#write('\t'.repeat(this.#tabs))
      this.#tabs = 0
      this.#space = false
    }
    if (this.#cellBreaks) {
      if (!this.#cellBegins) this.#write('\u2028')
      this.#cellBreaks = false
      this.#space = false
    }
    if (this.#space) {
      if (!/(^|[ \t\n\u2028])$/.test(this.#parts.at(-1) ?? '')) this.#write(' ')
      this.#space = false
    }
  }

  #characters(text: string): void {
    if (this.#apart && isOneWord(this.#parts.at(-1) ?? '', text)) this.#write('\u2009')
    this.#apart = false
    for (const run of this.#begun) run.start = this.#length
    this.#begun.length = 0
    this.#write(text)
    this.#cellBegins = false
  }

  #write(text: string): void {
    this.#parts.push(text)
    this.#length += text.length
  }
}

/** True if two texts side by side would read as one word or number. */
function isOneWord(before: string, after: string): boolean {
  return /[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}]/u.test(after) && !/^\p{N}\p{L}/u.test(before.slice(-1) + after)
}

/** Most texts have no white space to collapse; these searches see that faster than a regular expression. */
const isCollapsed = (text: string) =>
  !(text.includes('\n') || text.includes('  ') || text.includes('\t') || text.includes('\r'))

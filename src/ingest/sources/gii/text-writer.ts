import type { Mark } from '../../../corpus/norm-text.ts'
import { rawText, type XmlElement } from './xml-reader.ts'

/** A stretch of the text, `[start, end)` in UTF-16 code units. */
export interface Span {
  start: number
  end: number
}

/**
 * Writes plain text with line breaks out of marked-up text. Only white space is ever added, dropped or exchanged:
 * every other character that comes in stands in the result, in order.
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
  /** Whether the next character begins a line within the cell that is open, and whether that has none yet. */
  #cellBreaks = false
  #cellBegins = false
  /** Runs that begin with the next character. */
  #begun: Span[] = []

  /** UTF-16 length of what has been written, pending white space not counted. */
  get length(): number {
    return this.#length
  }

  /** Where the line begins that is being written. */
  get lineStart(): number {
    return this.#lineStart
  }

  /** Whether the next character begins a line or a cell. */
  get isLineDue(): boolean {
    return this.#breaks > 0 || this.#tabs > 0
  }

  /** Adds running text: runs of XML white space become one space, at line starts none. */
  text(text: string): void {
    const collapsed = text.replace(/[ \t\r\n]{2,}|[\t\r\n]/g, ' ')
    const start = collapsed.startsWith(' ') ? 1 : 0
    if (start === 1) this.#space = true
    if (collapsed.length === start) return
    const end = collapsed.endsWith(' ') ? collapsed.length - 1 : collapsed.length
    this.#flush()
    this.#characters(collapsed.slice(start, end))
    this.#space = end < collapsed.length
  }

  /** Adds preformatted text: its spaces and line breaks are kept (in a table cell they become spaces). */
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
   * The characters that `content` writes, white space at its ends aside.
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

  /** A place where words are parted, if only by a thin space, unless letters follow a number (`6quater`). */
  wordBreak(): void {
    this.#apart = true
  }

  /** A place where words are parted. */
  space(): void {
    this.#space = true
  }

  /** What follows stands on a line of its own, in a table cell on a line of that. */
  blockBreak(): void {
    if (this.#cellDepth > 0) this.#cellBreaks = true
    else {
      this.#breaks = Math.max(this.#breaks, 1)
      this.#tabs = 0
    }
  }

  /** An explicit line break; two in a row leave one empty line, more no more than that. */
  lineBreak(): void {
    if (this.#cellDepth > 0) this.#cellBreaks = true
    else {
      this.#breaks = Math.min(this.#breaks + 1, 2)
      this.#tabs = 0
    }
  }

  /** What follows begins after one empty line. */
  paragraphBreak(): void {
    if (this.#cellDepth > 0) this.#cellBreaks = true
    else this.#breaks = 2
  }

  /** Parts two cells of a table row; in a table within a cell a space does. */
  cellBreak(count: number): void {
    if (this.#cellDepth > 0) this.#space = true
    else this.#tabs += count
  }

  /** Within a cell nothing ends the line of its row: its own lines are parted by U+2028 (line separator). */
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

  /** The place where the next character will stand, pending line breaks and tabs already counted. */
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

/** Whether the end of one text and the beginning of another would be read as one word or number that neither is. */
function isOneWord(before: string, after: string): boolean {
  return /[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}]/u.test(after) && !/^\p{N}\p{L}/u.test(before.slice(-1) + after)
}

/*FILEDOC Marks that the source gives by attributes: references to footnotes, the footnotes themselves, notes on forms. */

/** Collects the marks of a text. Places are offsets into it. */
export class Marks {
  readonly #marks: Mark[] = []
  /** References to footnotes by the footnote's id, and the marks of the footnotes. */
  readonly #references = new Map<string, Mark[]>()
  readonly #ofFootnotes = new Map<string, string>()

  get count(): number {
    return this.#marks.length
  }

  /** A number in a box (`F` with a value and no text) refers to the notes on a form. */
  note(element: XmlElement, offset: number): void {
    const mark = element.attributes.Value?.trim() ?? ''
    if (mark !== '' && rawText(element) === '') this.#marks.push({ kind: 'note', mark, offset })
  }

  /** A reference (`FnR`), whose mark its footnote tells. */
  reference(element: XmlElement, offset: number): void {
    const reference: Mark = { kind: 'footnote', mark: '', offset }
    const id = element.attributes.ID ?? ''
    this.#marks.push(reference)
    const others = this.#references.get(id)
    if (others === undefined) this.#references.set(id, [reference])
    else others.push(reference)
  }

  /** A footnote (`Footnote`) that begins at a place. */
  footnote(element: XmlElement, offset: number): void {
    const { ID: id = '', FnZ: number = '', Postfix: postfix = '' } = element.attributes
    this.#ofFootnotes.set(id, number + postfix)
    this.#marks.push({ kind: 'footnote', mark: number + postfix, offset })
  }

  /** Moves the marks from the one at `first` on to another place. */
  move(first: number, offset: number): void {
    for (const mark of this.#marks.slice(first)) mark.offset = offset
  }

  /** The marks in the order of the text. @param length of the text, which has no white space at its end any more */
  finish(length: number): Mark[] {
    for (const [id, references] of this.#references) {
      for (const reference of references) reference.mark = this.#ofFootnotes.get(id) ?? ''
    }
    for (const mark of this.#marks) mark.offset = Math.min(mark.offset, length)
    return this.#marks
  }
}

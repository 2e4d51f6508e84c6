/**
 * Writes the text of a norm and its footnotes, and keeps what is beside the words: marks, runs, parts, tables, attachments.
 * White space with a line break is indentation of the source: next to brackets and quotation marks there is none.
 */
import type { Attachment, Mark, TextSpan, TextSpanKind, TextTable } from '../../model/norm-text.ts'
import { type Span, TextWriter } from '../text-writer.ts'
import { openPart, type Part } from './parts.ts'

/** The text of a norm. */
export interface FormexContent {
  text: string
  footnotes: string
  attachments: Attachment[]
  marks: Mark[]
  spans: TextSpan[]
  tables: TextTable[]
  /** The norm as a whole, with its parts. */
  whole: Part
}

export class FormexWriter {
  readonly #notes = new TextWriter()
  /** Places of the notes with an identifier in `#notes`. */
  readonly #noteSpans = new Map<string, Span>()
  #out = new TextWriter()
  readonly #text = this.#out
  readonly #attachments: Attachment[] = []
  readonly #marks: Mark[] = []
  readonly #spans: TextSpan[] = []
  readonly #tables: TextTable[] = []
  readonly #whole = openPart(undefined, '', '', 0)
  /** The innermost open part; `undefined` in quotations, tables and notes, whose parts are not those of the norm. */
  #part: Part | undefined = this.#whole
  /** Length of the text after a mark or the beginning of a part, which the next block continues. */
  #joinAt = -1
  /** True if white space with a line break is due, unless a sign follows that stands close to the word before it. */
  #lineSpace = false
  /** True if the last character opens something, and none of such white space follows it. */
  #isOpening = false

  get isEmpty(): boolean {
    return this.#text.length === 0 && this.#notes.length === 0 && this.#attachments.length === 0
  }

  /** True within a note: nothing there is a mark or a run of the text. */
  get isInNote(): boolean {
    return this.#out !== this.#text
  }

  /** The first part beside the next one. */
  get firstPart(): Part | undefined {
    return this.#part?.parts[0]
  }

  /** The text so far; nothing may be written afterwards. */
  finish(): FormexContent {
    const text = this.#text.toString().trimEnd()
    const clamp = <Item extends Span>(span: Item): Item => {
      span.start = Math.min(span.start, text.length)
      span.end = Math.min(span.end, text.length)
      return span
    }
    const clampParts = (part: Part) => {
      clamp(part)
      part.words = Math.min(part.words, text.length)
      part.parts.forEach(clampParts)
    }
    this.#whole.end = text.length
    clampParts(this.#whole)
    for (const place of [...this.#attachments, ...this.#marks]) place.offset = Math.min(place.offset, text.length)
    const spans = this.#spans.map(clamp).filter(({ start, end }) => start < end)
    return {
      text,
      footnotes: this.#notes.toString().trimEnd(),
      attachments: this.#attachments,
      marks: this.#marks.sort((a, b) => a.offset - b.offset),
      spans: spans.sort((a, b) => a.start - b.start || b.end - a.end),
      tables: this.#tables.map(clamp).filter(({ start, end }) => start < end),
      whole: this.#whole,
    }
  }

  /** Adds characters. */
  characters(text: string): void {
    if (!text.includes('\n')) {
      if (text !== '') this.#words(text)
      return
    }
    const words = text.trim()
    const start = text.length - text.trimStart().length
    const [before, after] = [text.slice(0, start), text.slice(start + words.length)]
    const [isBrokenBefore, isBrokenAfter] = [before.includes('\n'), after.includes('\n')]
    if (isBrokenBefore && !this.#isOpening) this.#lineSpace = true
    if (words === '') return
    this.#words((isBrokenBefore ? '' : before) + withoutIndentation(words) + (isBrokenAfter ? '' : after))
    this.#lineSpace = isBrokenAfter && !this.#isOpening
  }

  #words(text: string): void {
    this.#writeSpace(/^[),.;:\]]/.test(text))
    this.#out.text(text)
    this.#isOpening = /[([]$/.test(text)
  }

  /** Adds characters as they are. */
  plain(text: string): void {
    this.#out.text(text)
  }

  /** Adds a quotation mark. */
  quotationMark(mark: string, isOpening: boolean): void {
    this.#writeSpace(!isOpening)
    this.#out.text(mark)
    this.#isOpening = isOpening
  }

  #writeSpace(isClose: boolean): void {
    if (this.#lineSpace && !isClose) this.#out.space()
    this.#lineSpace = false
  }

  /** Separates words. */
  space(): void {
    this.#out.space()
  }

  /** Separates words, unless a sign follows that stands close to the word before it. */
  looseSpace(): void {
    this.#lineSpace = true
  }

  /** Begins a line, unless a mark precedes: its words follow it. */
  break(): void {
    this.#lineSpace = false
    this.#isOpening = false
    if (this.#joinAt !== this.#out.length) this.#out.blockBreak()
  }

  /** Writes a run. @param isWord true for one that is a word of its own */
  run(kind: TextSpanKind, isWord: boolean, write: () => void): void {
    this.#writeSpace(false)
    if (isWord) this.#out.wordBreak()
    const run = this.#out.run(write)
    if (isWord) this.#out.wordBreak()
    if (run.start < run.end && !this.isInNote) this.#spans.push({ kind, ...run })
  }

  /** Adds a sign that is no character of the text: after the last character, or before the next one. */
  sign(mark: string, isBeforeNext: boolean): void {
    if (this.isInNote) return
    this.#marks.push({ kind: 'sign', mark, offset: isBeforeNext ? this.#out.place() : this.#out.length })
  }

  /** Adds an image. */
  attach(name: string, description: string): void {
    this.#attachments.push({
      kind: 'image',
      name,
      offset: this.isInNote ? this.#text.length : this.#out.place(),
      description,
    })
  }

  /**
   * Adds the mark of a note to the text, and the note to the footnotes.
   * @param mark `undefined` for a note whose mark is not here
   * @param id identifier of the note
   * @param reference identifier of the note that it refers to, whose words stand for it if it has none
   * @param write writes its words
   */
  note(mark: string | undefined, id: string, reference: string, write: () => void): void {
    const offset = this.#out.length
    const written = this.#footnote(write)
    const span = written.start < written.end ? written : this.#noteSpans.get(reference)
    if (span !== undefined) this.#noteSpans.set(id, span)
    if (mark !== undefined) this.#marks.push({ kind: 'footnote', mark, offset, ...(span && { note: span }) })
  }

  #footnote(write: () => void): Span {
    const [lineSpace, isOpening, joinAt, part] = [this.#lineSpace, this.#isOpening, this.#joinAt, this.#part]
    this.#out = this.#notes
    this.#part = undefined
    this.#out.blockBreak()
    const start = this.#out.length === 0 ? 0 : this.#out.length + 1
    write()
    this.#out.blockBreak()
    const end = this.#out.length
    this.#out = this.#text
    this.#lineSpace = lineSpace
    this.#isOpening = isOpening
    this.#joinAt = joinAt
    this.#part = part
    return { start: Math.min(start, end), end }
  }

  /** Writes what has no parts of the norm. */
  apart(write: () => void): void {
    const part = this.#part
    this.#part = undefined
    write()
    this.#part = part
  }

  /**
   * Writes a part of the norm.
   * @param value its value in a path, and `label`, its mark, as for {@link openPart}
   * @returns true if it became one: in quotations, tables and notes there are none
   */
  within(kind: Part['kind'], value: string, label: string, write: () => void): boolean {
    const above = this.#part
    if (above === undefined) {
      write()
      return false
    }
    this.#joinAt = this.#out.place()
    const part = openPart(kind, value, label, this.#joinAt)
    above.parts.push(part)
    this.#part = part
    write()
    part.end = this.#out.length
    this.#part = above
    return true
  }

  /** Tells that the mark of the innermost part ends here: white space and its words follow. */
  endMark(): void {
    this.#out.space()
    this.#joinAt = this.#out.length
    if (this.#part !== undefined) this.#part.words = this.#out.length
  }

  /** Writes rows, and adds what `describe` says of their lines; rows in a note or another table are not described. */
  table(write: () => (Span | undefined)[], describe: (lines: (Span | undefined)[]) => TextTable | undefined): void {
    this.break()
    const lines = write()
    this.#out.blockBreak()
    const table = this.isInNote ? undefined : describe(lines)
    if (table !== undefined) this.#tables.push(table)
  }

  /**
   * Writes a row: tabs separate its cells, one more for every column that is left out or spanned.
   * @param cells the column of each, and what writes it
   * @returns the line of the row; `undefined` for one without content
   */
  row(cells: readonly { column: number; write: () => void }[]): Span | undefined {
    this.#out.blockBreak()
    const [marks, attachments, before] = [this.#marks.length, this.#attachments.length, this.#out.length]
    let at = 0
    const run = this.#out.run(() => {
      for (const { column, write } of cells) {
        this.#out.cellBreak(column - at)
        at = column
        this.#lineSpace = false
        this.#isOpening = false
        this.#out.cell(write)
      }
    })
    if (run.start < run.end) return { start: this.#out.lineStart, end: run.end }
    if (this.#marks.length === marks && this.#attachments.length === attachments) return undefined
    // A row with nothing but marks gets a line, so that they are not in the row above.
    const place = this.#out.length > before ? this.#out.length : this.#out.place()
    for (const mark of this.#marks.slice(marks)) mark.offset = place
    return { start: this.#out.lineStart, end: place }
  }
}

/** Removes white space with a line break after opening brackets and before signs that stand close to the word before them. */
function withoutIndentation(words: string): string {
  return words.replace(/\s+/g, (space, at: number) => {
    const isClose = /[),.;:\]]/.test(words.charAt(at + space.length)) || /[([]/.test(words.charAt(at - 1))
    return isClose && space.includes('\n') ? '' : space
  })
}

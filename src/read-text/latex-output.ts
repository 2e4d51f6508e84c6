/** Collects the text of a LaTeX document, with footnotes after the line that they interrupt. */
import { LINE_END, PlainTextBuilder } from './plain-text.ts'

interface Part {
  text: string
  start: number
  end: number
}

export class LatexOutput {
  readonly builder: PlainTextBuilder
  readonly #source: string
  /** Open footnotes, the outermost first. */
  readonly #open: Part[][] = []
  /** Footnotes to be written after the end of the line. */
  #waiting: Part[][] = []

  constructor(source: string) {
    this.#source = source
    this.builder = new PlainTextBuilder(source)
  }

  copy(start: number, end: number): void {
    if (start < end) this.replace(this.#source.slice(start, end), start, end)
  }

  replace(text: string, start: number, end: number): void {
    const note = this.#open.at(-1)
    if (note === undefined) this.builder.replace(text, start, end)
    else note.push({ text, start, end })
  }

  endLine(at: number): void {
    const note = this.#open.at(-1)
    if (note !== undefined) {
      if (note.at(-1)?.text !== LINE_END) note.push({ text: LINE_END, start: at, end: at })
      return
    }
    this.builder.endLine(at)
    const waiting = this.#waiting
    this.#waiting = []
    for (const parts of waiting) {
      for (const { text, start, end } of parts) this.builder.replace(text, start, end)
      this.builder.endLine(parts.at(-1)?.end ?? at)
    }
  }

  beginNote(): void {
    this.#open.push([])
  }

  endNote(): void {
    const note = this.#open.pop()
    if (note !== undefined && note.length > 0) this.#waiting.push(note)
  }

  /** Ends the document, and all notes that were never closed. */
  end(at: number): void {
    while (this.#open.length > 0) this.endNote()
    this.endLine(at)
  }
}

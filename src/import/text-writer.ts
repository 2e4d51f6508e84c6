/** Writes the plain text of a norm, with its runs, marks and tables. Source families share it. */

import type { Attachment, Mark, MergedCell, TextSpan, TextSpanKind, TextTable } from '../model/norm-text.ts'
import type { ParsedNorm } from '../model/parsed-law.ts'
import type { Span } from '../model/subdivisions.ts'
import { SUBSCRIPT_OF, SUPERSCRIPT_OF } from '../util/superscripts.ts'
import { lineOfText, rawText, type XmlElement } from './xml-tree.ts'

const DASHES = '-\u2010\u2011\u2012\u2013\u2014\u2212'

const withDashes = (forms: ReadonlyMap<string, string>, minus: string): ReadonlyMap<string, string> =>
  new Map([...forms, ...Array.from(DASHES, (dash) => [dash, minus] as const)])

const FORMS = { raised: withDashes(SUPERSCRIPT_OF, '\u207b'), lowered: withDashes(SUBSCRIPT_OF, '\u208b') }

/**
 * Writes a run in raised or lowered characters: `12` -> `¹²`, `-10` -> `⁻¹⁰`. White space stays.
 * @returns the run unchanged if one of its characters lacks such a form, or a dash precedes a letter
 */
export function toForm(run: string, kind: 'raised' | 'lowered'): string {
  const forms = FORMS[kind]
  let written = ''
  for (const character of run) {
    const form = /\s/.test(character) ? character : forms.get(character)
    if (form === undefined) return run
    written += form
  }
  return /[-\u2010-\u2014\u2212]\p{L}/u.test(run) ? run : written
}

/** Returns all text below an element as one line, with raised and lowered runs in such characters. */
export function lineWithForms(element: XmlElement | undefined): string {
  return lineOfText(element && withForms(element))
}

function withForms(element: XmlElement): XmlElement {
  const kind = element.name === 'SUP' ? 'raised' : element.name === 'SUB' ? 'lowered' : undefined
  const children = element.children.map((child) => {
    if (typeof child !== 'string') return withForms(child)
    return kind === undefined ? child : toForm(child, kind)
  })
  return { ...element, children }
}

/** True for white space as in `\s` (ECMA-262 WhiteSpace and LineTerminator), frequent characters first. */
function isWhiteSpace(code: number): boolean {
  if (code < 0xa0) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  return code === 0xa0 || (code >= 0x1680 && /\s/.test(String.fromCharCode(code)))
}

/**
 * True if a text has exactly the characters below an element, in order, apart from white space. Raised and lowered characters
 * count as plain ones, and all dashes are alike.
 */
export function hasAllCharacters(text: string, element: XmlElement | undefined): boolean {
  return hasSameCharacters(text, element) || plainForm(text) === plainForm(rawText(element))
}

/** Fast path of {@link hasAllCharacters}, by character: sufficient if each character has a single-character plain form. */
function hasSameCharacters(text: string, element: XmlElement | undefined): boolean {
  let at = 0
  const skip = () => {
    while (at < text.length && isWhiteSpace(text.charCodeAt(at))) at++
  }
  const holds = (node: XmlElement | string): boolean => {
    if (typeof node !== 'string') return node.children.every(holds)
    skip()
    // Most pieces of a source are in the text unchanged.
    if (text.startsWith(node, at)) {
      at += node.length
      return true
    }
    for (let i = 0; i < node.length; i++) {
      const code = node.charCodeAt(i)
      if (text.charCodeAt(at) === code) {
        at++
        continue
      }
      if (isWhiteSpace(code)) continue
      skip()
      const own = text.charCodeAt(at++)
      if (own !== code && (Number.isNaN(own) || plainForm(text.charAt(at - 1)) !== plainForm(node.charAt(i))))
        return false
    }
    return true
  }
  if (element !== undefined && !holds(element)) return false
  skip()
  return at >= text.length
}

/** Normalizes a text for comparison: without white space, characters in their plain form (NFKC), all dashes alike. */
function plainForm(text: string): string {
  return text
    .replace(/\s+/g, '')
    .normalize('NFKC')
    .replace(/\s+/g, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
}

/** Writes plain text with line breaks. Adds, drops or replaces only white space: all other characters are in the result, in order. */
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

  /** Adds preformatted text with its spaces and line breaks, which become spaces in a table cell. */
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
   * Returns the span of the characters that `content` writes, without surrounding white space.
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

  /** Separates the cells of a row by tabs, or by a space in a nested table. */
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

/** True if two adjacent texts would read as one word or number. */
function isOneWord(before: string, after: string): boolean {
  return /[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}]/u.test(after) && !/^\p{N}\p{L}/u.test(before.slice(-1) + after)
}

/** Most texts have no white space to collapse, which these searches detect faster than a regular expression. */
const isCollapsed = (text: string) =>
  !(text.includes('\n') || text.includes('  ') || text.includes('\t') || text.includes('\r'))

/** The text of a norm with its annotations. */
export type WrittenText = Pick<ParsedNorm, 'text' | 'attachments' | 'marks' | 'spans' | 'tables'>

/** Clamps a span to a text. @param length of the text */
export function clamp<Item extends Span>(span: Item, length: number): Item {
  span.start = Math.min(span.start, length)
  span.end = Math.min(span.end, length)
  return span
}

/** Writes the text of a norm from elements of the source: the common base of source families. */
export class NormWriter {
  protected out = new TextWriter()
  protected readonly attachments: Attachment[] = []
  protected readonly marks: Mark[] = []
  protected readonly spans: TextSpan[] = []
  protected readonly tables: TextTable[] = []

  /** Returns the text; nothing may be written afterwards. */
  protected finishText(): WrittenText {
    const text = this.out.toString().trimEnd()
    const { attachments, marks } = this
    for (const place of [...attachments, ...marks]) place.offset = Math.min(place.offset, text.length)
    const within = <Item extends Span>(items: Item[]) =>
      items.map((item) => clamp(item, text.length)).filter(({ start, end }) => start < end)
    return {
      text,
      attachments,
      marks: marks.sort((a, b) => a.offset - b.offset),
      spans: within(this.spans).sort((a, b) => a.start - b.start || b.end - a.end),
      tables: within(this.tables),
    }
  }

  /** Writes a run. @param isWord true for a run that is a separate word */
  protected writeRun(isWord: boolean, write: () => void): Span {
    if (isWord) this.out.wordBreak()
    const run = this.out.run(write)
    if (isWord) this.out.wordBreak()
    return run
  }

  /**
   * Writes a row. Tabs separate cells, with an additional one for every column that is left out or spanned.
   * @returns the line of the row, and the end of its first cell; `undefined` for an empty row
   */
  protected writeRow<Cell extends { column: number }>(
    cells: readonly Cell[],
    write: (cell: Cell) => void,
  ): (Span & { firstEnd: number }) | undefined {
    const { out } = this
    out.blockBreak()
    const [marks, attachments, before] = [this.marks.length, this.attachments.length, out.length]
    let [column, firstEnd] = [0, 0]
    const run = out.run(() => {
      for (const cell of cells) {
        out.cellBreak(cell.column - column)
        column = cell.column
        out.cell(() => write(cell))
        if (column === 0) firstEnd = out.length
      }
    })
    if (run.start < run.end) return { start: out.lineStart, end: run.end, firstEnd }
    if (this.marks.length === marks && this.attachments.length === attachments) return undefined
    // A row with only marks gets a line, so that they are not in the row above.
    const place = out.length > before ? out.length : out.place()
    for (const mark of this.marks.slice(marks)) mark.offset = place
    return { start: out.lineStart, end: place, firstEnd: place }
  }
}

/**
 * Returns the words of a raised or lowered run of plain text, and their form: characters of that kind if all of them have one.
 * Both are `undefined` for other runs.
 */
export function raisedWords({ children }: XmlElement, kind: TextSpanKind): { words?: string; written?: string } {
  if ((kind !== 'raised' && kind !== 'lowered') || !children.every((child) => typeof child === 'string')) return {}
  const words = children.join('')
  return { words, written: toForm(words, kind) }
}

export interface TableCell {
  /** From 0. */
  column: number
  /** Number of spanned columns and rows. */
  columns: number
  rows: number
  element: XmlElement
}

/**
 * Describes a table.
 * @param lines the line of each row in the text; `undefined` for rows without one
 * @param facts of the rows with lines
 * @returns `undefined` if no row has a line
 */
export function describeTable<Row extends { cells: readonly TableCell[] }>(
  rows: readonly Row[],
  lines: readonly (Span | undefined)[],
  facts: (written: Row[]) => Omit<TextTable, 'start' | 'end' | 'merged'>,
): TextTable | undefined {
  const first = lines.find((line) => line !== undefined)
  const last = lines.findLast((line) => line !== undefined)
  if (first === undefined || last === undefined) return undefined
  const written = rows.filter((_, index) => lines[index] !== undefined)
  const { columns, head_rows, ...rest } = facts(written)
  const { start } = first
  return { start, end: last.end, columns, head_rows, merged: mergedCells(rows, lines), ...rest }
}

/** Returns the number of columns of some rows. @param least minimum, given by the table */
export function widthOf(rows: readonly { cells: readonly TableCell[] }[], least: number): number {
  return rows.reduce(
    (most, { cells }) => {
      const last = cells.at(-1)
      return last === undefined ? most : Math.max(most, last.column + last.columns)
    },
    Math.max(1, least),
  )
}

/** Returns the cells that span several columns, or several rows with lines. */
function mergedCells(rows: readonly { cells: readonly TableCell[] }[], lines: readonly unknown[]): MergedCell[] {
  const merged: MergedCell[] = []
  /** Number of lines before each row. */
  const before = [0]
  for (const [index, line] of lines.entries()) before.push((before[index] as number) + (line === undefined ? 0 : 1))
  for (const [index, { cells }] of rows.entries()) {
    if (lines[index] === undefined) continue
    const row = before[index] as number
    for (const { column, columns, rows: reach } of cells) {
      const below = (before[Math.min(index + reach, lines.length)] as number) - row
      if (columns > 1 || below > 1) merged.push({ row, column, rows: below, columns })
    }
  }
  return merged
}

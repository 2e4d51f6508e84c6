/** Turns the content of a norm (`text` or `fussnoten`) into plain text, with the offsets of its parts. */

import type { Attachment, Mark, TextSpanKind } from '../../model/norm-text.ts'
import type { Span } from '../../model/subdivisions.ts'
import { clamp, describeTable, NormWriter, raisedWords, type WrittenText, widthOf } from '../text-writer.ts'
import { lineOfText, rawText, type XmlElement } from '../xml-tree.ts'
import { BLOCKS, RUNS } from './format.ts'
import { columnsOf, frameOf, isCentred, lookOf, type TableRow, tableRows } from './read-table.ts'

/** A parsed mark: a number or a letter; in a part of a row also an Absatz. */
export interface ItemMark {
  kind: 'nr' | 'buchst' | 'abs'
  /** As in a path: `1`, `2a`, `aa`, `iv`, `vorbem.3`. */
  value: string
}

/** A list item with the items below it. `label` is its mark as written in the source: `1.`, `a)`. */
export interface ListItem extends Span {
  label: string
  /** Mark of a row, a remark or a section of an annex, which the label does not determine. */
  mark?: ItemMark
  items: ListItem[]
}

/** A row of a table. */
export interface TableLine extends Span {
  /** Index of its table in the content. */
  table: number
  isHead: boolean
  /** End of its first cell. */
  firstEnd: number
  /** The lists in its cells. */
  items: ListItem[]
  /** Items of the list item around the table; `undefined` outside of one. */
  into: ListItem[] | undefined
}

/** A `P` element with the lists in it. */
export interface Paragraph extends Span {
  items: ListItem[]
}

export interface Content extends WrittenText {
  /** Rows of the tables, which may begin with the number of a part. */
  rows: TableLine[]
  /** Paragraphs in text order, except those of footnotes. */
  paragraphs: Paragraph[]
  /** Ends of sentences, if the source marks them. */
  sentenceEnds: number[]
  /** Raised numbers that begin an Absatz, as in Swiss laws. */
  absatzMarks: Span[]
  /** Start of the footnotes at the end of the text; the text length if there are none. */
  bodyEnd: number
}

/**
 * Groups spans by the position after which they begin.
 * @param spans in text order, as are the positions
 * @param end spans from here on are left out
 * @returns those before the first position, then those from each position to the next one
 */
export function groupByStart<Part extends Span>(
  spans: readonly Part[],
  places: readonly Pick<Span, 'start'>[],
  end: number,
): Part[][] {
  let next = 0
  return [...places.map(({ start }) => start), end].map((to) => {
    const first = next
    while (next < spans.length && (spans[next] as Part).start < to) next++
    return spans.slice(first, next)
  })
}

/** Reads the content of a `text` or `fussnoten` element; `undefined` reads as empty. */
export function readContent(element: XmlElement | undefined): Content {
  const writer = new ContentWriter()
  if (element !== undefined) writer.children(element)
  return writer.finish()
}

class ContentWriter extends NormWriter {
  /** References to footnotes, and the marks of the footnotes, by footnote id. */
  readonly #references: [id: string, mark: Mark][] = []
  readonly #footnoteMarks = new Map<string, string>()
  #rows: TableLine[] = []
  #paragraphs: Paragraph[] = []
  #bodyEnd: number | undefined
  readonly #sentenceEnds: number[] = []
  readonly #absatzMarks: Span[] = []
  /** Items of the innermost open item or paragraph; `undefined` outside of paragraphs and in tables. */
  #items: ListItem[] | undefined
  #insideParagraph = false
  #insideTable = false
  /** Number of open list items. */
  #openItems = 0

  children(element: XmlElement): void {
    for (const child of element.children) {
      if (typeof child === 'string') this.out.text(child)
      else this.element(child, element)
    }
  }

  element(element: XmlElement, parent: XmlElement): void {
    const run = RUNS.get(element.name)
    if (run !== undefined) {
      this.#run(element, run)
      return
    }
    switch (element.name) {
      case 'BR':
        this.children(element)
        this.out.lineBreak()
        return
      case 'pre':
        this.#preformatted(element)
        return
      case 'P':
        this.#paragraph(element)
        return
      case 'DL':
        this.#list(element)
        return
      case 'tgroup':
        this.#tableGroup(element, parent)
        return
      case 'Footnotes':
        this.#footnotes(element)
        return
      case 'IMG':
        this.#attach('image', element, element.attributes.alt)
        return
      case 'FILE':
        this.#attach('file', element, element.attributes.title)
        return
      case 'F':
        this.#formNote(element)
        this.children(element)
        return
      case 'FnR':
        this.#reference(element)
        this.children(element)
        return
      case 'Footnote':
        this.out.blockBreak()
        this.#footnoteMark(element)
        this.children(element)
        this.out.blockBreak()
        return
      case 'Satzende':
        this.#sentenceEnds.push(this.out.length)
        return
      case 'Split':
        this.out.space()
        this.children(element)
        this.out.space()
        return
    }
    const block = BLOCKS.has(element.name) || (element.name === 'kommentar' && parent.name === 'Content')
    if (block) this.out.blockBreak()
    this.children(element)
    if (block) this.out.blockBreak()
  }

  finish(): Content {
    for (const [id, reference] of this.#references) reference.mark = this.#footnoteMarks.get(id) ?? ''
    const written = this.finishText()
    const { length } = written.text
    const clampItems = (items: ListItem[]) => {
      for (const item of items) clampItems(clamp(item, length).items)
    }
    for (const part of [...this.#paragraphs, ...this.#rows]) clampItems(clamp(part, length).items)
    const bodyEnd = Math.min(this.#bodyEnd ?? length, length)
    const [rows, paragraphs] = [this.#rows, this.#paragraphs]
    return { ...written, rows, paragraphs, sentenceEnds: this.#sentenceEnds, absatzMarks: this.#absatzMarks, bodyEnd }
  }

  /** Adds a number in a box (`F` with a value and without text), which refers to the notes on a form. */
  #formNote(element: XmlElement): void {
    const mark = element.attributes.Value?.trim() ?? ''
    const offset = this.out.isLineDue ? this.out.place() : this.out.length
    if (mark !== '' && rawText(element) === '') this.marks.push({ kind: 'note', mark, offset })
  }

  /** Adds a reference (`FnR`), with the mark of its footnote. */
  #reference({ attributes: { ID: id = '' } }: XmlElement): void {
    const reference: Mark = { kind: 'footnote', mark: '', offset: this.out.length }
    this.marks.push(reference)
    this.#references.push([id, reference])
  }

  #footnoteMark({ attributes: { ID: id = '', FnZ: number = '', Postfix: postfix = '' } }: XmlElement): void {
    this.#footnoteMarks.set(id, number + postfix)
    this.marks.push({ kind: 'footnote', mark: number + postfix, offset: this.out.place() })
  }

  /** Writes a run; raised and lowered ones in characters of that form if all of them have one. */
  #run(element: XmlElement, kind: TextSpanKind, content = () => this.children(element)): void {
    const { words, written } = raisedWords(element, kind)
    const write = written === undefined ? content : () => this.out.text(written)
    const run = this.writeRun(kind === 'raised' && written === words, write)
    const isNumber = element.attributes.class === 'Rec' && /^\s*\d+\s*$/.test(words ?? '')
    if (element.attributes.class === 'Abs') this.#absatzMarks.push(run)
    if (run.start < run.end) this.spans.push({ kind: isNumber ? 'sentence' : kind, ...run })
  }

  #paragraph(element: XmlElement): void {
    this.out.blockBreak()
    if (this.#insideParagraph || this.#bodyEnd !== undefined) {
      this.children(element)
    } else {
      this.#insideParagraph = true
      this.#items = []
      const paragraph: Paragraph = { start: this.out.place(), end: 0, items: this.#items }
      this.children(element)
      paragraph.end = this.out.length
      if (paragraph.end > paragraph.start) this.#paragraphs.push(paragraph)
      this.#items = undefined
      this.#insideParagraph = false
    }
    this.out.blockBreak()
  }

  /** Adds a list: each `DT` begins a line, which the following `DD` continues. */
  #list(element: XmlElement): void {
    const items = this.#items
    this.out.blockBreak()
    let item: ListItem | undefined
    for (const child of element.children) {
      if (typeof child === 'string') {
        this.out.text(child)
      } else if (child.name === 'DT') {
        this.out.blockBreak()
        item = { start: this.out.place(), end: 0, label: lineOfText(child), items: [] }
        this.children(withoutOuterBlanks(child))
        item.end = this.out.length
        this.out.space()
        if (item.label !== '') items?.push(item)
      } else {
        if (item === undefined) this.out.blockBreak()
        // Items within one without a mark belong to the list around it.
        if (items !== undefined && item?.label !== '') this.#items = item?.items ?? []
        this.#openItems++
        const font = child.attributes.Font
        if (font === 'bold' || font === 'italic') this.#run(child, font, () => this.#description(child))
        else this.#description(child)
        if (item !== undefined) item.end = this.out.length
        this.#openItems--
        this.#items = items
        item = undefined
      }
    }
    this.out.blockBreak()
  }

  /** Adds a `DD`: its first `LA` continues the line of the mark, further ones have lines of their own. */
  #description(element: XmlElement): void {
    let first = true
    for (const child of element.children) {
      if (typeof child === 'string') this.out.text(child)
      else if (child.name === 'LA') {
        if (!first) this.out.blockBreak()
        first = false
        this.children(child)
      } else this.element(child, element)
    }
  }

  /** Adds rows, one line each. Tabs separate cells, with an additional one for every column that is left out or spanned. */
  #tableGroup(group: XmlElement, table: XmlElement): void {
    const items = this.#items
    const insideParagraph = this.#insideParagraph
    this.#insideParagraph = true
    const isOuter = !this.#insideTable
    const isCounted = isOuter && this.#bodyEnd === undefined
    const into = this.#openItems > 0 ? items : undefined
    this.#insideTable = true
    const columns = columnsOf(group)
    const rows = tableRows(group, columns)
    const lines = rows.map((row) => {
      if (isOuter) this.#items = isCounted ? [] : undefined
      return this.#tableRow(row, into)
    })
    this.out.blockBreak()
    const described = isOuter
      ? describeTable(rows, lines, (written) => {
          const count = widthOf(rows, columns.specs.length)
          return {
            columns: count,
            head_rows: written.filter(({ isHead }) => isHead).length,
            frame: frameOf(table),
            centred_rows: count > 1 ? [] : written.flatMap((row, index) => (isCentred(row) ? [index] : [])),
            ...lookOf({ table, group, columns }, count, written),
          }
        })
      : undefined
    if (described !== undefined) this.tables.push(described)
    if (isCounted) for (const line of lines) if (line !== undefined) this.#rows.push(line)
    this.#insideTable = !isOuter
    this.#items = items
    this.#insideParagraph = insideParagraph
  }

  /** Writes a row. @returns its line; `undefined` for an empty row */
  #tableRow({ cells, isHead }: TableRow, into: ListItem[] | undefined): TableLine | undefined {
    const line = this.writeRow(cells, ({ element }) => this.children(element))
    return line && { ...line, table: this.tables.length, isHead, items: this.#items ?? [], into }
  }

  #footnotes(element: XmlElement): void {
    this.#bodyEnd ??= this.out.length
    this.out.paragraphBreak()
    this.children(element)
  }

  #preformatted(element: XmlElement): void {
    for (const child of element.children) {
      if (typeof child === 'string') this.out.preformatted(child)
      else if (child.name === 'BR') this.out.lineBreak()
      else if (!RUNS.has(child.name) && child.children.every(isText)) this.#preformatted(child)
      else this.element(child, element)
    }
  }

  #attach(kind: Attachment['kind'], element: XmlElement, description = ''): void {
    const name = element.attributes.SRC ?? ''
    this.attachments.push({ kind, name, offset: this.out.place(), description: description.trim() })
    this.children(element)
  }
}

/** Returns the mark of a list item without the spaces, including no-break ones, that indent some marks. */
function withoutOuterBlanks(mark: XmlElement): XmlElement {
  const { children } = mark
  const last = children.length - 1
  const trimmed = children.map((child, index) => {
    if (typeof child !== 'string') return child
    const begun = index === 0 ? child.trimStart() : child
    return index === last ? begun.trimEnd() : begun
  })
  return { ...mark, children: trimmed }
}

const isText = (child: XmlElement | string) => typeof child === 'string'

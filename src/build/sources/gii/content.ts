/**
 * Turns the content of a norm (`text` or `fussnoten`, DTD 1.01) into plain text, and marks in it where its paragraphs
 * and list items, images and files stand.
 */
import type { Attachment, Mark } from '../../../corpus/corpus.ts'
import { PlainText } from './plain-text.ts'
import { tableRows } from './table.ts'
import { lineOfText, rawText, type XmlElement } from './xml-reader.ts'

/** A stretch of the text, `[start, end)` in UTF-16 code units. */
export interface Span {
  start: number
  end: number
}

/** A list item, with its items below. `label` is its mark as the source writes it: `1.`, `a)`. */
export interface ListItem extends Span {
  label: string
  items: ListItem[]
}

/** A `P` of the content, with the lists in it. */
export interface Paragraph extends Span {
  items: ListItem[]
}

export interface Content {
  text: string
  attachments: Attachment[]
  /** Marks that the source gives by attributes, in the order of the text. */
  marks: Mark[]
  /** Paragraphs and what stands between them, in the order of the text; footnotes are not among them. */
  paragraphs: Paragraph[]
  /** Where the footnotes at the end of the text begin; the length of the text where there are none. */
  bodyEnd: number
}

/** Elements that stand on lines of their own. */
const BLOCKS = new Set('P Title Subtitle Ident LA DL DD TOC Content FnArea table row entry'.split(' '))

/** Reads the content of a `text` or `fussnoten` element; `undefined` reads as empty. */
export function readContent(element: XmlElement | undefined): Content {
  const writer = new ContentWriter()
  if (element !== undefined) writer.children(element)
  return writer.finish()
}

class ContentWriter {
  #out = new PlainText()
  #attachments: Attachment[] = []
  #marks: Mark[] = []
  /** References to footnotes by the footnote's id, and the marks of the footnotes. */
  #references = new Map<string, Mark[]>()
  #footnoteMarks = new Map<string, string>()
  #paragraphs: Paragraph[] = []
  #bodyEnd: number | undefined
  /** Where list items go: the innermost open item or paragraph. `undefined` outside of paragraphs and in tables. */
  #items: ListItem[] | undefined
  #insideParagraph = false

  children(element: XmlElement): void {
    for (const child of element.children) {
      if (typeof child === 'string') this.#out.text(child)
      else this.element(child, element)
    }
  }

  element(element: XmlElement, parent: XmlElement): void {
    switch (element.name) {
      case 'BR':
        this.children(element)
        this.#out.lineBreak()
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
        this.#tableGroup(element)
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
        this.#note(element)
        return
      case 'FnR':
        this.#footnoteReference(element)
        return
      case 'Footnote':
        this.#footnote(element)
        return
      case 'Split':
        this.#out.space()
        this.children(element)
        this.#out.space()
        return
    }
    const block = BLOCKS.has(element.name) || (element.name === 'kommentar' && parent.name === 'Content')
    if (block) this.#out.blockBreak()
    this.children(element)
    if (block) this.#out.blockBreak()
  }

  finish(): Content {
    const text = this.#out.toString().trimEnd()
    const clamp = <Item extends Span>(span: Item): Item => {
      span.start = Math.min(span.start, text.length)
      span.end = Math.min(span.end, text.length)
      return span
    }
    const clampItems = (items: ListItem[]) => {
      for (const item of items) clampItems(clamp(item).items)
    }
    for (const paragraph of this.#paragraphs) clampItems(clamp(paragraph).items)
    for (const [id, references] of this.#references) {
      for (const reference of references) reference.mark = this.#footnoteMarks.get(id) ?? ''
    }
    for (const mark of this.#marks) mark.offset = Math.min(mark.offset, text.length)
    for (const attachment of this.#attachments) attachment.offset = Math.min(attachment.offset, text.length)
    return {
      text,
      attachments: this.#attachments,
      marks: this.#marks,
      paragraphs: this.#paragraphs,
      bodyEnd: Math.min(this.#bodyEnd ?? text.length, text.length),
    }
  }

  #paragraph(element: XmlElement): void {
    this.#out.blockBreak()
    if (this.#insideParagraph || this.#bodyEnd !== undefined) {
      this.children(element)
    } else {
      this.#insideParagraph = true
      this.#items = []
      const paragraph: Paragraph = { start: this.#out.place(), end: 0, items: this.#items }
      this.children(element)
      paragraph.end = this.#out.length
      if (paragraph.end > paragraph.start) this.#paragraphs.push(paragraph)
      this.#items = undefined
      this.#insideParagraph = false
    }
    this.#out.blockBreak()
  }

  /** Each `DT` begins a line, the `DD` after it goes on in the same line. */
  #list(element: XmlElement): void {
    const items = this.#items
    this.#out.blockBreak()
    let item: ListItem | undefined
    for (const child of element.children) {
      if (typeof child === 'string') {
        this.#out.text(child)
      } else if (child.name === 'DT') {
        this.#out.blockBreak()
        item = { start: this.#out.place(), end: 0, label: lineOfText(child), items: [] }
        this.children(child)
        item.end = this.#out.length
        this.#out.space()
        if (item.label !== '') items?.push(item)
      } else {
        if (item === undefined) this.#out.blockBreak()
        if (items !== undefined) this.#items = item?.items ?? []
        this.#description(child)
        if (item !== undefined) item.end = this.#out.length
        this.#items = items
        item = undefined
      }
    }
    this.#out.blockBreak()
  }

  /** The first `LA` of a `DD` goes on in the line of the mark, further ones have lines of their own. */
  #description(element: XmlElement): void {
    let first = true
    for (const child of element.children) {
      if (typeof child === 'string') this.#out.text(child)
      else if (child.name === 'LA') {
        if (!first) this.#out.blockBreak()
        first = false
        this.children(child)
      } else this.element(child, element)
    }
  }

  /** A row is a line, cells are parted by tabs; a tab more for every column that is left out or spanned. */
  #tableGroup(group: XmlElement): void {
    const items = this.#items
    const insideParagraph = this.#insideParagraph
    this.#items = undefined
    this.#insideParagraph = true
    for (const row of tableRows(group)) {
      this.#out.blockBreak()
      let column = 0
      for (const cell of row.cells) {
        this.#out.cellBreak(cell.column - column)
        column = cell.column
        this.#out.cell(() => this.children(cell.element))
      }
    }
    this.#out.blockBreak()
    this.#items = items
    this.#insideParagraph = insideParagraph
  }

  #footnotes(element: XmlElement): void {
    this.#bodyEnd ??= this.#out.length
    this.#out.paragraphBreak()
    this.children(element)
  }

  /** A number in a box (`F` with a value and no text) refers to the notes on a form. */
  #note(element: XmlElement): void {
    const mark = element.attributes.Value?.trim() ?? ''
    if (mark !== '' && rawText(element) === '') this.#marks.push({ kind: 'note', mark, offset: this.#out.length })
    this.children(element)
  }

  #footnoteReference(element: XmlElement): void {
    const reference: Mark = { kind: 'footnote', mark: '', offset: this.#out.length }
    const id = element.attributes.ID ?? ''
    this.#marks.push(reference)
    const others = this.#references.get(id)
    if (others === undefined) this.#references.set(id, [reference])
    else others.push(reference)
    this.children(element)
  }

  #footnote(element: XmlElement): void {
    const { ID: id = '', FnZ: number = '', Postfix: postfix = '' } = element.attributes
    this.#out.blockBreak()
    this.#footnoteMarks.set(id, number + postfix)
    this.#marks.push({ kind: 'footnote', mark: number + postfix, offset: this.#out.place() })
    this.children(element)
    this.#out.blockBreak()
  }

  #preformatted(element: XmlElement): void {
    for (const child of element.children) {
      if (typeof child === 'string') this.#out.preformatted(child)
      else if (child.name === 'BR') this.#out.lineBreak()
      else if (child.children.every((grandchild) => typeof grandchild === 'string')) this.#preformatted(child)
      else this.element(child, element)
    }
  }

  #attach(kind: Attachment['kind'], element: XmlElement, description = ''): void {
    const name = element.attributes.SRC ?? ''
    this.#attachments.push({ kind, name, offset: this.#out.place(), description: description.trim() })
    this.children(element)
  }
}

/** White space as `\s` has it (ECMA-262 WhiteSpace and LineTerminator), the frequent ones first. */
function isWhiteSpace(code: number): boolean {
  if (code < 0xa0) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  return code === 0xa0 || (code >= 0x1680 && /\s/.test(String.fromCharCode(code)))
}

/** Whether a text holds exactly the characters below an element, in order, white space aside. */
export function holdsAllCharacters(text: string, element: XmlElement | undefined): boolean {
  let at = 0
  const skip = () => {
    while (at < text.length && isWhiteSpace(text.charCodeAt(at))) at++
  }
  const holds = (node: XmlElement | string): boolean => {
    if (typeof node !== 'string') return node.children.every(holds)
    for (let i = 0; i < node.length; i++) {
      const code = node.charCodeAt(i)
      if (isWhiteSpace(code)) continue
      skip()
      if (text.charCodeAt(at++) !== code) return false
    }
    return true
  }
  if (element !== undefined && !holds(element)) return false
  skip()
  return at >= text.length
}

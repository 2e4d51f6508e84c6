/**
 * Reads Formex into trees, and turns elements into the plain text of a norm, with the offsets of its parts. Signs that Formex
 * represents by elements or attributes (quotation marks, signs of formulas) are characters in a tree.
 */

import { formatElements, type PathElement, pathValue, type SubdivisionKind } from '../../citation/norm-path.ts'
import { parseRoman } from '../../citation/numerals.ts'
import { type SentenceLanguage, splitSentences } from '../../citation/sentences.ts'
import { say } from '../../i18n/texts.ts'
import type { TextSpanKind, TextTable } from '../../model/norm-text.ts'
import type { SubdivisionSpan } from '../../model/parsed-law.ts'
import type { Span } from '../../model/subdivisions.ts'
import { firstIndex } from '../../util/binary-search.ts'
import {
  clamp,
  describeTable,
  hasAllCharacters,
  NormWriter,
  raisedWords,
  type TableCell,
  TextWriter,
  type WrittenText,
  widthOf,
} from '../text-writer.ts'
import { childElement, childElements, lineOfText, readTree, SourceFormatError, type XmlElement } from '../xml-tree.ts'
import { ANNEXES, BLOCKS, INLINE, LIMITS, RUNS } from './format.ts'

/** @throws SourceFormatError as `readTree`, or if the document is too large */
export function readFormex(bytes: Uint8Array): XmlElement {
  if (bytes.length > LIMITS.bytes)
    throw new SourceFormatError(say`the document has ${bytes.length} bytes, at most ${LIMITS.bytes} are read`)
  return readTree(bytes, LIMITS, {
    onOpen(element, _above, fail) {
      const quote = quotationMark(element, fail)
      if (quote !== undefined) element.children.push(quote)
    },
    onClose(element) {
      const [before, after] = formulaSigns(element)
      if (before !== '') element.children.unshift(before)
      if (after !== '') element.children.push(after)
    },
  })
}

/** Returns the quotation mark of `QUOT.START` and `QUOT.END`, an attribute: the code point in hexadecimal digits. */
function quotationMark({ name, attributes }: XmlElement, fail: (message: string) => never): string | undefined {
  if (name !== 'QUOT.START' && name !== 'QUOT.END') return undefined
  const { CODE: code = '' } = attributes
  const point = /^[0-9A-Fa-f]{4,6}$/.test(code) ? Number.parseInt(code, 16) : Number.NaN
  if (!(point > 0x20 && point <= 0x10ffff))
    fail(say`<${name}> has the code ${JSON.stringify(code)}, expected digits as 201E`)
  return String.fromCodePoint(point)
}

/**
 * Assigns marks to notes. Formex numbers notes in document order, each numbering style separately: `(1)`, `(*1)`, `(a)`; a
 * reference (`NOTE.REF`) repeats the mark of a note.
 */
export class NoteMarks {
  readonly #counts = new Map<string, number>()
  readonly #marks = new Map<string, string>()
  readonly #listed = new Set<string>()
  readonly #referenced = new Set<string>()

  /** Registers a note before the text is read. @param above name of the element around it */
  announce({ attributes: { 'NOTE.ID': id, 'NOTE.REF': reference } }: XmlElement, above: string): void {
    if (above === 'GR.NOTES' && id !== undefined) this.#listed.add(id)
    if (reference !== undefined) this.#referenced.add(reference)
  }

  /** True for a note in the list before a table (`GR.NOTES`): its marks are in the cells. */
  isMarkedElsewhere({ attributes: { 'NOTE.ID': id = '' } }: XmlElement): boolean {
    return this.#listed.has(id) && this.#referenced.has(id)
  }

  /** @param note a note, or a reference to one */
  markOf(note: XmlElement): string {
    const { 'NOTE.ID': id, 'NOTE.REF': reference, NUMBERING: numbering = 'ARAB', 'NUMBER.ORG': own } = note.attributes
    if (reference !== undefined) return this.#marks.get(reference) ?? ''
    const count = (this.#counts.get(numbering) ?? 0) + 1
    this.#counts.set(numbering, count)
    const mark = own?.trim() || written(numbering, count)
    if (id !== undefined) this.#marks.set(id, mark)
    return mark
  }
}

function written(numbering: string, count: number): string {
  switch (numbering) {
    case 'STAR':
      return `(*${count})`
    case 'alpha':
      return `(${letters(count)})`
    case 'ALPHA':
      return `(${letters(count).toUpperCase()})`
    default:
      return `(${count})`
  }
}

/** 1 -> `a`, 27 -> `aa` */
function letters(count: number): string {
  const rest = Math.floor((count - 1) / 26)
  return (rest > 0 ? letters(rest) : '') + String.fromCharCode(97 + ((count - 1) % 26))
}

/** A part of a text, nested as in the source. */
export interface Part extends Span {
  /** `undefined` for a container that is not cited: the whole norm, a list item with words for a mark. */
  kind: Exclude<SubdivisionKind, 'satz'> | undefined
  value: string
  /** Mark as written in the source: `1.`, `(a)`; for a subparagraph its number. */
  label: string
  /** Start of its words, after the mark. */
  words: number
  parts: Part[]
}

/** Returns a part that begins at a position. */
export function openPart(kind: Part['kind'], value: string, label: string, start: number): Part {
  return { kind, value, label, start, end: start, words: start, parts: [] }
}

type Path = PathElement<SubdivisionKind>[]

/**
 * Lists the parts of a norm with their paths.
 * @param language of the text; `undefined` for lists and tables, which are not split into sentences
 * @returns in text order, outer ones first, each path once: a second list with the same marks in one sentence is not listed
 */
export function subdivisionsOf(text: string, norm: Part, language: SentenceLanguage | undefined): SubdivisionSpan[] {
  const found = new Map<string, SubdivisionSpan>()
  const add = (path: Path, label: string, { start, end }: Span): boolean => {
    const key = formatElements(path)
    if (found.has(key)) return false
    found.set(key, { path: key, label, start, end: start + text.slice(start, end).trimEnd().length })
    return true
  }
  const addItem = (item: Part, above: Path): void => {
    const path: Path = item.kind === undefined ? above : [...above, { kind: item.kind, value: item.value }]
    if (item.kind !== undefined && !add(path, item.label, item)) return
    for (const inner of item.parts) addItem(inner, path)
  }
  const addScope = (scope: Part, path: Path): void => {
    const sentences = language === undefined ? [] : sentencesOf(text, scope, language)
    for (const [index, sentence] of sentences.entries()) {
      const value = String(index + 1)
      add([...path, { kind: 'satz', value }], value, sentence)
    }
    for (const item of scope.parts) {
      const at = firstIndex(sentences.length, (index) => item.start < (sentences[index] as Span).end)
      addItem(item, at < sentences.length ? [...path, { kind: 'satz', value: String(at + 1) }] : path)
    }
  }
  const addPart = (part: Part, above: Path): void => {
    const path: Path = part.kind === undefined ? above : [...above, { kind: part.kind, value: part.value }]
    if (part.kind !== undefined && !add(path, part.label, part)) return
    if (!part.parts.some(isParagraph)) addScope(part, path)
    else for (const inner of part.parts) isParagraph(inner) ? addPart(inner, path) : addItem(inner, path)
  }
  addPart(norm, [])
  return [...found.values()].sort((a, b) => a.start - b.start || b.end - a.end || a.path.length - b.path.length)
}

const isParagraph = ({ kind }: Part) => kind === 'abs' || kind === 'uabs'

/**
 * Splits a paragraph into sentences. A list is part of the sentence around it: its characters are masked, except the end of its
 * last item, so that only the end of the list can end the sentence.
 */
function sentencesOf(whole: string, scope: Part, language: SentenceLanguage): Span[] {
  const { words, end } = scope
  let masked = ''
  let position = words
  for (const item of scope.parts) {
    const [from, to] = [Math.max(item.start, position), Math.max(item.end, position)]
    masked += whole.slice(position, from).replace(/\n/g, ' ')
    masked += 'x'.repeat(Math.max(to - from - 1, 0)) + whole.slice(Math.max(to - 1, from), to)
    position = to
  }
  masked += whole.slice(position, end).replace(/\n/g, ' ')
  return splitSentences(masked, language).flatMap(([from, to]) => {
    const visible = masked.slice(from, to)
    const start = from + visible.length - visible.trimStart().length
    const stop = from + visible.trimEnd().length
    return stop > start ? [{ start: words + start, end: words + stop }] : []
  })
}

/** The text of a norm. */
export interface FormexContent extends WrittenText {
  footnotes: string
  /** The norm as a whole, with its parts. */
  whole: Part
}

export class FormexWriter extends NormWriter {
  readonly #notes = new TextWriter()
  /** Spans of the notes with an identifier in `#notes`. */
  readonly #noteSpans = new Map<string, Span>()
  readonly #text = this.out
  readonly #whole = openPart(undefined, '', '', 0)
  /** Innermost open part; `undefined` in quotations, tables and notes, whose parts do not belong to the norm. */
  #part: Part | undefined = this.#whole
  /** Length of the text after a mark or the beginning of a part, which the next block continues. */
  #joinAt = -1
  /** True if white space with a line break is due, unless a sign follows that attaches to the previous word. */
  #lineSpace = false
  /** True if the last character is an opening sign, without such white space after it. */
  #isOpening = false

  get isEmpty(): boolean {
    return this.#text.length === 0 && this.#notes.length === 0 && this.attachments.length === 0
  }

  /** True within a note, which contributes no marks or runs to the text. */
  get isInNote(): boolean {
    return this.out !== this.#text
  }

  /** First sibling of the next part. */
  get firstPart(): Part | undefined {
    return this.#part?.parts[0]
  }

  /** Returns the text; nothing may be written afterwards. */
  finish(): FormexContent {
    const written = this.finishText()
    const { length } = written.text
    const clampParts = (part: Part) => {
      clamp(part, length)
      part.words = Math.min(part.words, length)
      part.parts.forEach(clampParts)
    }
    this.#whole.end = length
    clampParts(this.#whole)
    return { ...written, footnotes: this.#notes.toString().trimEnd(), whole: this.#whole }
  }

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
    this.out.text(text)
    this.#isOpening = /[([]$/.test(text)
  }

  /** Adds characters unchanged. */
  plain(text: string): void {
    this.out.text(text)
  }

  quotationMark(mark: string, isOpening: boolean): void {
    this.#writeSpace(!isOpening)
    this.out.text(mark)
    this.#isOpening = isOpening
  }

  #writeSpace(isClose: boolean): void {
    if (this.#lineSpace && !isClose) this.out.space()
    this.#lineSpace = false
  }

  /** Separates words. */
  space(): void {
    this.out.space()
  }

  /** Separates words, unless a sign follows that attaches to the previous word. */
  looseSpace(): void {
    this.#lineSpace = true
  }

  /** Begins a line, unless after a mark: its words follow on the same line. */
  break(): void {
    this.#lineSpace = false
    this.#isOpening = false
    if (this.#joinAt !== this.out.length) this.out.blockBreak()
  }

  /** Writes a run. @param isWord true for a run that is a separate word */
  run(kind: TextSpanKind, isWord: boolean, write: () => void): void {
    this.#writeSpace(false)
    const run = this.writeRun(isWord, write)
    if (run.start < run.end && !this.isInNote) this.spans.push({ kind, ...run })
  }

  /** Adds a sign from outside the text: after the last character, or before the next one. */
  sign(mark: string, isBeforeNext: boolean): void {
    if (this.isInNote) return
    this.marks.push({ kind: 'sign', mark, offset: isBeforeNext ? this.out.place() : this.out.length })
  }

  /** Adds an image. */
  attach(name: string, description: string): void {
    this.attachments.push({
      kind: 'image',
      name,
      offset: this.isInNote ? this.#text.length : this.out.place(),
      description,
    })
  }

  /**
   * Adds the mark of a note to the text, and the note to the footnotes.
   * @param mark `undefined` for a note with its mark elsewhere
   * @param id identifier of the note
   * @param reference identifier of the note to which it refers, and whose words it takes if it has none
   * @param write writes its words
   */
  note(mark: string | undefined, id: string, reference: string, write: () => void): void {
    const offset = this.out.length
    const written = this.#footnote(write)
    const span = written.start < written.end ? written : this.#noteSpans.get(reference)
    if (span !== undefined) this.#noteSpans.set(id, span)
    if (mark !== undefined) this.marks.push({ kind: 'footnote', mark, offset, ...(span && { note: span }) })
  }

  #footnote(write: () => void): Span {
    const [lineSpace, isOpening, joinAt, part] = [this.#lineSpace, this.#isOpening, this.#joinAt, this.#part]
    this.out = this.#notes
    this.#part = undefined
    this.out.blockBreak()
    const start = this.out.length === 0 ? 0 : this.out.length + 1
    write()
    this.out.blockBreak()
    const end = this.out.length
    this.out = this.#text
    this.#lineSpace = lineSpace
    this.#isOpening = isOpening
    this.#joinAt = joinAt
    this.#part = part
    return { start: Math.min(start, end), end }
  }

  /** Writes content whose parts do not belong to the norm. */
  apart(write: () => void): void {
    const part = this.#part
    this.#part = undefined
    write()
    this.#part = part
  }

  /**
   * Writes a part of the norm.
   * @param value its value in a path, and `label`, its mark, as for {@link openPart}
   * @returns true if it became a part: not in quotations, tables and notes
   */
  within(kind: Part['kind'], value: string, label: string, write: () => void): boolean {
    const above = this.#part
    if (above === undefined) {
      write()
      return false
    }
    this.#joinAt = this.out.place()
    const part = openPart(kind, value, label, this.#joinAt)
    above.parts.push(part)
    this.#part = part
    write()
    part.end = this.out.length
    this.#part = above
    return true
  }

  /** Ends the mark of the innermost part: white space and its words follow. */
  endMark(): void {
    this.out.space()
    this.#joinAt = this.out.length
    if (this.#part !== undefined) this.#part.words = this.out.length
  }

  /** Writes rows, and adds the description of their lines; rows in a note or another table are not described. */
  table(write: () => (Span | undefined)[], describe: (lines: (Span | undefined)[]) => TextTable | undefined): void {
    this.break()
    const lines = write()
    this.out.blockBreak()
    const table = this.isInNote ? undefined : describe(lines)
    if (table !== undefined) this.tables.push(table)
  }

  /** Writes a row. @returns its line; `undefined` for an empty row */
  row<Cell extends { column: number }>(cells: readonly Cell[], write: (cell: Cell) => void): Span | undefined {
    return this.writeRow(cells, (cell) => {
      this.#lineSpace = false
      this.#isOpening = false
      write(cell)
    })
  }
}

/** Removes white space with a line break after opening brackets and before signs that attach to the previous word. */
function withoutIndentation(words: string): string {
  return words.replace(/\s+/g, (space, at: number) => {
    const isClose = /[),.;:\]]/.test(words.charAt(at + space.length)) || /[([]/.test(words.charAt(at - 1))
    return isClose && space.includes('\n') ? '' : space
  })
}

/** State shared by all norms of a document. */
export interface DocumentContext {
  notes: NoteMarks
  /** Unknown elements, read as text. */
  unknown: Set<string>
}

/** Dash of a `LIST`, given by its type. */
const DASH = '—'
const NUMBER_OF_PARAGRAPH: ReadonlySet<string> = new Set(['NO.PARAG'])
export class FormexText {
  /** Readers of elements other than plain blocks and runs. */
  static readonly #READERS = new Map<string, (text: FormexText, element: XmlElement) => void>([
    ['NOTE', (text, element) => text.#note(element)],
    ['QUOT.START', (text, element) => text.#out.quotationMark(element.children.join(''), true)],
    ['QUOT.END', (text, element) => text.#out.quotationMark(element.children.join(''), false)],
    ['PARAG', (text, element) => text.#paragraph(element)],
    ['ARTICLE', (text, element) => text.#out.apart(() => text.#paragraphs(element))],
    ['SUBDIV', (text, element) => text.#paragraphs(element)],
    ['LIST', (text, element) => text.#list(element)],
    ['NP', (text, element) => text.#numbered(element, [], text.#out.firstPart?.label)],
    ['DLIST', (text, element) => text.#definitions(element)],
    ['GR.SEQ', (text, element) => text.#sequence(element)],
    ['QUOT.S', (text, element) => text.#out.apart(() => text.#block(element))],
    ['TBL', (text, element) => text.#out.apart(() => text.#table(element))],
    ['INCL.ELEMENT', (text, element) => text.#image(element)],
  ])
  readonly #context: DocumentContext
  readonly #out = new FormexWriter()
  #insideTable = false

  constructor(context: DocumentContext) {
    this.#context = context
  }

  get isEmpty(): boolean {
    return this.#out.isEmpty
  }

  /** Returns the text; nothing may be added afterwards. */
  finish(): FormexContent {
    return this.#out.finish()
  }

  /** Adds an element, or its content. */
  add(node: XmlElement | string): void {
    if (typeof node === 'string') this.#out.characters(node)
    else this.#element(node)
  }

  /** Adds the children of an element. */
  children(element: XmlElement): void {
    for (const child of element.children) this.add(child)
  }

  /** Adds the notes in a title, which is outside the text. */
  notesOf(title: XmlElement | undefined): void {
    for (const child of title?.children ?? []) {
      if (typeof child === 'string') continue
      if (child.name === 'NOTE') this.#note(child)
      else this.notesOf(child)
    }
  }

  /** Ends the mark of the norm itself (`(47)` of a recital). */
  endOwnMark(): void {
    this.#out.endMark()
  }

  #element(element: XmlElement): void {
    const { name, attributes } = element
    const read = FormexText.#READERS.get(name)
    const run = name === 'HT' ? RUNS.get(attributes.TYPE ?? '') : FORMULA_RUNS.get(name)
    if (read !== undefined) read(this, element)
    else if (APART.has(name)) {
      this.#out.space()
      this.children(element)
      this.#out.looseSpace()
    } else if (run !== undefined) this.#run(element, run)
    else if (BLOCKS.has(name)) this.#block(element)
    else {
      if (!INLINE.has(name)) this.#context.unknown.add(name)
      this.children(element)
      if (name === 'NO.ITEM') this.#out.space()
    }
  }

  #block(element: XmlElement): void {
    this.#onLines(() => this.children(element))
  }

  #onLines(write: () => void): void {
    this.#out.break()
    write()
    this.#out.break()
  }

  /** Writes a run; raised and lowered ones in characters of that form if all of them have one. */
  #run(element: XmlElement, kind: TextSpanKind): void {
    const { words, written } = raisedWords(element, kind)
    this.#out.run(kind, kind === 'raised' && written !== undefined && written === words, () =>
      written === undefined ? this.children(element) : this.#out.plain(written),
    )
  }

  /** Adds a note to the footnotes, and its mark to the text. A reference to a note may repeat its words. */
  #note(note: XmlElement): void {
    const { notes } = this.#context
    const mark = notes.markOf(note)
    const { 'NOTE.ID': id = '', 'NOTE.REF': reference = '' } = note.attributes
    if (this.#out.isInNote) this.#block(note)
    else this.#out.note(notes.isMarkedElsewhere(note) ? undefined : mark, id, reference, () => this.children(note))
  }

  /** Adds an `ARTICLE` or a part of it, and counts its unnumbered paragraphs if there are several. */
  #paragraphs(element: XmlElement): void {
    this.#onLines(() => this.paragraphsOf(element))
  }

  /** Adds the paragraphs of an article. @param skipped elements outside its text */
  paragraphsOf(element: XmlElement, skipped: ReadonlySet<string> = new Set()): void {
    const isCounted = childElements(element, 'ALINEA').length > 1 && childElement(element, 'PARAG') === undefined
    this.#alineas(element, isCounted ? 'abs' : undefined, skipped)
  }

  #paragraph(element: XmlElement): void {
    const number = childElement(element, 'NO.PARAG')
    const label = lineOfText(number)
    const value = readNumber(label)
    const write = () => {
      if (number !== undefined) {
        this.children(number)
        this.#out.endMark()
      }
      const isCounted = childElements(element, 'ALINEA').length > 1
      this.#alineas(element, isCounted ? 'uabs' : undefined, NUMBER_OF_PARAGRAPH)
    }
    this.#onLines(() => (value === undefined ? write() : this.#out.within('abs', value, label, write)))
  }

  #alineas(element: XmlElement, kind: 'abs' | 'uabs' | undefined, skipped: ReadonlySet<string>): void {
    let count = 0
    for (const child of element.children) {
      if (typeof child !== 'string' && skipped.has(child.name)) continue
      if (typeof child === 'string' || child.name !== 'ALINEA') {
        this.add(child)
        continue
      }
      const value = String(++count)
      const write = () => this.children(child)
      this.#onLines(() => (kind === undefined ? write() : this.#out.within(kind, value, value, write)))
    }
  }

  #list(element: XmlElement): void {
    const isDashed = element.attributes.TYPE === 'DASH'
    const first = firstMark(element)
    let dashes = 0
    const item = (child: XmlElement) => {
      const [paragraph, rest] = leadingNumbered(child)
      if (paragraph !== undefined) {
        if (this.#numbered(paragraph, rest, first, dashes)) dashes++
      } else if (isDashed) {
        this.#out.within('indent', String(++dashes), DASH, () => {
          this.#out.sign(DASH, true)
          this.children(child)
        })
      } else this.#out.within(undefined, '', '', () => this.children(child))
    }
    this.#onLines(() => {
      for (const child of element.children) {
        if (typeof child === 'string' || child.name !== 'ITEM') this.add(child)
        else this.#onLines(() => item(child))
      }
    })
  }

  /**
   * Writes a paragraph with a mark.
   * @param rest content after it in its list item
   * @param first mark of its first sibling
   * @param dashes number of dashes among the previous siblings
   * @returns true if its mark is a dash
   */
  #numbered(
    element: XmlElement,
    rest: readonly (XmlElement | string)[],
    first: string | undefined,
    dashes = 0,
  ): boolean {
    const number = childElement(element, 'NO.P')
    const label = lineOfText(number)
    const mark = itemMark(label, first ?? label, dashes)
    this.#onLines(() =>
      this.#out.within(mark?.kind, mark?.value ?? '', label, () => {
        for (const child of element.children) {
          this.add(child)
          if (child === number) this.#out.endMark()
        }
        for (const child of rest) this.add(child)
      }),
    )
    return mark?.kind === 'indent'
  }

  /** Adds a list of terms with their definitions, separated by a sign in an attribute. */
  #definitions(element: XmlElement): void {
    const { SEPARATOR: separator = '' } = element.attributes
    let dashes = 0
    const write = (item: XmlElement) => {
      for (const child of item.children) {
        this.add(child)
        const name = typeof child === 'string' ? '' : child.name
        if (name === 'PREFIX' || name === 'TERM') this.#out.space()
        if (name === 'TERM' && separator !== '') this.#out.sign(separator, false)
      }
    }
    for (const item of element.children) {
      if (typeof item === 'string') {
        this.add(item)
        continue
      }
      const label = lineOfText(childElement(item, 'PREFIX'))
      const mark = itemMark(label, label, dashes)
      if (mark?.kind === 'indent') dashes++
      this.#onLines(() => this.#out.within(mark?.kind, mark?.value ?? '', label, () => write(item)))
    }
  }

  /** Adds a titled sequence in an annex. A number in its title numbers the whole sequence. */
  #sequence(element: XmlElement): void {
    const label = sequenceNumber(element)
    const mark = label === '' ? undefined : itemMark(label, label, 0)
    const write = () => {
      for (const child of element.children) {
        if (typeof child !== 'string' && child.name === 'TITLE') this.#out.apart(() => this.#block(child))
        else this.add(child)
      }
    }
    this.#onLines(() => this.#out.within(mark?.kind, mark?.value ?? '', label, write))
  }

  #table(table: XmlElement): void {
    const isOuter = !this.#insideTable
    this.#insideTable = true
    writeTable(this.#out, table, isOuter, (node) => this.add(node))
    this.#insideTable = !isOuter
  }

  /** Adds an image, with the words in it if the source has them. */
  #image(element: XmlElement): void {
    const { FILEREF: name = '', CONTENT: content = '' } = element.attributes
    this.#out.attach(name, content === 'OTHER' ? '' : content.toLowerCase())
    this.children(element)
  }
}

/** Returns the numbered paragraph at the beginning of an item, and the rest of the item. */
function leadingNumbered(item: XmlElement): [paragraph: XmlElement | undefined, rest: (XmlElement | string)[]] {
  const inner = item.children.filter((child) => typeof child !== 'string' || /\S/.test(child))
  const [first, ...rest] = inner
  return typeof first === 'object' && first.name === 'NP' ? [first, rest] : [undefined, []]
}

/** Returns the mark of the first item of a list; `undefined` if it has none. */
function firstMark(list: XmlElement): string | undefined {
  const item = childElement(list, 'ITEM')
  const [paragraph] = item === undefined ? [] : leadingNumbered(item)
  return paragraph && lineOfText(childElement(paragraph, 'NO.P'))
}

/** Returns the number at the beginning of the title of a sequence (`GR.SEQ`): `2.`, `1.1`; empty without one. */
function sequenceNumber(sequence: XmlElement): string {
  const title = childElement(sequence, 'NO.GR.SEQ') ?? childElement(childElement(sequence, 'TITLE'), 'TI')
  // `<TI><NP><NO.P>2.3.</NO.P><TXT>Certificate</TXT></NP></TI>`
  const paragraph = childElement(title, 'NP')
  if (paragraph !== undefined) return numberOf(childElement(paragraph, 'NO.P'))
  return numberOf(title)
}

function numberOf(title: XmlElement | undefined): string {
  return /^(?:\(?[0-9]+(?:\.[0-9]+)*[a-z]?[.)]+|[0-9]+(?:\.[0-9]+)+)(?=[\s\u00a0]|$)/.exec(lineOfText(title))?.[0] ?? ''
}

/** A row of a table, its cells in column order; the title of a block of rows is a row of one cell. */
interface TableRow {
  isHead: boolean
  cells: TableCell[]
}

/**
 * Writes a table, one row per line.
 * @param isOuter false for a nested table, which is not described
 * @param add writes the content of cells, and of the elements beside rows: titles, notes
 */
function writeTable(
  out: FormexWriter,
  table: XmlElement,
  isOuter: boolean,
  add: (node: XmlElement | string) => void,
): void {
  for (const child of table.children) {
    if (typeof child === 'string' || child.name !== 'CORPUS') {
      add(child)
      continue
    }
    const rows = tableRows(child)
    out.table(
      () => rows.map(({ cells }) => out.row(cells, ({ element }) => element.children.forEach(add))),
      (lines) =>
        isOuter
          ? describeTable(rows, lines, (written) => ({
              columns: widthOf(written, count(table.attributes.COLS, 1)),
              head_rows: Math.max(
                0,
                written.findIndex((row) => !isHeadRow(row)),
              ),
              frame: 'all',
              centred_rows: [],
            }))
          : undefined,
    )
  }
}

/** Returns the rows of a `CORPUS`, including those of its blocks (`BLK`). */
function tableRows(corpus: XmlElement): TableRow[] {
  const rows: TableRow[] = []
  const addRows = (parent: XmlElement) => {
    for (const child of parent.children) {
      if (typeof child === 'string') continue
      if (child.name === 'ROW') rows.push({ isHead: child.attributes.TYPE === 'HEADER', cells: cellsOf(child) })
      else if (child.name === 'TI.BLK') rows.push({ isHead: false, cells: [titleCell(child)] })
      else if (child.name === 'BLK') addRows(child)
      else rows.push({ isHead: false, cells: [{ column: 0, columns: 1, rows: 1, element: child }] })
    }
  }
  addRows(corpus)
  return rows
}

function cellsOf(row: XmlElement): TableCell[] {
  let next = 0
  return childElements(row, 'CELL').map((element) => {
    const { COL, COLSPAN, ROWSPAN } = element.attributes
    const column = Math.max(count(COL, next + 1) - 1, next)
    const columns = count(COLSPAN, 1)
    next = column + columns
    if (next > LIMITS.columns) throw new SourceFormatError(say`a table has more than ${LIMITS.columns} columns`, 0, 0)
    return { column, columns, rows: count(ROWSPAN, 1), element }
  })
}

function titleCell(element: XmlElement): TableCell {
  const first = count(element.attributes['COL.START'], 1)
  const last = Math.max(first, count(element.attributes['COL.END'], first))
  return { column: first - 1, columns: last - first + 1, rows: 1, element }
}

/** Returns a positive number, or the default for anything else. */
function count(text: string | undefined, fallback: number): number {
  const number = /^\s*0*([1-9]\d{0,8})\s*$/.exec(text ?? '')?.[1]
  return number === undefined ? fallback : Number(number)
}

/** True for a row in the head of its table: it says so, or all its cells do. */
function isHeadRow({ isHead, cells }: TableRow): boolean {
  return isHead || (cells.length > 0 && cells.every(({ element }) => element.attributes.TYPE === 'HEADER'))
}

/** Latin suffixes of inserted numbers in French and other texts, in order: `1 bis` is `1a` elsewhere. */
const SUFFIXES = (
  'bis ter quater quinquies sexies septies octies nonies decies undecies duodecies terdecies quaterdecies quindecies ' +
  'sexdecies septdecies octodecies novodecies vicies unvicies duovicies tervicies quatervicies quinvicies sexvicies septvicies'
).split(' ')

/** Returns the letters of Latin suffixes: `bis` -> `a`, `septvicies bis` -> `za`; `undefined` for other words. */
function suffixLetters(words: readonly string[]): string | undefined {
  const letters = words.map((word) => SUFFIXES.indexOf(word))
  return letters.includes(-1) ? undefined : letters.map((at) => String.fromCharCode(97 + at)).join('')
}

/**
 * Reads the number in a designation: `1.` -> `1`, `(2a)` -> `2a`, `1 bis.` -> `1a`, `-1.` -> `-1`, `premier` -> `1`.
 * @returns as in a path; `undefined` without a number
 */
export function readNumber(text: string): string | undefined {
  const words = text
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(/[–−]/g, '-')
    .trim()
    .toLowerCase()
  if (/^(?:premier|unique|sole|einziger)$/.test(words)) return '1'
  const [, number, letter = '', suffixes = ''] =
    /^[("'‘“„«]*(-?\d+)([a-z]{0,3})((?: [a-z]+)*)[.)º°]*$/.exec(words) ?? []
  if (number === undefined) return undefined
  const inserted = suffixes === '' ? '' : suffixLetters(suffixes.trim().split(' '))
  return inserted === undefined ? undefined : number + letter + inserted
}

/** The mark of a list item. */
interface ItemMark {
  kind: 'nr' | 'buchst' | 'indent'
  value: string
}

const DASH_MARK = /^[-–—‒―•·*○●■▪□]$/u
const NUMBER = /^-?\d+(?:\.\d+)*[a-z]{0,2}$/
const LETTERS = /^[a-z]{1,5}$/
const ROMAN = /^([ivxl]+?)[a-h]?$/

/**
 * Reads the mark of a list item; `undefined` for words (`Method 1:`).
 * @param mark as in the source, quotation marks included: `(a)`, `1.`, `ii)`, `—`, `e bis)`
 * @param first mark of the first item of its list: `(v)` is a number after `(i)`, a letter after `(a)`
 * @param dashes number of dashes before it in its list
 */
function itemMark(mark: string, first: string, dashes: number): ItemMark | undefined {
  const bare = bareMark(mark)
  if (DASH_MARK.test(bare)) return { kind: 'indent', value: String(dashes + 1) }
  const [word = '', ...suffixes] = bare.split(' ')
  const inserted = suffixes.length === 0 ? '' : suffixLetters(suffixes)
  if (inserted === undefined) return undefined
  if (NUMBER.test(word)) return { kind: 'nr', value: word + inserted }
  if (!LETTERS.test(word)) return undefined
  const isRoman = bareMark(first) === 'i' && parseRoman(ROMAN.exec(word)?.[1] ?? '') !== undefined
  return { kind: isRoman ? 'nr' : 'buchst', value: word + inserted }
}

/** `(a)` -> `a`, `‘1.` -> `1`, `e bis)` -> `e bis` */
function bareMark(mark: string): string {
  return mark
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(/^["'‘’“”„«» (]+/, '')
    .replace(/[.):; ]+$/, '')
    .replace(/[−–](?=\d)/, '-')
    .toLowerCase()
}

/** Returns the value of a label without a number: `Appendix A` -> `appendix_a`. */
export const labelValue = (label: string) => pathValue(label.replace(/\u00a0/g, ' '))

/* Writes formulas (`FORMULA`) on one line. Formex has elements instead of characters for operators, brackets, fractions and sums. */
const OPERATORS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    PLUS: '+',
    MINUS: '−',
    MULT: '×',
    DIV: '÷',
    CARTPROD: '×',
    PLUSMINUS: '±',
    MINUSPLUS: '∓',
    EQ: '=',
    NE: '≠',
    LT: '<',
    LE: '≤',
    GT: '>',
    GE: '≥',
    AP: '≈',
  }),
)

const BRACKETS: ReadonlyMap<string, [open: string, close: string]> = new Map([
  ['BRACKET', ['(', ')']],
  ['SQBRACKET', ['[', ']']],
  ['BRACE', ['{', '}']],
  ['MODULUS', ['|', '|']],
])

/** Elements of formulas that are separate words. */
const APART: ReadonlySet<string> = new Set(['OP.MATH', 'OP.CMP', 'SUM', 'PROD', 'INT', 'FRACTION'])

/** Elements of formulas that are raised or lowered. */
const FORMULA_RUNS: ReadonlyMap<string, 'raised' | 'lowered'> = new Map([
  ['IND', 'lowered'],
  ['UNDER', 'lowered'],
  ['EXPONENT', 'raised'],
  ['OVER', 'raised'],
])

/**
 * Returns the signs to print before and after the content of an element of a formula. A dividend or divisor of several terms gets
 * brackets, which a fraction bar makes unnecessary in print.
 */
export function formulaSigns({ name, attributes, children }: XmlElement): [before: string, after: string] {
  const { TYPE: type = '' } = attributes
  switch (name) {
    case 'OP.MATH':
    case 'OP.CMP':
      return [OPERATORS.get(type) ?? (type && `[${type}]`), '']
    case 'EXPR':
      return BRACKETS.get(type) ?? ['', '']
    case 'SUM':
      return ['Σ', '']
    case 'PROD':
      return ['Π', '']
    case 'INT':
      return ['∫', '']
    case 'ROOT':
      return ['√(', ')']
    case 'DIVIDEND':
    case 'DIVISOR': {
      const isCompound = children.some((child) => typeof child !== 'string' && child.name === 'OP.MATH')
      const sign = name === 'DIVISOR' ? '/' : ''
      return isCompound ? [`${sign}(`, ')'] : [sign, '']
    }
  }
  return ['', '']
}

/** True if text and footnotes together have exactly the characters of the elements, where notes are inside the text. */
export function isWhole({ text, footnotes }: FormexContent, source: readonly XmlElement[]): boolean {
  const notes: XmlElement[] = []
  const body = source.map((element) => (hasNotes(element) ? withoutNotes(element, notes) : element))
  return hasAllCharacters(text, holder(body)) && hasAllCharacters(footnotes, holder(notes))
}

/** Returns an element without a name around others. */
export const holder = (children: XmlElement[]): XmlElement => ({ name: '', attributes: {}, children })

const hasNotes = ({ name, children }: XmlElement): boolean =>
  name === 'NOTE' || children.some((child) => typeof child !== 'string' && hasNotes(child))

/** Returns an element without its notes, which are collected in document order. */
function withoutNotes(element: XmlElement, notes: XmlElement[]): XmlElement {
  if (element.name === 'NOTE') {
    notes.push(element)
    return holder([])
  }
  const children = element.children.map((child) => (typeof child === 'string' ? child : withoutNotes(child, notes)))
  return { ...element, children }
}

/** Returns the outermost notes in an element. */
export function notesIn(element: XmlElement | undefined): XmlElement[] {
  const notes: XmlElement[] = []
  if (element !== undefined) withoutNotes(element, notes)
  return notes
}

/** Elements of an annex that contain articles of its own, not quoted ones. */
const ARTICLE_HOLDERS: ReadonlySet<string> = new Set(['CONTENTS', 'GR.SEQ', ...ANNEXES, 'DIVISION', 'ENACTING.TERMS'])

/** Returns an element without its articles, which are collected in document order. */
export function withoutArticles(element: XmlElement, articles: XmlElement[]): XmlElement {
  const children = element.children.flatMap((child) => {
    if (typeof child === 'string' || (child.name !== 'ARTICLE' && !ARTICLE_HOLDERS.has(child.name))) return [child]
    if (child.name !== 'ARTICLE') return [withoutArticles(child, articles)]
    articles.push(child)
    return []
  })
  return { ...element, children }
}

/** Returns the text of an element on one line, without its notes. */
export function lineWithoutNotes(element: XmlElement | undefined): string {
  if (element === undefined || element.name === 'NOTE') return ''
  const text = new FormexText({ notes: new NoteMarks(), unknown: new Set() })
  text.children(element)
  return text.finish().text.replace(/[\s\u00a0]+/g, ' ')
}

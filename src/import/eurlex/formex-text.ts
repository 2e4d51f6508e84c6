/** Turns elements of Formex into the plain text of a norm, with the offsets of its parts. */

import { pathValue } from '../../citation/norm-path.ts'
import { parseRoman } from '../../citation/numerals.ts'
import { say } from '../../i18n/texts.ts'
import type { TextSpanKind, TextTable } from '../../model/norm-text.ts'
import { mergedCells, type TableCell } from '../merged-cells.ts'
import { toForm } from '../raised-forms.ts'
import { childElement, childElements, lineOfText, SourceFormatError, type XmlElement } from '../xml-tree.ts'
import { BLOCKS, INLINE, LIMITS, RUNS } from './format.ts'
import { type FormexContent, FormexWriter } from './formex-writer.ts'
import type { NoteMarks } from './notes.ts'

/** What all norms of a document share. */
export interface DocumentContext {
  notes: NoteMarks
  /** Elements that the reader does not know, and reads as text. */
  unknown: Set<string>
}

/** A dash that `LIST` gives by its type. */
const DASH = '—'
const NUMBER_OF_PARAGRAPH: ReadonlySet<string> = new Set(['NO.PARAG'])
export class FormexText {
  /** Elements that are more than a block or a run. */
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

  /** The text; nothing may be added afterwards. */
  finish(): FormexContent {
    return this.#out.finish()
  }

  /** Adds an element, or all that is in it. */
  add(node: XmlElement | string): void {
    if (typeof node === 'string') this.#out.characters(node)
    else this.#element(node)
  }

  /** Adds the children of an element. */
  children(element: XmlElement): void {
    for (const child of element.children) this.add(child)
  }

  /** Adds the notes that are in a title, which is no part of the text. */
  notesOf(title: XmlElement | undefined): void {
    for (const child of title?.children ?? []) {
      if (typeof child === 'string') continue
      if (child.name === 'NOTE') this.#note(child)
      else this.notesOf(child)
    }
  }

  /** Tells that the mark of the norm itself ends here (`(47)` of a recital). */
  endOwnMark(): void {
    this.#out.endMark()
  }

  #element(element: XmlElement): void {
    const { name, attributes } = element
    const read = FormexText.#READERS.get(name)
    const run = name === 'HT' ? RUNS.get(attributes.TYPE ?? '') : FORMULA_RUNS.get(name)
    if (read !== undefined) read(this, element)
    else if (standsApart(element)) {
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
    const isPlainText = element.children.every((child) => typeof child === 'string')
    const words = (kind === 'raised' || kind === 'lowered') && isPlainText ? element.children.join('') : undefined
    const written = words === undefined ? undefined : toForm(words, kind as 'raised')
    this.#out.run(kind, kind === 'raised' && written === words && words !== undefined, () =>
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

  /** An `ARTICLE` or a part of it: its unnumbered paragraphs are counted if there are several. */
  #paragraphs(element: XmlElement): void {
    this.#onLines(() => this.paragraphsOf(element))
  }

  /** Adds the paragraphs of an article. @param skipped elements that are no part of its text */
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
   * @param rest what follows it in its list item
   * @param first the mark of the first one beside it
   * @param dashes number of dashes among those before it
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

  /** A list of terms with their definitions, parted by a sign that is an attribute. */
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

  /** A titled sequence in an annex. A number in its title is that of all of it. */
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

  /** An image, with the words in it, if the source has them. */
  #image(element: XmlElement): void {
    const { FILEREF: name = '', CONTENT: content = '' } = element.attributes
    this.#out.attach(name, content === 'OTHER' ? '' : content.toLowerCase())
    this.children(element)
  }
}

/** The numbered paragraph that an item begins with, and what follows it. */
function leadingNumbered(item: XmlElement): [paragraph: XmlElement | undefined, rest: (XmlElement | string)[]] {
  const inner = item.children.filter((child) => typeof child !== 'string' || /\S/.test(child))
  const [first, ...rest] = inner
  return typeof first === 'object' && first.name === 'NP' ? [first, rest] : [undefined, []]
}

/** The mark of the first item of a list, `undefined` if it has none. */
function firstMark(list: XmlElement): string | undefined {
  const item = childElement(list, 'ITEM')
  const [paragraph] = item === undefined ? [] : leadingNumbered(item)
  return paragraph && lineOfText(childElement(paragraph, 'NO.P'))
}

/** The number at the beginning of the title of a sequence (`GR.SEQ`): `2.`, `1.1`; empty for a title without one. */
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

/** A row of a table, its cells in the order of their columns; the title of a block of rows is a row of one cell. */
interface TableRow {
  isHead: boolean
  cells: TableCell[]
}

/**
 * Writes a table, a row a line.
 * @param isOuter false for one in a cell, which is not described
 * @param add writes what is in a cell, and what is beside the rows: titles, notes
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
    const cellsOfRow = ({ cells }: TableRow) =>
      cells.map(({ column, element }) => ({ column, write: () => element.children.forEach(add) }))
    out.table(
      () => rows.map((row) => out.row(cellsOfRow(row))),
      (lines) => (isOuter ? describeTable(table, rows, lines) : undefined),
    )
  }
}

/** Returns the rows of a `CORPUS`, those of its blocks (`BLK`) included. */
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

/** A positive number, or the default for anything else. */
function count(text: string | undefined, fallback: number): number {
  const number = /^\s*0*([1-9]\d{0,8})\s*$/.exec(text ?? '')?.[1]
  return number === undefined ? fallback : Number(number)
}

/** True for a row that belongs to the head of its table: it says so, or all its cells do. */
function isHeadRow({ isHead, cells }: TableRow): boolean {
  return isHead || (cells.length > 0 && cells.every(({ element }) => element.attributes.TYPE === 'HEADER'))
}

/**
 * Describes what the text does not show of a table.
 * @param lines the line of each row in the text; `undefined` for rows without one
 * @returns `undefined` if no row has a line
 */
function describeTable(
  table: XmlElement,
  rows: readonly TableRow[],
  lines: readonly ({ start: number; end: number } | undefined)[],
): TextTable | undefined {
  const first = lines.find((line) => line !== undefined)
  const last = lines.findLast((line) => line !== undefined)
  if (first === undefined || last === undefined) return undefined
  const written = rows.filter((_, index) => lines[index] !== undefined)
  const widths = written.map(({ cells }) => (cells.at(-1)?.column ?? 0) + (cells.at(-1)?.columns ?? 1))
  const bodyRow = written.findIndex((row) => !isHeadRow(row))
  return {
    start: first.start,
    end: last.end,
    columns: widths.reduce((most, width) => Math.max(most, width), count(table.attributes.COLS, 1)),
    head_rows: bodyRow < 0 ? 0 : bodyRow,
    merged: mergedCells(rows, lines),
    frame: 'all',
    centred_rows: [],
  }
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
 * @returns as in a path, `undefined` if there is no number
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
 * Reads the mark of a list item, `undefined` for words (`Method 1:`).
 * @param mark as the source writes it, quotation marks included: `(a)`, `1.`, `ii)`, `—`, `e bis)`
 * @param first the mark of the first item of its list: `(v)` is a number after `(i)`, a letter after `(a)`
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

/** The value of a label that has no number: `Appendix A` -> `appendix_a`. */
export const labelValue = (label: string) => pathValue(label.replace(/\u00a0/g, ' '))

/*
 * Writes formulas (`FORMULA`) on one line. Formex has elements for operators, brackets, fractions and sums instead of their
 * characters.
 */
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

/** Elements of formulas that are words of their own. */
const APART: ReadonlySet<string> = new Set(['OP.MATH', 'OP.CMP', 'SUM', 'PROD', 'INT', 'FRACTION'])

/** Elements of formulas that are raised or lowered. */
const FORMULA_RUNS: ReadonlyMap<string, 'raised' | 'lowered'> = new Map([
  ['IND', 'lowered'],
  ['UNDER', 'lowered'],
  ['EXPONENT', 'raised'],
  ['OVER', 'raised'],
])

/** True for an element of a formula that spaces part from its neighbours. */
function standsApart({ name }: XmlElement): boolean {
  return APART.has(name)
}

/**
 * Returns the signs that are printed before and after the content of an element of a formula.
 * A dividend or divisor of several terms gets brackets, which a bar makes unnecessary in print.
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

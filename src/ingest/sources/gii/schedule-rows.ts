/**
 * Finds the rows of tables that are cited by their numbers: fees, signs, installations, diseases. A row is an item with
 * the lines up to the next row, heading or preliminary remark, and with the Absätze and lists of its notes.
 */
import type { TextSpan } from '../../../corpus/norm-text.ts'
import type { ListItem, TableLine } from './content.ts'
import { itemMark } from './item-mark.ts'

/** `1210`, `5a.1`, `311 100`: a number that fills its cell. */
const WHOLE = /^(\d{1,6}[a-z]?(?:\.\d{1,3}[a-z]?)*|\d{1,3}(?: \d{3}){1,2}|\d{1,4} [a-z])([.)]*)$/
/** A number that begins its cell. */
const BEGINNING = /^(\d{1,4}(?:\.\d{1,3})*[a-z]?)([.)]+)(?:$|[\s\u2028])/
const LETTER = /^([a-z]{1,2})[.)](?:$|[\s\u2028])/
const COUNTED = /^(\d{1,2})\.[\s\u2028]/
/** Head of a column of numbers. */
const NUMBER_HEAD = /^\W*(?:lfd\.?|laufende)?\s*(?:Nr|Nummer|Ziffer|Pos)/i
/** Without such a head, longer numbers and those with spaces are data. */
const LONGEST_UNHEADED = 4
const REMARK = /^Vorbem(?:erkung(?:en)?|\.)\s*(\d+(?:\.\d+)*)?\s*(?::|$|(?=[\s\u2028]))/
/** The mark of an Absatz at the start of a line, cell, or line of a cell. */
const ABSATZ = /(?<=[\t\n\u2028:]\s?)\((\d{1,2}[a-z]?)\)[\s\u2028]/g

/** A row with the text of its cells. */
interface Row {
  line: TableLine
  cells: string[]
}

/** A table of an annex. */
interface Schedule {
  rows: Row[]
  /** Index of the cell with the numbers. */
  column: number
  /** True if the head of that column says that they are numbers. */
  isHeaded: boolean
}

/**
 * Makes an item of each row that begins with a number, and of each preliminary remark. Lists before any of them are items of
 * their own.
 * @param isAnnex only in annexes a number without a full stop counts (`408`), and rows have headings and notes
 */
export function rowItems(
  text: string,
  lines: readonly TableLine[],
  spans: readonly TextSpan[],
  isAnnex: boolean,
): ListItem[] {
  const bold = new Set(spans.filter(({ kind }) => kind === 'bold').map(({ end }) => end))
  const items: ListItem[] = []
  for (const table of Map.groupBy(lines, (line) => line.table).values()) {
    const rows = table.map((line) => ({ line, cells: text.slice(line.start, line.end).split('\t') }))
    for (const item of tableItems(text, scheduleOf(rows, isAnnex), bold, isAnnex)) items.push(item)
  }
  return items
}

/** Numbers stand in the first column, or in the second one if the first is mostly empty. */
function scheduleOf(rows: Row[], isAnnex: boolean): Schedule {
  const isNumber = (cell: string | undefined) => WHOLE.test((cell ?? '').trim())
  const isIndented = ({ cells }: Row) => isBlank(cells[0]) && isNumber(cells[1])
  const isSecond = rows.some(isIndented) && 2 * rows.filter(({ cells }) => isBlank(cells[0])).length > rows.length
  const column = isAnnex && isSecond && !rows.some(({ cells }) => isNumber(cells[0])) ? 1 : 0
  const heads = rows.filter(({ line }, index) => line.isHead || index === 0)
  return { rows, column, isHeaded: heads.some(({ cells }) => NUMBER_HEAD.test(cells[column] ?? '')) }
}

function tableItems(text: string, schedule: Schedule, bold: ReadonlySet<number>, isAnnex: boolean): ListItem[] {
  const items: ListItem[] = []
  let open: ListItem | undefined
  /** True if the mark of the open row fills its cell: then only the mark of the next row is in that column. */
  let isApart = false
  for (const row of schedule.rows) {
    const { line, cells } = row
    if (line.isHead) continue
    const begun = beginsItem(schedule, row, isAnnex)
    if (begun !== undefined) {
      open = { ...begun, start: line.start, end: line.end, items: [] }
      isApart = WHOLE.test((cells[schedule.column] ?? '').trim())
      items.push(open)
    } else if (isAnnex && open !== undefined && endsItem(schedule, row, isApart, bold)) {
      open = undefined
    } else if (open !== undefined) open.end = line.end
    const inner = [...partOf(text, row, open, isAnnex), ...line.items]
    const isCounted = begun === undefined && inner.some((item) => itemMark(item.label)?.kind === 'nr')
    if (isCounted && open !== undefined && !(isAnnex && (isApart || isRemark(open)))) open = undefined
    if (open === undefined) items.push(...inner)
    else if (isAnnex) addInner(open, inner)
    else open.items.push(...inner)
  }
  if (isAnnex) for (const item of items) if (item.mark !== undefined) addAbsaetze(text, item)
  return items
}

/** Returns the mark of the row or preliminary remark that begins here. */
function beginsItem(
  schedule: Schedule,
  { cells }: Row,
  isAnnex: boolean,
): Pick<ListItem, 'label' | 'mark'> | undefined {
  if (!cells.slice(0, schedule.column).every(isBlank)) return undefined
  const cell = (cells[schedule.column] ?? '').trim()
  const [, whole, sign] = WHOLE.exec(cell) ?? []
  const isNumber = whole !== undefined && (sign !== '' || (isAnnex && mayBeNumber(schedule, whole)))
  if (isNumber && isAnnex) return { label: `${whole}.`, mark: { kind: 'nr', value: whole.replaceAll(' ', '') } }
  const value = isNumber ? whole : BEGINNING.exec(cell)?.[1]
  if (value !== undefined) return { label: `${value}.` }
  const [remark, place] = (isAnnex && REMARK.exec(cell)) || []
  const name = place === undefined ? 'vorbem' : `vorbem.${place}`
  return remark === undefined
    ? undefined
    : { label: remark.replace(/[\s\u2028:]+$/, ''), mark: { kind: 'nr', value: name } }
}

const mayBeNumber = ({ isHeaded }: Schedule, value: string) =>
  isHeaded || value.length <= LONGEST_UNHEADED || /[.a-z]/.test(value)

const isRemark = ({ mark }: ListItem) => mark?.value.startsWith('vorbem') === true

/** True if a row without a number does not belong to the one before it: a heading, or words where the numbers stand. */
function endsItem({ column }: Schedule, { line, cells }: Row, isApart: boolean, bold: ReadonlySet<number>): boolean {
  const filled = cells.filter((cell) => !isBlank(cell))
  const cell = (cells.slice(0, column + 1).find((each) => !isBlank(each)) ?? '').trim()
  if (HEADING.test(cell) && filled.length === 1) return true
  if (cell === '') return filled.length === 1 && bold.has(line.end)
  return isApart && !/^[a-z]{1,2}\)/.test(cell)
}

const HEADING = /^(?:Teil|Hauptabschnitt|Abschnitt|Unterabschnitt|Kapitel|Titel|[A-Z]\.|[IVX]+\.)(?:[\s\u2028]|$)/

const isBlank = (cell: string | undefined) => cell === undefined || cell.trim() === ''

/** Returns the letter or number of a line below a row, where the source does not mark it as a list: `a)`, `2.` */
function partOf(text: string, { line }: Row, open: ListItem | undefined, isAnnex: boolean): ListItem[] {
  if (open === undefined) return []
  const start = line.start + (/^[\s\u2028]*/.exec(text.slice(line.start, line.end))?.[0].length ?? 0)
  if (start === open.start) return []
  const cell = text.slice(start, Math.min(line.end, start + 8))
  const letter = line.items.length === 0 ? LETTER.exec(cell)?.[1] : undefined
  if (letter !== undefined) return [{ label: `${letter})`, start, end: line.end, items: [] }]
  const number = isAnnex && line.items.every((item) => item.start > start) ? COUNTED.exec(cell)?.[1] : undefined
  const isNext = Number(number) === open.items.filter(({ label }) => /^\d/.test(label)).length + 1
  return isNext ? [{ label: `${number}.`, start, end: line.end, items: [] }] : []
}

/** Adds the parts of a line to its row; letters to the number before them. */
function addInner(open: ListItem, inner: readonly ListItem[]): void {
  for (const item of inner) {
    const last = open.items.at(-1)
    const isBelow = last !== undefined && itemMark(item.label)?.kind === 'buchst' && itemMark(last.label)?.kind === 'nr'
    if (isBelow) last.end = Math.max(last.end, item.end)
    ;(isBelow ? last : open).items.push(item)
  }
}

/** Puts what follows `(1)`, `(2)` in a row or remark into items of their own. */
function addAbsaetze(text: string, row: ListItem): void {
  const absaetze: ListItem[] = []
  for (const { 1: value = '', index } of text.slice(row.start, row.end).matchAll(ABSATZ)) {
    if (Number.parseInt(value, 10) !== absaetze.length + 1) continue
    const start = row.start + index
    const before = absaetze.at(-1)
    if (before !== undefined) before.end = Math.min(before.end, start)
    const cell = /[^\t\n]\t/.exec(text.slice(start, row.end))
    const end = cell === null ? row.end : start + cell.index + 1
    absaetze.push({ label: `(${value})`, mark: { kind: 'abs', value }, start, end, items: [] })
  }
  if (absaetze.length === 0) return
  for (const item of row.items) {
    absaetze.findLast(({ start }) => start <= item.start)?.items.push(item)
  }
  const first = absaetze[0]?.start ?? 0
  const before = row.items.filter(({ start }) => start < first)
  for (const item of before) item.end = Math.min(item.end, first)
  row.items = [...before, ...absaetze]
}

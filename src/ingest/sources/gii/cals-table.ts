/** CALS tables (OASIS Table Model): in which column each cell of a row stands, and over how many it reaches. */
import type { MergedCell, TextTable } from '../../../corpus/norm-text.ts'
import { childElement, childElements, rawText, SourceFormatError, type XmlElement } from './xml-reader.ts'

/** Wider tables are refused: a row is written with a tab for each of its columns. The real data has 35. */
const MAX_COLUMNS = 1000

export interface TableCell {
  /** From 0. */
  column: number
  /** Over how many columns and rows it reaches. */
  columns: number
  rows: number
  element: XmlElement
}

/** One row of a table, its cells in the order of their columns. */
export interface TableRow {
  isHead: boolean
  cells: TableCell[]
}

/**
 * The rows of a `tgroup`, head first.
 * A cell's column comes from its `namest`, `spanname` or `colname`; a cell with none of these stands in the first free column,
 * spans of the rows above (`morerows`) taken into account.
 */
export function tableRows(group: XmlElement): TableRow[] {
  const columns = columnsOf(group)
  const occupied: number[] = []
  const rows: TableRow[] = []
  for (const part of [...childElements(group, 'thead'), ...childElements(group, 'tbody')]) {
    for (const row of childElements(part, 'row')) {
      rows.push({ isHead: part.name === 'thead', cells: placeCells(row, columns, occupied) })
    }
  }
  return rows
}

/** Columns by name, and the first and last column of the spans that have a name (`spanspec`). */
interface Columns {
  byName: ReadonlyMap<string, number>
  spans: ReadonlyMap<string, [first: string, last: string]>
}

function columnsOf(group: XmlElement): Columns {
  const byName = new Map<string, number>()
  for (const [index, spec] of childElements(group, 'colspec').entries()) {
    if (spec.attributes.colname !== undefined) byName.set(spec.attributes.colname, index)
  }
  const spans = childElements(group, 'spanspec').map(({ attributes }): [string, [string, string]] => {
    const { spanname = '', namest = '', nameend = '' } = attributes
    return [spanname, [namest, nameend]]
  })
  return { byName, spans: new Map(spans) }
}

/** `occupied[column]` counts how many more rows a cell from above reaches down; it is updated for the next row. */
function placeCells(row: XmlElement, { byName, spans }: Columns, occupied: number[]): TableCell[] {
  const cells: TableCell[] = []
  let next = 0
  for (const element of childElements(row, 'entry')) {
    const { colname, spanname = '', morerows } = element.attributes
    const [namest = element.attributes.namest, nameend = element.attributes.nameend] = spans.get(spanname) ?? []
    let column = byName.get(namest ?? colname ?? '') ?? -1
    if (column < next) {
      column = next
      if (namest === undefined && colname === undefined) while ((occupied[column] ?? 0) > 0) column++
    }
    const last = Math.max(byName.get(nameend ?? '') ?? column, column)
    const below = Number.parseInt(morerows ?? '0', 10)
    if (last >= MAX_COLUMNS) throw new SourceFormatError(`a table has more than ${MAX_COLUMNS} columns`, 0, 0)
    cells.push({ column, columns: last - column + 1, rows: 1 + (below > 0 ? below : 0), element })
    next = last + 1
  }
  for (const column of occupied.keys()) occupied[column] = Math.max((occupied[column] ?? 0) - 1, 0)
  for (const { column, columns, rows } of cells) {
    for (let i = column; i < column + columns && rows > 1; i++) occupied[i] = rows - 1
  }
  return cells
}

const FRAMES: readonly string[] = ['all', 'top', 'bottom', 'topbot', 'sides'] satisfies TextTable['frame'][]

/**
 * What the text itself does not say of a table.
 * @param lines where each row stands in the text; `undefined` for one that is no line of it
 * @returns `undefined` if no row is
 */
export function describeTable(
  group: XmlElement,
  rows: readonly TableRow[],
  lines: readonly ({ start: number; end: number } | undefined)[],
  frame = 'none',
): TextTable | undefined {
  const first = lines.find((line) => line !== undefined)
  const last = lines.findLast((line) => line !== undefined)
  if (first === undefined || last === undefined) return undefined
  const written = rows.filter((_, index) => lines[index] !== undefined)
  const columns = rows.reduce(
    (most, { cells }) => {
      const last = cells.at(-1)
      return last === undefined ? most : Math.max(most, last.column + last.columns)
    },
    Math.max(1, childElements(group, 'colspec').length),
  )
  return {
    start: first.start,
    end: last.end,
    columns,
    head_rows: written.filter(({ isHead }) => isHead).length,
    merged: mergedCells(rows, lines),
    frame: FRAMES.includes(frame) ? (frame as TextTable['frame']) : 'none',
    centred_rows: columns > 1 ? [] : written.flatMap((row, index) => (isCentred(row) ? [index] : [])),
  }
}

/** Cells over several columns or rows, as far as these are lines of the text. */
function mergedCells(rows: readonly TableRow[], lines: readonly unknown[]): MergedCell[] {
  const merged: MergedCell[] = []
  /** How many lines of the text come before each row. */
  const before = [0]
  for (const [index, line] of lines.entries()) before.push((before[index] as number) + (line === undefined ? 0 : 1))
  for (const [index, { cells }] of rows.entries()) {
    if (lines[index] === undefined) continue
    const line = before[index] as number
    for (const { column, columns, rows: reach } of cells) {
      const below = (before[Math.min(index + reach, lines.length)] as number) - line
      if (columns > 1 || below > 1) merged.push({ row: line, column, rows: below, columns })
    }
  }
  return merged
}

function isCentred({ cells: [cell] }: TableRow): boolean {
  if (cell === undefined || rawText(cell.element).trim() === '') return false
  return (
    cell.element.attributes.align === 'center' || childElement(cell.element, 'Title')?.attributes.Align === 'center'
  )
}

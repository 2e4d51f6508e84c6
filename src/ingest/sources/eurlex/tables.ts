/** Tables (`TBL`): the columns of cells, and the columns and rows that they span. */
import type { TextTable } from '../../../corpus/norm-text.ts'
import { mergedCells, type TableCell } from '../merged-cells.ts'
import { childElements, SourceFormatError, type XmlElement } from '../xml-tree.ts'
import { LIMITS } from './format.ts'
import type { FormexWriter } from './formex-writer.ts'

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
export function writeTable(
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
    if (next > LIMITS.columns) throw new SourceFormatError(`a table has more than ${LIMITS.columns} columns`, 0, 0)
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

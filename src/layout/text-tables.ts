/** Tables: rows are lines with tabs between their cells. */
import type { MergedCell, TextTable } from '../model/norm-text.ts'
import type { Span } from '../model/subdivisions.ts'
import { itemMark, paragraphMark } from './marks.ts'
import type { Segment } from './spans.ts'

/** A cell, with its first column and its spans of columns and rows. */
export interface TableCell extends Span {
  column: number
  columns: number
  rows: number
  align: 'left' | 'centred' | 'right' | 'justified'
  vertical: 'top' | 'middle' | 'bottom'
  lineRight: boolean
  lineBelow: boolean
}

/** Class names for the look of a cell. */
export const classesOf = ({ align, vertical, lineRight, lineBelow }: TableCell): string[] => [
  ...(align === 'left' ? [] : [align]),
  ...(vertical === 'top' ? [] : [vertical]),
  ...(lineRight ? ['line-right'] : []),
  ...(lineBelow ? ['line-below'] : []),
]

/** The cells that begin in a row. */
export type TableRow = TableCell[]

export interface Table {
  kind: 'table'
  columns: number
  rows: TableRow[]
  /** Number of head rows, from the first; 0 if unknown. */
  headRows: number
  /** `null` for a table that the source does not describe. */
  frame: TextTable['frame'] | null
  /** Widths of the columns in percent; empty if unknown. */
  widths: readonly number[]
  /** True if its cells state their lines. */
  hasLines: boolean
}

/** True for a form, such as a notice of withdrawal: a table of one column that the source describes. */
export const isForm = ({ columns, frame }: Table) => columns === 1 && frame !== null

/** Maximum characters of a cell in a narrow column. */
const NARROW = 8

/** The columns of numbers, signs and indents: all cells are short or empty. */
export function narrowColumns({ columns, rows }: Table): ReadonlySet<number> {
  const narrow = new Set(Array.from({ length: columns }, (_, column) => column))
  for (const cell of rows.flat()) if (cell.columns === 1 && cell.end - cell.start > NARROW) narrow.delete(cell.column)
  return narrow
}

const PLAIN = { align: 'left', vertical: 'top', lineRight: false, lineBelow: false } as const

/** Maximum lines without a tab between two rows: a row with a single cell has no tab. */
const MOST_BETWEEN = 8

export const isRow = (line: string) => line.includes('\t')

/**
 * Reads a table that the source does not describe. The last cell of a row extends to the end of the row.
 * @param from index of its first line
 * @returns the table, and the number of its lines
 */
export function readTable(text: string, lines: readonly Segment[], from: number): { table: Table; lines: number } {
  let count = 0
  for (let i = from; i < lines.length && i - from - count <= MOST_BETWEEN; i++) {
    const { start, end, table } = lines[i] as Segment
    if (table !== undefined) break
    const line = text.slice(start, end)
    if (isRow(line)) count = i - from + 1
    else if (line === '' || itemMark(line) !== undefined || paragraphMark(line) !== undefined) break
  }
  const read = lines.slice(from, from + count).map((line) => splitAt(text, line, '\t'))
  const columns = read.reduce((most, { length }) => Math.max(most, length), 0)
  const rows = read.map((cells) =>
    cells.map((cell, column) => {
      const isLast = column === cells.length - 1
      return { ...cell, column, columns: isLast ? columns - column : 1, rows: 1, ...PLAIN }
    }),
  )
  const table: Table = { kind: 'table', columns, rows, headRows: 0, frame: null, widths: [], hasLines: false }
  return { table, lines: count }
}

/** Splits a part of the text at a separator of one character. */
export function splitAt(text: string, { start, end }: Span, separator: string): Span[] {
  let at = start
  return text
    .slice(start, end)
    .split(separator)
    .map((part) => {
      const span = { start: at, end: at + part.length }
      at = span.end + 1
      return span
    })
}

/** A table that the source describes, with its merged cells. */
export function describedTable(text: string, described: TextTable): Table {
  const lines = splitAt(text, described, '\n')
  const cells = lines.map((line) => splitAt(text, line, '\t'))
  const columns = cells.reduce((most, { length }) => Math.max(most, length), described.columns)
  const headRows = Math.min(described.head_rows, lines.length)
  const isEmpty = (row: number, column: number) => {
    const cell = cells[row]?.[column]
    return cell === undefined || text.slice(cell.start, cell.end).trim() === ''
  }
  const size = { rows: lines.length, columns, headRows }
  const { extents, covered } = mergeCells(described.merged, size, isEmpty)
  const centredRows = new Set(described.centred_rows)
  // A row with fewer tabs ends in empty cells, outside the text, so that a mark at the end of the row belongs only to its last
  // cell.
  const nowhere: Span = { start: text.length + 1, end: text.length + 1 }
  const rows = cells.map((row, index): TableRow => {
    const all = Array.from({ length: columns }, (_, column): Span => row[column] ?? nowhere)
    return all.flatMap((cell, column) => {
      const key = index * columns + column
      if (covered.has(key)) return []
      const look = lookOf(described, index, column)
      const align = centredRows.has(index) ? 'centred' : look.align
      return [{ ...cell, column, ...look, align, ...(extents.get(key) ?? { rows: 1, columns: 1 }) }]
    })
  })
  const { frame, widths = [], lines: ruled } = described
  return { kind: 'table', columns, rows, headRows, frame, widths, hasLines: ruled !== undefined }
}

const ALIGNMENTS: Record<string, TableCell['align']> = { c: 'centred', r: 'right', j: 'justified' }
const VERTICAL_ALIGNMENTS: Record<string, TableCell['vertical']> = { m: 'middle', b: 'bottom' }

function lookOf({ alignment, vertical_alignment, lines }: TextTable, row: number, column: number) {
  const letter = (rows: readonly string[] | undefined) => rows?.[row]?.charAt(column) ?? ''
  const line = letter(lines)
  return {
    align: ALIGNMENTS[letter(alignment)] ?? 'left',
    vertical: VERTICAL_ALIGNMENTS[letter(vertical_alignment)] ?? 'top',
    lineRight: line === 'r' || line === 'x',
    lineBelow: line === 'b' || line === 'x',
  } as const
}

/** Extents of the merged cells and the cells that they cover, by `row * columns + column`. */
interface Merges {
  extents: Map<number, { rows: number; columns: number }>
  covered: Set<number>
}

/** A cell ends with its head or table. One that would cover words or another cell stays single. */
function mergeCells(
  merged: readonly MergedCell[],
  { rows, columns, headRows }: Record<'rows' | 'columns' | 'headRows', number>,
  isEmpty: (row: number, column: number) => boolean,
): Merges {
  const extents: Merges['extents'] = new Map()
  const covered: Merges['covered'] = new Set()
  for (const { row, column, ...extent } of merged) {
    const lastRow = Math.min(row + extent.rows, row < headRows ? headRows : rows)
    const lastColumn = Math.min(column + extent.columns, columns)
    const own = row * columns + column
    const inside: number[] = []
    let isFree = !extents.has(own) && !covered.has(own)
    for (let at = row; isFree && at < lastRow; at++) {
      for (let beside = column; isFree && beside < lastColumn; beside++) {
        const key = at * columns + beside
        if (key === own) continue
        isFree = !covered.has(key) && !extents.has(key) && isEmpty(at, beside)
        inside.push(key)
      }
    }
    if (!isFree || inside.length === 0) continue
    extents.set(own, { rows: lastRow - row, columns: lastColumn - column })
    for (const key of inside) covered.add(key)
  }
  return { extents, covered }
}

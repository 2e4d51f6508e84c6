/** Tables: rows are lines with tabs between their cells. */
import type { TextTable } from '../corpus/norm-text.ts'
import { itemMark, paragraphMark } from './marks.ts'
import type { Segment } from './segments.ts'
import type { Span } from './span.ts'

/** A cell, with the first of its columns and how many columns and rows it takes. */
export interface TableCell extends Span {
  column: number
  columns: number
  rows: number
  /** True if its text is centred. */
  centred: boolean
}

/** The cells that begin in a row. */
export type TableRow = TableCell[]

export interface Table {
  kind: 'table'
  columns: number
  rows: TableRow[]
  /** How many rows, from the first, are the head; 0 where that is not known. */
  headRows: number
  /** `null` of a table that the source does not describe. */
  frame: TextTable['frame'] | null
}

/** True for a form, such as a notice of withdrawal: a table of one column that the source describes. */
export const isForm = ({ columns, frame }: Table) => columns === 1 && frame !== null

/** How many lines without a tab may stand between rows: a row with one cell only has none. */
const MOST_BETWEEN = 8

export const isRow = (line: string) => line.includes('\t')

/**
 * Reads a table that the source does not describe. The last cell of a row goes on to the end of the row.
 * @param from index of its first line
 * @returns the table, and how many of the lines belong to it
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
      return { ...cell, column, columns: isLast ? columns - column : 1, rows: 1, centred: false }
    }),
  )
  const table: Table = { kind: 'table', columns, rows, headRows: 0, frame: null }
  return { table, lines: count }
}

/** A stretch of the text in parts: what is between separators of one character. */
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

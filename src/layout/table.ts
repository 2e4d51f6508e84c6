/** Tables: rows are lines with tabs between their cells. */
import type { Table } from './blocks.ts'
import { itemMark, paragraphMark } from './marks.ts'
import type { Span } from './span.ts'

/** The cells of a row; the last one goes on to the end of the row. */
export type TableRow = Span[]

/** How many lines without a tab may stand between rows: a row with one cell only has none. */
const MOST_BETWEEN = 8

export const isRow = (line: string) => line.includes('\t')

/**
 * Reads the table that the first line begins.
 * @returns the table, and how many of the lines belong to it
 */
export function readTable(text: string, lines: readonly Span[]): { table: Table; lines: number } {
  const wording = ({ start, end }: Span) => text.slice(start, end)
  let count = 0
  for (let i = 0; i < lines.length && i - count <= MOST_BETWEEN; i++) {
    const line = wording(lines[i] as Span)
    if (isRow(line)) count = i + 1
    else if (line === '' || itemMark(line) !== undefined || paragraphMark(line) !== undefined) break
  }
  const rows = lines.slice(0, count).map((line) => cellsOf(text, line))
  return {
    table: { kind: 'table', columns: rows.reduce((most, { length }) => Math.max(most, length), 0), rows },
    lines: count,
  }
}

function cellsOf(text: string, { start, end }: Span): TableRow {
  let at = start
  return text
    .slice(start, end)
    .split('\t')
    .map((cell) => {
      const span = { start: at, end: at + cell.length }
      at = span.end + 1
      return span
    })
}

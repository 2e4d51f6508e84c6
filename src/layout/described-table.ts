/** A table that the source describes: its rows and cells, with those that are merged. */
import type { MergedCell, TextTable } from '../corpus/norm-text.ts'
import type { Span } from './span.ts'
import { splitAt, type Table, type TableRow } from './table.ts'

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
  // A row that has fewer tabs ends in empty cells. They have no place in the text: a mark at the end of the row is in its
  // last cell only.
  const nowhere: Span = { start: text.length + 1, end: text.length + 1 }
  const rows = cells.map((row, index): TableRow => {
    const centred = centredRows.has(index)
    const all = Array.from({ length: columns }, (_, column): Span => row[column] ?? nowhere)
    return all.flatMap((cell, column) => {
      const key = index * columns + column
      if (covered.has(key)) return []
      return [{ ...cell, column, centred, ...(extents.get(key) ?? { rows: 1, columns: 1 }) }]
    })
  })
  return { kind: 'table', columns, rows, headRows, frame: described.frame }
}

interface Size {
  rows: number
  columns: number
  headRows: number
}

/** How far the merged cells reach, and which cells they cover, each by `row * columns + column`. */
interface Merges {
  extents: Map<number, { rows: number; columns: number }>
  covered: Set<number>
}

/** A cell ends with the head or the table that it begins in. One that would cover words or another cell stays single. */
function mergeCells(
  merged: readonly MergedCell[],
  { rows, columns, headRows }: Size,
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

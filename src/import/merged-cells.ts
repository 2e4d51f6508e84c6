/** Cells of tables that span several columns or rows. Source families share it. */
import type { MergedCell } from '../model/norm-text.ts'
import type { XmlElement } from './xml-tree.ts'

export interface TableCell {
  /** From 0. */
  column: number
  /** Number of columns and rows that it spans. */
  columns: number
  rows: number
  element: XmlElement
}

/**
 * Returns the cells that span several columns, or several rows with lines.
 * @param lines the line of each row in the text; `undefined` for rows without one
 */
export function mergedCells(rows: readonly { cells: readonly TableCell[] }[], lines: readonly unknown[]): MergedCell[] {
  const merged: MergedCell[] = []
  /** Number of lines before each row. */
  const before = [0]
  for (const [index, line] of lines.entries()) before.push((before[index] as number) + (line === undefined ? 0 : 1))
  for (const [index, { cells }] of rows.entries()) {
    if (lines[index] === undefined) continue
    const row = before[index] as number
    for (const { column, columns, rows: reach } of cells) {
      const below = (before[Math.min(index + reach, lines.length)] as number) - row
      if (columns > 1 || below > 1) merged.push({ row, column, rows: below, columns })
    }
  }
  return merged
}

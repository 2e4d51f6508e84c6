/** The layout of a table of a norm: cells with their places, without empty columns, folded if it is too wide. */
import { stripVTControlCharacters } from 'node:util'
import { itemMark } from '../layout/marks.ts'
import { wrapText } from './wrap.ts'

export interface GridCell {
  text: string
  column: number
  /** Number of columns and rows that it spans. */
  columns: number
  rows: number
}

export interface GridTable {
  columns: number
  /** The cells that begin in each row, from left to right. */
  rows: readonly (readonly GridCell[])[]
  /** Number of head rows, counted from the first row. */
  headRows: number
}

/** One row of the drawing: a row of the table, or a part of one that is folded. */
export interface Band {
  cells: readonly GridCell[]
  /** Index of its row in the table. */
  row: number
}

const isBlank = ({ text }: GridCell) => stripVTControlCharacters(text).trim() === ''

/** The table without columns in which no words begin: they only separate others. */
export function withoutEmptyColumns({ columns, rows, headRows }: GridTable): GridTable {
  const filled = new Set(rows.flatMap((row) => row.filter((cell) => !isBlank(cell)).map(({ column }) => column)))
  /** Number of remaining columns to the left of each. */
  const before = [0]
  for (let column = 0; column < columns; column++) before.push((before[column] ?? 0) + (filled.has(column) ? 1 : 0))
  const kept = rows.map((row) =>
    row.flatMap((cell) => {
      const column = before[cell.column] ?? 0
      const spanned = (before[cell.column + cell.columns] ?? column) - column
      return spanned === 0 ? [] : [{ ...cell, column, columns: spanned }]
    }),
  )
  return { columns: filled.size, rows: kept, headRows }
}

/**
 * The rows with the cells after the first column folded into parts below each other.
 * @param beside number of columns next to the first one; if that is all of them, cells keep the rows that they span
 */
export function foldRows({ columns, rows }: GridTable, beside: number): Band[] {
  if (beside >= columns - 1) return rows.map((cells, row) => ({ cells, row }))
  return rows.flatMap((cells, row) => {
    const parts: GridCell[][] = [[]]
    for (const cell of cells) {
      const part = cell.column === 0 ? 0 : Math.floor((cell.column - 1) / beside)
      const column = cell.column === 0 ? 0 : cell.column - part * beside
      while (parts.length <= part) parts.push([])
      parts[part]?.push({ ...cell, column, columns: Math.min(cell.columns, beside + 1 - column), rows: 1 })
    }
    return parts.map((part) => ({ cells: part, row }))
  })
}

/** The cells of a band in order, including those of bands above that span it. */
export type Layer = readonly { cell: GridCell; begins: boolean }[]

/** The cells of each band from left to right; a place without a cell gets an empty one. */
export function layersOf(bands: readonly Band[], columns: number): Layer[] {
  /** The cell above in each column, and the number of bands that it still spans. */
  const over: ({ cell: GridCell; left: number } | undefined)[] = []
  return bands.map(({ cells }) => {
    const starting = new Map(cells.map((cell) => [cell.column, cell]))
    const layer: { cell: GridCell; begins: boolean }[] = []
    for (let column = 0; column < columns; ) {
      const above = over[column]
      if (above !== undefined && above.left > 0) {
        layer.push({ cell: above.cell, begins: false })
        above.left--
        column += above.cell.columns
        continue
      }
      const cell = starting.get(column) ?? { text: '', column, columns: 1, rows: 1 }
      layer.push({ cell, begins: true })
      over[column] = { cell, left: cell.rows - 1 }
      column += cell.columns
    }
    return layer
  })
}

/** The lines of a cell; an item of a list has a hanging indent under its mark. */
export function wrapCell(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => {
    const mark = itemMark(stripVTControlCharacters(line))?.mark
    const isItem = mark !== undefined && mark.length < width / 3
    return wrapText(line, width, '', isItem ? ' '.repeat(mark.length + 1) : '')
  })
}

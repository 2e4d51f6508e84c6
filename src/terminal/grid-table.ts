/** A table as it is drawn: cells with their places, without columns that are empty, folded where it is too wide. */
import { stripVTControlCharacters } from 'node:util'
import { itemMark } from '../layout/marks.ts'
import { wrapText } from './wrap.ts'

export interface GridCell {
  text: string
  column: number
  /** How many columns and rows it takes. */
  columns: number
  rows: number
}

export interface GridTable {
  columns: number
  /** The cells that begin in each row, from left to right. */
  rows: readonly (readonly GridCell[])[]
  /** How many rows, from the first, are the head. */
  headRows: number
}

/** One row of the drawing: a row of the table, or a part of one that is folded. */
export interface Band {
  cells: readonly GridCell[]
  /** Index of its row in the table. */
  row: number
}

const isBlank = ({ text }: GridCell) => stripVTControlCharacters(text).trim() === ''

/** The table without columns in which no words begin: those only part others. */
export function withoutEmptyColumns({ columns, rows, headRows }: GridTable): GridTable {
  const filled = new Set(rows.flatMap((row) => row.filter((cell) => !isBlank(cell)).map(({ column }) => column)))
  /** How many columns stay that are left of each. */
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
 * The rows with the cells behind the first column in parts below each other.
 * @param beside how many columns stand beside the first one; if that is all of them, cells keep the rows that they take
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

/** Where the cells of a band stand in it, those of bands above that reach into it among them. */
export type Layer = readonly { cell: GridCell; begins: boolean }[]

/** The cells of each band from left to right; a place without one has an empty cell. */
export function layersOf(bands: readonly Band[], columns: number): Layer[] {
  /** The cell over each column, and how many bands it still takes. */
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

/** The lines of a cell: those that begin with the mark of a list item hang under their words. */
export function wrapCell(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => {
    const mark = itemMark(stripVTControlCharacters(line))?.mark
    const isItem = mark !== undefined && mark.length < width / 3
    return wrapText(line, width, '', isItem ? ' '.repeat(mark.length + 1) : '')
  })
}

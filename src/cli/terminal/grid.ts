/**
 * Tables of a norm: cells separated by thin lines, each as wide as its columns and as high as its rows. For cli-table3 each line of
 * a row is a row, so only rows of several lines are ruled off.
 */

import { stripVTControlCharacters } from 'node:util'
import type { Cell } from 'cli-table3'
import { itemMark } from '../../layout/marks.ts'
import type { TableCell } from '../../layout/text-tables.ts'
import { needsOf, shareByContent } from './column-widths.ts'
import { type Screen, styled } from './screen.ts'
import { NO_BORDERS, trimLines } from './table.ts'
import { displayWidth } from './width.ts'
import { wrapText } from './wrap.ts'

/** Between two columns: a line, and a space on either side of it. */
const GAP = 3
/** Maximum width that a cell over several columns demands; it is wrapped. */
const WIDEST_SPAN = 60
/** Minimum room for the longest word of a column: with less, figures and words would be broken everywhere. */
const NARROWEST = 16
/** Batch size in lines: the time of cli-table3 grows with the square of the rows. */
const BATCH = 40

/** One line of the drawing, and the rule above it; the one below the head is double. */
interface GridLine {
  cells: { text: string; cell: GridCell; begins: boolean }[]
  rule: 'single' | 'double' | undefined
}

/**
 * Draws a table in lines that fit the screen. If the columns do not fit side by side, each row is folded: the cells after the first
 * are in two or more rows below each other.
 */
export async function grid(screen: Screen, table: GridTable): Promise<string[]> {
  const { default: Table } = await import('cli-table3')
  const filled = withoutEmptyColumns(table)
  if (filled.columns === 0) return []
  const { bands, widths } = fitGrid(filled, screen.width)
  const end = { text: '', column: 0, columns: widths.length, rows: 1 }
  const lines = [
    ...gridLines(bands, widths, filled.headRows),
    // One cell without words, for the rule at the end.
    { cells: [{ text: '', cell: end, begins: true }], rule: 'single' as const },
  ]
  const last = widths.length - 1
  const quiet = (text: string) => styled(screen, 'quiet', text)
  const drawn: string[] = []
  for (let from = 0; from < lines.length; from += BATCH) {
    // The line above is drawn twice: the rule below it must join its cells.
    const above = lines.slice(Math.max(from - 1, 0), from).map(({ cells }): GridLine => ({ cells, rule: undefined }))
    const batch = [...above, ...lines.slice(from, from + BATCH)]
    const part = new Table({
      chars: { ...NO_BORDERS, middle: quiet('│') },
      style: { 'padding-left': 1, 'padding-right': 1, head: [], border: [] },
      colWidths: widths.map((width, column) => width + (column > 0 ? 1 : 0) + (column < last ? 1 : 0)),
    })
    part.push(...batch.map((line) => tableCells(line, last)))
    const texts = trimLines(part.toString()).slice(above.length).values()
    for (const { rule } of batch.slice(above.length)) {
      if (rule !== undefined) drawn.push(quiet(texts.next().value ?? ''))
      drawn.push(texts.next().value ?? '')
    }
  }
  return drawn.slice(0, -1)
}

const RULES = {
  single: { top: '─', 'top-mid': '┬', mid: '─', 'mid-mid': '┼', 'bottom-mid': '┴' },
  double: { top: '═', 'top-mid': '╤', mid: '═', 'mid-mid': '╪', 'bottom-mid': '╧' },
}

/** The cells of a line for cli-table3. A rule leaves out the cells that continue below it. */
function tableCells({ cells, rule }: GridLine, last: number): Cell[] {
  return cells.map(({ text, cell: { column, columns, align }, begins }, index) => {
    const isAfterRule = cells[index - 1]?.begins ?? true
    const style = { ...(column === 0 && { 'padding-left': 0 }), ...(column + columns > last && { 'padding-right': 0 }) }
    const hAlign = align === 'right' ? 'right' : align === 'centred' ? 'center' : 'left'
    const drawn = { content: text, colSpan: columns, style, hAlign } as const
    if (rule === undefined) return drawn
    const chars = {
      ...RULES[rule],
      ...(!isAfterRule && { 'mid-mid': begins ? '├' : '│' }),
      ...(!begins && { mid: ' ', ...(isAfterRule && { 'mid-mid': '┤' }) }),
    }
    return { ...drawn, chars }
  })
}

/** The rows, folded only as far as a width demands, and the widths of their columns. */
function fitGrid(table: GridTable, width: number): { bands: Band[]; widths: number[] } {
  const { columns } = table
  // At most as many side by side as fit with one character each.
  const most = Math.max(1, Math.floor(width / (1 + GAP)))
  for (let folds = Math.max(1, Math.ceil((columns - 1) / most)); ; folds++) {
    const beside = Math.ceil((columns - 1) / folds)
    const bands = foldRows(table, beside)
    const widths = fitColumns(bands, beside + 1, width, beside > 1 ? NARROWEST : 1)
    if (widths !== undefined) return { bands, widths }
  }
}

/** The widths of the columns, `undefined` if the room does not suffice. */
function fitColumns(bands: readonly Band[], columns: number, width: number, narrowest: number): number[] | undefined {
  const texts = Array.from({ length: columns }, (): string[] => [])
  const wide: GridCell[] = []
  for (const cell of bands.flatMap(({ cells }) => cells)) {
    if (cell.columns > 1) wide.push(cell)
    else texts[cell.column]?.push(cell.text)
  }
  const widths = shareByContent(texts.map(needsOf), width - GAP * (columns - 1), narrowest)
  if (widths === undefined) return undefined
  let room = width - spanWidth(widths, 0, columns)
  for (const { text, column, columns: spanned } of wide) {
    const widest = Math.max(...text.split('\n').map(displayWidth))
    const lacking = Math.min(widest, WIDEST_SPAN) - spanWidth(widths, column, column + spanned)
    const more = Math.max(Math.min(lacking, room), 0)
    const last = column + spanned - 1
    widths[last] = (widths[last] ?? 0) + more
    room -= more
  }
  return widths
}

/** Width of a cell from one column of the table to the one before `end`. */
function spanWidth(widths: readonly number[], start: number, end: number): number {
  return widths.slice(start, end).reduce((total, each) => total + each, GAP * (end - start - 1))
}

/** The lines of all bands, with rules between rows of several lines and at the edges of merged cells. */
function gridLines(bands: readonly Band[], widths: readonly number[], headRows: number): GridLine[] {
  const layers = layersOf(bands, widths.length)
  /** The undrawn lines of each cell, and the number of bands that have room for them. */
  const lines = new Map<GridCell, string[]>()
  const bandsLeft = new Map<GridCell, number>()
  const drawn = layers.map((layer) => {
    for (const { cell, begins } of layer) {
      if (begins) lines.set(cell, wrapCell(cell.text, spanWidth(widths, cell.column, cell.column + cell.columns)))
      bandsLeft.set(cell, begins ? cell.rows : (bandsLeft.get(cell) ?? 1) - 1)
    }
    const ending = layer.filter(({ cell }) => bandsLeft.get(cell) === 1)
    const height = Math.max(1, ...ending.map(({ cell }) => lines.get(cell)?.length ?? 1))
    return Array.from({ length: height }, () =>
      layer.map(({ cell, begins }) => ({ text: lines.get(cell)?.shift() ?? '', cell, begins })),
    )
  })
  const linesOfRow = new Map<number, number>()
  for (const [index, { row }] of bands.entries()) {
    linesOfRow.set(row, (linesOfRow.get(row) ?? 0) + (drawn[index]?.length ?? 1))
  }
  const isTall = (row: number) => (linesOfRow.get(row) ?? 1) > 1
  return bands.flatMap(({ row }, index) => {
    const isFirst = bands[index - 1]?.row !== row
    const isRuled = row <= headRows || isTall(row) || isTall(row - 1) || isEdgeOfMerged(layers, index)
    const rule = !isFirst || !isRuled ? undefined : row > 0 && row === headRows ? 'double' : 'single'
    return (drawn[index] ?? []).map((cells, line): GridLine => ({ cells, rule: line === 0 ? rule : undefined }))
  })
}

/** True if a cell over several rows begins or ends at the upper edge of a band. */
function isEdgeOfMerged(layers: readonly Layer[], index: number): boolean {
  const [above, below] = [layers[index - 1] ?? [], layers[index] ?? []]
  const going = new Set(below.filter(({ begins }) => !begins).map(({ cell }) => cell))
  return (
    below.some(({ cell, begins }) => begins && cell.rows > 1) ||
    above.some(({ cell }) => cell.rows > 1 && !going.has(cell))
  )
}

export interface GridCell {
  text: string
  column: number
  /** Number of columns and rows that it spans. */
  columns: number
  rows: number
  align?: TableCell['align']
}

export interface GridTable {
  columns: number
  /** The cells that begin in each row, from left to right. */
  rows: readonly (readonly GridCell[])[]
  /** Number of head rows, counted from the first row. */
  headRows: number
}

/** One row of the drawing: a row of the table, or a part of one that is folded. */
interface Band {
  cells: readonly GridCell[]
  /** Index of its row in the table. */
  row: number
}

const isBlank = ({ text }: GridCell) => stripVTControlCharacters(text).trim() === ''

/** The table without columns in which no word begins: they only separate others. */
function withoutEmptyColumns({ columns, rows, headRows }: GridTable): GridTable {
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
 * @param beside number of columns next to the first one; if that is all of them, cells keep their row spans
 */
function foldRows({ columns, rows }: GridTable, beside: number): Band[] {
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
type Layer = readonly { cell: GridCell; begins: boolean }[]

/** The cells of each band from left to right; a place without a cell gets an empty one. */
function layersOf(bands: readonly Band[], columns: number): Layer[] {
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

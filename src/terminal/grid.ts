/** Tables of a norm: cells parted by thin lines, each as wide as its columns and as high as its rows. */
import { needsOf, shareByContent } from './column-widths.ts'
import {
  type Band,
  foldRows,
  type GridCell,
  type GridTable,
  type Layer,
  layersOf,
  withoutEmptyColumns,
  wrapCell,
} from './grid-table.ts'
import { type Screen, styled } from './screen.ts'
import { type Cell, drawRows } from './table.ts'
import { displayWidth } from './wrap.ts'

export type { GridCell, GridTable } from './grid-table.ts'

/** What stands between two columns: a line, and a space on either side of it. */
const SEPARATOR = '│'
const GAP = 3
/** A cell over several columns needs no more than this of its own; it is wrapped. */
const WIDEST_SPAN = 60
/** What a column must have for its longest word: in less, figures and words would be broken everywhere. */
const NARROWEST = 16

/**
 * Draws a table in lines that fit the screen. If the columns do not fit beside each other, each row is folded: the cells
 * after the first stand in two or more rows below each other.
 */
export async function grid(screen: Screen, table: GridTable): Promise<string[]> {
  const filled = withoutEmptyColumns(table)
  if (filled.columns === 0) return []
  const { bands, widths } = fitGrid(filled, screen.width)
  const layers = layersOf(bands, widths.length)
  const wrapped = wrapCells(bands, widths)
  const heights = heightsOf(layers, wrapped)
  const cells = layers.flatMap(cellLines(heights, wrapped))
  const quiet = (text: string) => styled(screen, 'quiet', text)
  const lines = await drawRows(cells, { widths, before: 1, between: quiet(SEPARATOR), after: 1 })
  const apart = apartRows(bands, heights)
  const framed: string[] = []
  let from = 0
  for (const [index, { row }] of bands.entries()) {
    const begins = bands[index - 1]?.row !== row
    const isBody = row > 0 && row === filled.headRows
    if (begins && (row <= filled.headRows || apart.has(row) || apart.has(row - 1) || isEdgeOfMerged(layers, index))) {
      framed.push(quiet(rule(widths, layers[index - 1], layers[index], isBody ? 'double' : 'single')))
    }
    const height = heights[index] ?? 1
    for (const line of lines.slice(from, from + height)) framed.push(line.slice(1))
    from += height
  }
  return [...framed, quiet(rule(widths, layers.at(-1), undefined, 'single'))]
}

/** The rows, folded no more than it takes to fit a width, and the widths of their columns. */
function fitGrid(table: GridTable, width: number): { bands: Band[]; widths: number[] } {
  const { columns } = table
  // No more can stand beside each other than have one character each.
  const most = Math.max(1, Math.floor(width / (1 + GAP)))
  for (let folds = Math.max(1, Math.ceil((columns - 1) / most)); ; folds++) {
    const beside = Math.ceil((columns - 1) / folds)
    const bands = foldRows(table, beside)
    const widths = fitColumns(bands, beside + 1, width, beside > 1 ? NARROWEST : 1)
    if (widths !== undefined) return { bands, widths }
  }
}

/** The widths of the columns, `undefined` where there is no room for them. */
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

/** Columns of a cell that goes from one column of the table to the one before `end`. */
function spanWidth(widths: readonly number[], start: number, end: number): number {
  return widths.slice(start, end).reduce((total, each) => total + each, GAP * (end - start - 1))
}

type Wrapped = ReadonlyMap<GridCell, readonly string[]>

function wrapCells(bands: readonly Band[], widths: readonly number[]): Wrapped {
  const cells = bands.flatMap((band) => band.cells)
  return new Map(
    cells.map((cell) => [cell, wrapCell(cell.text, spanWidth(widths, cell.column, cell.column + cell.columns))]),
  )
}

/** How many lines each band takes; the last one of a cell over several has room for the rest of it. */
function heightsOf(layers: readonly Layer[], wrapped: Wrapped): number[] {
  const heights: number[] = []
  /** The lines that are left of the cells over several bands. */
  const left = new Map<GridCell, { lines: number; bands: number }>()
  for (const layer of layers) {
    let height = 1
    for (const { cell, begins } of layer) {
      const lines = wrapped.get(cell)?.length ?? 1
      if (begins) left.set(cell, { lines, bands: cell.rows })
      const rest = left.get(cell)
      if (rest?.bands === 1) height = Math.max(height, rest.lines)
    }
    for (const { cell } of layer) {
      const rest = left.get(cell)
      if (rest === undefined) continue
      rest.lines -= height
      rest.bands--
    }
    heights.push(height)
  }
  return heights
}

/** Draws the lines of one band after the other. */
function cellLines(heights: readonly number[], wrapped: Wrapped): (layer: Layer, index: number) => Cell[][] {
  /** How many lines of a cell are drawn. */
  const drawn = new Map<GridCell, number>()
  return (layer, index) => {
    const height = heights[index] ?? 1
    const lines = Array.from({ length: height }, (_, line) =>
      layer.map(({ cell }) => ({
        span: cell.columns,
        text: wrapped.get(cell)?.[(drawn.get(cell) ?? 0) + line] ?? '',
      })),
    )
    for (const { cell } of layer) drawn.set(cell, (drawn.get(cell) ?? 0) + height)
    return lines
  }
}

/** The rows that take several lines: they are parted from those beside them. */
function apartRows(bands: readonly Band[], heights: readonly number[]): Set<number> {
  const lines = new Map<number, number>()
  for (const [index, { row }] of bands.entries()) lines.set(row, (lines.get(row) ?? 0) + (heights[index] ?? 1))
  return new Set([...lines].filter(([, count]) => count > 1).map(([row]) => row))
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

/*FILEDOC The lines between the rows of a table: they meet the lines between the cells, and leave out cells over both rows. */

/** Lines of the head are double. */
export type RuleKind = 'single' | 'double'

const LINES = { single: '─', double: '═' }

/** By what meets at a joint: `u`p, `d`own, `l`eft, `r`ight. */
const JOINTS: Record<RuleKind, Record<string, string>> = {
  single: { udlr: '┼', ulr: '┴', dlr: '┬', lr: '─', udl: '┤', udr: '├', ud: '│', ul: '┘', dl: '┐', ur: '└', dr: '┌' },
  double: { udlr: '╪', ulr: '╧', dlr: '╤', lr: '═' },
}

/** @param above the cells over the line, `undefined` at the edge of the table */
export function rule(
  widths: readonly number[],
  above: Layer | undefined,
  below: Layer | undefined,
  kind: RuleKind,
): string {
  const [up, down] = [edgesOf(above), edgesOf(below)]
  const through = columnsThrough(above, below)
  let line = ''
  for (const [column, width] of widths.entries()) {
    const isLine = !through.has(column)
    if (column > 0) {
      const wasLine = !through.has(column - 1)
      const meets = `${up.has(column) ? 'u' : ''}${down.has(column) ? 'd' : ''}${wasLine ? 'l' : ''}${isLine ? 'r' : ''}`
      line += (wasLine ? LINES[kind] : ' ') + (JOINTS[kind][meets] ?? ' ') + (isLine ? LINES[kind] : ' ')
    }
    line += (isLine ? LINES[kind] : ' ').repeat(width)
  }
  return line.trimEnd()
}

const edgesOf = (layer: Layer | undefined) => new Set(layer?.map(({ cell }) => cell.column))

/** The columns of cells that are above the line and below it. */
function columnsThrough(above: Layer | undefined, below: Layer | undefined): Set<number> {
  if (above === undefined || below === undefined) return new Set()
  const going = below.filter(({ begins }) => !begins)
  return new Set(going.flatMap(({ cell }) => Array.from({ length: cell.columns }, (_, index) => cell.column + index)))
}

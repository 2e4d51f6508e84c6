/** Tables without borders that fit the screen: columns that can wrap yield to those that cannot. */
import type { Cell } from 'cli-table3'
import { LONGEST_WORD, needsOf } from './column-widths.ts'
import { type Screen, type Style, styled } from './screen.ts'
import { displayWidth } from './width.ts'
import { wrapText } from './wrap.ts'

export interface Column {
  title: string
  /** True if the column may become narrower than its widest cell, with wrapped text. */
  wraps?: boolean
  align?: 'right'
  /** True if a cell wider than a quarter of the screen gets its own line, unbroken. First column only. */
  overflows?: boolean
  style?: Style
}

const GAP = 2
/** Minimum column width. */
const NARROWEST = 8
/** Batch size in lines: the time of cli-table3 grows with the square of the rows. */
const BATCH = 20

/** Draws a table: a line of titles, then the rows. Every line fits the screen, with long cells wrapped. */
export async function table(screen: Screen, columns: Column[], rows: string[][]): Promise<string> {
  let drawn = ''
  for await (const part of tableParts(screen, columns, rows)) drawn += part
  return drawn
}

/** As {@link table}, in parts as they are drawn, so that the first screen of a long table appears at once. */
export async function* tableParts(screen: Screen, columns: Column[], rows: string[][]): AsyncGenerator<string> {
  const { default: Table } = await import('cli-table3')
  const widths = fitColumns(columns, rows, screen.width)
  const options = {
    chars: { ...NO_BORDERS, middle: ' ' },
    style: { 'padding-left': 0, 'padding-right': GAP - 1, head: [], border: [], compact: true },
    colWidths: widths.map((width) => width + GAP - 1),
    colAligns: columns.map(({ align }) => align ?? 'left'),
  }
  let lines: Cell[][] = []
  let before = ''
  const draw = () => {
    const part = new Table(options)
    part.push(...lines)
    lines = []
    return trimLines(part.toString()).join('\n')
  }
  const titles = columns.map(({ title }) => title)
  for (const [index, row] of [titles, ...rows].entries()) {
    const [first, ...rest] = row
    const isApart = columns[0]?.overflows && displayWidth(first ?? '') > (widths[0] ?? 0)
    if (isApart) {
      if (lines.length > 0) yield before + draw()
      const apart = wrapText(first ?? '', screen.width).map((line) => styled(screen, columns[0]?.style ?? 'path', line))
      yield `\n${apart.join('\n')}`
      before = '\n'
    }
    lines.push(...rowLines(screen, columns, isApart ? ['', ...rest] : row, widths, index === 0))
    if (lines.length < BATCH && index < rows.length) continue
    yield before + draw()
    before = '\n'
  }
}

export const NO_BORDERS = Object.fromEntries(
  ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right']
    .concat(['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid'])
    .map((name) => [name, '']),
)

interface DrawnCell {
  content: string
  colSpan: number
  hAlign: 'left' | 'right'
  style?: { 'padding-left': number }
}

/** The lines drawn by cli-table3, without trailing spaces. */
export const trimLines = (drawn: string): string[] => drawn.split('\n').map((line) => line.trimEnd())

/**
 * The lines of a row, each as its own row: cli-table3 measures a whole cell again for each of its lines. Empty cells are as slow as
 * others, so a cell spans the empty ones after it, and the first cell is padded instead.
 */
function rowLines(screen: Screen, columns: Column[], row: string[], widths: number[], isHead: boolean): Cell[][] {
  const texts = columns.map((_, column) => wrapText(row[column] ?? '', widths[column] ?? 1))
  const height = Math.max(...texts.map(({ length }) => length))
  return Array.from({ length: height }, (_, line) => {
    const cells: DrawnCell[] = []
    for (const [column, { style: ownStyle, align: hAlign = 'left' }] of columns.entries()) {
      const text = texts[column]?.[line] ?? ''
      const before = cells.at(-1)
      const style = isHead ? 'quiet' : ownStyle
      const content = style ? styled(screen, style, text) : text
      const isLast = column === columns.length - 1
      if (text === '' && before?.hAlign === 'left') before.colSpan++
      else if (before !== undefined) cells.push({ content, colSpan: 1, hAlign })
      else if (text !== '' || isLast) {
        const padding = widths.slice(0, column).reduce((total, width) => total + width + GAP, 0)
        cells.push({ content, colSpan: column + 1, hAlign, style: { 'padding-left': padding } })
      }
    }
    return cells
  })
}

/**
 * Column widths: the content's if all fits. If not, the widest column that wraps is narrowed step by step; columns keep at least
 * their longest word as long as possible.
 */
export function fitColumns(columns: Column[], rows: string[][], width: number): number[] {
  const needs = columns.map(({ title, overflows }, index) => {
    const cells = rows.map((row) => row[index] ?? '')
    return needsOf([title, ...(overflows ? cells.filter((cell) => displayWidth(cell) <= width / 4) : cells)])
  })
  const widths = needs.map(({ widest }) => widest)
  const floors = [
    needs.map(({ longestWord }, index) => (columns[index]?.wraps ? Math.min(longestWord, LONGEST_WORD) : Infinity)),
    columns.map(({ wraps }) => (wraps ? NARROWEST : Infinity)),
    columns.map(() => NARROWEST),
  ]
  const room = width - GAP * (columns.length - 1)
  let excess = widths.reduce((total, each) => total + each, -room)
  for (const floor of floors) {
    while (excess > 0) {
      const index = widestAbove(widths, floor)
      if (index === undefined) break
      // Narrow it to the next widest column in one step.
      const others = widths.filter((other, at) => at !== index && other > (floor[at] ?? 0))
      const target = Math.max(floor[index] ?? 0, ...others)
      const step = Math.min(excess, Math.max((widths[index] ?? 0) - target, 1))
      widths[index] = (widths[index] ?? 0) - step
      excess -= step
    }
  }
  return widths
}

/** Index of the widest column that is wider than its floor. */
function widestAbove(widths: number[], floors: number[]): number | undefined {
  let found: number | undefined
  for (const [index, width] of widths.entries()) {
    if (width > (floors[index] ?? 0) && width > (found === undefined ? 0 : (widths[found] ?? 0))) found = index
  }
  return found
}

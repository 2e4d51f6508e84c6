/** Tables without borders that fit the screen: columns that can wrap give way to those that cannot. */
import { type Screen, type Style, styled } from './screen.ts'
import { displayWidth, wrapText } from './wrap.ts'

export interface Column {
  title: string
  /** Whether the column may become narrower than its widest cell; its text then wraps. */
  wraps?: boolean
  align?: 'right'
  style?: Style
}

const GAP = 2
const NARROWEST = 8

/** Draws a table: a line of titles, then the rows. Every line fits the screen, with long cells wrapped. */
export async function table(screen: Screen, columns: Column[], rows: string[][]): Promise<string> {
  const { default: Table } = await import('cli-table3')
  const widths = fitColumns(columns, rows, screen.width)
  const drawn = new Table({
    chars: borderless,
    style: { 'padding-left': 0, 'padding-right': GAP, head: [], border: [], compact: true },
    colWidths: widths.map((width) => width + GAP),
    colAligns: columns.map(({ align }) => align ?? 'left'),
  })
  const wrapped = (cells: string[], styleOf: (column: Column) => Style | undefined) =>
    columns.map((column, index) => {
      const style = styleOf(column)
      return wrapText(cells[index] ?? '', widths[index] ?? NARROWEST)
        .map((line) => (style ? styled(screen, style, line) : line))
        .join('\n')
    })
  const titles = columns.map(({ title }) => title)
  drawn.push(
    wrapped(titles, () => 'quiet'),
    ...rows.map((row) => wrapped(row, ({ style }) => style)),
  )
  return drawn
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
}

const borderless = Object.fromEntries(
  [
    ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'],
    ['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle'],
  ]
    .flat()
    .map((name) => [name, '']),
)

/** Column widths: as wide as the content where all fits, else the widest column that wraps gives way, step by step. */
export function fitColumns(columns: Column[], rows: string[][], width: number): number[] {
  const widths = columns.map(({ title }, index) =>
    Math.max(displayWidth(title), ...rows.map((row) => widestLine(row[index] ?? ''))),
  )
  const room = width - GAP * (columns.length - 1)
  for (let excess = sum(widths) - room; excess > 0; excess--) {
    const widest = widestOf(widths, (index) => columns[index]?.wraps === true) ?? widestOf(widths, () => true)
    if (widest === undefined) break
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return widths
}

function widestOf(widths: number[], allowed: (index: number) => boolean): number | undefined {
  let found: number | undefined
  for (const [index, width] of widths.entries()) {
    if (width > NARROWEST && allowed(index) && width > (found === undefined ? 0 : (widths[found] ?? 0))) found = index
  }
  return found
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
const widestLine = (text: string) => Math.max(...text.split('\n').map(displayWidth))

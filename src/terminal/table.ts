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
/** No column becomes narrower than this, and no word needs more than that: it is broken. */
const NARROWEST = 8
const LONGEST_WORD = 24

/** cli-table3 takes time that grows with the square of the rows, so long tables are drawn in parts of so many. */
const PART = 50

/** Draws a table: a line of titles, then the rows. Every line fits the screen, with long cells wrapped. */
export async function table(screen: Screen, columns: Column[], rows: string[][]): Promise<string> {
  const { default: Table } = await import('cli-table3')
  const widths = fitColumns(columns, rows, screen.width)
  const options = {
    chars: borderless,
    style: { 'padding-left': 0, 'padding-right': GAP, head: [], border: [], compact: true },
    colWidths: widths.map((width) => width + GAP),
    colAligns: columns.map(({ align }) => align ?? 'left'),
  }
  // One row of cli-table3 for each line: cells of several lines cost it the square of their length.
  const wrapped = (cells: string[], styleOf: (column: Column) => Style | undefined): string[][] => {
    const lines = columns.map((_, index) => wrapText(cells[index] ?? '', widths[index] ?? NARROWEST))
    const height = Math.max(...lines.map(({ length }) => length))
    return Array.from({ length: height }, (_, line) =>
      columns.map((column, index) => {
        const style = styleOf(column)
        const text = lines[index]?.[line] ?? ''
        return style ? styled(screen, style, text) : text
      }),
    )
  }
  const titles = columns.map(({ title }) => title)
  const lines = [...wrapped(titles, () => 'quiet'), ...rows.flatMap((row) => wrapped(row, ({ style }) => style))]
  const drawn: string[] = []
  for (let start = 0; start < lines.length; start += PART) {
    const part = new Table(options)
    part.push(...lines.slice(start, start + PART))
    drawn.push(...part.toString().split('\n'))
  }
  return drawn.map((line) => line.trimEnd()).join('\n')
}

const borderless = Object.fromEntries(
  [
    ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'],
    ['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle'],
  ]
    .flat()
    .map((name) => [name, '']),
)

/**
 * Column widths: as wide as the content where all fits. Where not, the widest column that wraps gives way, step by
 * step; none becomes narrower than its longest word as long as that helps.
 */
export function fitColumns(columns: Column[], rows: string[][], width: number): number[] {
  const cells = columns.map(({ title }, index) => [title, ...rows.map((row) => row[index] ?? '')])
  const widths = cells.map((column) => widest(column, '\n'))
  const words = cells.map((column) => Math.min(widest(column, /\s/), LONGEST_WORD))
  const floors = [
    columns.map(({ wraps }, index) => (wraps ? (words[index] ?? 0) : Number.POSITIVE_INFINITY)),
    columns.map(({ wraps }) => (wraps ? NARROWEST : Number.POSITIVE_INFINITY)),
    columns.map(() => NARROWEST),
  ]
  const room = width - GAP * (columns.length - 1)
  let excess = widths.reduce((total, each) => total + each, -room)
  for (const floor of floors) {
    for (; excess > 0; excess--) {
      const index = widestAbove(widths, floor)
      if (index === undefined) break
      widths[index] = (widths[index] ?? 0) - 1
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

/** Width of the widest part of any of the texts. */
function widest(texts: string[], separator: string | RegExp): number {
  let width = 0
  for (const text of texts) for (const part of text.split(separator)) width = Math.max(width, displayWidth(part))
  return width
}

/** Tables without borders that fit the screen: columns that can wrap give way to those that cannot. */
import { LONGEST_WORD, needsOf } from './column-widths.ts'
import { drawRows } from './draw-rows.ts'
import { type Screen, type Style, styled } from './screen.ts'
import { wrapText } from './wrap.ts'

export interface Column {
  title: string
  /** Whether the column may become narrower than its widest cell; its text then wraps. */
  wraps?: boolean
  align?: 'right'
  style?: Style
}

const GAP = 2
/** No column becomes narrower than this. */
const NARROWEST = 8

/** Draws a table: a line of titles, then the rows. Every line fits the screen, with long cells wrapped. */
export async function table(screen: Screen, columns: Column[], rows: string[][]): Promise<string> {
  const widths = fitColumns(columns, rows, screen.width)
  const right = new Set(columns.flatMap(({ align }, index) => (align === 'right' ? [index] : [])))
  // One row for each line: cells of several lines cost cli-table3 the square of their length.
  const wrapped = (cells: string[], styleOf: (column: Column) => Style | undefined) => {
    const lines = columns.map((_, index) => wrapText(cells[index] ?? '', widths[index] ?? 1))
    const height = Math.max(...lines.map(({ length }) => length))
    return Array.from({ length: height }, (_, line) =>
      columns.map((column, index) => {
        const style = styleOf(column)
        const text = lines[index]?.[line] ?? ''
        return { text: style ? styled(screen, style, text) : text, span: 1 }
      }),
    )
  }
  const titles = columns.map(({ title }) => title)
  const lines = [...wrapped(titles, () => 'quiet'), ...rows.flatMap((row) => wrapped(row, ({ style }) => style))]
  return (await drawRows(lines, { widths, after: GAP, right })).join('\n')
}

/**
 * Column widths: as wide as the content where all fits. Where not, the widest column that wraps gives way, step by
 * step; none becomes narrower than its longest word as long as that helps.
 */
export function fitColumns(columns: Column[], rows: string[][], width: number): number[] {
  const needs = columns.map(({ title }, index) => needsOf([title, ...rows.map((row) => row[index] ?? '')]))
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
      // In one step down to the next widest column.
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

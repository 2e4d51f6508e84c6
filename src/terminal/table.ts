/** Tables without borders that fit the screen: columns that can wrap give way to those that cannot. */
import { LONGEST_WORD, needsOf } from './column-widths.ts'
import { type Screen, type Style, styled } from './screen.ts'
import { displayWidth } from './width.ts'
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

/*FILEDOC Lets cli-table3 draw rows of cells that are as wide as their columns at most. */

export interface Cell {
  text: string
  /** How many columns it takes. */
  span: number
}

export interface Layout {
  widths: number[]
  /** How many spaces are on either side of a cell. */
  before?: number
  after: number
  /** What stands between two columns beside these spaces: one character, or nothing. */
  between?: string
  /** Indexes of the columns that are set to the right. */
  right?: ReadonlySet<number>
}

/** What cli-table3 sees of a cell: it counts columns in another way, and would cut what it takes for too wide. */
const STAND_IN = '\ue000'

/** One line for each row. Rows with the same spans have one form, which is drawn once. */
export async function drawRows(rows: Cell[][], layout: Layout): Promise<string[]> {
  const { default: Table } = await import('cli-table3')
  const { widths, before = 0, after, between = '', right } = layout
  const options = {
    chars: { ...WITHOUT_BORDERS, middle: between },
    style: { 'padding-left': before, 'padding-right': after, head: [], border: [], compact: true },
    colWidths: widths.map((width) => before + width + after),
  }
  const forms = new Map<string, Form>()
  const formOf = (row: Cell[]): Form => {
    const key = row.map(({ span }) => span).join(' ')
    const known = forms.get(key)
    if (known !== undefined) return known
    const places = placesOf(row, layout)
    const form = new Table(options)
    form.push(places.map(({ width, span }) => ({ content: STAND_IN.repeat(width), colSpan: span })))
    const added = { parts: form.toString().split(/\ue000+/), places: places.filter(({ width }) => width > 0) }
    forms.set(key, added)
    return added
  }
  return rows.map((row) => {
    const { parts, places } = formOf(row)
    let line = parts[0] ?? ''
    for (const [index, { at, width, column }] of places.entries()) {
      const text = row[at]?.text ?? ''
      const padding = ' '.repeat(Math.max(width - displayWidth(text), 0))
      line += (right?.has(column) ? padding + text : text + padding) + (parts[index + 1] ?? '')
    }
    return line.trimEnd()
  })
}

/** A line with places for the texts of its cells, and what stands around these. */
interface Form {
  parts: string[]
  places: Place[]
}

interface Place {
  /** Which cell of the row. */
  at: number
  /** Its first column. */
  column: number
  span: number
  width: number
}

function placesOf(row: Cell[], { widths, before = 0, after, between = '' }: Layout): Place[] {
  let column = 0
  return row.map(({ span }, at) => {
    const spanned = widths.slice(column, column + span)
    const inner = (before + after + (between === '' ? 0 : 1)) * (span - 1)
    const place = { at, column, span, width: spanned.reduce((total, each) => total + each, inner) }
    column += span
    return place
  })
}

const WITHOUT_BORDERS = Object.fromEntries(
  [
    ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'],
    ['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid'],
  ]
    .flat()
    .map((name) => [name, '']),
)

/** Lets cli-table3 draw rows of cells that are as wide as their columns at most. */
import { displayWidth } from './width.ts'

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

/** Tables of a norm: cells parted by thin lines, the last cell of a row as wide as the columns that are left. */
import { needsOf, shareByContent } from './column-widths.ts'
import { type Cell, drawRows } from './draw-rows.ts'
import { type Screen, styled } from './screen.ts'
import { displayWidth, wrapText } from './wrap.ts'

/** What stands between two columns: a line, and a space on either side of it. */
const SEPARATOR = '│'
const GAP = 3
/** A cell over several columns needs no more than this of its own; it is wrapped. */
const WIDEST_SPAN = 60
/** What a column must have for its longest word: in less, figures and words would be broken everywhere. */
const NARROWEST = 16

/** A row as it is drawn: its cells in as many rows below each other as it takes. */
type Folded = string[][]

/**
 * Draws a table in lines that fit the screen. Where all columns beside each other do not, each row is folded: the cells
 * behind the first stand in two or more rows below each other.
 */
export async function grid(screen: Screen, cells: string[][]): Promise<string[]> {
  const filled = withoutEmptyColumns(cells)
  if (columnsOf(filled) === 0) return []
  const { rows, widths } = fitGrid(filled, screen.width)
  const quiet = (text: string) => styled(screen, 'quiet', text)
  const drawn = rows.map((row) => row.flatMap((part) => cellLines(part, widths)))
  const lines = await drawRows(drawn.flat(), { widths, before: 1, between: quiet(SEPARATOR), after: 1 })
  const framed: string[] = []
  let from = 0
  for (const [index, { length }] of drawn.entries()) {
    const above = rows[index - 1]?.at(-1)
    const isApart = length > 1 || (drawn[index - 1]?.length ?? 0) > 1
    if (index === 0 || isApart) framed.push(quiet(rule(widths, above, rows[index]?.[0])))
    for (const line of lines.slice(from, from + length)) framed.push(line.slice(1))
    from += length
  }
  return [...framed, quiet(rule(widths, rows.at(-1)?.at(-1), undefined))]
}

const columnsOf = (rows: string[][]) => rows.reduce((most, { length }) => Math.max(most, length), 0)

/** Columns that only part others have no place of their own. */
function withoutEmptyColumns(rows: string[][]): string[][] {
  const filled = Array.from({ length: columnsOf(rows) }, (_, index) => rows.some((row) => row[index]?.trim()))
  return rows.map((row) => row.filter((_, index) => filled[index]))
}

/** The rows, folded no more than it takes to fit a width, and the widths of their columns. */
function fitGrid(rows: string[][], width: number): { rows: Folded[]; widths: number[] } {
  const columns = columnsOf(rows)
  // No more can stand beside each other than have one character each.
  const most = Math.max(1, Math.floor(width / (1 + GAP)))
  for (let folds = Math.max(1, Math.ceil((columns - 1) / most)); ; folds++) {
    const beside = Math.ceil((columns - 1) / folds)
    const folded = rows.map((row) => fold(row, columns, beside))
    const widths = fitColumns(folded.flat(), beside + 1, width, beside > 1 ? NARROWEST : 1)
    if (widths !== undefined) return { rows: folded, widths }
  }
}

/** @param beside how many cells stand beside the first one */
function fold(row: string[], columns: number, beside: number): Folded {
  const [first = '', ...others] = row
  const parts: Folded = []
  let at = 0
  do {
    const part = [at === 0 ? first : '', ...others.slice(at, at + beside)]
    // In a whole row no cell is wider than its column.
    if (row.length === columns) while (part.length <= beside) part.push('')
    parts.push(part)
    at += beside
  } while (at < others.length)
  return parts
}

/** The widths of the columns, `undefined` where there is no room for them. */
function fitColumns(rows: string[][], columns: number, width: number, narrowest: number): number[] | undefined {
  const isSpan = (row: string[], index: number) => index === row.length - 1 && row.length < columns
  const needs = Array.from({ length: columns }, (_, index) =>
    needsOf(rows.map((row) => (isSpan(row, index) ? '' : (row[index] ?? '')))),
  )
  const widths = shareByContent(needs, width - GAP * (columns - 1), narrowest)
  if (widths === undefined) return undefined
  const total = spanWidth(widths, 0, columns)
  const lacking = rows.map((row) => {
    const spanned = row.length < columns ? Math.min(displayWidth(row.at(-1) ?? ''), WIDEST_SPAN) : 0
    return spanned - spanWidth(widths, row.length - 1, columns)
  })
  const more = Math.max(Math.min(Math.max(...lacking), width - total), 0)
  return widths.with(columns - 1, (widths[columns - 1] ?? 0) + more)
}

/** Columns of a cell that goes from one column of the table to the one before `end`. */
function spanWidth(widths: number[], start: number, end: number): number {
  return widths.slice(start, end).reduce((total, each) => total + each, GAP * (end - start - 1))
}

/** The lines of a row. */
function cellLines(row: string[], widths: number[]): Cell[][] {
  const cells = row.map((text, index) => {
    const span = index === row.length - 1 ? widths.length - index : 1
    return { span, lines: wrapText(text, spanWidth(widths, index, index + span)) }
  })
  const height = Math.max(...cells.map(({ lines }) => lines.length))
  return Array.from({ length: height }, (_, line) =>
    cells.map(({ span, lines }) => ({ span, text: lines[line] ?? '' })),
  )
}

const JOINTS = { none: '─', above: '┴', below: '┬', both: '┼' }

/** The line between two rows; it meets the lines between their cells. */
function rule(widths: number[], above: string[] | undefined, below: string[] | undefined): string {
  return widths
    .map((width, index) => {
      if (index === 0) return '─'.repeat(width)
      const [isAbove, isBelow] = [above, below].map((row) => row !== undefined && index < row.length)
      const joint = isAbove && isBelow ? JOINTS.both : isAbove ? JOINTS.above : isBelow ? JOINTS.below : JOINTS.none
      return `─${joint}─${'─'.repeat(width)}`
    })
    .join('')
}

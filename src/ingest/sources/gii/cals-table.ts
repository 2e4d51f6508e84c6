/** CALS tables (OASIS Table Model): the columns of cells, and the columns and rows that they span. */
import type { TextTable } from '../../../corpus/norm-text.ts'
import { mergedCells, type TableCell } from '../merged-cells.ts'
import { childElement, childElements, rawText, SourceFormatError, type XmlElement } from '../xml-tree.ts'

/** Wider tables are refused: a row has a tab for each column. The real data has 35. */
const MAX_COLUMNS = 1000

/** One row of a table, its cells in the order of their columns. */
export interface TableRow {
  isHead: boolean
  cells: TableCell[]
}

/**
 * Returns the rows of a `tgroup`, head first. The column of a cell is given by `namest`, `spanname` or `colname`, else it is
 * the first one that no cell from the rows above (`morerows`) occupies.
 */
export function tableRows(group: XmlElement): TableRow[] {
  const columns = columnsOf(group)
  const occupied: number[] = []
  const rows: TableRow[] = []
  for (const part of [...childElements(group, 'thead'), ...childElements(group, 'tbody')]) {
    for (const row of childElements(part, 'row')) {
      rows.push({ isHead: part.name === 'thead', cells: placeCells(row, columns, occupied) })
    }
  }
  return rows
}

/** Columns by name, and the first and last column of the spans that have a name (`spanspec`). */
interface Columns {
  byName: ReadonlyMap<string, number>
  spans: ReadonlyMap<string, [first: string, last: string]>
}

function columnsOf(group: XmlElement): Columns {
  const byName = new Map<string, number>()
  for (const [index, spec] of childElements(group, 'colspec').entries()) {
    if (spec.attributes.colname !== undefined) byName.set(spec.attributes.colname, index)
  }
  const spans = childElements(group, 'spanspec').map(({ attributes }): [string, [string, string]] => {
    const { spanname = '', namest = '', nameend = '' } = attributes
    return [spanname, [namest, nameend]]
  })
  return { byName, spans: new Map(spans) }
}

/** `occupied[column]` is the number of rows that a cell from above still spans. It is updated for the next row. */
function placeCells(row: XmlElement, { byName, spans }: Columns, occupied: number[]): TableCell[] {
  const cells: TableCell[] = []
  let next = 0
  for (const element of childElements(row, 'entry')) {
    const { colname, spanname = '', morerows } = element.attributes
    const [namest = element.attributes.namest, nameend = element.attributes.nameend] = spans.get(spanname) ?? []
    let column = byName.get(namest ?? colname ?? '') ?? -1
    if (column < next) {
      column = next
      if (namest === undefined && colname === undefined) while ((occupied[column] ?? 0) > 0) column++
    }
    const last = Math.max(byName.get(nameend ?? '') ?? column, column)
    const below = Number.parseInt(morerows ?? '0', 10)
    if (last >= MAX_COLUMNS) throw new SourceFormatError(`a table has more than ${MAX_COLUMNS} columns`, 0, 0)
    cells.push({ column, columns: last - column + 1, rows: 1 + (below > 0 ? below : 0), element })
    next = last + 1
  }
  for (const column of occupied.keys()) occupied[column] = Math.max((occupied[column] ?? 0) - 1, 0)
  for (const { column, columns, rows } of cells) {
    for (let i = column; i < column + columns && rows > 1; i++) occupied[i] = rows - 1
  }
  return cells
}

const FRAMES: readonly string[] = ['all', 'top', 'bottom', 'topbot', 'sides'] satisfies TextTable['frame'][]

/**
 * Describes what the text does not show of a table.
 * @param lines the line of each row in the text; `undefined` for rows without one
 * @returns `undefined` if no row has a line
 */
export function describeTable(
  group: XmlElement,
  rows: readonly TableRow[],
  lines: readonly ({ start: number; end: number } | undefined)[],
  frame = 'none',
): TextTable | undefined {
  const first = lines.find((line) => line !== undefined)
  const last = lines.findLast((line) => line !== undefined)
  if (first === undefined || last === undefined) return undefined
  const written = rows.filter((_, index) => lines[index] !== undefined)
  const columns = rows.reduce(
    (most, { cells }) => {
      const last = cells.at(-1)
      return last === undefined ? most : Math.max(most, last.column + last.columns)
    },
    Math.max(1, childElements(group, 'colspec').length),
  )
  return {
    start: first.start,
    end: last.end,
    columns,
    head_rows: written.filter(({ isHead }) => isHead).length,
    merged: mergedCells(rows, lines),
    frame: FRAMES.includes(frame) ? (frame as TextTable['frame']) : 'none',
    centred_rows: columns > 1 ? [] : written.flatMap((row, index) => (isCentred(row) ? [index] : [])),
  }
}

function isCentred({ cells: [cell] }: TableRow): boolean {
  if (cell === undefined || rawText(cell.element).trim() === '') return false
  return (
    cell.element.attributes.align === 'center' || childElement(cell.element, 'Title')?.attributes.Align === 'center'
  )
}

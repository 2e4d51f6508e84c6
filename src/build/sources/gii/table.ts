/** CALS tables: in which column each cell of a row stands. */
import { childElements, type XmlElement } from './xml-reader.ts'

/** One row of a table, its cells in the order of their columns. */
export interface TableRow {
  cells: { column: number; element: XmlElement }[]
}

/**
 * The rows of a `tgroup`, head first.
 * A cell's column comes from its `namest` or `colname` (OASIS CALS table model); a cell without either stands in the
 * first free column, spans of the rows above (`morerows`) taken into account.
 */
export function tableRows(group: XmlElement): TableRow[] {
  const columns = new Map<string, number>()
  for (const [index, spec] of childElements(group, 'colspec').entries()) {
    if (spec.attributes.colname !== undefined) columns.set(spec.attributes.colname, index)
  }
  const occupied: number[] = []
  const rows: TableRow[] = []
  for (const part of [...childElements(group, 'thead'), ...childElements(group, 'tbody')]) {
    for (const row of childElements(part, 'row')) rows.push({ cells: placeCells(row, columns, occupied) })
  }
  return rows
}

/** `occupied[column]` counts how many more rows a cell from above reaches down; it is updated for the next row. */
function placeCells(row: XmlElement, columns: Map<string, number>, occupied: number[]): TableRow['cells'] {
  const cells: TableRow['cells'] = []
  const spans: [column: number, rows: number][] = []
  let next = 0
  for (const element of childElements(row, 'entry')) {
    const { namest, nameend, colname, morerows } = element.attributes
    let column = columns.get(namest ?? colname ?? '') ?? -1
    if (column < next) {
      column = next
      if (namest === undefined && colname === undefined) while ((occupied[column] ?? 0) > 0) column++
    }
    const last = Math.max(columns.get(nameend ?? '') ?? column, column)
    cells.push({ column, element })
    const reach = Number.parseInt(morerows ?? '0', 10)
    for (let i = column; i <= last && reach > 0; i++) spans.push([i, reach])
    next = last + 1
  }
  for (const column of occupied.keys()) occupied[column] = Math.max((occupied[column] ?? 0) - 1, 0)
  for (const [column, reach] of spans) occupied[column] = reach
  return cells
}

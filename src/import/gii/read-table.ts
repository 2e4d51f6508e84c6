/**
 * Reads tables of the CALS model in the OASIS exchange form (Technical Memorandum TR 9901:1999, `table`, `tgroup`, `colspec`,
 * `spanspec`, `row`, `entry`): the columns of cells, and their look.
 */
import { say } from '../../i18n/texts.ts'
import type { TableLook, TextTable } from '../../model/norm-text.ts'
import type { TableCell } from '../text-writer.ts'
import { childElement, childElements, rawText, SourceFormatError, type XmlElement } from '../xml-tree.ts'

/** Wider tables are refused: a row has a tab per column. The real maximum is 35. */
const MAX_COLUMNS = 1000

/** One row of a table, with its cells in column order. */
export interface TableRow {
  isHead: boolean
  cells: TableCell[]
  /** Element of the row, and the head or body around it. */
  row: XmlElement
  part: XmlElement
}

/**
 * Returns the rows of a `tgroup`, head first. The column of a cell is given by `namest`, `spanname` or `colname`; default: the
 * first column not occupied by a cell from the rows above (`morerows`).
 */
export function tableRows(group: XmlElement, columns: Columns): TableRow[] {
  const occupied: number[] = []
  const rows: TableRow[] = []
  for (const part of [...childElements(group, 'thead'), ...childElements(group, 'tbody')]) {
    for (const row of childElements(part, 'row')) {
      rows.push({ isHead: part.name === 'thead', cells: placeCells(row, columns, occupied), row, part })
    }
  }
  return rows
}

/** Columns of a `tgroup`, their places by name, and its named spans. */
export interface Columns {
  specs: readonly XmlElement[]
  byName: ReadonlyMap<string, number>
  spans: ReadonlyMap<string, XmlElement>
}

export function columnsOf(group: XmlElement): Columns {
  const specs = childElements(group, 'colspec')
  const byName = new Map<string, number>()
  for (const [index, { attributes }] of specs.entries()) {
    if (attributes.colname !== undefined) byName.set(attributes.colname, index)
  }
  const spans = childElements(group, 'spanspec').map((span) => [span.attributes.spanname ?? '', span] as const)
  return { specs, byName, spans: new Map(spans) }
}

/** `occupied[column]` is the number of rows still spanned by a cell from above. It is updated for the next row. */
function placeCells(row: XmlElement, { byName, spans }: Columns, occupied: number[]): TableCell[] {
  const cells: TableCell[] = []
  let next = 0
  for (const element of childElements(row, 'entry')) {
    const { colname, spanname = '', morerows } = element.attributes
    const span = spans.get(spanname)
    const { namest, nameend } =
      span === undefined ? element.attributes : { namest: '', nameend: '', ...span.attributes }
    let column = byName.get(namest ?? colname ?? '') ?? -1
    if (column < next) {
      column = next
      if (namest === undefined && colname === undefined) while ((occupied[column] ?? 0) > 0) column++
    }
    const last = Math.max(byName.get(nameend ?? '') ?? column, column)
    const below = Number.parseInt(morerows ?? '0', 10)
    if (last >= MAX_COLUMNS) throw new SourceFormatError(say`a table has more than ${MAX_COLUMNS} columns`, 0, 0)
    cells.push({ column, columns: last - column + 1, rows: 1 + (below > 0 ? below : 0), element })
    next = last + 1
  }
  for (const column of occupied.keys()) occupied[column] = Math.max((occupied[column] ?? 0) - 1, 0)
  for (const { column, columns, rows } of cells) {
    for (let i = column; i < column + columns && rows > 1; i++) occupied[i] = rows - 1
  }
  return cells
}

const FRAMES: readonly TextTable['frame'][] = ['all', 'top', 'bottom', 'topbot', 'sides']

export const frameOf = ({ attributes: { frame } }: XmlElement) => FRAMES.find((each) => each === frame) ?? 'none'

/** True for a row of a form with centred words. */
export function isCentred({ cells: [cell] }: TableRow): boolean {
  if (cell === undefined || rawText(cell.element).trim() === '') return false
  return (
    cell.element.attributes.align === 'center' || childElement(cell.element, 'Title')?.attributes.Align === 'center'
  )
}

/** Units of column widths in points; `*` is a share of the remaining width. */
const UNITS: Record<string, number> = { '*': 1, '': 1, pt: 1, pi: 12, mm: 72 / 25.4, cm: 72 / 2.54, in: 72 }

/** Returns the widths of all columns in percent; empty if the source does not give all of them in comparable units. */
function widthsOf(specs: readonly XmlElement[], columns: number): number[] {
  const parsed = specs.map(({ attributes: { colwidth = '' } }) => /^\s*(\d*\.?\d*)\s*(\*|[a-z]*)\s*$/i.exec(colwidth))
  const units = new Set(parsed.map((width) => width?.[2]?.toLowerCase() === '*'))
  const widths = parsed.map((width) => {
    const [, number = '', unit = ''] = width ?? []
    // `*` alone is one share.
    return (number === '' && unit === '*' ? 1 : Number(number)) * (UNITS[unit.toLowerCase()] ?? Number.NaN)
  })
  const total = widths.reduce((sum, width) => sum + width, 0)
  if (widths.length !== columns || units.size > 1 || !widths.every((width) => width > 0) || !Number.isFinite(total))
    return []
  return widths.map((width) => Math.round((1000 * width) / total) / 10)
}

const ALIGNMENTS: Record<string, string> = { center: 'c', right: 'r', char: 'r', justify: 'j' }
const VERTICAL_ALIGNMENTS: Record<string, string> = { middle: 'm', bottom: 'b' }

/** Elements that determine the look of the cells of a table. */
interface Surroundings {
  table: XmlElement
  group: XmlElement
  columns: Columns
}

/**
 * Returns the look of a table. Attributes are inherited in the order cell, span, row, column, group, table. An undefined line is
 * not drawn if the table defines others. Lines at the edges come from the frame.
 * @param count number of columns
 * @param rows with lines of the text
 */
export function lookOf(
  { table, group, columns: { specs, spans } }: Surroundings,
  count: number,
  rows: readonly TableRow[],
): TableLook {
  const widths = widthsOf(specs, count)
  /** Number of lines with an explicit setting, drawn or not. */
  let named = 0
  const isRuled = (given: string | undefined) => {
    if (given !== undefined) named++
    return given !== undefined && given !== '' && Number(given) !== 0
  }
  const drawn = rows.map(({ cells, row, part }, index) => {
    // No longer than the line of the row, which has a tab for each column before its last cell.
    const width = (cells.at(-1)?.column ?? -1) + 1
    const [horizontal, vertical, lines] = ['l', 't', '-'].map((letter) => Array<string>(width).fill(letter)) as Letters
    for (const { column, columns: across, rows: down, element } of cells) {
      const spec = [spans.get(element.attributes.spanname ?? ''), specs[column]]
      horizontal[column] = alignmentOf([element, ...spec, group])
      vertical[column] = VERTICAL_ALIGNMENTS[stated('valign', [element, row, part]) ?? ''] ?? 't'
      const right = isRuled(stated('colsep', [element, ...spec, group, table]))
      const below = isRuled(stated('rowsep', [element, row, ...spec, group, table]))
      const [hasRight, hasBelow] = [right && column + across < count, below && index + down < rows.length]
      lines[column] = hasRight ? (hasBelow ? 'x' : 'r') : hasBelow ? 'b' : '-'
    }
    return { horizontal: horizontal.join(''), vertical: vertical.join(''), lines: lines.join('') }
  })
  const [alignment, vertical_alignment] = [drawn.map((row) => row.horizontal), drawn.map((row) => row.vertical)]
  return {
    ...(widths.length > 0 && { widths }),
    ...(alignment.some((row) => /[^l]/.test(row)) && { alignment }),
    ...(vertical_alignment.some((row) => /[^t]/.test(row)) && { vertical_alignment }),
    ...(named > 0 && { lines: drawn.map((row) => row.lines) }),
  }
}

/** Of the columns of a row: alignments, vertical alignments, lines. */
type Letters = [string[], string[], string[]]

const stated = (name: string, elements: readonly (XmlElement | undefined)[]): string | undefined =>
  elements.find((element) => element?.attributes[name] !== undefined)?.attributes[name]

const alignmentOf = (elements: readonly (XmlElement | undefined)[]) =>
  ALIGNMENTS[stated('align', elements) ?? ''] ?? 'l'

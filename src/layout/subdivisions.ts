/** The visible part of a norm. */
import type { Norm, TextSpan, TextTable } from '../model/corpus.ts'
import type { Span } from '../model/subdivisions.ts'
import { type PlacedSubdivision, placeSubdivisions } from '../model/subdivisions.ts'
import { spansWithin } from './runs.ts'

/** The whole norm or the selected subdivision. `start` and `end` are offsets in the text of the norm, all others in `text`. */
export interface VisiblePart extends Span {
  text: string
  subdivisions: PlacedSubdivision[]
  spans: readonly TextSpan[]
  tables: readonly TextTable[]
}

export function visiblePart({
  text,
  subdivisions,
  spans,
  tables,
  selection,
}: Pick<Norm, 'text' | 'subdivisions' | 'spans' | 'tables' | 'selection'>): VisiblePart {
  const placed = placeSubdivisions(text, subdivisions)
  if (selection === null) return { text, subdivisions: placed, spans, tables, start: 0, end: text.length }
  const start = placed.find(({ path }) => path === selection.path)?.start ?? Math.max(text.indexOf(selection.text), 0)
  const end = start + selection.text.length
  const within = placed.filter((part) => part.start >= start && part.end <= end)
  return {
    text: selection.text,
    subdivisions: within.map((part) => ({ ...part, start: part.start - start, end: part.end - start })),
    spans: spansWithin(spans, { start, end }),
    tables: tables.flatMap((table) => tableWithin(text, table, { start, end })),
    start,
    end,
  }
}

/** The rows of a table in a part of the text; empty if the part begins or ends within a row. */
function tableWithin(text: string, table: TextTable, part: Span): TextTable[] {
  const [start, end] = [Math.max(table.start, part.start), Math.min(table.end, part.end)]
  const isRowEdge = (at: number) => at === table.end || text.charAt(at) === '\n'
  const beginsRow = start === table.start || text.charAt(start - 1) === '\n'
  if (start >= end || !beginsRow || !isRowEdge(end)) return []
  const first = countLines(text, table.start, start)
  const count = countLines(text, start, end) + 1
  const merged = table.merged.flatMap((cell) => {
    const [row, last] = [Math.max(cell.row, first), Math.min(cell.row + cell.rows, first + count)]
    return row < last ? [{ ...cell, row: row - first, rows: last - row }] : []
  })
  const rowsOf = (name: 'alignment' | 'vertical_alignment' | 'lines') =>
    table[name] && { [name]: table[name].slice(first, first + count) }
  const centred = table.centred_rows.filter((row) => row >= first && row < first + count).map((row) => row - first)
  return [
    {
      ...table,
      ...rowsOf('alignment'),
      ...rowsOf('vertical_alignment'),
      ...rowsOf('lines'),
      start: start - part.start,
      end: end - part.start,
      head_rows: Math.max(Math.min(table.head_rows - first, count), 0),
      merged,
      centred_rows: centred,
    },
  ]
}

/** Number of line breaks in a part of the text. */
function countLines(text: string, start: number, end: number): number {
  let count = 0
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count++
  return count
}

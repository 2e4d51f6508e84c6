/** Spans of a norm's text. */
import type { TextTable } from '../model/norm-text.ts'
import type { Span } from '../model/subdivisions.ts'

/** A line of the text, or a described table with all of its rows. */
export interface Segment extends Span {
  table?: TextTable
}

/**
 * @param tables in text order; one that overlaps another is left out. The last row may be empty: then the table ends between two
 *   line breaks. A single line break at its end only ends the last row.
 */
export function segmentsOf(text: string, tables: readonly TextTable[]): Segment[] {
  const segments: Segment[] = []
  let at = 0
  for (const table of tables) {
    const { start } = table
    const endsWithBreak = text.charAt(table.end - 1) === '\n' && text.charAt(table.end) !== '\n'
    const end = endsWithBreak ? table.end - 1 : table.end
    if (start < at || start >= end || end > text.length) continue
    if (start > at) addLines(text, at, text.charAt(start - 1) === '\n' ? start - 1 : start, segments)
    segments.push({ start, end, table })
    at = text.charAt(end) === '\n' || end === text.length ? end + 1 : end
  }
  if (at <= text.length) addLines(text, at, text.length, segments)
  return segments
}

function addLines(text: string, from: number, to: number, segments: Segment[]): void {
  for (let start = from; start <= to; ) {
    const found = text.indexOf('\n', start)
    const end = found < 0 || found > to ? to : found
    segments.push({ start, end })
    start = end + 1
  }
}

/** Tables in which the head of a column, the first cell of a row, or the next one names the law of norms. */
import { firstIndex } from '../../binary-search.ts'
import type { Tokens } from '../grammar/tokens.ts'
import type { NameCandidate } from '../laws/chunks.ts'

/** A span of the text, with the other cells of its row and those of the head of its table. */
interface Cell {
  start: number
  end: number
  column: number
  row: Cell[]
  head: Cell[]
}

/** Words before the law in the head of a column. */
const LEAD = /^\s*(?:(?:Norm(?:en)?|Vorschrift(?:en)?|Paragra(?:ph|f)(?:en)?|Artikel|§§?)\s+(?:(?:aus|nach|in)\s)?)?/

/** Finds the cells of tables: in Markdown each line with `|` is a row. For the marks in texts of HTML see `plain-text/html.ts`. */
function cellsOf(text: string): Cell[] {
  const cells: Cell[] = []
  let head: Cell[] = []
  let row: Cell[] = []
  let isHtml = false
  for (const { 0: line, index } of text.matchAll(/[^\n\ufffc]+/g)) {
    const isMark = line === '||' || line === '|||'
    if (line === '|||') isHtml = !isHtml
    const last = cells.at(-1)
    if (line === '|||' || !(isHtml || line.includes('|'))) [head, row] = [[], []]
    else if (!isHtml || isMark) [head, row] = [head.length > 0 ? head : row, []]
    else if (!line.startsWith('|') && last !== undefined) last.end = index + line.length
    if (isMark || !line.includes('|')) continue
    for (const { 0: cell, index: at } of line.matchAll(/[^|]+/g)) {
      row.push({ start: index + at, end: index + at + cell.length, column: row.length, row, head })
      cells.push(row.at(-1) as Cell)
    }
  }
  return cells
}

/**
 * Returns what reads the law of the norm at an offset of a table.
 * @param nameOfAll reads the law whose name the tokens `[first, next)` are
 */
export function tableLaws(
  tokens: Tokens,
  nameOfAll: (first: number, next: number) => readonly NameCandidate[] | undefined,
): (position: number) => readonly NameCandidate[] | undefined {
  const { text } = tokens
  const cells = text.includes('|') ? cellsOf(text) : []
  const lawOf = ({ start, end }: Cell) => {
    const [lead] = LEAD.exec(text.slice(start, end)) ?? ['']
    return nameOfAll(tokens.at(start + lead.length), tokens.at(end))
  }
  return (position) => {
    const cell = cells[firstIndex(cells.length, (index) => (cells[index] as Cell).start > position) - 1]
    if (cell === undefined || position >= cell.end) return undefined
    const { head, row, column } = cell
    for (const other of [head[column], row[0], row[column + 1]]) {
      const law = other && other !== cell ? lawOf(other) : undefined
      if (law !== undefined) return law
    }
    return undefined
  }
}

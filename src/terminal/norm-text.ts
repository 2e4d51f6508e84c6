/** The wording of a norm on a screen: paragraphs apart, list items indented by their kind of mark, tables drawn. */
import type { Screen } from './screen.ts'
import { table } from './table.ts'
import { wrapText } from './wrap.ts'

/** Prose is hard to read in longer lines. */
const WIDEST_PROSE = 100

/** Marks of list items, from the outside in, as German statutes nest them; each level is indented by its place. */
const LIST_MARKS = [/^\d+[a-z]*\.\s/, /^[a-z]\)\s/, /^([a-z])\1\)\s/, /^([a-z])\1\1\)\s/]
const PARAGRAPH_MARK = /^\(\d+[a-z]*\)\s/
const INDENT = 3

/** Lines for the text of a norm. Line breaks of the text stay; rows of tables are recognised by their tabs. */
export async function normTextLines(screen: Screen, text: string): Promise<string[]> {
  const width = Math.min(screen.width, WIDEST_PROSE)
  const lines: string[] = []
  const source = text.split('\n')
  for (let i = 0; i < source.length; i++) {
    const line = source[i] ?? ''
    if (line.includes('\t')) {
      const rows = takeWhile(source, i, (each) => each.includes('\t'))
      lines.push('', ...(await drawRows(screen, rows)), '')
      i += rows.length - 1
      continue
    }
    if (PARAGRAPH_MARK.test(line)) lines.push('')
    const level = LIST_MARKS.findIndex((mark) => mark.test(line))
    const indent = ' '.repeat(INDENT * (level + 1))
    const mark = level < 0 ? 0 : line.indexOf(' ') + 1
    lines.push(...wrapText(line, width, indent, indent + ' '.repeat(mark)))
  }
  return withoutDoubleBlanks(lines)
}

function takeWhile(lines: string[], start: number, test: (line: string) => boolean): string[] {
  let end = start
  while (end < lines.length && test(lines[end] ?? '')) end++
  return lines.slice(start, end)
}

async function drawRows(screen: Screen, rows: string[]): Promise<string[]> {
  const cells = rows.map((row) => row.split('\t'))
  const count = Math.max(...cells.map((row) => row.length))
  const columns = Array.from({ length: count }, () => ({ title: '', wraps: true }))
  const drawn = await table(screen, columns, cells)
  return drawn.split('\n').slice(1)
}

function withoutDoubleBlanks(lines: string[]): string[] {
  const kept = lines.filter((line, index) => line !== '' || (index > 0 && lines[index - 1] !== ''))
  while (kept.at(-1) === '') kept.pop()
  return kept
}

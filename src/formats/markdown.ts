/**
 * A norm as Markdown (CommonMark, tables as GitHub has them). The wording is never taken for markup: list items keep
 * their own marks, since a renderer numbers its lists anew.
 */
import type { Block, Marked, Table } from '../layout/blocks.ts'
import type { Span } from '../layout/span.ts'
import { type NormDocument, piecesOf } from './norm-document.ts'

export function normMarkdown(norm: NormDocument): string {
  const { title, place, notes, blocks, footnotes, page, source } = norm
  const parts = [
    `# ${escaped(title)}`,
    place.map(escaped).join(' › '),
    ...notes.map((note) => `*${escaped(note)}*`),
    ...drawBlocks(blocks, norm),
  ]
  if (footnotes.length > 0)
    parts.push('## Footnotes', ...footnotes.flatMap((note) => note.split('\n').map((line) => escaped(line.trim()))))
  return `${[...parts, '---', `<${address(page)}>`, escaped(source)].filter(Boolean).join('\n\n')}\n`
}

/** One text for each block; items that follow each other are one list. */
function drawBlocks(blocks: readonly Block[], norm: NormDocument): string[] {
  const drawn: string[] = []
  let list = false
  for (const block of blocks) {
    if (block.kind === 'item') {
      const item = `- ${indented(drawMarked(block, norm))}`
      if (list) drawn.push(`${drawn.pop()}\n${item}`)
      else drawn.push(item)
      list = true
      continue
    }
    list = false
    if (block.kind === 'line') drawn.push(drawLine(block, norm, block.from))
    else if (block.kind === 'table') drawn.push(drawTable(block, norm))
    else drawn.push(drawMarked(block, norm))
  }
  return drawn.filter(Boolean)
}

function drawMarked({ mark, blocks }: Marked, norm: NormDocument): string {
  const [first, ...rest] = blocks
  const own = escaped(norm.text.slice(mark.start, mark.end))
  const begins = first?.kind === 'line' ? drawLine(first, norm, first.from) : ''
  const inner = drawBlocks(first?.kind === 'line' ? rest : blocks, norm)
  return [`${own} ${begins}`.trimEnd(), ...inner].join('\n\n')
}

/** The lines of an item behind its first one stand under its text. */
const indented = (text: string) => text.replace(/\n(?=[^\n])/g, '\n  ')

function drawLine(span: Span, norm: NormDocument, from = span.start): string {
  return escaped(
    piecesOf(norm, span, from)
      .map(([words, inserted]) => `${words}${inserted}`)
      .join(''),
  ).trim()
}

/** No row is the head: the text does not say which is one. */
function drawTable({ columns, rows }: Table, norm: NormDocument): string {
  const row = (cells: readonly string[]) =>
    `| ${Array.from({ length: columns }, (_, index) => cells[index] ?? '').join(' | ')} |`
  const body = rows.map((cells) => row(cells.map((cell) => drawLine(cell, norm))))
  return [row([]), row(Array.from({ length: columns }, () => '---')), ...body].join('\n')
}

/** Text that is read as it stands: what could be markup is escaped. */
function escaped(text: string): string {
  return text
    .replace(/[\\`*_[\]<>&|~]/g, '\\$&')
    .replace(/^(\s*)([#+\-=])/, '$1\\$2')
    .replace(/^(\s*\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}

/** An address between angle brackets. */
const address = (url: string) => url.replace(/[<>\s]/g, encodeURIComponent)

/**
 * A norm as Markdown (CommonMark, tables as GitHub has them). The wording is never taken for markup: list items keep
 * their own marks, since a renderer numbers its lists anew.
 */
import { type Block, layOutCell, type Marked } from '../layout/blocks.ts'
import type { Span } from '../layout/spans.ts'
import { isForm, type Table, type TableCell } from '../layout/text-tables.ts'
import { type LawHead, type NormOfLaw, published } from './law-document.ts'
import { emphasised, escapedMarkdown, markdownPieces } from './markdown-text.ts'
import { document, isAddress, lawName, type NormDocument, piecesOf, piecesOfMark, placeOf } from './norm-document.ts'
import { addressOf, sourceOf } from './source-facts.ts'

export function normMarkdown(norm: NormDocument): string {
  return document([
    `# ${escapedMarkdown(norm.title)}`,
    placeOf(norm).map(escapedMarkdown).join(' › '),
    ...content(norm, '## Footnotes'),
    '---',
    link(addressOf(norm)),
    escapedMarkdown(sourceOf(norm)),
  ])
}

/** The beginning of a law: its title, its official page, where it was published, and of when it is. */
export function lawMarkdown(law: LawHead): string {
  return document([
    `# ${escapedMarkdown(lawName(law))}`,
    link(addressOf(law)),
    escapedMarkdown(published(law)),
    escapedMarkdown(sourceOf(law)),
  ])
}

/** A norm within its law: the headings that begin there, and its own, which is a link to its official page. */
export function normOfLawMarkdown({ headings, depth, norm }: NormOfLaw): string {
  const lines = headings.map(({ level, text }) => `${sign(level)} ${escapedMarkdown(text)}`)
  if (norm === null) return document(lines)
  const title = escapedMarkdown(norm.title)
  return document([
    ...lines,
    `${sign(depth)} ${isAddress(norm.page) ? `[${title}](${link(norm.page)})` : title}`,
    ...content(norm, '**Footnotes**'),
  ])
}

/** The sign of a heading below the title of the law; Markdown has six levels. */
const sign = (level: number) => '#'.repeat(Math.min(level + 2, 6))

/** Notes, wording and footnotes. */
function content(norm: NormDocument, footnotesHeading: string): string[] {
  const { notes, blocks, footnotes } = norm
  return [
    ...notes.map((note) => `*${escapedMarkdown(note)}*`),
    ...drawBlocks(blocks, norm),
    ...(footnotes.length > 0 ? [footnotesHeading] : []),
    ...footnotes.flatMap((note) => note.split('\n').map((line) => escapedMarkdown(line.trim()))),
  ]
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
  const own = markdownPieces(piecesOfMark(norm, mark), norm.text)
  const begins = first?.kind === 'line' ? drawLine(first, norm, first.from) : ''
  const inner = drawBlocks(first?.kind === 'line' ? rest : blocks, norm)
  return [`${own} ${begins}`.trimEnd(), ...inner].join('\n\n')
}

/** The lines of an item behind its first one stand under its text. */
const indented = (text: string) => text.replace(/\n(?=[^\n])/g, '\n  ')

function drawLine(span: Span, norm: NormDocument, from = span.start): string {
  return markdownPieces(piecesOf(norm, span, from), norm.text).trim()
}

/**
 * The first row of the head is the head in Markdown, which has no more; if the source names no head, that row is empty.
 * Columns that a merged cell covers are empty.
 */
function drawTable(table: Table, norm: NormDocument): string {
  if (isForm(table)) return drawForm(table, norm)
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const columns = Array.from({ length: table.columns }, () => '')
  const rows = table.rows.map((cells, index) => {
    const drawn = [...columns]
    for (const cell of cells) {
      const words = drawLine(cell, norm)
      drawn[cell.column] = index > 0 && index < table.headRows ? strong(words) : words
    }
    return row(drawn)
  })
  const head = table.headRows > 0 ? rows.slice(0, 1) : [row(columns)]
  return [...head, row(columns.map(() => '---')), ...rows.slice(table.headRows > 0 ? 1 : 0)].join('\n')
}

/** A form in a frame is a quotation; without one its rows are paragraphs. */
function drawForm({ rows, headRows, frame }: Table, norm: NormDocument): string {
  const drawn = rows.flat().flatMap((cell, index) => {
    if (index < headRows) return [strong(drawLine(cell, norm))]
    return drawBlocks(layOutCell(norm.text, cell) ?? [lineOf(cell)], norm)
  })
  const words = drawn.filter(Boolean).join('\n\n')
  return frame === 'none' ? words : words.replace(/^/gm, '> ').replace(/ +$/gm, '')
}

const strong = (words: string) => emphasised('bold', words, { before: '', after: '' })

const lineOf = ({ start, end }: TableCell): Block => ({ kind: 'line', start, end, from: start })

/** An address as it stands between angle brackets. */
const address = (url: string) => url.replace(/[<>\s\p{Cc}]/gu, encodeURIComponent)

const link = (url: string | null) => (isAddress(url) ? `<${address(url)}>` : escapedMarkdown(url ?? ''))

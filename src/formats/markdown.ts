/**
 * Norms and laws as Markdown (CommonMark, with GitHub's tables). Text is escaped; list items keep their marks, since a
 * renderer would number them anew.
 */
import { type Block, layOutCell, type Marked } from '../layout/blocks.ts'
import type { Span } from '../layout/spans.ts'
import { isForm, type Table, type TableCell } from '../layout/text-tables.ts'
import { type LawHead, type NormOfLaw, publicationLine } from './law-document.ts'
import { emphasised, escapedMarkdown, markdownPieces } from './markdown-text.ts'
import {
  isAddress,
  joinParagraphs,
  lawName,
  type NormDocument,
  piecesOf,
  piecesOfMark,
  placeOf,
} from './norm-document.ts'
import { addressOf, sourceOf } from './source-facts.ts'

export function normMarkdown(norm: NormDocument): string {
  return joinParagraphs([
    `# ${escapedMarkdown(norm.title)}`,
    placeOf(norm).map(escapedMarkdown).join(' › '),
    ...content(norm, '## Footnotes'),
    '---',
    link(addressOf(norm)),
    escapedMarkdown(sourceOf(norm)),
  ])
}

/** The head of a law: title, official page, place of publication, state. */
export function lawMarkdown(law: LawHead): string {
  return joinParagraphs([
    `# ${escapedMarkdown(lawName(law))}`,
    link(addressOf(law)),
    escapedMarkdown(publicationLine(law)),
    escapedMarkdown(sourceOf(law)),
  ])
}

/** A norm within its law: the headings that begin with it, and its own as a link to its official page. */
export function normOfLawMarkdown({ headings, depth, norm }: NormOfLaw): string {
  const lines = headings.map(({ level, text }) => `${marker(level)} ${escapedMarkdown(text)}`)
  if (norm === null) return joinParagraphs(lines)
  const title = escapedMarkdown(norm.title)
  return joinParagraphs([
    ...lines,
    `${marker(depth)} ${isAddress(norm.page) ? `[${title}](${link(norm.page)})` : title}`,
    ...content(norm, '**Footnotes**'),
  ])
}

/** The marker of a heading below the title of the law; Markdown has six levels. */
const marker = (level: number) => '#'.repeat(Math.min(level + 2, 6))

/** Notes, text and footnotes. */
function content(norm: NormDocument, footnotesHeading: string): string[] {
  const { notes, blocks, footnotes } = norm
  return [
    ...notes.map((note) => `*${escapedMarkdown(note)}*`),
    ...drawBlocks(blocks, norm),
    ...(footnotes.length > 0 ? [footnotesHeading] : []),
    ...footnotes.flatMap((note) => note.split('\n').map((line) => escapedMarkdown(line.trim()))),
  ]
}

/** One text for each block; consecutive items are one list. */
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

/** Indents the lines of an item after the first. */
const indented = (text: string) => text.replace(/\n(?=[^\n])/g, '\n  ')

function drawLine(span: Span, norm: NormDocument, from = span.start): string {
  return markdownPieces(piecesOf(norm, span, from), norm.text).trim()
}

/**
 * Markdown has one head row: the first of the table, or an empty one if the source gives no head. Columns that a merged
 * cell covers are empty.
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

/** A form with a frame is a quotation; without one its rows are paragraphs. */
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

/** An address for use between angle brackets. */
const address = (url: string) => url.replace(/[<>\s\p{Cc}]/gu, encodeURIComponent)

const link = (url: string | null) => (isAddress(url) ? `<${address(url)}>` : escapedMarkdown(url ?? ''))

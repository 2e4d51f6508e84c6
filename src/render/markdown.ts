/**
 * Norms and laws as Markdown (CommonMark, with GitHub's tables). Text is escaped. A list is ordered if renderers reproduce the
 * numbers of its items; other marks follow a dash.
 */

import { t } from '../i18n/texts.ts'
import { type Block, layOutCell, type Marked } from '../layout/blocks.ts'
import { isForm, type Table, type TableCell, type TableRow } from '../layout/text-tables.ts'
import type { Span } from '../model/subdivisions.ts'
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
    strongNote(norm.published),
    ...content(norm, `## ${t`Footnotes`}`),
    '---',
    link(addressOf(norm)),
    escapedMarkdown(sourceOf(norm)),
  ])
}

/** The head of a law: title, official page, place of publication, state. */
export function lawMarkdown(law: LawHead): string {
  return joinParagraphs([
    `# ${escapedMarkdown(lawName(law))}`,
    strongNote(law.published),
    ...law.notes.map(strongNote),
    link(addressOf(law)),
    escapedMarkdown(publicationLine(law)),
    escapedMarkdown(sourceOf(law)),
  ])
}

/** A norm within its law: the headings that begin with it, and its own heading as a link to its official page. */
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

const strongNote = (note: string) => note && `**${escapedMarkdown(note)}**`

/** The marker of a heading below the title of the law; Markdown has six levels. */
const marker = (level: number) => '#'.repeat(Math.min(level + 2, 6))

/** Notes, text and footnotes. */
function content(norm: NormDocument, footnotesHeading: string): string[] {
  return [
    ...norm.notes.map((note) => `*${escapedMarkdown(note)}*`),
    ...wordingMarkdown(norm),
    ...(norm.footnotes.length > 0 ? [footnotesHeading] : []),
    ...footnotesMarkdown(norm),
  ]
}

/** The wording of a norm in paragraphs, between the words that carry a selected part. */
export const wordingMarkdown = (norm: NormDocument): string[] => [
  ...linesOf(norm.leadIn),
  ...drawBlocks(norm.blocks, norm),
  ...linesOf(norm.tail),
]

const linesOf = (text: string) =>
  text === '' ? [] : text.split(/[\n\u2028]/).map((line) => escapedMarkdown(line.trim()))

/** The footnotes of a norm, one paragraph a line. */
export const footnotesMarkdown = ({ footnotes }: NormDocument): string[] =>
  footnotes.flatMap((note) => note.split('\n').map((line) => escapedMarkdown(line.trim())))

/** One text per block; consecutive items form a list. */
function drawBlocks(blocks: readonly Block[], norm: NormDocument): string[] {
  const drawn: string[] = []
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index] as Block
    if (block.kind === 'item') {
      const items = itemsFrom(blocks, index)
      // After another ordered list, renderers would continue its numbers.
      const ordered = isOrdered(items, norm) && !/^\d+\. /.test(drawn.at(-1) ?? '')
      drawn.push(drawList(items, ordered, norm))
      index += items.length - 1
    } else if (block.kind === 'line') drawn.push(...[drawLine(block, norm, block.from)].filter(Boolean))
    else if (block.kind === 'table') drawn.push(drawTable(block, norm))
    else drawn.push(drawMarked(block, norm).join('\n\n'))
  }
  return drawn
}

/** The consecutive items from an index on. */
function itemsFrom(blocks: readonly Block[], start: number): Marked[] {
  const items: Marked[] = []
  for (let index = start; blocks[index]?.kind === 'item'; index++) items.push(blocks[index] as Marked)
  return items
}

function drawList(items: readonly Marked[], ordered: boolean, norm: NormDocument): string {
  return items
    .map((item) => {
      const marker = ordered ? norm.text.slice(item.mark.start, item.mark.end) : '-'
      const [first = '', ...rest] = ordered ? drawUnmarked(item, norm) : drawMarked(item, norm)
      return indented(`${marker} ${[first, ...rest].join('\n\n')}`, marker.length + 1)
    })
    .join('\n')
}

/**
 * True if renderers reproduce the number of each item: CommonMark keeps the first number of a list, and counts from it. An item
 * without words on its first line could lose its contents to the text after the list.
 */
function isOrdered(items: readonly Marked[], norm: NormDocument): boolean {
  const first = Number.parseInt(norm.text.slice(items[0]?.mark.start), 10)
  return items.every(({ mark, blocks }, index) => {
    const [line] = blocks
    const isPlain = piecesOfMark(norm, mark).every(({ kind }) => kind === 'text')
    const begins = line?.kind === 'line' && drawLine(line, norm, line.from) !== ''
    return isPlain && begins && norm.text.slice(mark.start, mark.end) === `${first + index}.`
  })
}

/** The mark and the first line of an item or a paragraph, then its other blocks. */
function drawMarked(block: Marked, norm: NormDocument): string[] {
  const own = markdownPieces(piecesOfMark(norm, block.mark), norm.text)
  const [first = '', ...rest] = drawUnmarked(block, norm)
  return [`${own} ${first}`.trimEnd(), ...rest]
}

/** The first line of an item or a paragraph, empty if it begins with another block, then its other blocks. */
function drawUnmarked({ blocks }: Marked, norm: NormDocument): string[] {
  const [first, ...rest] = blocks
  if (first?.kind !== 'line') return ['', ...drawBlocks(blocks, norm)]
  return [drawLine(first, norm, first.from), ...drawBlocks(rest, norm)]
}

/** Indents the lines of an item after the first. */
const indented = (text: string, columns: number) => text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(columns)}`)

function drawLine(span: Span, norm: NormDocument, from = span.start): string {
  return markdownPieces(piecesOf(norm, span, from), norm.text).trim()
}

/** Markdown tables always have one head row, so a table without a head is HTML. Columns covered by a merged cell are empty. */
function drawTable(table: Table, norm: NormDocument): string {
  if (isForm(table)) return drawForm(table, norm)
  const headRows = table.headRows || Number(isHead(table.rows[0], norm))
  if (headRows === 0) return drawHeadless(table, norm)
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const columns = Array.from({ length: table.columns }, () => '')
  const rows = table.rows.map((cells, index) => {
    const drawn = [...columns]
    for (const cell of cells) {
      const words = drawLine(cell, norm)
      drawn[cell.column] = index > 0 && index < headRows ? strong(words) : words
    }
    return row(drawn)
  })
  return [...rows.slice(0, 1), row(columns.map(() => '---')), ...rows.slice(1)].join('\n')
}

/** HTML table elements around cells in Markdown: the words remain even if a renderer drops HTML. */
function drawHeadless({ rows }: Table, norm: NormDocument): string {
  const cell = (each: TableCell) => {
    const { columns, rows } = each
    const spans = (columns > 1 ? ` colspan="${columns}"` : '') + (rows > 1 ? ` rowspan="${rows}"` : '')
    const words = drawCell(each, norm)
    // An empty line ends the HTML; the next tag resumes it.
    return words === '' ? `<td${spans}></td>` : `<td${spans}>\n\n${words}\n</td>`
  }
  return ['<table>', ...rows.map((cells) => `<tr>${cells.map(cell).join('')}</tr>`), '</table>'].join('\n')
}

/** The words of a cell, its lists as lists. */
function drawCell(cell: TableCell, norm: NormDocument): string {
  return drawBlocks(layOutCell(norm.text, cell) ?? [lineOf(cell)], norm).join('\n\n')
}

/** True for a row in bold: the unmarked head of a table. */
function isHead(row: TableRow = [], norm: NormDocument): boolean {
  const isBold = ({ start, end }: Span) =>
    norm.runs.some((run) => run.start <= start && run.end >= end && run.spans.some(({ kind }) => kind === 'bold'))
  const filled = row.map((cell) => trimmed(norm.text, cell)).filter(({ start, end }) => start < end)
  return filled.length > 1 && filled.every(isBold)
}

/** A form with a frame is a quotation; otherwise its rows are paragraphs. */
function drawForm({ rows, headRows, frame }: Table, norm: NormDocument): string {
  const drawn = rows.flat().flatMap((cell, index) => {
    if (index < headRows) return [strong(drawLine(cell, norm))]
    return drawCell(cell, norm)
  })
  const words = drawn.filter(Boolean).join('\n\n')
  return frame === 'none' ? words : words.replace(/^/gm, '> ').replace(/ +$/gm, '')
}

/** A span without the white space at its ends. */
function trimmed(text: string, { start, end }: Span): Span {
  const words = text.slice(start, end)
  const from = start + words.length - words.trimStart().length
  return { start: from, end: from + words.trim().length }
}

const strong = (words: string) => emphasised('bold', words, { before: '', after: '' })

const lineOf = ({ start, end }: TableCell): Block => ({ kind: 'line', start, end, from: start })

/** An address for use between angle brackets. */
const address = (url: string) => url.replace(/[<>\s\p{Cc}]/gu, encodeURIComponent)

const link = (url: string | null) => (isAddress(url) ? `<${address(url)}>` : escapedMarkdown(url ?? ''))

/**
 * A norm as Markdown (CommonMark, tables as GitHub has them). The wording is never taken for markup: list items keep
 * their own marks, since a renderer numbers its lists anew.
 */
import type { Block, Marked, Table } from '../layout/blocks.ts'
import type { Span } from '../layout/span.ts'
import type { LawHead, NormOfLaw } from './law-document.ts'
import { document, isAddress, lawName, type NormDocument, placeOf, sourceOf, wordsOf } from './norm-document.ts'

export function normMarkdown(norm: NormDocument): string {
  return document([
    `# ${escapedMarkdown(norm.title)}`,
    placeOf(norm).map(escapedMarkdown).join(' › '),
    ...content(norm, '## Footnotes'),
    '---',
    link(norm.page),
    escapedMarkdown(sourceOf(norm)),
  ])
}

/** The beginning of a law: its title, its official page, and of when it is. */
export function lawMarkdown(law: LawHead): string {
  return document([`# ${escapedMarkdown(lawName(law))}`, link(law.page), escapedMarkdown(sourceOf(law))])
}

/** A norm within its law: the headings that begin there, and its own, which is a link to its official page. */
export function normOfLawMarkdown({ headings, depth, norm }: NormOfLaw): string {
  const title = escapedMarkdown(norm.title)
  return document([
    ...headings.map(({ level, text }) => `${sign(level)} ${escapedMarkdown(text)}`),
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
  const own = escapedMarkdown(norm.text.slice(mark.start, mark.end))
  const begins = first?.kind === 'line' ? drawLine(first, norm, first.from) : ''
  const inner = drawBlocks(first?.kind === 'line' ? rest : blocks, norm)
  return [`${own} ${begins}`.trimEnd(), ...inner].join('\n\n')
}

/** The lines of an item behind its first one stand under its text. */
const indented = (text: string) => text.replace(/\n(?=[^\n])/g, '\n  ')

function drawLine(span: Span, norm: NormDocument, from = span.start): string {
  return escapedMarkdown(wordsOf(norm, span, from)).trim()
}

/** No row is the head: the text does not say which is one. */
function drawTable({ columns, rows }: Table, norm: NormDocument): string {
  const row = (cells: readonly string[]) =>
    `| ${Array.from({ length: columns }, (_, index) => cells[index] ?? '').join(' | ')} |`
  const body = rows.map((cells) => row(cells.map((cell) => drawLine(cell, norm))))
  return [row([]), row(Array.from({ length: columns }, () => '---')), ...body].join('\n')
}

/** Text that is read as it stands: what could be markup is escaped. */
export function escapedMarkdown(text: string): string {
  return text
    .replace(/[\\`*_[\]<>&|~]/g, '\\$&')
    .replace(/\r/g, ' ')
    .replace(/^(\s*)([#+\-=])/, '$1\\$2')
    .replace(/(?<!\\)#(?=#*\s*$)/g, '\\#')
    .replace(/^(\s*\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}

/** An address as it stands between angle brackets. */
const address = (url: string) => url.replace(/[<>\s\p{Cc}]/gu, encodeURIComponent)

const link = (url: string | null) => (isAddress(url) ? `<${address(url)}>` : escapedMarkdown(url ?? ''))

/** Puts the pages of a PDF together: without page numbers and repeated heads, words that a line end divides made whole. */
import { DocumentText, type ReadDocument } from './document.ts'
import type { PdfLine, PdfPage } from './pdf-lines.ts'

/** Lines at either end of a page that may be its head or foot. */
const MOST_LINES_OF_HEAD = 3
const PAGE_NUMBER = /^[-–—]?\s*(?:(?:Seite|S\.|Blatt|Page)\s*)?\d{1,4}(?:\s*(?:\/|von|of)\s*\d{1,4})?\s*[-–—]?$/i
const DIVIDED = /\p{L}[-\u2010]$/u
/** `Bundes-` goes on in another word after these. */
const CONJUNCTION = /^(?:und|oder|bzw|sowie|bis|als|noch|wie)\b/
const LOWER_CASE = /^\p{Ll}/u
const LETTER_OR_DIGIT = /^[\p{L}\d]/u

interface PlacedLine extends PdfLine {
  page: number
  line: number
}

/** @param pages of which none may have lines, as those of a scan */
export function pdfText(pages: readonly PdfPage[]): ReadDocument {
  const lines = withoutRepetitions(pages.map((page, index) => placed(page, index + 1)))
  const out = new DocumentText()
  for (const [index, { text, page, line }] of lines.entries()) {
    const next = lines[index + 1]
    out.add(next === undefined ? text : withLineEnd(text, next), { page, line })
  }
  const empty = pages.flatMap((page, index) => (page.length === 0 ? [index + 1] : []))
  return out.read(empty.length > 0 ? [`no text on ${empty.length === 1 ? 'page' : 'pages'} ${empty.join(', ')}`] : [])
}

const placed = (page: PdfPage, number: number): PlacedLine[] =>
  page.map((line, index) => ({ ...line, page: number, line: index + 1 }))

/** The line and what parts it from the next: nothing where a word goes on there. */
function withLineEnd(text: string, next: PdfLine): string {
  const isDivided = DIVIDED.test(text) && LETTER_OR_DIGIT.test(next.text) && !CONJUNCTION.test(next.text)
  if (isDivided) return LOWER_CASE.test(next.text) ? text.slice(0, -1) : text
  return `${text}${next.beginsBlock ? '\n\n' : '\n'}`
}

/**
 * Leaves out page numbers, and heads and feet that several pages share, so that sentences go on over the end of a page.
 * The first head and the last foot stay.
 */
function withoutRepetitions(pages: PlacedLine[][]): PlacedLine[] {
  const left = pages.map((page) => page.slice())
  for (let round = 0; round < MOST_LINES_OF_HEAD; round++) {
    dropPageNumbers(left)
    dropRepeated(left, 0, (page) => page.shift())
    dropRepeated(left.toReversed(), -1, (page) => page.pop())
  }
  return left.flat()
}

function dropPageNumbers(pages: PlacedLine[][]): void {
  for (const page of pages) {
    if (PAGE_NUMBER.test(page[0]?.text ?? '')) page.shift()
    if (PAGE_NUMBER.test(page.at(-1)?.text ?? '')) page.pop()
  }
}

/** Numbers aside, the line is the same on the page before. */
function dropRepeated(pages: PlacedLine[][], at: 0 | -1, drop: (page: PlacedLine[]) => void): void {
  const keys = pages.map((page) => page.at(at)?.text.replace(/\d+/g, '#'))
  const seen = new Set<string>()
  for (const [index, page] of pages.entries()) {
    const key = keys[index]
    if (key === undefined) continue
    if (seen.has(key)) drop(page)
    seen.add(key)
  }
}

/** Reads PDF with the program `pdftotext` of Poppler. */

import { say } from '../../i18n/texts.ts'
import { toSuperscriptDigits } from '../../util/superscripts.ts'
import { DocumentText, plainCharacters, type ReadDocument, UnreadableDocument } from './document.ts'
import { readXml } from './xml-events.ts'

const MOST_OUTPUT = 512 * 1024 * 1024
const LONGEST_TIME = 120_000
const HOW_TO_GET = say`reading PDF requires the program pdftotext, which is not installed (Debian, Ubuntu: apt install poppler-utils; macOS: brew install poppler; Windows: winget install oschwartz10612.Poppler)`

/** @throws UnreadableDocument if it is damaged, encrypted or has no text, or if pdftotext is not installed */
export async function readPdf(bytes: Buffer): Promise<ReadDocument> {
  const pages = pdfPages(await layoutOf(bytes))
  if (pages.every((page) => page.length === 0)) {
    throw new UnreadableDocument(say`it has no text, only images of pages; run OCR on it first (ocrmypdf)`)
  }
  return pdfText(pages)
}

async function layoutOf(bytes: Buffer): Promise<string> {
  const { execa } = await import('execa')
  const result = await execa('pdftotext', ['-q', '-bbox-layout', '-enc', 'UTF-8', '-', '-'], {
    input: bytes,
    reject: false,
    maxBuffer: MOST_OUTPUT,
    timeout: LONGEST_TIME,
  })
  if (result.code === 'ENOENT') throw new UnreadableDocument(HOW_TO_GET)
  if (result.timedOut)
    throw new UnreadableDocument(say`pdftotext took longer than ${LONGEST_TIME / 1000} seconds for it`)
  if (result.isMaxBuffer) throw new UnreadableDocument(say`its text is larger than ${MOST_OUTPUT} bytes`)
  if (/password/i.test(result.stderr)) throw new UnreadableDocument(say`it is encrypted; save it without a password`)
  if (result.exitCode === 99) throw new UnreadableDocument(say`pdftotext does not know -bbox-layout: ${HOW_TO_GET}`)
  if (result.failed)
    throw new UnreadableDocument(say`it is damaged, or not a PDF: pdftotext ended with ${ended(result)}`)
  return result.stdout
}

const ended = ({ exitCode, signal }: { exitCode?: number | undefined; signal?: string | undefined }) =>
  exitCode === undefined ? (signal ?? say`an error`) : say`exit code ${exitCode}`

export interface PdfLine {
  text: string
  /** True if it is the first line of a paragraph, column or cell. */
  beginsBlock: boolean
  /** True if its words go up or down, as on a page scanned askew. */
  isAskew?: boolean
}

/** Distances of lines within a paragraph, relative to the usual one on the page. */
const DISTANCE = { least: 0.5, most: 1.3 }

/** Lines in reading order. */
export type PdfPage = PdfLine[]

interface Word {
  text: string
  xMin: number
  xMax: number
  yMin: number
  yMax: number
}

/** Relative to the height of a line: minimum gap between words; raised words are smaller and end higher. */
const SMALLEST_GAP = 0.11
const RAISED = { height: 0.8, bottom: 0.15 }

/**
 * Reads the lines of pages from the boxes of `pdftotext -bbox-layout`.
 * @throws UnreadableDocument if the output of pdftotext is not well-formed
 */
export function pdfPages(xhtml: string): PdfPage[] {
  const pages: Word[][][] = []
  let words: Word[] = []
  let word: Word | undefined
  let turn = 0
  // pdftotext copies control characters of damaged fonts, which XML forbids.
  const xml = xhtml.replace(/^<!DOCTYPE[^>]*>/, '').replace(/[^\t\n\r -\ufffd]|&#x?0*(?:[0-8]|1[0-9a-f]);/g, ' ')
  readXml(xml.slice(Math.max(0, xml.indexOf('<html'))), 'text', {
    open(name, attributes) {
      if (name === 'page') pages.push([])
      else if (name === 'line') words = []
      else if (name === 'word') word = wordOf(attributes)
    },
    close(name) {
      if (name === 'word' && word !== undefined) words.push(word)
      if (name === 'word') word = undefined
      if (name !== 'line') return
      turn = turnOf(words) ?? turn
      if (words.length > 0) pages.at(-1)?.push(words.map((each) => uprightBox(each, turn)))
    },
    text(text) {
      if (word !== undefined) word.text += text
    },
  })
  return pages.map((lines) => pageOf(joinStretched(lines).filter((line) => lineText(line).trim() !== '')))
}

/** Marks paragraphs by the distances of lines. pdftotext makes widely spaced lines single blocks. */
function pageOf(lines: readonly Word[][]): PdfPage {
  const tops = lines.map((line) => Math.min(...line.map(({ yMin }) => yMin)))
  const distances = tops.map((top, index) => top - (tops[index - 1] ?? Number.NEGATIVE_INFINITY))
  const sorted = distances.filter((distance) => distance > 0 && Number.isFinite(distance)).sort((a, b) => a - b)
  const usual = sorted[sorted.length >> 1] ?? 0
  return lines.map((line, index) => {
    const distance = distances[index] ?? 0
    return {
      text: lineText(line),
      ...(isAskew(line) && { isAskew: true }),
      beginsBlock: !(distance >= DISTANCE.least * usual && distance <= DISTANCE.most * usual),
    }
  })
}

function wordOf(box: Record<string, string>): Word {
  const [xMin = 0, xMax = 0, yMin = 0, yMax = 0] = ['xMin', 'xMax', 'yMin', 'yMax'].map((name) => Number(box[name]))
  return { text: '', xMin, xMax, yMin, yMax }
}

/** Gaps of a stretched line: maximum difference, and maximum width relative to its height. */
const STRETCHED = { difference: 0.1, widest: 8, fewestPieces: 4 }

/** Joins lines stretched to the margin: pdftotext takes their words for columns, but the gaps between them are equal. */
function joinStretched(lines: readonly Word[][]): Word[][] {
  const rows = Map.groupBy(lines, ([first]) => Math.round(first?.yMax ?? 0))
  const joined = new Map<Word[], Word[]>()
  const keep = ([first, ...rest]: Word[][]) => {
    if (first === undefined || rest.length < STRETCHED.fewestPieces - 1) return false
    for (const line of rest) joined.set(line, [])
    joined.set(first, [...first, ...rest.flat()])
    return true
  }
  for (const row of rows.values()) {
    let run: Word[][] = []
    for (const line of row.sort(([a], [b]) => (a?.xMin ?? 0) - (b?.xMin ?? 0))) {
      if (isEven([...run, line].flat())) run.push(line)
      else run = keep(run) || !isEven([...run.slice(-1), line].flat()) ? [line] : [...run.slice(-1), line]
    }
    keep(run)
  }
  return lines.map((line) => joined.get(line) ?? line).filter(({ length }) => length > 0)
}

function isEven(words: readonly Word[]): boolean {
  const gaps = words.slice(1).map(({ xMin }, index) => xMin - (words[index]?.xMax ?? 0))
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
  const height = (words[0]?.yMax ?? 0) - (words[0]?.yMin ?? 0)
  return gaps.every((gap) => Math.abs(gap - mean) <= STRETCHED.difference * mean && gap < STRETCHED.widest * height)
}

/** The steepest line that pdftotext keeps in one piece: 1.1°. */
const STEEPEST = 0.02

function isAskew(words: readonly Word[]): boolean {
  const [first, last] = [words[0], words.at(-1)]
  if (first === undefined || last === undefined) return false
  return Math.abs(last.yMax - first.yMax) > STEEPEST * Math.abs(last.xMin - first.xMin)
}

/** Returns the rotation of a line, in quarters, counterclockwise, from its first and last words; `undefined` for a single word. */
function turnOf(words: readonly Word[]): number | undefined {
  const [first, last] = [words[0], words.at(-1)]
  if (first === undefined || last === undefined || first === last) return undefined
  const [right, down] = [last.xMin - first.xMin, last.yMin - first.yMin]
  if (Math.abs(right) >= Math.abs(down)) return right >= 0 ? 0 : 2
  return down < 0 ? 1 : 3
}

/** The box of a word with its line rotated to run from left to right. */
function uprightBox(word: Word, turn: number): Word {
  if (turn === 0) return word
  const { text, xMin, xMax, yMin, yMax } = word
  return uprightBox({ text, xMin: -yMax, xMax: -yMin, yMin: xMin, yMax: xMax }, turn - 1)
}

function lineText(words: readonly Word[]): string {
  const height = Math.max(0, ...words.map(({ yMin, yMax }) => yMax - yMin))
  const bottom = Math.max(...words.map(({ yMax }) => yMax))
  let text = ''
  let end = Number.NEGATIVE_INFINITY
  for (const word of words) {
    const isRaised = word.yMax - word.yMin < RAISED.height * height && word.yMax < bottom - RAISED.bottom * height
    const touches = Math.abs(word.xMin - end) < SMALLEST_GAP * height
    const plain = plainCharacters(word.text)
    text += (text === '' || touches ? '' : ' ') + (isRaised ? toSuperscriptDigits(plain) : plain)
    end = word.xMax
  }
  return text
}

/** Maximum number of lines of a page header or footer. */
const MOST_HEADER_LINES = 3
const PAGE_NUMBER = /^[-–—]?\s*(?:(?:Seite|S\.|Blatt|Page)\s*)?\d{1,4}(?:\s*(?:\/|von|of)\s*\d{1,4})?\s*[-–—]?$/i
const DIVIDED = /\p{L}[-\u2010]$/u
/** Words after a suspended hyphen: `Bundes-` and then `und`. */
const CONJUNCTION = /^(?:und|oder|bzw|sowie|bis|als|noch|wie)\b/
const LOWER_CASE = /^\p{Ll}/u
const LETTER_OR_DIGIT = /^[\p{L}\d]/u

interface PlacedLine extends PdfLine {
  page: number
  line: number
}

/** Joins pages: drops page numbers and repeated headers and footers, and joins words divided at a line end. */
export function pdfText(pages: readonly PdfPage[]): ReadDocument {
  const lines = withoutRepetitions(
    pages.map((page, index) => page.map((each, line) => ({ ...each, page: index + 1, line: line + 1 }))),
  )
  const out = new DocumentText()
  for (const [index, { text, page, line }] of lines.entries()) {
    const next = lines[index + 1]
    out.add(next === undefined ? text : withLineEnd(text, next), { page, line })
  }
  const noteOn = (what: string, isMeant: (page: PdfPage) => boolean) => {
    const meant = pages.flatMap((page, index) => (isMeant(page) ? [index + 1] : []))
    return meant.length === 0 ? [] : [`${what} on ${meant.length === 1 ? 'page' : 'pages'} ${meant.join(', ')}`]
  }
  return out.finish([
    ...noteOn('no text', (page) => page.length === 0),
    ...noteOn('askew text, in which words may be mixed up,', (page) => {
      const lines = page.filter(({ text }) => text.includes(' '))
      return 2 * lines.filter(({ isAskew }) => isAskew).length > lines.length
    }),
  ])
}

/** Returns the line with its separator, without one if a word continues on the next line. */
function withLineEnd(text: string, next: PdfLine): string {
  const isDivided = DIVIDED.test(text) && LETTER_OR_DIGIT.test(next.text) && !CONJUNCTION.test(next.text)
  if (isDivided) return LOWER_CASE.test(next.text) ? text.slice(0, -1) : text
  return `${text}${next.beginsBlock ? '\n\n' : '\n'}`
}

/**
 * Drops page numbers, and headers and footers shared by several pages, so that sentences continue across pages. The first
 * header and the last footer stay.
 */
function withoutRepetitions(pages: PlacedLine[][]): PlacedLine[] {
  const left = pages.map((page) => page.slice())
  for (let round = 0; round < MOST_HEADER_LINES; round++) {
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

/** Drops lines that equal the previous page's, ignoring numbers. */
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

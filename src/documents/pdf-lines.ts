/** Lines of the pages of a PDF, from the boxes that `pdftotext -bbox-layout` gives. */
import { raised } from '../plain-text/raised.ts'
import { plainCharacters } from './characters.ts'
import { readXml } from './xml-events.ts'

export interface PdfLine {
  text: string
  /** True if it is the first line of a paragraph, column or cell. */
  beginsBlock: boolean
}

/** Shares of the usual distance of two lines of a page: what is nearer or farther does not go on the same paragraph. */
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

/** Shares of the height of a line: a smaller gap parts no words, a smaller word that ends higher is raised. */
const SMALLEST_GAP = 0.11
const RAISED = { height: 0.8, bottom: 0.15 }

/** @throws UnreadableDocument where the answer of pdftotext is not well-formed */
export function pdfPages(xhtml: string): PdfPage[] {
  const pages: { text: string; top: number }[][] = []
  let words: Word[] = []
  let word: Word | undefined
  let top = 0
  // Control characters of a damaged font are passed on, and are none of XML's.
  const xml = xhtml.replace(/^<!DOCTYPE[^>]*>/, '').replace(/[^\t\n\r -\ufffd]|&#x?0*(?:[0-8]|1[0-9a-f]);/g, ' ')
  readXml(xml.slice(Math.max(0, xml.indexOf('<html'))), 'text', {
    open(name, attributes) {
      if (name === 'page') pages.push([])
      else if (name === 'line') [words, top] = [[], Number(attributes.yMin)]
      else if (name === 'word') word = wordOf(attributes)
    },
    close(name) {
      if (name === 'word' && word !== undefined) words.push(word)
      if (name === 'word') word = undefined
      if (name !== 'line') return
      const text = lineText(words)
      if (text.trim() !== '') pages.at(-1)?.push({ text, top })
    },
    text(text) {
      if (word !== undefined) word.text += text
    },
  })
  return pages.map(withBlocks)
}

/** Tells paragraphs by the distances of lines: the blocks of pdftotext are single lines where these stand far apart. */
function withBlocks(lines: readonly { text: string; top: number }[]): PdfPage {
  const distances = lines.map(({ top }, index) => top - (lines[index - 1]?.top ?? Number.NEGATIVE_INFINITY))
  const sorted = distances.filter((distance) => distance > 0 && Number.isFinite(distance)).sort((a, b) => a - b)
  const usual = sorted[sorted.length >> 1] ?? 0
  return lines.map(({ text }, index) => {
    const distance = distances[index] ?? 0
    return { text, beginsBlock: !(distance >= DISTANCE.least * usual && distance <= DISTANCE.most * usual) }
  })
}

function wordOf(box: Record<string, string>): Word {
  const [xMin = 0, xMax = 0, yMin = 0, yMax = 0] = ['xMin', 'xMax', 'yMin', 'yMax'].map((name) => Number(box[name]))
  return { text: '', xMin, xMax, yMin, yMax }
}

function lineText(words: readonly Word[]): string {
  const height = Math.max(0, ...words.map(({ yMin, yMax }) => yMax - yMin))
  const bottom = Math.max(0, ...words.map(({ yMax }) => yMax))
  let text = ''
  let end = Number.NEGATIVE_INFINITY
  for (const word of words) {
    const isRaised = word.yMax - word.yMin < RAISED.height * height && word.yMax < bottom - RAISED.bottom * height
    const touches = Math.abs(word.xMin - end) < SMALLEST_GAP * height
    const plain = plainCharacters(word.text)
    text += (text === '' || touches ? '' : ' ') + (isRaised ? raised(plain) : plain)
    end = word.xMax
  }
  return text
}

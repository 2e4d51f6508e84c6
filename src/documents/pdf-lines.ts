/** Lines of the pages of a PDF, from the boxes that `pdftotext -bbox-layout` gives. */
import { plainCharacters, raised } from './characters.ts'
import { readXml } from './xml-events.ts'

export interface PdfLine {
  text: string
  /** True if it is the first line of a block, as paragraphs, columns and cells are. */
  beginsBlock: boolean
}

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
const SMALLEST_GAP = 0.06
const RAISED = { height: 0.8, bottom: 0.15 }

/** @throws UnreadableDocument where the answer of pdftotext is not well-formed */
export function pdfPages(xhtml: string): PdfPage[] {
  const pages: PdfPage[] = []
  let words: Word[] = []
  let word: Word | undefined
  let beginsBlock = true
  // Control characters of a damaged font are passed on, and are none of XML's.
  const xml = xhtml.replace(/^<!DOCTYPE[^>]*>/, '').replace(/[^\t\n\r -\ufffd]|&#x?0*(?:[0-8]|1[0-9a-f]);/g, ' ')
  readXml(xml.slice(Math.max(0, xml.indexOf('<html'))), 'text', {
    open(name, attributes) {
      if (name === 'page') pages.push([])
      else if (name === 'block') beginsBlock = true
      else if (name === 'line') words = []
      else if (name === 'word') word = wordOf(attributes)
    },
    close(name) {
      if (name === 'word' && word !== undefined) words.push(word)
      if (name === 'word') word = undefined
      if (name !== 'line') return
      const text = lineText(words)
      if (text.trim() === '') return
      pages.at(-1)?.push({ text, beginsBlock })
      beginsBlock = false
    },
    text(text) {
      if (word !== undefined) word.text += text
    },
  })
  return pages
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

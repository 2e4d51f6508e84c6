/** The elements of Markdown: CommonMark with the tables and footnotes of GitHub. */
import { parse, postprocess, preprocess } from 'micromark'
import { gfmFootnote } from 'micromark-extension-gfm-footnote'
import { gfmTable } from 'micromark-extension-gfm-table'
import { type PlainText, PlainTextBuilder } from '../read-text/plain-text.ts'
import type { Element, Stretch } from './elements.ts'
import { elementsOfHtml } from './html-elements.ts'

const KEPT = new Set('link autolink image codeText codeFenced codeIndented definition'.split(' '))
/** Number of characters of a mark on each side. */
const MARKS: Readonly<Record<string, number>> = { emphasisText: 1, strongText: 2 }
const READ = new Set(['gfmFootnoteCall', 'htmlFlow', 'htmlText', ...Object.keys(MARKS)])
const FRONT_MATTER = /^---[ \t]*\r?\n[\s\S]*?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/

export interface MarkdownElements {
  elements: Element[]
  /** HTML blocks, where links are in HTML form. */
  html: Stretch[]
}

/** Returns the elements of a document. Its front matter, which is YAML, is kept. */
export function elementsOfMarkdown(source: string): MarkdownElements {
  const front = FRONT_MATTER.exec(source)?.[0] ?? ''
  const short = shortened(blank(front) + source.slice(front.length))
  const elements: Element[] = []
  const html: Stretch[] = []
  /** The source with everything but HTML tags blank. */
  let tags = ''
  if (front !== '') elements.push({ ...{ start: 0, from: 0 }, to: front.length, end: front.length, effect: 'keep' })
  let kept = 0
  for (const [kind, { type, ...token }] of eventsOf(short.text)) {
    const isKept = KEPT.has(type)
    if (isKept) kept += kind === 'enter' ? 1 : -1
    // Kept content is ignored.
    if (kind === 'exit' || kept > Number(isKept) || !(isKept || READ.has(type))) continue
    const [start, end] = [short.sourceStart(token.start.offset), short.sourceEnd(token.end.offset)]
    const marks = MARKS[type]
    if (isKept) elements.push({ start, from: start, to: end, end, effect: 'keep' })
    else if (type === 'gfmFootnoteCall') elements.push({ start, from: start, to: end, end, effect: 'part' })
    else if (marks !== undefined) elements.push({ start: start - marks, from: start, to: end, end: end + marks })
    else {
      tags += blank(source.slice(tags.length, start)) + source.slice(start, end)
      if (type === 'htmlFlow') html.push({ start, end })
    }
  }
  return { elements: [...elements, ...elementsOfHtml(tags)], html }
}

/** Number of characters parsed at once: parsing takes quadratic time. */
const PIECE = 3000
/** Code and HTML that empty lines do not end. */
const LONG_BLOCK = /`{3}|~{3}|<(?:[!?]|script|pre|style|textarea)/i

/** The events of a parser that receives the document in pieces, each beginning with a top-level paragraph or heading. */
function* eventsOf(text: string) {
  const parser = parse({ extensions: [gfmTable(), gfmFootnote()] })
  const unsafe = LONG_BLOCK.exec(text)?.index ?? text.length
  const beginning = /\n[ \t\r]*\n(?=[A-Za-zÀ-ž#])/g
  const blocks = []
  for (let start = 0; start < text.length; ) {
    beginning.lastIndex = start + PIECE
    const found = beginning.exec(text)
    const end = found === null || found.index > unsafe ? text.length : beginning.lastIndex
    // Number lines separately.
    const tokenizer = parser.document({ line: start + 1, column: 1, offset: start })
    blocks.push(tokenizer.write(preprocess()(text.slice(start, end), undefined, true)))
    start = end
  }
  // Whether brackets in a block are a link depends on the definitions in all blocks.
  for (const events of blocks) yield* postprocess(events)
}

const PARAGRAPH_END = /\n[ \t\r]*\n|$/g
/** Marks of links, HTML and references, in which words matter. */
const WITH_NAMES = /[[\]<&]/
/** Words of a line from the first letter to the last, without possible markup characters. */
const WORDS = /[A-Za-zÀ-ÖØ-öø-ž][^\n\r\t\\`*_~|#>!]*[A-Za-zÀ-ÖØ-öø-ž]/g

/** A source with one letter for all words of a line: words do not affect the markup, but take long to parse. */
function shortened(source: string): PlainText {
  const short = new PlainTextBuilder(source)
  let at = 0
  for (const { index: end } of source.matchAll(PARAGRAPH_END)) {
    const start = at
    const paragraph = source.slice(start, end)
    for (const { 0: words, index } of WITH_NAMES.test(paragraph) ? [] : paragraph.matchAll(WORDS)) {
      short.copy(at, start + index)
      at = start + index + words.length
      short.replace('x', start + index, at)
    }
    short.copy(at, end)
    at = end
  }
  return short
}

const blank = (text: string) => text.replace(/[^\n]/g, ' ')

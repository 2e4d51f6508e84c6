/** Reads HTML and XML: documents, and markup and character references within Markdown. */
import { DecodingMode, HtmlEntityDecoder } from 'entities/decode'
import { BLOCK_QUOTATION } from '../util/block-quotation.ts'
import { nextMatch, PlainTextBuilder } from './plain-text.ts'

const LINE_BREAK = /[\r\n\u2028\u2029]/

/**
 * Removes the markup. As in a browser, line breaks of the source are spaces, and block elements end lines.
 * @param isXml true for XML: names of elements may have prefixes, and every element contains text
 */
export function plainTextOfHtml(source: string, isXml = false): PlainTextBuilder {
  const out = new PlainTextBuilder(source)
  const markup = new HtmlMarkup(source, out, isXml)
  // The builder takes parts in order, and `markup` adds its own: copy the text before it first.
  const special = /[<&\r\n\u2028\u2029]/g
  let copied = 0
  for (let match = special.exec(source); match !== null; match = special.exec(source)) {
    const at = match.index
    out.copy(copied, at)
    copied = at
    if (LINE_BREAK.test(match[0])) {
      out.replace(' ', at, at + 1)
      copied = at + 1
    } else {
      copied = markup.read(at)
    }
    special.lastIndex = Math.max(copied, at + 1)
  }
  out.copy(copied, source.length)
  return out
}

/** Marks before and after the content of a table, and at the beginning of rows and cells. */
const TABLE_MARKS: Record<string, string> = { table: '|||', tr: '||', td: '|', th: '|' }
/** Elements within a line; all others end it. */
const INLINE = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q rp rt ruby s samp ' +
    'script small span strike strong style sub sup template time tt u var wbr'
  ).split(' '),
)
/** Elements whose content is not text. */
const SKIPPED = ['script', 'style', 'template', 'head']
/** XML elements within a line: those of Akoma Ntoso (LegalDocML), besides those of HTML. */
const INLINE_IN_XML = new Set([
  ...INLINE,
  ...(
    'affecteddocument authorialnote concept courttype date def docdate docket docketnumber docnumber doctitle doctype ' +
    'entity eol fillin inline judge lawyer location mod mmod mref organization party person quotedtext quantity ref ' +
    'rmod role rref shorttitle term'
  ).split(' '),
])
const AMPERSAND = 0x26
const LESS_THAN = 0x3c
const NAME = /<(\/?)([a-zA-Z][^\s/<>]{0,63})/y
/** Maximum length of a superscript without letters that marks a footnote. */
const LONGEST_MARK = 200

export class HtmlMarkup {
  readonly #source: string
  readonly #out: PlainTextBuilder
  readonly #next: Record<'>' | '"' | "'" | '-->' | 'sup', (offset: number) => number>
  readonly #endOf: ReadonlyMap<string, (offset: number) => number>
  readonly #isXml: boolean
  /** True after an unclosed quotation mark of an attribute: all others are then ignored. */
  #quotesAreBroken = false

  constructor(source: string, out: PlainTextBuilder, isXml = false) {
    const next = (pattern: RegExp) => nextMatch(source, pattern)
    this.#source = source
    this.#out = out
    this.#isXml = isXml
    this.#next = {
      '>': next(/>/g),
      '"': next(/"/g),
      "'": next(/'/g),
      '-->': next(/-->/g),
      sup: next(/<\/sup\b/gi),
    }
    this.#endOf = new Map(
      SKIPPED.map((name) => [name, next(name === 'head' ? /<(?:\/head|body)\b/gi : new RegExp(`</${name}\\b`, 'gi'))]),
    )
  }

  /**
   * Reads the markup at `at` and adds its text to the plain text.
   * @returns the offset after it; `at` without markup, or if it is unclosed
   */
  read(at: number): number {
    const code = this.#source.charCodeAt(at)
    if (code === LESS_THAN) return this.#readTag(at)
    const reference = code === AMPERSAND ? readReference(this.#source, at) : undefined
    if (reference === undefined) return at
    this.#out.replace(reference.text, at, reference.end)
    return reference.end
  }

  #readTag(at: number): number {
    if (this.#source.startsWith('<!--', at)) return this.#skipTo('-->', at + 4) ?? at
    if (this.#source.startsWith('<![CDATA[', at)) return at + '<![CDATA['.length
    const next = this.#source[at + 1]
    if (next === '!' || next === '?') return this.#skipTo('>', at) ?? at
    NAME.lastIndex = at
    const [, closing, name = ''] = NAME.exec(this.#source) ?? []
    const end = name === '' ? undefined : this.#tagEnd(at)
    if (end === undefined) return at
    const element = (this.#isXml ? name.slice(name.indexOf(':') + 1) : name).toLowerCase()
    if (element === 'sup' || element === 'sub') return this.#readRaised(element, closing === '', at, end)
    const isQuotation = element === 'blockquote'
    if (isQuotation && closing !== '') this.#out.replace(BLOCK_QUOTATION.close, at, at)
    if (!(this.#isXml ? INLINE_IN_XML : INLINE).has(element) && !/[:@]/.test(element)) this.#out.endLine(at)
    if (isQuotation && closing === '') this.#out.replace(BLOCK_QUOTATION.open, at, at)
    // Browsers show these marks, too (CSS `quotes`).
    if (element === 'q') this.#out.replace(closing === '' ? '„' : '“', at, end)
    if (element === 'table' || closing === '') this.#out.replace(TABLE_MARKS[element] ?? '', at, at)
    const content = closing === '' && !this.#isXml ? (this.#endOf.get(element)?.(end) ?? -1) : -1
    return content < 0 ? end : content
  }

  /** Separates a superscript or subscript from the word before it, and omits the mark of a footnote. */
  #readRaised(element: string, opens: boolean, at: number, end: number): number {
    const close = element === 'sup' && opens ? this.#next.sup(end) : -1
    const isShort = close >= 0 && close - end <= LONGEST_MARK
    if (isShort && !/§|\p{L}{2}/u.test(this.#source.slice(end, close).replace(/<[^<>]*>|&[a-z]+;/gi, ''))) return close
    this.#out.replace(' ', at, end)
    return end
  }

  /**
   * Returns the offset after the tag at `at`; `undefined` if another one begins before it ends. A quoted `>` does not
   * end it.
   */
  #tagEnd(at: number): number | undefined {
    for (let next = at + 1; next < this.#source.length; next++) {
      const character = this.#source[next]
      if (character === '>') return next + 1
      if (character === '<') return undefined
      if ((character !== '"' && character !== "'") || this.#quotesAreBroken) continue
      const close = this.#next[character](next + 1)
      if (close < 0) this.#quotesAreBroken = true
      else next = close
    }
    return undefined
  }

  #skipTo(end: '>' | '-->', at: number): number | undefined {
    const found = this.#next[end](at)
    return found < 0 ? undefined : found + end.length
  }
}

let decoded = ''
const decoder = new HtmlEntityDecoder((codePoint) => {
  decoded += String.fromCodePoint(codePoint)
})

/** Decodes the character reference at `at` (HTML, 13.2.5.72); `undefined` without one. */
function readReference(source: string, at: number): { text: string; end: number } | undefined {
  decoded = ''
  decoder.startEntity(DecodingMode.Legacy)
  const consumed = decoder.write(source, at + 1)
  const length = consumed < 0 ? decoder.end() : consumed
  return length > 0 ? { text: decoded, end: at + length } : undefined
}

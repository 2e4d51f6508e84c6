/** Reads the markup of HTML, wherever it stands: tags, comments, elements that hold no text, character references. */
import { nextPlace } from './next-place.ts'
import type { PlainTextBuilder } from './plain-text.ts'
import { readReference } from './references.ts'

/** Elements within a line; all others end it. */
const INLINE = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q rp rt ruby s samp ' +
    'script small span strike strong style sub sup template time tt u var wbr'
  ).split(' '),
)
/** Elements whose content is not for reading. */
const UNREAD = ['script', 'style', 'template', 'head']
const AMPERSAND = 0x26
const LESS_THAN = 0x3c
const NAME = /<(\/?)([a-zA-Z][^\s/<>]{0,63})/y
/** A superscript of so few characters, letters not among them, is the mark of a footnote. */
const LONGEST_MARK = 200

export class HtmlMarkup {
  readonly #source: string
  readonly #out: PlainTextBuilder
  readonly #next: Record<'>' | '"' | "'" | '-->' | 'sup', (offset: number) => number>
  readonly #endOf: ReadonlyMap<string, (offset: number) => number>
  /** Whether some quotation mark of an attribute was never closed; then they are not looked at any more. */
  #quotesAreBroken = false

  constructor(source: string, out: PlainTextBuilder) {
    const next = (pattern: RegExp) => nextPlace(source, pattern)
    this.#source = source
    this.#out = out
    this.#next = {
      '>': next(/>/g),
      '"': next(/"/g),
      "'": next(/'/g),
      '-->': next(/-->/g),
      sup: next(/<\/sup\b/gi),
    }
    this.#endOf = new Map(
      UNREAD.map((name) => [name, next(name === 'head' ? /<(?:\/head|body)\b/gi : new RegExp(`</${name}\\b`, 'gi'))]),
    )
  }

  /**
   * Reads the markup at `at` and puts what it stands for into the plain text.
   * @returns the offset behind it; `at` where there is no markup, or some that is never closed
   */
  read(at: number): number {
    const code = this.#source.charCodeAt(at)
    if (code === LESS_THAN) return this.#readTag(at)
    const reference = code === AMPERSAND ? readReference(this.#source, at) : undefined
    if (reference === undefined) return at
    this.#out.put(reference.text, at, reference.end)
    return reference.end
  }

  #readTag(at: number): number {
    if (this.#source.startsWith('<!--', at)) return this.#behind('-->', at + 4) ?? at
    if (this.#source.startsWith('<![CDATA[', at)) return at + '<![CDATA['.length
    const next = this.#source[at + 1]
    if (next === '!' || next === '?') return this.#behind('>', at) ?? at
    NAME.lastIndex = at
    const [, closing, name = ''] = NAME.exec(this.#source) ?? []
    const end = name === '' ? undefined : this.#tagEnd(at)
    if (end === undefined) return at
    const element = name.toLowerCase()
    if (element === 'sup' || element === 'sub') return this.#readRaised(element, closing === '', at, end)
    if (!INLINE.has(element) && !/[:@]/.test(element)) this.#out.endLine(at)
    const content = closing === '' ? (this.#endOf.get(element)?.(end) ?? -1) : -1
    return content < 0 ? end : content
  }

  /** A raised or lowered text is not part of the word before it; the mark of a footnote is left out. */
  #readRaised(element: string, opens: boolean, at: number, end: number): number {
    const close = element === 'sup' && opens ? this.#next.sup(end) : -1
    const isShort = close >= 0 && close - end <= LONGEST_MARK
    if (isShort && !/§|\p{L}{2}/u.test(this.#source.slice(end, close).replace(/<[^<>]*>|&[a-z]+;/gi, ''))) return close
    this.#out.put(' ', at, end)
    return end
  }

  /**
   * The offset behind the tag at `at`; `undefined` where another begins before it ends. What stands in quotation marks
   * does not end it.
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

  #behind(end: '>' | '-->', at: number): number | undefined {
    const found = this.#next[end](at)
    return found < 0 ? undefined : found + end.length
  }
}

/** Reads HTML: documents, and markup and character references within Markdown. */
import { nextMatch, type PlainText, PlainTextBuilder } from './plain-text.ts'

const LINE_BREAK = /[\r\n\u2028\u2029]/

/** Takes the markup away. Line breaks of the source are spaces, as in a browser; block elements end lines. */
export function plainTextOfHtml(source: string): PlainText {
  const out = new PlainTextBuilder(source)
  const markup = new HtmlMarkup(source, out)
  // Parts must be put in their order, and markup puts its own: so what stands before it is kept first.
  const special = /[<&\r\n\u2028\u2029]/g
  let kept = 0
  for (let match = special.exec(source); match !== null; match = special.exec(source)) {
    const at = match.index
    out.copy(kept, at)
    kept = at
    if (LINE_BREAK.test(match[0])) {
      out.replace(' ', at, at + 1)
      kept = at + 1
    } else {
      kept = markup.read(at)
    }
    special.lastIndex = Math.max(kept, at + 1)
  }
  out.copy(kept, source.length)
  return out
}

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
  /** True if some quotation mark of an attribute was never closed; then they are not looked at any more. */
  #quotesAreBroken = false

  constructor(source: string, out: PlainTextBuilder) {
    const next = (pattern: RegExp) => nextMatch(source, pattern)
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
   * @returns the offset after it; `at` if there is no markup, or some that is never closed
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
    const element = name.toLowerCase()
    if (element === 'sup' || element === 'sub') return this.#readRaised(element, closing === '', at, end)
    if (!INLINE.has(element) && !/[:@]/.test(element)) this.#out.endLine(at)
    const content = closing === '' ? (this.#endOf.get(element)?.(end) ?? -1) : -1
    return content < 0 ? end : content
  }

  /** Returns a raised or lowered text is not part of the word before it; the mark of a footnote is left out. */
  #readRaised(element: string, opens: boolean, at: number, end: number): number {
    const close = element === 'sup' && opens ? this.#next.sup(end) : -1
    const isShort = close >= 0 && close - end <= LONGEST_MARK
    if (isShort && !/§|\p{L}{2}/u.test(this.#source.slice(end, close).replace(/<[^<>]*>|&[a-z]+;/gi, ''))) return close
    this.#out.replace(' ', at, end)
    return end
  }

  /**
   * The offset after the tag at `at`; `undefined` if another begins before it ends. What stands in quotation marks
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

  #skipTo(end: '>' | '-->', at: number): number | undefined {
    const found = this.#next[end](at)
    return found < 0 ? undefined : found + end.length
  }
}

/** Names of the characters U+00A0 to U+00FF, in their order. They are also read without a semicolon (HTML, 13.5). */
const LATIN_1 = (
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro ' +
  'para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil ' +
  'Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave ' +
  'Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml ' +
  'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute ' +
  'thorn yuml'
).split(' ')

const WITHOUT_SEMICOLON = new Map<string, string>([
  ...LATIN_1.map((name, index): [string, string] => [name, String.fromCharCode(0xa0 + index)]),
  ...([
    ['amp', '&'],
    ['lt', '<'],
    ['gt', '>'],
    ['quot', '"'],
  ] as [string, string][]),
])

/** Others that texts about laws have: dashes, quotation marks, spaces, invisible characters. */
const WITH_SEMICOLON = new Map<string, string>(
  Object.entries({
    apos: "'",
    ndash: '–',
    mdash: '—',
    horbar: '―',
    hyphen: '‐',
    minus: '−',
    lsquo: '‘',
    rsquo: '’',
    sbquo: '‚',
    ldquo: '“',
    rdquo: '”',
    bdquo: '„',
    lsaquo: '‹',
    rsaquo: '›',
    hellip: '…',
    bull: '•',
    euro: '€',
    trade: '™',
    permil: '‰',
    dagger: '†',
    Dagger: '‡',
    prime: '′',
    Prime: '″',
    rarr: '→',
    larr: '←',
    Scaron: 'Š',
    scaron: 'š',
    OElig: 'Œ',
    oelig: 'œ',
    num: '#',
    ast: '*',
    lpar: '(',
    rpar: ')',
    lsqb: '[',
    rsqb: ']',
    comma: ',',
    period: '.',
    colon: ':',
    semi: ';',
    sol: '/',
    lowbar: '_',
    ensp: '\u2002',
    emsp: '\u2003',
    numsp: '\u2007',
    puncsp: '\u2008',
    thinsp: '\u2009',
    hairsp: '\u200a',
    ZeroWidthSpace: '\u200b',
    zwnj: '\u200c',
    zwj: '\u200d',
    lrm: '\u200e',
    rlm: '\u200f',
    NoBreak: '\u2060',
    NonBreakingSpace: '\u00a0',
    Tab: '\t',
    NewLine: '\n',
  }),
)

const LONGEST_WITHOUT_SEMICOLON = 6
const REFERENCE = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z][a-zA-Z\d]{1,31}));?/y
const REPLACEMENT = '\ufffd'

/** Returns what the reference at `at` stands for, and the offset after it; `undefined` if there is none that is known. */
export function readReference(source: string, at: number): { text: string; end: number } | undefined {
  REFERENCE.lastIndex = at
  const [whole = '', decimal, hexadecimal, name] = REFERENCE.exec(source) ?? []
  if (name === undefined) {
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
    return Number.isNaN(code) ? undefined : { text: characterOf(code), end: at + whole.length }
  }
  const known = whole.endsWith(';') ? (WITHOUT_SEMICOLON.get(name) ?? WITH_SEMICOLON.get(name)) : undefined
  if (known !== undefined) return { text: known, end: at + whole.length }
  for (let length = Math.min(name.length, LONGEST_WITHOUT_SEMICOLON); length >= 2; length--) {
    const text = WITHOUT_SEMICOLON.get(name.slice(0, length))
    if (text !== undefined) return { text, end: at + 1 + length }
  }
  return undefined
}

/** Numbers from 128 to 159 mean characters of windows-1252, as browsers read them (HTML, 13.2.5.80). */
function characterOf(code: number): string {
  if (code >= 0x80 && code <= 0x9f) return new TextDecoder('windows-1252').decode(Uint8Array.of(code))
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return REPLACEMENT
  return String.fromCodePoint(code)
}

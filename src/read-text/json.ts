/** Reads JSON (RFC 8259): one document, or several in a row. */
import { plainTextOfHtml } from './html.ts'
import { nextMatch, type PlainText, PlainTextBuilder } from './plain-text.ts'

/** Tokens between strings. Their order is not checked. */
const BETWEEN = /[\s,:[\]{}]+|-?\d[\d.eE+-]*|(?:true|false|null)\b/y
const SPECIAL = /["\\\p{Cc}]/gu
const COLON = /\s*:/y
const ESCAPE = /\\(?:u([\da-f]{4})|(["\\/bfnrt]))/giy
const CONTROLS: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }
/** A closing tag, an element of HTML without one, or a character reference. */
const HTML = /<\/[a-z][a-z\d]*\s*>|<(?:br|hr|img|p)\b[^<>]*>|&(?:[a-z]+|#x?[\da-f]+);/i

/**
 * Returns the string values, decoded, each on its own lines. Strings with HTML are read as HTML. Text that is not JSON, and
 * everything after it, is kept verbatim.
 */
export function plainTextOfJson(source: string): PlainText {
  const decoded = new PlainTextBuilder(source)
  const nextEscape = nextMatch(source, /\\/g)
  const spans: { start: number; end: number }[] = []
  const rest = readStrings(source, (from, to) => {
    const start = decoded.length
    copyDecoded(source, from, to, nextEscape, decoded)
    spans.push({ start, end: decoded.length })
  })
  const restStart = decoded.length
  decoded.copy(rest, source.length)
  const { text } = decoded
  const out = new PlainTextBuilder(text)
  for (const { start, end } of spans) {
    const string = text.slice(start, end)
    if (HTML.test(string)) out.append(plainTextOfHtml(string), start)
    else out.copy(start, end)
    out.endLine(end)
  }
  out.copy(restStart, text.length)
  return {
    text: out.text,
    sourceStart: (offset) => decoded.sourceStart(out.sourceStart(offset)),
    // An added line end has no length: it lies where the next character begins.
    sourceEnd: (offset) =>
      Math.max(decoded.sourceEnd(out.sourceEnd(offset)), decoded.sourceStart(out.sourceStart(offset - 1))),
  }
}

/** Returns the offset of the first character that is not JSON; the length of the source without one. */
export const jsonEnd = (source: string): number => readStrings(source, () => undefined)

/** Calls `read` with the span of each string value, without its quotation marks. */
function readStrings(source: string, read: (start: number, end: number) => void): number {
  for (let at = 0; at < source.length; ) {
    const end = source[at] === '"' ? stringEnd(source, at + 1) : undefined
    BETWEEN.lastIndex = at
    if (end === undefined && !BETWEEN.test(source)) return at
    COLON.lastIndex = (end ?? at) + 1
    if (end !== undefined && end > at + 1 && !COLON.test(source)) read(at + 1, end)
    at = end === undefined ? BETWEEN.lastIndex : end + 1
  }
  return source.length
}

/** Returns the offset of a string's closing quotation mark; `undefined` if the string is not JSON. */
function stringEnd(source: string, start: number): number | undefined {
  SPECIAL.lastIndex = start
  for (let match = SPECIAL.exec(source); match !== null; match = SPECIAL.exec(source)) {
    if (match[0] === '"') return match.index
    ESCAPE.lastIndex = match.index
    if (!ESCAPE.test(source)) return undefined
    SPECIAL.lastIndex = ESCAPE.lastIndex
  }
  return undefined
}

function copyDecoded(
  source: string,
  start: number,
  end: number,
  nextEscape: ReturnType<typeof nextMatch>,
  out: PlainTextBuilder,
): void {
  for (let at = start; at < end; ) {
    const found = nextEscape(at)
    const next = found < 0 || found > end ? end : found
    out.copy(at, next)
    if (next === end) return
    ESCAPE.lastIndex = next
    const [, code, sign = ''] = ESCAPE.exec(source) ?? []
    at = ESCAPE.lastIndex
    out.replace(
      code === undefined ? (CONTROLS[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16)),
      next,
      at,
    )
  }
}

/**
 * A JSON list whose elements are parsed one by one on demand: the norms of all federal law have more characters than a
 * string can hold, and all at once would take gigabytes.
 */

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
const WHITE_SPACE = new Set([0x20, 0x09, 0x0a, 0x0d])
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/** The deepest nesting of lists and objects, which the stack limits. */
export const MAXIMUM_DEPTH = 500

/** The text is nested more deeply than {@link MAXIMUM_DEPTH}. */
export class NestedTooDeeply extends Error {}

/** @throws NestedTooDeeply */
export function checkDepth(bytes: Uint8Array): void {
  let depth = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) at = endOfString(bytes, at)
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth = deeper(depth)
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--
  }
}

function deeper(depth: number): number {
  if (depth >= MAXIMUM_DEPTH) throw new NestedTooDeeply(`at most ${MAXIMUM_DEPTH} levels are read`)
  return depth + 1
}

export class JsonList {
  readonly #bytes: Uint8Array
  /** Start of each element, then the end of the list. */
  readonly #starts: readonly number[]
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

  private constructor(bytes: Uint8Array, starts: readonly number[]) {
    this.#bytes = bytes
    this.#starts = starts
  }

  /**
   * @returns `undefined` if the text is not a list
   * @throws NestedTooDeeply, or SyntaxError if the text does not end with the list; errors within an element are found
   *   when it is read
   */
  static of(bytes: Uint8Array): JsonList | undefined {
    const hasMark = BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte)
    const begin = skipWhiteSpace(bytes, hasMark ? BYTE_ORDER_MARK.length : 0)
    if (bytes[begin] !== OPEN_LIST) return undefined
    const starts = [begin + 1]
    let depth = 0
    let at = begin + 1
    for (; at < bytes.length; at++) {
      const byte = bytes[at]
      if (byte === QUOTE) at = endOfString(bytes, at)
      else if (byte === COMMA && depth === 0) starts.push(at + 1)
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth = deeper(depth)
      else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        if (depth === 0) break
        depth--
      }
    }
    if (bytes[at] !== CLOSE_LIST) throw new SyntaxError(`the list that begins at byte ${begin} does not end`)
    const rest = skipWhiteSpace(bytes, at + 1)
    if (rest < bytes.length) throw new SyntaxError(`something follows the end of the list at byte ${rest}`)
    const isEmpty = starts.length === 1 && skipWhiteSpace(bytes, begin + 1) === at
    return new JsonList(bytes, isEmpty ? [at + 1] : [...starts, at + 1])
  }

  get length(): number {
    return this.#starts.length - 1
  }

  /** Reads an element. @throws SyntaxError or TypeError if it is not JSON in UTF-8 */
  at(index: number): unknown {
    const [start, next] = [this.#starts[index], this.#starts[index + 1]]
    if (start === undefined || next === undefined) return undefined
    return JSON.parse(this.#decoder.decode(this.#bytes.subarray(start, next - 1)))
  }
}

function skipWhiteSpace(bytes: Uint8Array, from: number): number {
  let at = from
  while (WHITE_SPACE.has(bytes[at] ?? 0)) at++
  return at
}

/** Returns the offset of the quote that ends the string at `start`, or the length of the text. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let end = bytes.indexOf(QUOTE, start + 1); end > 0; end = bytes.indexOf(QUOTE, end + 1)) {
    let backslashes = 0
    while (bytes[end - 1 - backslashes] === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return end
  }
  return bytes.length
}

/** Text without markup, with a map from each character to its position in the source. */

/**
 * Ends a line so that no citation runs across it: a character that no designation can hold (U+FFFC, which Unicode has
 * for objects that stand among characters), on a line of its own.
 */
export const LINE_END = '\n\ufffc\n'

/** Text for reading. Offsets are UTF-16 code units. */
export interface PlainText {
  text: string
  /** Where in the source the character at an offset begins. */
  sourceStart(offset: number): number
  /** Where in the source the character before an offset ends. */
  sourceEnd(offset: number): number
}

/** Builds a plain text from stretches of its source, in their order, and from what stands for others. */
export class PlainTextBuilder implements PlainText {
  readonly #source: string
  readonly #parts: string[] = []
  #length = 0
  #text: string | undefined
  /** For each part: where it begins in the text, and the stretch of the source that it stands for. */
  readonly #at: number[] = []
  readonly #starts: number[] = []
  readonly #ends: number[] = []

  constructor(source: string) {
    this.#source = source
  }

  /** Takes over a stretch of the source as it is. */
  copy(start: number, end: number): void {
    if (start < end) this.replace(this.#source.slice(start, end), start, end)
  }

  /** Puts a text in the place of a stretch of the source. Where the lengths are equal, so are the single characters. */
  replace(text: string, start: number, end: number): void {
    this.#parts.push(text)
    this.#at.push(this.#length)
    this.#starts.push(start)
    this.#ends.push(end)
    this.#length += text.length
  }

  /** Ends the line before a place of the source, once however often that is asked for. */
  endLine(at: number): void {
    if (this.#parts.at(-1) !== LINE_END) this.replace(LINE_END, at, at)
  }

  get text(): string {
    this.#text ??= this.#parts.join('')
    return this.#text
  }

  sourceStart(offset: number): number {
    const part = this.#partAt(offset)
    const start = this.#starts[part] ?? 0
    return this.#isVerbatim(part) ? start + offset - (this.#at[part] ?? 0) : start
  }

  sourceEnd(offset: number): number {
    const part = this.#partAt(offset - 1)
    const start = this.#starts[part] ?? 0
    return this.#isVerbatim(part) ? start + offset - (this.#at[part] ?? 0) : (this.#ends[part] ?? 0)
  }

  #isVerbatim(part: number): boolean {
    return (this.#ends[part] ?? 0) - (this.#starts[part] ?? 0) === (this.#parts[part] ?? '').length
  }

  /** Returns the part that holds the character at an offset, found by halving. */
  #partAt(offset: number): number {
    let [low, high] = [0, this.#at.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#at[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low
  }
}

/** Returns a text without markup. */
export function withoutMarkup(source: string): PlainText {
  return { text: source, sourceStart: (offset) => offset, sourceEnd: (offset) => offset }
}

/**
 * @param pattern with the flag `g`; it must match in time that does not depend on the text
 * @returns a function that gives the first place at or after an offset, -1 if there is none. Offsets should not go
 *   back; where they do, the answer is right, but takes longer.
 */
export function nextMatch(text: string, pattern: RegExp): (offset: number) => number {
  let [asked, found] = [0, -2]
  return (offset) => {
    const known = found !== -2 && offset >= asked && (found === -1 || offset <= found)
    if (known) return found
    pattern.lastIndex = offset
    asked = offset
    found = pattern.exec(text)?.index ?? -1
    return found
  }
}

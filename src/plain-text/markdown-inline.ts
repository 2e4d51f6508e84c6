/** Reads the markup within the lines of a Markdown text: emphasis, links, code, escapes, and HTML. */
import { HtmlMarkup } from './html-markup.ts'
import { findLinks, type LeftOut } from './markdown-links.ts'
import { nextPlace } from './next-place.ts'
import type { PlainTextBuilder } from './plain-text.ts'

/** Behind a backslash these are themselves; the section sign is none of them in CommonMark, but escaped, too. */
const ESCAPED = /[!-/:-@[-`{-~§]/
const WORD = /[\p{L}\p{N}]/u

export class InlineReader {
  readonly #source: string
  readonly #out: PlainTextBuilder
  readonly #markup: HtmlMarkup
  readonly #leftOut: LeftOut
  readonly #nextMark: (offset: number) => number
  /** What stands in front of this is read: markup may end on a later line than it begins. */
  #done = 0

  constructor(source: string, out: PlainTextBuilder) {
    this.#source = source
    this.#out = out
    this.#markup = new HtmlMarkup(source, out)
    this.#leftOut = findLinks(source)
    this.#nextMark = nextPlace(source, /[\\`*_~[\]<&!]/g)
  }

  /** Takes over what is not read yet of a stretch as it is. */
  keep(start: number, end: number): void {
    this.#out.keep(Math.max(start, this.#done), end)
    this.#done = Math.max(this.#done, end)
  }

  /** Reads a stretch that holds no line feed. */
  read(start: number, end: number): void {
    let kept = Math.max(start, this.#done)
    for (let at = kept; at < end; ) {
      const mark = this.#nextMark(at)
      if (mark < 0 || mark >= end) break
      this.keep(kept, mark)
      kept = this.#skip(mark)
      at = Math.max(kept, this.#isEscape(mark) ? mark + 2 : mark + 1)
      this.#done = Math.max(this.#done, kept)
    }
    this.keep(kept, end)
  }

  #isEscape(at: number): boolean {
    return this.#source[at] === '\\' && ESCAPED.test(this.#source[at + 1] ?? '')
  }

  /** The offset behind the mark at `at` and all that is left out with it; `at` where it is none. */
  #skip(at: number): number {
    const character = this.#source[at]
    switch (character) {
      case '\\':
        return this.#isEscape(at) || /[\r\n]/.test(this.#source[at + 1] ?? '\n') ? at + 1 : at
      case '[':
      case ']':
        return this.#leftOut.get(at) ?? at
      case '!':
        return this.#source[at + 1] === '[' && this.#leftOut.has(at + 1) ? at + 1 : at
      case '<':
      case '&':
        return this.#markup.read(at)
      default:
        return this.#isMark(at, character as string) ? at + 1 : at
    }
  }

  /** Whether a character of emphasis, or a backtick, is markup and not text: `*` between spaces is not, nor `_` in a word. */
  #isMark(at: number, character: string): boolean {
    if (character === '`') return true
    const [before = ' ', after = ' '] = [this.#source[at - 1], this.#source[at + 1]]
    if (character === '~') return before === '~' || after === '~'
    if (/\s/.test(before) && /\s/.test(after)) return false
    return character === '*' || !(WORD.test(before) && WORD.test(after))
  }
}

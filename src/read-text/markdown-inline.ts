/** Reads the inline markup of Markdown: emphasis, links, code, escapes, and HTML. */
import { HtmlMarkup } from './html.ts'
import { nextMatch, type PlainTextBuilder } from './plain-text.ts'

/** Characters that a backslash escapes, `§` included, which is none in CommonMark. */
const ESCAPED = /[!-/:-@[-`{-~§]/
const WORD = /[\p{L}\p{N}]/u

export class InlineReader {
  readonly #source: string
  readonly #out: PlainTextBuilder
  readonly #markup: HtmlMarkup
  readonly #leftOut: LeftOut
  readonly #nextMark: (offset: number) => number
  /** Offset up to which the source is read: markup may end on a later line than it begins. */
  #done = 0

  constructor(source: string, out: PlainTextBuilder) {
    this.#source = source
    this.#out = out
    this.#markup = new HtmlMarkup(source, out)
    this.#leftOut = findLinks(source)
    this.#nextMark = nextMatch(source, /[\\`*_~[\]<&!]/g)
  }

  /** Copies the part of a span that is not done yet. */
  copy(start: number, end: number): void {
    this.#out.copy(Math.max(start, this.#done), end)
    this.#done = Math.max(this.#done, end)
  }

  /** Reads a span without line feeds. */
  read(start: number, end: number): void {
    let copied = Math.max(start, this.#done)
    for (let at = copied; at < end; ) {
      const mark = this.#nextMark(at)
      if (mark < 0 || mark >= end) break
      this.copy(copied, mark)
      copied = this.#skip(mark)
      at = Math.max(copied, this.#isEscape(mark) ? mark + 2 : mark + 1)
      this.#done = Math.max(this.#done, copied)
    }
    this.copy(copied, end)
  }

  #isEscape(at: number): boolean {
    return this.#source[at] === '\\' && ESCAPED.test(this.#source[at + 1] ?? '')
  }

  /** Returns the offset after the markup at `at`, or `at` if there is none. */
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

  /** True if a character is markup: `*` between spaces is not, nor is `_` in a word. */
  #isMark(at: number, character: string): boolean {
    if (character === '`') return true
    const [before = ' ', after = ' '] = [this.#source[at - 1], this.#source[at + 1]]
    if (character === '~') return before === '~' || after === '~'
    if (/\s/.test(before) && /\s/.test(after)) return false
    return character === '*' || !(WORD.test(before) && WORD.test(after))
  }
}

/** Spans that are left out: their ends by their starts. */
type LeftOut = ReadonlyMap<number, number>

/** A reference is a name: `[text][name]`. */
const LONGEST_REFERENCE = 60

interface Open {
  at: number
  /** Offset of the first white space after it, once one is met. */
  space?: number
}

/**
 * Finds `[text](target "title")`, `[text][reference]` and `[^footnote]`, over line breaks, but not over empty lines.
 * All but their text is left out. One pass.
 */
function findLinks(source: string): LeftOut {
  const leftOut = new Map<number, number>()
  /** Offsets of opening brackets by those of their closing ones. */
  const openedAt = new Map<number, number>()
  let squares: number[] = []
  let rounds: Open[] = []
  let marked = 0
  const emptyLine = nextMatch(source, /\n[ \t\r]*\n/g)
  const special = /[\\[\]()\s]/g
  for (let match = special.exec(source); match !== null; match = special.exec(source)) {
    const at = match.index
    const [character] = match
    if (character === '\\') {
      special.lastIndex = at + 2
    } else if (character === '[') {
      squares.push(at)
    } else if (character === ']') {
      const open = squares.pop()
      if (open === undefined) continue
      openedAt.set(at, open)
      const text = openedAt.get(open - 1)
      if (source[open + 1] === '^') leftOut.set(open, at + 1)
      else if (text !== undefined && isReference(source, open, at)) leftOut.set(text, text + 1).set(open - 1, at + 1)
    } else if (character === '(') {
      rounds.push({ at })
    } else if (character === ')') {
      const open = rounds.pop()
      marked = Math.min(marked, rounds.length)
      const text = open && openedAt.get(open.at - 1)
      if (text !== undefined && isTarget(source, open as Open)) {
        leftOut.set(text, text + 1).set((open as Open).at - 1, at + 1)
      }
    } else {
      for (; marked < rounds.length; marked++) (rounds[marked] as Open).space = at
      if (character === '\n' && emptyLine(at) === at) {
        squares = []
        rounds = []
        marked = 0
      }
    }
  }
  return leftOut
}

function isReference(source: string, open: number, close: number): boolean {
  return close - open <= LONGEST_REFERENCE && !source.slice(open, close).includes('§')
}

/** True for the target of a link: without white space unless in `<…>`, a title after it aside. */
function isTarget(source: string, { at, space }: Open): boolean {
  if (space === undefined || source[at + 1] === '<') return true
  const rest = /\s*(\S?)/y
  rest.lastIndex = space
  return /^["'()]$/.test(rest.exec(source)?.[1] ?? '')
}

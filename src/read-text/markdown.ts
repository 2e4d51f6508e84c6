/** Reads Markdown documents (CommonMark, with the tables and footnotes of GitHub). */
import { BLOCK_QUOTATION } from '../util/block-quotation.ts'
import { HtmlMarkup } from './html.ts'
import { nextMatch, type PlainText, PlainTextBuilder } from './plain-text.ts'

/** A rule, the underline of a heading, the line between a table's head and its rows. */
const RULE = /^[-=*_|:+][-=*_|:+ \t\r]*$/
const HEADING = /#{1,6}(?=[ \t]|$)/y
const QUOTED = /^[ \t]*>/
const MARGIN = /[ \t\r>]*/y
const BULLET = /[-*+][ \t]/y
const NUMBER = /(\d{1,9})[.)][ \t]/y

/**
 * Removes the markup. Fenced code blocks are omitted, unless the fence is unclosed; code within a line is text. Headings, list
 * items, empty lines and rules end lines.
 */
export function plainTextOfMarkdown(source: string): PlainText {
  const out = new PlainTextBuilder(source)
  const inline = new InlineReader(source, out)
  const lines = linesOf(source)
  const fences = fencesOf(source, lines)
  let isParagraph = false
  let isList = false
  let isQuoted = false
  for (let index = 0; index < lines.length; index++) {
    const { start, end } = lines[index] as (typeof lines)[number]
    const close = fences.get(index)
    if (close !== undefined) {
      out.endLine(start)
      index = close
      isParagraph = false
      continue
    }
    const line = source.slice(start, end)
    // A line of a paragraph may lack its mark.
    const isOwn: boolean = QUOTED.test(line) || (isQuoted && isParagraph && line.trim() !== '')
    if (isOwn !== isQuoted) out.replace(isOwn ? BLOCK_QUOTATION.open : BLOCK_QUOTATION.close, start, start)
    isQuoted = isOwn
    const { at, isItem } = contentOf(line, isParagraph && !isList)
    const heading = matchAt(HEADING, line, at)
    if (isItem || heading !== undefined || at === line.length) out.endLine(start)
    inline.read(start + at + (heading?.[0].length ?? 0), end)
    isParagraph = heading === undefined && at < line.length
    isList = isParagraph && (isItem || isList)
    if (isParagraph) inline.copy(end, Math.min(end + 1, source.length))
    else out.endLine(end)
  }
  if (isQuoted) out.replace(BLOCK_QUOTATION.close, source.length, source.length)
  return out
}

/**
 * Returns the start of the content of a line, after block quote and list markers; its end if it is empty.
 * @param isParagraph true if the line before it is text outside lists; a number with a dot then is a list marker only if it is
 *   1
 */
function contentOf(line: string, isParagraph: boolean): { at: number; isItem: boolean } {
  let at = matchAt(MARGIN, line, 0)?.[0].length ?? 0
  if (RULE.test(line.slice(at))) return { at: line.length, isItem: false }
  for (let isItem = false; ; isItem = true) {
    const bullet = matchAt(BULLET, line, at)
    const number = matchAt(NUMBER, line, at)
    const isMark = bullet ?? (number !== undefined && (!isParagraph || isItem || Number(number[1]) === 1))
    if (!isMark) return { at, isItem }
    at += (bullet ?? number)?.[0].length ?? 0
    at += matchAt(MARGIN, line, at)?.[0].length ?? 0
  }
}

/** Matches a sticky pattern at an offset. */
function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

interface Line {
  start: number
  /** Without the line feed. */
  end: number
}

const FENCE = /^[ \t>]*(`{3,}|~{3,})(.*)$/

function linesOf(source: string): Line[] {
  const lines: Line[] = []
  for (let start = 0; start <= source.length; ) {
    const found = source.indexOf('\n', start)
    const end = found < 0 ? source.length : found
    lines.push({ start, end })
    start = end + 1
  }
  return lines
}

interface Fence {
  line: number
  mark: string
  mayClose: boolean
}

/** Maps each line that opens a fenced code block to the line that closes it. */
function fencesOf(source: string, lines: readonly Line[]): Map<number, number> {
  const marks = lines.flatMap(({ start, end }, line): Fence[] => {
    const [, mark = '', rest = ''] = FENCE.exec(source.slice(start, end).trimEnd()) ?? []
    return mark === '' || (mark.startsWith('`') && rest.includes('`')) ? [] : [{ line, mark, mayClose: rest === '' }]
  })
  const blocks = new Map<number, number>()
  /** The shortest unclosed fence of each kind: a longer one after it is unclosed, too. */
  const unclosed = new Map<string, number>()
  for (let index = 0; index < marks.length; index++) {
    const { line, mark } = marks[index] as Fence
    const sort = mark.charAt(0)
    if (mark.length >= (unclosed.get(sort) ?? Number.POSITIVE_INFINITY)) continue
    const close = closingFence(marks, index)
    if (close === undefined) {
      unclosed.set(sort, mark.length)
    } else {
      blocks.set(line, (marks[close] as Fence).line)
      index = close
    }
  }
  return blocks
}

function closingFence(marks: readonly Fence[], open: number): number | undefined {
  const { mark } = marks[open] as Fence
  for (let index = open + 1; index < marks.length; index++) {
    const other = marks[index] as Fence
    if (other.mayClose && other.mark.startsWith(mark)) return index
  }
  return undefined
}

/** Characters that a backslash escapes, including `§`, which CommonMark does not escape. */
const ESCAPED = /[!-/:-@[-`{-~§]/
const WORD = /[\p{L}\p{N}]/u

class InlineReader {
  readonly #source: string
  readonly #out: PlainTextBuilder
  readonly #markup: HtmlMarkup
  readonly #leftOut: LeftOut
  readonly #nextMark: (offset: number) => number
  /** Offset up to which the source is read: markup may span lines. */
  #done = 0

  constructor(source: string, out: PlainTextBuilder) {
    this.#source = source
    this.#out = out
    this.#markup = new HtmlMarkup(source, out)
    this.#leftOut = findLinks(source)
    this.#nextMark = nextMatch(source, /[\\`*_~[\]<&!]/g)
  }

  /** Copies the unread part of a span. */
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

  /** Returns the offset after the markup at `at`; `at` without markup. */
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

/** Omitted spans: their ends by their starts. */
type LeftOut = ReadonlyMap<number, number>

/** Maximum length of a reference, which is a name: `[text][name]`. */
const LONGEST_REFERENCE = 60

interface Open {
  at: number
  /** Offset of the first white space after it, if any so far. */
  space?: number
}

/**
 * Finds `[text](target "title")`, `[text][reference]` and `[^footnote]`, across line breaks, but not empty lines. Only their
 * text is kept. One pass.
 */
function findLinks(source: string): LeftOut {
  const leftOut = new Map<number, number>()
  /** Offsets of opening brackets, by those of their closing ones. */
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

/** True for the target of a link: without white space unless in `<…>`, ignoring a title. */
function isTarget(source: string, { at, space }: Open): boolean {
  if (space === undefined || source[at + 1] === '<') return true
  const rest = /\s*(\S?)/y
  rest.lastIndex = space
  return /^["'()]$/.test(rest.exec(source)?.[1] ?? '')
}

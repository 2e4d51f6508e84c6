/** Reads Markdown documents (CommonMark, with the tables and footnotes of GitHub). */
import { InlineReader } from './markdown-inline.ts'
import { type PlainText, PlainTextBuilder } from './plain-text.ts'

/** A rule, the underline of a heading, the line between a table's head and its rows. */
const RULE = /^[-=*_|:+][-=*_|:+ \t\r]*$/
const HEADING = /#{1,6}(?=[ \t]|$)/y
const MARGIN = /[ \t\r>]*/y
const BULLET = /[-*+][ \t]/y
const NUMBER = /(\d{1,9})[.)][ \t]/y

/**
 * Takes the markup away. Blocks of code between fences are left out, unless the fence is never closed; code within a
 * line is text. Headings, list items, empty lines and rules end lines.
 */
export function plainTextOfMarkdown(source: string): PlainText {
  const out = new PlainTextBuilder(source)
  const inline = new InlineReader(source, out)
  const lines = linesOf(source)
  const fences = fencesOf(source, lines)
  let isParagraph = false
  let isList = false
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
    const { at, isItem } = contentOf(line, isParagraph && !isList)
    const heading = matchAt(HEADING, line, at)
    if (isItem || heading !== undefined || at === line.length) out.endLine(start)
    inline.read(start + at + (heading?.[0].length ?? 0), end)
    isParagraph = heading === undefined && at < line.length
    isList = isParagraph && (isItem || isList)
    if (isParagraph) inline.copy(end, Math.min(end + 1, source.length))
    else out.endLine(end)
  }
  return out
}

/**
 * Returns the start of the content of a line, after block quote and list markers; its end if it has none.
 * @param isParagraph whether the line before it is text of no list; a number with a dot then is a list mark only if it
 *   is 1
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
  /** The shortest fence of each kind that is never closed: a longer one after it is not closed either. */
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

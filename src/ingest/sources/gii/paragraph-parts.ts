/** The Absätze of a norm: they begin with `(1)` at the start of a line. */
import { compareValues } from '../../../citation/norm-path.ts'
import type { Content, ListItem } from './content.ts'
import { cutAtStarts } from './ordered.ts'
import type { Span } from './plain-text.ts'

export interface ParagraphPart extends Span {
  /** `1`, `1a`; `undefined` for text that belongs to no numbered paragraph. */
  value: string | undefined
  /** Length of its mark with the white space after it. */
  mark: number
  items: ListItem[]
}

/** Some laws have no blank after the mark: `(1)(außer Kraft)`, `(3)Der Kläger`. */
const MARK = /^\((\d+[a-z]{0,2})\)(?:\s+|$|(?=[\p{Lu}(„¹⁰-⁹]))/u

/**
 * Cuts a text at the marks of its paragraphs; what follows a numbered one (tables, further `P`) belongs to it.
 * @param items the numbered items of the text, outer ones, in its order: no paragraph begins in one
 */
export function paragraphParts(content: Content, items: readonly ListItem[]): ParagraphPart[] {
  const { text, paragraphs, bodyEnd } = content
  const starts = new Set(paragraphs.map(({ start }) => start))
  const parts: ParagraphPart[] = []
  let current: ParagraphPart = { start: 0, end: 0, value: undefined, mark: 0, items: [] }
  let item = 0
  /** Whether a line begins with the mark of a number; each number is looked for once. */
  const known = new Map<number, boolean>()
  const hasLine = (value: number) => {
    const found = known.get(value) ?? text.includes(`\n(${value})`)
    known.set(value, found)
    return found
  }
  for (let start = 0; start < bodyEnd; start = text.indexOf('\n', start) + 1 || bodyEnd) {
    while ((items[item]?.end ?? bodyEnd) <= start) item++
    const [mark = '', value] = MARK.exec(text.slice(start, start + 12)) ?? []
    const isWithin = (items[item]?.start ?? bodyEnd) < start
    if (value === undefined || isWithin || !begins(value, current.value, starts.has(start), hasLine)) continue
    if (current.value !== undefined || start > 0) parts.push(current)
    current = { start, end: start, value, mark: mark.length, items: [] }
  }
  parts.push(current)
  const [, ...behind] = cutAtStarts(items, parts, bodyEnd)
  for (const [index, part] of parts.entries()) {
    const end = parts[index + 1]?.start ?? bodyEnd
    part.end = part.start + text.slice(part.start, end).trimEnd().length
    part.items = behind[index] ?? []
  }
  return parts.filter((part) => part.end > part.start)
}

/**
 * Numbers go up. The first one is 1, or the 2 of a text whose first paragraph has no number; a lone `(3)` at the start of a
 * line is no mark. Within a `P` of the source only the very next number is one.
 */
function begins(
  value: string,
  previous: string | undefined,
  isStart: boolean,
  hasLine: (value: number) => boolean,
): boolean {
  if (previous === undefined) {
    return /^1[a-z]*$/.test(value) || (isStart && /^\d$/.test(value) && hasLine(Number(value) + 1))
  }
  return isStart ? compareValues(value, previous) > 0 : isSuccessor(previous, value)
}

/** `2` and `1a` come after `1`, `1b` and `2` after `1a`. */
function isSuccessor(previous: string, value: string): boolean {
  const [before, after] = [Number.parseInt(previous, 10), Number.parseInt(value, 10)]
  const letter = value.replace(/^\d+/, '')
  if (after === before + 1) return letter === '' || letter === 'a'
  return after === before && letter.length === 1 && compareValues(value, previous) > 0
}

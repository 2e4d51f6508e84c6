/**
 * Finds the numbers and letters of a text: the items of its lists, rows of tables that begin with a number, and numbered
 * lines that the source does not mark as a list.
 */
import { compareValues } from '../../../citation/norm-path.ts'
import { withSections } from './annex-sections.ts'
import { type Content, groupByStart, type ItemMark, type ListItem } from './content.ts'
import { itemMark } from './item-mark.ts'
import { rowItems } from './schedule-rows.ts'

/** Returns all items in the order of the text, inner ones within outer ones. */
export function listItems(content: Content, isAnnex: boolean): ListItem[] {
  const lists = content.paragraphs.flatMap(({ items }) => items)
  for (const [into = lists, rows] of Map.groupBy(content.rows, (row) => row.into)) {
    for (const item of rowItems(content.text, rows, content.spans, isAnnex)) into.push(item)
  }
  const listed = withoutContinued(lists.sort((a, b) => a.start - b.start))
  const items = withCountedLines(
    content,
    listed.sort((a, b) => a.start - b.start),
    isAnnex,
  )
  return isAnnex ? withSections(content, items) : items
}

/** Moves up lists that continue the count of the item around them: they are the rest of the outer list. */
function withoutContinued(items: readonly ListItem[]): ListItem[] {
  const level: ListItem[] = []
  /** Items still to be read, the next one last. */
  const queue = items.toReversed()
  for (let item = queue.pop(); item !== undefined; item = queue.pop()) {
    const number = item.mark === undefined ? itemMark(item.label) : undefined
    const next = item.items.findIndex(({ label }) => number !== undefined && isNext(number, itemMark(label)))
    const rest = next < 0 ? [] : item.items.slice(next)
    const own = next < 0 ? item.items : item.items.slice(0, next)
    const end = rest[0] === undefined ? item.end : Math.max(item.start, rest[0].start - 1)
    level.push({ ...item, end, items: withoutContinued(own) })
    for (const each of rest.toReversed()) queue.push(each)
  }
  return level
}

/** True if a plain number is the successor of another. */
function isNext(mark: ItemMark, next: ItemMark | undefined): boolean {
  if (mark.kind !== 'nr' || next?.kind !== 'nr') return false
  return /^\d+$/.test(mark.value) && Number.parseInt(next.value, 10) === Number(mark.value) + 1
}

const COUNTED_LINE = /^(\d{1,3}(?:\.\d{1,3})*[a-z]?)(\.|\)|(?<=\.\d+))[ \u00a0]/
/** Fewer numbered lines are taken for a coincidence. */
const MIN_COUNTED_LINES = 2

/**
 * Adds lines outside of items that begin with consecutive numbers from 1, each with the items up to the next one.
 */
function withCountedLines({ text, bodyEnd }: Content, items: readonly ListItem[], isAnnex: boolean): ListItem[] {
  if (!isAnnex && items.some(({ label }) => itemMark(label)?.kind === 'nr')) return [...items]
  const lines: ListItem[] = []
  let last: string | undefined
  let item = 0
  for (let start = 0; start < bodyEnd; start = text.indexOf('\n', start) + 1 || bodyEnd) {
    while ((items[item]?.end ?? bodyEnd) <= start) item++
    if ((items[item]?.start ?? bodyEnd) <= start) continue
    const value = COUNTED_LINE.exec(text.slice(start, start + 16))?.[1]
    if (value === undefined || !countsOn(last, value)) continue
    const open = lines.at(-1)
    if (open !== undefined) open.end = start - 1
    lines.push({ label: `${value}.`, start, end: bodyEnd, items: [] })
    last = value
  }
  if (lines.length < MIN_COUNTED_LINES) return [...items]
  const [before = [], ...after] = groupByStart(items, lines, bodyEnd)
  for (const [index, line] of lines.entries()) line.items = after[index] ?? []
  return [...before, ...lines]
}

/** `1`, `1.1` and `10.1` begin a count; `2`, `1.1` and `1a` continue it after `1`. */
function countsOn(last: string | undefined, value: string): boolean {
  if (last === undefined) return /^(?:1|\d+\.1)$/.test(value)
  const [from = 0, to = 0] = [last, value].map((each) => Number.parseInt(each, 10))
  return (to === from || to === from + 1) && compareValues(value.replaceAll('.', ' '), last.replaceAll('.', ' ')) > 0
}

/**
 * The numbered parts of a text that are no Absätze: the items of its lists, the rows of tables that begin with a number, and
 * lines that count on where the source has no list.
 */
import { compareValues } from '../../../citation/norm-path.ts'
import { type Content, groupByStart, type ListItem, type TableLine } from './content.ts'

/** `1.`, `2a.`, `(3)`, `1.2`, `Nr. 4`; white space around it and words after it are not of the number. */
const NUMBER = /^(?:(?:lfd\. ?)?Nr\. ?)?\(?(\d+(?:\.\d+)*[a-z]*)[.)]*(?=$|\s\p{Lu}\p{L}*:$)/u
/** `6. und 7.`, `3. bis 5.` */
const NUMBERS = /^(\d+[a-z]?)\. (?:und|bis) (\d+[a-z]?)\.$/
const LETTER = /^\(?(\p{Ll}{1,4})[.)]$/u
const CAPITAL = /^\(?(\p{Lu})[.)]$/u
const ROMAN = /^\(?([IVXL]{1,6}|[ivxl]{2,6})[.)]$/

/** What the mark of an item says: a number, or a letter. */
export interface ItemMark {
  kind: 'nr' | 'buchst'
  /** As in a path: `1`, `2a`, `aa`, `iv`. */
  value: string
}

/**
 * Reads the mark of a list item. Dashes, bullets and boxes say nothing.
 * @param first the mark of the first item of its list: `V.` is a number after `I.`, a letter after `A.`
 */
export function itemMark(label: string, first = label): ItemMark | undefined {
  const mark = normalizedMark(label)
  const number = NUMBER.exec(mark)?.[1]
  if (number !== undefined) return { kind: 'nr', value: number }
  const [, from, to] = NUMBERS.exec(mark) ?? []
  if (from !== undefined) return { kind: 'nr', value: `${from}-${to}` }
  const roman = ROMAN.exec(mark)?.[1]
  if (roman !== undefined && /^\(?I[.)]$/i.test(normalizedMark(first)))
    return { kind: 'nr', value: roman.toLowerCase() }
  const letter = (LETTER.exec(mark) ?? CAPITAL.exec(mark))?.[1]
  return letter === undefined ? undefined : { kind: 'buchst', value: letter.toLowerCase() }
}

const normalizedMark = (label: string) => label.replace(/\s+/g, ' ').trim()

/** All of them in the order of the text, inner ones within outer ones. */
export function listItems(content: Content, isAnnex: boolean): ListItem[] {
  const lists = content.paragraphs.flatMap(({ items }) => items)
  for (const [into = lists, rows] of Map.groupBy(content.rows, (row) => row.into)) {
    for (const item of rowItems(content.text, rows, isAnnex)) into.push(item)
  }
  const listed = withoutContinued(lists.sort((a, b) => a.start - b.start))
  return withCountedLines(
    content,
    listed.sort((a, b) => a.start - b.start),
    isAnnex,
  )
}

/**
 * A list in an item that counts on from the item itself is no part of it: the source has put the rest of the outer list there.
 */
function withoutContinued(items: readonly ListItem[]): ListItem[] {
  const level: ListItem[] = []
  /** Those that are still to be read, the next one last. */
  const queue = items.toReversed()
  for (let item = queue.pop(); item !== undefined; item = queue.pop()) {
    const number = itemMark(item.label)
    const next = item.items.findIndex(({ label }) => number !== undefined && isNext(number, itemMark(label)))
    const rest = next < 0 ? [] : item.items.slice(next)
    const own = next < 0 ? item.items : item.items.slice(0, next)
    const end = rest[0] === undefined ? item.end : Math.max(item.start, rest[0].start - 1)
    level.push({ ...item, end, items: withoutContinued(own) })
    for (const each of rest.toReversed()) queue.push(each)
  }
  return level
}

/** Whether a plain number comes directly after another. */
function isNext(mark: ItemMark, next: ItemMark | undefined): boolean {
  if (mark.kind !== 'nr' || next?.kind !== 'nr') return false
  return /^\d+$/.test(mark.value) && Number.parseInt(next.value, 10) === Number(mark.value) + 1
}

/** A number that is all of the first cell of a row, or that it begins with. */
const CELL = /^\s*(\d{1,4}(?:\.\d{1,3})*[a-z]?)([.)]*)(?:$|[\s\u2028])/
const LETTER_CELL = /^\s*([a-z]{1,2})[.)](?:$|[\s\u2028])/

/**
 * Rows that begin with a number, each with the rows after it up to the next one. Lists in the cells are parts of it, and stand
 * for themselves if no row has a number.
 * @param isAnnex only in annexes a number without a full stop counts (`408`)
 */
function rowItems(text: string, rows: readonly TableLine[], isAnnex: boolean): ListItem[] {
  const items: ListItem[] = []
  let open: ListItem | undefined
  let table = -1
  for (const row of rows) {
    if (row.table !== table) open = undefined
    table = row.table
    if (row.isHead) continue
    const label = rowLabel(text, row, isAnnex)
    if (label !== undefined) {
      open = { label, start: row.start, end: row.end, items: [] }
      items.push(open)
    } else if (open !== undefined) open.end = row.end
    const inner = [...letterOf(text, row, open), ...row.items]
    const numbered = label === undefined && inner.some((item) => itemMark(item.label)?.kind === 'nr')
    const above = open === undefined || numbered ? items : open.items
    for (const item of inner) above.push(item)
    if (numbered) open = undefined
  }
  return items
}

function rowLabel(text: string, { start, firstEnd }: TableLine, isAnnex: boolean): string | undefined {
  const [, number, sign = ''] = CELL.exec(text.slice(start, Math.min(firstEnd, start + 40))) ?? []
  const isWhole = number !== undefined && text.slice(start, firstEnd).trim() === number
  return number !== undefined && (sign !== '' || (isAnnex && isWhole)) ? `${number}.` : undefined
}

/** The letter of a row below a numbered one: `a)` in its first cell that has text. */
function letterOf(text: string, row: TableLine, open: ListItem | undefined): ListItem[] {
  if (open === undefined || row.items.length > 0) return []
  const cell = text.slice(row.start, row.end).replace(/^[\s\u2028]+/, '')
  const letter = LETTER_CELL.exec(cell.slice(0, 8))?.[1]
  return letter === undefined ? [] : [{ label: `${letter})`, start: row.end - cell.length, end: row.end, items: [] }]
}

const COUNTED_LINE = /^(\d{1,3}(?:\.\d{1,3})*[a-z]?)(\.|\)|(?<=\.\d+))[ \u00a0]/
/** Fewer lines that count are rather a coincidence. */
const MIN_COUNTED_LINES = 2

/**
 * The items, and lines outside of them that begin with the next number of a count from 1, with the items that follow each up to
 * the next line.
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
  const [before = [], ...behind] = groupByStart(items, lines, bodyEnd)
  for (const [index, line] of lines.entries()) line.items = behind[index] ?? []
  return [...before, ...lines]
}

/** `1` begins a count, and so do `1.1` and `10.1`; `2`, `1.1` and `1a` go on after `1`. */
function countsOn(last: string | undefined, value: string): boolean {
  if (last === undefined) return /^(?:1|\d+\.1)$/.test(value)
  const [from = 0, to = 0] = [last, value].map((each) => Number.parseInt(each, 10))
  return (to === from || to === from + 1) && compareValues(value.replaceAll('.', ' '), last.replaceAll('.', ' ')) > 0
}

/**
 * Finds the numbers and letters of a text: the items of its lists, rows of tables that begin with a number, and numbered
 * lines that the source does not mark as a list.
 */
import { compareValues } from '../../../citation/norm-path.ts'
import { type Content, groupByStart, type ListItem, type TableLine } from './content.ts'

/** `1.`, `2a.`, `(3)`, `1.2`, `Nr. 4`, without surrounding white space and words after it. */
const NUMBER = /^(?:(?:lfd\. ?)?Nr\. ?)?\(?(\d+(?:\.\d+)*[a-z]*)[.)]*(?=$|\s\p{Lu}\p{L}*:$)/u
/** `6. und 7.`, `3. bis 5.` */
const NUMBERS = /^(\d+[a-z]?)\. (?:und|bis) (\d+[a-z]?)\.$/
const LETTER = /^\(?(\p{Ll}{1,4})[.)]$/u
const CAPITAL = /^\(?(\p{Lu})[.)]$/u
const ROMAN = /^\(?([IVXL]{1,6}|[ivxl]{2,6})[.)]$/

/** A parsed mark: a number or a letter. */
export interface ItemMark {
  kind: 'nr' | 'buchst'
  /** As in a path: `1`, `2a`, `aa`, `iv`. */
  value: string
}

/**
 * Reads the mark of a list item; `undefined` for dashes, bullets and boxes.
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

/** Returns all items in the order of the text, inner ones within outer ones. */
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

/** Moves up lists that continue the count of the item around them: they are the rest of the outer list. */
function withoutContinued(items: readonly ListItem[]): ListItem[] {
  const level: ListItem[] = []
  /** Items still to be read, the next one last. */
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

/** True if a plain number is the successor of another. */
function isNext(mark: ItemMark, next: ItemMark | undefined): boolean {
  if (mark.kind !== 'nr' || next?.kind !== 'nr') return false
  return /^\d+$/.test(mark.value) && Number.parseInt(next.value, 10) === Number(mark.value) + 1
}

/** A number that fills or begins the first cell of a row. */
const CELL = /^\s*(\d{1,4}(?:\.\d{1,3})*[a-z]?)([.)]*)(?:$|[\s\u2028])/
const LETTER_CELL = /^\s*([a-z]{1,2})[.)](?:$|[\s\u2028])/

/**
 * Makes an item of each row that begins with a number, with the rows up to the next one and the lists in their cells. Lists
 * before any numbered row are items of their own.
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

/** Returns the letter of a row below a numbered one: `a)` in its first cell with text. */
function letterOf(text: string, row: TableLine, open: ListItem | undefined): ListItem[] {
  if (open === undefined || row.items.length > 0) return []
  const cell = text.slice(row.start, row.end).replace(/^[\s\u2028]+/, '')
  const letter = LETTER_CELL.exec(cell.slice(0, 8))?.[1]
  return letter === undefined ? [] : [{ label: `${letter})`, start: row.end - cell.length, end: row.end, items: [] }]
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

/** Finds the parts of a norm: paragraphs (Absatz), sentences (Satz), numbers and letters. */

import {
  compareValues,
  formatElements,
  type PathElement,
  pathValue,
  type SubdivisionKind,
} from '../../citation/norm-path.ts'
import { splitSentences } from '../../citation/sentences.ts'
import type { TextSpan } from '../../model/norm-text.ts'
import type { SubdivisionSpan } from '../../model/parsed-law.ts'
import type { Span } from '../../model/subdivisions.ts'
import { firstIndex } from '../../util/binary-search.ts'
import { cached } from '../../util/cached.ts'
import { type Content, groupByStart, type ItemMark, type ListItem, type TableLine } from './read-content.ts'

type Path = PathElement<SubdivisionKind>[]
type AddPart = (path: Path, label: string, span: Span) => boolean

/** A sentence with its number. */
interface Sentence extends Span {
  value: string
}

/**
 * Finds the subdivisions of a norm.
 * @param isAnnex true for lists and tables, where only notes of rows are split into sentences
 * @returns subdivisions in text order, outer ones first, each path once. A second list with the same marks in one paragraph or
 *   sentence has no subdivisions: their paths would be ambiguous.
 */
export function findSubdivisions(content: Content, isAnnex: boolean): SubdivisionSpan[] {
  const found = new Map<string, SubdivisionSpan>()
  const add: AddPart = (path, label, span) => {
    const key = formatElements(path)
    if (found.has(key)) return false
    const { start } = span
    const end = start + content.text.slice(start, span.end).trimEnd().length
    found.set(key, { path: key, label, start, end })
    return true
  }
  const sentencesOf = (part: Divided) =>
    numberedSentences(content.text, numbers, part) ?? markedSentences(content, part) ?? splitText(content.text, part)
  const numbers = content.spans.filter(({ kind }) => kind === 'sentence')
  /** Adds the sentences of a paragraph or an item, and the items in them. */
  const addWithin = (part: Divided, path: Path, sentences: readonly Sentence[]) => {
    for (const sentence of sentences) add([...path, { kind: 'satz', value: sentence.value }], sentence.value, sentence)
    for (const item of part.items) {
      const sentence = sentences[firstIndex(sentences.length, (index) => item.start < (sentences[index] as Span).end)]
      const isBefore = sentence === undefined || (isAnnex && item.start < sentence.start)
      const above: Path = isBefore ? path : [...path, { kind: 'satz', value: sentence.value }]
      addItem(item, above, part.items[0]?.label)
    }
  }
  /** @param first mark of the first item of its list */
  const addItem = (item: ListItem, above: Path, first: string | undefined) => {
    const label = wholeMark(content.text, item)
    const mark = item.mark ?? itemMark(label, first)
    const path: Path | undefined = mark && [...above, mark]
    if (path !== undefined && !add(path, label.trim(), item)) return
    const divided: Divided = { ...item, mark: markLength(content.text, item) }
    const text = isAnnex ? noteOf(content.text, divided, item.mark) : divided
    const sentences = path === undefined || text === undefined ? [] : sentencesOf(text)
    addWithin(divided, path ?? above, sentences.length > 1 ? sentences : [])
  }
  for (const part of paragraphParts(content, listItems(content, isAnnex))) {
    const path: Path = part.value === undefined ? [] : [{ kind: 'abs', value: part.value }]
    if (part.value !== undefined) add(path, part.label, part)
    addWithin(part, path, isAnnex ? [] : sentencesOf(part))
  }
  const order = [...found.values()]
  return order.sort((a, b) => a.start - b.start || b.end - a.end || a.path.length - b.path.length)
}

/** Returns the text with sentences in an item of an annex: an Absatz of a row, or the note below its words and its fee. */
function noteOf(text: string, item: Divided, mark: ListItem['mark']): Divided | undefined {
  if (mark?.kind === 'abs') return item
  const line = text.slice(item.start, item.end).search(NOTE)
  const start = item.start + line
  const isRow = mark?.kind === 'nr' && line > 0 && item.items.every((each) => each.mark?.kind !== 'abs')
  return isRow ? { ...item, start, mark: 2, items: item.items.filter((each) => each.start > start) } : undefined
}

/** Last line of a row, with one cell of words. */
const NOTE = /\n\t(?!\d+\.|[a-z]\))(?=[^\t\n]+\s*$)/

/**
 * Finds the sentences by the marks at their ends (`marker` of LegalDocML.de), except those in list items. The end of a list ends
 * its sentence, and a table after the last mark belongs to the last sentence.
 * @returns `undefined` if the part is not marked up to its end
 */
function markedSentences({ text, tables, sentenceEnds }: Content, part: Divided): Sentence[] | undefined {
  const first = part.start + part.mark
  const isInside = (place: number) => part.items.some(({ start, end }) => start < place && place < end)
  const ends = sentenceEnds.filter((place) => place > first && place <= part.end && !isInside(place))
  const last = ends.pop()
  const isTable = last !== undefined && tables.some(({ start }) => start >= last && start <= last + 2)
  if (last !== part.end && !isTable) return undefined
  ends.push(part.end)
  let from = first
  return ends.map((end, index) => {
    const start = from + text.slice(from, end).search(/\S/)
    from = end
    return { value: String(index + 1), start, end }
  })
}

/**
 * Splits a paragraph into sentences. A list is part of the sentence around it: its characters are masked, except the end of
 * its last item, so that only the end of the list can end the sentence.
 */
function splitText(whole: string, part: Divided): Sentence[] {
  const text = whole.slice(part.start, part.end)
  const { mark } = part
  let masked = ''
  let position = mark
  for (const item of part.items) {
    const start = Math.max(item.start - part.start, position)
    const end = Math.max(item.end - part.start, start)
    masked += text.slice(position, start).replace(/\n/g, ' ')
    masked += 'x'.repeat(Math.max(end - start - 1, 0)) + text.slice(Math.max(end - 1, start), end)
    position = end
  }
  masked += text.slice(position)
  const sentences: Sentence[] = []
  for (const [start, end] of splitSentences(masked)) {
    const visible = masked.slice(start, end)
    const from = start + (visible.length - visible.trimStart().length)
    const to = start + visible.trimEnd().length
    if (to <= from) continue
    const value = String(sentences.length + 1)
    sentences.push({ value, start: part.start + mark + from, end: part.start + mark + to })
  }
  return sentences
}

/**
 * Finds the sentences by the raised numbers before them (`SUP` of class `Rec`), except those in list items. The first sentence
 * may lack its number.
 * @param all numbers of the text, in order
 * @returns `undefined` without numbers, or if they are not consecutive
 */
function numberedSentences(text: string, all: readonly Span[], part: Divided): Sentence[] | undefined {
  const start = part.start + part.mark
  const numbers: Span[] = []
  let item = 0
  for (let index = firstIndex(all.length, (at) => (all[at] as Span).start >= start); index < all.length; index++) {
    const number = all[index] as Span
    if (number.start >= part.end) break
    while ((part.items[item]?.end ?? part.end) <= number.start) item++
    if ((part.items[item]?.start ?? part.end) > number.start) numbers.push(number)
  }
  const values = numbers.map((span) => Number(text.slice(span.start, span.end).normalize('NFKC')))
  const first = values[0]
  if (first === undefined || first > 2 || values.some((value, index) => value !== first + index)) return undefined
  const starts =
    first === 1 ? [start, ...numbers.slice(1).map((span) => span.start)] : [start, ...numbers.map((span) => span.start)]
  return starts.map((from, index) => ({ value: String(index + 1), start: from, end: starts[index + 1] ?? part.end }))
}

/** Returns the mark of an item with the rest of a range that the source has in its text: `a)` and `bis d) (weggefallen)`. */
function wholeMark(text: string, { label, start, end }: ListItem): string {
  const words = text.slice(start, end)
  const rest = words.startsWith(label) ? REST_OF_RANGE.exec(words.slice(label.length, label.length + 24)) : null
  return rest === null ? label : label + rest[0]
}

const REST_OF_RANGE = /^\s+(?:bis|und|u\.|-) \(?[\da-z]{1,4}[.)](?=\s)/

/** Length of the mark of an item with the following white space; 0 for an item made by the reader. */
function markLength(text: string, { label, start, end }: ListItem): number {
  const words = text.slice(start, end)
  return words.startsWith(label) ? words.length - words.slice(label.length).trimStart().length : 0
}

/** A paragraph or an item: a part with sentences and items. */
interface Divided extends Span {
  /** Length of the mark with the following white space. */
  mark: number
  items: ListItem[]
}

/** An Absatz, which begins with `(1)` at the start of a line, or text before the first one. */
interface ParagraphPart extends Divided {
  /** `1`, `1a`, `3-5` of `(3) bis (5)`; `undefined` for text outside of numbered paragraphs. */
  value: string | undefined
  /** `(1)` */
  label: string
}

/** Some laws omit the space after the mark: `(1)(außer Kraft)`, `(3)Der Kläger`. */
const MARK =
  /^\((?<from>\d+[a-z]{0,2})\)(?:(?:\s*(?:bis|und|u\.|\p{Pd})\s*\((?<to>\d+[a-z]{0,2})\))?(?:\s+|$)|(?=[\p{Lu}(„¹⁰-⁹]))/u
const LONGEST_MARK = 24

/**
 * Splits a text at the marks of its paragraphs. Tables and further `P` elements belong to the preceding paragraph.
 * @param items outer numbered items in text order; paragraphs never begin inside of them
 */
function paragraphParts(content: Content, items: readonly ListItem[]): ParagraphPart[] {
  const { text, paragraphs, bodyEnd } = content
  const starts = new Set(paragraphs.map(({ start }) => start))
  const raised = new Map(content.absatzMarks.map((mark) => [mark.start, text.slice(mark.start, mark.end)]))
  const parts: ParagraphPart[] = []
  let current: ParagraphPart = { start: 0, end: 0, value: undefined, label: '', mark: 0, items: [] }
  let last: string | undefined
  let item = 0
  /** True if a line begins with the mark of a number. */
  const known = new Map<number, boolean>()
  const hasLine = (value: number) => cached(known, value, () => text.includes(`\n(${value})`))
  for (let start = 0; start < bodyEnd; start = text.indexOf('\n', start) + 1 || bodyEnd) {
    while ((items[item]?.end ?? bodyEnd) <= start) item++
    const number = raised.get(start)
    const { 0: mark = number ?? '', groups: { from = number && pathValue(number.normalize('NFKC')), to } = {} } =
      MARK.exec(text.slice(start, start + LONGEST_MARK)) ?? {}
    const isWithin = (items[item]?.start ?? bodyEnd) < start
    const isMark = number !== undefined || (from !== undefined && begins(from, last, starts.has(start), hasLine))
    if (from === undefined || isWithin || !isMark) continue
    if (last !== undefined || start > 0) parts.push(current)
    last = to ?? from
    const value = to === undefined ? from : `${from}-${to}`
    current = { start, end: start, value, label: mark.trim(), mark: mark.length, items: [] }
  }
  parts.push(current)
  const [, ...after] = groupByStart(items, parts, bodyEnd)
  for (const [index, part] of parts.entries()) {
    const end = parts[index + 1]?.start ?? bodyEnd
    part.end = part.start + text.slice(part.start, end).trimEnd().length
    part.items = after[index] ?? []
  }
  return parts.filter((part) => part.end > part.start)
}

/**
 * Numbers increase. The first one is 1, or any if the next number follows; a lone `(3)` at the start of a line is not a mark.
 * Within a `P` element only the successor is a mark.
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

/** `2` and `1a` follow `1`; `1b` and `2` follow `1a`. */
function isSuccessor(previous: string, value: string): boolean {
  const [before, after] = [Number.parseInt(previous, 10), Number.parseInt(value, 10)]
  const letter = value.replace(/^\d+/, '')
  if (after === before + 1) return letter === '' || letter === 'a'
  return after === before && letter.length === 1 && compareValues(value, previous) > 0
}

/*
 * Finds the numbers and letters of a text: the items of its lists, rows of tables that begin with a number, and numbered
 * lines that the source does not mark as a list.
 */
/** Returns all items in the order of the text, inner ones within outer ones. */
function listItems(content: Content, isAnnex: boolean): ListItem[] {
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
  /** Items to read, the next one last. */
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
/** Fewer numbered lines count as a coincidence. */
const MIN_COUNTED_LINES = 2

/** Adds lines outside of items that begin with consecutive numbers from 1, each with the items up to the next one. */
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

/** `1.`, `2a.`, `(3)`, `1.2`, `5a.1`, `Nr. 4`, without surrounding white space and words after it. */
const NUMBER = /^(?:(?:lfd\. ?)?Nr\. ?)?\(?(\d+[a-z]*(?:\.\d+[a-z]*)*)[.)]*(?=$|\s\p{Lu}\p{L}*:$)/u
/** `6. und 7.`, `3. bis 5.`, `a) bis d)` */
const SEVERAL = /^\(?(\d+[a-z]?|[a-z]{1,3})[.)] (?:und|bis|u\.|-) \(?(\d+[a-z]{0,2}|[a-z]{1,3})[.)]$/
const LETTER = /^\(?(\p{Ll}{1,4})[.)]$/u
const CAPITAL = /^\(?(\p{Lu})[.)]$/u
const ROMAN = /^\(?([IVXL]{1,6}|[ivxl]{2,6})[.)]$/

/**
 * Reads the mark of a list item; `undefined` for dashes, bullets and boxes.
 * @param first mark of the first item of its list: `V.` is a number after `I.`, a letter after `A.`
 */
function itemMark(label: string, first = label): ItemMark | undefined {
  const mark = normalizedMark(label)
  const number = NUMBER.exec(mark)?.[1]
  if (number !== undefined) return { kind: 'nr', value: number }
  const [, from, to] = SEVERAL.exec(mark) ?? []
  if (from !== undefined) return { kind: /^\d/.test(from) ? 'nr' : 'buchst', value: `${from}-${to}` }
  const roman = ROMAN.exec(mark)?.[1]
  if (roman !== undefined && /^\(?I[.)]$/i.test(normalizedMark(first)))
    return { kind: 'nr', value: roman.toLowerCase() }
  const letter = (LETTER.exec(mark) ?? CAPITAL.exec(mark))?.[1]
  return letter === undefined ? undefined : { kind: 'buchst', value: letter.toLowerCase() }
}

const normalizedMark = (label: string) => label.replace(/\s+/g, ' ').trim()

/** Words of headings, wider ones first. Capitals with a full stop rank below them, then Roman numerals. */
const WORDS = ['teil', 'hauptabschnitt', 'abschnitt', 'kapitel', 'unterabschnitt', 'liste', 'tabelle']
const HEADING =
  /^(Teil|Hauptabschnitt|Abschnitt|Kapitel|Unterabschnitt|Liste|Tabelle)\s+(\d+[a-z]?|[IVX]+|[A-Z])(?![\p{L}\d])/u
const MARKED = /^([A-Z]|[IVX]+)\.(?=[\s\u2028]|$)/
const REMARK = /^Vorbemerkung(?:en)?:?$/

interface Heading {
  start: number
  rank: number
  label: string
  value: string
}

/** Consecutive items of one section, with increasing numbers. */
interface Run {
  items: ListItem[]
  /** Headings above them, outermost first. */
  above: Heading[]
  isTable: boolean
  place: number
}

/**
 * Moves the items of sections with their own numbering below their headings: `nr:abschnitt.2/nr:1`. Rows of tables keep their
 * numbers if only lists below a heading repeat them. Tables without a heading are counted: `nr:tabelle.2/nr:1`.
 * @param items outer items of the annex in text order
 */
function withSections(content: Content, items: readonly ListItem[]): ListItem[] {
  const headings = headingsOf(content, items)
  const runs = runsOf(items, headings)
  const owners = new Map<string, Set<Run>>()
  for (const run of runs)
    for (const item of run.items) owners.set(keyOf(item), (owners.get(keyOf(item)) ?? new Set()).add(run))
  const all = headings.map(({ value }) => value)
  const isCommon = new Set(all.filter((value, index) => all.indexOf(value) < index))
  const level: ListItem[] = []
  for (const run of runs) {
    let into = level
    for (const { label, value, start } of isMoved(run, owners) ? headingsFor(run, runs, isCommon) : []) {
      let section = into.findLast(({ mark }) => mark?.value === value)
      section ??= { label, mark: { kind: 'nr', value }, start, end: start, items: [] }
      if (section.end === start) into.push(section)
      section.end = run.items.at(-1)?.end ?? start
      into = section.items
    }
    into.push(...run.items)
  }
  return level.sort((a, b) => a.start - b.start)
}

/** True if only its heading distinguishes the numbers of a run from those of others. */
function isMoved(run: Run, owners: ReadonlyMap<string, ReadonlySet<Run>>): boolean {
  const isHeaded = run.above.length > 0
  const isRival = (other: Run) => {
    if (other === run || (isHeaded && other.above.at(-1) === run.above.at(-1))) return false
    const isBefore = other.place < run.place
    if (isHeaded && (!run.isTable || other.isTable)) return true
    return run.isTable && isBefore && (other.above.length === 0 || other.isTable)
  }
  return run.items.some((item) => [...(owners.get(keyOf(item)) ?? [])].some(isRival))
}

/** Returns the headings that distinguish a run from others, outermost first; a table without any is counted. */
function headingsFor(run: Run, runs: readonly Run[], isCommon: ReadonlySet<string>): Heading[] {
  if (run.above.length > 0)
    return run.above.slice(
      Math.max(
        run.above.findLastIndex(({ value }) => !isCommon.has(value)),
        0,
      ),
    )
  const number = runs.filter(({ isTable }) => isTable).indexOf(run) + 1
  return [{ start: run.items[0]?.start ?? 0, rank: 0, label: `Tabelle ${number}`, value: `tabelle.${number}` }]
}

const markOf = (item: ListItem): ItemMark | undefined => item.mark ?? itemMark(item.label)
const keyOf = (item: ListItem) => `${markOf(item)?.kind}:${markOf(item)?.value}`

/** Returns the headings outside of items, in text order. */
function headingsOf({ text, bodyEnd }: Content, items: readonly ListItem[]): Heading[] {
  const headings: Heading[] = []
  let item = 0
  for (let start = 0; start < bodyEnd; start = text.indexOf('\n', start) + 1 || bodyEnd) {
    while ((items[item]?.end ?? bodyEnd) <= start) item++
    if ((items[item]?.start ?? bodyEnd) <= start) continue
    const heading = headingAt(
      text
        .slice(start, start + 60)
        .split('\n', 1)[0]
        ?.trim() ?? '',
      headings.at(-1),
    )
    if (heading !== undefined) headings.push({ ...heading, start })
  }
  return headings
}

function headingAt(line: string, before: Heading | undefined): Omit<Heading, 'start'> | undefined {
  const [label = '', word = '', number = ''] = HEADING.exec(line) ?? []
  const name = word.toLowerCase()
  if (word !== '') return { rank: WORDS.indexOf(name), label, value: `${name}.${number.toLowerCase()}` }
  if (REMARK.test(line)) return { rank: WORDS.length + 2, label: line, value: 'vorbem' }
  const mark = MARKED.exec(line)?.[1]
  if (mark === undefined) return undefined
  const isLetter =
    mark.length === 1 && (!/[IVX]/.test(mark) || before?.label.codePointAt(0) === (mark.codePointAt(0) ?? 0) - 1)
  const value = `abschnitt.${mark.toLowerCase()}`
  return { rank: WORDS.length + (isLetter ? 0 : 1), label: `${mark}.`, value }
}

function runsOf(items: readonly ListItem[], headings: readonly Heading[]): Run[] {
  const runs: Run[] = []
  let above: Heading[] = []
  let next = 0
  for (const item of items) {
    let run = runs.at(-1)
    const isTable = item.mark !== undefined
    for (
      let heading = headings[next];
      heading !== undefined && heading.start <= item.start;
      heading = headings[++next]
    ) {
      const { rank } = heading
      above = [...above.filter((open) => open.rank < rank), heading]
    }
    const isRemark = above.at(-1)?.value === 'vorbem'
    if (isRemark && (isTable || (run?.above === above && !follows(run, item)))) above = above.slice(0, -1)
    if (run === undefined || run.above !== above || run.isTable !== isTable || !follows(run, item)) {
      run = { items: [], above, isTable, place: runs.length }
      runs.push(run)
    }
    run.items.push(item)
  }
  return runs
}

/** True if the number of an item is higher than the last one of a run. */
function follows({ items }: Run, item: ListItem): boolean {
  const last = items.findLast((each) => markOf(each)?.kind === markOf(item)?.kind)
  const [before = '', after = ''] = [last, item].map((each) => each && markOf(each)?.value.replaceAll('.', ' '))
  return last === undefined || compareValues(before, after) < 0
}

/** `1210`, `5a.1`, `311 100`: a number that fills its cell. */
const WHOLE = /^(\d{1,6}[a-z]?(?:\.\d{1,3}[a-z]?)*|\d{1,3}(?: \d{3}){1,2}|\d{1,4} [a-z])([.)]*)$/
/** A number that begins its cell. */
const BEGINNING = /^(\d{1,4}(?:\.\d{1,3})*[a-z]?)([.)]+)(?:$|[\s\u2028])/
const LETTERED = /^([a-z]{1,2})[.)](?:$|[\s\u2028])/
const COUNTED = /^(\d{1,2})\.[\s\u2028]/
/** Head of a column of numbers. */
const NUMBER_HEAD = /^\W*(?:lfd\.?|laufende)?\s*(?:Nr|Nummer|Ziffer|Pos)/i
/** Without such a head, longer numbers and those with spaces are data. */
const LONGEST_UNHEADED = 4
const REMARK_ROW = /^Vorbem(?:erkung(?:en)?|\.)\s*(\d+(?:\.\d+)*)?\s*(?::|$|(?=[\s\u2028]))/
/** Mark of an Absatz at the start of a line, cell, or line of a cell. */
const ABSATZ = /(?<=[\t\n\u2028:]\s?)\((\d{1,2}[a-z]?)\)[\s\u2028]/g

/** A row with the text of its cells. */
interface Row {
  line: TableLine
  cells: string[]
}

/** A table of an annex. */
interface Schedule {
  rows: Row[]
  /** Index of the cell with the numbers. */
  column: number
  /** True if the head of that column announces numbers. */
  isHeaded: boolean
}

/**
 * Makes an item of each row of a table that begins with a number (fees, signs, installations, diseases), with the lines up to the
 * next row, heading or preliminary remark, and of each such remark. Lists before the first of them are separate items.
 * @param isAnnex only in annexes are numbers valid without a full stop (`408`), and do rows have headings and notes
 */
function rowItems(text: string, lines: readonly TableLine[], spans: readonly TextSpan[], isAnnex: boolean): ListItem[] {
  const bold = new Set(spans.filter(({ kind }) => kind === 'bold').map(({ end }) => end))
  const items: ListItem[] = []
  for (const table of Map.groupBy(lines, (line) => line.table).values()) {
    const rows = table.map((line) => ({ line, cells: text.slice(line.start, line.end).split('\t') }))
    for (const item of tableItems(text, scheduleOf(rows, isAnnex), bold, isAnnex)) items.push(item)
  }
  return items
}

/** Numbers are in the first column, or in the second one if the first is mostly empty. */
function scheduleOf(rows: Row[], isAnnex: boolean): Schedule {
  const isNumber = (cell: string | undefined) => WHOLE.test((cell ?? '').trim())
  const isIndented = ({ cells }: Row) => isBlank(cells[0]) && isNumber(cells[1])
  const isSecond = rows.some(isIndented) && 2 * rows.filter(({ cells }) => isBlank(cells[0])).length > rows.length
  const column = isAnnex && isSecond && !rows.some(({ cells }) => isNumber(cells[0])) ? 1 : 0
  const heads = rows.filter(({ line }, index) => line.isHead || index === 0)
  return { rows, column, isHeaded: heads.some(({ cells }) => NUMBER_HEAD.test(cells[column] ?? '')) }
}

function tableItems(text: string, schedule: Schedule, bold: ReadonlySet<number>, isAnnex: boolean): ListItem[] {
  const items: ListItem[] = []
  let open: ListItem | undefined
  /** True if the mark of the open row fills its cell: then only the mark of the next row is in that column. */
  let isApart = false
  for (const row of schedule.rows) {
    const { line, cells } = row
    if (line.isHead) continue
    const begun = beginsItem(schedule, row, isAnnex)
    if (begun !== undefined) {
      open = { ...begun, start: line.start, end: line.end, items: [] }
      isApart = WHOLE.test((cells[schedule.column] ?? '').trim())
      items.push(open)
    } else if (isAnnex && open !== undefined && endsItem(schedule, row, isApart, bold)) {
      open = undefined
    } else if (open !== undefined) open.end = line.end
    const inner = [...partOf(text, row, open, isAnnex), ...line.items]
    const isCounted = begun === undefined && inner.some((item) => itemMark(item.label)?.kind === 'nr')
    if (isCounted && open !== undefined && !(isAnnex && (isApart || isRemark(open)))) open = undefined
    if (open === undefined) items.push(...inner)
    else if (isAnnex) addInner(open, inner)
    else open.items.push(...inner)
  }
  if (isAnnex) for (const item of items) if (item.mark !== undefined) addAbsaetze(text, item)
  return items
}

/** Returns the mark of the row or preliminary remark that begins here. */
function beginsItem(
  schedule: Schedule,
  { cells }: Row,
  isAnnex: boolean,
): Pick<ListItem, 'label' | 'mark'> | undefined {
  if (!cells.slice(0, schedule.column).every(isBlank)) return undefined
  const cell = (cells[schedule.column] ?? '').trim()
  const [, whole, sign] = WHOLE.exec(cell) ?? []
  const isNumber = whole !== undefined && (sign !== '' || (isAnnex && mayBeNumber(schedule, whole)))
  if (isNumber && isAnnex) return { label: `${whole}.`, mark: { kind: 'nr', value: whole.replaceAll(' ', '') } }
  const value = isNumber ? whole : BEGINNING.exec(cell)?.[1]
  if (value !== undefined) return { label: `${value}.` }
  const [remark, place] = (isAnnex && REMARK_ROW.exec(cell)) || []
  const name = place === undefined ? 'vorbem' : `vorbem.${place}`
  return remark === undefined
    ? undefined
    : { label: remark.replace(/[\s\u2028:]+$/, ''), mark: { kind: 'nr', value: name } }
}

const mayBeNumber = ({ isHeaded }: Schedule, value: string) =>
  isHeaded || value.length <= LONGEST_UNHEADED || /[.a-z]/.test(value)

const isRemark = ({ mark }: ListItem) => mark?.value.startsWith('vorbem') === true

/** True if a row without a number does not belong to the preceding one: a heading, or words in the number column. */
function endsItem({ column }: Schedule, { line, cells }: Row, isApart: boolean, bold: ReadonlySet<number>): boolean {
  const filled = cells.filter((cell) => !isBlank(cell))
  const cell = (cells.slice(0, column + 1).find((each) => !isBlank(each)) ?? '').trim()
  if (HEADING_ROW.test(cell) && filled.length === 1) return true
  if (cell === '') return filled.length === 1 && bold.has(line.end)
  return isApart && !/^[a-z]{1,2}\)/.test(cell)
}

const HEADING_ROW = /^(?:Teil|Hauptabschnitt|Abschnitt|Unterabschnitt|Kapitel|Titel|[A-Z]\.|[IVX]+\.)(?:[\s\u2028]|$)/

const isBlank = (cell: string | undefined) => cell === undefined || cell.trim() === ''

/** Returns the letter or number of a line below a row, if the source does not mark it as a list: `a)`, `2.` */
function partOf(text: string, { line }: Row, open: ListItem | undefined, isAnnex: boolean): ListItem[] {
  if (open === undefined) return []
  const start = line.start + (/^[\s\u2028]*/.exec(text.slice(line.start, line.end))?.[0].length ?? 0)
  if (start === open.start) return []
  const cell = text.slice(start, Math.min(line.end, start + 8))
  const letter = line.items.length === 0 ? LETTERED.exec(cell)?.[1] : undefined
  if (letter !== undefined) return [{ label: `${letter})`, start, end: line.end, items: [] }]
  const number = isAnnex && line.items.every((item) => item.start > start) ? COUNTED.exec(cell)?.[1] : undefined
  const isNext = Number(number) === open.items.filter(({ label }) => /^\d/.test(label)).length + 1
  return isNext ? [{ label: `${number}.`, start, end: line.end, items: [] }] : []
}

/** Adds the parts of a line to its row, and letters to the preceding number. */
function addInner(open: ListItem, inner: readonly ListItem[]): void {
  for (const item of inner) {
    const last = open.items.at(-1)
    const isBelow = last !== undefined && itemMark(item.label)?.kind === 'buchst' && itemMark(last.label)?.kind === 'nr'
    if (isBelow) last.end = Math.max(last.end, item.end)
    ;(isBelow ? last : open).items.push(item)
  }
}

/** Moves text after `(1)`, `(2)` in a row or remark into separate items. */
function addAbsaetze(text: string, row: ListItem): void {
  const absaetze: ListItem[] = []
  for (const { 1: value = '', index } of text.slice(row.start, row.end).matchAll(ABSATZ)) {
    if (Number.parseInt(value, 10) !== absaetze.length + 1) continue
    const start = row.start + index
    const before = absaetze.at(-1)
    if (before !== undefined) before.end = Math.min(before.end, start)
    const cell = /[^\t\n]\t/.exec(text.slice(start, row.end))
    const end = cell === null ? row.end : start + cell.index + 1
    absaetze.push({ label: `(${value})`, mark: { kind: 'abs', value }, start, end, items: [] })
  }
  if (absaetze.length === 0) return
  for (const item of row.items) {
    absaetze.findLast(({ start }) => start <= item.start)?.items.push(item)
  }
  const first = absaetze[0]?.start ?? 0
  const before = row.items.filter(({ start }) => start < first)
  for (const item of before) item.end = Math.min(item.end, first)
  row.items = [...before, ...absaetze]
}

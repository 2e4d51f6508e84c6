/** Finds the parts of a norm: paragraphs (Absatz), sentences (Satz), numbers and letters. */

import { compareValues, formatElements, type PathElement, type SubdivisionKind } from '../../citation/norm-path.ts'
import { splitSentences } from '../../citation/sentences.ts'
import type { SubdivisionSpan } from '../../model/parsed-law.ts'
import { firstIndex } from '../../util/binary-search.ts'
import type { Span } from '../text-writer.ts'
import { type Content, groupByStart, type ListItem } from './content.ts'
import { itemMark, listItems } from './list-items.ts'

type Path = PathElement<SubdivisionKind>[]
type AddPart = (path: Path, label: string, span: Span) => boolean

/** A sentence with its number. */
interface Sentence extends Span {
  value: string
}

/**
 * Finds the subdivisions of a norm.
 * @param isAnnex true for texts of lists and tables, of which only notes of rows are split into sentences
 * @returns subdivisions in the order of the text, outer ones before inner ones, each path once. A second list with the same
 *   marks in one paragraph or sentence has no subdivisions: their paths would be ambiguous.
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
  /** @param first the mark of the first item of its list */
  const addItem = (item: ListItem, above: Path, first: string | undefined) => {
    const label = wholeMark(content.text, item)
    const mark = item.mark ?? itemMark(label, first)
    const path: Path | undefined = mark && [...above, mark]
    if (path !== undefined && !add(path, label.trim(), item)) return
    const divided: Divided = { ...item, mark: markLength(content.text, item) }
    const text = isAnnex ? noteOf(content.text, divided, item.mark) : divided
    const sentences = path === undefined || text === undefined ? [] : sentencesOf(content.text, numbers, text)
    addWithin(divided, path ?? above, sentences.length > 1 ? sentences : [])
  }
  for (const part of paragraphParts(content, listItems(content, isAnnex))) {
    const path: Path = part.value === undefined ? [] : [{ kind: 'abs', value: part.value }]
    if (part.value !== undefined) add(path, part.label, part)
    addWithin(part, path, isAnnex ? [] : sentencesOf(content.text, numbers, part))
  }
  const order = [...found.values()]
  return order.sort((a, b) => a.start - b.start || b.end - a.end || a.path.length - b.path.length)
}

/** The text of an item of an annex that has sentences: an Absatz of a row, or the note below its words and its fee. */
function noteOf(text: string, item: Divided, mark: ListItem['mark']): Divided | undefined {
  if (mark?.kind === 'abs') return item
  const line = text.slice(item.start, item.end).search(NOTE)
  const start = item.start + line
  const isRow = mark?.kind === 'nr' && line > 0 && item.items.every((each) => each.mark?.kind !== 'abs')
  return isRow ? { ...item, start, mark: 2, items: item.items.filter((each) => each.start > start) } : undefined
}

/** The last line of a row, with one cell of words. */
const NOTE = /\n\t(?!\d+\.|[a-z]\))(?=[^\t\n]+\s*$)/

/**
 * Finds the sentences of a paragraph: those that the source numbers, else those of its text.
 */
function sentencesOf(text: string, numbers: readonly Span[], part: Divided): Sentence[] {
  return numberedSentences(text, numbers, part) ?? splitText(text, part)
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
 * Finds the sentences by the raised numbers before them (`SUP` of class `Rec`), without those in list items. The first
 * sentence may lack its number.
 * @param all numbers of the text, in its order
 * @returns `undefined` if there are none, or they are not consecutive
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

/** The mark of an item with the rest of a range that the source has in its text: `a)` and `bis d) (weggefallen)`. */
function wholeMark(text: string, { label, start, end }: ListItem): string {
  const words = text.slice(start, end)
  const rest = words.startsWith(label) ? REST_OF_RANGE.exec(words.slice(label.length, label.length + 24)) : null
  return rest === null ? label : label + rest[0]
}

const REST_OF_RANGE = /^\s+(?:bis|und|u\.|-) \(?[\da-z]{1,4}[.)](?=\s)/

/** Length of the mark of an item with the white space after it; 0 of an item that the reader has made. */
function markLength(text: string, { label, start, end }: ListItem): number {
  const words = text.slice(start, end)
  return words.startsWith(label) ? words.length - words.slice(label.length).trimStart().length : 0
}

/** A paragraph or an item: what has sentences, and items in them. */
interface Divided extends Span {
  /** Length of the mark with the white space after it. */
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

/** Some laws have no space after the mark: `(1)(außer Kraft)`, `(3)Der Kläger`. */
const MARK =
  /^\((?<from>\d+[a-z]{0,2})\)(?:(?:\s*(?:bis|und|u\.|\p{Pd})\s*\((?<to>\d+[a-z]{0,2})\))?(?:\s+|$)|(?=[\p{Lu}(„¹⁰-⁹]))/u
const LONGEST_MARK = 24

/**
 * Splits a text at the marks of its paragraphs. Tables and further `P` elements belong to the paragraph before them.
 * @param items the outer numbered items in the order of the text, within which no paragraph begins
 */
function paragraphParts(content: Content, items: readonly ListItem[]): ParagraphPart[] {
  const { text, paragraphs, bodyEnd } = content
  const starts = new Set(paragraphs.map(({ start }) => start))
  const parts: ParagraphPart[] = []
  let current: ParagraphPart = { start: 0, end: 0, value: undefined, label: '', mark: 0, items: [] }
  let last: string | undefined
  let item = 0
  /** True if a line begins with the mark of a number. */
  const known = new Map<number, boolean>()
  const hasLine = (value: number) => {
    const found = known.get(value) ?? text.includes(`\n(${value})`)
    known.set(value, found)
    return found
  }
  for (let start = 0; start < bodyEnd; start = text.indexOf('\n', start) + 1 || bodyEnd) {
    while ((items[item]?.end ?? bodyEnd) <= start) item++
    const { 0: mark = '', groups: { from, to } = {} } = MARK.exec(text.slice(start, start + LONGEST_MARK)) ?? {}
    const isWithin = (items[item]?.start ?? bodyEnd) < start
    if (from === undefined || isWithin || !begins(from, last, starts.has(start), hasLine)) continue
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

/**
 * The parts of a norm, from the structure of its source: paragraphs (Absatz), sentences (Satz), numbers and letters.
 */
import { formatElements, type PathElement, type SubdivisionKind } from '../../../citation/norm-path.ts'
import { splitSentences } from '../../../citation/sentences.ts'
import type { SubdivisionSpan } from '../../../corpus/parsed-law.ts'
import type { Content, ListItem } from './content.ts'
import { itemMark, listItems } from './list-items.ts'
import { firstIndex } from './ordered.ts'
import { type ParagraphPart, paragraphParts } from './paragraph-parts.ts'
import type { Span } from './plain-text.ts'

type Path = PathElement<SubdivisionKind>[]
type Add = (path: Path, label: string, span: Span) => boolean

/** A sentence with its number. */
interface Sentence extends Span {
  value: string
}

/**
 * Finds the subdivisions of a norm.
 * @param content what {@link readContent} gave
 * @param isAnnex whether it is an annex or a table of contents: most text is lists and tables, and sentences are not told apart
 * @returns subdivisions in the order of the text, outer ones before inner ones, each path once. A list whose marks
 *   start anew within the same paragraph and sentence is not taken apart a second time: its paths would be ambiguous.
 */
export function findSubdivisions(content: Content, isAnnex: boolean): SubdivisionSpan[] {
  const found = new Map<string, SubdivisionSpan>()
  const add: Add = (path, label, span) => {
    const key = formatElements(path)
    if (found.has(key)) return false
    const { start } = span
    const end = start + content.text.slice(start, span.end).trimEnd().length
    found.set(key, { path: key, label, start, end })
    return true
  }
  const numbers = content.spans.filter(({ kind }) => kind === 'sentence')
  for (const part of paragraphParts(content, listItems(content, isAnnex))) {
    if (part.value !== undefined) add([{ kind: 'abs', value: part.value }], `(${part.value})`, part)
    const path: Path = part.value === undefined ? [] : [{ kind: 'abs', value: part.value }]
    const sentences = isAnnex ? [] : sentencesOf(content.text, numbers, part)
    for (const sentence of sentences) add([...path, { kind: 'satz', value: sentence.value }], sentence.value, sentence)
    const above = (item: ListItem): Path => {
      const sentence = sentences[firstIndex(sentences, ({ end }) => item.start < end)]
      return sentence === undefined ? path : [...path, { kind: 'satz', value: sentence.value }]
    }
    for (const item of part.items) addItem(item, above(item), part.items[0]?.label, add)
  }
  const order = [...found.values()]
  return order.sort((a, b) => a.start - b.start || b.end - a.end || a.path.length - b.path.length)
}

/**
 * The sentences of a paragraph: those that the source numbers, else those that its text has. A list is part of the sentence that it stands in: for the split its letters are
 * masked, all but the end of its last item, so that only what ends the whole list can end the sentence.
 */
function sentencesOf(text: string, numbers: readonly Span[], part: ParagraphPart): Sentence[] {
  return numberedSentences(text, numbers, part) ?? splitText(text, part)
}

function splitText(whole: string, part: ParagraphPart): Sentence[] {
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
 * The sentences by the raised numbers that stand before them (`SUP` of class `Rec`), those within list items aside. The first
 * one may lack its number.
 * @param all numbers of the text, in its order
 * @returns `undefined` if there are none, or they do not count on
 */
function numberedSentences(text: string, all: readonly Span[], part: ParagraphPart): Sentence[] | undefined {
  const start = part.start + part.mark
  const numbers: Span[] = []
  let item = 0
  for (let index = firstIndex(all, (span) => span.start >= start); index < all.length; index++) {
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

/** Adds an item with its items. @param first the mark of the first item of its list */
function addItem(item: ListItem, above: Path, first: string | undefined, add: Add): void {
  const mark = itemMark(item.label, first)
  const path: Path | undefined = mark && [...above, mark]
  if (path !== undefined && !add(path, item.label.trim(), item)) return
  for (const child of item.items) addItem(child, path ?? above, item.items[0]?.label, add)
}

/**
 * The parts of a norm, from the structure of its source: paragraphs (Absatz) from `P` elements that begin with `(1)`,
 * sentences (Satz) of their text, numbers and letters from the marks of lists.
 */
import { compareValues, formatElements, type PathElement, type SubdivisionKind } from '../../../citation/norm-path.ts'
import { splitSentences } from '../../../citation/sentences.ts'
import type { SubdivisionSpan } from '../../source.ts'
import type { Content, ListItem } from './content.ts'
import type { Span } from './plain-text.ts'

type Path = PathElement<SubdivisionKind>[]

const PARAGRAPH_MARK = /^\((\d+[a-z]*)\)(?=\s|$)/
const NUMBER_MARK = /^\(?(\d+(?:\.\d+)*[a-z]*)[.)]*$/
const LETTER_MARK = /^\(?(\p{Ll}{1,4})[.)]$/u

/**
 * Finds the subdivisions of a norm.
 * @param content what {@link readContent} gave
 * @param withSentences whether sentences are told apart (not in annexes, where most text is lists and tables)
 * @returns subdivisions in the order of the text, outer ones before inner ones, each path once. A list whose marks
 *   start anew within the same paragraph and sentence is not taken apart a second time: its paths would be ambiguous.
 */
export function findSubdivisions(content: Content, withSentences: boolean): SubdivisionSpan[] {
  const found = new Map<string, SubdivisionSpan>()
  const add = (path: Path, label: string, span: Span): boolean => {
    const key = formatElements(path)
    if (found.has(key)) return false
    found.set(key, { path: key, label, start: span.start, end: span.end })
    return true
  }

  for (const part of paragraphParts(content)) {
    if (part.value !== undefined) add([{ kind: 'abs', value: part.value }], `(${part.value})`, part)
    const path: Path = part.value === undefined ? [] : [{ kind: 'abs', value: part.value }]
    const sentences = withSentences ? sentencesOf(content, part) : []
    for (const [index, sentence] of sentences.entries()) {
      const value = String(index + 1)
      add([...path, { kind: 'satz', value }], value, sentence)
    }
    const sentenceOf = (item: ListItem): Path => {
      const index = sentences.findIndex((sentence) => item.start < sentence.end)
      return index < 0 ? path : [...path, { kind: 'satz', value: String(index + 1) }]
    }
    for (const item of part.items) addItem(item, sentenceOf(item), add)
  }
  const order = [...found.values()]
  return order.sort((a, b) => a.start - b.start || b.end - a.end || a.path.length - b.path.length)
}

interface ParagraphPart extends Span {
  /** `1`, `1a`; `undefined` for text that belongs to no numbered paragraph. */
  value: string | undefined
  items: ListItem[]
}

/** Joins what follows a numbered `P` (further `P`, tables) to it, up to the next numbered one. */
function paragraphParts(content: Content): ParagraphPart[] {
  const parts: ParagraphPart[] = []
  let current: ParagraphPart = { start: 0, end: 0, value: undefined, items: [] }
  for (const paragraph of content.paragraphs) {
    const value = PARAGRAPH_MARK.exec(content.text.slice(paragraph.start, paragraph.start + 12))?.[1]
    if (value !== undefined && startsParagraph(value, current.value)) {
      if (current.value !== undefined || paragraph.start > 0) parts.push(current)
      current = { start: paragraph.start, end: paragraph.start, value, items: [] }
    }
    current.items.push(...paragraph.items)
    current.end = paragraph.end
  }
  parts.push(current)
  for (const [index, part] of parts.entries()) {
    const end = parts[index + 1]?.start ?? content.bodyEnd
    part.end = part.start + content.text.slice(part.start, end).trimEnd().length
  }
  return parts.filter((part) => part.end > part.start)
}

/** Numbers go up; the first one is 1 (a lone `(3)` at the start of a line is no paragraph mark). */
function startsParagraph(value: string, previous: string | undefined): boolean {
  return previous === undefined ? /^1[a-z]*$/.test(value) : compareValues(value, previous) > 0
}

/**
 * The sentences of a paragraph. A list is part of the sentence that it stands in: for the split its letters are
 * masked, all but the end of its last item, so that only what ends the whole list can end the sentence.
 */
function sentencesOf(content: Content, part: ParagraphPart): Span[] {
  const text = content.text.slice(part.start, part.end)
  const mark = part.value === undefined ? 0 : (PARAGRAPH_MARK.exec(text)?.[0].length ?? 0)
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
  const spans: Span[] = []
  for (const [start, end] of splitSentences(masked)) {
    const visible = masked.slice(start, end)
    const from = start + (visible.length - visible.trimStart().length)
    const to = start + visible.trimEnd().length
    if (to > from) spans.push({ start: part.start + mark + from, end: part.start + mark + to })
  }
  return spans
}

function addItem(item: ListItem, above: Path, add: (path: Path, label: string, span: Span) => boolean): void {
  const element = itemElement(item.label)
  const path = element !== undefined && nests(above.at(-1)?.kind, element.kind) ? [...above, element] : undefined
  if (path !== undefined && !add(path, item.label, item)) return
  for (const child of item.items) addItem(child, path ?? above, add)
}

/** `1.` `2a.` `(3)` `1.2` -> nr; `a)` `bb)` -> buchst; dashes, bullets, boxes -> nothing. */
function itemElement(label: string): PathElement<SubdivisionKind> | undefined {
  const number = NUMBER_MARK.exec(label)?.[1]
  if (number !== undefined) return { kind: 'nr', value: number }
  const letter = LETTER_MARK.exec(label)?.[1]
  return letter === undefined ? undefined : { kind: 'buchst', value: letter }
}

/** Letters may stand below numbers and letters, numbers below numbers, not below letters (the order of norm paths). */
function nests(above: SubdivisionKind | undefined, kind: SubdivisionKind): boolean {
  return !(kind === 'nr' && above === 'buchst')
}

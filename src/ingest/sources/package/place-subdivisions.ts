/** Finds the subdivisions that a package gives of a norm in the norm's text. */
import { formatElements, type PathElement, parseNormPath } from '../../../citation/norm-path.ts'
import type { SubdivisionSpan } from '../../../corpus/parsed-law.ts'
import { check, subdivisionRecord } from './schema.ts'

/** The marks of subdivisions with a value, by kind. */
const MARKS: Record<string, (value: string) => string[]> = {
  abs: (value) => [`(${value})`],
  satz: () => [],
  nr: (value) => [`${value}.`, `${value})`, `(${value})`],
  buchst: (value) => [`${value})`, `(${value})`, `${value}.`],
}

/**
 * Limit on fruitless searches, in lengths of the text: there may be as many missing subdivisions as lines, and each is
 * searched for to the end.
 */
const SEARCH_BUDGET = 50

/** The deepest nesting. */
const MAX_LEVELS = 20

/** How far after the one before it a subdivision is searched for beyond that limit: they are adjacent. */
const NEAR_SEARCH_LENGTH = 2000

/**
 * Places every subdivision at the first occurrence of its text within its parent, after the one before it.
 * @returns those that were found, in the order of the text, outer ones first, and the names of the others
 */
export function placeSubdivisions(
  text: string,
  records: readonly unknown[],
): { placed: SubdivisionSpan[]; lost: string[] } {
  const found = new Map<string, SubdivisionSpan>()
  /** End of the last subdivision of each kind in each parent. */
  const ends = new Map<string, number>()
  const lost: string[] = []
  let budget = SEARCH_BUDGET * text.length
  for (const [index, value] of records.entries()) {
    const checked = check(subdivisionRecord, value)
    if ('issues' in checked) {
      lost.push(`subdivisions[${index}]`)
      continue
    }
    const { record } = checked
    const named = record.path ?? `${record.kind}:${record.value}`
    const elements = parseNormPath(`par:1/${named.replace(/(^|\/)lit:/g, '$1buchst:')}`)?.subdivision ?? []
    const own = elements.at(-1)
    const path = formatElements(elements)
    if (own === undefined || elements.length > MAX_LEVELS || record.text === '' || found.has(path)) {
      lost.push(named)
      continue
    }
    const parent = enclosing(elements, found) ?? { path: '', start: 0, end: text.length }
    const siblings = `${parent.path} ${own.kind}`
    const from = ends.get(siblings) ?? parent.start
    const to = budget > 0 ? parent.end : Math.min(parent.end, from + NEAR_SEARCH_LENGTH + record.text.length)
    const place = text.slice(from, to).indexOf(record.text)
    if (place < 0) {
      budget -= to - from
      lost.push(named)
      continue
    }
    const start = from + place
    const end = start + record.text.length
    ends.set(siblings, end)
    found.set(path, { path, label: labelOf(own, text, parent.start, start), start, end })
  }
  const placed = [...found.values()]
  placed.sort((a, b) => a.start - b.start || b.end - a.end || a.path.length - b.path.length)
  return { placed, lost }
}

/** Returns the innermost parent that was found. */
function enclosing(elements: readonly PathElement[], found: ReadonlyMap<string, SubdivisionSpan>) {
  for (let depth = elements.length - 1; depth > 0; depth--) {
    const part = found.get(formatElements(elements.slice(0, depth)))
    if (part !== undefined) return part
  }
  return undefined
}

/** Returns the mark at the beginning of a subdivision or before it, else its value. */
function labelOf({ kind, value }: PathElement, text: string, from: number, start: number): string {
  const marks = MARKS[kind]?.(value) ?? []
  const before = text.slice(Math.max(from, start - LONGEST_MARK), start).trimEnd()
  return marks.find((mark) => text.startsWith(mark, start) || before.endsWith(mark)) ?? value
}

const LONGEST_MARK = 20

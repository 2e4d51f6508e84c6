/** Finds in the text of a norm the parts that a package gives of it. */
import { formatElements, type PathElement, parseNormPath } from '../../../citation/norm-path.ts'
import type { SubdivisionSpan } from '../../../corpus/parsed-law.ts'
import { check, subdivisionRecord } from './schema.ts'

/** How the text may mark a part with this value. */
const MARKS: Record<string, (value: string) => string[]> = {
  abs: (value) => [`(${value})`],
  satz: () => [],
  nr: (value) => [`${value}.`, `${value})`, `(${value})`],
  buchst: (value) => [`${value})`, `(${value})`, `${value}.`],
}

/**
 * How many times the length of the text is searched for parts that it does not have: a text may have as many of them as it
 * has lines, and each is looked for to its end.
 */
const SEARCH_BUDGET = 50

/** Parts within each other, at most. */
const MAX_LEVELS = 20

/** How far behind the one before it a part is looked for when these are used up: parts stand next to each other. */
const NEAR_SEARCH_LENGTH = 2000

/**
 * Places every part at the first occurrence of its text within the part that it belongs to, behind the one before it.
 * @returns the parts that were found, in the order of the text, outer ones first, and the names of the others
 */
export function placeSubdivisions(
  text: string,
  records: readonly unknown[],
): { placed: SubdivisionSpan[]; lost: string[] } {
  const found = new Map<string, SubdivisionSpan>()
  /** Where the last part of each kind below each part ends. */
  const ends = new Map<string, number>()
  const lost: string[] = []
  let patience = SEARCH_BUDGET * text.length
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
    const beside = `${parent.path} ${own.kind}`
    const from = ends.get(beside) ?? parent.start
    const to = patience > 0 ? parent.end : Math.min(parent.end, from + NEAR_SEARCH_LENGTH + record.text.length)
    const place = text.slice(from, to).indexOf(record.text)
    if (place < 0) {
      patience -= to - from
      lost.push(named)
      continue
    }
    const start = from + place
    const end = start + record.text.length
    ends.set(beside, end)
    found.set(path, { path, label: labelOf(own, text, parent.start, start), start, end })
  }
  const placed = [...found.values()]
  placed.sort((a, b) => a.start - b.start || b.end - a.end || a.path.length - b.path.length)
  return { placed, lost }
}

/** The innermost part that was found and that holds the one with these elements. */
function enclosing(elements: readonly PathElement[], found: ReadonlyMap<string, SubdivisionSpan>) {
  for (let depth = elements.length - 1; depth > 0; depth--) {
    const part = found.get(formatElements(elements.slice(0, depth)))
    if (part !== undefined) return part
  }
  return undefined
}

/** The mark of a part as it stands at its beginning or in front of it, else its value. */
function labelOf({ kind, value }: PathElement, text: string, from: number, start: number): string {
  const marks = MARKS[kind]?.(value) ?? []
  const before = text.slice(Math.max(from, start - LONGEST_MARK), start).trimEnd()
  return marks.find((mark) => text.startsWith(mark, start) || before.endsWith(mark)) ?? value
}

const LONGEST_MARK = 20

/** The members of a range of parts: `Abs. 1 bis 3`, `Nr. 2 bis 4`, `Buchst. a bis c`. */
import { compareValues, formatElements, type PathElement, type SubdivisionKind, withoutSentences } from './norm-path.ts'

/** Longer ranges are taken for what they name: their first and last member. */
const LONGEST = 60

/**
 * The parts from one to another, both included, as paths.
 * @param subdivision the first of them
 * @param to the value of the last one; undefined for a single part
 * @param known the paths of the parts that the norm has, if they are known: those with letters (`2a`) are among them
 */
export function partsInRange(
  subdivision: readonly PathElement<SubdivisionKind>[],
  to: string | undefined,
  known: Iterable<string> = [],
): string[] {
  const first = subdivision.at(-1)
  if (first === undefined || to === undefined) return [formatElements(subdivision)]
  const above = formatElements(subdivision.slice(0, -1))
  const start = `${above === '' ? '' : `${above}/`}${first.kind}:`
  const values = new Set([...counted(first.value, to), first.value, to])
  for (const path of known) {
    const value = valueBehind(path, start) ?? valueBehind(withoutSentences(path), start)
    if (value !== undefined && isBetween(value, first.value, to)) values.add(value)
  }
  return [...values].sort(compareValues).map((value) => start + value)
}

function valueBehind(path: string, start: string): string | undefined {
  const value = path.startsWith(start) ? path.slice(start.length) : ''
  return value === '' || value.includes('/') ? undefined : value
}

const isNumber = (value: string) => /^\d/.test(value)

function isBetween(value: string, from: string, to: string): boolean {
  const isAlike = isNumber(value) ? isNumber(from) : !isNumber(from) && value.length === from.length
  return isAlike && compareValues(from, value) < 0 && compareValues(value, to) < 0
}

/** Whole numbers, or single letters, between two. */
function counted(from: string, to: string): string[] {
  if (/^[a-z]$/.test(from) && /^[a-z]$/.test(to))
    return between(from.charCodeAt(0), to.charCodeAt(0)).map((code) => String.fromCharCode(code))
  const [first, last] = [Number.parseInt(from, 10), Number.parseInt(to, 10)]
  return Number.isNaN(first) || Number.isNaN(last) ? [] : between(first, last).map(String)
}

/** Without the bounds, which may have letters. */
function between(from: number, to: number): number[] {
  return to - from > LONGEST ? [] : Array.from({ length: Math.max(0, to - from - 1) }, (_, place) => from + place + 1)
}

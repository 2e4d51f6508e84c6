/**
 * Ranges of values, norms and parts. A value may stand for several numbers: `3-6` (§§ 3 bis 6), `30-31` (§§ 30 und 31),
 * `103_103a-104` (§§ 103, 103a und 104), `i-vii`, `muster_3-13`. `-` joins bounds, `_` separates members.
 */
import {
  compareValues,
  formatElements,
  type PathElement,
  parseNormPath,
  type SubdivisionKind,
  withoutSentences,
} from './norm-path.ts'
import { parseRoman } from './numerals.ts'

export interface ValueRange {
  from: string
  to: string
}

const NUMBER = /^\d[\p{L}\d.]*$/u
/** A word before the numbers that applies to each of them: `muster_3-13`. */
const PREFIX = /^(\p{L}{4,}_)(\d.*)$/u

/**
 * Returns the members of a value, each a range (`from` = `to` for a single number); `undefined` if the value is one name, such
 * as a number (`433`), or words (`2_zu_anlage_21`).
 */
export function valueMembers(value: string): ValueRange[] | undefined {
  const prefixed = PREFIX.exec(value)
  if (prefixed !== null) {
    const [, prefix = '', numbers = ''] = prefixed
    return valueMembers(numbers)?.map(({ from, to }) => ({ from: prefix + from, to: prefix + to }))
  }
  if (!value.includes('-') && !value.includes('_')) return undefined
  const parts = value.split('_').map((part) => part.split('-'))
  if (parts.every((part) => part.length <= 2 && part.every((bound) => NUMBER.test(bound)))) {
    return parts.map(([from, to]) => ({ from: from as string, to: to ?? (from as string) }))
  }
  const [from, to, ...more] = value.split('-')
  return from && to && more.length === 0 ? [{ from, to }] : undefined
}

/** True if the single number `value` lies within `range`, in legal order (`3` < `3a` < `4`, `viii` < `ix`). */
export function rangeIncludes(range: ValueRange, value: string): boolean {
  const [from, to, number] = [range.from, range.to, value].map(parseRoman)
  if (from !== undefined && to !== undefined) return number !== undefined && from <= number && number <= to
  if (shape(range.from) !== shape(value)) return false
  return compareValues(range.from, value) <= 0 && compareValues(value, range.to) <= 0
}

/** True if one of the members of `value` includes `number`. */
export function valueIncludes(value: string, number: string): boolean {
  return valueMembers(value)?.some((range) => rangeIncludes(range, number)) ?? false
}

/** True for the path of a norm that stands for several: `par:3-6`. */
export function standsForSeveral(path: string): boolean {
  return parseNormPath(path)?.norm.some(({ value }) => valueMembers(value) !== undefined) ?? false
}

/** The word before the digits of a value: ranges of words never contain numbers, nor ranges of numbers words. */
const shape = (value: string) => (/^\d/.test(value) ? '' : (/^\p{L}{4,}_/u.exec(value)?.[0] ?? 'word'))

/** The number of a norm. */
export interface Numbered {
  /** The last element of its path, without a counter. */
  own: { value: string }
  /** {@link singleNumber} of that value. */
  number: number
}

/** Maximum size of a range of norms; a larger one is an error. */
export const LONGEST_NORM_RANGE = 500

/**
 * Returns the norms from one value to another, including norms that stand for several of them (`§§ 3 bis 6`).
 * @param beside norms of one kind in one place, in the order of the law
 * @param to the last value; undefined for the norm and the next one
 * @returns empty if there are none, or implausibly many
 */
export function normsInRange<Norm extends Numbered>(
  beside: readonly Norm[],
  first: string,
  to: string | undefined,
): readonly Norm[] {
  const isFrom = comparison(first, to)
  const from = beside.filter((norm) => isFrom(norm) >= 0 || valueIncludes(norm.own.value, first))
  if (to === undefined) return from.slice(0, 2)
  const isTo = comparison(to, first)
  const members = from.filter((norm) => isTo(norm) <= 0 || valueIncludes(norm.own.value, to))
  return members.length > LONGEST_NORM_RANGE ? [] : members
}

/** True for bounds that are Roman numerals. Two single letters may be annexes: `Anlagen L bis V`. */
const areRoman = (from: string, to: string) =>
  from.length + to.length > 2 && parseRoman(from) !== undefined && parseRoman(to) !== undefined

/** True if the last value of a range precedes the first: `§§ 435 bis 433`. */
export function isBackwards({ from, to }: ValueRange): boolean {
  return areRoman(from, to) ? (parseRoman(to) ?? 0) < (parseRoman(from) ?? 0) : compareValues(to, from) < 0
}

/**
 * Compares norms with a value like {@link compareValues}. Numbers decide first, as that is faster.
 * @param other the other bound of the range
 */
function comparison(value: string, other = ''): (norm: Numbered) => number {
  const roman = areRoman(value, other) ? parseRoman(value) : undefined
  if (roman !== undefined) return ({ own }) => (parseRoman(own.value) ?? Number.NaN) - roman
  const number = singleNumber(value)
  return ({ own, number: ownNumber }) => ownNumber - number || compareValues(own.value, value)
}

/** Returns the number of a single value without its letters (433 for `433a`), else NaN. */
export function singleNumber(value: string): number {
  return /^\d+[a-z]*$/.test(value) ? Number.parseInt(value, 10) : Number.NaN
}

/** Of a larger range only the first and last members count. */
const LONGEST_PART_RANGE = 60

/**
 * Returns the paths of the parts from one to another, both included.
 * @param subdivision the first of them
 * @param to the value of the last one; undefined for a single part
 * @param known the paths of the norm's parts, which add those with letters (`2a`)
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
    const value = valueAfter(path, start) ?? valueAfter(withoutSentences(path), start)
    if (value !== undefined && isBetween(value, first.value, to)) values.add(value)
  }
  return [...values].sort(compareValues).map((value) => start + value)
}

function valueAfter(path: string, start: string): string | undefined {
  const value = path.startsWith(start) ? path.slice(start.length) : ''
  return value === '' || value.includes('/') ? undefined : value
}

const isNumber = (value: string) => /^\d/.test(value)

function isBetween(value: string, from: string, to: string): boolean {
  const isAlike = isNumber(value) ? isNumber(from) : !isNumber(from) && value.length === from.length
  return isAlike && compareValues(from, value) < 0 && compareValues(value, to) < 0
}

/** Returns the integers, or single letters, between two. */
function counted(from: string, to: string): string[] {
  if (/^[a-z]$/.test(from) && /^[a-z]$/.test(to))
    return between(from.charCodeAt(0), to.charCodeAt(0)).map((code) => String.fromCharCode(code))
  const [first, last] = [Number.parseInt(from, 10), Number.parseInt(to, 10)]
  return Number.isNaN(first) || Number.isNaN(last) ? [] : between(first, last).map(String)
}

function between(from: number, to: number): number[] {
  const length = to - from > LONGEST_PART_RANGE ? 0 : Math.max(0, to - from - 1)
  return Array.from({ length }, (_, index) => from + index + 1)
}

/**
 * Values that stand for several numbers: `3-6` (§§ 3 bis 6), `30-31` (§§ 30 und 31), `103_103a-104`
 * (§§ 103, 103a und 104), `i-vii`, `muster_3-13`. `-` joins from and to, `_` separates members.
 */
import { compareValues } from './norm-path.ts'
import { parseRoman } from './roman.ts'

export interface ValueRange {
  from: string
  to: string
}

const NUMBER = /^\d[\p{L}\d.]*$/u
/** A word before the numbers that belongs to each of them: `muster_3-13`. */
const PREFIX = /^(\p{L}{4,}_)(\d.*)$/u

/**
 * The members of a value, each a range (`from` = `to` for a single number); `undefined` where the value is one name,
 * be it a number (`433`), or words (`2_zu_anlage_21`).
 */
export function valueMembers(value: string): ValueRange[] | undefined {
  const prefixed = PREFIX.exec(value)
  if (prefixed !== null) {
    return valueMembers(prefixed[2] as string)?.map(({ from, to }) => ({
      from: prefixed[1] + from,
      to: prefixed[1] + to,
    }))
  }
  if (!value.includes('-') && !value.includes('_')) return undefined
  const parts = value.split('_').map((part) => part.split('-'))
  if (parts.every((part) => part.length <= 2 && part.every((bound) => NUMBER.test(bound)))) {
    return parts.map(([from, to]) => ({ from: from as string, to: to ?? (from as string) }))
  }
  const [from, to, ...more] = value.split('-')
  return from && to && more.length === 0 ? [{ from, to }] : undefined
}

/** Whether the single number `value` lies within `range`, in the order of lawyers (`3` < `3a` < `4`, `viii` < `ix`). */
export function rangeIncludes(range: ValueRange, value: string): boolean {
  const roman = [range.from, range.to, value].map(parseRoman)
  const [from, to, number] = roman
  if (from !== undefined && to !== undefined) return number !== undefined && from <= number && number <= to
  if (shape(range.from) !== shape(value)) return false
  return compareValues(range.from, value) <= 0 && compareValues(value, range.to) <= 0
}

/** Whether one of the members of `value` includes `number`. */
export function valueIncludes(value: string, number: string): boolean {
  return valueMembers(value)?.some((range) => rangeIncludes(range, number)) ?? false
}

/** What comes before the first digit: a number is never within a range of words, nor the other way round. */
const shape = (value: string) => (/^\d/.test(value) ? '' : (/^\p{L}{4,}_/u.exec(value)?.[0] ?? 'word'))

/** Norms of a law that a range (`§§ 3 bis 6`) or `§ 5 f.` names. */

import { formatDesignation } from '../citation/designation.ts'
import { nameOfLaw } from '../citation/laws/customary-names.ts'
import { formatElements, type NormPath } from '../citation/norm-path.ts'
import type { Siblings } from '../citation/norm-set.ts'
import { isBackwards, LONGEST_NORM_RANGE, normsInRange } from '../citation/ranges.ts'
import type { FoundNorm } from '../citation/text/find-designations.ts'
import { say } from '../i18n/texts.ts'
import type { NormSummary } from '../model/corpus.ts'
import { LegalTextError } from '../util/errors.ts'
import type { LawNorm, LawNorms } from './law-norms.ts'
import { ambiguousNorm, likeliestReading } from './missing-norm.ts'

type Elements = NormPath['norm']

/** The norms of a range, in the order of the law, and its errors. */
export interface NormSeries {
  /** Empty if its bounds do not determine them. */
  norms: readonly NormSummary[]
  /** Errors of the first bound, of the last one, and of the range. */
  begins: readonly LegalTextError[]
  ends: readonly LegalTextError[]
}

interface Named extends Pick<FoundNorm, 'to' | 'following' | 'orFollowing'> {
  readings: readonly Elements[]
}

/** True if the words may name a series. */
export const mayBeSeries = ({ to, following, orFollowing }: Omit<Named, 'readings'>) =>
  to !== undefined || following === 'f' || orFollowing === true

/**
 * Reads a series.
 * @returns `undefined` for words that name a single norm, and for `f.` after a number that fits none, or several
 */
export async function seriesOf(lawNorms: LawNorms, named: Named): Promise<NormSeries | undefined> {
  if (!mayBeSeries(named)) return undefined
  const readings = named.orFollowing ? await withoutLetter(lawNorms, named.readings) : named.readings
  if (readings === undefined) return undefined
  const { reading, siblings } = await placeOf(lawNorms, readings, named.to)
  const from = reading.at(-1)?.value
  if (from === undefined) return undefined
  if (named.to !== undefined) return normsTo(lawNorms, reading, siblings, { from, to: named.to })
  const next = siblings.has(from) ? nextNorms(siblings, from) : undefined
  return named.orFollowing && next?.norms.length === 1 ? undefined : next
}

/**
 * The readings of `§ 433 f` as § 433 and the next norm.
 * @returns `undefined` if the law has or may have a § 433f, or lacks § 433
 */
async function withoutLetter(lawNorms: LawNorms, readings: readonly Elements[]): Promise<Elements[] | undefined> {
  const bare = readings.map((elements) => {
    const own = elements.at(-1)
    return own === undefined ? elements : elements.with(-1, { ...own, value: own.value.slice(0, -1) })
  })
  const has = async (elements: Elements) => (await lawNorms.siblingsOf(elements)).has(elements.at(-1)?.value ?? '')
  const [lettered, plain] = await Promise.all([readings, bare].map((each) => Promise.all(each.map(has))))
  if (lettered?.some(Boolean) || !plain?.some(Boolean)) return undefined
  return (await lawNorms.textGap()) === null ? bare : undefined
}

/** The reading whose bounds the law has, and the norms of its kind and place. */
async function placeOf(
  lawNorms: LawNorms,
  readings: readonly Elements[],
  to: string | undefined,
): Promise<{ reading: Elements; siblings: Siblings<NormSummary> }> {
  const places = await Promise.all(
    readings.map(async (reading) => ({ reading, siblings: await lawNorms.siblingsOf(reading) })),
  )
  const found =
    places.find(({ reading, siblings }) => siblings.has(reading.at(-1)?.value ?? '')) ??
    places.find(({ siblings }) => to !== undefined && siblings.has(to))
  if (found !== undefined) return found
  const likeliest = await likeliestReading(lawNorms, { norm: [...readings] })
  // `§§ 2a bis 3`: the only § 2a of the law is in an article.
  const [only, ...others] = await lawNorms.endingIn([formatElements(likeliest.slice(-1))])
  const isElsewhere = only !== undefined && others.length === 0 && likeliest.length === 1
  const reading = isElsewhere ? only.path.norm.filter(({ kind }) => kind !== 'seq') : likeliest
  return { reading, siblings: await lawNorms.siblingsOf(reading) }
}

/** Norms of `§ 5 f.` @returns `undefined` unless there is exactly one § 5 */
function nextNorms({ norms }: Siblings<NormSummary>, value: string): NormSeries | undefined {
  const same = norms.filter(({ own }) => own.value === value)
  return same.length > 1 ? undefined : series(normsInRange(norms, value, undefined))
}

const ambiguous = ({ law }: LawNorms, bound: string, norms: readonly LawNorm[]) =>
  ambiguousNorm(
    law,
    bound,
    norms.map(({ norm }) => norm),
  )

const series = (
  norms: readonly LawNorm[],
  begins: readonly LegalTextError[] = [],
  ends: readonly LegalTextError[] = [],
): NormSeries => ({ norms: norms.map(({ norm }) => norm), begins, ends })

/** The norms of that number elsewhere in the law. */
async function elsewhere(lawNorms: LawNorms, reading: Elements, value: string): Promise<LawNorm[]> {
  const own = reading.at(-1)
  return own === undefined || reading.length > 1 ? [] : lawNorms.endingIn([formatElements([{ ...own, value }])])
}

/** `§§ 3 bis 6`. Between missing bounds it means the norms that exist; if a bound is in several places, none. */
async function normsTo(
  lawNorms: LawNorms,
  reading: Elements,
  siblings: Siblings<NormSummary>,
  range: { from: string; to: string },
): Promise<NormSeries> {
  const { law } = lawNorms
  const pathOf = (value: string) => formatElements(reading.with(-1, { ...(reading.at(-1) as Elements[number]), value }))
  const invalid = (message: string) => new LegalTextError('invalid_input', message, { code: law.code })
  if (isBackwards(range)) {
    const [from, to] = [range.from, range.to].map((value) => formatDesignation(pathOf(value)))
    const right = formatDesignation(pathOf(`${range.to}-${range.from}`))
    return series([], [], [invalid(say`the range goes backwards, from ${from} to ${to}; write ${right}`)])
  }
  const errorOf = async (value: string, place: string): Promise<LegalTextError[]> => {
    if (siblings.has(value)) return []
    const others = await elsewhere(lawNorms, reading, value)
    if (others.length > 1) return [ambiguous(lawNorms, pathOf(value), others)]
    const message = say`${nameOfLaw(law)} has no ${formatDesignation(pathOf(value))}, ${place}`
    return [new LegalTextError('not_found', message, { code: law.code, norm: pathOf(value) })]
  }
  const [begins, ends] = [
    await errorOf(range.from, 'where the range begins'),
    await errorOf(range.to, 'where the range ends'),
  ]
  if ([...begins, ...ends].some(({ kind }) => kind === 'ambiguous')) return series([], begins, ends)
  const norms = normsInRange(siblings.norms, range.from, range.to)
  if (norms.length > 0 || begins.length + ends.length > 0) return series(norms, begins, ends)
  const words = formatDesignation(pathOf(`${range.from}-${range.to}`))
  return series([], [], [invalid(say`${words} are more than ${LONGEST_NORM_RANGE} norms, the most of one range`)])
}

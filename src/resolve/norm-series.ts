/** Norms of a law that a range names (`§§ 3 bis 6`), or `§ 5 f.` */
import { formatDesignation } from '../citation/designation.ts'
import { formatElements, type NormPath } from '../citation/norm-path.ts'
import { isBackwards, LONGEST_NORM_RANGE, normsInRange, valueIncludes } from '../citation/ranges.ts'
import type { FoundNorm } from '../citation/text/find-designations.ts'
import type { NormSummary } from '../corpus/corpus.ts'
import { LegalTextError } from '../errors.ts'
import type { LawNorm, LawNorms } from './law-norms.ts'
import { ambiguousNorm, likeliestReading, missingNorm } from './missing-norm.ts'

type Elements = NormPath['norm']

/** The norms of a range, in the order of the law, and what is wrong with it. */
export interface NormSeries {
  /** Empty if its bounds do not tell which they are. */
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

/** Reads a series. @returns `undefined` for words that name a single norm */
export async function seriesOf(lawNorms: LawNorms, named: Named): Promise<NormSeries | undefined> {
  if (!mayBeSeries(named)) return undefined
  const readings = named.orFollowing ? await withoutLetter(lawNorms, named.readings) : named.readings
  if (readings === undefined) return undefined
  const { reading, beside } = await placeOf(lawNorms, readings, named.to)
  const from = reading.at(-1)
  if (from === undefined) return undefined
  if (named.to !== undefined) return normsTo(lawNorms, reading, beside, { from: from.value, to: named.to })
  const next = await nextNorms(lawNorms, reading, beside)
  return named.orFollowing && next.norms.length < 2 ? undefined : next
}

/**
 * The readings of `§ 433 f` as § 433 and the next norm.
 * @returns `undefined` if the law has or may have a § 433f, or lacks § 433
 */
async function withoutLetter(lawNorms: LawNorms, readings: readonly Elements[]): Promise<Elements[] | undefined> {
  const all = await lawNorms.all()
  const has = (elements: Elements) => all.some((norm) => isOrIncludes(norm, elements.at(-1)))
  const bare = readings.map((elements) => {
    const own = elements.at(-1)
    return own === undefined ? elements : elements.with(-1, { ...own, value: own.value.slice(0, -1) })
  })
  if (readings.some(has) || !bare.some(has)) return undefined
  return (await lawNorms.textGap()) === null ? bare : undefined
}

const isOrIncludes = ({ own }: LawNorm, element: Elements[number] | undefined) =>
  element !== undefined &&
  own.kind === element.kind &&
  (own.value === element.value || valueIncludes(own.value, element.value))

/** The reading whose bounds the law has, and the norms of its kind and place in the order of the law. */
async function placeOf(
  lawNorms: LawNorms,
  readings: readonly Elements[],
  to: string | undefined,
): Promise<{ reading: Elements; beside: LawNorm[] }> {
  const all = await lawNorms.all()
  const places = readings.map((reading) => ({ reading, beside: normsBeside(all, reading) }))
  const likeliest = await likeliestReading(lawNorms, { norm: [...readings] })
  const has = (value: string | undefined) =>
    places.find(({ reading, beside }) => value !== undefined && hasBound(beside, reading, value))
  const found = places.map(({ reading }) => has(reading.at(-1)?.value)).find(Boolean) ?? has(to)
  if (found !== undefined) return found
  // `§§ 2a bis 3`: the only § 2a of the law is in an article.
  const [only, ...others] = await lawNorms.endingIn([formatElements(likeliest.slice(-1))])
  const reading = only !== undefined && others.length === 0 && likeliest.length === 1 ? uncounted(only) : likeliest
  return { reading, beside: normsBeside(all, reading) }
}

const uncounted = ({ path }: LawNorm) => path.norm.filter(({ kind }) => kind !== 'seq')

function normsBeside(all: readonly LawNorm[], reading: Elements): LawNorm[] {
  const above = formatElements(reading.slice(0, -1))
  const kind = reading.at(-1)?.kind
  return all.filter((norm) => norm.own.kind === kind && formatElements(uncounted(norm).slice(0, -1)) === above)
}

function hasBound(beside: readonly LawNorm[], reading: Elements, value: string): boolean {
  const own = reading.at(-1)
  return own !== undefined && beside.some((norm) => isOrIncludes(norm, { ...own, value }))
}

/** `§ 5 f.` */
async function nextNorms(lawNorms: LawNorms, reading: Elements, beside: readonly LawNorm[]): Promise<NormSeries> {
  const value = reading.at(-1)?.value ?? ''
  const own = formatElements(reading)
  const same = beside.filter((norm) => isOrIncludes(norm, reading.at(-1)))
  if (same.length === 1) return series(normsInRange(beside, value, undefined))
  const named = same.length > 0 ? same : await elsewhere(lawNorms, reading, value)
  if (named.length === 0) return series([], [await missingNorm(lawNorms, designated(reading), own)])
  return series([], [ambiguous(lawNorms, own, named)])
}

const designated = (norm: Elements) => ({ norm: [norm], subdivision: [], qualifiers: [] })

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

/** The norms of that number in other places of the law. */
async function elsewhere(lawNorms: LawNorms, reading: Elements, value: string): Promise<LawNorm[]> {
  const own = reading.at(-1)
  return own === undefined || reading.length > 1 ? [] : lawNorms.endingIn([formatElements([{ ...own, value }])])
}

/** `§§ 3 bis 6`. Between bounds that do not exist are the norms that do; one of several places tells nothing. */
async function normsTo(
  lawNorms: LawNorms,
  reading: Elements,
  beside: readonly LawNorm[],
  range: { from: string; to: string },
): Promise<NormSeries> {
  const { law } = lawNorms
  const pathOf = (value: string) => formatElements(reading.with(-1, { ...(reading.at(-1) as Elements[number]), value }))
  const invalid = (message: string) => new LegalTextError('invalid_input', message, { code: law.code })
  if (isBackwards(range)) {
    const [from, to] = [range.from, range.to].map((value) => formatDesignation(pathOf(value)))
    const right = formatDesignation(pathOf(`${range.to}-${range.from}`))
    return series([], [], [invalid(`the range goes backwards, from ${from} to ${to}; write ${right}`)])
  }
  const errorOf = async (value: string, place: string): Promise<LegalTextError[]> => {
    if (hasBound(beside, reading, value)) return []
    const others = await elsewhere(lawNorms, reading, value)
    if (others.length > 1) return [ambiguous(lawNorms, pathOf(value), others)]
    const message = `${law.abbreviation} has no ${formatDesignation(pathOf(value))}, where the range ${place}`
    return [new LegalTextError('not_found', message, { code: law.code, norm: pathOf(value) })]
  }
  const [begins, ends] = [await errorOf(range.from, 'begins'), await errorOf(range.to, 'ends')]
  if ([...begins, ...ends].some(({ kind }) => kind === 'ambiguous')) return series([], begins, ends)
  const norms = normsInRange(beside, range.from, range.to)
  if (norms.length > 0 || begins.length + ends.length > 0) return series(norms, begins, ends)
  const words = formatDesignation(pathOf(`${range.from}-${range.to}`))
  return series([], [], [invalid(`${words} are more than ${LONGEST_NORM_RANGE} norms, the most of one range`)])
}

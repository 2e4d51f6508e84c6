/** Errors for designations that mean no norm of a law, or several: what the law has instead. */
import { firstIndex } from '../binary-search.ts'
import { type Designation, formatDesignation, nameOfNorm } from '../citation/designation.ts'
import { readBelowArticle, readDesignations } from '../citation/grammar/read-designation.ts'
import { compareValues, formatElements, type NormPath } from '../citation/norm-path.ts'
import { LONGEST_NORM_RANGE, valueMembers } from '../citation/ranges.ts'
import type { LawSummary, NormSummary } from '../corpus/corpus.ts'
import { LegalTextError } from '../errors.ts'
import { type LawNorm, type LawNorms, normCandidate } from './law-norms.ts'
import { shortList } from './resolve-law.ts'

const SUGGESTIONS = 4
/** The most norms of a list among the candidates. */
const MAX_NAMED = 20

type Elements = NormPath['norm']

/** `BGB has no § 9999 (it ends with § 2385)`, with the nearest norms as suggestions. */
export async function missingNorm(
  lawNorms: LawNorms,
  designation: Designation,
  requested: string,
): Promise<LegalTextError> {
  const { law } = lawNorms
  const wanted = await likeliestReading(lawNorms, designation)
  const near = await nearest(lawNorms, wanted)
  const suggestions = near.map(({ norm }) => normCandidate(law, norm))
  // `433/434` is Art. 433 § 434.
  const slashed = readBelowArticle(requested)?.map(({ value }) => value)
  const instead = slashed === undefined ? '' : `; two norms are written ${slashed.join(', ')}`
  const name = formatDesignation(formatElements(wanted))
  const message = `${law.abbreviation} has no ${name}${placeAmong(near, wanted)}${instead}`
  return new LegalTextError('not_found', message, {
    code: law.code,
    norm: requested,
    ...(suggestions.length > 0 && { suggestions }),
  })
}

/** The reading of a bare number whose kind the law has, else the first. */
export async function likeliestReading(lawNorms: LawNorms, { norm: readings }: Designation): Promise<Elements> {
  for (const elements of readings) {
    if ((await lawNorms.byNumber(elements.at(-1)?.kind ?? '')).length > 0) return elements
  }
  return readings[0] ?? []
}

/** Why of a range only the first norm is given. */
export function unreadableRange(from: string, to: string): string {
  if (compareValues(to, from) < 0) return 'the range goes backwards: only its first norm is given'
  return `the range has more than ${LONGEST_NORM_RANGE} norms: only its first one is given`
}

/** The message for an end of a range that the law lacks. */
export function missingBoundMessage(abbreviation: string | null, elements: Elements, place: 'begins' | 'ends'): string {
  return `${abbreviation} has no ${formatDesignation(formatElements(elements))}, where the range ${place}`
}

/**
 * The norms of the same kind and place with the nearest numbers, in their order; if the law has no such kind, others with the
 * same number.
 */
async function nearest(lawNorms: LawNorms, wanted: Elements): Promise<LawNorm[]> {
  const own = wanted.at(-1)
  if (own === undefined) return []
  const all = await lawNorms.byNumber(own.kind)
  if (all.length === 0) {
    return (await lawNorms.all()).filter((norm) => norm.own.value === own.value).slice(0, SUGGESTIONS)
  }
  const beside = all.filter(({ path }) => aboveOf(path.norm) === aboveOf(wanted))
  const same = beside.length > 0 ? beside : all
  const place = firstIndex(same.length, (index) => compareValues((same[index] as LawNorm).own.value, own.value) >= 0)
  const start = Math.max(Math.min(place - SUGGESTIONS / 2, same.length - SUGGESTIONS), 0)
  return same.slice(start, start + SUGGESTIONS)
}

const aboveOf = (elements: Elements) => {
  const named = elements.filter(({ kind }) => kind !== 'seq')
  return named
    .slice(0, -1)
    .map(({ kind, value }) => `${kind}:${value}/`)
    .join('')
}

/** ` (it ends with § 2385)`, ` (it goes from § 28 to § 30)`, ` (it has § 12)`. */
function placeAmong(near: readonly LawNorm[], wanted: Elements): string {
  const own = wanted.at(-1)
  const names = [...new Set(near.map(({ norm }) => nameOfNorm(norm)))]
  const [first, last] = [names[0], names.at(-1)]
  if (own === undefined || first === undefined || last === undefined || valueMembers(own.value)) return ''
  if (near.some((each) => each.own.kind !== own.kind)) return ` (it has ${shortList(names)})`
  if (near.some(({ path }) => aboveOf(path.norm) !== aboveOf(wanted)))
    return ` (near it ${names.length > 1 ? 'are' : 'is'} ${shortList(names)})`
  const order = near.map((each) => compareValues(each.own.value, own.value))
  if (order.every((each) => each < 0)) return ` (it ends with ${last})`
  if (order.every((each) => each > 0)) return ` (it begins with ${first})`
  const after = order.findIndex((each) => each > 0)
  const [before, next] = [near[after - 1], near[after]]
  return before && next ? ` (it goes from ${nameOfNorm(before.norm)} to ${nameOfNorm(next.norm)})` : ''
}

/** A norm of a list, and the named part of it. */
interface Named {
  norm: NormSummary
  subdivision: string
}

/**
 * The error for a text that names several norms where one can be given.
 * @returns `undefined` if it does not, or the law lacks them
 */
export async function severalNorms(lawNorms: LawNorms, requested: string): Promise<LegalTextError | undefined> {
  const { law } = lawNorms
  const named = (await Promise.all(readDesignations(requested).map((each) => membersOf(lawNorms, each)))).flat()
  if (named.length < 2) return undefined
  const names = named.map(({ norm, subdivision }) => nameOfNorm(norm, subdivision))
  const candidates = named.slice(0, MAX_NAMED).map(({ norm, subdivision }) => ({
    ...normCandidate(law, norm),
    norm: [norm.norm, subdivision].filter(Boolean).join('/'),
  }))
  const message = `${requested} names ${numberOf(law, named)}; ask for one at a time: ${shortList(names)}`
  return new LegalTextError('ambiguous', message, { code: law.code, norm: requested, candidates })
}

function numberOf({ abbreviation }: LawSummary, named: readonly Named[]): string {
  const [first] = named
  const isOne = first !== undefined && named.every(({ norm }) => norm.norm === first.norm.norm)
  return isOne
    ? `${named.length} parts of ${nameOfNorm(first.norm)} ${abbreviation}`
    : `${named.length} norms of ${abbreviation}`
}

async function membersOf(
  lawNorms: LawNorms,
  designation: ReturnType<typeof readDesignations>[number],
): Promise<Named[]> {
  const { norm: readings, subdivision } = designation
  const members = (await lawNorms.membersOf({ ...designation, readings }))?.map((elements) => formatElements(elements))
  if (members !== undefined) {
    const norms = (await lawNorms.all()).filter(({ norm }) => members.includes(norm.norm))
    return norms.map(({ norm }) => ({ norm, subdivision: '' }))
  }
  for (const elements of readings) {
    const [found] = await lawNorms.endingIn([formatElements(elements.slice(-1))])
    if (found !== undefined) return [{ norm: found.norm, subdivision: formatElements(subdivision) }]
  }
  return []
}

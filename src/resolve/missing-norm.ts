/** Errors for designations that mean no norm of a law, or several where one is meant: what the law has instead. */

import { type Designation, formatDesignation, nameOfNorm } from '../citation/designation.ts'
import { readBelowArticle } from '../citation/grammar/read-designation.ts'
import { nameOfLaw } from '../citation/laws/customary-names.ts'
import { compareValues, formatElements, type NormPath } from '../citation/norm-path.ts'
import { valueMembers } from '../citation/ranges.ts'
import { say, sayAll } from '../i18n/texts.ts'
import type { Corpus, LawSummary, NormSummary } from '../model/corpus.ts'
import { firstIndex } from '../util/binary-search.ts'
import { LegalTextError } from '../util/errors.ts'
import { type LawNorm, type LawNorms, normCandidate } from './law-norms.ts'
import { normInOtherStates } from './other-states.ts'
import { shortList } from './resolve-law.ts'
import { successorCandidates, successorsNote, successorsOf } from './successors.ts'

const SUGGESTIONS = 4

type Elements = NormPath['norm']

/** `BGB has no § 9999 (it ends with § 2385)`, with the nearest norms as suggestions, and the state that has it. */
export async function missingNorm(
  corpus: Corpus,
  lawNorms: LawNorms,
  designation: Designation,
  requested: string,
): Promise<LegalTextError> {
  const { law } = lawNorms
  const wanted = await likeliestReading(lawNorms, designation)
  const near = await nearest(lawNorms, wanted)
  const path = formatElements(wanted)
  const other = normInOtherStates(corpus, law, path, await lawNorms.versions(path))
  const successors = await successorsOf(corpus, law.code, path)
  const suggestions = [
    ...successorCandidates(successors),
    ...(other ? [other.suggestion] : []),
    ...near.map(({ norm }) => normCandidate(law, norm)),
  ]
  // `433/434` is Art. 433 § 434.
  const slashed = readBelowArticle(requested)?.map(({ value }) => value)
  const instead = slashed === undefined ? '' : say`; two norms are written ${slashed.join(', ')}`
  // `Anlage` alone is the first one; a law without any has no `Anlage`.
  const isUnnumbered = near.length === 0 && UNNUMBERED.test(requested)
  const name = isUnnumbered ? requested.trim() : formatDesignation(formatElements(wanted))
  const gap = await lawNorms.gapOf(wanted.at(-1)?.kind)
  const lacking = say`${nameOfLaw(law)} has no ${name}${placeAmong(near, wanted)}${instead}`
  const notes = [gap, successors.length > 0 ? successorsNote(successors) : null, other?.note]
  const message = sayAll([lacking, ...notes.flatMap((note) => note || [])])
  return new LegalTextError('not_found', message, {
    code: law.code,
    norm: formatElements([...wanted, ...designation.subdivision]),
    ...(suggestions.length > 0 && { suggestions }),
  })
}

/** `§ 1 fits 2 norms of MSGBEG: Art. 5 § 1, Art. 6 § 1` */
export function ambiguousNorm(law: LawSummary, requested: string, fitting: readonly NormSummary[]): LegalTextError {
  const names = shortList(fitting.map((norm) => nameOfNorm(norm)))
  const message = say`${formatDesignation(requested)} fits ${fitting.length} norms of ${nameOfLaw(law)}: ${names}`
  const candidates = fitting.map((norm) => normCandidate(law, norm))
  return new LegalTextError('ambiguous', message, { code: law.code, norm: requested, candidates })
}

const UNNUMBERED = /^\s*(?:Anlage|Anhang)\s*$/i

/** Two numbers and what joins the bounds of a range. */
const RANGE = /\d\s*(?:bis|[-–—])\s*\d/

/** The error for a text that names no norm. */
export function noDesignation(law: Pick<LawSummary, 'code'>, requested: string): LegalTextError {
  const quoted = JSON.stringify(requested)
  const message = RANGE.test(requested)
    ? say`${quoted} is not a range of norms: expected two bounds, such as §§ 433 bis 435 or 433-435`
    : say`${quoted} is not a designation of a norm: expected something like 433, § 433 Abs. 1, Art. 5, Anlage 2 or a norm path such as par:433`
  return new LegalTextError('invalid_input', message, { code: law.code, norm: requested })
}

/** The reading of a bare number whose kind the law has, else the first. */
export async function likeliestReading(
  lawNorms: LawNorms,
  { norm: readings }: Pick<Designation, 'norm'>,
): Promise<Elements> {
  for (const elements of readings) {
    if ((await lawNorms.byNumber(elements.at(-1)?.kind ?? '')).length > 0) return elements
  }
  return readings[0] ?? []
}

/** Kinds that are mistaken for each other: `Art. 433 BGB`. */
const NUMBERED: ReadonlySet<string> = new Set(['par', 'art', 'item'])

/**
 * The norms of the same kind and place with the nearest numbers, in their order; if the law has no such kind, sections or articles with
 * the same number.
 */
async function nearest(lawNorms: LawNorms, wanted: Elements): Promise<LawNorm[]> {
  const own = wanted.at(-1)
  if (own === undefined) return []
  const all = await lawNorms.byNumber(own.kind)
  if (all.length === 0) {
    if (!NUMBERED.has(own.kind)) return []
    const numbered = (await lawNorms.all()).filter(
      ({ own: { kind, value } }) => NUMBERED.has(kind) && value === own.value,
    )
    return numbered.slice(0, SUGGESTIONS)
  }
  const above = aboveOf(wanted)
  const beside = all.filter(({ path }) => aboveOf(path.norm) === above)
  const same = beside.length > 0 ? beside : all
  const place = firstIndex(same.length, (index) => compareValues((same[index] as LawNorm).own.value, own.value) >= 0)
  const start = Math.max(Math.min(place - SUGGESTIONS / 2, same.length - SUGGESTIONS), 0)
  return same.slice(start, start + SUGGESTIONS)
}

const aboveOf = (elements: Elements) => {
  if (elements.length === 1) return ''
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
  if (near.some((each) => each.own.kind !== own.kind)) return say` (it has ${shortList(names)})`
  if (near.some(({ path }) => aboveOf(path.norm) !== aboveOf(wanted)))
    return names.length > 1 ? say` (near it are ${shortList(names)})` : say` (near it is ${first})`
  const order = near.map((each) => compareValues(each.own.value, own.value))
  if (order.every((each) => each < 0)) return say` (it ends with ${last})`
  if (order.every((each) => each > 0)) return say` (it begins with ${first})`
  const after = order.findIndex((each) => each > 0)
  const [before, next] = [near[after - 1], near[after]]
  return before && next ? say` (it goes from ${nameOfNorm(before.norm)} to ${nameOfNorm(next.norm)})` : ''
}

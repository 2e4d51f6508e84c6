/** Norms of one law that are named together: `§§ 433, 434 Abs. 1`, `§§ 433 bis 435`, `433-435`, `§ 433 f.` */

import { type Designation, formatDesignation, inLaw, nameOfNorm } from '../citation/designation.ts'
import { type ListedDesignation, readDesignation, readDesignations } from '../citation/grammar/read-designation.ts'
import { nameOfLaw } from '../citation/laws/customary-names.ts'
import { formatElements, type NormPath, parseNormPath } from '../citation/norm-path.ts'
import { valueMembers } from '../citation/ranges.ts'
import { say } from '../i18n/texts.ts'
import type { Corpus, LawSummary } from '../model/corpus.ts'
import { type Candidate, LegalTextError, legalTextError } from '../util/errors.ts'
import { type LawNorms, lawNormsOf, normCandidate } from './law-norms.ts'
import { matchNorm } from './match-norm.ts'
import { mayBeSeries, seriesOf } from './norm-series.ts'
import { noteOnOmission } from './omission.ts'
import { shortList } from './resolve-law.ts'
import { inSections, missingLastPart, selectSubdivisions } from './select-subdivision.ts'

export interface ListedNorm {
  /** Norm path, with the subdivision. */
  norm: string
  /** Named parts that are left out. */
  note?: string
}

/**
 * The norms that a text names together, or the reasons why it names none: the norms between the bounds of a range; for
 * `§ 433 f.` that norm and the next. A missing bound is one more error.
 * @param designations readings of the text
 * @returns empty if the text names one norm, such as one label for several (`§§ 3 bis 6`), or cannot be read
 */
export async function listedNorms(
  corpus: Corpus,
  law: LawSummary,
  text: string,
  designations: readonly ListedDesignation[] = readDesignations(text),
): Promise<(ListedNorm | LegalTextError)[]> {
  const [first, ...others] = designations
  if (first === undefined || (others.length === 0 && !mayBeSeries(first) && !haveParts(first))) return []
  const lawNorms = lawNormsOf(corpus, law)
  if (await isOneLabel(lawNorms, text)) return []
  const listed = eachOnce((await Promise.all(designations.map((each) => membersOf(corpus, lawNorms, each)))).flat())
  // `§ 312 f` is § 312f.
  return first.orFollowing && designations.length + listed.length === 2 ? [] : listed
}

/** A list without repeated norms: `§§ 1 f. und 2`. */
export function eachOnce<Listed extends ListedNorm & { code?: string }>(
  listed: readonly (Listed | LegalTextError)[],
): (Listed | LegalTextError)[] {
  const seen = new Set<string>()
  return listed.filter((each) => {
    if (each instanceof LegalTextError) return true
    const name = `${each.code} ${each.norm}`
    return !seen.has(name) && seen.add(name)
  })
}

const haveParts = ({ subdivisionTo, subdivisionFollowing }: Designation) =>
  subdivisionTo !== undefined || subdivisionFollowing === 'f'

async function isOneLabel(lawNorms: LawNorms, text: string): Promise<boolean> {
  const label = readDesignation(text)?.norm[0]
  if (label === undefined || valueMembers(label.at(-1)?.value ?? '') === undefined) return false
  return (await lawNorms.endingIn([formatElements(label.slice(-1))])).length > 0
}

/** The norms or parts that a member of a list means. If the law lacks them, the alternative meaning of its number decides. */
async function membersOf(
  corpus: Corpus,
  lawNorms: LawNorms,
  designation: ListedDesignation,
): Promise<(ListedNorm | LegalTextError)[]> {
  const { otherwise = [] } = designation
  for (const reading of otherwise.length > 0 ? [designation, ...otherwise] : []) {
    const read = await readMember(corpus, lawNorms, reading, true)
    if (!read.some((each) => each instanceof LegalTextError)) return read
  }
  return readMember(corpus, lawNorms, designation, haveParts(designation))
}

/** @param isSelecting true to look up the parts, too */
async function readMember(
  corpus: Corpus,
  lawNorms: LawNorms,
  designation: ListedDesignation,
  isSelecting: boolean,
): Promise<(ListedNorm | LegalTextError)[]> {
  try {
    const series = await seriesOf(lawNorms, { ...designation, readings: designation.norm })
    if (series === undefined) return await partsOf(corpus, lawNorms, designation, isSelecting)
    const { norms, begins, ends } = series
    if (norms.length === 0) return [...begins, ...ends].slice(0, 1)
    const note = await noteOnOmission(corpus, designation, norms.length)
    return [...begins, ...norms.map(({ norm }) => ({ norm, ...(note !== undefined && { note }) })), ...ends]
  } catch (error) {
    return [legalTextError(error)]
  }
}

const ownOf = (path: NormPath['norm'] | undefined) => path?.findLast(({ kind }) => kind !== 'seq')

/** The norm, or its parts in a range (`§ 14 Abs. 1 bis 3`). @throws LegalTextError if there is none */
async function partsOf(
  corpus: Corpus,
  lawNorms: LawNorms,
  named: Designation,
  isSelecting: boolean,
): Promise<(ListedNorm | LegalTextError)[]> {
  const designation = inLaw(named, lawNorms.law)
  const { norm } = await matchNorm(corpus, lawNorms, designation, formatElements(designation.norm[0] ?? []))
  // Keep the number as requested; the response itself says that `§ 4` is one of `§§ 3 bis 6`.
  const wanted = designation.norm.find(
    (elements) => elements.at(-1)?.kind === ownOf(parseNormPath(norm.norm)?.norm)?.kind,
  )
  const path = valueMembers(ownOf(parseNormPath(norm.norm)?.norm)?.value ?? '')
    ? formatElements(wanted ?? [])
    : norm.norm
  const whole = isSelecting ? await corpus.norm(lawNorms.law.code, norm.norm) : undefined
  const selected = whole && selectSubdivisions(whole, inSections(whole, designation))
  const missing = whole && missingLastPart(whole, designation)
  const parts = selected?.map((part) => part?.path ?? '') ?? [formatElements(designation.subdivision)]
  const note = await noteOnOmission(corpus, designation, parts.length)
  const listed = parts.map((part) => ({
    norm: [path, part].filter(Boolean).join('/'),
    ...(note !== undefined && { note }),
  }))
  if (missing === undefined) return listed
  return missing.kind === 'invalid_input' ? [missing] : [...listed, missing]
}

/** Maximum number of norms of a list among the candidates. */
const MAX_NAMED = 20

/**
 * The only norm of a list.
 * @throws LegalTextError the first error among them; `ambiguous` if there are several
 */
export async function assertOne<Listed extends ListedNorm & { code: string }>(
  corpus: Corpus,
  requested: string,
  listed: readonly (Listed | LegalTextError)[],
): Promise<Listed> {
  const norms = listed.map((each) => {
    if (each instanceof LegalTextError) throw each
    return each
  })
  const [only, ...others] = norms
  if (only !== undefined && others.length === 0) return only
  const named = await Promise.all(norms.slice(0, MAX_NAMED).map((norm) => describe(corpus, norm)))
  const isOneLaw = new Set(norms.map(({ code }) => code)).size === 1
  const isOneNorm = isOneLaw && new Set(norms.map(({ norm }) => pathOf(norm).norm)).size === 1
  const [first] = named
  const what = isOneNorm
    ? say`${norms.length} parts of ${first?.norm} ${first?.law}`
    : say`${norms.length} norms${isOneLaw ? say` of ${first?.law}` : ''}`
  const names = named.map(({ candidate: { label }, law }) => (isOneLaw ? label : `${label} ${law}`))
  throw new LegalTextError('ambiguous', say`${requested} names ${what}; ask for one at a time: ${shortList(names)}`, {
    ...(isOneLaw && only !== undefined && { code: only.code }),
    norm: requested,
    candidates: named.map(({ candidate }) => candidate),
  })
}

function pathOf(path: string): { norm: string; subdivision: string } {
  const { norm = [], subdivision = [] } = parseNormPath(path) ?? {}
  return { norm: formatElements(norm), subdivision: formatElements(subdivision) }
}

/** The names of a norm and its law, and the norm or part as a candidate. */
async function describe(
  corpus: Corpus,
  { code, norm: path }: ListedNorm & { code: string },
): Promise<{ law: string; norm: string; candidate: Candidate }> {
  const { norm, subdivision } = pathOf(path)
  const known = await corpus.norm(code, norm)
  const named = known ?? { norm, label: '', heading: '' }
  const candidate = { ...normCandidate({ code }, named), norm: path, label: nameOfNorm(named, subdivision) }
  return {
    law: nameOfLaw(known ?? { code, abbreviation: '' }),
    norm: known ? nameOfNorm(known) : formatDesignation(norm),
    candidate,
  }
}

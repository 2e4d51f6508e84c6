/** Resolves a user's words (a path, a short form, a designation) to the one norm that they mean. */

import { type Designation, nameOfNorm } from '../citation/designation.ts'
import { readDesignation } from '../citation/grammar/read-designation.ts'
import { nameOfLaw } from '../citation/laws/customary-names.ts'
import { scheduleName } from '../citation/laws/schedules.ts'
import { formatElements, type PathElement, parseNormPath, type SubdivisionKind } from '../citation/norm-path.ts'
import { say } from '../i18n/texts.ts'
import type { Corpus, LawMatch, LawSummary, Norm } from '../model/corpus.ts'
import { LegalTextError, legalTextError } from '../util/errors.ts'
import { lawNormsOf } from './law-norms.ts'
import { matchNorm, type Resolution } from './match-norm.ts'
import { resolveLaw } from './resolve-law.ts'
import { assertOneSection } from './select-subdivision.ts'

export interface ResolvedNorm {
  norm: Norm
  /** The subdivision, empty if none is named. */
  subdivision: PathElement<SubdivisionKind>[]
  resolution: Resolution | null
}

/**
 * Finds and reads the one norm that is meant. Precedence: an exact path; a norm that the designation names in full; one below
 * an article or a part; one that stands for several, including the wanted one.
 * @throws LegalTextError `not_found` with the nearest norms, `ambiguous` with the candidates, also for a list or range of
 *   norms, `invalid_input` if it is not a designation
 */
export async function resolveNorm(corpus: Corpus, law: LawSummary, requested: string): Promise<ResolvedNorm> {
  const path = parseNormPath(requested)
  if (path !== undefined) {
    const norm = await corpus.norm(law.code, formatElements(path.norm))
    if (norm !== undefined) return { norm, subdivision: path.subdivision, resolution: null }
    return readMatch(corpus, law, { norm: [path.norm], subdivision: path.subdivision, qualifiers: [] }, requested)
  }
  const designation = readDesignation(requested) ?? (await readAsInActs(requested))
  const readOtherwise = async () =>
    (await onlyListed(corpus, law, requested)) ?? (await readWithLaw(corpus, law, requested))
  const isReadFirst = designation === undefined || mayNameSeveral(designation)
  if (isReadFirst) {
    const other = await readOtherwise()
    if (other !== undefined) return other
    if (designation === undefined) throw (await import('./missing-norm.ts')).noDesignation(law, requested)
  }
  try {
    return await readMatch(corpus, law, designation, requested)
  } catch (error) {
    if (isReadFirst || !(error instanceof LegalTextError)) throw error
    // Labels such as `§§ 3 bis 6` are one norm if the law has it, else a range.
    const other = await readOtherwise()
    if (other === undefined) throw error
    return other
  }
}

/**
 * The norm of a request that includes its law, or the row of a schedule: `§ 433 BGB`, `Nr. 3104`, `Zeichen 250`.
 * @throws LegalTextError as {@link resolveNorm}
 */
async function readWithLaw(corpus: Corpus, law: LawSummary, requested: string): Promise<ResolvedNorm | undefined> {
  const { findDesignations } = await import('../citation/text/find-designations.ts')
  const names = [nameOfLaw(law), scheduleName(law.code, 'annex:1')].filter((name) => name !== undefined)
  for (const text of [requested, ...names.map((name) => `${requested} ${name}`)]) {
    const [found, ...others] = findDesignations(text)
    const [norm, ...more] = found?.norms ?? []
    if (found === undefined || norm === undefined || others.length + more.length > 0) continue
    const designation = { ...norm, norm: norm.readings }
    const isWhole = (start: number, end: number) =>
      Math.min(start, found.start) === 0 && Math.max(end, found.end) === text.length
    for (const candidate of [...found.namesAfter, ...found.namesBefore]) {
      const laws = isWhole(candidate.start, candidate.end) ? await corpus.lawsCalled(candidate.text) : []
      if (laws.some(({ code }) => code === law.code) && !mayNameSeveral(designation))
        return readMatch(corpus, law, designation, requested)
    }
  }
  return undefined
}

/**
 * The law that a name means together with a norm: of several laws, the only one that has the norm.
 * @throws LegalTextError as {@link resolveLaw}
 */
export async function resolveLawWith(corpus: Corpus, name: string, norm: string, day?: string): Promise<LawMatch> {
  try {
    return await resolveLaw(corpus, name, day)
  } catch (error) {
    const { candidates = [], as_of } = error instanceof LegalTextError ? error.details : {}
    // A law whose text is incomplete in the source may have the norm.
    const kind = /(\w+):[^/]*$/.exec(wantedPath(norm) ?? '')?.[1]
    const mayHaveMore = async (law: LawMatch) => {
      const norms = lawNormsOf(corpus, law)
      return ((await norms.textGap()) ?? (await norms.gapOf(kind))) !== null
    }
    const having = await Promise.all(
      (as_of === undefined ? candidates : []).map(async ({ code }) => {
        const law = await resolveLaw(corpus, code)
        const found = await resolveNorm(corpus, law, norm).catch(legalTextError)
        const isThere = found instanceof LegalTextError ? await mayHaveMore(law) : found.norm.status !== 'repealed'
        return isThere ? [law] : []
      }),
    )
    const [only, ...more] = having.flat()
    if (only === undefined || more.length > 0) throw error
    return only
  }
}

/** The path of the norm if the text is in path form; `undefined` for other designations. */
export function exactPath(requested: string): string | undefined {
  const path = parseNormPath(requested)
  return path && formatElements(path.norm)
}

/** Reads a designation in the forms of English and French acts: `Article 6(1)(f)`. */
const readAsInActs = async (requested: string) =>
  (await import('../citation/union/act-designations.ts')).readActDesignation(requested)

/** The path that a request spells, whether or not the law has such a norm. */
export function wantedPath(requested: string): string | undefined {
  const elements = parseNormPath(requested)?.norm ?? readDesignation(requested)?.norm[0]
  return elements && formatElements(elements)
}

const mayNameSeveral = ({ following, orFollowing, subdivisionTo, subdivisionFollowing }: Designation) =>
  following === 'f' || orFollowing || subdivisionTo !== undefined || subdivisionFollowing === 'f'

async function readMatch(
  corpus: Corpus,
  law: LawSummary,
  designation: Designation,
  requested: string,
): Promise<ResolvedNorm> {
  const { norm, ...match } = await matchNorm(corpus, lawNormsOf(corpus, law), designation, requested)
  const whole = await readNorm(corpus, law, norm.norm)
  assertOneSection(whole, designation)
  return { ...match, norm: whole }
}

async function readNorm(corpus: Corpus, law: LawSummary, path: string): Promise<Norm> {
  const norm = await corpus.norm(law.code, path)
  if (norm === undefined) throw new Error(`${law.code} lists ${path}, but has no such norm`)
  return norm
}

/**
 * The norm of a list or range of only one: `§§ 4 bis 5` within §§ 3 bis 6.
 * @returns `undefined` if the text is not a list or range
 * @throws LegalTextError `ambiguous` if there are several, or the reason why one of them is missing
 */
async function onlyListed(corpus: Corpus, law: LawSummary, requested: string): Promise<ResolvedNorm | undefined> {
  const { assertOne, listedNorms } = await import('./listed-norms.ts')
  const listed = await listedNorms(corpus, law, requested)
  if (listed.length === 0) return undefined
  const only = await assertOne(
    corpus,
    requested,
    listed.map((each) => (each instanceof LegalTextError ? each : { ...each, code: law.code })),
  )
  const found = await resolveNorm(corpus, law, only.norm)
  const name = `${nameOfNorm(found.norm)} ${nameOfLaw(law)}`
  const message = only.note ?? say`${requested} is ${name}`
  return { ...found, resolution: { requested, by: only.note === undefined ? 'range' : 'approximation', message } }
}

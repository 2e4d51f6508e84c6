/** Reads the laws that a text cites, each once. */
import type { Designation } from '../citation/designation.ts'
import { formatElements } from '../citation/norm-path.ts'
import type { FoundNorm } from '../citation/text/find-designations.ts'
import type { Corpus, LawMatch, LawState, Norm } from '../model/corpus.ts'
import { cached } from '../util/cached.ts'
import { type LawNorms, lawNormsOf } from './law-norms.ts'
import { matchNorm, type NormMatch } from './match-norm.ts'
import { type NormSeries, seriesOf } from './norm-series.ts'

/** A law that a text cites. Each of its norms is read once. */
export interface CitedLaw {
  norms: LawNorms
  /** State of the law according to its source. */
  state: () => Promise<LawState | undefined>
  wording: boolean
  normAt: (path: string) => Promise<Norm>
  seriesOf: (norm: FoundNorm) => Promise<NormSeries | undefined>
  /** The norm that a designation means. @throws as {@link matchNorm} */
  match: (designation: Designation) => Promise<NormMatch>
}

/** @param wording true if citations give the wording of their norms */
export function citedLaws(corpus: Corpus, wording: boolean): (law: LawMatch) => CitedLaw {
  return memoize(
    ({ code }: LawMatch) => code,
    (law): CitedLaw => {
      const norms = lawNormsOf(corpus, law)
      const state = memoize(String, (code: string) => corpus.lawState(code))
      return {
        norms,
        state: () => state(law.code),
        wording,
        normAt: memoize(String, async (path: string) => (await corpus.norm(law.code, path)) as Norm),
        seriesOf: memoize(
          ({ readings, to, following, orFollowing }: FoundNorm) =>
            [...readings.map(formatElements), to, following, orFollowing].join(' '),
          (norm) => seriesOf(norms, norm),
        ),
        match: memoize(
          // Rows of a schedule may be in its appendices.
          ({ norm, subdivision, qualifiers }: Designation) =>
            [...norm, ...(norm[0]?.at(-1)?.kind === 'annex' ? [subdivision, qualifiers] : [])]
              .map(formatElements)
              .join(' '),
          (designation) => matchNorm(corpus, norms, designation, formatElements(designation.norm[0] ?? [])),
        ),
      }
    },
  )
}

/** Caches the results of a function by key. */
export function memoize<Argument, Result>(key: (argument: Argument) => string, work: (argument: Argument) => Result) {
  const known = new Map<string, Result>()
  return (argument: Argument): Result => cached(known, key(argument), () => work(argument))
}

/** Finds the one norm of a law that a designation means. */

import {
  type Designation,
  type DesignationMatch,
  formatDesignation,
  inLaw,
  inOtherFigures,
  matchDesignation,
  nameOfNorm,
  UNION,
} from '../citation/designation.ts'
import { withoutComma } from '../citation/grammar/read-designation.ts'
import { nameOfLaw } from '../citation/laws/customary-names.ts'
import { scheduleName } from '../citation/laws/schedules.ts'
import {
  formatElements,
  type NormPath,
  type PathElement,
  parseNormPath,
  type SubdivisionKind,
} from '../citation/norm-path.ts'
import { say } from '../i18n/texts.ts'
import type { Corpus, LawSummary, NormSummary } from '../model/corpus.ts'
import type { LawNorms } from './law-norms.ts'
import { noteOnOmission } from './omission.ts'
import { isHeading, subdivisionsMeant } from './select-subdivision.ts'

// Load lazily: most requests mean a norm and need no message.
const missingNorms = () => import('./missing-norm.ts')

/** How a request led to a norm with another path. */
export interface Resolution {
  requested: string
  by: 'short_form' | 'range' | 'approximation'
  message: string
}

/** The norm of a law that a request means, before its text is read. */
export interface NormMatch {
  norm: NormSummary
  subdivision: PathElement<SubdivisionKind>[]
  resolution: Resolution | null
}

/**
 * Finds the norm that a designation means.
 * @param requested the wording, for messages
 * @throws LegalTextError `not_found`, `ambiguous`
 */
export async function matchNorm(
  corpus: Corpus,
  lawNorms: LawNorms,
  wanted: Designation,
  requested: string,
): Promise<NormMatch> {
  const { law } = lawNorms
  const designation = inLaw(wanted, law)
  const written = formatDesignation(withoutComma(requested))
  const nameIn = (norm: NormSummary) => `${nameOfNorm(norm)} ${nameOfLaw(law)}`
  for (const reading of readings(designation)) {
    const endings = new Set(reading.norm.map((elements) => formatElements(elements.slice(-1))))
    const fitting = (await lawNorms.endingIn([...endings])).map(({ norm, path }) => ({
      norm,
      fit: matchDesignation(reading, path),
    }))
    const named = await chooseOne(namedInFull(fitting, requested, law), requested, law)
    const found = named && (await withRow(corpus, law, named, fitting, designation))
    if (found !== undefined)
      return matchOf(corpus, found, designation, {
        requested,
        by: 'short_form',
        message: say`${written} is ${nameIn(found)}`,
      })
  }
  const norm = await chooseOne(await normsIncluding(corpus, law, designation), requested, law)
  if (norm !== undefined) {
    return matchOf(corpus, norm, designation, {
      requested,
      by: 'range',
      message: say`${written} is within ${nameIn(norm)}`,
    })
  }
  throw await (await missingNorms()).missingNorm(corpus, lawNorms, designation, requested)
}

/** The appendix of a schedule that has the row, if the schedule itself lacks it: `Nr. 11.3.5 BKat`. */
async function withRow(
  corpus: Corpus,
  { code }: LawSummary,
  named: NormSummary,
  fitting: readonly { norm: NormSummary }[],
  { subdivision, qualifiers }: Designation,
): Promise<NormSummary> {
  const table = fitting.find(({ norm }) => qualifiers.some((part) => isHeading(norm, part)))?.norm
  if (table !== undefined) return table
  const schedule = subdivision.length > 0 ? scheduleName(code, named.norm) : undefined
  if (schedule === undefined || fitting.length === 1) return named
  for (const { norm } of fitting) {
    const whole = scheduleName(code, norm.norm) === schedule ? await corpus.norm(code, norm.norm) : undefined
    if (whole !== undefined && subdivisionsMeant(whole, subdivision).length > 0) return norm
  }
  return named
}

/**
 * The readings of a designation, by priority: a bare number is a section or an article, else something else; the number of an
 * annex may also be in the other numerals (Roman, Arabic).
 */
function readings(designation: Designation): Designation[] {
  const usual = designation.norm.filter((elements) => /^(par|art)$/.test(elements.at(-1)?.kind ?? ''))
  const other = designation.norm.filter((elements) => !usual.includes(elements))
  const annexes = designation.norm.flatMap((elements) => {
    const figures = inOtherFigures(elements)
    return figures === undefined ? [] : [figures]
  })
  return [usual, other, annexes].filter((norm) => norm.length > 0).map((norm) => ({ ...designation, norm }))
}

/**
 * The norms that a designation names in full: by label, or by path, and those with the same label. If there are none, the norms
 * that it fits without the first elements of their paths.
 */
function namedInFull(
  fitting: { norm: NormSummary; fit: DesignationMatch | undefined }[],
  requested: string,
  { jurisdiction }: LawSummary,
): NormSummary[] {
  const candidates = fitting.filter(({ fit }) => fit === 'exact' || fit === 'suffix')
  const labelled = candidates.filter(({ norm }) => sameLabel(norm.label, requested))
  const exact = candidates.filter(({ fit }) => fit === 'exact')
  // Articles of an act's annexes are cited with their annex.
  if (jurisdiction === UNION && exact.length > 0) return exact.map(({ norm }) => norm)
  const full = labelled.length > 0 ? labelled : exact
  const labels = new Set(full.map(({ norm }) => norm.label))
  const chosen = full.length > 0 ? candidates.filter(({ norm }) => labels.has(norm.label)) : candidates
  return chosen.map(({ norm }) => norm)
}

async function matchOf(
  corpus: Corpus,
  norm: NormSummary,
  designation: Designation,
  found: Resolution,
): Promise<NormMatch> {
  const note = await noteOnOmission(corpus, designation)
  const { requested, by, message } = found
  const resolution: Resolution =
    note === undefined
      ? found
      : { requested, by: 'approximation', message: by === 'range' ? say`${message}; ${note}` : note }
  return { norm, subdivision: designation.subdivision, resolution }
}

/** The norms that stand for several, including the one that the designation names. */
async function normsIncluding(corpus: Corpus, law: LawSummary, designation: Designation): Promise<NormSummary[]> {
  const found = new Map<string, NormSummary>()
  for (const elements of designation.norm) {
    const own = elements.at(-1)
    if (own === undefined) continue
    for (const norm of await corpus.normsIncluding(law.code, own.kind, own.value)) {
      const fit = matchDesignation({ ...designation, norm: [elements] }, parseNormPath(norm.norm) as NormPath)
      if (fit !== undefined) found.set(norm.norm, norm)
    }
  }
  return [...found.values()]
}

/** @throws LegalTextError `ambiguous` if there are several */
async function chooseOne(
  found: readonly NormSummary[],
  requested: string,
  law: LawSummary,
): Promise<NormSummary | undefined> {
  if (found.length > 1) throw (await missingNorms()).ambiguousNorm(law, requested, found)
  return found[0]
}

/** True if labels agree: `Anhang 2` is the norm of that label, even if an `Anlage 2` has the same path without a counter. */
function sameLabel(label: string, requested: string): boolean {
  const fold = (text: string) => text.toLowerCase().replace(/[\s.]+/g, '')
  return fold(label) === fold(requested)
}

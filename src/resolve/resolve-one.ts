/** Resolves one norm of a text. */

import { citationOf } from '../citation/citation-text.ts'
import { type Designation, formatDesignation, inLaw } from '../citation/designation.ts'
import { nameOfLaw } from '../citation/laws/customary-names.ts'
import { isInGazetteer } from '../citation/laws/out-of-scope.ts'
import { formatElements, parseNormPath } from '../citation/norm-path.ts'
import { followingNote } from '../citation/notes.ts'
import { standsForSeveral, valueIncludes } from '../citation/ranges.ts'
import type { FoundDesignation, FoundNorm } from '../citation/text/find-designations.ts'
import { spanOf } from '../citation/text/found-designation.ts'
import type { NameCandidate } from '../citation/text/name-candidates.ts'
import { say } from '../i18n/texts.ts'
import type { Corpus, LawMatch, Norm, NormSummary } from '../model/corpus.ts'
import { type Candidate, LegalTextError } from '../util/errors.ts'
import { type Citation, type CitationStatus, NO_LAW, unresolvedCitation, withNote } from './citation.ts'
import type { CitedLaw } from './cited-law.ts'
import type { LawNorms } from './law-norms.ts'
import { meaningOfLaws } from './meaning.ts'
import type { NamedLaw } from './named-laws.ts'
import type { NormSeries } from './norm-series.ts'
import { lawCandidate, shortList } from './resolve-law.ts'
import { inSections, missingLastPart, selectSubdivisions, withLastSentence } from './select-subdivision.ts'
import { successorCandidates, successorsNote, successorsOf } from './successors.ts'
import { goneCitation, inState, judgedPortions, notYetInForce, unknownLawCitation, withStatus } from './verdict.ts'

/** The environment of a look-up. */
export interface ResolveContext {
  corpus: Corpus
  text: string
  today: string
  notesEffect: boolean
  readLaw: (law: LawMatch) => CitedLaw
  /** Laws with names similar to an unknown one. */
  suggest: (name: string) => Promise<Candidate[]>
}

/** The citations of a norm: several if it stands for several norms (`§§ 3 bis 6`). */
export interface ResolvedCitations {
  /** The norm as meant in its law. */
  norm: FoundNorm
  citations: Citation[]
  /** Set if it stands for several: its norms, and errors in its bounds. */
  series?: NormSeries | undefined
  /** Set if its law lacks the last part of a range (`Abs. 2 bis 9`). */
  missingPart?: LegalTextError | undefined
}

/**
 * Resolves a norm. If its law lacks it, but has the alternative meaning of its number in a list, that is meant.
 * @param named its law, if the text names one
 */
export async function resolveOne(
  source: ResolveContext,
  designation: FoundDesignation,
  norm: FoundNorm,
  named: NamedLaw | undefined,
): Promise<ResolvedCitations> {
  const usual = await resolveReading(source, designation, norm, named)
  if (norm.otherwise === undefined || isRight(usual)) return usual
  const others = norm.otherwise.map((each) => resolveReading(source, designation, each, named))
  const resolved = [usual, ...(await Promise.all(others))]
  const meant = resolved.find(isRight) ?? resolved.find((each) => isThere(each)) ?? usual
  // The number of `Anhang zu § 289 Abs. 2 Nr. 1` belongs to the section, which is cited itself.
  return meant.norm.start > norm.end ? { norm, citations: [] } : meant
}

/** True if the law has all that is cited, and the only fault, if any, is that it is not in force. */
const isRight = (resolved: ResolvedCitations) => isThere(resolved, (citation) => citation.class !== 'wrong')
const isThere = (
  { citations, series, missingPart }: ResolvedCitations,
  is = ({ status }: Citation) => status !== 'not_found' && status !== 'out_of_range',
) => !series?.begins.length && !series?.ends.length && missingPart === undefined && citations.every(is)

const isFalse = ({ citations }: ResolvedCitations) => citations.some((citation) => citation.class === 'wrong')

async function resolveReading(
  source: ResolveContext,
  designation: FoundDesignation,
  found: FoundNorm,
  named: NamedLaw | undefined,
): Promise<ResolvedCitations> {
  const { corpus, text, suggest } = source
  const [only, ...more] = named?.laws ?? []
  const norm = only === undefined || more.length > 0 ? found : inLaw(found, only)
  const { start, end } = spanOf(designation, found, named?.linked ? undefined : named?.name)
  const subdivision = norm.subdivision.length > 0 ? formatElements(norm.subdivision) : null
  const citation = { ...unresolvedCitation(text, start, end), subdivision }
  if (named === undefined) return { norm, citations: [{ ...citation, message: NO_LAW }] }
  const [law, ...others] = named.laws
  if (law === undefined) {
    return { norm, citations: [await unknownLawCitation(corpus, citation, named, norm, suggest)] }
  }
  const rivals = [...named.laws, ...(named.rivals ?? [])]
  const fits = () => say`${named.name.text} fits ${rivals.length} laws: ${shortList(rivals.map(({ code }) => code))}`
  const ambiguous = (): ResolvedCitations => ({
    norm,
    citations: [{ ...citation, status: 'ambiguous', message: fits(), candidates: rivals.map(lawCandidate) }],
  })
  if (named.isOfPlaces) return ambiguous()
  if (rivals.length > 1) {
    const inRival = (rival: LawMatch) =>
      resolveReading(source, designation, found, { ...named, rivals: [], ...meaningOfLaws([rival]) })
    const resolved = await Promise.all(rivals.map(inRival))
    // The law that has the norm is meant.
    const [first] = resolved
    const [right, ...more] = resolved.filter(isRight)
    const isUsual = others.length === 0 && named.certain && right === first
    if (right !== undefined && more.length === 0 && !isUsual) return right
    const nearest = resolved.find(({ citations }) => citations.every((each) => each.norm !== null)) ?? first
    if (nearest !== undefined && resolved.every(isFalse)) {
      const note = named.note ?? fits()
      return {
        ...nearest,
        citations: nearest.citations.map((each) => ({ ...each, message: withNote(each.message, note) })),
      }
    }
    if (others.length > 0) return ambiguous()
  }
  try {
    return await resolveInOne(source, { norm, named, law }, citation)
  } catch (error) {
    if (!isBetweenStates(error)) throw error
    return {
      norm,
      citations: [failed({ ...citation, code: law.code, abbreviation: law.abbreviation }, error, 'ambiguous')],
    }
  }
}

/** True for the error that it is unknown which of two wordings held on a day. */
function isBetweenStates(error: unknown): error is LegalTextError {
  return error instanceof LegalTextError && error.kind === 'ambiguous' && error.details.as_of !== undefined
}

/** True if it is unknown which of two wordings of a cited norm held on the day. */
export function isHidden({ status, candidates }: Citation): boolean {
  return status === 'ambiguous' && (candidates?.some(({ observed_on }) => observed_on !== undefined) ?? false)
}

async function resolveInOne(
  source: ResolveContext,
  { norm, named, law }: { norm: FoundNorm; named: NamedLaw; law: LawMatch },
  citation: Citation,
): Promise<ResolvedCitations> {
  const { corpus, readLaw, suggest } = source
  const read = readLaw(law)
  if (await isOtherThan(read.norms, norm, named.name))
    return { norm, citations: [await unknownLawCitation(corpus, citation, named, norm, suggest)] }
  const inLaw = { ...citation, code: law.code, abbreviation: law.abbreviation }
  const lawName = nameOfLaw(law, law.rank === 0 ? named.name.text : undefined)
  const series = await read.seriesOf(norm)
  const { following, ...each } = norm
  const members = series === undefined || series.norms.length === 0 ? [undefined] : series.norms
  const meant: Designation = { ...(members.length > 1 ? each : norm), norm: norm.readings }
  const within = { ...source, lawName }
  const found = await Promise.all(members.map((member) => resolveInLaw(read, inLaw, meant, within, member)))
  // The page of a norm shows this itself, but not for a missing norm or part.
  const isTold = ({ status }: Citation) => source.notesEffect || status === 'not_found' || status === 'out_of_range'
  const state = found.flat().some(isTold) ? await read.state() : undefined
  const judged = found.flatMap((citations, place) =>
    citations.map((citation) => {
      const inRange = inSeries(citation, norm, members[place], source)
      return withChoice(
        state === undefined || !isTold(inRange) ? inRange : inState(inRange, state, source.today),
        named,
      )
    }),
  )
  const wanted = formatElements(norm.readings[0] ?? [])
  const told = await Promise.all(judged.map((each) => withSuccessors(corpus, each, law.code, wanted)))
  const [first] = told
  const isRange = series === undefined && norm.subdivisionTo !== undefined && first?.status === 'resolved'
  const whole = isRange && first.norm !== null ? await read.normAt(first.norm) : undefined
  return { norm, citations: told, series, missingPart: whole && missingLastPart(whole, norm) }
}

const ONLY_ENDS = say`only the ends of a range have to be in force`

/** The citation of a norm of a range. Norms between its ends may be out of force. */
function inSeries(
  citation: Citation,
  { readings, to }: FoundNorm,
  member: NormSummary | undefined,
  { notesEffect }: ResolveContext,
): Citation {
  const value = member && parseNormPath(member.norm)?.norm.findLast(({ kind }) => kind !== 'seq')?.value
  if (value === undefined || to === undefined || citation.class !== 'wrong') return citation
  const isEnd = [readings[0]?.at(-1)?.value, to].some((end) => end === value || valueIncludes(value, end ?? ''))
  if (isEnd) return citation
  if (!notesEffect) return { ...citation, class: 'right' }
  const note = citation.status === 'repealed' ? say`it is repealed; ${ONLY_ENDS}` : ONLY_ENDS
  return { ...citation, class: 'right', message: withNote(citation.message, note) }
}

/** The citation with the successors of its norm, if that is not in force. */
async function withSuccessors(corpus: Corpus, citation: Citation, code: string, wanted: string): Promise<Citation> {
  const { class: verdict, status, norm, message } = citation
  if (verdict === 'right' || (status !== 'repealed' && status !== 'not_found')) return citation
  const path = norm === null || standsForSeveral(norm) ? wanted : norm
  const successors = await successorsOf(corpus, code, path)
  if (successors.length === 0) return citation
  // The message on a missing norm names them.
  if (status === 'not_found') return { ...citation, successors }
  const suggestions = successorCandidates(successors)
  return { ...citation, successors, suggestions, message: withNote(message, successorsNote(successors)) }
}

/** The citation with the note on its law: a guessed or repealed law makes it uncertain. */
function withChoice(citation: Citation, { note, others, certain, isRepealed, isInferred, name }: NamedLaw): Citation {
  if (isInferred && citation.class === 'wrong') {
    return {
      ...citation,
      class: 'uncertain',
      message: withNote(citation.message, say`the text may mean another law than ${name.text}`),
    }
  }
  if (note === null) return citation
  // The only possible law lacks the norm.
  const isFalse = others.length === 0 && citation.class === 'wrong'
  const verdict = !isRepealed && (certain || isFalse) ? citation.class : 'uncertain'
  const chosen: Citation = { ...citation, class: verdict, message: withNote(citation.message, note) }
  if (others.length === 0) return chosen
  return { ...chosen, candidates: [...(citation.candidates ?? []), ...others.map(lawCandidate)] }
}

/** True if articles of an act are cited (`Art. 6 EUV`), but the law of that name has only sections. */
async function isOtherThan(lawNorms: LawNorms, norm: FoundNorm, name: NameCandidate): Promise<boolean> {
  if (norm.readings[0]?.[0]?.kind !== 'art' || !isInGazetteer(name.text)) return false
  const norms = await lawNorms.all()
  return norms.length > 0 && norms.every(({ path }) => path.norm.every(({ kind }) => kind !== 'art'))
}

/** @param member the norm itself, if it is known as one of a series */
async function resolveInLaw(
  { wording, norms, normAt, match }: CitedLaw,
  citation: Citation,
  designation: Designation,
  { corpus, text, today, notesEffect, lawName }: ResolveContext & { lawName: string },
  member: NormSummary | undefined,
): Promise<Citation[]> {
  let norm: NormSummary
  try {
    norm = member ?? (await match(designation)).norm
  } catch (error) {
    const lack = (await norms.textGap()) ?? (await norms.gapOf(designation.norm[0]?.at(-1)?.kind))
    const missing = failed(citation, error, 'not_found')
    return [
      lack === null || missing.status !== 'not_found' ? missing : { ...missing, class: 'uncertain', message: lack },
    ]
  }
  const { label, heading, status } = norm
  const isRepealed = status === 'repealed'
  // A repealed range has one entry: `§§ 1889 bis 1921`.
  const wanted = formatElements(designation.norm[0] ?? [])
  const isWithin = member === undefined && isRepealed && standsForSeveral(norm.norm) && !standsForSeveral(wanted)
  const citedLabel = isWithin ? formatDesignation(wanted) : label
  const citeAs = (part: string | null, { language, subdivisions }: Pick<Norm, 'language' | 'subdivisions'>) =>
    citationOf({ ...norm, code: norms.law.code, label: citedLabel, language, subdivisions }, lawName, part)
  const cite_as = citeAs(null, { language: norms.law.language, subdivisions: [] })
  const end = isRepealed && norm.in_force_to
  const found = withStatus(
    {
      ...citation,
      ...(end && { message: say`it was in force up to ${end}` }),
      norm: norm.norm,
      label,
      heading,
      cite_as,
    },
    isRepealed ? 'repealed' : 'resolved',
  )
  const isNoted = notesEffect && status === 'not_yet_in_force'
  const judged = (each: Citation) => (isNoted ? notYetInForce(each, norm, text, today) : each)
  let whole: Norm | undefined
  try {
    // Between two states only the norm itself shows whether both have it.
    const isDivided = designation.subdivision.length + designation.qualifiers.length > 0
    const isRead = wording || isDivided || corpus.isUncertain
    const own = isRead ? await normAt(norm.norm) : undefined
    whole = own
    if (own === undefined) return [judged({ ...found, message: followingNote(designation, 1) })]
    const read = withLastSentence(own, inSections(own, designation))
    const selections = selectSubdivisions(own, read)
    return selections.map((selection, index) => {
      const path = selection?.path ?? null
      if (notesEffect && selection?.status === 'not_yet_in_force' && status !== 'not_yet_in_force')
        return notYetInForce({ ...found, subdivision: path, cite_as: citeAs(path, own) }, selection, text, today)
      const place = { subdivision: path, cite_as: citeAs(path, own), wording: selection?.text ?? own.text }
      const isWithin = index > 0 && (index < selections.length - 1 || read.subdivisionFollowing !== undefined)
      if (selection?.status === 'repealed' && !isRepealed) return goneCitation({ ...found, ...place }, own, isWithin)
      const { message, ...verdict } = judgedPortions(own, selection, [...(selection?.rest ?? []), ...read.qualifiers])
      return judged({
        ...found,
        ...place,
        ...(isRepealed ? {} : verdict),
        message: followingNote(read, selections.length) ?? message,
      })
    })
  } catch (error) {
    if (isBetweenStates(error)) return [failed(found, error, 'ambiguous')]
    if (isRepealed) return [found]
    const isAmbiguous = error instanceof LegalTextError && error.kind === 'ambiguous'
    if (SUPPLEMENTARY_SIGN.test(designation.subdivision[0]?.value ?? ''))
      return [{ ...failed(found, error, 'out_of_range'), class: 'uncertain', message: IN_CATALOGUE }]
    if (whole === undefined || isAmbiguous || !hasLineOf(whole, designation))
      return [failed(found, error, 'out_of_range')]
    const message = say`number ${designation.subdivision[0]?.value} is only a line of the annex; the whole annex is given`
    return [judged({ ...found, class: 'uncertain', subdivision: null, wording: whole.text, message })]
  }
}

const SUPPLEMENTARY_SIGN = /^zeichen\.1\d{3}$/
const IN_CATALOGUE = say`supplementary signs have their numbers in the catalogue of road signs (VzKat), not in the law`

/** True if a line or cell of an annex begins with the number: tables have no subdivisions. */
function hasLineOf({ norm, text }: Norm, { subdivision }: Designation): boolean {
  const [part] = subdivision
  if (part?.kind !== 'nr' || subdivision.length > 1 || !/(?:^|\/)annex:/.test(norm)) return false
  const cells = text.split(/[\n\t]/).map((cell) => cell.trimStart())
  return cells.some((cell) => cell.startsWith(part.value) && !/^[.,]?[\p{L}\d]/u.test(cell.slice(part.value.length)))
}

/** The citation with the message of an error. @param notFound its status if the error is `not_found` */
function failed(citation: Citation, error: unknown, notFound: CitationStatus): Citation {
  if (!(error instanceof LegalTextError)) throw error
  const { candidates, suggestions } = error.details
  return {
    ...withStatus(citation, error.kind === 'ambiguous' ? 'ambiguous' : notFound),
    message: error.message,
    ...(candidates && { candidates }),
    ...(suggestions && { suggestions }),
  }
}

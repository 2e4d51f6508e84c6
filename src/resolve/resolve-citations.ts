/** Resolves the citations of a text to the norms that they mean, or says why they mean none. */
import { setImmediate } from 'node:timers/promises'
import type { Designation } from '../citation/designation.ts'
import { isInGazetteer } from '../citation/laws/out-of-scope.ts'
import { formatElements } from '../citation/norm-path.ts'
import { followingNote, smallerPartNote } from '../citation/notes.ts'
import type { FoundDesignation, FoundNorm } from '../citation/text/find-designations.ts'
import { spanOf } from '../citation/text/found-designation.ts'
import type { NameCandidate } from '../citation/text/name-candidates.ts'
import type { Corpus, LawMatch, Norm, NormSummary } from '../corpus/corpus.ts'
import { type Candidate, LegalTextError } from '../errors.ts'
import { takesTurns, turn } from '../turns.ts'
import { type Citation, type CitationStatus, NO_LAW, unresolvedCitation, withNote } from './citation.ts'
import { CitedEditions } from './cited-editions.ts'
import { type LawNorms, lawNormsOf } from './law-norms.ts'
import { matchNorm, type NormMatch } from './match-norm.ts'
import { LawNamesInText, type NamedLaw, unionActs } from './named-laws.ts'
import { type NormSeries, seriesOf } from './norm-series.ts'
import { readText, type TextRead } from './read-text.ts'
import { lawCandidate, shortList } from './resolve-law.ts'
import { selectSubdivisions } from './select-subdivision.ts'
import { notYetInForce, unknownLawCitation, withEdition, withStatus } from './verdict.ts'

/** How many names of unknown laws get suggestions. */
const MAX_SUGGESTED = 20
/** Outside of the server, the resolver yields to the event loop after so many names of laws or norms. */
const NAMES_PER_TURN = 50

export interface ResolveOptions {
  /** The designations of the text, if they are already read. */
  read?: TextRead
  /** False to leave out the wording, and not to read whole norms at all. Default: true. */
  wording?: boolean
  /** False to suggest no similar names for unknown laws. Default: true. */
  suggestions?: boolean
  /** False for no notes on norms not yet in force: the page of the norm says so itself. Default: true. */
  notesEffect?: boolean
  /** ISO date on which laws are to be in force. Default: today. */
  today?: string
  /** The most citations that there may be. */
  most?: number
}

/** A norm that a text names, and its citations: several if it stands for several norms (`§§ 3 bis 6`). */
export interface ResolvedNorm {
  /** `undefined` for the acts of the Union that are cited as a whole. */
  norm: FoundNorm | undefined
  citations: Citation[]
  /** Set if it stands for several: its norms, and what is wrong with its bounds. */
  series?: NormSeries | undefined
}

/**
 * Finds and resolves all citations of a text, in order; a range or list gives one for each norm. Acts of the Union
 * (`Richtlinie 2005/29/EG`) are also found without a norm.
 */
export async function resolveCitations(corpus: Corpus, text: string, options?: ResolveOptions): Promise<Citation[]> {
  return citationsOf(await resolveNorms(corpus, text, options))
}

/** The citations of norms, in the order of the text. */
export function citationsOf(norms: readonly ResolvedNorm[]): Citation[] {
  return norms.flatMap(({ citations }) => citations).sort((a, b) => a.start - b.start)
}

/** Resolves as {@link resolveCitations}, and returns the citations with the norms that the text names. */
export async function resolveNorms(
  corpus: Corpus,
  text: string,
  options: ResolveOptions = {},
): Promise<ResolvedNorm[]> {
  const { read, wording = true, suggestions = true, notesEffect = true } = options
  const { most = Number.POSITIVE_INFINITY } = options
  const today = options.today ?? new Date().toISOString().slice(0, 10)
  const { tokens, found } = read ?? (await readText(corpus, text))
  const laws = new Map<FoundDesignation, NamedLaw>()
  const names = new LawNamesInText(corpus, text, tokens, today)
  const readLaw = memoize(
    ({ code }: LawMatch) => code,
    (law): CitedLaw => {
      const norms = lawNormsOf(corpus, law)
      return {
        norms,
        wording,
        normAt: memoize(String, async (path: string) => (await corpus.norm(law.code, path)) as Norm),
        seriesOf: memoize(
          ({ readings, to, following, orFollowing }: FoundNorm) =>
            [...readings.map(formatElements), to, following, orFollowing].join(' '),
          (norm) => seriesOf(norms, norm),
        ),
        match: memoize(
          ({ norm }: Designation) => norm.map(formatElements).join(' '),
          (designation) => matchNorm(corpus, norms, designation, formatElements(designation.norm[0] ?? [])),
        ),
      }
    },
  )
  let unknown = 0
  const suggest = memoize(String, async (name: string) => {
    return !suggestions || ++unknown > MAX_SUGGESTED ? [] : (await corpus.similarLaws(name, 3)).map(lawCandidate)
  })
  let done = 0
  const pause = async () => {
    if (takesTurns()) return turn()
    if (++done % NAMES_PER_TURN === 0) await setImmediate()
  }
  let next: NamedLaw | undefined
  for (const designation of [...found].reverse()) {
    await pause()
    const linked: NamedLaw | undefined = designation.linkedToNext && next ? { ...next, linked: true } : undefined
    next = (await names.ofDesignation(designation)) ?? linked
    if (next !== undefined) laws.set(designation, next)
  }
  const editions = await CitedEditions.read(text, tokens, found, laws, names)
  const resolved: ResolvedNorm[] = []
  let count = 0
  /** The law at the head of a list: `UWG § 5, § 7`. */
  let inFront: NamedLaw | undefined
  for (const designation of found) {
    const named = laws.get(designation) ?? inFront
    const shared = named !== undefined && (named.linked || named.name.end <= designation.start)
    inFront = designation.linkedToNext && !designation.linkedLoosely && shared ? { ...named, linked: true } : undefined
    if (designation.weak && (named === undefined || named.laws.length === 0)) continue
    for (const norm of designation.norms) {
      await pause()
      const edition = editions.of(text, designation, norm, named)
      const context = { corpus, text, today, notesEffect, readLaw, suggest }
      const { citations, series } = await resolveOne(context, designation, norm, named)
      resolved.push({ norm, citations: citations.map((citation) => withEdition(citation, edition)), series })
      count += citations.length
      if (count > most) {
        const message = `the text cites more than ${most} norms; that many can be checked with \`check\`, or in parts`
        throw new LegalTextError('invalid_input', message)
      }
    }
  }
  const acts = await unionActs(
    text,
    tokens,
    resolved.flatMap(({ citations }) => citations),
    names,
  )
  return [...resolved, { norm: undefined, citations: acts }]
}

/** Caches the results of a function by key. */
function memoize<Argument, Result>(key: (argument: Argument) => string, work: (argument: Argument) => Result) {
  const known = new Map<string, Result>()
  return (argument: Argument): Result => {
    const found = known.get(key(argument)) ?? work(argument)
    known.set(key(argument), found)
    return found
  }
}

interface ResolveContext {
  corpus: Corpus
  text: string
  today: string
  notesEffect: boolean
  readLaw: (law: LawMatch) => CitedLaw
  /** Laws with names like an unknown one. */
  suggest: (name: string) => Promise<Candidate[]>
}

/** A law that a text cites. Each of its norms is read once. */
interface CitedLaw {
  norms: LawNorms
  wording: boolean
  normAt: (path: string) => Promise<Norm>
  seriesOf: (norm: FoundNorm) => Promise<NormSeries | undefined>
  /** The norm that a designation means. @throws as {@link matchNorm} */
  match: (designation: Designation) => Promise<NormMatch>
}

async function resolveOne(
  source: ResolveContext,
  designation: FoundDesignation,
  norm: FoundNorm,
  named: NamedLaw | undefined,
): Promise<Pick<ResolvedNorm, 'citations' | 'series'>> {
  const { corpus, text, readLaw, suggest } = source
  const { start, end } = spanOf(designation, norm, named?.linked ? undefined : named?.name)
  const subdivision = norm.subdivision.length > 0 ? formatElements(norm.subdivision) : null
  const citation = { ...unresolvedCitation(text, start, end), subdivision }
  if (named === undefined) return { citations: [{ ...citation, message: NO_LAW }] }
  const [law, ...others] = named.laws
  if (law === undefined) return { citations: [await unknownLawCitation(corpus, citation, named, suggest)] }
  if (others.length > 0) {
    const candidates = named.laws.map(lawCandidate)
    const message = `${named.name.text} fits ${candidates.length} laws: ${shortList(candidates.map(({ code }) => code))}`
    return { citations: [{ ...citation, status: 'ambiguous', message, candidates }] }
  }
  const read = readLaw(law)
  if (await isOtherThan(read.norms, norm, named.name))
    return { citations: [await unknownLawCitation(corpus, citation, named, suggest)] }
  const inLaw = { ...citation, code: law.code, abbreviation: law.abbreviation }
  const series = await read.seriesOf(norm)
  const { following, ...each } = norm
  const members = series === undefined || series.norms.length === 0 ? [undefined] : series.norms
  const meant: Designation = { ...(members.length > 1 ? each : norm), norm: norm.readings }
  const found = await Promise.all(members.map((member) => resolveInLaw(read, inLaw, meant, source, member)))
  return { citations: found.flat().map((citation) => withChoice(citation, named)), series }
}

/** The citation with the note on the choice of its law: if that is a guess, the citation is uncertain. */
function withChoice(citation: Citation, { note, others, certain }: NamedLaw): Citation {
  if (note === null) return citation
  // The only law that can be meant lacks the norm.
  const isFalse = others.length === 0 && citation.class === 'wrong'
  const verdict = certain || isFalse ? citation.class : 'uncertain'
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
  { text, today, notesEffect }: ResolveContext,
  member: NormSummary | undefined,
): Promise<Citation[]> {
  // The norms of a range are resolved side by side: each that goes on after a pause may use up the next turn.
  for (let pause = turn(); pause !== undefined; pause = turn()) await pause
  let norm: NormSummary
  try {
    norm = member ?? (await match(designation)).norm
  } catch (error) {
    const lack = await norms.textGap()
    const missing = failed(citation, error, 'not_found')
    return [
      lack === null || missing.status !== 'not_found' ? missing : { ...missing, class: 'uncertain', message: lack },
    ]
  }
  const { label, heading, status } = norm
  const isRepealed = status === 'repealed'
  const found = withStatus({ ...citation, norm: norm.norm, label, heading }, isRepealed ? 'repealed' : 'resolved')
  const isNoted = notesEffect && status === 'not_yet_in_force'
  const judged = (each: Citation) => (isNoted ? notYetInForce(each, norm, text, today) : each)
  let whole: Norm | undefined
  try {
    whole = wording || designation.subdivision.length > 0 ? await normAt(norm.norm) : undefined
    const selections = whole === undefined ? [null] : selectSubdivisions(whole, designation)
    const message = followingNote(designation, selections.length) ?? smallerPartNote(designation.qualifiers)
    return selections.map((selection) =>
      judged({
        ...found,
        subdivision: selection?.path ?? null,
        wording: selection?.text ?? whole?.text ?? null,
        message,
      }),
    )
  } catch (error) {
    if (isRepealed) return [found]
    if (whole === undefined || !hasLineOf(whole, designation)) return [failed(found, error, 'out_of_range')]
    const message = `number ${designation.subdivision[0]?.value} is only a line of the annex; the whole annex is given`
    return [judged({ ...found, subdivision: null, wording: whole.text, message })]
  }
}

/** True if a line or cell of an annex begins with the number that is named: tables have no subdivisions. */
function hasLineOf({ norm, text }: Norm, { subdivision }: Designation): boolean {
  const [part] = subdivision
  if (part?.kind !== 'nr' || subdivision.length > 1 || !/(?:^|\/)annex:/.test(norm)) return false
  const cells = text.split(/[\n\t]/).map((cell) => cell.trimStart())
  return cells.some((cell) => cell.startsWith(part.value) && !/^\.?[\p{L}\d]/u.test(cell.slice(part.value.length)))
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

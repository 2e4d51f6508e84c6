/** From the citations in a text to the norms that they mean, or why they mean none. */
import { setImmediate } from 'node:timers/promises'
import type { Designation } from '../citation/designation.ts'
import { type FoundDesignation, type FoundNorm, findDesignations } from '../citation/find.ts'
import type { NameCandidate } from '../citation/law-mentions.ts'
import { nominativeForms } from '../citation/law-name.ts'
import { compareValues, formatElements } from '../citation/norm-path.ts'
import { noSuchLaw, otherVersion, smallerPart } from '../citation/notes.ts'
import { Tokens } from '../citation/tokens.ts'
import { findUnionActs, UNION_TREATIES } from '../citation/union-act.ts'
import { valueIncludes } from '../citation/value-range.ts'
import { type Candidate, LegalTextError } from '../errors.ts'
import type { Corpus, LawMatch, Norm } from './corpus.ts'
import { lawCandidate, shortList } from './resolve-law.ts'
import { type LawNorms, matchNorm, type NormMatch, readLawNorms, selectSubdivision } from './resolve-norm.ts'

export type CitationStatus = 'resolved' | 'repealed' | 'not_found' | 'out_of_range' | 'ambiguous' | 'unknown_law'

/** One norm that a text cites, or an act of the Union that it names as a whole. */
export interface Citation {
  /** The words of the citation, the name of the law included where it stands with them. */
  text: string
  /** `[start, end)` in UTF-16 code units. */
  start: number
  end: number
  status: CitationStatus
  code: string | null
  /** Abbreviation of the law; of one that the corpus does not have, its name as the text writes it. */
  abbreviation: string | null
  norm: string | null
  subdivision: string | null
  label: string | null
  heading: string | null
  /** The wording of what is cited: of the subdivision where one is named, else of the norm. */
  wording: string | null
  /** Why the citation is not resolved, or what more is to say; `null` where nothing is. */
  message: string | null
  candidates?: Candidate[] | undefined
  suggestions?: Candidate[] | undefined
}

/** What a designation names: the laws with a name, none where the corpus does not have it. */
interface NamedLaw {
  laws: LawMatch[]
  name: NameCandidate
  /** Whether the name stands with a later designation, which this one is linked to. */
  linked: boolean
}

/** Message of a citation without the name of a law. */
export const NO_LAW = 'no law is named'

/** Names of unknown laws for which similar ones are looked for; a text with more of them is not helped by more. */
const MOST_SUGGESTED = 20
/** After so many citations other work of the process has its turn. */
const DESIGNATIONS_PER_TURN = 50
/** The most norms that one range is taken apart into. */
const LONGEST_RANGE = 500

/**
 * Finds and resolves all citations of a text, in its order; a range or list gives one for each norm. Acts of the Union
 * (`Richtlinie 2005/29/EG`) are found without a norm, too.
 */
export async function resolveCitations(corpus: Corpus, text: string): Promise<Citation[]> {
  const tokens = new Tokens(text)
  const found = findDesignations(text, tokens)
  const laws = new Map<FoundDesignation, NamedLaw>()
  const lookUp = once(String, (name: string) => corpus.findLaws(name))
  const readLaw = once(
    ({ code }: LawMatch) => code,
    async (law): Promise<ReadLaw> => {
      const norms = await readLawNorms(corpus, law)
      return {
        norms,
        normAt: once(String, async (path: string) => (await corpus.norm(law.code, path)) as Norm),
        pathOf: once(
          ({ norm }: Designation) => norm.map(formatElements).join(' '),
          async (designation) => matchNorm(corpus, norms, designation, formatElements(designation.norm[0] ?? [])),
        ),
      }
    },
  )
  let unknown = 0
  const suggest = once(String, async (name: string) => {
    return ++unknown > MOST_SUGGESTED ? [] : (await corpus.similarLaws(name, 3)).map(lawCandidate)
  })
  let done = 0
  const pause = async () => {
    if (++done % DESIGNATIONS_PER_TURN === 0) await setImmediate()
  }
  let behind: NamedLaw | undefined
  for (const designation of [...found].reverse()) {
    await pause()
    const linked: NamedLaw | undefined = designation.linkedToNext && behind ? { ...behind, linked: true } : undefined
    behind = (await nameOf(designation, lookUp)) ?? linked
    if (behind !== undefined) laws.set(designation, behind)
  }
  const citations: Citation[] = []
  /** The law of a list that has it in front: `UWG § 5, § 7`. */
  let inFront: NamedLaw | undefined
  for (const designation of found) {
    await pause()
    const named = laws.get(designation) ?? inFront
    const shared = named !== undefined && (named.linked || named.name.end <= designation.start)
    inFront = designation.linkedToNext && shared ? { ...named, linked: true } : undefined
    if (designation.weak && (named === undefined || named.laws.length === 0)) continue
    for (const norm of designation.norms) {
      citations.push(...(await resolveOne({ text, readLaw, suggest }, designation, norm, named)))
    }
  }
  return [...citations, ...(await unionActs(text, tokens, citations, lookUp))].sort((a, b) => a.start - b.start)
}

/** The acts of the Union that stand for themselves, not behind one of their articles. */
async function unionActs(
  text: string,
  tokens: Tokens,
  citations: readonly Citation[],
  lookUp: (name: string) => Promise<LawMatch[]>,
): Promise<Citation[]> {
  const bounds = new Set(citations.flatMap(({ start, end }) => [start, end]))
  const alone = findUnionActs(text, tokens).filter(({ start, end }) => !bounds.has(start) && !bounds.has(end))
  const acts = alone.map(async ({ text: name, start, end }): Promise<Citation> => {
    const [law, ...others] = await lookUp(name)
    const citation = { ...unresolved(text, start, end), abbreviation: name, message: noSuchLaw(name) }
    if (!law || others.length > 0) return citation
    return { ...citation, status: 'resolved', code: law.code, abbreviation: law.abbreviation, message: null }
  })
  return Promise.all(acts)
}

function unresolved(text: string, start: number, end: number): Citation {
  return {
    text: text.slice(start, end),
    start,
    end,
    status: 'unknown_law',
    code: null,
    abbreviation: null,
    norm: null,
    subdivision: null,
    label: null,
    heading: null,
    wording: null,
    message: null,
  }
}

/** A function that does its work once for each key. */
function once<Argument, Result>(key: (argument: Argument) => string, work: (argument: Argument) => Result) {
  const known = new Map<string, Result>()
  return (argument: Argument): Result => {
    const found = known.get(key(argument)) ?? work(argument)
    known.set(key(argument), found)
    return found
  }
}

/** The law beside a designation; without any laws where a word only looks like one. */
async function nameOf(
  designation: FoundDesignation,
  lookUp: (name: string) => Promise<LawMatch[]>,
): Promise<NamedLaw | undefined> {
  for (const name of [...designation.namesAfter, ...designation.namesBefore]) {
    for (const form of nominativeForms(name.text)) {
      const laws = await lookUp(form)
      if (laws.length > 0) return { laws, name, linked: false }
    }
  }
  return designation.abbreviation && { laws: [], name: designation.abbreviation, linked: false }
}

interface Source {
  text: string
  readLaw: (law: LawMatch) => Promise<ReadLaw>
  /** Laws with names like an unknown one. */
  suggest: (name: string) => Promise<Candidate[]>
}

/** A law that a text cites, whose norms are read once each. */
interface ReadLaw {
  norms: LawNorms
  normAt: (path: string) => Promise<Norm>
  /** The norm that a designation means. @throws as {@link matchNorm} */
  pathOf: (designation: Designation) => Promise<NormMatch>
}

async function resolveOne(
  { text, readLaw, suggest }: Source,
  designation: FoundDesignation,
  norm: FoundNorm,
  named: NamedLaw | undefined,
): Promise<Citation[]> {
  const { start, end } = spanOf(designation, norm, named?.linked ? undefined : named?.name)
  const subdivision = norm.subdivision.length > 0 ? formatElements(norm.subdivision) : null
  const citation = { ...unresolved(text, start, end), subdivision }
  if (named === undefined) return [{ ...citation, message: NO_LAW }]
  const [law, ...others] = named.laws
  if (law === undefined) return [await withoutLaw(suggest, citation, named.name.text)]
  if (others.length > 0) {
    const candidates = named.laws.map(lawCandidate)
    const message = `${named.name.text} fits ${candidates.length} laws: ${shortList(candidates.map(({ code }) => code))}`
    return [{ ...citation, status: 'ambiguous', message, candidates }]
  }
  const read = await readLaw(law)
  if (isOtherThan(read.norms, norm, named.name)) return [await withoutLaw(suggest, citation, named.name.text)]
  const message = otherVersion(text, end, named.name, norm.qualifiers)
  const inLaw = { ...citation, code: law.code, abbreviation: law.abbreviation, message }
  const wanted: Designation[] = membersOf(read.norms, norm) ?? [{ ...norm, norm: norm.readings }]
  return Promise.all(wanted.map((member) => resolveInLaw(read, inLaw, member)))
}

/** Whether articles of a treaty are cited (`Art. 6 EUV`), and the law that is called so has only sections. */
function isOtherThan({ norms }: LawNorms, norm: FoundNorm, name: NameCandidate): boolean {
  if (norm.readings[0]?.[0]?.kind !== 'art' || !UNION_TREATIES.has(name.text)) return false
  return norms.every(({ path }) => path.norm.every(({ kind }) => kind !== 'art'))
}

/** The words of one norm: with the name of the law where nothing but it stands between. */
function spanOf(
  designation: FoundDesignation,
  norm: FoundNorm,
  name: NameCandidate | undefined,
): { start: number; end: number } {
  const before = name !== undefined && name.end <= designation.start && norm === designation.norms[0]
  const after = name !== undefined && name.start >= designation.end && norm.end === designation.end
  return { start: before ? name.start : norm.start, end: after ? name.end : norm.end }
}

async function withoutLaw(suggest: Source['suggest'], citation: Citation, name: string): Promise<Citation> {
  const suggestions = await suggest(name)
  return { ...citation, abbreviation: name, message: noSuchLaw(name), ...(suggestions.length > 0 && { suggestions }) }
}

/**
 * The norms that a range, or `§ 5 f.` with the one after it, means, as far as the law has them; `undefined` for what
 * is neither, or means none.
 */
function membersOf({ norms }: LawNorms, norm: FoundNorm): Designation[] | undefined {
  const elements = norm.readings[0]
  const first = elements?.at(-1)
  if (elements === undefined || first === undefined || (norm.to === undefined && norm.following !== 'f'))
    return undefined
  const above = formatElements(elements.slice(0, -1))
  const beside = norms
    .map(({ path }) => path.norm)
    .filter((own) => own.at(-1)?.kind === first.kind && formatElements(own.slice(0, -1)) === above)
  const from = beside.filter((own) => {
    const value = own.at(-1)?.value ?? ''
    return compareValues(value, first.value) >= 0 || valueIncludes(value, first.value)
  })
  const { to } = norm
  const members =
    to === undefined ? from.slice(0, 2) : from.filter((own) => compareValues(own.at(-1)?.value ?? '', to) <= 0)
  if (members.length === 0 || members.length > LONGEST_RANGE) return undefined
  return members.map((own) => ({ ...norm, norm: [own] }))
}

async function resolveInLaw(
  { normAt, pathOf }: ReadLaw,
  citation: Citation,
  designation: Designation,
): Promise<Citation> {
  let norm: Norm
  try {
    norm = await normAt((await pathOf(designation)).path)
  } catch (error) {
    return failed(citation, error, 'not_found')
  }
  const { label, heading, status } = norm
  const found = { ...citation, norm: norm.norm, label, heading }
  try {
    const selection = selectSubdivision(norm, designation.subdivision)
    return {
      ...found,
      status: status === 'repealed' ? 'repealed' : 'resolved',
      subdivision: selection?.path ?? null,
      wording: selection?.text ?? norm.text,
      message:
        designation.following === 'ff'
          ? 'only the first norm of the series is given'
          : (found.message ?? smallerPart(designation.qualifiers)),
    }
  } catch (error) {
    return status === 'repealed' ? { ...found, status } : failed(found, error, 'out_of_range')
  }
}

/** A citation that fails as an error says; `notFound` is its status where the error is that there is nothing. */
function failed(citation: Citation, error: unknown, notFound: CitationStatus): Citation {
  if (!(error instanceof LegalTextError)) throw error
  const { candidates, suggestions } = error.details
  return {
    ...citation,
    status: error.kind === 'ambiguous' ? 'ambiguous' : notFound,
    message: error.message,
    ...(candidates && { candidates }),
    ...(suggestions && { suggestions }),
  }
}

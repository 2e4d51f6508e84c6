/** From the citations in a text to the norms that they mean, or why they mean none. */
import { setImmediate } from 'node:timers/promises'
import type { Designation } from '../citation/designation.ts'
import { type FoundDesignation, type FoundNorm, findDesignations } from '../citation/find.ts'
import type { NameCandidate } from '../citation/law-mentions.ts'
import { nominativeForms } from '../citation/law-name.ts'
import { formatElements, type NormPath } from '../citation/norm-path.ts'
import { FIRST_OF_SERIES, noSuchLaw, otherVersion, smallerPart } from '../citation/notes.ts'
import { placeOf } from '../citation/place.ts'
import { Tokens } from '../citation/tokens.ts'
import { UNION_TREATIES } from '../citation/union-act.ts'
import { type Candidate, LegalTextError } from '../errors.ts'
import { type Citation, type CitationStatus, unresolved } from './citation.ts'
import type { Corpus, LawMatch, Norm, NormSummary } from './corpus.ts'
import { type LawNorms, readLawNorms } from './law-norms.ts'
import { lawCandidate, shortList } from './resolve-law.ts'
import { matchNorm, type NormMatch } from './resolve-norm.ts'
import { selectSubdivisions } from './select-subdivision.ts'
import { membersOf } from './series.ts'
import { unionActs } from './union-acts.ts'

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

export interface ResolveOptions {
  /** The text as {@link findDesignations} read it, where that is known already. */
  read?: { tokens: Tokens; found: FoundDesignation[] }
  /** Whether the wording of whole norms is read, too; without it they are not read at all. */
  wording?: boolean
  /** Whether similar names are looked for where the corpus does not have a law. */
  suggestions?: boolean
  /** How many citations there may be. */
  most?: number
  /** Told what each norm that is named leads to: one citation, or several where it stands for several. */
  onNorm?: (norm: FoundNorm, citations: Citation[]) => void
}

/**
 * Finds and resolves all citations of a text, in its order; a range or list gives one for each norm. Acts of the Union
 * (`Richtlinie 2005/29/EG`) are found without a norm, too.
 */
export async function resolveCitations(
  corpus: Corpus,
  text: string,
  { read, wording = true, suggestions = true, most = Number.POSITIVE_INFINITY, onNorm }: ResolveOptions = {},
): Promise<Citation[]> {
  const { tokens, found } = read ?? readText(text)
  const laws = new Map<FoundDesignation, NamedLaw>()
  const lookUp = once(String, (name: string) => lawsOfName(corpus, name))
  const readLaw = once(
    ({ code }: LawMatch) => code,
    async (law): Promise<ReadLaw> => {
      const norms = await readLawNorms(corpus, law)
      return {
        norms,
        wording,
        normAt: once(String, async (path: string) => (await corpus.norm(law.code, path)) as Norm),
        membersOf: once(
          ({ readings, to, following }: FoundNorm) => [...readings.map(formatElements), to, following].join(' '),
          (norm) => membersOf(norms, norm),
        ),
        pathOf: once(
          ({ norm }: Designation) => norm.map(formatElements).join(' '),
          async (designation) => matchNorm(corpus, norms, designation, formatElements(designation.norm[0] ?? [])),
        ),
      }
    },
  )
  let unknown = 0
  const suggest = once(String, async (name: string) => {
    return !suggestions || ++unknown > MOST_SUGGESTED ? [] : (await corpus.similarLaws(name, 3)).map(lawCandidate)
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
    inFront = designation.linkedToNext && !designation.linkedLoosely && shared ? { ...named, linked: true } : undefined
    if (designation.weak && (named === undefined || named.laws.length === 0)) continue
    for (const norm of designation.norms) {
      const own = await resolveOne({ text, readLaw, suggest }, designation, norm, named)
      onNorm?.(norm, own)
      citations.push(...own)
      if (citations.length > most) {
        const message = `the text cites more than ${most} norms; that many can be checked with \`check\`, or in parts`
        throw new LegalTextError('invalid_input', message)
      }
    }
  }
  return [...citations, ...(await unionActs(text, tokens, citations, lookUp))].sort((a, b) => a.start - b.start)
}

/** Reads a text for {@link resolveCitations}. */
export function readText(text: string): NonNullable<ResolveOptions['read']> {
  const tokens = new Tokens(text)
  return { tokens, found: findDesignations(text, tokens) }
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
    const laws = await lookUp(name.text)
    if (laws.length > 0) return { laws, name, linked: false }
  }
  return designation.abbreviation && { laws: [], name: designation.abbreviation, linked: false }
}

/** The laws that running text calls so, in any of the forms that the name may stand for. */
async function lawsOfName(corpus: Corpus, name: string): Promise<LawMatch[]> {
  for (const form of nominativeForms(name)) {
    const laws = await corpus.lawsCalled(form)
    if (laws.length > 0) return laws
  }
  return []
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
  wording: boolean
  normAt: (path: string) => Promise<Norm>
  /** @see membersOf */
  membersOf: (norm: FoundNorm) => NormPath['norm'][] | undefined
  /** The norm that a designation means. @throws as {@link matchNorm} */
  pathOf: (designation: Designation) => Promise<NormMatch>
}

async function resolveOne(
  { text, readLaw, suggest }: Source,
  designation: FoundDesignation,
  norm: FoundNorm,
  named: NamedLaw | undefined,
): Promise<Citation[]> {
  const { start, end } = placeOf(designation, norm, named?.linked ? undefined : named?.name)
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
  const members = read.membersOf(norm)?.map((own): Designation => ({ ...norm, norm: [own] }))
  const wanted: Designation[] = members ?? [{ ...norm, norm: norm.readings }]
  return (await Promise.all(wanted.map((member) => resolveInLaw(read, inLaw, member)))).flat()
}

/** Whether articles of a treaty are cited (`Art. 6 EUV`), and the law that is called so has only sections. */
function isOtherThan({ norms }: LawNorms, norm: FoundNorm, name: NameCandidate): boolean {
  if (norm.readings[0]?.[0]?.kind !== 'art' || !UNION_TREATIES.has(name.text)) return false
  return norms.every(({ path }) => path.norm.every(({ kind }) => kind !== 'art'))
}

async function withoutLaw(suggest: Source['suggest'], citation: Citation, name: string): Promise<Citation> {
  const suggestions = await suggest(name)
  return { ...citation, abbreviation: name, message: noSuchLaw(name), ...(suggestions.length > 0 && { suggestions }) }
}

async function resolveInLaw(
  { wording, norms, normAt, pathOf }: ReadLaw,
  citation: Citation,
  designation: Designation,
): Promise<Citation[]> {
  let norm: NormSummary
  try {
    norm = norms.byPath.get((await pathOf(designation)).path) as NormSummary
  } catch (error) {
    return [failed(citation, error, 'not_found')]
  }
  const { label, heading, status } = norm
  const found = { ...citation, norm: norm.norm, label, heading }
  let whole: Norm | undefined
  try {
    whole = wording || designation.subdivision.length > 0 ? await normAt(norm.norm) : undefined
    const selections = whole === undefined ? [null] : selectSubdivisions(whole, designation)
    return selections.map((selection) => ({
      ...found,
      status: status === 'repealed' ? 'repealed' : 'resolved',
      subdivision: selection?.path ?? null,
      wording: selection?.text ?? whole?.text ?? null,
      message:
        designation.following === 'ff' ? FIRST_OF_SERIES : (found.message ?? smallerPart(designation.qualifiers)),
    }))
  } catch (error) {
    if (status === 'repealed') return [{ ...found, status }]
    if (whole === undefined || !hasLineOf(whole, designation)) return [failed(found, error, 'out_of_range')]
    const message = `given is the whole annex: number ${designation.subdivision[0]?.value} is a line of it, and no part`
    return [{ ...found, status: 'resolved', subdivision: null, wording: whole.text, message }]
  }
}

/** Whether a line or a cell of an annex begins with the one number that is named: tables are not divided into parts. */
function hasLineOf({ norm, text }: Norm, { subdivision }: Designation): boolean {
  const [part] = subdivision
  if (part?.kind !== 'nr' || subdivision.length > 1 || !/(?:^|\/)annex:/.test(norm)) return false
  const cells = text.split(/[\n\t]/).map((cell) => cell.trimStart())
  return cells.some((cell) => cell.startsWith(part.value) && !/^\.?[\p{L}\d]/u.test(cell.slice(part.value.length)))
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

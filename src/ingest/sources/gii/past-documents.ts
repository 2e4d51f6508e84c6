/** Finds the documents of older states, and the law of each. */
import type { ObservedSpan } from '../../../corpus/law-history.ts'
import type { ParsedLimitation } from '../../../corpus/parsed-law.ts'
import type { State } from '../../../corpus/versions.ts'
import { LegalTextError } from '../../../errors.ts'
import { withCode } from '../../history/observed-laws.ts'
import type { FoundDocument, InputFile, Past, PastFile, SourceDocument } from '../../source.ts'
import { compareText } from '../values.ts'
import { type CandidateDocument, nameOf, newestFirst, readHeads } from './candidates.ts'
import { GII_FAMILY, isXml, TOC_FILE } from './format.ts'
import { identify, identityOf } from './identify.ts'
import { readToc, type TocEntry } from './official-site.ts'

/** A document of the newest state. */
export interface NewestDocument {
  document: SourceDocument
  file: InputFile
  /** What identifies its law. */
  identity: string
}

/** The documents of a law in older states, oldest first. */
interface PastLaw {
  files: PastFile[]
  /** The last one. */
  candidate: CandidateDocument
}

/** The laws of all states. */
export interface FoundLaws {
  documents: FoundDocument[]
  /** Documents of older states whose laws are not known, and tables of contents that cannot be read. */
  limitations: ParsedLimitation[]
}

/** The laws of a bundle of one state. */
export function withoutPast(documents: readonly NewestDocument[]): FoundLaws {
  return { documents: documents.map(({ document, file }) => ({ document, file, past: [], read: [] })), limitations: [] }
}

/**
 * Joins the documents of the newest state with older ones of the same laws.
 * @param limitations tell which laws the newest state has, but not their documents
 * @returns the laws of the newest state, in their order, then those that only older states have, in the order of their codes
 */
export async function withPast(
  documents: readonly NewestDocument[],
  past: Past,
  limitations: readonly ParsedLimitation[],
): Promise<FoundLaws> {
  const { laws, unknown } = await groupByLaw(past)
  const identityByPlace = new Map<string, string>()
  for (const [identity, { files }] of laws) {
    for (const { file } of files) identityByPlace.set(placeOf(file), identity)
    if (await past.laws.hasAll?.(identity, files)) laws.delete(identity)
  }
  const current = documents.map(({ document, file, identity: own }): FoundDocument => {
    // A document that cannot be read is of the law that its place had before.
    const known = () => identityByPlace.get(placeOf(file)) ?? past.laws.identityOf?.(document.code) ?? own
    const identity = own === NO_IDENTITY ? known() : own
    const files = laws.get(identity)?.files ?? []
    laws.delete(identity)
    const read = past.laws.take(identity).map((observed) => withCode(observed, document.code))
    return { document, file, past: files, read }
  })
  const codes = new Codes(current, past.states.at(-1)?.observed_on as string)
  const missing = new Set(limitations.map(({ lawId, sourceId }) => lawId ?? sourceId))
  const { entries, unread } = await readTocs(past)
  return {
    documents: [...current, ...pastLaws(laws, past, codes, entries, missing), ...missingLaws(past, missing)],
    limitations: [...unknown.map((each) => unreadDocument(each, past)), ...unread],
  }
}

/** Folder and name of a file, whatever holds the folder. */
const placeOf = ({ path }: InputFile) => path.split('/').slice(-2).join('/')

/** The entries of all tables of contents of older states; newer ones beat older ones. */
async function readTocs(past: Past): Promise<{ entries: Map<string, TocEntry>; unread: ParsedLimitation[] }> {
  const tocs = past.files.filter(({ file }) => nameOf(file.path) === TOC_FILE)
  const entries = new Map<string, TocEntry>()
  const unread: ParsedLimitation[] = []
  for (const toc of tocs.toSorted((a, b) => compareText(a.from, b.from))) {
    try {
      for (const [code, entry] of readToc(await toc.file.read(), toc.file.path)) entries.set(code, entry)
    } catch (error) {
      unread.push(unreadDocument(toc, past, readingFault(toc.file, error)))
    }
  }
  return { entries, unread }
}

function readingFault({ path }: InputFile, error: unknown): string {
  const { message } = error as Error
  return error instanceof LegalTextError ? message : `${path} cannot be read: ${message}`
}

/** The limitation for a file of an older state whose law is not known. */
function unreadDocument(
  { from, file }: PastFile,
  { states }: Past,
  why = `${file.path} cannot be read`,
): ParsedLimitation {
  const source = states.find(({ observed_on }) => observed_on === from)?.source
  return {
    sourceFamily: GII_FAMILY,
    sourceId: file.path,
    title: nameOf(file.path),
    sourceUrl: null,
    terminalState: 'parse_failed',
    reason: `${why}; in the state of ${from} (${source})`,
    lawId: null,
  }
}

/** The laws that the newest state does not have. */
function pastLaws(
  laws: ReadonlyMap<string, PastLaw>,
  past: Past,
  codes: Codes,
  toc: ReadonlyMap<string, TocEntry>,
  missing: ReadonlySet<string>,
): FoundDocument[] {
  const identities = identify(
    [...laws.values()].map(({ candidate }) => candidate),
    toc,
    '',
  )
  const found = [...laws].map(([identity, { files, candidate }]): FoundDocument => {
    const { code: wanted = '', sourceUrl = null, pages, entry } = identities.get(candidate) ?? {}
    const known = past.laws.codeOf?.(identity)
    const read = past.laws.take(identity)
    const code = known ?? codes.give(wanted, candidate.number, [...files, ...read])
    const document = {
      code,
      path: `${code}/${nameOf(candidate.file.path)}`,
      sourceUrl,
      pages,
      titles: entry === undefined ? [] : [entry.title],
    }
    const own = read.map((observed) => withCode(observed, code))
    return { document, file: undefined, past: files, read: own, isMissing: missing.has(code) }
  })
  return found.sort((a, b) => compareText(a.document.code, b.document.code))
}

/** The laws that the newest state is known to publish, and that are already read. */
function missingLaws({ laws }: Past, missing: ReadonlySet<string>): FoundDocument[] {
  return [...missing].flatMap((code) => {
    const identity = laws.identityOf?.(code)
    if (identity === undefined) return []
    const document = { code, path: code, sourceUrl: null, titles: [] }
    return [{ document, file: undefined, past: [], read: laws.take(identity), isMissing: true }]
  })
}

/** The codes of laws with the days on which they had them: two laws may have had one code, but not on the same day. */
class Codes {
  readonly #spans = new Map<string, ObservedSpan[]>()

  constructor(current: readonly FoundDocument[], newest: string) {
    for (const { document, past, read } of current) {
      this.#spans.set(document.code, [...past, ...read, { from: newest, to: newest }])
    }
  }

  /** Gives a law its code, with its number if another law has the code on one of the days. */
  give(wanted: string, number: string, spans: readonly ObservedSpan[]): string {
    const taken = this.#spans.get(wanted) ?? []
    const isFree = taken.every((one) => spans.every((other) => other.to < one.from || one.to < other.from))
    const code = isFree ? wanted : `${wanted}-${number.toLowerCase()}`
    this.#spans.set(code, [...(this.#spans.get(code) ?? []), ...spans])
    return code
  }
}

/** What identifies documents that cannot be read. */
const NO_IDENTITY = identityOf('', '')

/** Groups the files of older states by what identifies their laws. @returns also those of which nothing does */
async function groupByLaw({ files, states }: Past): Promise<{ laws: Map<string, PastLaw>; unknown: PastFile[] }> {
  const documents = files.filter(({ file }) => isXml(file.path) && nameOf(file.path) !== TOC_FILE)
  const { candidates } = await readHeads(documents.map(({ file }) => file))
  const byFile = new Map(candidates.map((candidate) => [candidate.file, candidate]))
  const found = documents.flatMap((past): { past: PastFile; candidate: CandidateDocument }[] => {
    const candidate = byFile.get(past.file)
    return candidate === undefined ? [] : [{ past, candidate }]
  })
  for (const ofPath of Map.groupBy(found, ({ past }) => past.file.path).values()) identifyByPath(ofPath)
  const byLaw = Map.groupBy(found, ({ candidate }) => candidate.identity)
  const unknown = byLaw.get(NO_IDENTITY) ?? []
  byLaw.delete(NO_IDENTITY)
  return {
    laws: new Map([...byLaw].map(([identity, own]) => [identity, lawOf(own, states)])),
    unknown: unknown.map(({ past }) => past),
  }
}

/** A document that cannot be read is of the law that its path had before, or will have. */
function identifyByPath(found: { past: PastFile; candidate: CandidateDocument }[]): void {
  const inOrder = found.toSorted((a, b) => compareText(a.past.from, b.past.from))
  let known = inOrder.find(({ candidate }) => candidate.number !== '')?.candidate
  for (const { candidate } of inOrder) {
    if (candidate.number !== '' || candidate.abbreviation !== '') known = candidate
    else candidate.identity = known?.identity ?? NO_IDENTITY
  }
}

function lawOf(found: { past: PastFile; candidate: CandidateDocument }[], states: readonly State[]): PastLaw {
  const inOrder = found.toSorted((a, b) => compareText(a.past.from, b.past.from))
  const candidate = (inOrder.findLast(({ candidate: { number } }) => number !== '') ?? inOrder.at(-1))?.candidate
  const overlaps = inOrder.some(({ past }, index) => past.from <= (inOrder[index - 1]?.past.to ?? ''))
  const files = overlaps ? newestOfEachState(inOrder, states) : inOrder.map(({ past }) => past)
  return { files, candidate: candidate as CandidateDocument }
}

/** Of several documents of one law in a state the newest counts. */
function newestOfEachState(
  found: readonly { past: PastFile; candidate: CandidateDocument }[],
  states: readonly State[],
): PastFile[] {
  const chosen: PastFile[] = []
  let last: PastFile | undefined
  for (const { observed_on: day } of states) {
    const present = found.filter(({ past }) => past.from <= day && day <= past.to)
    const [newest] = present.toSorted((a, b) => newestFirst(a.candidate, b.candidate))
    if (newest !== undefined && newest.past === last) (chosen.at(-1) as PastFile).to = day
    else if (newest !== undefined) chosen.push({ ...newest.past, from: day, to: day })
    last = newest?.past
  }
  return chosen
}

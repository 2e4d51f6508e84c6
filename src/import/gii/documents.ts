/** Opens a folder or archive of the official XML, with or without the site's table of contents. Folders and files may have any names. */

import { dirname, basename as nameOf } from 'node:path/posix'
import { say } from '../../i18n/texts.ts'
import type { ObservedSpan } from '../../model/law-history.ts'
import type { ParsedLimitation } from '../../model/parsed-law.ts'
import type { State } from '../../model/versions.ts'
import { LegalTextError } from '../../util/errors.ts'
import { withCode } from '../history/observed-laws.ts'
import { OwnDays } from '../history/own-days.ts'
import type { FoundDocument, Input, InputFile, Past, PastFile, Source, SourceDocument, SourceLaw } from '../source.ts'
import { CODE, compareText, isImage, limitationOfFile, NO_FAMILY } from '../values.ts'
import { parseDocuments } from '../workers.ts'
import { ENOUGH, readBeginning } from '../xml-tree.ts'
import { DOCUMENT, GII_FAMILY, isXml, LIMITS, TOC_FILE } from './format.ts'
import {
  type Identity,
  identify,
  identityOf,
  readToc,
  type TocEntry,
  type UnidentifiedDocument,
} from './official-site.ts'

type Toc = ReadonlyMap<string, TocEntry>

/** @throws LegalTextError `invalid_input` if `gii-toc.xml` is broken */
export async function openSource(input: Input, past?: Past): Promise<Source> {
  const { documents, limitations } = await findDocuments(input)
  const newest = past?.states.at(-1)?.observed_on ?? ''
  const tocs = input.files.filter(isToc).map((file) => ({ from: newest, to: newest, fetchedAt: '', file }))
  const withoutPast = () => documents.map(({ document, file }) => ({ document, file, past: [], read: [] }))
  const found = past && (await withPast(documents, past, limitations, tocs))
  const all = found?.documents ?? withoutPast()
  return {
    lawCount: all.length,
    limitations: [...limitations, ...(found?.limitations ?? [])],
    findings: [],
    laws: (signal) => readLaws(all, past?.states ?? [], signal, imagesByFolder(input)),
    statedCitations: [],
  }
}

/** Reads the laws of older states alone. */
export async function* readPast(past: Past, signal: AbortSignal | undefined): AsyncGenerator<SourceLaw> {
  const { documents, limitations } = await withPast([], past, [])
  if (limitations.length > 0) yield { law: undefined, limitations, findings: [] }
  yield* readLaws(documents, past.states, signal)
}

async function* readLaws(
  documents: readonly FoundDocument[],
  states: readonly State[],
  signal: AbortSignal | undefined,
  images: ImagesByFolder = new Map(),
): AsyncGenerator<SourceLaw> {
  const folders = new Map(documents.map(({ document, file }) => [document.code, file && dirname(file.path)]))
  const sources = new Map(states.map(({ observed_on, source }) => [observed_on, source]))
  for await (const parsed of parseDocuments({ family: GII_FAMILY, states }, documents, signal)) {
    const { document, law, reason, history, unread } = parsed
    const { code, sourceUrl, titles, fetchedAt } = document
    const limitation = (why: string): ParsedLimitation => ({
      ...limitationOf(code, titles[0], sourceUrl),
      ...(fetchedAt && { retrievedAt: fetchedAt }),
      terminalState: 'parse_failed',
      reason: why,
    })
    // Report a fault of several states once: in the newest state, else the first one.
    const others = unread.filter((each, index) => each.reason !== reason && each.reason !== unread[index - 1]?.reason)
    const ofPast = others.map(({ day, reason: why }) => say`${why}; in the state of ${day} (${sources.get(day)})`)
    yield {
      law: law && { ...law, fetchedAt },
      ...(history && { history }),
      limitations: [...(reason === undefined ? [] : [reason]), ...ofPast].map(limitation),
      findings: [],
      images: images.get(folders.get(code) ?? ''),
    }
  }
}

/** Image files by name, by the path of their folder. */
type ImagesByFolder = ReadonlyMap<string, ReadonlyMap<string, InputFile>>

function imagesByFolder({ files }: Input): ImagesByFolder {
  const folders = Map.groupBy(
    files.filter(({ path }) => isImage(path)),
    ({ path }) => dirname(path),
  )
  return new Map([...folders].map(([folder, own]) => [folder, new Map(own.map((file) => [nameOf(file.path), file]))]))
}

interface FoundDocuments {
  /** Sorted by code. */
  documents: NewestDocument[]
  /** One for each file that is not read, and for each known law without a document. */
  limitations: ParsedLimitation[]
}

async function findDocuments(input: Input): Promise<FoundDocuments> {
  const { files } = input
  const tocFile = files.find(isToc)
  const toc = tocFile === undefined ? new Map<string, TocEntry>() : readToc(await readWhole(tocFile), tocFile.path)
  const others = files.filter((file) => !isToc(file))
  const { candidates, foreign } = await readHeads(others.filter(({ path }) => isXml(path)))
  const identities = identify(candidates, toc, input.name)
  const { documents, limitations } = chooseDocuments(identities)
  const covered = new Set<string>()
  for (const [{ folder = '' }, { code, entry }] of identities) {
    covered.add(code)
    if (entry === toc.get(folder)) covered.add(folder)
  }
  const missing = missingLaws({ ...input, files: others }, toc, covered, new Set(candidates.map(({ file }) => file)))
  return { documents, limitations: [...limitations, ...foreign, ...missing] }
}

/** Chooses the newest document of every law. The others are limitations. */
function chooseDocuments(identities: ReadonlyMap<CandidateDocument, Identity>): FoundDocuments {
  const documents: NewestDocument[] = []
  const limitations: ParsedLimitation[] = []
  const byCode = Map.groupBy(identities, ([, { code }]) => code)
  for (const code of [...byCode.keys()].sort()) {
    const versions = (byCode.get(code) ?? []).toSorted(([a], [b]) => newestFirst(a, b))
    const [[newest, identity], ...others] = versions as [
      [CandidateDocument, Identity],
      ...[CandidateDocument, Identity][],
    ]
    const about = {
      ...limitationOf(code, identity.entry?.title, identity.sourceUrl),
      terminalState: 'excluded_by_policy',
    } as const
    for (const [other] of others) limitations.push({ ...about, reason: exclusionReason(code, other, newest) })
    const { path, size, fetchedAt } = newest.file
    if (size > LIMITS.bytes) {
      limitations.push({ ...about, reason: say`${path} has ${size} bytes, at most ${LIMITS.bytes} are read` })
      continue
    }
    const { entry, sourceUrl, pages } = identity
    const titles = entry === undefined ? [] : [entry.title]
    const document = { code, path: `${code}/${nameOf(path)}`, sourceUrl, pages, titles, fetchedAt }
    documents.push({ file: newest.file, document, identity: newest.identity })
  }
  return { documents, limitations }
}

function exclusionReason(code: string, other: CandidateDocument, newest: CandidateDocument): string {
  const dated = ({ file, version }: CandidateDocument) =>
    `${file.path} (${version === '' ? say`without builddate` : `builddate ${version}`})`
  const what = other.version === newest.version ? say`a second document` : say`an older document`
  return say`${dated(other)} is ${what} of the law ${code}; imported is ${dated(newest)}`
}

/**
 * Lists the laws without a document that a table of contents, a folder or a broken archive names.
 * @param covered codes and folders with a document
 * @param documents files of all documents
 */
function missingLaws(
  input: Input,
  toc: Toc,
  covered: ReadonlySet<string>,
  documents: ReadonlySet<InputFile>,
): ParsedLimitation[] {
  const limitations: ParsedLimitation[] = []
  /** Laws with a known reason. */
  const explained = new Set(input.limitations?.map(({ lawId, sourceId }) => lawId ?? sourceId))
  const skipped = Map.groupBy(input.skipped ?? [], ({ path }) => codeOfSkipped(path))
  const folders = Map.groupBy(input.files, ({ path }) => folderOf(path) ?? '')
  /** Folders of folders: files directly in them are not laws. */
  const outer = new Set(input.files.map(({ path }) => path.split('/').at(-3)))
  for (const code of new Set([...toc.keys(), ...skipped.keys(), ...folders.keys()])) {
    const known = toc.get(code)
    const limit = (terminalState: ParsedLimitation['terminalState'], reason: string) =>
      limitations.push({ ...limitationOf(code, known?.title, known?.link ?? null), terminalState, reason })
    const unread = skipped.get(code) ?? []
    for (const { path, reason, terminalState } of unread) limit(terminalState, say`${path}: ${reason}`)
    if (covered.has(code)) continue
    const files = (folders.get(code) ?? []).filter((file) => !documents.has(file))
    const isLaw = known !== undefined || (code !== '' && !outer.has(code) && !files.some(({ path }) => isXml(path)))
    if (files.length > 0) {
      if (isLaw) limit('unsupported_format', say`only ${formatsOf(files)}`)
    } else if (known !== undefined && unread.length === 0 && !explained.has(code)) {
      limit('source_unavailable', 'listed in the table of contents, but not among the files')
    }
  }
  return limitations
}

function formatsOf(files: readonly InputFile[]): string {
  const formats = [...new Set(files.map(({ path }) => (/\.(\w+)$/.exec(path)?.[1] ?? 'unknown').toUpperCase()))]
  return formats.includes('XML') ? say`XML in other formats, no official XML` : say`${formats.join(', ')}, no XML`
}

function limitationOf(code: string, title: string | undefined, sourceUrl: string | null) {
  return { sourceFamily: GII_FAMILY, sourceId: code, title: title ?? code, sourceUrl }
}

/** Returns the folder of a file as the code of its law; its own path if that is not a code. */
function codeOfSkipped(path: string): string {
  const folder = folderOf(path)
  return folder !== undefined && CODE.test(folder) ? folder : path
}

/** @throws LegalTextError `invalid_input` if the file cannot be read */
async function readWhole(file: InputFile): Promise<Uint8Array> {
  try {
    return await file.read()
  } catch (error) {
    const message = say`${file.path} cannot be read: ${(error as Error).message}`
    throw new LegalTextError('invalid_input', message, {}, { cause: error })
  }
}

/** A document of the newest state. */
interface NewestDocument {
  document: SourceDocument
  file: InputFile
  /** Identity of its law. */
  identity: string
}

/** Documents of a law in older states, oldest first. */
interface PastLaw {
  files: PastFile[]
  /** The last document. */
  candidate: CandidateDocument
  /** True if the newest state publishes the law, according to its table of contents. */
  isListed: boolean
}

/** The laws of all states. */
interface FoundLaws {
  documents: FoundDocument[]
  /** Documents of older states with unknown laws, and unreadable tables of contents. */
  limitations: ParsedLimitation[]
}

/**
 * Joins the documents of the newest state with older ones of the same laws.
 * @param limitations name laws of the newest state without readable documents
 * @param newestTocs its tables of contents
 * @returns the laws of the newest state, in order, then those that only older states have, sorted by code
 */
async function withPast(
  documents: readonly NewestDocument[],
  past: Past,
  limitations: readonly ParsedLimitation[],
  newestTocs: readonly PastFile[] = [],
): Promise<FoundLaws> {
  const { laws, unknown } = await groupByLaw(past)
  const { tocs, entries, unread } = await readTocs(past, newestTocs)
  const newest = past.states.at(-1)?.observed_on as string
  const codeByFile = new Map(documents.map(({ file, document }) => [placeOf(file), document.code]))
  for (const [identity, law] of laws) {
    const listed = daysListed(law, codeByFile.get(placeOf(law.candidate.file)), past.states, tocs)
    law.files = law.files.flatMap((file) => listed.spans(file).map((span) => ({ ...file, ...span })))
    law.isListed = listed.has(newest)
    if (law.files.length === 0) laws.delete(identity)
  }
  const identityByPlace = new Map<string, string>()
  for (const [identity, { files }] of laws) {
    for (const { file } of files) identityByPlace.set(placeOf(file), identity)
    if (await past.laws.hasAll?.(identity, files)) laws.delete(identity)
  }
  const published = documents.filter(({ identity }) => laws.get(identity)?.isListed ?? true)
  const current = published.map(({ document, file, identity: own }): FoundDocument => {
    // An unreadable document belongs to the law that was at its path before.
    const known = () => identityByPlace.get(placeOf(file)) ?? past.laws.identityOf?.(document.code) ?? own
    const identity = own === NO_IDENTITY ? known() : own
    const files = laws.get(identity)?.files ?? []
    laws.delete(identity)
    const read = past.laws.take(identity).map((observed) => withCode(observed, document.code))
    return { document, file, past: files, read }
  })
  const codes = new Codes(current, newest)
  const missing = new Set(limitations.map(({ lawId, sourceId }) => lawId ?? sourceId))
  return {
    documents: [...current, ...pastLaws(laws, past, codes, entries, missing), ...lawsWithoutDocument(past, missing)],
    limitations: [...unknown.map((each) => unreadDocument(each, past)), ...unread],
  }
}

/** Returns folder and name of a file, wherever the folder is. */
const placeOf = ({ path }: InputFile) => path.split('/').slice(-2).join('/')

const isToc = ({ path }: InputFile) => nameOf(path) === TOC_FILE

/** Returns the tables of contents by state, and all their entries: newer ones take precedence. */
async function readTocs(
  past: Past,
  newest: readonly PastFile[],
): Promise<{ tocs: Map<string, Toc[]>; entries: Map<string, TocEntry>; unread: ParsedLimitation[] }> {
  const files = [...past.files.filter(({ file }) => isToc(file)), ...newest]
  const tocs = new Map<string, Toc[]>()
  const entries = new Map<string, TocEntry>()
  const unread: ParsedLimitation[] = []
  for (const { from, to, ...rest } of files.toSorted((a, b) => compareText(a.from, b.from))) {
    try {
      const toc = readToc(await rest.file.read(), rest.file.path)
      for (const { observed_on: day } of toc.size > 0 ? past.states : [])
        if (from <= day && day <= to) tocs.set(day, [...(tocs.get(day) ?? []), toc])
      for (const [code, entry] of toc) entries.set(code, entry)
    } catch (error) {
      unread.push(unreadDocument({ from, to, ...rest }, past, readingFault(rest.file, error)))
    }
  }
  return { tocs, entries, unread }
}

/**
 * Returns the states that publish a law, according to their tables of contents. A law that was listed once and no longer is
 * counts as unpublished, even if its file is still there. The tables say nothing about a law that was never listed.
 * @param code of the law, if the newest state has it
 */
function daysListed(
  { candidate: { folder, stem } }: PastLaw,
  code: string | undefined,
  states: readonly State[],
  tocs: ReadonlyMap<string, readonly Toc[]>,
): OwnDays {
  const days = states.map(({ observed_on }) => observed_on)
  let wasListed = false
  const listed = days.filter((day) => {
    const own = tocs.get(day)
    const isListed = own?.some((toc) => [folder, stem, code].some((name) => toc.has(name ?? '')))
    wasListed ||= isListed === true
    return isListed !== false || !wasListed
  })
  return new OwnDays(days, listed)
}

function readingFault({ path }: InputFile, error: unknown): string {
  const { message } = error as Error
  return error instanceof LegalTextError ? message : say`${path} cannot be read: ${message}`
}

/** Returns the limitation for a file of an older state whose law is unknown. */
function unreadDocument(
  { from, file }: PastFile,
  { states }: Past,
  why = say`${file.path} cannot be read`,
): ParsedLimitation {
  const { path } = file
  const source = states.find(({ observed_on }) => observed_on === from)?.source
  const reason = say`${why}; in the state of ${from} (${source})`
  return {
    ...limitationOfFile(GII_FAMILY, { path, reason, terminalState: 'parse_failed' }),
    title: nameOf(path),
    reason,
  }
}

/** Returns the laws that the newest state lacks. */
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

/** Returns the laws that the newest state is known to publish, and that are already read. */
function lawsWithoutDocument({ laws }: Past, missing: ReadonlySet<string>): FoundDocument[] {
  return [...missing].flatMap((code) => {
    const identity = laws.identityOf?.(code)
    if (identity === undefined) return []
    const document = { code, path: code, sourceUrl: null, titles: [] }
    return [{ document, file: undefined, past: [], read: laws.take(identity), isMissing: true }]
  })
}

/** Codes of laws with the days on which they had them: two laws may have had the same code on different days. */
class Codes {
  readonly #spans = new Map<string, ObservedSpan[]>()

  constructor(current: readonly FoundDocument[], newest: string) {
    for (const { document, past, read } of current) {
      this.#spans.set(document.code, [...past, ...read, { from: newest, to: newest }])
    }
  }

  /** Assigns a code to a law, with its number if another law has the code on one of the days. */
  give(wanted: string, number: string, spans: readonly ObservedSpan[]): string {
    const taken = this.#spans.get(wanted) ?? []
    const isFree = taken.every((one) => spans.every((other) => other.to < one.from || one.to < other.from))
    const code = isFree ? wanted : `${wanted}-${number.toLowerCase()}`
    this.#spans.set(code, [...(this.#spans.get(code) ?? []), ...spans])
    return code
  }
}

/** Identity of unreadable documents. */
const NO_IDENTITY = identityOf('', '')

/** Groups the files of older states by the identity of their laws. @returns also those without an identity */
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

/** Assigns an unreadable document to the law that was at its path before, or is later. */
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
  return { files, candidate: candidate as CandidateDocument, isListed: true }
}

/** Chooses the newest document of a law in each state. */
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

/** A document that has been read up to its head. */
interface CandidateDocument extends UnidentifiedDocument {
  file: InputFile
  /** Identity of its law: {@link identityOf}. */
  identity: string
}

/** Number of bytes read to identify a document. */
const HEAD_BYTES = 64 * 1024

/** Number of concurrent reads. */
const CONCURRENT_READS = 16

/**
 * Reads the beginnings of XML files.
 * @returns official or malformed XML, and limitations for the others
 */
async function readHeads(
  files: readonly InputFile[],
): Promise<{ candidates: CandidateDocument[]; foreign: ParsedLimitation[] }> {
  const candidates: CandidateDocument[] = []
  const foreign: ParsedLimitation[] = []
  for (let first = 0; first < files.length; first += CONCURRENT_READS) {
    const some = files.slice(first, first + CONCURRENT_READS)
    const heads = await Promise.all(some.map((file) => headOf(file).catch(() => undefined)))
    for (const [index, file] of some.entries()) {
      const head = heads[index]
      if (head === undefined || head.root === DOCUMENT) candidates.push(candidateOf(file, head))
      else foreign.push(unsupported(file, formatName(head)))
    }
  }
  return { candidates, foreign }
}

async function headOf(file: InputFile): Promise<DocumentHead | undefined> {
  if (file.size > LIMITS.bytes) return undefined
  const head = file.head && readHead(await file.head(HEAD_BYTES))
  return head?.complete ? head : readHead((await file.read()).subarray(0, LIMITS.prolog))
}

function candidateOf(file: InputFile, head: DocumentHead | undefined): CandidateDocument {
  const { doknr = '', builddate = '' } = head?.attributes ?? {}
  const abbreviation = head?.abbreviation ?? ''
  return {
    file,
    identity: identityOf(doknr, abbreviation),
    folder: folderOf(file.path),
    stem: nameOf(file.path).replace(/\.[^.]*$/, ''),
    number: doknr.trim().toUpperCase(),
    abbreviation,
    version: builddate.trim(),
  }
}

/** Returns the limitation for a file in another format. */
function unsupported({ path }: InputFile, format: string): ParsedLimitation {
  const reason = say`${path} is ${format}, which is not imported`
  return {
    ...limitationOfFile(NO_FAMILY, { path, reason, terminalState: 'unsupported_format' }),
    title: nameOf(path),
    reason,
  }
}

/** Sorts by `builddate`, newest first (its digits are in chronological order), then by path; documents that are too large come last. */
function newestFirst(a: CandidateDocument, b: CandidateDocument): number {
  const tooLarge = ({ file }: CandidateDocument) => Number(file.size > LIMITS.bytes)
  if (tooLarge(a) !== tooLarge(b)) return tooLarge(a) - tooLarge(b)
  return compareText(b.version, a.version) || compareText(a.file.path, b.file.path)
}

/** Returns the name of the folder that holds a file, `undefined` at the top of the input. */
function folderOf(path: string): string | undefined {
  return path.split('/').at(-2)
}

interface DocumentHead {
  /** Name of the document element. */
  root: string
  /** Attributes of the document element. */
  attributes: Record<string, string>
  /** First `jurabk`; empty if absent. */
  abbreviation: string
  /** True if the rest of the document cannot change this record. */
  complete: boolean
}

/**
 * Reads as far as needed, in time linear in the length of `bytes`.
 * @param bytes the document, or its first bytes
 * @returns `undefined` without a document element
 */
export function readHead(bytes: Uint8Array): DocumentHead | undefined {
  let head: DocumentHead | undefined
  let text = ''
  const complete = readBeginning(bytes, {
    open(name, attributes) {
      text = ''
      if (head !== undefined) return
      head = { root: name, attributes, abbreviation: '', complete: false }
      if (name !== DOCUMENT) throw ENOUGH
    },
    text(part) {
      text += part
    },
    close(name) {
      if (name === 'jurabk' && head !== undefined) head.abbreviation = text.replace(/\s+/g, ' ').trim()
      // The header is the first norm: no other element of it names the law.
      if (name === 'jurabk' || name === 'metadaten' || name === DOCUMENT) throw ENOUGH
    },
  })
  return head && { ...(head as DocumentHead), complete }
}

/** Document elements of Formex, the format of the Official Journal of the European Union. */
const FORMEX_ROOTS = new Set(
  (
    'ACT ADDITIONAL.DOCS.DECISION AGR ANNEX CASE CJT COMPETITION COMPL CONS.ACT CONS.ANNEX CONS.DOC CONS.LIST ' +
    'CONS.OTHER CONS.OTHER.DOC COORD.ACT CORR DECISION.ECR DOC ECR.GENERAL GENERAL JUDGMENT LETTER OPINION ' +
    'ORDER PRELIM.ACT PROPOSED.ACT PUBLICATION REPORT.HEARING SUMMARY.DECISION SUMMARY.JUDGMENT'
  ).split(' '),
)

/** Formats by the name of the document element. */
const FORMATS_BY_ROOT: Readonly<Record<string, string>> = {
  akomantoso: 'Akoma Ntoso',
  risdok: say`XML of RIS (Austria)`,
  dokument: say`XML of rechtsprechung-im-internet.de`,
  items: say`a table of contents of gesetze-im-internet.de`,
  html: 'HTML',
}

/** Names the format of other documents than official XML: `Formex 4`. */
function formatName({ root, attributes }: DocumentHead): string {
  const [first = '', second] = root.split(':')
  const name = second ?? first
  const schemas = Object.entries(attributes)
    .filter(([key]) => /^xmlns(:|$)|schemaLocation$/i.test(key))
    .map(([, value]) => value.toLowerCase())
  const names = (word: string) => schemas.some((schema) => schema.includes(word))
  if (names('legaldocml.de')) return 'LegalDocML.de'
  if (names('/formex') || FORMEX_ROOTS.has(name)) return 'Formex 4'
  if (names('bka.gv.at')) return FORMATS_BY_ROOT.risdok as string
  const known = name.toLowerCase()
  if (Object.hasOwn(FORMATS_BY_ROOT, known)) return FORMATS_BY_ROOT[known] as string
  return names('akomantoso') || names('legaldocml/ns/akn')
    ? 'Akoma Ntoso'
    : say`XML with the document element <${root}>`
}

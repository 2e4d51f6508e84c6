/**
 * Opens a folder or archive of the official XML, with or without the site's table of contents. Folders and files may have
 * any names.
 */
import type { ParsedLimitation } from '../../../corpus/parsed-law.ts'
import { LegalTextError } from '../../../errors.ts'
import type { FoundDocument, Input, InputFile, Source, SourceLaw } from '../../source.ts'
import { parseDocuments } from '../../workers.ts'
import { CODE, compareText, NO_FAMILY } from '../values.ts'
import { type DocumentHead, formatName, readHead } from './document-head.ts'
import { DOCUMENT, GII_FAMILY, isXml, LIMITS, TOC_FILE } from './format.ts'
import { type Identity, identify, type UnidentifiedDocument } from './identify.ts'
import { readToc, type TocEntry } from './official-site.ts'

type Toc = ReadonlyMap<string, TocEntry>

/** A document of which only the beginning is read. */
interface CandidateDocument extends UnidentifiedDocument {
  file: InputFile
}

/** How much of a document is read to identify it. */
const HEAD_BYTES = 64 * 1024

/** Documents whose beginnings are read at a time. */
const CONCURRENT_READS = 16

/** @throws LegalTextError `invalid_input` if `gii-toc.xml` is broken */
export async function openSource(input: Input): Promise<Source> {
  const { documents, limitations } = await findDocuments(input)
  return {
    lawCount: documents.length,
    limitations,
    findings: [],
    laws: (signal) => readLaws(documents, signal),
    statedCitations: [],
  }
}

async function* readLaws(documents: FoundDocument[], signal: AbortSignal | undefined): AsyncGenerator<SourceLaw> {
  for await (const { document, ...parsed } of parseDocuments(GII_FAMILY, documents, signal)) {
    const { code, sourceUrl, titles, fetchedAt } = document
    const law = 'law' in parsed ? { ...parsed.law, fetchedAt } : undefined
    const limitation = (reason: string): ParsedLimitation => ({
      ...limitationOf(code, titles[0], sourceUrl),
      ...(fetchedAt && { retrievedAt: fetchedAt }),
      terminalState: 'parse_failed',
      reason,
    })
    yield { law, limitations: 'reason' in parsed ? [limitation(parsed.reason)] : [], findings: [] }
  }
}

interface FoundDocuments {
  /** In the order of their codes. */
  documents: FoundDocument[]
  /** One for each file that is not read, and for each known law without a document. */
  limitations: ParsedLimitation[]
}

async function findDocuments(input: Input): Promise<FoundDocuments> {
  const { files } = input
  const tocFile = files.find(({ path }) => nameOf(path) === TOC_FILE)
  const toc = tocFile === undefined ? new Map<string, TocEntry>() : readToc(await readWhole(tocFile), tocFile.path)
  const others = files.filter(({ path }) => nameOf(path) !== TOC_FILE)
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

/**
 * Reads the beginnings of XML files.
 * @returns those that are official XML or not well-formed, and limitations for the others
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
  return {
    file,
    folder: folderOf(file.path),
    stem: nameOf(file.path).replace(/\.[^.]*$/, ''),
    number: doknr.trim().toUpperCase(),
    abbreviation: head?.abbreviation ?? '',
    version: builddate.trim(),
  }
}

function unsupported({ path }: InputFile, format: string): ParsedLimitation {
  return {
    sourceFamily: NO_FAMILY,
    sourceId: path,
    title: nameOf(path),
    sourceUrl: null,
    terminalState: 'unsupported_format',
    reason: `${path} is ${format}, which is not imported`,
    lawId: null,
  }
}

/** Chooses the newest document of every law. The others are limitations. */
function chooseDocuments(identities: ReadonlyMap<CandidateDocument, Identity>): FoundDocuments {
  const documents: FoundDocument[] = []
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
      limitations.push({ ...about, reason: `${path} has ${size} bytes, at most ${LIMITS.bytes} are read` })
      continue
    }
    const { entry, sourceUrl, pages } = identity
    const titles = entry === undefined ? [] : [entry.title]
    const document = { code, path: `${code}/${nameOf(path)}`, sourceUrl, pages, titles, fetchedAt }
    documents.push({ file: newest.file, document })
  }
  return { documents, limitations }
}

/** Sorts by `builddate`, whose digits are in the order of time, then by path; documents that are too large are last. */
function newestFirst(a: CandidateDocument, b: CandidateDocument): number {
  const tooLarge = ({ file }: CandidateDocument) => Number(file.size > LIMITS.bytes)
  if (tooLarge(a) !== tooLarge(b)) return tooLarge(a) - tooLarge(b)
  return compareText(b.version, a.version) || compareText(a.file.path, b.file.path)
}

function exclusionReason(code: string, other: CandidateDocument, newest: CandidateDocument): string {
  const dated = ({ file, version }: CandidateDocument) =>
    `${file.path} (${version === '' ? 'without builddate' : `builddate ${version}`})`
  const what = other.version === newest.version ? 'a second document' : 'an older document'
  return `${dated(other)} is ${what} of the law ${code}; imported is ${dated(newest)}`
}

/**
 * Lists the laws without a document that a table of contents, a folder or a broken archive names.
 * @param covered codes and folders that have a document
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
    for (const { path, reason, terminalState } of unread) limit(terminalState, `${path}: ${reason}`)
    if (covered.has(code)) continue
    const files = (folders.get(code) ?? []).filter((file) => !documents.has(file))
    const isLaw = known !== undefined || (code !== '' && !outer.has(code) && !files.some(({ path }) => isXml(path)))
    if (files.length > 0) {
      if (isLaw) limit('unsupported_format', `only ${formatsOf(files)}`)
    } else if (known !== undefined && unread.length === 0 && !explained.has(code)) {
      limit('source_unavailable', 'listed in the table of contents, but not among the files')
    }
  }
  return limitations
}

function formatsOf(files: readonly InputFile[]): string {
  const formats = [...new Set(files.map(({ path }) => (/\.(\w+)$/.exec(path)?.[1] ?? 'unknown').toUpperCase()))]
  return formats.includes('XML') ? 'XML in other formats, no official XML' : `${formats.join(', ')}, no XML`
}

function limitationOf(code: string, title: string | undefined, sourceUrl: string | null) {
  return { sourceFamily: GII_FAMILY, sourceId: code, title: title ?? code, sourceUrl }
}

/** Returns the folder of a file as the code of its law; its own path if that is not a code. */
function codeOfSkipped(path: string): string {
  const folder = folderOf(path)
  return folder !== undefined && CODE.test(folder) ? folder : path
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Returns the name of the folder that holds a file, `undefined` at the top of the input. */
function folderOf(path: string): string | undefined {
  return path.split('/').at(-2)
}

/** @throws LegalTextError `invalid_input` if the file cannot be read */
async function readWhole(file: InputFile): Promise<Uint8Array> {
  try {
    return await file.read()
  } catch (error) {
    const message = `${file.path} cannot be read: ${(error as Error).message}`
    throw new LegalTextError('invalid_input', message, {}, { cause: error })
  }
}

/**
 * Finds the laws in a folder or archive of the official XML, with or without the site's table of contents (`gii-toc.xml`:
 * title and address of every law). Folders and files may have any names.
 */

import { MAXIMUM_MEMBER_BYTES } from '../../../archive/limits.ts'
import type { ParsedLimitation } from '../../../corpus/parsed-law.ts'
import { LegalTextError } from '../../../errors.ts'
import type { Input, InputFile } from '../../input.ts'
import { NO_FAMILY, type SourceDocument } from '../../source.ts'
import { type DocumentHead, formatName, isOfficialXml, readHead } from './document-head.ts'
import { type Identity, identify, type UnidentifiedDocument } from './identify.ts'
import { GII_FAMILY } from './law-reader.ts'
import { CODE, readToc, TOC_FILE, type TocEntry } from './official-site.ts'

export interface FoundDocument {
  document: SourceDocument
  file: InputFile
}

export interface FoundDocuments {
  /** In the order of their codes. */
  documents: FoundDocument[]
  /** One for each file that is not read, and for each law that is known of but has no document. */
  limitations: ParsedLimitation[]
}

type Files = Pick<Input, 'files' | 'name' | 'limitations' | 'skipped'>
type Toc = ReadonlyMap<string, TocEntry>

/** A document of which only the beginning is read. */
interface CandidateDocument extends UnidentifiedDocument {
  file: InputFile
}

/** How much of a document is read to identify it. */
const HEAD_BYTES = 64 * 1024

/** How many beginnings are read at a time. */
const CONCURRENT_READS = 16

/** @throws LegalTextError `invalid_input` if `gii-toc.xml` is broken */
export async function findDocuments(input: Files): Promise<FoundDocuments> {
  const { files } = input
  const tocFile = files.find(({ path }) => nameOf(path) === TOC_FILE)
  const toc = tocFile === undefined ? new Map<string, TocEntry>() : readToc(await readWhole(tocFile), tocFile.path)
  const held = files.filter(({ path }) => nameOf(path) !== TOC_FILE)
  const { begun, foreign } = await readHeads(held.filter(({ path }) => isXml(path)))
  const identities = identify(begun, toc, input.name)
  const { documents, limitations } = chooseDocuments(identities)
  const covered = new Set<string>()
  for (const [{ folder = '' }, { code, entry }] of identities) {
    covered.add(code)
    if (entry === toc.get(folder)) covered.add(folder)
  }
  const missing = missingLaws({ ...input, files: held }, toc, covered, new Set(begun.map(({ file }) => file)))
  return { documents, limitations: [...limitations, ...foreign, ...missing] }
}

/** Reads the beginnings of XML files. @returns those that are official XML or not even XML, and why the others are not read */
async function readHeads(
  files: readonly InputFile[],
): Promise<{ begun: CandidateDocument[]; foreign: ParsedLimitation[] }> {
  const begun: CandidateDocument[] = []
  const foreign: ParsedLimitation[] = []
  for (let first = 0; first < files.length; first += CONCURRENT_READS) {
    const some = files.slice(first, first + CONCURRENT_READS)
    const heads = await Promise.all(some.map((file) => headOf(file).catch(() => undefined)))
    for (const [index, file] of some.entries()) {
      const head = heads[index]
      if (head === undefined || isOfficialXml(head)) begun.push(candidateOf(file, head))
      else foreign.push(unsupported(file, formatName(head)))
    }
  }
  return { begun, foreign }
}

async function headOf(file: InputFile): Promise<DocumentHead | undefined> {
  if (file.size > MAXIMUM_MEMBER_BYTES) return undefined
  const head = file.head && readHead(await file.head(HEAD_BYTES))
  return head?.complete ? head : readHead(await file.read())
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

/** Takes the newest document of every law. The others are limitations. */
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
      ...limitationOf(code, identity.entry, identity.sourceUrl),
      terminalState: 'excluded_by_policy',
    } as const
    for (const [other] of others) limitations.push({ ...about, reason: exclusionReason(code, other, newest) })
    const { path, size, fetchedAt } = newest.file
    if (size > MAXIMUM_MEMBER_BYTES) {
      limitations.push({ ...about, reason: `${path} has ${size} bytes, at most ${MAXIMUM_MEMBER_BYTES} are read` })
      continue
    }
    const { entry, sourceUrl, pages } = identity
    const titles = entry === undefined ? [] : [entry.title]
    const document = { code, path: `${code}/${nameOf(path)}`, sourceUrl, pages, titles, fetchedAt }
    documents.push({ file: newest.file, document })
  }
  return { documents, limitations }
}

/** By `builddate`, its digits in the order of time, then by path. What is too large is last. */
function newestFirst(a: CandidateDocument, b: CandidateDocument): number {
  const tooLarge = ({ file }: CandidateDocument) => Number(file.size > MAXIMUM_MEMBER_BYTES)
  if (tooLarge(a) !== tooLarge(b)) return tooLarge(a) - tooLarge(b)
  return compare(b.version, a.version) || compare(a.file.path, b.file.path)
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function exclusionReason(code: string, other: CandidateDocument, newest: CandidateDocument): string {
  const dated = ({ file, version }: CandidateDocument) =>
    `${file.path} (${version === '' ? 'without builddate' : `builddate ${version}`})`
  const what = other.version === newest.version ? 'a second document' : 'an older document'
  return `${dated(other)} is ${what} of the law ${code}; imported is ${dated(newest)}`
}

/**
 * Laws that a table of contents, a folder or a broken archive names, but that have no document.
 * @param covered codes and folders that have one
 * @param documents all of them
 */
function missingLaws(
  input: Files,
  toc: Toc,
  covered: ReadonlySet<string>,
  documents: ReadonlySet<InputFile>,
): ParsedLimitation[] {
  const limitations: ParsedLimitation[] = []
  /** Why these are missing is known already. */
  const explained = new Set(input.limitations?.map(({ lawId, sourceId }) => lawId ?? sourceId))
  const skipped = Map.groupBy(input.skipped ?? [], ({ path }) => codeOfSkipped(path))
  const folders = Map.groupBy(input.files, ({ path }) => folderOf(path) ?? '')
  /** Folders of folders: what lies beside the laws in them is no law. */
  const outer = new Set(input.files.map(({ path }) => path.split('/').at(-3)))
  for (const code of new Set([...toc.keys(), ...skipped.keys(), ...folders.keys()])) {
    const known = toc.get(code)
    const limit = (terminalState: ParsedLimitation['terminalState'], reason: string) =>
      limitations.push({ ...limitationOf(code, known, known?.link ?? null), terminalState, reason })
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

function limitationOf(code: string, known: TocEntry | undefined, sourceUrl: string | null) {
  return { sourceFamily: GII_FAMILY, sourceId: code, title: known?.title ?? code, sourceUrl }
}

/** The law that something lies in the folder of; its own name, where that is no code. */
function codeOfSkipped(path: string): string {
  const folder = folderOf(path)
  return folder !== undefined && CODE.test(folder) ? folder : path
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Name of the folder that holds a file, `undefined` at the top of the input. */
function folderOf(path: string): string | undefined {
  return path.split('/').at(-2)
}

function isXml(path: string): boolean {
  return /\.xml$/i.test(path)
}

/** @throws LegalTextError `invalid_input` if the file cannot be read */
async function readWhole(file: InputFile): Promise<Uint8Array> {
  try {
    return await file.read()
  } catch (error) {
    throw new LegalTextError(
      'invalid_input',
      `${file.path} cannot be read: ${(error as Error).message}`,
      {},
      { cause: error },
    )
  }
}

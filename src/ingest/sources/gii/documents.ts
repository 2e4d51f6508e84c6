/**
 * Opens a folder or archive of the official XML, with or without the site's table of contents. Folders and files may have
 * any names.
 */
import type { ParsedLimitation } from '../../../corpus/parsed-law.ts'
import type { State } from '../../../corpus/versions.ts'
import { LegalTextError } from '../../../errors.ts'
import type { FoundDocument, Input, InputFile, Past, Source, SourceLaw } from '../../source.ts'
import { parseDocuments } from '../../workers.ts'
import { CODE } from '../values.ts'
import { type CandidateDocument, folderOf, nameOf, newestFirst, readHeads } from './candidates.ts'
import { GII_FAMILY, isXml, LIMITS, TOC_FILE } from './format.ts'
import { type Identity, identify } from './identify.ts'
import { readToc, type TocEntry } from './official-site.ts'
import { type NewestDocument, withoutPast, withPast } from './past-documents.ts'

type Toc = ReadonlyMap<string, TocEntry>

/** @throws LegalTextError `invalid_input` if `gii-toc.xml` is broken */
export async function openSource(input: Input, past?: Past): Promise<Source> {
  const { documents, limitations } = await findDocuments(input)
  const found = past === undefined ? withoutPast(documents) : await withPast(documents, past, limitations)
  return {
    lawCount: found.documents.length,
    limitations: [...limitations, ...found.limitations],
    findings: [],
    laws: (signal) => readLaws(found.documents, past?.states ?? [], signal),
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
): AsyncGenerator<SourceLaw> {
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
    // A fault that several states have is reported once: that of the newest state, else the first one.
    const others = unread.filter((each, index) => each.reason !== reason && each.reason !== unread[index - 1]?.reason)
    const ofPast = others.map(({ day, reason: why }) => `${why}; in the state of ${day} (${sources.get(day)})`)
    yield {
      law: law && { ...law, fetchedAt },
      ...(history && { history }),
      limitations: [...(reason === undefined ? [] : [reason]), ...ofPast].map(limitation),
      findings: [],
    }
  }
}

interface FoundDocuments {
  /** In the order of their codes. */
  documents: NewestDocument[]
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
      limitations.push({ ...about, reason: `${path} has ${size} bytes, at most ${LIMITS.bytes} are read` })
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

/** @throws LegalTextError `invalid_input` if the file cannot be read */
async function readWhole(file: InputFile): Promise<Uint8Array> {
  try {
    return await file.read()
  } catch (error) {
    const message = `${file.path} cannot be read: ${(error as Error).message}`
    throw new LegalTextError('invalid_input', message, {}, { cause: error })
  }
}

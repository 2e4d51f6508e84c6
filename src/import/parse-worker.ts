/** Worker thread: parses one law per message, with the parser of the family in `workerData`. */

import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { say } from '../i18n/texts.ts'
import type { ParsedLaw } from '../model/parsed-law.ts'
import { FAMILIES } from './families.ts'
import type { BlobReader } from './history/blob-reader.ts'
import { ObservedLaws } from './history/observed-laws.ts'
import type { DocumentParser, DocumentParsers, ParsedDocument, SourceDocument } from './source.ts'
import type { DocumentSource, ParsedSource, ParseOrder, ParseRequest, ParseResponse } from './workers.ts'

const { family, states } = workerData as ParseOrder
const loaded = loadParsers()

/** By git directory. */
const repositories = new Map<string, BlobReader>()
/** The previous request: responses are sent in order. */
let last: Promise<void> = Promise.resolve()

parentPort?.on('message', (request: ParseRequest) => {
  last = last.then(async () => {
    const parsed = states.length === 0 ? await parseOne(request) : await parseVersions(request)
    parentPort?.postMessage({ id: request.id, ...parsed } satisfies ParseResponse)
  })
})

async function loadParsers(): Promise<DocumentParsers> {
  const parsers = await FAMILIES.find(({ name }) => name === family)?.loadParser?.()
  if (parsers === undefined) throw new Error(`the source family ${family} has no parser`)
  return parsers
}

async function parseOne({ document, source }: ParseRequest): Promise<ParsedSource> {
  const { single } = await loaded
  return { ...(await parseFrom(source as DocumentSource, document, single)), unread: [] }
}

async function parseFrom(
  source: DocumentSource,
  document: SourceDocument,
  parse: DocumentParser,
): Promise<ParsedDocument> {
  try {
    const bytes = await read(source)
    return parse(document, () => bytes)
  } catch (error) {
    return { reason: say`${document.path}: cannot be read: ${(error as Error).message}` }
  }
}

/** Parses all documents of a law. An unreadable document of an older state counts as unchanged. */
async function parseVersions({
  document,
  source,
  past,
  read: known,
  isPublished,
  unread: given,
}: ParseRequest): Promise<ParsedSource> {
  const parse = (await loaded).repeated()
  const observed = new ObservedLaws(states, known)
  const unread = [...given]
  for (const { from, to, fetchedAt, source: of } of past) {
    const parsed = await parseFrom(of, document, parse)
    if ('law' in parsed) observed.add({ from, to, law: { ...parsed.law, fetchedAt } })
    else {
      unread.push({ day: from, reason: parsed.reason })
      observed.continue({ from, to })
    }
  }
  const newest = source && (await parseFrom(source, document, parse))
  const law: ParsedLaw | undefined = newest && 'law' in newest ? newest.law : undefined
  if (law !== undefined) observed.addNewest(law)
  else if (isPublished) observed.continueToNewest()
  const history = observed.history()
  return { ...newest, ...(history && { history }), unread }
}

/** @throws Error if it cannot be read */
async function read(source: DocumentSource): Promise<Uint8Array> {
  if (typeof source === 'string') return readFileSync(source)
  if (source instanceof Uint8Array) return source
  const { gitDirectory, blob } = source
  let reader = repositories.get(gitDirectory)
  if (reader === undefined) {
    const { BlobReader } = await import('./history/blob-reader.ts')
    reader = new BlobReader(gitDirectory)
    repositories.set(gitDirectory, reader)
  }
  return reader.read(blob)
}

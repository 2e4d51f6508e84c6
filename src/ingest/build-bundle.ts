/** Builds a bundle from the files of a source. */
import { constants, copyFile, stat } from 'node:fs/promises'
import { detectForm } from '../archive/compressed.ts'
import type { SourceFinding } from '../corpus/corpus.ts'
import { LegalTextError } from '../errors.ts'
import { publish } from '../files/write-atomic.ts'
import { BundleWriter } from '../sqlite/bundle-writer.ts'
import { countCoverage } from '../sqlite/count-coverage.ts'
import { sealBundle } from '../sqlite/seal.ts'
import { databaseReason } from '../system-error.ts'
import { bundleId, type StoredCoverage } from '../tables/bundle-schema.ts'
import type { BuildProgress } from './build-progress.ts'
import { writeCitations } from './citations/write-citations.ts'
import { addStates } from './history/add-states.ts'
import type { HistoryOptions, NewestState } from './history/open-history.ts'
import { openInputs } from './input.ts'
import { createTemporary, outputFile, removeTemporary } from './output-file.ts'
import { buildSearchIndex } from './search-index/build-index.ts'
import type { Input, Past } from './source.ts'
import { dayOf, isoTimestamp } from './sources/values.ts'
import { writeLaws } from './write-laws.ts'

export interface BuildOptions {
  /**
   * Folder, archive or file in the form of a source family, several of them, or an opened input, which the build closes.
   * Absent if the newest state of the history is to be the corpus.
   */
  from?: string | readonly string[] | Input | undefined
  /** Languages in the order of preference (ISO 639-1), for laws that come in several. Default: `de`, `en`. */
  languages?: readonly string[] | undefined
  /** File to write. An existing bundle is replaced atomically when the new one is complete. */
  out: string
  /** When the source was fetched (ISO 8601), for the provenance. */
  fetchedAt?: string | undefined
  /** Where older states come from; at least one source. */
  history?: HistoryOptions | undefined
  /** True to build a search index. */
  search?: boolean | undefined
  /** Called before the bundle is published; an error that it throws ends the build. */
  accept?: ((coverage: StoredCoverage) => void) | undefined
  onProgress?: ((progress: BuildProgress) => void) | undefined
  /** Aborts the build, which leaves no files. */
  signal?: AbortSignal | undefined
}

export interface BuildReport extends Omit<StoredCoverage, 'findings'> {
  file: string
  bytes: number
  digest: string
  bundle_id: string
  seconds: number
  search_terms: number
  /** How many states it has, and the days of the first and the last one; `null` for a bundle of one state. */
  states: { count: number; first: string; last: string } | null
  /** What is wrong with the imported sources. */
  findings: SourceFinding[]
  findings_total: number
}

const DISK_ERRORS = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EPERM'])

/**
 * Builds a bundle. The same input with the same options gives the same bytes.
 * @throws LegalTextError `invalid_input` if the input or the output file cannot be used, or no law or norm could be read
 */
export async function buildBundle(options: BuildOptions): Promise<BuildReport> {
  const started = performance.now()
  const { from } = options
  let close = async () => (isInput(from) ? from.close() : undefined)
  try {
    const extended = await extendedBundle(options)
    // A bundle with further states may take its own place.
    const out = await outputFile(options.out, extended === undefined ? pathsOf(from) : [])
    const source = extended === undefined ? await openSource(options) : await openExtended(options, extended)
    close = source.close
    const report = await writeBundle(source, out, options)
    return { ...report, seconds: (performance.now() - started) / 1000 }
  } finally {
    await close()
  }
}

/** What a bundle is built from: its newest state, or a bundle that has it, and the others. */
interface BuildSource {
  newest: NewestState | undefined
  /** Of the newest state, for messages. */
  name: string
  past?: Past
  close(this: void): Promise<void>
}

/** The bundle that gets further states; `undefined` if the input is none, or there are no states. */
export async function extendedBundle({
  from,
  history,
}: Pick<BuildOptions, 'from' | 'history'>): Promise<string | undefined> {
  const [path, ...others] = pathsOf(from)
  if (path === undefined || others.length > 0 || history === undefined) return undefined
  return (await detectForm(path)) === 'sqlite' ? path : undefined
}

const isInput = (from: BuildOptions['from']): from is Input => typeof from === 'object' && !Array.isArray(from)

/** What an input is read from; empty for an opened one. */
function pathsOf(from: BuildOptions['from']): readonly string[] {
  if (from === undefined || isInput(from)) return []
  return typeof from === 'string' ? [from] : from
}

async function openExtended({ history, fetchedAt }: BuildOptions, bundle: string): Promise<BuildSource> {
  if (fetchedAt !== undefined) {
    throw new LegalTextError('invalid_input', `--fetched-at does not go with ${bundle}: a bundle has its days already`)
  }
  return openStates({ ...history, bundle }, undefined, bundle)
}

/** @param name of the newest state, if it is none of the sources */
async function openStates(history: HistoryOptions, given: NewestState | undefined, name: string): Promise<BuildSource> {
  const { openHistory } = await import('./history/open-history.ts')
  const { newest, past, close } = await openHistory(history, given)
  return { newest, name: newest?.input.name ?? name, past, close }
}

async function openSource({ from, history, ...options }: BuildOptions): Promise<BuildSource> {
  const fetchedAt = readTimestamp(options.fetchedAt)
  const paths = pathsOf(from)
  const input = isInput(from) ? from : paths.length > 0 ? await openInputs(paths) : undefined
  const closeInput = async () => input?.close()
  if (history !== undefined) {
    const given = input && { input, fetchedAt: fetchedAt ?? history.fetchedAt ?? null }
    const { close, ...source } = await openStates(history, given, '').catch(async (error) => {
      if (!isInput(from)) await closeInput()
      throw error
    })
    return { ...source, close: () => close().finally(closeInput) }
  }
  if (input === undefined) {
    const message = '--from is missing: it names what to build from, unless --history or --state does'
    throw new LegalTextError('invalid_input', message)
  }
  return { newest: { input, fetchedAt }, name: paths.join(' and ') || input.name, close: closeInput }
}

const STATES = 'SELECT count(*) AS count, min(observed_on) AS first, max(observed_on) AS last FROM state'

async function writeBundle(
  { newest, name, past }: BuildSource,
  out: string,
  options: BuildOptions,
): Promise<Omit<BuildReport, 'seconds'>> {
  const temporary = `${out}.${process.pid}.tmp`
  await createTemporary(out, temporary)
  let writer: BundleWriter | undefined
  try {
    let counted: StoredCoverage & { search_terms: number }
    if (newest === undefined) {
      await copyFile(name, temporary, constants.COPYFILE_FICLONE)
      writer = BundleWriter.reopen(temporary)
      counted = await addStates(writer, past as Past, options)
    } else {
      writer = BundleWriter.create(temporary, newest.fetchedAt)
      counted = await writeContent(writer, { ...newest, name, past }, newest.fetchedAt, options)
    }
    const { search_terms: _terms, ...coverage } = counted
    options.accept?.(coverage)
    writer.setMeta('coverage', JSON.stringify(coverage))
    const findings = writer.findings()
    const [states] = writer.query<NonNullable<BuildReport['states']>>(STATES)
    options.onProgress?.({ stage: 'seal', done: 0, total: 1 })
    writer.finish()
    const digest = await sealBundle(temporary)
    options.signal?.throwIfAborted()
    await publish(temporary, out)
    const { size: bytes } = await stat(out)
    const total = findings.length
    return {
      ...counted,
      file: out,
      bytes,
      digest,
      bundle_id: bundleId(digest),
      states: states?.count ? { ...states } : null,
      findings,
      findings_total: total,
    }
  } catch (error) {
    throw asUserError(error, out)
  } finally {
    writer?.abandon()
    await removeTemporary(temporary)
  }
}

/** Writes the laws of the newest state with their histories, the citations and the search index. */
async function writeContent(
  writer: BundleWriter,
  { input, name, past }: { input: Input; name: string; past: Past | undefined },
  fetchedAt: string | null,
  { signal, search, languages, onProgress }: BuildOptions,
): Promise<StoredCoverage & { search_terms: number }> {
  const { account, citations } = await writeLaws(writer, input, name, {
    ...(signal && { signal }),
    past,
    languages,
    ...(fetchedAt !== null && { today: dayOf(fetchedAt) }),
    onProgress: (done, total) => onProgress?.({ stage: 'laws', done, total }),
  })
  const norms = writer.query<{ norms: number }>('SELECT count(*) AS norms FROM norm')[0]?.norms ?? 0
  const report = (stage: BuildProgress['stage']) => (done: number) => {
    signal?.throwIfAborted()
    onProgress?.({ stage, done, total: norms })
  }
  await writeCitations(writer, report('citations'))
  for (const citation of citations) writer.addStatedCitation(citation)
  const terms = search === false ? 0 : await buildSearchIndex(writer, report('search'))
  return { ...countCoverage(writer, account), search_terms: terms }
}

/** Turns errors of the disk (space, permissions, faults) into errors for the user; returns others as they are. */
function asUserError(error: unknown, out: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  const refused = code === 'ERR_SQLITE_ERROR' || DISK_ERRORS.has(code ?? '')
  if (!refused) return error
  return new LegalTextError('invalid_input', `cannot write ${out}: ${databaseReason(error, out)}`, {}, { cause: error })
}

/** @throws LegalTextError `invalid_input` if the text is not an ISO 8601 date and time */
function readTimestamp(text: string | undefined): string | null {
  if (text === undefined) return null
  const time = isoTimestamp(text)
  if (time !== undefined) return time
  const message = `${JSON.stringify(text)} is not a date and time: expected ISO 8601, 2026-04-29T00:00:00Z`
  throw new LegalTextError('invalid_input', message)
}

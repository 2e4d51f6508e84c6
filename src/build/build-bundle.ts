/** The build: from the files of a source to a bundle. */
import { access, constants, mkdir, open, readdir, realpath, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { APPLICATION_ID, bundleId, type StoredCoverage } from '../corpus/bundle-schema.ts'
import { LegalTextError } from '../errors.ts'
import { BundleWriter } from './bundle-writer.ts'
import { writeCitations } from './citations/write-citations.ts'
import { Account, countCoverage } from './coverage.ts'
import { type Input, openInput } from './input/input.ts'
import { parseAll } from './parse-pool.ts'
import { publish, sealBundle } from './seal.ts'
import { buildSearchIndex, INDEX_FOLDER } from './search/build-index.ts'
import { findDocuments } from './sources/gii/documents.ts'
import { GII_FAMILY } from './sources/gii/law.ts'

export interface BuildOptions {
  /** Folder, archive or XML file with the official XML. */
  from: string
  /** File to write; an existing one is replaced, in one step, when the new one is complete. */
  out: string
  /** When the source was fetched (ISO 8601); recorded as provenance. */
  fetchedAt?: string | undefined
  /** Whether to learn a search index. */
  search?: boolean
  onProgress?: (progress: BuildProgress) => void
  /** Ends the build; nothing is left behind. */
  signal?: AbortSignal
}

/** `laws` counts laws read, `citations` norms whose citations are read, `search` norms learned. */
export interface BuildProgress {
  stage: 'laws' | 'citations' | 'search' | 'seal'
  done: number
  total: number
}

export interface BuildReport extends StoredCoverage {
  file: string
  bytes: number
  digest: string
  bundle_id: string
  seconds: number
  search_terms: number
}

const DISK_ERRORS = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EPERM'])

/**
 * Builds a bundle. The same input with the same options gives the same bytes.
 * @throws LegalTextError `invalid_input` where the input or the output file is of no use, or no law could be read
 */
export async function buildBundle(options: BuildOptions): Promise<BuildReport> {
  const started = performance.now()
  const out = await outputFile(options)
  const temporary = `${out}.${process.pid}.tmp`
  const fetchedAt = readTimestamp(options.fetchedAt)
  const input = await openInput(options.from)
  let writer: BundleWriter | undefined
  try {
    await createTemporary(out, temporary)
    writer = new BundleWriter(temporary, fetchedAt)
    const account = await writeLaws(writer, input, options)
    const norms = writer.query<{ norms: number }>('SELECT count(*) AS norms FROM norm')[0]?.norms ?? 0
    const report = (stage: BuildProgress['stage']) => (done: number) => {
      options.signal?.throwIfAborted()
      options.onProgress?.({ stage, done, total: norms })
    }
    await writeCitations(writer, norms, report('citations'))
    const terms = options.search === false ? 0 : await buildSearchIndex(writer, report('search'))
    const coverage = countCoverage(writer, account)
    writer.setMeta('coverage', JSON.stringify(coverage))
    options.onProgress?.({ stage: 'seal', done: 0, total: 1 })
    writer.finish()
    const digest = await sealBundle(temporary)
    options.signal?.throwIfAborted()
    await publish(temporary, out)
    return {
      ...coverage,
      file: out,
      bytes: (await stat(out)).size,
      digest,
      bundle_id: bundleId(digest),
      seconds: (performance.now() - started) / 1000,
      search_terms: terms,
    }
  } catch (error) {
    throw asUserError(error, out)
  } finally {
    writer?.abandon()
    for (const file of [temporary, `${temporary}-journal`, temporary + INDEX_FOLDER]) {
      await rm(file, { force: true, recursive: true }).catch(() => {})
    }
    await input.close()
  }
}

/** What the disk refuses (no space, no rights, a fault) is for the user to mend; anything else stays as it is. */
function asUserError(error: unknown, out: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  const refused = code === 'ERR_SQLITE_ERROR' || DISK_ERRORS.has(code ?? '')
  return refused ? new LegalTextError('invalid_input', `cannot write ${out}: ${message}`, {}, { cause: error }) : error
}

async function writeLaws(writer: BundleWriter, input: Input, options: BuildOptions): Promise<Account> {
  const { documents, limitations } = await findDocuments(input)
  if (documents.length === 0) {
    const expected = 'expected are folders with one XML file each, <code>/<document>.xml'
    throw new LegalTextError('invalid_input', `there is no law in ${options.from}: ${expected}`)
  }
  const account = new Account()
  let done = 0
  let laws = 0
  for await (const result of parseAll(documents, options.signal)) {
    options.signal?.throwIfAborted()
    if ('law' in result) {
      writer.addLaw(result.law)
      account.add(result.law.account)
      laws++
    } else {
      const { code, sourceUrl, titles } = result.document
      limitations.push({
        sourceFamily: GII_FAMILY,
        sourceId: code,
        title: titles[0] ?? code,
        sourceUrl,
        terminalState: 'parse_failed',
        reason: result.reason,
      })
    }
    options.onProgress?.({ stage: 'laws', done: ++done, total: documents.length })
  }
  if (laws === 0) {
    throw new LegalTextError('invalid_input', `no law in ${options.from} could be read: ${limitations.at(-1)?.reason}`)
  }
  limitations.sort((a, b) => (a.sourceId < b.sourceId ? -1 : a.sourceId > b.sourceId ? 1 : 0))
  for (const limitation of limitations) writer.addLimitation(limitation)
  return account
}

/** @throws LegalTextError `invalid_input` where it is not an ISO 8601 date and time */
function readTimestamp(text: string | undefined): string | null {
  if (text === undefined) return null
  const date = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text) ? new Date(text) : undefined
  const [year, month, day] = text.split(/\D/, 3).map(Number)
  const exists = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day)).getUTCDate() === day
  if (date === undefined || Number.isNaN(date.getTime()) || !exists) {
    const message = `${JSON.stringify(text)} is not a date and time: expected is ISO 8601, 2026-04-29T00:00:00Z`
    throw new LegalTextError('invalid_input', message)
  }
  return date.toISOString().replace('.000Z', 'Z')
}

/** The file to write, links followed. @throws LegalTextError `invalid_input` where it must not be replaced */
async function outputFile({ from, out }: BuildOptions): Promise<string> {
  const file = await realpath(out).catch(() => resolve(out))
  const refuse = (reason: string): never => {
    throw new LegalTextError('invalid_input', `cannot write ${out}: ${reason}`)
  }
  const existing = await stat(file).catch(() => undefined)
  if (existing?.isDirectory() || /[/\\]$/.test(out)) refuse('it is a folder')
  if (existing !== undefined && !existing.isFile()) refuse('it is no regular file')
  if (file === (await realpath(from).catch(() => undefined))) refuse('it is the input')
  if (existing !== undefined && existing.size > 0 && !(await isBundle(file))) refuse('the file exists and is no bundle')
  return file
}

/** Whether a file begins as a bundle does: SQLite's header, with the application id at byte 68. */
async function isBundle(file: string): Promise<boolean> {
  const head = Buffer.alloc(72)
  const handle = await open(file)
  try {
    await handle.read(head, 0, head.length, 0)
  } finally {
    await handle.close()
  }
  return head.toString('latin1', 0, 15) === 'SQLite format 3' && head.readUInt32BE(68) === APPLICATION_ID
}

/** Makes the empty file that the bundle is written to. */
async function createTemporary(out: string, temporary: string): Promise<void> {
  try {
    await mkdir(dirname(out), { recursive: true })
    await access(dirname(out), constants.W_OK)
    await removeLeftovers(out)
    await (await open(temporary, 'wx')).close()
  } catch (error) {
    throw new LegalTextError('invalid_input', `cannot write ${out}: ${(error as Error).message}`)
  }
}

/** Removes what builds that were killed have left beside the bundle. */
async function removeLeftovers(out: string): Promise<void> {
  for (const name of await readdir(dirname(out))) {
    if (!name.startsWith(`${basename(out)}.`)) continue
    const [, builder] = /^(\d+)\.tmp(?:-journal|-index)?$/.exec(name.slice(basename(out).length + 1)) ?? []
    if (builder !== undefined && !isRunning(Number(builder)))
      await rm(join(dirname(out), name), { force: true, recursive: true })
  }
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

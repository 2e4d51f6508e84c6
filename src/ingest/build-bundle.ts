/** The build: from the files of a source to a bundle. */
import { stat } from 'node:fs/promises'
import type { SourceFinding } from '../corpus/corpus.ts'
import { LegalTextError } from '../errors.ts'
import { publish } from '../files/write-atomic.ts'
import { bundleId, type StoredCoverage } from '../sqlite/bundle-schema.ts'
import { BundleWriter } from '../sqlite/bundle-writer.ts'
import { countCoverage } from '../sqlite/count-coverage.ts'
import { sealBundle } from '../sqlite/seal.ts'
import { databaseReason } from '../system-error.ts'
import { writeCitations } from './citations/write-citations.ts'
import { type Input, openInput } from './input.ts'
import { createTemporary, outputFile, removeTemporary } from './output-file.ts'
import { buildSearchIndex } from './search-index/build-index.ts'
import { isoTimestamp } from './sources/values.ts'
import { writeLaws } from './write-laws.ts'

export interface BuildOptions {
  /** Folder, archive or file in the form of one of the source families, or such an input, opened: the build closes it. */
  from: string | Input
  /** File to write; an existing one is replaced, in one step, when the new one is complete. */
  out: string
  /** When the source was fetched (ISO 8601); recorded as provenance. */
  fetchedAt?: string | undefined
  /** Whether to learn a search index. */
  search?: boolean | undefined
  /** Called with what came of it before the bundle takes its place; what it throws ends the build. */
  accept?: ((coverage: StoredCoverage) => void) | undefined
  onProgress?: ((progress: BuildProgress) => void) | undefined
  /** Ends the build; nothing is left behind. */
  signal?: AbortSignal | undefined
}

/** `laws` counts laws read, `citations` norms whose citations are read, `search` norms learned. */
export interface BuildProgress {
  stage: 'laws' | 'citations' | 'search' | 'seal'
  done: number
  total: number
}

export interface BuildReport extends Omit<StoredCoverage, 'findings'> {
  file: string
  bytes: number
  digest: string
  bundle_id: string
  seconds: number
  search_terms: number
  /** What is wrong with the sources that were imported. */
  findings: SourceFinding[]
  findings_total: number
}

const DISK_ERRORS = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EPERM'])

/**
 * Builds a bundle. The same input with the same options gives the same bytes.
 * @throws LegalTextError `invalid_input` where the input or the output file is of no use, or no law or no norm could be read
 */
export async function buildBundle(options: BuildOptions): Promise<BuildReport> {
  const started = performance.now()
  const { from } = options
  let input = typeof from === 'string' ? undefined : from
  try {
    const out = await outputFile(options.out, typeof from === 'string' ? from : undefined)
    const fetchedAt = readTimestamp(options.fetchedAt)
    const opened = typeof from === 'string' ? await openInput(from) : from
    input = opened
    const report = await writeBundle(opened, out, fetchedAt, options)
    return { ...report, seconds: (performance.now() - started) / 1000 }
  } finally {
    await input?.close()
  }
}

async function writeBundle(
  input: Input,
  out: string,
  fetchedAt: string | null,
  options: BuildOptions,
): Promise<Omit<BuildReport, 'seconds'>> {
  const temporary = `${out}.${process.pid}.tmp`
  await createTemporary(out, temporary)
  let writer: BundleWriter | undefined
  try {
    writer = new BundleWriter(temporary, fetchedAt)
    const name = typeof options.from === 'string' ? options.from : input.name
    const { account, citations } = await writeLaws(writer, input, name, {
      ...(options.signal && { signal: options.signal }),
      onProgress: (done, total) => options.onProgress?.({ stage: 'laws', done, total }),
    })
    const norms = writer.query<{ norms: number }>('SELECT count(*) AS norms FROM norm')[0]?.norms ?? 0
    const report = (stage: BuildProgress['stage']) => (done: number) => {
      options.signal?.throwIfAborted()
      options.onProgress?.({ stage, done, total: norms })
    }
    await writeCitations(writer, norms, report('citations'))
    for (const citation of citations) writer.addStatedCitation(citation)
    const terms = options.search === false ? 0 : await buildSearchIndex(writer, report('search'))
    const coverage = countCoverage(writer, account)
    options.accept?.(coverage)
    writer.setMeta('coverage', JSON.stringify(coverage))
    const findings = writer.findings()
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
      search_terms: terms,
      findings,
      findings_total: findings.length,
    }
  } catch (error) {
    throw asUserError(error, out)
  } finally {
    writer?.abandon()
    await removeTemporary(temporary)
  }
}

/** What the disk refuses (no space, no rights, a fault) is for the user to mend; anything else stays as it is. */
function asUserError(error: unknown, out: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  const refused = code === 'ERR_SQLITE_ERROR' || DISK_ERRORS.has(code ?? '')
  if (!refused) return error
  return new LegalTextError('invalid_input', `cannot write ${out}: ${databaseReason(error, out)}`, {}, { cause: error })
}

/** @throws LegalTextError `invalid_input` where it is not an ISO 8601 date and time */
function readTimestamp(text: string | undefined): string | null {
  if (text === undefined) return null
  const time = isoTimestamp(text)
  if (time !== undefined) return time
  const message = `${JSON.stringify(text)} is not a date and time: expected ISO 8601, 2026-04-29T00:00:00Z`
  throw new LegalTextError('invalid_input', message)
}

/** Builds a bundle from the files of a source. */
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
import { openInput } from './input.ts'
import { createTemporary, outputFile, removeTemporary } from './output-file.ts'
import { buildSearchIndex } from './search-index/build-index.ts'
import type { Input } from './source.ts'
import { isoTimestamp } from './sources/values.ts'
import { writeLaws } from './write-laws.ts'

export interface BuildOptions {
  /** Folder, archive or file in the form of a source family, or an opened input, which the build closes. */
  from: string | Input
  /** File to write. An existing bundle is replaced atomically when the new one is complete. */
  out: string
  /** When the source was fetched (ISO 8601), for the provenance. */
  fetchedAt?: string | undefined
  /** True to build a search index. */
  search?: boolean | undefined
  /** Called before the bundle is published; an error that it throws ends the build. */
  accept?: ((coverage: StoredCoverage) => void) | undefined
  onProgress?: ((progress: BuildProgress) => void) | undefined
  /** Aborts the build, which leaves no files. */
  signal?: AbortSignal | undefined
}

/** `laws` counts laws that are read, `citations` norms whose citations are read, `search` norms that are indexed. */
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

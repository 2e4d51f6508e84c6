/** Builds a bundle from what lies here or at a site, for a file or for the cache. */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type BuildOptions, type BuildReport, buildBundle } from '../build/build-bundle.ts'
import type { Input } from '../build/input/input.ts'
import { BundleStore } from './bundle-store.ts'
import { lock } from './lock.ts'
import { assertGoodEnough, type FetchedSource, FIRST_MAY_FAIL, fetchSource } from './official-source.ts'
import type { WorkOptions } from './progress.ts'
import { temporaryFile } from './temporary.ts'
import { rememberMoved } from './verify-bundle.ts'

export interface BuildCorpusOptions extends WorkOptions, Pick<BuildOptions, 'fetchedAt' | 'search'> {
  /** Folder, archive or file, or the base URL of a site that has `/gii-toc.xml`. */
  from: string
  /** The bundle to write; the cache gets it where not given. */
  out?: string | undefined
  cache: string
  /** How much of a site may fail, in percent, for the result to replace a bundle. */
  maxFailedPercent: number
}

/**
 * Builds a bundle.
 * @throws LegalTextError `invalid_input` where the input or the output file is of no use; `not_ready` where the site does
 *   not answer, or the cache cannot be written
 */
export async function buildCorpus(options: BuildCorpusOptions): Promise<BuildReport> {
  const { from, cache, signal, onProgress } = options
  if (!/^https?:/i.test(from)) return writeCorpus(from, undefined, options)
  const onWait = () => onProgress?.({ stage: 'waiting', done: 0, total: 0 })
  const held = await lock(join(cache, 'locks', 'acquire.lock'), 'exclusive', { signal, onWait })
  try {
    const source = await fetchSource(from.replace(/\/+$/, ''), cache, options)
    try {
      return await writeCorpus(source.store.asInput(), source, options)
    } finally {
      source.close()
    }
  } finally {
    held.release()
  }
}

async function writeCorpus(
  from: string | Input,
  source: FetchedSource | undefined,
  { out, cache, maxFailedPercent, fetchedAt, search, onProgress, signal }: BuildCorpusOptions,
): Promise<BuildReport> {
  const file = out ?? temporaryFile(cache, 'corpus.sqlite')
  const store = new BundleStore(cache)
  try {
    const replaces = out === undefined ? (await store.newest()) !== undefined : existsSync(out)
    if (source !== undefined)
      assertGoodEnough(source.total, source.failed, replaces ? maxFailedPercent : FIRST_MAY_FAIL)
    const report = await buildBundle({ from, out: file, fetchedAt, search, onProgress, signal })
    if (out !== undefined) {
      rememberMoved(report.file, cache)
      return report
    }
    const origin = { kind: 'build', fetched_at: source?.store.fetchedAt() ?? new Date().toISOString() } as const
    return { ...report, file: (await store.add(file, origin)).file }
  } finally {
    if (out === undefined) await rm(file, { force: true })
  }
}

/** Builds a bundle from what lies here or at a site, for a file or for the cache. */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { type BuildOptions, type BuildReport, buildBundle } from '../build/build-bundle.ts'
import type { Input } from '../build/input/input.ts'
import { BundleStore } from './bundle-store.ts'
import { alone } from './lock.ts'
import { ACQUIRING, assertGoodEnough, type FetchedSource, fetchSource } from './official-source.ts'
import type { WorkOptions } from './progress.ts'
import { isUrl } from './shown-url.ts'
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
  const { from, cache } = options
  if (!isUrl(from)) return writeCorpus(from, undefined, options)
  return alone(cache, ACQUIRING, options, async () => {
    const source = await fetchSource(from.replace(/\/+$/, ''), cache, options)
    try {
      return await writeCorpus(source.store.asInput(), source, options)
    } finally {
      source.close()
    }
  })
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
    if (source !== undefined) {
      assertGoodEnough(source.total, source.failed, replaces ? maxFailedPercent : undefined)
    }
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

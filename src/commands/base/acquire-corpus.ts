/** Flags and options of the commands that get a corpus from elsewhere. */
import type { Acquired } from '../../dataset/acquire.ts'
import type { ObtainOptions, WorkOptions } from '../../dataset/options.ts'
import { INTERRUPTED } from '../../errors.ts'
import { readSettings } from '../../settings.ts'
import { type FlagDescription, type Given, JSON_FLAG } from './description.ts'
import { showReport } from './output.ts'

/** What is told where the work is interrupted. */
const INTERRUPTED_NOTE = 'what was fetched from a site is kept, and the next run goes on from there'

export const ACQUIRE_FLAGS: Readonly<Record<string, FlagDescription>> = {
  url: { description: 'Dataset to download. Overrides DATASET_URL.', value: 'URL' },
  'public-key': {
    description: 'Key that must have signed the dataset, or a file with it. Overrides DATASET_PUBLIC_KEY.',
    value: 'KEY',
    completes: 'file',
  },
  'max-failed': {
    description:
      'How many of the laws of the source may fail, in percent, for the result to replace a corpus. Overrides ' +
      'MAX_FAILED_PERCENT; default 2.',
    value: 'PERCENT',
  },
  json: JSON_FLAG,
}

export const ACQUIRE_ENVIRONMENT = [
  'datasetUrl',
  'datasetSha256',
  'datasetPublicKey',
  'sourceUrl',
  'maxFailedPercent',
  'XDG_CACHE_HOME',
  'HTTP_PROXY, HTTPS_PROXY, NO_PROXY',
] as const

/**
 * Gets a corpus with one of the functions of `dataset/acquire.ts`, and shows what came of it.
 * @throws LegalTextError as that function, and `invalid_input` for a flag or variable that cannot be read
 */
export async function acquireAndShow(
  given: Given,
  choose: (functions: typeof import('../../dataset/acquire.ts')) => (options: ObtainOptions) => Promise<Acquired>,
): Promise<void> {
  const acquire = choose(await import('../../dataset/acquire.ts'))
  const acquired = await longWork(async (work) => acquire(await acquireOptions(given, work)), INTERRUPTED_NOTE)
  if (acquired === undefined) return
  await showReport(given, acquired, async () => (await import('../../terminal/pages/cache-pages.ts')).acquiredPage)
}

/** The options that these flags and the environment give. */
async function acquireOptions(given: Given, work: WorkOptions): Promise<ObtainOptions> {
  const { cacheFolder } = await import('../../cache-path.ts')
  const settings = readSettings(process.env, {
    datasetUrl: given.text('url'),
    datasetPublicKey: given.text('public-key'),
    maxFailedPercent: given.text('max-failed'),
  })
  return { ...work, cache: cacheFolder(), settings, download: true }
}

/*FILEDOC Work that takes long: it shows how far it is on stderr, and ends at Ctrl-C with nothing half done. */

/**
 * Does the work.
 * @param interruptedNote what is told of the state in which an interruption leaves things
 * @returns its result, `undefined` where it was interrupted; the exit code is set then
 */
export async function longWork<Result>(
  work: (options: WorkOptions) => Promise<Result>,
  interruptedNote = 'nothing was written',
): Promise<Result | undefined> {
  const { progressReporter } = await import('../../terminal/progress.ts')
  const interruption = new Error('interrupted')
  const interrupted = new AbortController()
  const interrupt = () => interrupted.abort(interruption)
  process.once('SIGINT', interrupt)
  const progress = progressReporter(process.stderr)
  try {
    return await work({
      signal: interrupted.signal,
      onProgress: progress.show,
      onNotice(text) {
        progress.end()
        process.stderr.write(`Note: ${text}\n`)
      },
    })
  } catch (error) {
    if (!interrupted.signal.aborted) throw error
    progress.end()
    process.stderr.write(`Interrupted; ${interruptedNote}.\n`)
    process.exitCode = INTERRUPTED.exitCode
    return undefined
  } finally {
    progress.end()
    process.removeListener('SIGINT', interrupt)
  }
}

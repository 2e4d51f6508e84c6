/** Flags and options of the commands that get a corpus from elsewhere. */
import type { Acquired } from '../../dataset/acquire.ts'
import type { WorkOptions } from '../../dataset/progress.ts'
import type { ProvideOptions } from '../../dataset/provide.ts'
import { readSettings } from '../../settings.ts'
import type { FlagDescription } from './description.ts'
import { JSON_FLAG } from './flags.ts'
import type { Given } from './given.ts'
import { longWork } from './long-work.ts'
import { showReport } from './show-report.ts'

/** What is told where the work is interrupted. */
const KEPT = 'what was fetched from a site is kept, and the next run goes on from there'

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
  choose: (functions: typeof import('../../dataset/acquire.ts')) => (options: ProvideOptions) => Promise<Acquired>,
): Promise<void> {
  const acquire = choose(await import('../../dataset/acquire.ts'))
  const acquired = await longWork(async (work) => acquire(await acquireOptions(given, work)), KEPT)
  if (acquired === undefined) return
  await showReport(given, acquired, async () => (await import('../../terminal/pages/acquired-page.ts')).acquiredPage)
}

/** The options that these flags and the environment give. */
async function acquireOptions(given: Given, work: WorkOptions): Promise<ProvideOptions> {
  const { cacheFolder } = await import('../../cache-path.ts')
  const settings = readSettings(process.env, {
    datasetUrl: given.text('url'),
    datasetPublicKey: given.text('public-key'),
    maxFailedPercent: given.text('max-failed'),
  })
  return { ...work, cache: cacheFolder(), settings, download: true }
}

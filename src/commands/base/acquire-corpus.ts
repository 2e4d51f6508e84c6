/** Flags and options of the commands that get a corpus from elsewhere. */
import { Flags } from '@oclif/core'
import type { Acquired } from '../../dataset/acquire.ts'
import type { WorkOptions } from '../../dataset/progress.ts'
import type { ProvideOptions } from '../../dataset/provide.ts'
import { readSettings } from '../../settings.ts'
import { longWork } from './long-work.ts'
import { writeJson, writeText } from './output.ts'

/** What is told where the work is interrupted. */
const KEPT = 'what was fetched from a site is kept, and the next run goes on from there'

export const ACQUIRE_FLAGS = {
  url: Flags.string({
    description: 'Dataset to download. Beats the variable DATASET_URL.',
    helpValue: 'URL',
  }),
  'public-key': Flags.string({
    description: 'Key that must have signed the dataset, or a file with it. Beats the variable DATASET_PUBLIC_KEY.',
    helpValue: 'KEY',
  }),
  'max-failed': Flags.string({
    description:
      'How many of the laws of the source may fail, in percent, for the result to replace a corpus. Beats the variable ' +
      'MAX_FAILED_PERCENT; default 2.',
    helpValue: 'PERCENT',
  }),
  json: Flags.boolean({ description: 'Write the answer as one JSON document; errors too.', helpGroup: 'GLOBAL' }),
}

interface AcquireFlags {
  url?: string | undefined
  'public-key'?: string | undefined
  'max-failed'?: string | undefined
  json: boolean
}

/**
 * Gets a corpus with one of the functions of `dataset/acquire.ts`, and shows what came of it.
 * @throws LegalTextError as that function, and `invalid_input` for a flag or variable that cannot be read
 */
export async function acquireAndShow(
  flags: AcquireFlags,
  choose: (functions: typeof import('../../dataset/acquire.ts')) => (options: ProvideOptions) => Promise<Acquired>,
): Promise<void> {
  const acquire = choose(await import('../../dataset/acquire.ts'))
  const acquired = await longWork(async (work) => acquire(await acquireOptions(flags, work)), KEPT)
  if (acquired === undefined) return
  if (flags.json) writeJson(acquired)
  else await writeText(acquired, (await import('../../terminal/acquired-page.ts')).acquiredPage)
}

/** The options that these flags and the environment give. */
async function acquireOptions(flags: AcquireFlags, work: WorkOptions): Promise<ProvideOptions> {
  const { cacheFolder } = await import('../../dataset/cache-folder.ts')
  const settings = readSettings(process.env, {
    datasetUrl: flags.url,
    datasetPublicKey: flags['public-key'],
    maxFailedPercent: flags['max-failed'],
  })
  return { ...work, cache: cacheFolder(), settings, download: true }
}

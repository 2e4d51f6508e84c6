/** Flags and options of the commands that get a corpus from elsewhere. */
import { Flags } from '@oclif/core'
import type { WorkOptions } from '../../dataset/progress.ts'
import type { ProvideOptions } from '../../dataset/provide.ts'
import { readSettings } from '../../settings.ts'

/** What is told where the work of these commands is interrupted. */
export const KEPT = 'what was fetched from a site is kept, and the next run goes on from there'

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

/** The options that these flags and the environment give. @throws LegalTextError `invalid_input` */
export async function acquireOptions(
  flags: { url?: string | undefined; 'public-key'?: string | undefined; 'max-failed'?: string | undefined },
  work: WorkOptions,
): Promise<ProvideOptions> {
  const { cacheFolder } = await import('../../dataset/cache-folder.ts')
  const settings = readSettings(process.env, {
    datasetUrl: flags.url,
    datasetPublicKey: flags['public-key'],
    maxFailedPercent: flags['max-failed'],
  })
  return { ...work, cache: cacheFolder(), settings, download: true }
}

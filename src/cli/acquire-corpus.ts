/** Commands that download a corpus, and other long work, with progress and interruption. */
import type { Acquired } from '../dataset/acquire.ts'
import type { ObtainOptions, WorkOptions } from '../dataset/options.ts'
import { say, t, translated } from '../i18n/texts.ts'
import { readSetting, readSettings } from '../program/settings.ts'
import { INTERRUPTED } from '../util/errors.ts'
import { type CommandDescription, defineCommand, JSON_FLAG } from './description.ts'
import { progressStream, writeNote, writeNotice, writeReport } from './output.ts'

/** Settings of a download. */
export const ACQUIRE_ENVIRONMENT = [
  'datasetUrl',
  'corpusUrl',
  'datasetSha256',
  'datasetPublicKey',
  'sourceUrl',
  'cellarUrl',
  'neurisUrl',
  'maxFailedPercent',
  'XDG_CACHE_HOME',
] as const

type Acquire = typeof import('../dataset/acquire.ts')

/** A flag that names sites. */
export const SITE_FLAG = {
  helpValue: 'SITE',
  multiple: true,
  options: ['gii', 'eurlex', 'neuris'],
  meanings: ['federal law', 'acts of the European Union', 'federal law with dates of effect'],
} as const

const FLAGS = {
  source: {
    description: 'Site to fetch laws from, instead of a dataset; as for corpus build. Repeatable. Default: gii.',
    ...SITE_FLAG,
  },
  url: { description: 'Dataset to download. Overrides DATASET_URL.', helpValue: 'URL' },
  variant: {
    description: 'Variant of a published corpus, from CORPUS_URL. Default: that of the present corpus, else federal.',
    helpValue: 'VARIANT',
    completes: ['federal', 'federal+eu', 'federal+history', 'federal+eu+history'],
  },
  'public-key': {
    description: 'Key that must have signed the dataset, or a file with it. Overrides DATASET_PUBLIC_KEY.',
    helpValue: 'KEY',
    completes: 'file',
  },
  'max-failed': {
    description:
      'Percentage of the laws of the source that may fail before the result is rejected. Overrides ' +
      'MAX_FAILED_PERCENT; default 2.',
    helpValue: 'PERCENT',
  },
  history: {
    description: 'Keep the versions that the new corpus replaces; --no-history forgets them, and all older ones.',
    allowNo: true,
  },
  json: JSON_FLAG,
} as const

/**
 * A command that gets a corpus with one of the functions of `dataset/acquire.ts`.
 * @param namesSites true if the user may name sites
 */
export function acquireCommand(
  texts: Pick<CommandDescription, 'summary' | 'description' | 'examples'>,
  choose: (functions: Acquire) => (options: ObtainOptions) => Promise<Acquired>,
  namesSites = false,
): CommandDescription {
  const { source: _source, ...others } = FLAGS
  return defineCommand({
    ...texts,
    flags: (namesSites ? FLAGS : others) as typeof FLAGS,
    environment: [...ACQUIRE_ENVIRONMENT, 'HTTP_PROXY, HTTPS_PROXY, NO_PROXY'],
    errors: ['not_ready'],
    async run({ flags }) {
      const [acquire, { cacheFolder }] = await Promise.all([
        import('../dataset/acquire.ts').then(choose),
        import('../program/cache-path.ts'),
      ])
      const settings = readSettings(process.env, {
        datasetUrl: flags.url,
        datasetPublicKey: flags['public-key'],
        maxFailedPercent: flags['max-failed'],
      })
      const { history = true, source: sources, variant } = flags
      const options = { cache: cacheFolder(), settings, download: true, history, sources, variant }
      const acquired = await longWork(
        (work) => acquire({ ...work, ...options }),
        'what was fetched from a site is kept, and the next run continues from there',
      )
      if (acquired === undefined) return
      const note = await hiddenNote(acquired.file, process.env)
      if (note !== undefined) await writeNote(note)
      await writeReport(flags, acquired, async () => (await import('./terminal/pages/cache-pages.ts')).acquiredPage)
    },
  })
}

/** The note that a setting makes commands and the server open another dataset than the acquired bundle. */
export async function hiddenNote(bundle: string, environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  const dataset = readSetting('datasetPath', environment)
  if (dataset === undefined || dataset === bundle) return undefined
  const { redactUrl } = await import('../dataset/dataset-name.ts')
  return say`DATASET_PATH is set to ${redactUrl(dataset)}: commands and the server use that dataset, not this corpus; unset DATASET_PATH to use this corpus`
}

/**
 * Does long work with progress on stderr. Ctrl-C aborts it; SIGTERM, too, and then ends the process.
 * @param interruptedNote the state after an interruption
 * @returns its result, or `undefined` if it was interrupted; the exit code is set then
 */
export async function longWork<Result>(
  work: (options: WorkOptions) => Promise<Result>,
  interruptedNote = 'nothing was written',
): Promise<Result | undefined> {
  const { progressReporter } = await import('./terminal/progress.ts')
  const interruption = new AbortController()
  let isTerminated = false
  const interrupt = () => interruption.abort(new Error('interrupted'))
  const terminate = () => {
    isTerminated = true
    interrupt()
  }
  process.once('SIGINT', interrupt).once('SIGTERM', terminate)
  const progress = progressReporter(progressStream())
  try {
    return await work({
      signal: interruption.signal,
      onProgress: progress.show,
      onNotice(text) {
        progress.end()
        writeNotice(text)
      },
    })
  } catch (error) {
    if (!interruption.signal.aborted) throw error
    progress.end()
    process.stderr.write(`${t`Interrupted; ${translated(interruptedNote)}.`}\n`)
    process.exitCode = INTERRUPTED.exitCode
    return undefined
  } finally {
    progress.end()
    process.off('SIGINT', interrupt).off('SIGTERM', terminate)
    // Cleanup is done: the signal takes effect.
    if (isTerminated) process.kill(process.pid, 'SIGTERM')
  }
}

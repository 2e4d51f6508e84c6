import { cacheFolder } from '../../cache-path.ts'
import type { Corpus } from '../../corpus/corpus.ts'
import { toNotReadyError } from '../../dataset/dataset-name.ts'
import { locateBundle } from '../../dataset/locate.ts'
import { obtainBundle } from '../../dataset/open.ts'
import { openBundle } from '../../dataset/open-bundle.ts'
import { type ObtainOptions, readSourceSettings, type SourceSettings } from '../../dataset/options.ts'
import { INTERRUPTED } from '../../errors.ts'
import { readSetting } from '../../settings.ts'

/**
 * Opens the corpus that a command is to answer from, works with it and closes it.
 * @param dataset the value of --dataset
 * @param mayAsk whether to ask if a corpus is to be downloaded, where there is none
 * @throws LegalTextError `not_ready` where there is no corpus, and what the work throws
 */
export async function withCorpus(
  dataset: string | undefined,
  mayAsk: boolean,
  work: (corpus: Corpus) => Promise<void>,
): Promise<void> {
  const { openForCommand } = await import('./open-corpus.ts')
  const corpus = await openForCommand(dataset, mayAsk)
  if (corpus === undefined) return
  try {
    await work(corpus)
  } finally {
    await corpus.close()
  }
}

/*FILEDOC Opens the corpus for a command: makes or downloads it first where that is needed, and never unseen. */

/**
 * @param flag the value of --dataset
 * @param mayAsk whether to ask if a corpus is to be downloaded, where there is none
 * @returns `undefined` where the user interrupted what it takes
 * @throws LegalTextError `not_ready` where there is no corpus
 */
export async function openForCommand(flag: string | undefined, mayAsk: boolean): Promise<Corpus | undefined> {
  const dataset = readSetting('datasetPath', process.env, flag)
  const options = { cache: cacheFolder(), settings: readSourceSettings(process.env), download: false, onNotice: notice }
  try {
    const file = (await locateBundle(dataset, options)) ?? (await obtain(dataset, mayAsk, options))
    return file === undefined ? undefined : await openBundle(file, options.cache)
  } catch (error) {
    throw toNotReadyError(error)
  }
}

function notice(text: string): void {
  process.stderr.write(`Note: ${text}\n`)
}

async function obtain(
  dataset: string | undefined,
  mayAsk: boolean,
  options: ObtainOptions,
): Promise<string | undefined> {
  const { longWork } = await import('./acquire-corpus.ts')
  const download = dataset === undefined && mayAsk && (await isWanted(options.settings))
  return longWork((work) => obtainBundle(dataset, { ...options, ...work, download }))
}

/** Asks whether to download a corpus. Where nobody would see the question, the answer is no. */
async function isWanted({ datasetUrl, sourceUrl }: SourceSettings): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY || !process.stderr.isTTY) return false
  const [{ createInterface }, { redactUrl }, { screenOf }, { wrapText }] = await Promise.all([
    import('node:readline/promises'),
    import('../../dataset/dataset-name.ts'),
    import('../../terminal/screen.ts'),
    import('../../terminal/wrap.ts'),
  ])
  const what =
    datasetUrl !== undefined ? redactUrl(datasetUrl) : `all laws of ${redactUrl(sourceUrl)}, which takes some minutes`
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const question = `There is no corpus on this machine yet.\nDownload ${what}?`
  process.stderr.write(`${wrapText(question, screenOf(process.stderr, process.env).width).join('\n')}\n`)
  try {
    return /^\s*y(es)?\s*$/i.test(await terminal.question('[y/N] '))
  } catch (error) {
    // Ctrl-D is no answer, Ctrl-C ends the command.
    process.stderr.write('\n')
    if ((error as Error).message.includes('Ctrl+C')) process.exit(INTERRUPTED.exitCode)
    return false
  } finally {
    terminal.close()
  }
}

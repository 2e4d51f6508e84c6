/** Opens the corpus for a command: makes or downloads it first where that is needed, and never unseen. */
import type { Corpus } from '../../corpus/corpus.ts'
import { cacheFolder } from '../../dataset/cache-folder.ts'
import { asNotReady, openBundle } from '../../dataset/open.ts'
import { findBundle, type ProvideOptions, provideBundle } from '../../dataset/provide.ts'
import { readSetting, readSettings } from '../../settings.ts'

/**
 * @param flag the value of --dataset
 * @returns `undefined` where the user interrupted what it takes
 * @throws LegalTextError `not_ready` where there is no corpus
 */
export async function openForCommand(flag: string | undefined): Promise<Corpus | undefined> {
  const dataset = readSetting('datasetPath', process.env, flag)
  const options = { cache: cacheFolder(), settings: readSettings({}), download: false, onNotice: notice }
  try {
    const file = (await findBundle(dataset, options)) ?? (await obtain(dataset, options))
    return file === undefined ? undefined : await openBundle(file, options.cache)
  } catch (error) {
    throw asNotReady(error)
  }
}

function notice(text: string): void {
  process.stderr.write(`Note: ${text}\n`)
}

async function obtain(dataset: string | undefined, options: ProvideOptions): Promise<string | undefined> {
  const { longWork } = await import('./long-work.ts')
  const download = dataset === undefined && (await isWanted())
  const settings = download ? readSettings(process.env) : options.settings
  return longWork((work) => provideBundle(dataset, { ...options, ...work, settings, download }))
}

/** Asks whether to download a corpus. Where nobody would see the question, the answer is no. */
async function isWanted(): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY || !process.stderr.isTTY) return false
  const { createInterface } = await import('node:readline/promises')
  const { datasetUrl, sourceUrl } = readSettings(process.env)
  const what = datasetUrl ?? `all laws of ${sourceUrl}, which takes some minutes`
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await terminal.question(`There is no corpus on this machine yet. Download ${what}? [y/N] `)
    return /^\s*y(es)?\s*$/i.test(answer)
  } finally {
    terminal.close()
  }
}

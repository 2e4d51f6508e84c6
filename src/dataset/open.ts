/** Obtains the bundle of a dataset, by long work if necessary, and opens it. */

import { say } from '../i18n/texts.ts'
import type { Corpus } from '../model/corpus.ts'
import { cacheFolder } from '../program/cache-path.ts'
import { useAssets } from '../program/package.ts'
import { dataset as parseDataset } from '../program/setting-values.ts'
import { withoutSecrets } from '../program/settings.ts'
import { argumentError, assertOptions, assertString, wrongArgument } from '../util/arguments.ts'
import { LegalTextError } from '../util/errors.ts'
import { isDatabaseAddress, isUrl, redactUrl, toNotReadyError } from './dataset-name.ts'
import { locateBundle } from './locate.ts'
import { openBundle, openEngine } from './open-engine.ts'
import { type ObtainOptions, readSourceSettings, type WorkOptions } from './options.ts'

/**
 * Opens a corpus. Datasets other than bundles are first converted into the cache, and URLs downloaded, once.
 * @throws LegalTextError `not_ready` if the dataset is missing, damaged or of another version; `invalid_input` for wrong options.
 *   The reason of the signal, if aborted.
 */
export async function openCorpus(given: OpenOptions = {}): Promise<Corpus> {
  const { dataset, ...work } = readOpenOptions(given)
  work.signal?.throwIfAborted()
  const cache = cacheFolder()
  try {
    const options = { ...work, cache, settings: readSourceSettings(process.env), download: false }
    const corpus = await openBundle(await obtainBundle(dataset, options), cache)
    if (work.signal?.aborted) await corpus.close()
    work.signal?.throwIfAborted()
    return corpus
  } catch (error) {
    throw toNotReadyError(error)
  }
}

/**
 * Returns the bundle of a dataset, made if necessary: converts the dataset into the cache, downloads it, or acquires a corpus if
 * no dataset is named, the cache is empty and `download` is set.
 * @param dataset as in {@link locateBundle}
 * @returns the path of the bundle
 * @throws LegalTextError if it cannot be obtained
 */
export async function obtainBundle(dataset: string | undefined, options: ObtainOptions): Promise<string> {
  const present = await locateBundle(dataset, options)
  if (present !== undefined) return present
  if (dataset === undefined) return acquireBundle(options)
  const { convertPath, convertUrl } = await import('./convert.ts')
  return isUrl(dataset) ? convertUrl(dataset, options) : convertPath(dataset, options)
}

/** As {@link obtainBundle}, for datasets that must be files. @throws LegalTextError `invalid_input` for a database */
export async function obtainFile(dataset: string | undefined, options: ObtainOptions): Promise<string> {
  if (dataset === undefined || !isDatabaseAddress(dataset)) {
    const bundle = await obtainBundle(dataset, options)
    return (await import('./file-on-disk.ts')).fileOnDisk(bundle, options.cache)
  }
  const message = say`${redactUrl(dataset)} is a database; only bundles can be compared or published`
  throw new LegalTextError('invalid_input', message)
}

async function acquireBundle(options: ObtainOptions): Promise<string> {
  if (options.download) return (await (await import('./acquire.ts')).acquireCorpus(options)).file
  throw new LegalTextError(
    'not_ready',
    say`there is no corpus on this machine: \`legal-text corpus pull\` downloads one (all of German federal law, unless DATASET_URL names another), \`legal-text corpus build\` makes one of official XML; or set DATASET_PATH (or --dataset) to a dataset, or to "starter" for the sample`,
  )
}

/**
 * Opens the bundle of a dataset if it already exists. Does not download, convert or verify.
 * @throws LegalTextError if the file is not a bundle
 */
export async function openExisting(dataset: string | undefined): Promise<Corpus | undefined> {
  const options = { cache: cacheFolder(), settings: readSourceSettings(process.env), download: false }
  const file = await locateBundle(dataset, options)
  return file === undefined ? undefined : openEngine(file)
}

/** Dataset to open, and callbacks for the work. */
export interface OpenOptions extends WorkOptions {
  /** `starter`, or the path or URL of a dataset in any form. Default: the newest corpus of the cache. */
  dataset?: string | URL | undefined
  /** Folder of the package, for programs that bundle it. Default: beside the bundle, or in `node_modules`. */
  assets?: string | undefined
}

const NAMES = ['dataset', 'assets', 'onProgress', 'onNotice', 'signal'] satisfies (keyof OpenOptions)[]

/** Checks the options. @throws LegalTextError `invalid_input` that names the invalid one */
export function readOpenOptions(options: OpenOptions): WorkOptions & { dataset: string | undefined } {
  assertOptions(options, NAMES)
  const { dataset, assets, ...work } = options
  if (assets !== undefined) {
    assertString('assets', assets, 'the folder of the package')
    useAssets(assets)
  }
  for (const name of ['onProgress', 'onNotice'] as const) {
    if (!['function', 'undefined'].includes(typeof work[name])) throw wrongArgument(name, say`a function`, work[name])
  }
  if (work.signal !== undefined && !(work.signal instanceof AbortSignal)) {
    throw wrongArgument('signal', say`an AbortSignal`, work.signal)
  }
  return { ...work, dataset: nameOf(dataset) }
}

function nameOf(given: OpenOptions['dataset']): string | undefined {
  if (given === undefined) return undefined
  const text: unknown = given instanceof URL ? given.href : given
  const expected = say`"starter", or the path or URL (file:, http:, https: or postgresql:) of a dataset`
  if (typeof text !== 'string' || text.trim() === '') throw wrongArgument('dataset', expected, given)
  const isOther = given instanceof URL && !/^(?:file|https?|postgres(?:ql)?):$/.test(given.protocol)
  const name = isOther ? undefined : parseDataset(text)
  if (name !== undefined) return name
  const fault = text.includes('\0') ? say`a path with a NUL character` : JSON.stringify(withoutSecrets(text))
  throw argumentError('dataset', say`must be ${expected}, not ${fault}${/^file:/i.test(text) ? FILE_URL : ''}`)
}

const FILE_URL = say`: a file: URL has an absolute path on this machine, without query, fragment, %2F or %00`

/** Opens the corpus of a command, after conversion or download if necessary, which always needs consent. */

import type { SourceSettings } from '../dataset/options.ts'
import { formatNumber } from '../i18n/readable.ts'
import { t } from '../i18n/texts.ts'
import type { Corpus } from '../model/corpus.ts'
import { readDay } from '../operations/operation.ts'
import { cacheFolder } from '../program/cache-path.ts'
import { readSetting } from '../program/settings.ts'
import { type Days, onDay } from '../resolve/as-of.ts'
import { corpusOfPlace } from '../resolve/corpus-of-place.ts'
import { LegalTextError } from '../util/errors.ts'
import type { ParsedArguments } from './description.ts'
import { writeNotice } from './output.ts'

/**
 * Opens the corpus, works with it and closes it. A no-op if the user interrupts the conversion or download.
 * @param dataset the value of --dataset
 * @param mayAsk true if the user may be asked whether to download a corpus
 * @throws LegalTextError `not_ready` without a corpus, and what the work throws
 */
export async function withCorpus(
  dataset: ParsedArguments['flags'][string],
  mayAsk: boolean,
  work: (corpus: Corpus) => Promise<void>,
): Promise<void> {
  const path = readSetting('datasetPath', process.env, dataset as string | undefined)
  const corpus = await openForCommand(path, mayAsk)
  if (corpus === undefined) return
  corpus.bundle.name = (await import('../dataset/dataset-name.ts')).datasetName(path)
  try {
    await work(corpus)
  } catch (error) {
    throw error instanceof LegalTextError ? Object.assign(error, { dataset: corpus.bundle.name }) : error
  } finally {
    await corpus.close()
  }
}

/** @returns `undefined` if the user interrupted it */
async function openForCommand(dataset: string | undefined, mayAsk: boolean): Promise<Corpus | undefined> {
  const [{ locateBundle }, { openBundle }, { readSourceSettings }, { toNotReadyError }] = await Promise.all([
    import('../dataset/locate.ts'),
    import('../dataset/open-engine.ts'),
    import('../dataset/options.ts'),
    import('../dataset/dataset-name.ts'),
  ])
  const settings = readSourceSettings(process.env)
  const options = { cache: cacheFolder(), settings, download: false, onNotice: writeNotice }
  try {
    const found = await locateBundle(dataset, options)
    if (found !== undefined) return await openBundle(found, options.cache, { connections: 1 })
    const [{ longWork }, { obtainBundle }] = await Promise.all([
      import('./acquire-corpus.ts'),
      import('../dataset/open.ts'),
    ])
    const download = dataset === undefined && mayAsk && (await confirmDownload(settings))
    const obtained = await longWork((work) => obtainBundle(dataset, { ...options, ...work, download }))
    return obtained === undefined ? undefined : await openBundle(obtained, options.cache)
  } catch (error) {
    throw toNotReadyError(error)
  }
}

/** Rounded figures of the official site, and of the corpus built from it. */
const SITE_FILES = 6900
const SITE_BYTES = 60e6
const CORPUS_BYTES = 400e6

/** Asks whether to download a corpus. Returns false unless all standard streams are terminals. */
async function confirmDownload(settings: SourceSettings): Promise<boolean> {
  const { datasetUrl, sourceUrl } = settings
  const [{ canAsk, confirm }, { redactUrl }, { remoteSize }, { formatSize }] = await Promise.all([
    import('./confirm.ts'),
    import('../dataset/dataset-name.ts'),
    import('../dataset/remote-dataset.ts'),
    import('./terminal/fields.ts'),
  ])
  if (!canAsk()) return false
  const address = datasetUrl ?? settings.corpusUrl
  const sizeOf = async () => {
    if (datasetUrl !== undefined) return remoteSize(datasetUrl)
    if (address === undefined) return undefined
    const { fetchCatalogue, publishedBundle } = await import('../dataset/pull-publication.ts')
    return publishedBundle((await fetchCatalogue(address, { settings })).catalogue, address).file.bytes
  }
  // The server may not respond, or not state a size: the download then reports why.
  const size = await sizeOf().catch(() => undefined)
  const source =
    address === undefined
      ? t`all laws of ${redactUrl(sourceUrl)}: ${formatNumber(SITE_FILES)} files with ${formatSize(SITE_BYTES)}, which takes some minutes and ${formatSize(CORPUS_BYTES)} of disk`
      : size === undefined
        ? redactUrl(address)
        : t`${redactUrl(address)} with ${formatSize(size)}`
  return confirm(t`There is no corpus on this machine yet.\nDownload ${source}?`)
}

/** The days of --as-of and --in-force-on, and the place of --jurisdiction. @throws LegalTextError `invalid_input` */
export function daysOf(flags: ParsedArguments['flags']): Days & { jurisdiction?: string } {
  const days = {
    as_of: readDay(flags['as-of'], '--as-of'),
    in_force_on: readDay(flags['in-force-on'], '--in-force-on'),
  }
  return { ...days, ...(flags.jurisdiction !== undefined && { jurisdiction: String(flags.jurisdiction) }) }
}

/** As {@link withCorpus}, with the corpus of the days and the place in flags. @throws LegalTextError as `onDay` and `corpusOfPlace` */
export function withCorpusOfDay(
  flags: ParsedArguments['flags'],
  mayAsk: boolean,
  work: (corpus: Corpus) => Promise<void>,
  prefersPlace?: boolean,
): Promise<void> {
  return withCorpus(flags.dataset, mayAsk, (newest) => {
    const { jurisdiction, ...days } = daysOf(flags)
    return onDay(newest, days, async (corpus) => work(await corpusOfPlace(corpus, jurisdiction, prefersPlace)))
  })
}

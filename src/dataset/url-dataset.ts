/** A dataset that is named by a URL: downloaded and converted once, and from then on used from the cache. */
import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { convertContent, existingConversion, type InputRecord, readInput, rememberInput } from './convert.ts'
import type { ProvideOptions } from './provide.ts'
import { downloadDataset, type Validators } from './remote-dataset.ts'
import { shown } from './shown-url.ts'
import { temporaryFile } from './temporary.ts'
import { trustFault } from './trusted-bundle.ts'
import { withName } from './with-name.ts'

/** The bundle that was made before of what is at a URL, if it was checked as the settings demand now. */
export async function downloaded(url: string, { cache, settings }: ProvideOptions): Promise<string | undefined> {
  const known = readInput(cache, shown(url))
  if (known === undefined) return undefined
  const fault = trustFault({ sha256: known.content, signed_by: known.signed_by }, demanded(settings))
  return fault === undefined ? existingConversion(cache, known.content) : undefined
}

/**
 * Downloads what is at a URL, and makes a bundle of it, unless it is the same as before.
 * @param url of a file in any form of dataset; with a slash at its end, of a folder with a JSON package
 * @throws LegalTextError `not_ready` where it cannot be had, or is not what it should be
 */
export async function provideUrl(url: string, options: ProvideOptions): Promise<string> {
  const { cache } = options
  const { datasetSha256: sha256, datasetPublicKey: publicKey } = demanded(options.settings)
  const before = readInput(cache, shown(url))
  const present = before && (await existingConversion(cache, before.content))
  return atTemporaryPath(url, cache, async (path) => {
    const known = present === undefined ? undefined : { ...validatorsOf(before), sha256: before?.content ?? '' }
    const dataset = await downloadDataset(url, path, { ...options, known, sha256, publicKey })
    const { sha256: content, signed_by, changed, ...validators } = dataset
    const bundle = present !== undefined && !changed ? present : await convertContent(path, content, options)
    rememberInput(cache, { input: shown(url), state: JSON.stringify(validators), content, signed_by })
    return bundle
  })
}

function validatorsOf(record: InputRecord | undefined): Validators {
  return record === undefined ? {} : (JSON.parse(record.state) as Validators)
}

/** What must be true of what DATASET_PATH names; with DATASET_URL, the settings are about what is there. */
function demanded({ datasetUrl, datasetSha256, datasetPublicKey }: ProvideOptions['settings']) {
  return datasetUrl === undefined
    ? { datasetSha256, datasetPublicKey }
    : { datasetSha256: undefined, datasetPublicKey: undefined }
}

/** Works with a temporary path for what is at a URL, by whose name messages call it. */
export async function atTemporaryPath<Result>(
  url: string,
  cache: string,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const folder = temporaryFile(cache, 'dataset')
  const path = join(folder, basename(new URL(url).pathname) || 'dataset')
  try {
    await mkdir(folder)
    return await work(path)
  } catch (error) {
    throw withName(error, path, shown(url))
  } finally {
    await rm(folder, { force: true, recursive: true })
  }
}

/** A dataset that is named by a URL: downloaded and converted once, and from then on used from the cache. */
import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { convertContent, existingConversion, readInput, rememberInput } from './convert.ts'
import type { ProvideOptions } from './provide.ts'
import { downloadDataset, type Validators } from './remote-dataset.ts'
import { shown } from './shown-url.ts'
import { temporaryFile } from './temporary.ts'
import { withName } from './with-name.ts'

/**
 * The bundle made of what is at a URL. It is asked for only where it was never downloaded, or with `refresh`.
 * @param url of a file in any form of dataset; with a slash at its end, of a folder with a JSON package
 * @throws LegalTextError `not_ready` where it cannot be had
 */
export async function provideUrl(url: string, options: ProvideOptions): Promise<string> {
  const { cache, refresh = false } = options
  const known = readInput(cache, shown(url))
  const present = known && (await existingConversion(cache, known.content))
  if (present !== undefined && !refresh) return present
  return atTemporaryPath(url, cache, async (path) => {
    const validators = (state: string) => JSON.parse(state) as Validators
    const isHere = known !== undefined && present !== undefined
    const before = isHere ? { ...validators(known.state), sha256: known.content } : undefined
    const dataset = await downloadDataset(url, path, { ...options, known: before })
    if (dataset === undefined) return present as string
    const { sha256: content, ...state } = dataset
    const bundle = await convertContent(path, content, options)
    rememberInput(cache, { input: shown(url), state: JSON.stringify(state), content })
    return bundle
  })
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

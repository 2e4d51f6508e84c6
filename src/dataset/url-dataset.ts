/** A dataset that is named by a URL: downloaded and converted once, and from then on used from the cache. */
import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { LegalTextError } from '../errors.ts'
import { convertContent, existingConversion, readInput, rememberInput } from './convert.ts'
import { DownloadError, HttpClient } from './download/http-client.ts'
import { hashContent } from './fingerprint.ts'
import type { ProvideOptions } from './provide.ts'
import { downloadFile, type Validators } from './remote-file.ts'
import { shown } from './shown-url.ts'
import { temporaryFile } from './temporary.ts'
import { withName } from './with-name.ts'

/** The files of a JSON package in a folder; `true` where there is no package without it. */
const PACKAGE_FILES = {
  'laws.json': true,
  'norms.json': true,
  'package.json': false,
  'manifest.json': false,
  'relationships.json': false,
  'source-limitations.json': false,
  'state-law-coverage.json': false,
}

/**
 * The bundle made of what is at a URL. It is asked for only where it was never downloaded, or with `refresh`; where it
 * cannot be had then, what is here stays in use.
 * @param url of a file in any form of dataset; with a slash at its end, of a folder with a JSON package
 * @throws LegalTextError `not_ready` where it cannot be had
 */
export async function provideUrl(url: string, options: ProvideOptions): Promise<string> {
  const { cache, refresh = false, onNotice } = options
  const known = readInput(cache, shown(url))
  const present = known && (await existingConversion(cache, known.content))
  if (present !== undefined && !refresh) return present
  const folder = temporaryFile(cache, 'dataset')
  // Messages call a file by its name.
  const temporary = join(folder, basename(new URL(url).pathname) || 'dataset')
  try {
    await mkdir(folder)
    const { content, state } = url.endsWith('/')
      ? await downloadFolder(url, temporary, options)
      : await downloadOne(url, temporary, options, present === undefined ? undefined : known?.state)
    if (present !== undefined && content === undefined) return present
    const bundle = await convertContent(temporary, content as string, options)
    rememberInput(cache, { input: shown(url), state, content: content as string })
    return bundle
  } catch (thrown) {
    const error = withName(thrown, temporary, shown(url))
    if (present === undefined || !(error instanceof LegalTextError)) throw error
    onNotice?.(`${error.message}; what was downloaded before stays in use`)
    return present
  } finally {
    await rm(folder, { force: true, recursive: true })
  }
}

/** What was downloaded: its hash, `undefined` where it has not changed, and how to ask for it the next time. */
interface Downloaded {
  content: string | undefined
  state: string
}

async function downloadOne(
  url: string,
  file: string,
  options: ProvideOptions,
  state: string | undefined,
): Promise<Downloaded> {
  const known = state === undefined ? undefined : (JSON.parse(state) as Validators)
  const answer = await downloadFile(url, file, { ...options, known })
  if (answer === undefined) return { content: undefined, state: '{}' }
  const { sha256, ...validators } = answer
  return { content: sha256, state: JSON.stringify(validators) }
}

async function downloadFolder(url: string, folder: string, { signal }: ProvideOptions): Promise<Downloaded> {
  const client = new HttpClient({ signal })
  await mkdir(folder)
  for (const [name, isRequired] of Object.entries(PACKAGE_FILES)) {
    const file = join(folder, name)
    try {
      await client.download(new URL(name, url).href, file)
    } catch (error) {
      if (!(error instanceof DownloadError)) throw error
      await rm(file, { force: true })
      const isMissing = error.status === 404 || error.status === 410
      if (isMissing && !isRequired) continue
      const expected = isMissing ? '; a URL that ends in a slash names a folder with laws.json and norms.json' : ''
      throw new LegalTextError('not_ready', `${error.message}${expected}`, {}, { cause: error })
    }
  }
  return { content: await hashContent(folder, signal), state: '{}' }
}

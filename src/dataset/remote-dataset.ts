/** Downloads a dataset and verifies its checksum and signature. */

import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DownloadError, HttpClient } from '../download/http-client.ts'
import { readHead } from '../files/content-hash.ts'
import { say } from '../i18n/texts.ts'
import { LegalTextError } from '../util/errors.ts'
import { redactUrl } from './dataset-name.ts'
import { hashContent, hashFile } from './fingerprint.ts'
import type { WorkOptions } from './options.ts'
import { publicKeyText, readChecksum, verifySignature } from './signature.ts'

/** Files of a JSON package; `true` for required ones. */
const PACKAGE_FILES = {
  'laws.json': true,
  'norms.json': true,
  'package.json': false,
  'manifest.json': false,
  'relationships.json': false,
  'source-limitations.json': false,
  'state-law-coverage.json': false,
}

/** HTTP validators, which show whether the file at a URL has changed. */
export interface Validators {
  etag?: string | undefined
  last_modified?: string | undefined
}

export interface RemoteDataset extends Validators {
  /** SHA-256 of the file, or of the names and contents of a folder. Hex digits. */
  sha256: string
  /** Public key that verified the signature of the file: base64. */
  signed_by?: string | undefined
}

export interface DownloadedDataset extends RemoteDataset {
  /** True if it differs from the known one. */
  changed: boolean
}

export interface RemoteOptions extends WorkOptions {
  /** Dataset of the present bundle. */
  known?: RemoteDataset | undefined
  /** Required SHA-256 of a file. Default: that in the file `<name>.sha256` beside it, if any. */
  sha256?: string | undefined
  /** Key that must have signed the file. */
  publicKey?: string | undefined
}

/**
 * Downloads the file or folder at a URL to a path, unless it is the known one, which is verified again.
 * @param url of a file; with a final slash, of a folder with a JSON package
 * @returns the present dataset; it is at the path only if it has changed
 * @throws LegalTextError `not_ready` if the download fails or has the wrong checksum or signature
 */
export async function downloadDataset(url: string, path: string, options: RemoteOptions): Promise<DownloadedDataset> {
  const client = new HttpClient({ signal: options.signal })
  try {
    return await (new URL(url).pathname.endsWith('/') ? downloadFolder : downloadFile)(url, path, client, options)
  } catch (error) {
    throw asNotReady(error)
  }
}

/** Turns a failed download into the error `not_ready`. Other errors stay. */
export const asNotReady = (error: unknown) =>
  error instanceof DownloadError ? new LegalTextError('not_ready', error.message, {}, { cause: error }) : error

/** Timeout for a server to say whether it has a file, in milliseconds. */
const LONGEST_QUESTION = 5000

/**
 * Returns the size of the file at a URL in bytes, if the server states it.
 * @throws LegalTextError `not_ready` if the server does not respond
 */
export async function remoteSize(url: string): Promise<number | undefined> {
  const client = new HttpClient({ totalTimeout: LONGEST_QUESTION, retries: 0 })
  try {
    return await client.size(url)
  } catch (error) {
    throw asNotReady(error)
  }
}

async function downloadFile(
  url: string,
  file: string,
  client: HttpClient,
  { known, sha256, publicKey, onProgress, signal }: RemoteOptions,
): Promise<DownloadedDataset> {
  // Report an invalid key before the download.
  const signed_by = publicKey === undefined ? undefined : publicKeyText(publicKey)
  const answer = await client.download(url, file, {
    etag: known?.etag,
    lastModified: known?.last_modified,
    onProgress: (done, total) => onProgress?.({ stage: 'downloading', done, total, unit: 'bytes' }),
  })
  const isKnown = answer.status === 304 && known !== undefined
  if (!isKnown) assertNoPage(url, file)
  const found = isKnown ? known.sha256 : await hashFile(file, signal)
  const expected = sha256 ?? (await checksumBeside(url, client))
  if (expected !== undefined && expected !== found) {
    const message = say`${redactUrl(url)} is not what was published: its SHA-256 is ${found}, expected ${expected}`
    throw new LegalTextError('not_ready', message)
  }
  if (publicKey !== undefined) await assertSigned(url, found, publicKey, client)
  if (found === known?.sha256) return { ...known, signed_by, changed: false }
  const { etag, lastModified: last_modified } = answer.headers
  return { sha256: found, etag, last_modified, signed_by, changed: true }
}

async function downloadFolder(
  url: string,
  folder: string,
  client: HttpClient,
  { known, sha256, publicKey, signal }: RemoteOptions,
): Promise<DownloadedDataset> {
  if (sha256 !== undefined || publicKey !== undefined) {
    const message = say`${redactUrl(url)} is a folder; only a file can have a checksum or a signature`
    throw new LegalTextError('invalid_input', message)
  }
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
      if (!isMissing) throw error
      const expected = say`a URL that ends in a slash names a folder with laws.json and norms.json; the address of a site with /gii-toc.xml goes to SOURCE_URL`
      throw new LegalTextError('not_ready', say`${error.message}; ${expected}`, {}, { cause: error })
    }
  }
  const found = await hashContent(folder, signal)
  return { sha256: found, changed: found !== known?.sha256 }
}

/** Some servers send an error or a login as an HTML page with status 200. */
function assertNoPage(url: string, file: string): void {
  if (/^\s*<(?:!doctype\s+html|html)\b/i.test(readHead(file, 512).toString('latin1')))
    throw new LegalTextError('not_ready', say`${redactUrl(url)} answers with an HTML page, not with a dataset`)
}

async function checksumBeside(url: string, client: HttpClient): Promise<string | undefined> {
  const text = await textBeside(url, '.sha256', client)
  if (text === undefined) return undefined
  try {
    return readChecksum(text)
  } catch (error) {
    const { kind, message } = error as LegalTextError
    throw new LegalTextError(kind, say`${redactUrl(beside(url, '.sha256'))}: ${message}`, {}, { cause: error })
  }
}

/**
 * Checks the signature beside a file.
 * @throws DownloadError if it cannot be fetched, LegalTextError `not_ready` if it is missing or of another file or key
 */
export async function assertSigned(url: string, sha256: string, publicKey: string, client: HttpClient): Promise<void> {
  const signature = await textBeside(url, '.sig', client)
  if (signature === undefined) {
    const message = say`${redactUrl(url)} is not signed: a public key is given, but there is no ${redactUrl(beside(url, '.sig'))}`
    throw new LegalTextError('not_ready', message)
  }
  verifySignature(sha256, signature, publicKey)
}

/** Fetches a small file beside another; `undefined` if it is missing. */
async function textBeside(url: string, ending: string, client: HttpClient): Promise<string | undefined> {
  try {
    const { body } = await client.get(beside(url, ending), { maxBytes: 4096 })
    return Buffer.from(body).toString('utf8')
  } catch (error) {
    if (error instanceof DownloadError && (error.status === 404 || error.status === 410)) return undefined
    throw error
  }
}

/** Returns the address of a file beside another. */
function beside(url: string, ending: string): string {
  const address = new URL(url)
  address.pathname += ending
  return address.href
}

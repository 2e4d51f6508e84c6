/** Downloads a file that must be what its publisher says: its checksum, its signature. */
import { readFileSync } from 'node:fs'
import { LegalTextError } from '../errors.ts'
import { DownloadError, HttpClient } from './download/http-client.ts'
import { hashFile } from './fingerprint.ts'
import type { WorkOptions } from './progress.ts'
import { shown } from './shown-url.ts'
import { readChecksum, verifySignature } from './signature.ts'

/** What tells whether the file at a URL is still the same. */
export interface Validators {
  etag?: string | undefined
  last_modified?: string | undefined
}

export interface RemoteFileOptions extends WorkOptions {
  /** Validators of the file that is here already. */
  known?: Validators | undefined
  /** SHA-256 that it must have; where not given, a file with `.sha256` behind its name says it, if there is one. */
  sha256?: string | undefined
  /** Key that must have signed it. */
  publicKey?: string | undefined
}

export interface RemoteFile extends Validators {
  sha256: string
}

/**
 * Downloads a URL into a file.
 * @returns `undefined` where it has not changed
 * @throws LegalTextError `not_ready` where it cannot be had, or is not what it should be
 */
export async function downloadFile(
  url: string,
  file: string,
  { known, sha256, publicKey, onProgress, signal }: RemoteFileOptions,
): Promise<RemoteFile | undefined> {
  const client = new HttpClient({ signal })
  try {
    const answer = await client.download(url, file, {
      etag: known?.etag,
      lastModified: known?.last_modified,
      onProgress: (done, total) => onProgress?.({ stage: 'downloading', done, total, unit: 'bytes' }),
    })
    if (answer.status === 304) return undefined
    assertNoPage(url, file)
    const found = await hashFile(file, signal)
    const expected = sha256 ?? (await checksumBeside(url, client))
    if (expected !== undefined && expected !== found) {
      const message = `${shown(url)} is not what was published: its SHA-256 is ${found}, expected is ${expected}`
      throw new LegalTextError('not_ready', message)
    }
    if (publicKey !== undefined) await assertSigned(url, found, publicKey, client)
    return { sha256: found, etag: answer.headers.etag, last_modified: answer.headers.lastModified }
  } catch (error) {
    throw error instanceof DownloadError ? new LegalTextError('not_ready', error.message, {}, { cause: error }) : error
  }
}

/** A server that answers 200 with a page has an error to tell, or wants a login. */
function assertNoPage(url: string, file: string): void {
  const head = readFileSync(file).subarray(0, 512).toString('latin1')
  if (!/^\s*<(?:!doctype\s+html|html)\b/i.test(head)) return
  throw new LegalTextError('not_ready', `${shown(url)} answers with an HTML page, not with a dataset`)
}

async function checksumBeside(url: string, client: HttpClient): Promise<string | undefined> {
  const text = await textBeside(url, '.sha256', client)
  return text === undefined ? undefined : readChecksum(text)
}

async function assertSigned(url: string, sha256: string, publicKey: string, client: HttpClient): Promise<void> {
  const signature = await textBeside(url, '.sig', client)
  if (signature === undefined) {
    const message = `${shown(url)} is not signed: DATASET_PUBLIC_KEY is set, and there is no ${shown(url)}.sig`
    throw new LegalTextError('not_ready', message)
  }
  verifySignature(sha256, signature, publicKey)
}

/** A small file beside another; `undefined` where there is none. */
async function textBeside(url: string, ending: string, client: HttpClient): Promise<string | undefined> {
  const beside = new URL(url)
  beside.pathname += ending
  try {
    const { body } = await client.get(beside.href, { maxBytes: 4096 })
    return Buffer.from(body).toString('utf8')
  } catch (error) {
    if (error instanceof DownloadError && (error.status === 404 || error.status === 410)) return undefined
    throw error
  }
}

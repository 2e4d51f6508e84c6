/** The table of contents of a site, and the addresses of its laws. */
import { readAddress } from '../../../../download/address.ts'
import { DownloadError } from '../../../../download/download-error.ts'
import type { HttpClient } from '../../../../download/http-client.ts'
import { LegalTextError } from '../../../../errors.ts'
import { isPage } from '../../site/site-archive.ts'
import type { Validators } from '../../site/site-records.ts'
import { LAW_ARCHIVE, TOC_FILE } from '../format.ts'
import { isOfficialHost, readToc, type TocEntry } from '../official-site.ts'

/** The real one has 1.5 MB. */
const MAXIMUM_TOC_BYTES = 32 * 1024 * 1024

export interface SiteToc extends Validators {
  content: Uint8Array
  entries: Map<string, TocEntry>
}

/**
 * Fetches the table of contents of a site.
 * @param known that of the last run, which is used if it has not changed
 * @throws LegalTextError `not_ready` if there is none, or no law in it
 */
export async function fetchToc(
  client: HttpClient,
  baseUrl: string,
  known: ({ content: Uint8Array } & Validators) | undefined,
  signal: AbortSignal | undefined,
): Promise<SiteToc> {
  const { etag, lastModified } = known ?? {}
  try {
    const options = { etag, lastModified, maxBytes: MAXIMUM_TOC_BYTES, signal }
    const { status, headers, body } = await client.get(addressBelow(baseUrl, TOC_FILE), options)
    if (status === 304 && known !== undefined) return { ...known, entries: readEntries(known.content) }
    return { content: body, ...headers, entries: readEntries(body) }
  } catch (error) {
    if (!(error instanceof DownloadError)) throw error
    throw new LegalTextError('not_ready', `cannot get the table of contents: ${error.message}`, {}, { cause: error })
  }
}

/**
 * Returns the address of a law's archive. The table of contents of a mirror may name the official site, whose files it
 * has. On one host, the credentials and the protocol of the base URL hold for the laws, too.
 */
export function lawAddress(baseUrl: string, code: string, link: string): string {
  const base = new URL(baseUrl)
  const target = URL.canParse(link) ? new URL(link) : undefined
  if (target === undefined) return link
  if (isOfficialHost(target.hostname) && !isOfficialHost(base.hostname)) {
    return addressBelow(baseUrl, `${encodeURIComponent(code)}/${LAW_ARCHIVE}`)
  }
  if (target.host !== base.host) return link
  target.protocol = base.protocol
  target.username ||= base.username
  target.password ||= base.password
  return target.href
}

function addressBelow(baseUrl: string, path: string): string {
  const url = new URL(baseUrl)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`
  return url.href
}

function readEntries(content: Uint8Array): Map<string, TocEntry> {
  const head = Buffer.from(content.subarray(0, 512)).toString('latin1')
  const refuse = (problem: string): never => {
    throw new LegalTextError('not_ready', `cannot get the table of contents: ${TOC_FILE} ${problem}`)
  }
  if (content.length === 0) return refuse('is empty')
  if (isPage(content)) return refuse('is an HTML page')
  if (!/^(\xef\xbb\xbf)?\s*</.test(head)) return refuse('is not XML')
  try {
    const entries = readToc(content, TOC_FILE)
    return entries.size > 0 ? entries : refuse('has no law in it')
  } catch (error) {
    if (!(error instanceof LegalTextError) || error.kind !== 'invalid_input') throw error
    throw new LegalTextError('not_ready', `cannot get the table of contents: ${error.message}`, {}, { cause: error })
  }
}

/** Returns an address without credentials. */
export function urlWithoutCredentials(address: string): string {
  return URL.canParse(address) ? readAddress(address).url.href : address
}

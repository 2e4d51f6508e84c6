/** What a server answers: its headers read with care, its body within bounds. */
import type { Address } from './address.ts'
import { DownloadError } from './download-error.ts'
import type { RawAnswer } from './request.ts'

/** An answer whose body is still to be read. */
export interface Response extends RawAnswer {
  /** Where it came from, after all redirects. */
  address: Address
}

/** Statuses that may pass: RFC 9110 (408), RFC 8470 (425), RFC 6585 (429); those from 500 on too. */
const PASSING_STATUSES = new Set([408, 425, 429])

/** So much of a body that nobody needs is read for the connection to be kept. */
const DISCARDED_BYTES = 64 * 1024
/** And for so long, in milliseconds. */
const DISCARDING_TIME = 1000

/** A header, the first one where it was sent several times. */
export function oneHeader(response: Response, name: string): string | undefined {
  const value = response.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Where a redirect leads to. Bytes beyond ASCII are UTF-8, where they can be; Node.js gives each as a character. */
export function locationOf(response: Response): string | undefined {
  const location = oneHeader(response, 'location')
  const text = location && Buffer.from(location, 'latin1').toString()
  return text?.includes('\ufffd') ? location : text
}

/** `ETag` and `Last-Modified`, where they have the form that RFC 9110 gives them and can be sent back. */
export function validators(response: Response): { etag: string | undefined; lastModified: string | undefined } {
  const etag = oneHeader(response, 'etag')
  const lastModified = oneHeader(response, 'last-modified')
  return {
    etag: etag !== undefined && /^(W\/)?"[\x21\x23-\x7e]{0,1000}"$/.test(etag) ? etag : undefined,
    lastModified: lastModified !== undefined && /^[\w,: +-]{10,40}$/.test(lastModified) ? lastModified : undefined,
  }
}

/**
 * The body, part by part. What the server says of its length is not relied on.
 * @param before bytes of it that are here already
 * @throws DownloadError `too_large` beyond `maxBytes`
 */
export async function* boundedBody(response: Response, maxBytes: number, before = 0): AsyncGenerator<Uint8Array> {
  const { body, address } = response
  let bytes = before
  const tooLarge = () => new DownloadError('too_large', address.shown, `has more than ${maxBytes} bytes`)
  if (before + Number(oneHeader(response, 'content-length') ?? 0) > maxBytes) {
    await discard(response)
    throw tooLarge()
  }
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxBytes) throw tooLarge()
    yield chunk
  }
}

/** The error that a status stands for. */
export async function statusError(response: Response): Promise<DownloadError> {
  await discard(response)
  const { status, address } = response
  const mayPass = PASSING_STATUSES.has(status) || status >= 500
  const retryAfter = mayPass ? waitingTime(oneHeader(response, 'retry-after')) : undefined
  const details = { status, ...(retryAfter !== undefined && { retryAfter }) }
  return new DownloadError('unavailable', address.shown, `answered ${status}`, details)
}

/** Does without the body. The connection can be used again where little of it is left. */
export async function discard(response: Response): Promise<void> {
  if (Number(oneHeader(response, 'content-length') ?? 0) > DISCARDED_BYTES) return response.close()
  let bytes = 0
  const timer = setTimeout(() => response.close(), DISCARDING_TIME)
  try {
    for await (const chunk of response.body) {
      bytes += chunk.length
      if (bytes > DISCARDED_BYTES) return
    }
  } catch {
    // The connection is gone, then.
  } finally {
    clearTimeout(timer)
  }
}

/** Milliseconds that `Retry-After` asks to wait: seconds, or a date. */
function waitingTime(text = ''): number {
  const time = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return time > 0 ? time : 0
}

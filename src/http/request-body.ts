/** Bodies of requests: no operation uses them, but clients may send them, with or without a length. */
import type { IncomingMessage } from 'node:http'
import { LegalTextError } from '../errors.ts'

/** Requests that expect 100 (Continue) before their body, and do not get it. */
const unsent = new WeakSet<IncomingMessage>()

/** Marks a request whose body is not awaited. */
export function doNotAwaitBody(request: IncomingMessage): void {
  unsent.add(request)
}

/**
 * Whether the end of a request is unambiguous. A proxy of HTTP/1.0 ignores `Transfer-Encoding`, and may take the body for
 * the next request (RFC 9112, 6.1). After a request with `Upgrade`, Node loses the rest of the packet.
 */
export function hasPlainEnd({ headers, httpVersion }: IncomingMessage): boolean {
  const { 'transfer-encoding': coding, upgrade } = headers
  return upgrade === undefined && (coding === undefined || (isChunked(coding) && httpVersion !== '1.0'))
}

/** @throws LegalTextError `payload_too_large` if `Content-Length` is more than `maximum` bytes */
export function checkAnnouncedBody({ headers }: IncomingMessage, maximum: number): void {
  const length = headers['content-length']
  if (length !== undefined && Number(length) > maximum) throw payloadTooLarge(maximum)
}

/**
 * Reads, counts and discards a body without `Content-Length`, if there is one.
 * @returns a promise if there is one. It rejects with the LegalTextError `payload_too_large` as soon as the body is longer
 *   than `maximum` bytes, and with `invalid_input` if the body is incomplete
 * @throws LegalTextError `invalid_input` if the transfer coding is not supported
 */
export function checkStreamedBody(request: IncomingMessage, maximum: number): void | Promise<void> {
  const coding = request.headers['transfer-encoding']
  if (coding === undefined) return
  if (!isChunked(coding)) throw new LegalTextError('invalid_input', 'the only supported Transfer-Encoding is chunked')
  if (!unsent.has(request)) return countBody(request, maximum)
}

const isChunked = (coding: string) => coding.toLowerCase() === 'chunked'

export function payloadTooLarge(maximum: number): LegalTextError {
  return new LegalTextError('payload_too_large', `the request body is larger than ${maximum} bytes`)
}

function countBody(request: IncomingMessage, maximum: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > maximum) reject(payloadTooLarge(maximum))
    })
    request.once('end', resolve)
    request.once('error', () => reject(new LegalTextError('invalid_input', 'the request body is incomplete')))
  })
}

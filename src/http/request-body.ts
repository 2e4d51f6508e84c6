/** Bodies of requests: nobody wants them, but they may come, and how long one is may only be known when it has. */
import type { IncomingMessage } from 'node:http'
import { LegalTextError } from '../errors.ts'

/** Requests whose client waits to be told whether it is to send the body, and is told that it is not. */
const unsent = new WeakSet<IncomingMessage>()

/** Notes that the body of a request will not be waited for. */
export function doNotAwaitBody(request: IncomingMessage): void {
  unsent.add(request)
}

/**
 * Whether it is beyond doubt where a request ends and the next begins. An intermediary of HTTP/1.0 knows of no
 * `Transfer-Encoding`, and may take for the next request what is the body to us (RFC 9112, 6.1). Behind a request with
 * `Upgrade`, Node loses the rest of what it has read.
 */
export function hasPlainEnd({ headers, httpVersion }: IncomingMessage): boolean {
  const { 'transfer-encoding': coding, upgrade } = headers
  return upgrade === undefined && (coding === undefined || (isChunked(coding) && httpVersion !== '1.0'))
}

/** @throws LegalTextError `payload_too_large` where a request announces a body of more than `maximum` bytes. */
export function checkAnnouncedBody({ headers }: IncomingMessage, maximum: number): void {
  const length = headers['content-length']
  if (length !== undefined && Number(length) > maximum) throw payloadTooLarge(maximum)
}

/**
 * Checks a body whose length is not announced, where a request has such a one: throws it away, and counts it.
 * @returns a promise where there is something to wait for. It fails with the LegalTextError `payload_too_large` as soon as
 *   the body is longer than `maximum` bytes, and `invalid_input` where it does not come to its end
 * @throws LegalTextError `invalid_input` where the body comes in a transfer coding that is not known here
 */
export function checkStreamedBody(request: IncomingMessage, maximum: number): void | Promise<void> {
  const coding = request.headers['transfer-encoding']
  if (coding === undefined) return
  if (!isChunked(coding))
    throw new LegalTextError('invalid_input', 'the only Transfer-Encoding that is known is chunked')
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
    request.once('error', () => reject(new LegalTextError('invalid_input', 'the request body was not sent to its end')))
  })
}

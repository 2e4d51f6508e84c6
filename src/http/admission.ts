/** Whether a request is taken at all: how long it is, how often its client asks, and whether it may. */
import type { IncomingMessage } from 'node:http'
import { LegalTextError } from '../errors.ts'
import type { Settings } from '../settings.ts'

/** @throws LegalTextError where the request is not taken. A promise where that is not known at once. */
export type Admit = (request: IncomingMessage) => void | Promise<void>

/**
 * Makes the check that every request passes first.
 * @throws LegalTextError `invalid_input` where the file of a setting cannot be read.
 */
export function admission(settings: Settings): Admit {
  return (request) => {
    checkBodyLength(request, settings.maxRequestBodyBytes)
    checkUrlLength(request, settings)
  }
}

/** @throws LegalTextError `payload_too_large` where the request announces a body of more than `maximum` bytes. */
function checkBodyLength(request: IncomingMessage, maximum: number): void {
  const length = request.headers['content-length']
  if (length !== undefined && Number(length) > maximum) throw payloadTooLarge(maximum)
}

export function payloadTooLarge(maximum: number): LegalTextError {
  return new LegalTextError('payload_too_large', `the request body is larger than ${maximum} bytes`)
}

export function unauthorized(): LegalTextError {
  return new LegalTextError('unauthorized', 'the header Authorization must carry a bearer token that is known here')
}

/** @param limit requests a minute @param seconds until the next one is taken */
export function tooManyRequests(limit: number, seconds: number): LegalTextError {
  const message = `more than ${limit} requests a minute; try again in ${seconds} s`
  return new LegalTextError('too_many_requests', message, { retry_after: seconds })
}

/** @throws LegalTextError `payload_too_large` where the URL or its query is longer than allowed. */
function checkUrlLength({ url = '' }: IncomingMessage, { maxUrlBytes, maxQueryBytes }: Settings): void {
  if (url.length <= maxUrlBytes && url.length <= maxQueryBytes) return
  if (url.length > maxUrlBytes) {
    throw new LegalTextError('payload_too_large', `the URL is longer than ${maxUrlBytes} bytes`)
  }
  const query = url.indexOf('?')
  if (query >= 0 && url.length - query - 1 > maxQueryBytes) {
    throw new LegalTextError('payload_too_large', `the query of the URL is longer than ${maxQueryBytes} bytes`)
  }
}

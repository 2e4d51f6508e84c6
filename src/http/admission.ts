/** Whether a request is taken at all: how long it is, how often its client asks, and whether it may. */
import type { IncomingMessage } from 'node:http'
import { LegalTextError } from '../errors.ts'
import type { Settings } from '../settings.ts'
import { bearerCheck, readTokens } from './bearer-tokens.ts'
import { clientNetwork, createClientAddress } from './client-address.ts'
import { checkAnnouncedBody, checkStreamedBody } from './request-body.ts'

/** @throws LegalTextError where the request is not taken. A promise where that is not known at once. */
export type Admit = (request: IncomingMessage) => void | Promise<void>

/** What everybody may ask, however often: whether the service is alive. */
const OPEN_PATH = /^\/health\/?(?:\?|$)/i

/**
 * Makes the check that every request passes first.
 * @param tokens those of the file that the settings name, where it has been read
 * @throws LegalTextError `invalid_input` where the file of a setting cannot be read.
 */
export function admission(settings: Settings, tokens?: readonly string[]): Admit {
  const checks = [rateCheck(settings), tokenCheck(settings, tokens)].filter((check) => check !== undefined)
  const checkClient = (request: IncomingMessage) => {
    if (checks.length === 0 || OPEN_PATH.test(request.url ?? '')) return
    for (const check of checks) check(request)
  }
  return (request) => {
    checkHost(request)
    checkAnnouncedBody(request, settings.maxRequestBodyBytes)
    checkUrlLength(request, settings)
    const body = checkStreamedBody(request, settings.maxRequestBodyBytes)
    if (body !== undefined) return body.then(() => checkClient(request))
    checkClient(request)
  }
}

export function unauthorized(): LegalTextError {
  return new LegalTextError('unauthorized', 'the header Authorization must carry a bearer token that is known here')
}

/** @param limit requests a minute @param seconds until the next one is taken */
export function tooManyRequests(limit: number, seconds: number): LegalTextError {
  const message = `more than ${limit} requests a minute; try again in ${seconds} s`
  return new LegalTextError('too_many_requests', message, { retry_after: seconds })
}

type Check = (request: IncomingMessage) => void

/**
 * @throws LegalTextError `invalid_input` where there are several `Host` headers (RFC 9112, 3.2): hops could differ on which
 *   counts; and where HTTP/1.1 has none.
 */
function checkHost({ rawHeaders, httpVersion }: IncomingMessage): void {
  let hosts = 0
  for (let name = 0; name < rawHeaders.length; name += 2) {
    if (rawHeaders[name]?.length === HOST.length && rawHeaders[name]?.toLowerCase() === HOST) hosts += 1
  }
  if (hosts > 1) throw new LegalTextError('invalid_input', 'the header Host must be there only once')
  if (hosts === 0 && httpVersion === '1.1') throw new LegalTextError('invalid_input', 'the header Host is missing')
}

const HOST = 'host'

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

/** Refuses with `too_many_requests`. `undefined` where clients may ask as often as they like. */
function rateCheck({ rateLimit, trustedProxies }: Settings): Check | undefined {
  if (rateLimit === 0) return
  const rates = new RateLimit(rateLimit)
  const addressOf = createClientAddress(trustedProxies)
  return (request) => {
    const seconds = rates.take(clientNetwork(addressOf(request)))
    if (seconds > 0) throw tooManyRequests(rateLimit, seconds)
  }
}

/** Refuses with `unauthorized`. `undefined` where no token is asked for. */
function tokenCheck({ authTokenFile, corsOrigin }: Settings, tokens: readonly string[] | undefined): Check | undefined {
  if (authTokenFile === undefined) return
  const isKnown = bearerCheck(tokens ?? readTokens(authTokenFile))
  return (request) => {
    if (corsOrigin !== undefined && isPreflight(request)) return
    if (!isKnown(request.headers.authorization)) throw unauthorized()
  }
}

/** Whether a browser asks what a page may ask: it sends no token with that (fetch.spec.whatwg.org). */
function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && 'origin' in headers && 'access-control-request-method' in headers
}

/*FILEDOC
 * How often each client may ask: each has a bucket of as many requests as a minute allows, which fills again evenly. A
 * bucket is told by one number, the time at which it will be full (the generic cell rate algorithm, ITU-T I.371). A full
 * bucket, which is one that was left alone for a minute, needs none, so that the numbers are kept for two minutes at most.
 */

const MINUTE = 60_000

/** How many clients a generation holds before it makes way for the next: a flood of addresses takes some 15 MB. */
const MOST_CLIENTS = 65_536

export class RateLimit {
  /** How long one request takes to be filled up again, in milliseconds. */
  readonly #interval: number
  /** When the bucket of each client is full: of clients seen lately, and of those before them. */
  #young = new Map<string, number>()
  #old = new Map<string, number>()
  /** When the younger generation began. */
  #begin = Number.NEGATIVE_INFINITY

  /** @param limit requests a minute */
  constructor(limit: number) {
    this.#interval = MINUTE / limit
  }

  /**
   * Counts a request, unless it is refused.
   * @param now in milliseconds, of any clock that only goes forward
   * @returns 0 where the request is taken, else in how many seconds the next one will be
   */
  take(client: string, now = performance.now()): number {
    if (now - this.#begin >= MINUTE || this.#young.size >= MOST_CLIENTS) {
      this.#old = this.#young
      this.#young = new Map()
      this.#begin = now
    }
    const full = Math.max(this.#young.get(client) ?? this.#old.get(client) ?? 0, now)
    const missing = full - now + this.#interval
    // Half an interval makes up for what sums of fractions lose.
    if (missing > MINUTE + this.#interval / 2) return Math.ceil((missing - MINUTE) / 1000)
    this.#young.set(client, full + this.#interval)
    return 0
  }
}

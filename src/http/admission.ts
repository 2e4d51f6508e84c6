/** Admission control: the size of requests, the rate of their clients, and their tokens. */

import type { IncomingMessage } from 'node:http'
import { say } from '../i18n/texts.ts'
import { hostName } from '../program/setting-values.ts'
import type { Settings } from '../program/settings.ts'
import { LegalTextError } from '../util/errors.ts'
import type { TokenCheck } from './bearer-tokens.ts'
import { isLocal } from './client-address.ts'
import { checkBody } from './request-body.ts'

/**
 * @param keepsBody true if the route reads the body itself, with `readBody`
 * @throws LegalTextError if the request is rejected. Returns a promise if the body must be read first.
 */
export type Admit = (request: IncomingMessage, keepsBody?: boolean) => void | Promise<void>

/** The liveness check is open to everyone, at any rate and with any `Host`. */
const OPEN_PATH = /^\/health\/?(?:\?|$)/i

/**
 * Creates the check that every request passes first.
 * @param hasToken `undefined` if no token is required
 * @param clientOf the network of the client of a request
 */
export function admission(
  settings: Settings,
  hasToken: TokenCheck | undefined,
  clientOf: (request: IncomingMessage) => string,
): Admit {
  const checks = [hostCheck(settings), rateCheck(settings, clientOf), tokenCheck(settings, hasToken)].filter(
    (check) => check !== undefined,
  )
  const check = (request: IncomingMessage) => {
    checkSingleHeaders(request)
    checkUrlLength(request, settings)
    if (checks.length === 0 || OPEN_PATH.test(request.url ?? '')) return
    for (const check of checks) check(request)
  }
  return (request, keepsBody = false) => {
    if (keepsBody) return check(request)
    // First, so that body limits apply whatever the response.
    const body = checkBody(request, settings.maxRequestBodyBytes)
    if (body !== undefined) return body.then(() => check(request))
    check(request)
  }
}

export function unauthorized(): LegalTextError {
  return new LegalTextError('unauthorized', say`the header Authorization must carry a valid bearer token`)
}

/** @param limit requests a minute @param seconds until the next one is admitted */
export function tooManyRequests(limit: number, seconds: number): LegalTextError {
  const message = say`more than ${limit} requests a minute; try again in ${seconds} s`
  return new LegalTextError('too_many_requests', message, { retry_after: seconds }, { cause: { code: 'rate_limit' } })
}

type Check = (request: IncomingMessage) => void

/**
 * @throws LegalTextError `invalid_input` for repeated headers `Host` or `Authorization`, of which a proxy and the server could
 *   choose different ones (RFC 9112, 3.2), and for HTTP/1.1 without `Host`
 */
function checkSingleHeaders({ rawHeaders, httpVersion }: IncomingMessage): void {
  let hosts = 0
  let authorizations = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts += 1
    else if (name.length === AUTHORIZATION.length && name.toLowerCase() === AUTHORIZATION) authorizations += 1
  }
  if (hosts > 1) throw new LegalTextError('invalid_input', say`there must be only one header Host`)
  if (authorizations > 1) throw new LegalTextError('invalid_input', say`there must be only one header Authorization`)
  if (hosts === 0 && httpVersion === '1.1') throw new LegalTextError('invalid_input', say`the header Host is missing`)
}

const HOST = 'host'
const AUTHORIZATION = 'authorization'

/** @throws LegalTextError `payload_too_large` if the URL or its query is longer than allowed */
function checkUrlLength({ url = '' }: IncomingMessage, { maxUrlBytes, maxQueryBytes }: Settings): void {
  if (url.length <= maxUrlBytes && url.length <= maxQueryBytes) return
  if (url.length > maxUrlBytes) {
    throw new LegalTextError('payload_too_large', say`the URL is longer than ${maxUrlBytes} bytes`)
  }
  const query = url.indexOf('?')
  if (query >= 0 && url.length - query - 1 > maxQueryBytes) {
    throw new LegalTextError('payload_too_large', say`the query of the URL is longer than ${maxQueryBytes} bytes`)
  }
}

/** Default limit in requests a minute: more than a person, or a program that waits for responses, sends on a usual network. */
const USUAL_RATE = 6000

/** Rejects with `too_many_requests`. `undefined` without a rate limit. */
function rateCheck({ rateLimit }: Settings, clientOf: (request: IncomingMessage) => string): Check | undefined {
  if (rateLimit === 0) return
  const limit = rateLimit ?? USUAL_RATE
  const rates = new RateLimit(limit)
  return (request) => {
    if (rateLimit === undefined && isLocal(request)) return
    const seconds = rates.take(clientOf(request))
    if (seconds > 0) throw tooManyRequests(limit, seconds)
  }
}

/** Rejects with `unauthorized`. `undefined` if no token is required. */
function tokenCheck({ corsOrigin }: Settings, hasToken: TokenCheck | undefined): Check | undefined {
  if (hasToken === undefined) return
  return (request) => {
    if (corsOrigin !== undefined && isPreflight(request)) return
    if (!hasToken(request.headers.authorization)) throw unauthorized()
  }
}

/** True for a CORS preflight, which browsers send without a token (fetch.spec.whatwg.org). */
function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && 'origin' in headers && 'access-control-request-method' in headers
}

const MINUTE = 60_000

/** Clients per generation: a flood of addresses takes about 15 MB. */
const MOST_CLIENTS = 65_536

/**
 * Limits the rate of each client by a token bucket that holds the requests of one minute. A bucket is one number, the time at
 * which it will be full (generic cell rate algorithm, ITU-T I.371). A client that was idle for a minute has a full bucket,
 * which needs no number: numbers are kept for two minutes at most.
 */
export class RateLimit {
  /** Time in which the bucket regains one request, in milliseconds. */
  readonly #interval: number
  /** When the bucket of each client will be full: recent clients, and those before them. */
  #young = new Map<string, number>()
  #old = new Map<string, number>()
  /** When the young generation began. */
  #begin = Number.NEGATIVE_INFINITY

  /** @param limit requests a minute */
  constructor(limit: number) {
    this.#interval = MINUTE / limit
  }

  /**
   * Counts a request, unless it is rejected.
   * @param now in milliseconds, of any monotonic clock
   * @returns 0 if the request is admitted, else the seconds until the next one will be
   */
  take(client: string, now = performance.now()): number {
    if (now - this.#begin >= MINUTE || this.#young.size >= MOST_CLIENTS) {
      this.#old = this.#young
      this.#young = new Map()
      this.#begin = now
    }
    const full = Math.max(this.#young.get(client) ?? this.#old.get(client) ?? 0, now)
    const missing = full - now + this.#interval
    // Half an interval compensates rounding errors.
    if (missing > MINUTE + this.#interval / 2) return Math.ceil((missing - MINUTE) / 1000)
    this.#young.set(client, full + this.#interval)
    return 0
  }
}

/** Loopback names of this machine. */
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * Returns the check that rejects requests to other hosts with `misdirected`; `undefined` if every host is allowed. Loopback names
 * are open to requests from this machine: none of them leads there from elsewhere.
 */
function hostCheck({ allowedHosts }: Settings): ((request: IncomingMessage) => void) | undefined {
  if (allowedHosts.length === 0) return
  const allowed = new Set(allowedHosts.map((host) => hostName(host) ?? host))
  return (request) => {
    const { host = '' } = request.headers
    if (allowed.has(host)) return
    const name = hostName(host.replace(/:\d*$/, '')) ?? ''
    if (allowed.has(name) || (LOOPBACK.test(name) && isLocal(request))) return
    throw misdirected()
  }
}

export function misdirected(): LegalTextError {
  return new LegalTextError('misdirected', say`the host of the request (header Host) is not a name of this server`)
}

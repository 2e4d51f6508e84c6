/** Download errors, and the conversion of network errors into them. */
import { say } from '../i18n/texts.ts'

/**
 * `unavailable`: the server, or the file on it, cannot be reached. `too_large`: the body is larger than allowed.
 * `refused`: this client does not request the address or follow the redirect.
 */
export type DownloadErrorKind = 'unavailable' | 'too_large' | 'refused'

interface DownloadErrorDetails {
  /** HTTP status of the response, if there was one. */
  status?: number
  /** Set if a retry may help: milliseconds from `Retry-After`, else 0. */
  retryAfter?: number
  cause?: unknown
}

/** The message names the address without credentials and query. */
export class DownloadError extends Error {
  readonly kind: DownloadErrorKind
  /** The message without the address. */
  readonly problem: string
  /** The address without credentials and query. */
  readonly url: string
  /** `undefined` if there was no response. */
  readonly status: number | undefined
  readonly retryAfter: number | undefined

  constructor(kind: DownloadErrorKind, url: string, problem: string, details: DownloadErrorDetails = {}) {
    super(say`${url}: ${problem}`, { cause: details.cause })
    this.name = 'DownloadError'
    this.kind = kind
    this.problem = problem
    this.url = url
    this.status = details.status
    this.retryAfter = details.retryAfter
  }

  /** Returns the error to throw after the last attempt: not retryable. */
  final(attempts: number): DownloadError {
    const { kind, url, problem, status, cause } = this
    const details = { cause, ...(status !== undefined && { status }) }
    return new DownloadError(kind, url, attempts === 1 ? problem : say`${problem}, asked ${attempts} times`, details)
  }
}

const MEANINGS: Record<string, string> = {
  ECONNREFUSED: say`the connection is refused`,
  ECONNRESET: say`the connection was closed`,
  EPIPE: say`the connection was closed`,
  ENOTFOUND: say`there is no such host`,
  EAI_AGAIN: say`the name of the host cannot be looked up`,
  EHOSTUNREACH: say`the host cannot be reached`,
  ENETUNREACH: say`the network cannot be reached`,
  ETIMEDOUT: say`no connection within the time allowed`,
  CONNECT_TIMEOUT: say`no connection within the time allowed`,
  HEADERS_TIMEOUT: say`no answer within the time allowed`,
  BODY_TIMEOUT: say`the answer stopped`,
  ERR_PROXY_TUNNEL: say`the proxy makes no connection`,
}

/**
 * Converts a network error into a retryable download error.
 * @param url for the message
 * @throws any other error as it is
 */
export function asDownloadError(error: unknown, url: string): DownloadError {
  if (error instanceof DownloadError) return error
  const { code, message } = error as NodeJS.ErrnoException
  if (typeof code !== 'string') throw error
  return new DownloadError('unavailable', url, MEANINGS[code] ?? say`${message} (${code})`, {
    retryAfter: 0,
    cause: error,
  })
}

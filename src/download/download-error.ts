import type { Address } from './address.ts'

/**
 * `unavailable`: it is not there, or the server does not give it. `too_large`: more than was allowed. `refused`: an
 * address that is not asked, or a redirect that is not followed.
 */
export type DownloadErrorKind = 'unavailable' | 'too_large' | 'refused'

interface DownloadErrorDetails {
  /** HTTP status that was answered, if any. */
  status?: number
  /** Given where asking again may help: milliseconds that the server asks to wait, else 0. */
  retryAfter?: number
  cause?: unknown
}

/** Something could not be downloaded. The message names the address, never with user name, password or query. */
export class DownloadError extends Error {
  readonly kind: DownloadErrorKind
  /** The message without the address. */
  readonly problem: string
  /** The address that failed, as it may be shown. */
  readonly url: string
  /** `undefined` where there was no answer. */
  readonly status: number | undefined
  readonly retryAfter: number | undefined

  constructor(kind: DownloadErrorKind, url: string, problem: string, details: DownloadErrorDetails = {}) {
    super(`${url}: ${problem}`, { cause: details.cause })
    this.name = 'DownloadError'
    this.kind = kind
    this.problem = problem
    this.url = url
    this.status = details.status
    this.retryAfter = details.retryAfter
  }

  /** The same error, for good: there is no sense in asking again. */
  final(attempts: number): DownloadError {
    const { kind, url, problem, status, cause } = this
    const details = { cause, ...(status !== undefined && { status }) }
    return new DownloadError(kind, url, attempts === 1 ? problem : `${problem}, asked ${attempts} times`, details)
  }
}

/*FILEDOC What can go wrong on the way to a server, in words. */

const MEANINGS: Record<string, string> = {
  ECONNREFUSED: 'the connection is refused',
  ECONNRESET: 'the connection was closed',
  EPIPE: 'the connection was closed',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'no connection within the time allowed',
  CONNECT_TIMEOUT: 'no connection within the time allowed',
  HEADERS_TIMEOUT: 'no answer within the time allowed',
  BODY_TIMEOUT: 'the answer stopped',
  ERR_PROXY_TUNNEL: 'the proxy makes no connection',
}

/**
 * A failure of the network as an error of the download, worth another try.
 * @throws what it is given where that is something else
 */
export function asDownloadError(error: unknown, { shown }: Address): DownloadError {
  if (error instanceof DownloadError) return error
  const { code, message } = error as NodeJS.ErrnoException
  if (typeof code !== 'string') throw error
  return new DownloadError('unavailable', shown, MEANINGS[code] ?? `${message} (${code})`, {
    retryAfter: 0,
    cause: error,
  })
}

/** A signal that fires with any of others, or when the time is over. `end` frees what it takes. */
export function deadline(
  address: Address,
  time: number,
  signals: readonly AbortSignal[],
): { signal: AbortSignal; end(): void } {
  const controller = new AbortController()
  const expire = () => {
    const problem = `was not complete within ${time / 1000} s`
    controller.abort(new DownloadError('unavailable', address.shown, problem, { retryAfter: 0 }))
  }
  const timer = setTimeout(expire, time)
  const abort = () => controller.abort(signals.find(({ aborted }) => aborted)?.reason)
  for (const signal of signals) {
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort)
  }
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer)
      for (const signal of signals) signal.removeEventListener('abort', abort)
    },
  }
}

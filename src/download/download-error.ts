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

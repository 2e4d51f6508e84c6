/** One run over a site: several laws at a time, until all are done or the site is down. */

import { DownloadError, type DownloadErrorKind } from '../../download/download-error.ts'
import { say } from '../../i18n/texts.ts'
import type { TerminalState } from '../../model/corpus.ts'
import { LegalTextError } from '../../util/errors.ts'
import { ArchiveError } from './site-archive.ts'

/** After this many failures in a row, without a response or with a server error, the site counts as down. */
const MAX_CONSECUTIVE_FAILURES = 24
/** And after so many if it has given nothing before. */
const MAX_FIRST_FAILURES = 8
const TOO_MANY_REQUESTS = 429

const STATES: Record<DownloadErrorKind, TerminalState> = {
  unavailable: 'source_unavailable',
  too_large: 'excluded_by_policy',
  refused: 'excluded_by_policy',
}

/** Receives why a law could not be fetched. */
export type OnFailure = (state: TerminalState, reason: string) => void

export class SiteRun {
  /** Aborts the requests of all workers. */
  readonly signal: AbortSignal
  readonly #failed = new AbortController()
  /** Failures of the site in a row. */
  #failures = 0
  #mostFailures: number

  /**
   * @param signal aborts the run
   * @param hasAnswered whether the site has given something already, for example the list of its laws
   */
  constructor(signal: AbortSignal | undefined, hasAnswered: boolean) {
    this.#mostFailures = hasAnswered ? MAX_CONSECUTIVE_FAILURES : MAX_FIRST_FAILURES
    this.signal = AbortSignal.any([this.#failed.signal, ...(signal ? [signal] : [])])
  }

  /** Does the work for each item, several at a time. The first error ends the run, and is thrown when all have ended. */
  async forEach<Item>(items: Iterable<Item>, concurrency: number, work: (item: Item) => Promise<void>): Promise<void> {
    const rest = items[Symbol.iterator]()
    const takeTurns = async () => {
      for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value)
    }
    const workers = Array.from({ length: concurrency }, () =>
      takeTurns().catch((error) => {
        this.#failed.abort(error)
        throw error
      }),
    )
    try {
      await Promise.all(workers)
    } finally {
      await Promise.allSettled(workers)
    }
  }

  /**
   * Fetches one law.
   * @param onFailure called if it cannot be fetched, or cannot be used
   * @returns true if it was fetched
   * @throws LegalTextError `not_ready` if the site is down
   */
  async attempt(fetchLaw: () => Promise<void>, onFailure: OnFailure): Promise<boolean> {
    this.signal.throwIfAborted()
    try {
      await fetchLaw()
      this.#noteAnswer()
      return true
    } catch (error) {
      this.signal.throwIfAborted()
      if (error instanceof ArchiveError) {
        this.#noteAnswer()
        onFailure(error.terminalState, error.message)
        return false
      }
      if (!(error instanceof DownloadError)) throw error
      if (isSiteFailure(error)) this.#failures += 1
      else this.#noteAnswer()
      onFailure(STATES[error.kind], error.problem)
      if (this.#failures < this.#mostFailures) return false
      const message = say`the site stopped giving laws, ${this.#failures} in a row could not be fetched: ${error.message}`
      throw new LegalTextError('not_ready', message, {}, { cause: error })
    }
  }

  #noteAnswer(): void {
    this.#failures = 0
    this.#mostFailures = MAX_CONSECUTIVE_FAILURES
  }
}

/** True if the site as a whole fails, not a single law. */
function isSiteFailure({ kind, status }: DownloadError): boolean {
  return kind === 'unavailable' && (status === undefined || status >= 500 || status === TOO_MANY_REQUESTS)
}

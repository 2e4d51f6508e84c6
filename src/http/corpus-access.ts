/** The corpus that answers requests, or the error that clients get instead. */

import type { IncomingMessage } from 'node:http'
import { say } from '../i18n/texts.ts'
import type { Corpus } from '../model/corpus.ts'
import { corpusClosed, LegalTextError } from '../util/errors.ts'
import type { TokenCheck } from './bearer-tokens.ts'
import { isLocal } from './client-address.ts'
import { noteFailure } from './observe.ts'

/**
 * Returns the corpus to answer from, or the error `not_ready` with the reason; called for every request, and again with
 * `hasFailed` after one failed unexpectedly, since the corpus may be damaged.
 */
export type CorpusSource = (hasFailed?: boolean) => Corpus | LegalTextError

/** SQLSTATEs of a database that was reached, and is not shutting down or starting up. */
const REACHED = /^(?!08|57P)(?=.*\d)[0-9A-Z]{5}$/

export class CorpusAccess {
  readonly #corpus: CorpusSource
  readonly #mayKnow: (request: IncomingMessage) => boolean

  /** @param mayKnow true if a client may know the details of an error */
  constructor(corpus: CorpusSource, mayKnow: (request: IncomingMessage) => boolean) {
    this.#corpus = corpus
    this.#mayKnow = mayKnow
  }

  /** @throws LegalTextError `not_ready` */
  opened(request: IncomingMessage): Corpus {
    const opened = this.#corpus()
    if (opened instanceof LegalTextError) throw this.#shown(opened, request)
    if (typeof opened?.findLaws === 'function') return opened
    throw new TypeError('`corpus` of createApp() must return an open corpus or a LegalTextError')
  }

  /**
   * Returns the error to send for one thrown while reading the corpus. After an unexpected error, a corpus that is or was damaged
   * is not ready.
   * @param opened the corpus that was read
   */
  reasonOf(error: unknown, opened: Corpus, request: IncomingMessage): unknown {
    if (error instanceof LegalTextError) return this.#failureOf(error, request)
    const present = this.#corpus(true)
    if (present instanceof LegalTextError) return this.#shown(present, request)
    return present === opened ? error : corpusClosed()
  }

  /** Logs the reason of a failing database, and keeps it from clients that may not know such details. */
  #failureOf(error: LegalTextError, request: IncomingMessage): LegalTextError {
    const { code } = (error.cause ?? {}) as { code?: unknown }
    if (error.kind !== 'not_ready' || typeof code !== 'string') return error
    const isOver = async () => {
      const present = this.#corpus()
      if (present instanceof LegalTextError) throw present
      await present.ping?.()
    }
    const ended = say`the database can be read again`
    // In an outage, the reason varies.
    const key = REACHED.test(code) ? code : 'connection'
    noteFailure(request, code, error.message, { key, ended, isOver })
    if (this.#mayKnow(request)) return error
    return new LegalTextError('not_ready', say`the corpus cannot be read at the moment; the log of the server says why`)
  }

  #shown(error: LegalTextError, request: IncomingMessage): LegalTextError {
    // Before the first opening, nothing has failed.
    const level = error.details.stage === undefined ? 'error' : 'info'
    noteFailure(request, 'no_corpus', error.message, { level })
    return this.#mayKnow(request) ? error : withoutDetails(error)
  }
}

/**
 * Returns the check whether the client of a request may know such details: it is on the same machine, or has a token.
 * @param hasToken `undefined` if no tokens are configured
 */
export function detailAccess(hasToken: TokenCheck | undefined): (request: IncomingMessage) => boolean {
  if (hasToken === undefined) return isLocal
  return (request) => isLocal(request) || hasToken(request.headers.authorization)
}

/** The error for all other clients. Progress has no such details. */
function withoutDetails(error: LegalTextError): LegalTextError {
  if (error.details.stage !== undefined) return error
  return new LegalTextError(
    'not_ready',
    say`no corpus is open, because it could not be opened; the server tries again. Its log says why, and so does /ready to clients on the same machine or with a token`,
  )
}

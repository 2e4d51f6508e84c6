/** The corpus of a worker: the one published by the primary, or the published error. */

import { openPublished } from '../../dataset/open-engine.ts'
import {
  beingVerified,
  modifiedWhileServed,
  type OpenedCorpus,
  openVerified,
  ReplacedCorpora,
  type ServedFile,
} from '../../dataset/served-file.ts'
import { say } from '../../i18n/texts.ts'
import type { Corpus } from '../../model/corpus.ts'
import { LegalTextError, receivedError } from '../../util/errors.ts'
import type { PublishedBundle, PublishedCorpus, ToPrimary } from './messages.ts'

/** Delay before reopening a bundle after a failure such as too many open files, in milliseconds. */
const RETRY_DELAY = 1000

export class WorkerCorpus {
  readonly #send: (message: ToPrimary) => void
  readonly #log: (text: string) => void
  readonly #replaced: ReplacedCorpora
  #corpus: Corpus | undefined
  /** The message that published the open corpus. */
  #open: PublishedBundle | undefined
  #file: ServedFile | undefined
  /** The error instead of a corpus. */
  #failure: LegalTextError
  /** The bundle to open next. */
  #next: PublishedBundle | undefined
  #retry: NodeJS.Timeout | undefined

  /**
   * @param send sends a message to the primary
   * @param log receives messages for the operator, a line each
   */
  constructor(published: PublishedCorpus, send: (message: ToPrimary) => void, log: (text: string) => void) {
    this.#send = send
    this.#log = log
    this.#replaced = new ReplacedCorpora(log)
    this.#failure = new LegalTextError('not_ready', say`the corpus is being opened; try again in a moment`)
    this.update(published)
  }

  /**
   * The corpus to answer from, or the error `not_ready` with the progress or the reason.
   * @param hasFailed true after a failed request: the corpus may be damaged
   */
  current = (hasFailed = false): Corpus | LegalTextError => {
    const file = this.#file
    if (file?.isCopy === false && !file.isUnmodified()) {
      this.#replace(undefined, undefined, modifiedWhileServed(file.file))
      this.#send({ type: 'changed' })
    } else if (hasFailed && file?.isUnchanged() === false) {
      this.#send({ type: 'changed' })
      return beingVerified(file.file)
    }
    return this.#corpus ?? this.#failure
  }

  /** Changes to the corpus that the primary publishes. */
  update(published: PublishedCorpus): void {
    clearTimeout(this.#retry)
    const isOther = !('generation' in published) || published.generation !== this.#next?.generation
    if (this.#next !== undefined && isOther) this.#send({ type: 'released', generation: this.#next.generation })
    this.#next = undefined
    if (!('generation' in published)) {
      this.#replace(undefined, undefined, receivedError(published))
    } else if (this.#corpus !== undefined && published.generation === this.#open?.generation) {
      this.#corpus.replacementFailure = published.replacementFailure
      this.#open = published
    } else {
      this.#openNext(published)
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#retry)
    await this.#replaced.close()
    this.#file = undefined
    await this.#corpus?.close()
  }

  #openNext(published: PublishedBundle): void {
    if (published.database !== undefined) return void this.#openDatabase(published, published.database)
    try {
      this.#serve(openVerified(published.file, published.digest, published.served), published)
    } catch (error) {
      this.#retryLater(published, error)
    }
  }

  async #openDatabase(published: PublishedBundle, { address, id }: { address: string; id: string }): Promise<void> {
    this.#next = published
    try {
      const corpus = await openPublished(address, { id })
      // Another one may have been published in the meantime.
      if (this.#next === published) this.#serve({ corpus, file: undefined }, published)
      else await corpus.close()
    } catch (error) {
      if (this.#next === published) this.#retryLater(published, error)
    }
  }

  #serve(opened: OpenedCorpus, published: PublishedBundle): void {
    opened.corpus.replacementFailure = published.replacementFailure
    this.#replace(opened, published)
  }

  #retryLater(published: PublishedBundle, error: unknown): void {
    if (!(error instanceof LegalTextError)) throw error
    if (error.message !== this.#failure.message) this.#log(`A worker cannot open the corpus: ${error.message}`)
    this.#failure = error
    this.#next = published
    this.#retry = setTimeout(() => this.#openNext(published), RETRY_DELAY)
  }

  #replace(
    opened: OpenedCorpus | undefined,
    published: PublishedBundle | undefined,
    failure: LegalTextError = this.#failure,
  ): void {
    const [oldCorpus, old] = [this.#corpus, this.#open]
    this.#corpus = opened?.corpus
    this.#file = opened?.file
    this.#open = published
    this.#failure = failure
    this.#next = undefined
    if (oldCorpus === undefined || old === undefined) return
    // Without a replacement, the corpus is or may be damaged: requests that began with it must fail.
    const isDamaged = opened === undefined
    const close = async () => {
      await oldCorpus.close(isDamaged)
      this.#send({ type: 'released', generation: old.generation })
    }
    if (isDamaged) this.#replaced.closeLater(close, 0)
    else this.#replaced.closeLater(close)
  }
}

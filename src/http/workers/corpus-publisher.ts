/** What the workers are told of the corpus, and which of them use which. */
import type { Corpus } from '../../corpus/corpus.ts'
import { type CorpusListener, notReadyYet, type ServedState } from '../../dataset/served-corpus.ts'
import { LegalTextError } from '../../errors.ts'
import { type PublishedCorpus, serializeError } from './messages.ts'

/** How far a corpus is that is being made is told this often at most, in milliseconds. */
const INTERVAL = 250

export class CorpusPublisher implements CorpusListener {
  readonly #tellAll: () => void
  #state: ServedState = { current: notReadyYet(undefined), watched: undefined }
  /** What was told last, and when. */
  #told: PublishedCorpus
  #toldAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  readonly #editions = new WeakMap<Corpus, number>()
  #lastEdition = 0
  /** The workers that were told of an edition, and have not released it. */
  readonly #users = new Map<number, Set<number>>()
  readonly #waiting = new Map<number, () => void>()

  /** @param tellAll called when every worker is to be told {@link messageFor} it */
  constructor(tellAll: () => void) {
    this.#tellAll = tellAll
    this.#told = this.#message()
  }

  follow(state: ServedState): void {
    this.#state = state
    const message = this.#message()
    const wait = isProgress(message) && isProgress(this.#told) ? this.#toldAt + INTERVAL - performance.now() : 0
    if (wait > 0) this.#timer ??= setTimeout(() => this.#tell(), wait).unref()
    else this.#tell()
  }

  letGo(corpus: Corpus): Promise<void> {
    const edition = this.#editions.get(corpus)
    return new Promise((resolve) => {
      if (edition === undefined || !this.#users.has(edition)) resolve()
      else this.#waiting.set(edition, resolve)
    })
  }

  /** What a worker is to be told now; from then on it counts as one that uses this corpus. */
  messageFor(worker: number): PublishedCorpus {
    const message = this.#message()
    if ('edition' in message) {
      const users = this.#users.get(message.edition) ?? new Set()
      this.#users.set(message.edition, users.add(worker))
    }
    return message
  }

  /** A worker has released an edition. */
  released(worker: number, edition: number): void {
    const users = this.#users.get(edition)
    users?.delete(worker)
    if (users?.size !== 0) return
    this.#users.delete(edition)
    this.#waiting.get(edition)?.()
    this.#waiting.delete(edition)
  }

  /** A worker has ended. */
  gone(worker: number): void {
    for (const edition of [...this.#users.keys()]) this.released(worker, edition)
  }

  #tell(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const message = this.#message()
    if (JSON.stringify(message) === JSON.stringify(this.#told)) return
    this.#told = message
    this.#toldAt = performance.now()
    this.#tellAll()
  }

  #message(): PublishedCorpus {
    const { current, watched } = this.#state
    if (current instanceof LegalTextError) return serializeError(current)
    const { bundle, replacementFailure } = current
    const { file, digest } = bundle
    return { edition: this.#editionOf(current), file, digest, replacementFailure, fileIdentity: watched?.identity }
  }

  #editionOf(corpus: Corpus): number {
    const edition = this.#editions.get(corpus) ?? ++this.#lastEdition
    this.#editions.set(corpus, edition)
    return edition
  }
}

const isProgress = (message: PublishedCorpus) => 'details' in message && message.details.stage !== undefined

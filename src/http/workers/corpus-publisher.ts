/** Publishes the corpus to the workers, and tracks which of them use which. */

import { isDatabaseAddress } from '../../dataset/dataset-name.ts'
import { type CorpusListener, notReadyYet, type ServedState } from '../../dataset/served-corpus.ts'
import type { Corpus } from '../../model/corpus.ts'
import { LegalTextError } from '../../util/errors.ts'
import { type PublishedCorpus, serializeError } from './messages.ts'

/** Shortest time between two reports of progress, in milliseconds. */
const INTERVAL = 250

export class CorpusPublisher implements CorpusListener {
  readonly #publish: () => void
  /** Its address, if the corpus is in one. */
  readonly #database: string | undefined
  #state: ServedState = { current: notReadyYet(undefined), file: undefined }
  #published: PublishedCorpus
  #publishedAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  readonly #generations = new WeakMap<Corpus, number>()
  #lastGeneration = 0
  /** By generation: the workers that received it, and have not released it. */
  readonly #users = new Map<number, Set<number>>()
  readonly #waiting = new Map<number, () => void>()

  /** @param publish sends the {@link messageFor} each worker @param dataset that is served */
  constructor(publish: () => void, dataset?: string) {
    this.#publish = publish
    this.#database = isDatabaseAddress(dataset ?? '') ? dataset : undefined
    this.#published = this.#message()
  }

  onChange(state: ServedState): void {
    this.#state = state
    const message = this.#message()
    const isRepeated = isProgress(message) && isProgress(this.#published)
    const delay = isRepeated ? this.#publishedAt + INTERVAL - performance.now() : 0
    if (delay > 0) this.#timer ??= setTimeout(() => this.#publishChange(), delay).unref()
    else this.#publishChange()
  }

  whenReleased(corpus: Corpus): Promise<void> {
    const generation = this.#generations.get(corpus)
    return new Promise((resolve) => {
      if (generation === undefined || !this.#users.has(generation)) resolve()
      else this.#waiting.set(generation, resolve)
    })
  }

  /** The corpus for a worker, which counts as its user from then on. */
  messageFor(worker: number): PublishedCorpus {
    const message = this.#message()
    if ('generation' in message) {
      const users = this.#users.get(message.generation) ?? new Set()
      this.#users.set(message.generation, users.add(worker))
    }
    return message
  }

  /** A worker has released a generation. */
  released(worker: number, generation: number): void {
    const users = this.#users.get(generation)
    users?.delete(worker)
    if (users?.size !== 0) return
    this.#users.delete(generation)
    this.#waiting.get(generation)?.()
    this.#waiting.delete(generation)
  }

  /** A worker has exited. */
  exited(worker: number): void {
    for (const generation of [...this.#users.keys()]) this.released(worker, generation)
  }

  #publishChange(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const message = this.#message()
    if (JSON.stringify(message) === JSON.stringify(this.#published)) return
    this.#published = message
    this.#publishedAt = performance.now()
    this.#publish()
  }

  #message(): PublishedCorpus {
    const { current, file: served } = this.#state
    if (current instanceof LegalTextError) return serializeError(current)
    const { bundle, replacementFailure } = current
    const { file, digest } = bundle
    const generation = this.#generationOf(current)
    const known = served && { identity: served.identity, isCopy: served.isCopy }
    const database = this.#database && { address: this.#database, id: bundle.id }
    return { generation, file, digest, replacementFailure, served: known, ...(database && { database }) }
  }

  #generationOf(corpus: Corpus): number {
    const generation = this.#generations.get(corpus) ?? ++this.#lastGeneration
    this.#generations.set(corpus, generation)
    return generation
  }
}

const isProgress = (message: PublishedCorpus) => 'details' in message && message.details.stage !== undefined

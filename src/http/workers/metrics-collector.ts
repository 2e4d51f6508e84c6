/** Collects the metrics of all workers in the primary, at the request of one of them. */
import { aggregate, type Snapshot } from '../metrics.ts'
import type { ToPrimary, ToWorker } from './messages.ts'

/** How long to wait for the snapshots of workers, one of which may be dying, in milliseconds. */
const TIMEOUT = 1000

interface Workers {
  /** The workers that can receive messages. */
  ids(): number[]
  send(worker: number, message: ToWorker): void
}

interface Round {
  snapshots: Snapshot[]
  missing: number
  finish: () => void
}

export class MetricsCollector {
  readonly #workers: Workers
  readonly #rounds = new Map<number, Round>()
  #count = 0

  constructor(workers: Workers) {
    this.#workers = workers
  }

  /** Handles a message of a worker if it is about metrics. */
  async receive(worker: number, message: ToPrimary): Promise<void> {
    if (message.type === 'metrics_wanted')
      this.#workers.send(worker, { type: 'metrics', request: message.request, text: await this.collect() })
    if (message.type === 'snapshot') this.#add(message.round, message.snapshot)
  }

  /** Returns the metrics of all workers, as text. */
  async collect(): Promise<string> {
    const number = ++this.#count
    const workers = this.#workers.ids()
    const { promise, resolve } = Promise.withResolvers<void>()
    const round: Round = { snapshots: [], missing: workers.length, finish: resolve }
    this.#rounds.set(number, round)
    const timeout = setTimeout(resolve, TIMEOUT)
    for (const worker of workers) this.#workers.send(worker, { type: 'snapshot_wanted', round: number })
    await promise
    clearTimeout(timeout)
    this.#rounds.delete(number)
    return aggregate(round.snapshots)
  }

  #add(number: number, snapshot: Snapshot): void {
    const round = this.#rounds.get(number)
    round?.snapshots.push(snapshot)
    if (round !== undefined && --round.missing === 0) round.finish()
  }
}

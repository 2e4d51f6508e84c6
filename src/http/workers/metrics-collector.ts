/** The figures of all workers together: asked for by one of them, collected from each, put together in the primary. */
import { aggregate, type Snapshot } from '../metrics.ts'
import type { ToPrimary, ToWorker } from './messages.ts'

/** How long a worker may take to tell its figures, in milliseconds: one that dies is not waited for. */
const PATIENCE = 1000

interface Workers {
  /** The workers that can be told something. */
  ids(): number[]
  tell(worker: number, message: ToWorker): void
}

interface Round {
  snapshots: Snapshot[]
  missing: number
  finish: () => void
}

export class MetricsCollector {
  readonly #crew: Workers
  readonly #rounds = new Map<number, Round>()
  #count = 0

  constructor(crew: Workers) {
    this.#crew = crew
  }

  /** Does what a worker asks for or tells, if it is about figures. */
  hear(worker: number, message: ToPrimary): void {
    if (message.type === 'metrics_wanted') this.#collect().then((text) => this.#answer(worker, message.request, text))
    if (message.type === 'snapshot') this.#add(message.round, message.snapshot)
  }

  #answer(worker: number, request: number, text: string): void {
    this.#crew.tell(worker, { type: 'metrics', request, text })
  }

  async #collect(): Promise<string> {
    const number = ++this.#count
    const workers = this.#crew.ids()
    const { promise, resolve } = Promise.withResolvers<void>()
    const round: Round = { snapshots: [], missing: workers.length, finish: resolve }
    this.#rounds.set(number, round)
    const overdue = setTimeout(resolve, PATIENCE)
    for (const worker of workers) this.#crew.tell(worker, { type: 'snapshot_wanted', round: number })
    await promise
    clearTimeout(overdue)
    this.#rounds.delete(number)
    return aggregate(round.snapshots)
  }

  #add(number: number, snapshot: Snapshot): void {
    const round = this.#rounds.get(number)
    round?.snapshots.push(snapshot)
    if (round !== undefined && --round.missing === 0) round.finish()
  }
}

/** Searches a bundle for a pattern, on all cores. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { NormMatches } from '../corpus/pattern-matches.ts'
import { LegalTextError } from '../errors.ts'
import { moduleUrl } from '../package.ts'
import type { NormRange, ScanOrder, ScanResult } from './pattern-worker.ts'

/** Norms that a worker searches at a time: some milliseconds for most patterns. */
const NORMS_PER_SCAN = 256

/** Scans queued for each worker, so that it never waits. What they found is held until it is read. */
const QUEUE_PER_WORKER = 4

/**
 * Longest time in milliseconds for the norms of one scan. Only a pattern that tries exponentially many ways takes as long,
 * and it would take longer than anyone waits.
 */
const LONGEST_SCAN = 10_000

/**
 * Searches norms, and returns those with a match in the order of their numbers. Ending the iteration ends the workers.
 * @param longestScan in milliseconds
 * @throws LegalTextError `invalid_input` if the pattern takes too long or too much memory; `not_ready` if the bundle is
 *   damaged
 */
export async function* scanBundle(
  order: ScanOrder,
  ranges: readonly NormRange[],
  longestScan = LONGEST_SCAN,
): AsyncGenerator<NormMatches[]> {
  const scans = ranges.flatMap(scansOf)
  const workers = Array.from({ length: Math.min(availableParallelism(), scans.length) }, () => {
    return new ScanWorker(order, longestScan)
  })
  const pending: Promise<NormMatches[]>[] = []
  try {
    for (let next = 0; next < scans.length || pending.length > 0; ) {
      for (; next < scans.length && pending.length < workers.length * QUEUE_PER_WORKER; next++) {
        const found = leastBusy(workers).scan(scans[next] as NormRange)
        found.catch(() => {})
        pending.push(found)
      }
      const found = (await pending.shift()) as NormMatches[]
      if (found.length > 0) yield found
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.end()))
  }
}

function scansOf({ start, end }: NormRange): NormRange[] {
  const count = Math.ceil((end - start) / NORMS_PER_SCAN)
  return Array.from({ length: count }, (_, index) => {
    const from = start + index * NORMS_PER_SCAN
    return { start: from, end: Math.min(from + NORMS_PER_SCAN, end) }
  })
}

const leastBusy = (workers: readonly ScanWorker[]) =>
  workers.reduce((one, other) => (other.queued < one.queued ? other : one))

/** A worker thread with a limit of time for each scan. */
class ScanWorker {
  readonly #worker: Worker
  readonly #longestScan: number
  /** In the order in which they will be answered. */
  readonly #pending: PromiseWithResolvers<NormMatches[]>[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(order: ScanOrder, longestScan: number) {
    this.#longestScan = longestScan
    this.#worker = new Worker(moduleUrl('sqlite/pattern-worker'), { execArgv: [], workerData: order })
    this.#worker.on('message', (result: ScanResult) => {
      const answer = this.#pending.shift()
      if ('fault' in result) answer?.reject(new LegalTextError('not_ready', result.fault))
      else answer?.resolve(result.found)
      this.#watch()
    })
    this.#worker.on('error', (error) => {
      // Of a pattern that goes back further than V8's stack for expressions holds.
      this.#fail(error instanceof RangeError ? tooCostly('needs too much memory') : error)
    })
  }

  get queued(): number {
    return this.#pending.length
  }

  scan(range: NormRange): Promise<NormMatches[]> {
    const answer = Promise.withResolvers<NormMatches[]>()
    this.#pending.push(answer)
    this.#worker.postMessage(range)
    if (this.#pending.length === 1) this.#watch()
    return answer.promise
  }

  async end(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#worker.terminate()
  }

  #watch(): void {
    clearTimeout(this.#timer)
    if (this.#pending.length === 0) return
    this.#timer = setTimeout(() => this.#fail(tooCostly('takes too long')), this.#longestScan)
  }

  #fail(reason: unknown): void {
    clearTimeout(this.#timer)
    for (const answer of this.#pending.splice(0)) answer.reject(reason)
    void this.#worker.terminate()
  }
}

function tooCostly(fault: string): LegalTextError {
  const message =
    `the pattern ${fault}: it can match the same text in too many ways; avoid repetitions within a repetition, as in ` +
    '(a+)+, several of any character in a row, as in .*.*, and references to groups'
  return new LegalTextError('invalid_input', message, { issues: [{ path: 'pattern', message }] })
}

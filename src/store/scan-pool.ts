/** Searches norms for a pattern, on all cores. */

import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { say } from '../i18n/texts.ts'
import type { PatternRequest } from '../model/corpus.ts'
import type { NormMatches } from '../model/pattern-matches.ts'
import { moduleUrl } from '../program/package.ts'
import { LegalTextError } from '../util/errors.ts'
import { isOfToday } from './bundle-schema.ts'
import type { AskRows } from './read-rows.ts'

/** Norms that a worker searches at a time: some milliseconds for most patterns. */
const NORMS_PER_SCAN = 256

/** Scans queued for each worker, so that it never waits. What they found is held until it is read. */
const QUEUE_PER_WORKER = 4

/**
 * Longest time in milliseconds for the norms of one scan. Only a pattern that tries exponentially many ways takes as long,
 * and it would take longer than anyone waits.
 */
const LONGEST_SCAN = 10_000

/** The numbers of norms: `[start, end)`. */
export interface NormRange {
  start: number
  end: number
}

/** What a worker answers. An error other than of the corpus ends it. */
export type ScanResult = { found: NormMatches[] } | { fault: string }

export interface Scan<Job> {
  /** The module that runs in the workers, as `moduleUrl` names it. It answers each job with a {@link ScanResult}. */
  module: string
  /** What a worker gets when it starts. */
  order: unknown
  /** Makes the job of a worker for some norms. */
  jobFor(norms: NormRange): Job | Promise<Job>
  /** In milliseconds. */
  longestScan?: number
}

/**
 * Searches norms, and returns those with a match in the order of their numbers. Ending the iteration ends the workers.
 * @throws LegalTextError `invalid_input` if the pattern takes too long or too much memory; `not_ready` if the corpus is
 *   damaged
 */
export async function* scanNorms<Job>(
  { module, order, jobFor, longestScan = LONGEST_SCAN }: Scan<Job>,
  ranges: readonly NormRange[],
): AsyncGenerator<NormMatches[]> {
  const scans = ranges.flatMap(scansOf)
  const norms = ranges.reduce((sum, { start, end }) => sum + end - start, 0)
  const workers = Array.from({ length: Math.min(availableParallelism(), Math.ceil(norms / NORMS_PER_SCAN)) }, () => {
    return new ScanWorker<Job>(module, order, longestScan)
  })
  const pending: Promise<NormMatches[]>[] = []
  try {
    for (let next = 0; next < scans.length || pending.length > 0; ) {
      for (; next < scans.length && pending.length < workers.length * QUEUE_PER_WORKER; next++) {
        const found = scanned(jobFor(scans[next] as NormRange), workers)
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

async function scanned<Job>(job: Job | Promise<Job>, workers: readonly ScanWorker<Job>[]): Promise<NormMatches[]> {
  const ready = job instanceof Promise ? await job : job
  const leastBusy = workers.reduce((one, other) => (other.queued < one.queued ? other : one))
  return leastBusy.scan(ready)
}

/** A worker thread with a limit of time for each scan. */
class ScanWorker<Job> {
  readonly #worker: Worker
  readonly #longestScan: number
  /** In the order in which they will be answered. */
  readonly #pending: PromiseWithResolvers<NormMatches[]>[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(module: string, order: unknown, longestScan: number) {
    this.#longestScan = longestScan
    this.#worker = new Worker(moduleUrl(module), { execArgv: [], workerData: order })
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

  scan(job: Job): Promise<NormMatches[]> {
    const answer = Promise.withResolvers<NormMatches[]>()
    this.#pending.push(answer)
    this.#worker.postMessage(job)
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
  const message = say`the pattern ${fault}: it can match the same text in too many ways; avoid repetitions within a repetition, as in (a+)+, several of any character in a row, as in .*.*, and references to groups`
  return new LegalTextError('invalid_input', message, { issues: [{ path: 'pattern', message }] })
}

/** The numbers of the norms of laws. Laws that follow one another are one range. */
export async function normRanges(
  ask: AskRows,
  { codes, jurisdiction }: Pick<PatternRequest, 'codes' | 'jurisdiction'>,
): Promise<NormRange[]> {
  const ranges: NormRange[] = []
  const laws = await ask<NormRange>(
    `SELECT first_norm AS start, first_norm + norm_count AS "end" FROM law
     WHERE ${isOfToday()} AND ${codes.length > 0 ? `code IN (${codes.map(() => '?').join()})` : 'true'}
     AND ${jurisdiction === undefined ? 'true' : 'lower(jurisdiction) = lower(?)'} ORDER BY first_norm`,
    ...codes,
    ...(jurisdiction === undefined ? [] : [jurisdiction]),
  )
  for (const { start, end } of laws) {
    const last = ranges.at(-1)
    if (last?.end === start) last.end = end
    else ranges.push({ start, end })
  }
  return ranges
}

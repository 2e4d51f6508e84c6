/** Searches norms for a pattern, on all cores; from a thread on one, since others work there too. */

import { availableParallelism } from 'node:os'
import { isMainThread } from 'node:worker_threads'
import { say } from '../i18n/texts.ts'
import type { PatternRequest } from '../model/corpus.ts'
import type { NormMatches } from '../model/pattern-matches.ts'
import { JobThread } from '../program/job-thread.ts'
import { LegalTextError } from '../util/errors.ts'
import { isOfToday } from './bundle-schema.ts'
import type { AskRows } from './read-rows.ts'

/** Batch size in norms: some milliseconds for most patterns. */
const NORMS_PER_SCAN = 256

/** Scans queued for each worker, so that it never idles. Results are held until they are read. */
const QUEUE_PER_WORKER = 4

/**
 * Timeout of a scan in milliseconds. Only a pattern with exponential backtracking takes as long, and it would take longer than
 * anyone waits.
 */
const LONGEST_SCAN = 10_000

/** Maximum number of workers of a search, and the heap limit of each in MB. */
const [MOST_WORKERS, HEAP] = isMainThread ? [availableParallelism(), undefined] : [1, 128]

/** The numbers of norms: `[start, end)`. */
export interface NormRange {
  start: number
  end: number
}

export interface Scan<Job> {
  /** The module of the workers, as `threadModule` names it. It answers each job with the norms that match. */
  module: string
  /** Start data of a worker. */
  order: unknown
  /** Makes the job of a worker for some norms. */
  jobFor(norms: NormRange): Job | Promise<Job>
  /** Timeout of a scan in milliseconds. */
  longestScan?: number
}

/**
 * Searches norms, and yields those with a match in the order of their numbers. Ending the iteration ends the workers.
 * @throws LegalTextError `invalid_input` if the pattern takes too long or too much memory; `not_ready` if the corpus is damaged
 */
export async function* scanNorms<Job>(
  { module, order, jobFor, longestScan = LONGEST_SCAN }: Scan<Job>,
  ranges: readonly NormRange[],
): AsyncGenerator<NormMatches[]> {
  const scans = ranges.flatMap(scansOf)
  const norms = ranges.reduce((sum, { start, end }) => sum + end - start, 0)
  const workers = Array.from({ length: Math.min(MOST_WORKERS, Math.ceil(norms / NORMS_PER_SCAN)) }, () => {
    return new JobThread<Job, NormMatches[]>({
      ...{ module, order, longest: longestScan, overLimit: tooCostly },
      ...(HEAP && { heap: HEAP }),
    })
  })
  const scanned = async (range: NormRange) => {
    const made = jobFor(range)
    const job = made instanceof Promise ? await made : made
    return workers.reduce((one, other) => (other.queued < one.queued ? other : one)).run(job)
  }
  const pending: Promise<NormMatches[]>[] = []
  try {
    for (let next = 0; next < scans.length || pending.length > 0; ) {
      for (; next < scans.length && pending.length < workers.length * QUEUE_PER_WORKER; next++) {
        const found = scanned(scans[next] as NormRange)
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

function tooCostly(limit: 'time' | 'memory'): LegalTextError {
  const fault = limit === 'time' ? say`takes too long` : say`needs too much memory`
  const message = say`the pattern ${fault}: it can match the same text in too many ways; avoid repetitions within a repetition, as in (a+)+, several of any character in a row, as in .*.*, and references to groups`
  return new LegalTextError('invalid_input', message, { issues: [{ path: 'pattern', message }] })
}

/** The ranges of the norms of laws. Adjacent laws share a range. */
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

/** Worker thread: searches norms of a bundle for a pattern, some at a time. */
import { parentPort, workerData } from 'node:worker_threads'
import type { NormMatches, PatternRequest } from '../corpus/pattern-matches.ts'
import { LegalTextError } from '../errors.ts'
import { refuseBundle } from '../tables/bundle-schema.ts'
import { openBundleDatabase } from './bundle-database.ts'
import { PatternScanner } from './pattern-scanner.ts'

export interface ScanOrder extends Pick<PatternRequest, 'pattern' | 'parts'> {
  file: string
  /** Of the bundle that was opened; the file may have been replaced. */
  digest: string
}

/** The numbers of norms: `[start, end)`. */
export interface NormRange {
  start: number
  end: number
}

/** An error other than of the corpus ends the worker. */
export type ScanResult = { found: NormMatches[] } | { fault: string }

let scanner: PatternScanner | undefined

parentPort?.on('message', ({ start, end }: NormRange) => {
  parentPort?.postMessage(scanned(start, end))
})

function scanned(start: number, end: number): ScanResult {
  try {
    scanner ??= openScanner(workerData as ScanOrder)
    return { found: scanner.scan(start, end) }
  } catch (error) {
    if (error instanceof LegalTextError) return { fault: error.message }
    throw error
  }
}

function openScanner({ file, digest, ...request }: ScanOrder): PatternScanner {
  const opened = openBundleDatabase(file)
  if (opened.digest !== digest) refuseBundle(file, 'it has been replaced since it was opened')
  return new PatternScanner(opened.database, request)
}

/** Worker thread: searches norms of a bundle for a pattern, some at a time. */
import { parentPort, workerData } from 'node:worker_threads'
import type { PatternRequest } from '../corpus/pattern-matches.ts'
import { LegalTextError } from '../errors.ts'
import { refuseBundle } from '../tables/bundle-schema.ts'
import type { NormRange, ScanResult } from '../tables/scan-pool.ts'
import { openBundleDatabase } from './bundle-database.ts'
import { PatternScanner } from './pattern-scanner.ts'

export interface ScanOrder extends Pick<PatternRequest, 'pattern' | 'parts'> {
  file: string
  /** Of the bundle that was opened; the file may have been replaced. */
  digest: string
}

let scanner: PatternScanner | undefined

parentPort?.on('message', (norms: NormRange) => {
  parentPort?.postMessage(scanned(norms))
})

function scanned(norms: NormRange): ScanResult {
  try {
    scanner ??= openScanner(workerData as ScanOrder)
    return { found: scanner.scan(norms) }
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

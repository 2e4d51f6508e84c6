/** Worker thread: searches norms of a published corpus for a pattern, some at a time. */

import { parentPort, workerData } from 'node:worker_threads'
import { sent } from '../../i18n/texts.ts'
import type { NormMatches, PatternRequest } from '../../model/pattern-matches.ts'
import { LegalTextError } from '../../util/errors.ts'
import type { PackedText } from '../packed-text.ts'
import type { ScanResult } from '../scan-pool.ts'
import { TextMatcher } from '../text-matcher.ts'

/** A norm with its text. */
export type TextRow = Omit<NormMatches, 'lines'> & { text: PackedText }

const matcher = new TextMatcher(workerData as Pick<PatternRequest, 'pattern' | 'parts'>)

parentPort?.on('message', (rows: TextRow[]) => {
  parentPort?.postMessage(scanned(rows))
})

function scanned(rows: readonly TextRow[]): ScanResult {
  try {
    const found = rows.flatMap(({ text, ...norm }): NormMatches[] => {
      const lines = matcher.linesOf({ heading: norm.heading, text })
      return lines.length > 0 ? [{ ...norm, lines }] : []
    })
    return { found }
  } catch (error) {
    if (error instanceof LegalTextError) return { fault: sent(error.message) }
    throw error
  }
}

/** Worker thread: searches norms of a bundle for a pattern, in batches. */

import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { say } from '../../i18n/texts.ts'
import type { NormMatches, PatternRequest } from '../../model/pattern-matches.ts'
import { serveJobs } from '../../program/job-thread.ts'
import { refuseBundle } from '../bundle-schema.ts'
import type { PackedText } from '../packed-text.ts'
import type { NormRange } from '../scan-pool.ts'
import { TextMatcher } from '../text-matcher.ts'
import { openBundleDatabase } from './bundle-database.ts'

export interface ScanOrder extends Pick<PatternRequest, 'pattern' | 'parts'> {
  file: string
  /** Of the opened bundle; the file may have been replaced. */
  digest: string
}

let scanner: PatternScanner | undefined

serveJobs((norms: NormRange, order: ScanOrder) => {
  scanner ??= openScanner(order)
  return scanner.scan(norms)
})

function openScanner({ file, digest, ...request }: ScanOrder): PatternScanner {
  const opened = openBundleDatabase(file)
  if (opened.digest !== digest) refuseBundle(file, say`it has been replaced since it was opened`)
  return new PatternScanner(opened.database, request)
}

const CONTEXT = `
SELECT law.code, law.abbreviation, norm.path AS norm, norm.label, norm.heading
FROM norm JOIN law ON law.id = norm.law WHERE norm.id = ?`

export class PatternScanner {
  readonly #matcher: TextMatcher
  readonly #required: readonly string[]
  readonly #texts: StatementSync
  readonly #context: StatementSync
  /** Node.js 22 finalizes the statements of an unreferenced database. */
  readonly database: DatabaseSync

  constructor(database: DatabaseSync, request: Pick<PatternRequest, 'pattern' | 'parts'>) {
    this.database = database
    this.#matcher = new TextMatcher(request)
    this.#required = request.pattern.required
    const holdsOne = this.#required.map(() => 'instr(heading, ?) OR instr(text, ?)').join(' OR ')
    const condition = holdsOne === '' ? '' : `AND (typeof(text) = 'blob' OR ${holdsOne})`
    this.#texts = database.prepare(
      `SELECT norm.id, heading, text FROM norm JOIN content ON content.id = norm.content
       WHERE norm.id >= ? AND norm.id < ? ${condition} ORDER BY norm.id`,
    )
    this.#context = database.prepare(CONTEXT)
  }

  /** Returns the norms of a range that match. */
  scan({ start, end }: NormRange): NormMatches[] {
    const rows = this.#texts.all(start, end, ...this.#required.flatMap((text) => [text, text]))
    return (rows as unknown as { id: number; heading: string; text: PackedText }[]).flatMap(({ id, ...row }) => {
      const lines = this.#matcher.linesOf(row)
      return lines.length > 0 ? [{ ...(this.#context.get(id) as unknown as NormMatches), lines }] : []
    })
  }
}

/** Worker thread: searches norms of a published corpus for a pattern, in batches. */
import type { NormMatches, PatternRequest } from '../../model/pattern-matches.ts'
import { serveJobs } from '../../program/job-thread.ts'
import type { PackedText } from '../packed-text.ts'
import { TextMatcher } from '../text-matcher.ts'

/** A norm with its text. */
export type TextRow = Omit<NormMatches, 'lines'> & { text: PackedText }

let matcher: TextMatcher | undefined

serveJobs((rows: readonly TextRow[], order: Pick<PatternRequest, 'pattern' | 'parts'>) => {
  matcher ??= new TextMatcher(order)
  return rows.flatMap(({ text, ...norm }): NormMatches[] => {
    const lines = matcher?.linesOf({ heading: norm.heading, text }) ?? []
    return lines.length > 0 ? [{ ...norm, lines }] : []
  })
})

/** Whether a corpus is open, and which. */
import { fieldLines, formatNumber } from './fields.ts'
import type { Screen } from './screen.ts'

interface StatusAnswer {
  status: string
  bundle_id: string
  digest: string
  schema_version: number
  laws: number
  norms: number
  limitations: number
}

/** Draws the status. */
export function statusPage(answer: StatusAnswer, screen: Screen): string {
  return fieldLines(screen, [
    ['Status', answer.status],
    ['Bundle', answer.bundle_id],
    ['Digest', answer.digest],
    ['Schema', answer.schema_version],
    ['Laws', formatNumber(answer.laws)],
    ['Norms', formatNumber(answer.norms)],
    ['Limitations', formatNumber(answer.limitations)],
  ]).join('\n')
}

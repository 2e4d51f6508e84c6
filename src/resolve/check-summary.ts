/** How many citations were checked, and with what result. */
import type { CheckedText, Finding } from './check-text.ts'
import type { CitationClass } from './citation.ts'
import type { FindingStatus } from './rest-of-norm.ts'

export interface CheckSummary {
  files: number
  citations: number
  /** Those that lead to a norm in force: the `right` ones. */
  verified: number
  unverified: number
  /** Verified ones with a message, such as on a part that is not checked. */
  with_note: number
  /** Designations that cite no law: of contracts, of by-laws, of annexes without a law. No citations, so not counted. */
  set_aside: number
  by_status: Record<FindingStatus, number>
  by_class: Record<CitationClass, number>
}

export function emptySummary(): CheckSummary {
  return {
    files: 0,
    citations: 0,
    verified: 0,
    unverified: 0,
    with_note: 0,
    set_aside: 0,
    by_status: {
      resolved: 0,
      repealed: 0,
      not_found: 0,
      out_of_range: 0,
      ambiguous: 0,
      unknown_law: 0,
      unread: 0,
    },
    by_class: { right: 0, wrong: 0, uncertain: 0, outside: 0 },
  }
}

/** True if the citation leads to a norm in force. The norm of a citation that is not verified may have been found. */
export const isVerified = (finding: Pick<Finding, 'class'>) => finding.class === 'right'

/** Adds the findings of one text. */
export function addToSummary(summary: CheckSummary, { findings, setAside }: CheckedText): void {
  summary.files++
  summary.set_aside += setAside
  summary.citations += findings.length
  for (const finding of findings) {
    summary.by_status[finding.status]++
    summary.by_class[finding.class]++
    if (!isVerified(finding)) summary.unverified++
    else summary.verified++
    if (isVerified(finding) && finding.message !== null) summary.with_note++
  }
}

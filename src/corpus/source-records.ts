/** What a corpus tells of its sources: those that were not imported, and what is wrong with the others. */

export type TerminalState = 'unsupported_format' | 'source_unavailable' | 'parse_failed' | 'excluded_by_policy'

export interface SourceLimitation {
  limitation_id: string
  /** `none` for a file in a format that no family reads. */
  source_family: string
  source_id: string
  title: string
  source_url: string | null
  terminal_state: TerminalState
  reason: string
  state_code: string | null
  law_id: string | null
  retrieved_at: string | null
  /** HTTP status with which the source answered, `null` if it is not known. */
  http_status: number | null
  /** Whether another attempt may help, `null` if the source does not say. */
  retryable: boolean | null
}

/** Something wrong with a source that was imported. */
export interface SourceFinding {
  source_family: string
  source_id: string
  /** Code of the law that it is about, `null` if it is about none. */
  law_id: string | null
  reason: string
}

export interface LimitationFilter {
  source_family?: string | undefined
  terminal_state?: string | undefined
  state_code?: string | undefined
  law_id?: string | undefined
}

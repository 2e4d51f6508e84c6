/** Records on sources: those that were not imported, and faults of the others. */

/** Why a source was not imported. */
export type TerminalState = 'unsupported_format' | 'source_unavailable' | 'parse_failed' | 'excluded_by_policy'

/** A known source that was not imported, with the reason. */
export interface SourceLimitation {
  limitation_id: string
  /** `none` for a file that no family reads. */
  source_family: string
  source_id: string
  title: string
  source_url: string | null
  terminal_state: TerminalState
  reason: string
  state_code: string | null
  law_id: string | null
  retrieved_at: string | null
  /** HTTP status of the source's response, `null` if unknown. */
  http_status: number | null
  /** Whether another attempt can help, `null` if unknown. */
  retryable: boolean | null
}

/** A fault of an imported source. */
export interface SourceFinding {
  source_family: string
  source_id: string
  /** Code of the law concerned, `null` if there is none. */
  law_id: string | null
  reason: string
}

/** Values that fields of source limitations must have. */
export interface LimitationFilter {
  source_family?: string | undefined
  terminal_state?: string | undefined
  state_code?: string | undefined
  law_id?: string | undefined
}

/** The source limitations that a package lists. */
import type { TerminalState } from '../../../corpus/corpus.ts'
import type { ParsedFinding, ParsedLimitation } from '../../../corpus/parsed-law.ts'
import { finding, readable } from './finding.ts'
import { isObject } from './package-files.ts'
import { check, type LimitationRecord, limitationRecord } from './schema.ts'

export const LIMITATIONS_FILE = 'source-limitations.json'

/** Words in the names of other terminal states, with the nearest of ours. */
const NEAREST: [words: RegExp, state: TerminalState][] = [
  [/unavailable|missing|not_found|unreachable|timeout|network|http/, 'source_unavailable'],
  [/unsupported|format|pdf/, 'unsupported_format'],
  [/policy|excluded|licen[cs]e|robots|terms/, 'excluded_by_policy'],
  [/parse|invalid|malformed|broken/, 'parse_failed'],
]

const STATES = new Set<string>(NEAREST.map(([, state]) => state))

/** Reads the records. Those that cannot be read become findings. */
export function readLimitations(records: readonly unknown[]): {
  limitations: ParsedLimitation[]
  findings: ParsedFinding[]
} {
  const limitations: ParsedLimitation[] = []
  const findings: ParsedFinding[] = []
  for (const [index, value] of records.entries()) {
    const place = `${LIMITATIONS_FILE}[${index}]`
    const name = isObject(value) && typeof value.limitation_id === 'string' ? value.limitation_id : place
    const checked = check(limitationRecord, value)
    if ('record' in checked) limitations.push(limitationFrom(checked.record))
    else findings.push(finding(name, `${place} is left out: ${checked.issues}`))
  }
  return { limitations, findings }
}

function limitationFrom(record: LimitationRecord): ParsedLimitation {
  const { source_family, source_id, terminal_state, details } = record
  const isOurs = STATES.has(terminal_state)
  const nearest = NEAREST.find(([words]) => words.test(terminal_state.toLowerCase()))?.[1] ?? 'source_unavailable'
  const reason = [
    record.reason,
    isOurs ? undefined : `terminal state of the source: ${terminal_state}`,
    record.jurisdiction && `jurisdiction: ${record.jurisdiction}`,
    isEmpty(details) ? undefined : readable(details),
  ]
  const detail: Record<string, unknown> = isObject(details) ? details : {}
  const lawOfDetails = typeof detail.law_id === 'string' ? detail.law_id : null
  return {
    sourceFamily: source_family,
    sourceId: source_id,
    title: record.title ?? source_id,
    sourceUrl: record.source_url || null,
    terminalState: isOurs ? (terminal_state as TerminalState) : nearest,
    reason: reason.filter(Boolean).join('; ') || 'the source gives no reason',
    lawId: record.law_id ?? lawOfDetails,
    stateCode: record.state_code ?? null,
    retrievedAt: record.retrieved_at ?? record.decided_at ?? null,
    limitationId: record.limitation_id || null,
    httpStatus: integer(record.http_status) ?? integer(detail.http_status),
    retryable: boolean(record.retryable) ?? boolean(detail.retryable),
  }
}

/** Reads a number, also one that is written as text. */
function integer(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  return Number.isSafeInteger(number) ? (number as number) : null
}

const boolean = (value: unknown) => (typeof value === 'boolean' ? value : null)

const isEmpty = (details: unknown) =>
  details === undefined || details === null || (isObject(details) && Object.keys(details).length === 0)

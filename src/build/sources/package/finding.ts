/** What a package has that cannot be read is a finding: left out, and told as a source limitation. */
import type { Limitation } from '../../source.ts'

/** The source family of laws whose record names none, and of findings that are about no law. */
export const PACKAGE_FAMILY = 'json-package'

/** The law that a finding is about, as far as it is known. */
export interface LawOfFinding {
  code: string
  sourceFamily?: string | undefined
  sourceUrl?: string | undefined
  fetchedAt?: string | undefined
}

/**
 * @param sourceId the record's own identifier, else where it stands: `laws.json[3]`
 * @param reason what is wrong, and where
 */
export function finding(sourceId: string, reason: string, law?: LawOfFinding): Limitation {
  return {
    sourceFamily: law?.sourceFamily ?? PACKAGE_FAMILY,
    sourceId,
    title: sourceId,
    sourceUrl: law?.sourceUrl ?? '',
    terminalState: 'parse_failed',
    reason,
    lawId: law?.code ?? null,
    ...(law?.fetchedAt !== undefined && { retrievedAt: law.fetchedAt }),
  }
}

/** A record for people: `code: UNKNOWN; note: …`. */
export function readable(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value)
  return Object.entries(value)
    .map(([key, entry]) => `${key}: ${typeof entry === 'string' ? entry : JSON.stringify(entry)}`)
    .join('; ')
}

/** Findings about what is imported of a package, and limitations for laws and files that are not. */
import type { ParsedFinding, ParsedLimitation } from '../../model/parsed-law.ts'

/** The source family of laws whose record names none, and of findings that are about no law. */
export const PACKAGE_FAMILY = 'json-package'

/** The law that a finding is about, as far as it is known. */
export interface LawOfFinding {
  code: string
  sourceFamily?: string | undefined
  sourceUrl?: string | null | undefined
  fetchedAt?: string | undefined
}

/**
 * Makes a finding about the package, or about a law of it that is served.
 * @param sourceId identifier of the record, else its place: `norms.json[3]`
 * @param reason what is wrong, and where
 */
export function finding(sourceId: string, reason: string, law?: LawOfFinding): ParsedFinding {
  return { sourceFamily: law?.sourceFamily ?? PACKAGE_FAMILY, sourceId, lawId: law?.code ?? null, reason }
}

/**
 * Makes a limitation for a law, a file or a record without a law.
 * @param sourceId identifier of the record, else its place: `laws.json[3]`
 * @param reason why it is not imported
 */
export function notImported(sourceId: string, reason: string, law?: LawOfFinding): ParsedLimitation {
  return {
    sourceFamily: law?.sourceFamily ?? PACKAGE_FAMILY,
    sourceId,
    title: sourceId,
    sourceUrl: law?.sourceUrl ?? null,
    terminalState: 'parse_failed',
    reason,
    lawId: law?.code ?? null,
    ...(law?.fetchedAt !== undefined && { retrievedAt: law.fetchedAt }),
  }
}

/** Writes a record for people: `code: UNKNOWN; note: …`. */
export function readable(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value)
  return Object.entries(value)
    .map(([key, entry]) => `${key}: ${typeof entry === 'string' ? entry : JSON.stringify(entry)}`)
    .join('; ')
}

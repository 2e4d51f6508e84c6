/** Where a text comes from, by the `source` of its record. */
import type { Origin } from '../../../corpus/parsed-law.ts'
import { isoTimestamp } from '../../timestamp.ts'
import { normalizedHash } from './package-files.ts'
import type { SourceRecord } from './schema.ts'

/**
 * @param fallback what holds where the record says nothing, or nothing of use
 * @returns the origin, and what of the record is of no use
 */
export function originOf(
  source: SourceRecord | null | undefined,
  fallback: Origin,
): { origin: Origin; doubts: string[] } {
  const doubts: string[] = []
  const given = (value: string | null | undefined) => (value === '' ? undefined : (value ?? undefined))
  const hash = given(source?.content_hash)
  const time = given(source?.retrieved_at)
  const contentHash = hash === undefined ? fallback.contentHash : normalizedHash(hash)
  const fetchedAt = time === undefined ? fallback.fetchedAt : isoTimestamp(time)
  if (contentHash === undefined) doubts.push(`source.content_hash ${JSON.stringify(hash)} is no SHA-256`)
  if (time !== undefined && fetchedAt === undefined) {
    doubts.push(`source.retrieved_at ${JSON.stringify(time)} is no ISO 8601 date`)
  }
  const origin = {
    sourceUrl: given(source?.source_url) ?? fallback.sourceUrl,
    fetchedAt: fetchedAt ?? fallback.fetchedAt,
    contentHash: contentHash ?? fallback.contentHash,
  }
  return { origin, doubts }
}

/** The records of JSON packages. Fields that are not listed are ignored. */

import * as z from 'zod'
import { say } from '../../i18n/texts.ts'

/** A lone surrogate has no UTF-8 form, and so cannot be stored. */
const text = z.string().refine((value) => value.isWellFormed(), say`holds half a surrogate pair`)
const id = text.min(1, say`must not be empty`)
const anything = z.array(z.unknown()).nullish()

const sourceRecord = z.object({
  source_kind: text.nullish(),
  source_identifier: text.nullish(),
  source_url: text.nullish(),
  retrieved_at: text.nullish(),
  stand_date: text.nullish(),
  stand_date_issue: z.unknown().optional(),
  content_hash: text.nullish(),
  jurisdiction: text.nullish(),
  source_metadata: z.record(z.string(), z.unknown()).nullish(),
  known_issues: anything,
})
export type SourceRecord = z.infer<typeof sourceRecord>

export const lawRecord = z.object({
  canonical_id: id,
  display_code: text.nullish(),
  display_name: text.nullish(),
  jurisdiction: text.nullish(),
  source: sourceRecord.nullish(),
  aliases: z.array(text).nullish(),
  norm_count: z.int().nullish(),
  stand_date: text.nullish(),
  url: text.nullish(),
  known_issues: anything,
})
/** A law of a JSON package. Only `canonical_id`, its code, is required. */
export type LawRecord = z.infer<typeof lawRecord>

export const normRecord = z.object({
  canonical_id: text.nullish(),
  law_id: text.nullish(),
  norm_id: id,
  value: z.union([text, z.number()], 'must be text or a number').nullish(),
  title: text.nullish(),
  text: text.nullish(),
  status: text.nullish(),
  url: text.nullish(),
  source: sourceRecord.nullish(),
  subdivisions: anything,
  children: z.array(text).nullish(),
  known_issues: anything,
})
/** A norm of a JSON package. Only `norm_id`, its norm path, is required. */
export type NormRecord = z.infer<typeof normRecord>

export const subdivisionRecord = z.object({
  kind: text.nullish(),
  value: z.union([text, z.number()]).nullish(),
  text: text,
  path: text.nullish(),
})

const end = z.object({ kind: text.nullish(), id })

export const relationshipRecord = z.object({
  relationship_id: text.nullish(),
  relationship_type: id,
  subject: end,
  object: end,
  source_family: text.nullish(),
})

export const limitationRecord = z.object({
  limitation_id: text.nullish(),
  source_family: id,
  source_id: id,
  title: text.nullish(),
  state_code: text.nullish(),
  jurisdiction: text.nullish(),
  terminal_state: id,
  source_url: text.nullish(),
  retrieved_at: text.nullish(),
  decided_at: text.nullish(),
  law_id: text.nullish(),
  reason: text.nullish(),
  http_status: z.unknown().optional(),
  retryable: z.unknown().optional(),
  details: z.unknown().optional(),
})
export type LimitationRecord = z.infer<typeof limitationRecord>

/** An entry of the manifest, for packages with one file a law. */
export const manifestEntry = z.object({
  canonical_id: id,
  content_hash: text.nullish(),
  law_count: z.int().nullish(),
  norm_count: z.int().nullish(),
})

export type Checked<Record> = { record: Record } | { issues: string }

/** Checks a record. @returns the record, or what is wrong with it: `norm_id: expected string, received undefined` */
export function check<Schema extends z.ZodType>(schema: Schema, value: unknown): Checked<z.output<Schema>> {
  const result = schema.safeParse(value)
  if (result.success) return { record: result.data }
  const issues = result.error.issues.map(({ path, message }) => {
    const said = message.replace(/^Invalid input: /, '')
    return path.length === 0 ? said : `${path.join('.')}: ${said}`
  })
  return { issues: issues.slice(0, MAX_LISTED_ISSUES).join('; ') }
}

const MAX_LISTED_ISSUES = 5

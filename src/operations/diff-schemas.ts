/** Schemas of differences. The compiler checks that they have the types of `differences`. */
import * as z from 'zod'
import type { TextPart } from '../corpus/corpus.ts'
import { COMPARED, type NormDifference } from '../differences/norms.ts'
import { nullableText, record, type Schema, text } from './operation.ts'
import { normStatus, versionSpan } from './version-schemas.ts'

export const textPart = record(() => ({
  type: z.enum(['equal', 'deleted', 'inserted']),
  text,
})) satisfies Schema<TextPart>

const differenceFields = () => ({
  differs: z.array(z.enum(COMPARED)).describe('What differs; white space alone is no difference.'),
  parts: z
    .array(textPart())
    .describe('`equal` and `deleted` put together are the old text, `equal` and `inserted` the new one.'),
  heading_parts: z.array(textPart()).describe('The same of the heading.'),
  footnote_parts: z.array(textPart()).describe('The same of the footnotes.'),
})

/** One of the two norms that are compared. */
export const comparedNorm = record(() => ({
  norm: text.describe('Its path; an older one if the norm was renumbered.'),
  label: text,
  heading: text,
  status: normStatus,
  version: versionSpan(),
}))

export type ComparedNorm = z.output<ReturnType<typeof comparedNorm>>

/** The difference of a norm of a law. */
export const changedNorm = record(() => ({
  norm: text.describe('Norm path; of a renumbered norm the old one.'),
  type: z.enum(['added', 'changed', 'moved', 'removed']),
  moved_to: nullableText.describe('The new path of a renumbered norm.'),
  label: text.describe('Designation and heading as they are on the later day, or were on the earlier one.'),
  heading: text,
  from: comparedNorm().nullable().describe('The norm on the earlier day; null if there was none.'),
  to: comparedNorm().nullable(),
  ...differenceFields(),
}))

export const normDifference = record(differenceFields) satisfies Schema<NormDifference>

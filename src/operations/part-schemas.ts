/** Schemas of the subdivisions of norms, and of what stands in their texts. */
import * as z from 'zod'
import type { Attachment, Selection, Subdivision } from '../corpus/corpus.ts'
import { lazy } from '../lazy.ts'
import { nullableText, text } from './operation.ts'

const statusOfPart = lazy(() =>
  z
    .enum(['in_force', 'repealed'])
    .describe('`repealed`: the text has only `(weggefallen)` or the like in its place, or the norm is repealed.'),
)

export const subdivision = lazy(
  () => z.object({ path: text, label: text, text, status: statusOfPart() }) satisfies z.ZodType<Subdivision>,
)

export const selection = lazy(
  () =>
    z.object({
      path: text,
      text,
      status: statusOfPart(),
      lead_in: nullableText.describe(
        'The words before the part that carry it, of the sentence and the items around it, each level on lines of its own. ' +
          '`null` if there are none.',
      ),
      tail: nullableText.describe('The closing words after the list or lists that the part is in.'),
      context: z
        .array(text)
        .optional()
        .describe(
          'Of a row of a schedule: the headings, remarks and rows that govern it, then the names of the columns.',
        ),
    }) satisfies z.ZodType<Selection>,
)

export const attachment = lazy(
  () =>
    z.object({
      kind: z.enum(['image', 'file']),
      name: text,
      offset: z.int().min(0).describe('It stands before this place in `text`, in UTF-16 code units.'),
      description: text,
    }) satisfies z.ZodType<Attachment>,
)

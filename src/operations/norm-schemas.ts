/** Schemas of what is known of the text of a norm; they mirror the types of `corpus/norm-text.ts`. */
import * as z from 'zod'
import type { Attachment, Mark, Subdivision, TextSpan, TextTable } from '../corpus/norm-text.ts'
import { lazy } from './operation.ts'

const text = z.string()

export const subdivision = lazy(() => z.object({ path: text, label: text, text }) satisfies z.ZodType<Subdivision>)

export const attachment = lazy(
  () =>
    z.object({
      kind: z.enum(['image', 'file']),
      name: text,
      offset: z.int().min(0).describe('Place in `text` before which it stands, in UTF-16 code units.'),
      description: text,
    }) satisfies z.ZodType<Attachment>,
)

export const mark = lazy(
  () =>
    z.object({
      kind: z.enum(['footnote', 'note']).describe('A reference to a footnote, or the number of a note on a form.'),
      mark: text.describe('As it is printed; empty where the source does not tell.'),
      offset: z.int().min(0).describe('Place in `text` where it is printed, in UTF-16 code units.'),
    }) satisfies z.ZodType<Mark>,
)

export const textSpan = lazy(
  () =>
    z.object({
      kind: z
        .enum(['raised', 'lowered', 'bold', 'italic', 'underlined', 'small', 'spaced', 'sentence'])
        .describe('`sentence` is the raised number of a sentence, `spaced` is letter-spaced.'),
      start: z.int().min(0).describe('Place in `text` where the run begins, in UTF-16 code units.'),
      end: z.int().min(0),
    }) satisfies z.ZodType<TextSpan>,
)

export const textTable = lazy(
  () =>
    z.object({
      start: z.int().min(0).describe('Place in `text` where the table begins, in UTF-16 code units.'),
      end: z.int().min(0),
      columns: z.int().min(1),
      head_rows: z.int().min(0).describe('How many rows, from the first, are the head.'),
      merged: z
        .array(z.object({ row: z.int().min(0), column: z.int().min(0), rows: z.int().min(1), columns: z.int().min(1) }))
        .describe('Cells over several rows or columns; rows and columns count from 0.'),
      frame: z.enum(['all', 'top', 'bottom', 'topbot', 'sides', 'none']).describe('Where lines stand around it.'),
      centred_rows: z.array(z.int().min(0)).describe('Rows with centred text, of a form: a table of one column.'),
    }) satisfies z.ZodType<TextTable>,
)

export const selection = lazy(() => z.object({ path: text, text }))

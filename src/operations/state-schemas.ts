/** Schemas of what a source says of the state of a law. */
import * as z from 'zod'
import type { Ending, PendingAmendment } from '../corpus/corpus.ts'
import { lazy } from '../lazy.ts'
import { nullableText, text } from './operation.ts'

const pendingAmendment = lazy(
  () =>
    z.object({
      act: text.describe('The amending act, as the source writes it.'),
      reference: nullableText.describe('Where it is published: `2026 I Nr. 111`.'),
      effective_from: nullableText.describe('Date of its effect, the first of several; null if the source names none.'),
      scope: nullableText.describe('The part of the act that amends the law.'),
      norms: z.array(text).describe('The norms that it changes; empty if the source names none.'),
      amends: z.boolean().describe('False for a mere republication, which changes no wording.'),
      note: text.describe('The note of the source.'),
    }) satisfies z.ZodType<PendingAmendment>,
)

const ending = lazy(
  () =>
    z.object({
      on: nullableText.describe('Date that the source names; null if it names none.'),
      last_day: nullableText.describe('The last day in force.'),
      norms: z.array(text).describe('The norms that end, or parts of them; empty for the whole law.'),
      except: z.array(text).describe('The norms that do not end.'),
      note: text.describe('The note of the source.'),
    }) satisfies z.ZodType<Ending>,
)

/** Fields of a law, and of a norm as its law has them. */
export const stateFields = () => ({
  documented_to: nullableText.describe('Date of the newest amendment that the source has documented in full.'),
  pending: z.array(pendingAmendment()).describe('Amendments that the text does not contain yet.'),
  expires_on: nullableText.describe('Date of its end, as the source names it.'),
  endings: z.array(ending()).describe('Its end and the ends of its parts, the first one first.'),
})

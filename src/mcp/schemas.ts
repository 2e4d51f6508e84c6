/** Schemas shared by structured answers of tools: those of HTTP without the fields that a model does not need. */
import * as z from 'zod'
import {
  asOfInput,
  codeInput,
  inForceOnInput as inForceOnDay,
  jurisdictionInput,
  limitInput,
  nameInput,
  nullableText,
  offsetInput,
  record,
  text,
} from '../operations/operation.ts'
import { normStatus, versionSpan } from '../operations/schemas.ts'
import { codesInput } from '../operations/searched-laws.ts'
import { lazy } from '../util/lazy.ts'

/** Offset to continue from, after a cut list. */
export const nextOffset = () => z.int().nullable().describe('`offset` of the next call; null if nothing was left out.')

/** The fields of an answer as of a day. */
export const asOfFacts = () => ({
  as_of: text.exactOptional(),
  in_force_on: text.exactOptional(),
  newest_state: text.exactOptional(),
})

/** A norm with its wording. */
export const normFacts = record(() => ({
  code: text,
  abbreviation: text,
  cite_as: text.describe('The customary citation.'),
  title: text.describe('Title of the law.'),
  norm: text.describe('Norm path.'),
  subdivision: text.exactOptional().describe('Path of the part that `text` has; absent for the whole norm.'),
  label: text,
  heading: text,
  status: normStatus,
  in_force_from: text.exactOptional(),
  in_force_to: text.exactOptional(),
  structure: z.array(text).describe('Headings above the norm, outermost first.'),
  text: text.describe('The exact wording.'),
  offset: z.int().exactOptional().describe('Where `text` begins, if not at the beginning.'),
  left_out: z.int().exactOptional().describe('How many characters of the wording follow.'),
  footnotes: text,
  attachments: z.array(text).describe('Images and files in the text.'),
  notes: z.array(text).describe('What to know before reading.'),
  version: versionSpan().exactOptional(),
  previous: nullableText,
  next: nullableText,
  cited_by: z.int().describe('How often other norms cite it.'),
  address: text.describe('URI of the resource.'),
  source: z.object({
    html_url: nullableText,
    status_date: nullableText.describe('Date of the newest amendment of the law that the text contains.'),
    documented_to: nullableText.describe('Date of the newest amendment that the source has documented in full.'),
    fetch_timestamp: nullableText,
    content_hash: text,
  }),
  ...asOfFacts(),
}))

/** An error that answers one of several requests. */
export const requestError = lazy(() => z.looseObject({ request: text, error: text, message: text }))

/** The days of the corpus, and the jurisdiction that names mean first. */
export const inForceOnInput = inForceOnDay.describe('')
export const placeInputs = { jurisdiction: jurisdictionInput.describe('') }
export const daysInputs = { as_of: asOfInput.describe(''), in_force_on: inForceOnInput, ...placeInputs }
export const lawInput = codeInput.describe('')
export const lawOfNormInput = codeInput.optional().describe('')
export const lawsInput = codesInput.describe('')
/** A norm path or a designation, without description. */
export const normName = nameInput('a norm path or a designation', 300)
export const oneNormInput = normName.describe('')
export const skipInput = offsetInput().describe('')
/** @param usual default number of entries */
export const mostInput = (maximum: number, usual: number) => limitInput(maximum, usual).describe('')

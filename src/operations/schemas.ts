/** Schemas of records of several operations. The compiler checks that they have the types of `model/corpus.ts`. */
import * as z from 'zod'
import type { NormDifference } from '../differences/norms.ts'
import type {
  Attachment,
  Change,
  CitationCount,
  Ending,
  GazetteReference,
  HeadingExtent,
  LawHeading,
  LawSummary,
  LawVersion,
  Mark,
  Norm,
  NormSummary,
  NormVersion,
  PartialOutline,
  PartOfLaw,
  PendingAmendment,
  Provenance,
  Selection,
  State,
  StructureElement,
  Subdivision,
  TextPart,
  TextSpan,
  TextTable,
  VersionSpan,
} from '../model/corpus.ts'
import { COMPARED } from '../model/corpus.ts'
import type { Successor } from '../resolve/successors.ts'
import type { ErrorBody } from '../util/errors.ts'
import { lazy } from '../util/lazy.ts'
import { nullableText, record, type Schema, text } from './operation.ts'

export const normStatus = z.enum(['in_force', 'repealed', 'not_yet_in_force'])

const versionSpanFields = () => ({
  observed_from: text.describe('Day of the first state that had this wording.'),
  observed_to: nullableText.describe('Day of the last state that had it; null for the newest.'),
  valid_from: nullableText.describe('The day from which it applies, if the source names it.'),
  valid_to: nullableText.describe('The last day on which it applies, if the source names it.'),
})

export const versionSpan = record(versionSpanFields) satisfies Schema<VersionSpan>

export const normVersion = record(() => ({
  ...versionSpanFields(),
  label: text,
  heading: text,
  status: normStatus,
  text_hash: text.describe('Hash of the text, `sha256:` and hex digits.'),
  status_note: nullableText.describe('The newest amendment of the law that the source named at its beginning.'),
  moved_from: nullableText.describe('The path that the norm had before, if only its designation changed.'),
})) satisfies Schema<NormVersion>

const changed = (how: string) => z.int().min(0).describe(`Number of norms that were ${how}.`)

export const lawVersion = record(() => ({
  observed_from: text,
  observed_to: nullableText,
  status_date: nullableText,
  status_note: nullableText,
  added: changed('added'),
  changed: changed('changed'),
  moved: changed('renumbered'),
  removed: changed('removed'),
})) satisfies Schema<LawVersion>

export const stateRange = lazy(() =>
  z
    .object({ first: text, last: text })
    .describe('Days of the first and the last state. What the first one has is not new.'),
)

export function stateRangeOf(states: readonly [State, ...State[]]): { first: string; last: string } {
  return { first: states[0].observed_on, last: (states.at(-1) as State).observed_on }
}

/** Completeness of the states' lists of laws. */
const listing = z.enum(['complete', 'cumulative', 'partial'])

export const lastListing = listing
  .nullable()
  .describe(
    'Of a law that the newest state does not have: how the last state that had it lists laws. `cumulative` means that the ' +
      'law may have ended earlier. Else null.',
  )

/** @param versions of a law, newest first */
export function lastListingOf(
  states: readonly State[],
  versions: readonly Pick<LawVersion, 'observed_to'>[],
): State['listing'] | null {
  const last = versions[0]?.observed_to ?? null
  return states.find(({ observed_on }) => observed_on === last)?.listing ?? null
}

export const change = record(() => ({
  observed_on: text.describe('Day of the first state that has it.'),
  type: z.enum(['added', 'changed', 'moved', 'removed']),
  typographic: z
    .literal(true)
    .exactOptional()
    .describe('Only soft hyphens, dashes, quotation marks or the like differ.'),
  code: text,
  abbreviation: text,
  norm: nullableText.describe('Norm path; null for a law as a whole.'),
  label: text,
  heading: text,
  moved_to: nullableText.describe('The new path of a renumbered norm.'),
  norm_count: z
    .int()
    .nullable()
    .describe('How many norms a law had that was added or removed as a whole; each is listed, too. Null for a norm.'),
})) satisfies Schema<Change>

export const state = record(() => ({
  observed_on: text.describe('The day on which the source was fetched.'),
  source: text,
  listing: listing.describe(
    '`complete`: a law that it lacks is not published. `cumulative`: likewise, but it also has laws that are no ' +
      'longer published. `partial`: it tells nothing of laws that it lacks.',
  ),
  incomplete: nullableText.describe('Why a part of it could not be read.'),
})) satisfies Schema<State>

const pendingAmendment = record(() => ({
  act: text.describe('The amending act, as the source writes it.'),
  reference: nullableText.describe('Where it is published: `2026 I Nr. 111`.'),
  effective_from: nullableText.describe('Date of its effect, the first of several; null if the source names none.'),
  scope: nullableText.describe('The part of the act that amends the law.'),
  norms: z.array(text).describe('The norms that it changes; empty if the source names none.'),
  amends: z.boolean().describe('False for a mere republication, which changes no wording.'),
  note: text.describe('The note of the source.'),
})) satisfies Schema<PendingAmendment>

const ending = record(() => ({
  on: nullableText.describe('Date that the source names; null if it names none.'),
  last_day: nullableText.describe('The last day in force.'),
  norms: z.array(text).describe('The norms that end, or parts of them; empty for the whole law.'),
  except: z.array(text).describe('The norms that do not end.'),
  note: text.describe('The note of the source.'),
})) satisfies Schema<Ending>

/** State fields of a law, or of a norm of it. */
const stateFields = () => ({
  documented_to: nullableText.describe('Date of the newest amendment that the source has documented in full.'),
  pending: z.array(pendingAmendment()).describe('Amendments that the text does not contain yet.'),
  expires_on: nullableText.describe('Date of its end, as the source names it.'),
  endings: z.array(ending()).describe('Its end and the ends of its parts, the first one first.'),
})

const lawSummaryFields = () => ({
  code: text.describe('Canonical code of the law.'),
  abbreviation: text,
  title: text,
  jurisdiction: text.describe('ISO 3166 code of the place where it is law.'),
  source_family: text,
  language: text.describe('Language of its text, ISO 639-1.'),
  norm_count: z.int().min(0),
  status_date: nullableText.describe('Date of the newest amendment that the text contains.'),
  in_force_from: nullableText.describe('Day from which this version of it is in force; null if the source names none.'),
  in_force_to: nullableText.describe('Its last day in force, if the source names one.'),
})

export const lawSummary = record(() => ({
  ...lawSummaryFields(),
  uncertain: z
    .literal(true)
    .exactOptional()
    .describe('Only one of the states before and after the day has the law: whether there was one is not known.'),
})) satisfies Schema<LawSummary>

export const provenance = record(() => ({
  source_url: nullableText.describe('URL of the source; null if unknown.'),
  html_url: nullableText.describe('URL of the page on the official site; null if unknown.'),
  fetch_timestamp: nullableText,
  content_hash: text.describe('Hash of the raw source, `sha256:` and hex digits.'),
  parser: text,
  document_id: text,
  source_version: nullableText.describe('Version of the document in the source.'),
  celex: text.exactOptional().describe('Of an act of the European Union: its CELEX number.'),
  eli: nullableText.exactOptional().describe('European Legislation Identifier.'),
  consolidated_on: nullableText
    .exactOptional()
    .describe('Day from which a consolidated text holds; null for an act as adopted.'),
  legal_effect: z.boolean().exactOptional().describe('False for a consolidated text, which is documentation only.'),
  official: z.literal(false).exactOptional().describe('Not an official text: a conversion, of a file in Markdown.'),
  file: text.exactOptional().describe('Of a conversion: the path of its file in its folder or archive.'),
  licence: nullableText.exactOptional().describe('What others may do with the text; null if the file does not say.'),
  convention: text
    .exactOptional()
    .describe('How the file says what it is: `legal-text`, `ragsource`, `legalize` or `none`.'),
})) satisfies Schema<Provenance>

const normSummaryFields = () => ({
  norm: text.describe('Norm path within the law.'),
  label: text.describe('Designation as the source writes it.'),
  heading: text,
  status: normStatus,
  in_force_from: text.exactOptional().describe('The day on which it takes or took effect, if the source names it.'),
  in_force_to: text.exactOptional().describe('Its last day in force, if the source names one.'),
  uncertain: z
    .literal(true)
    .exactOptional()
    .describe('The states before and after the day do not agree on the norm: which wording held is not known.'),
})

export const normSummary = record(normSummaryFields) satisfies Schema<NormSummary>

const structureFields = () => ({ kind: text, number: text, title: text, label: text, footnotes: text })

export const structureElement = record(structureFields) satisfies Schema<StructureElement>

const endOfExtent = () => z.object({ norm: text, label: text }).nullable()

export const headingExtent = record(() => ({
  norm_count: z.int().min(0).describe('Number of all norms under it, and of its own text, if it has one.'),
  first: endOfExtent().describe(
    'The first section or article among them, else the first norm; null if there are none.',
  ),
  last: endOfExtent(),
})) satisfies Schema<HeadingExtent>

export const partOfLaw = record(() => ({
  place: z
    .array(structureElement())
    .describe('The headings that lead to the part, outermost first; the last is its own.'),
  extent: headingExtent(),
})) satisfies Schema<PartOfLaw>

export const lawHeading = record(() => ({
  ...structureFields(),
  level: z.int().min(0).describe('Number of headings above it.'),
  start: z.int().min(0).describe('Index in `norms` of the first norm under it.'),
  end: z.int().min(0).describe('Index after the last norm under it.'),
  extent: headingExtent()
    .exactOptional()
    .describe('All norms under it, listed or not; only in an answer with `depth`.'),
})) satisfies Schema<LawHeading>

export const gazetteReference = record(() => ({ gazette: text, reference: text })) satisfies Schema<GazetteReference>

export const law = record(() => ({
  ...lawSummaryFields(),
  aliases: z.array(text),
  promulgated_on: nullableText,
  promulgation: gazetteReference()
    .extend({ also: z.array(gazetteReference()).describe('Further places.') })
    .nullable()
    .describe('The place of first publication, as the source writes it.'),
  ...stateFields(),
  status_notes: z.array(z.object({ type: text, text })),
  notes: text.describe("The source's notes on the law as a whole."),
  provenance: provenance(),
  structure: z.array(lawHeading()).describe('Its headings in document order, outer ones before inner ones.'),
  norms: z
    .array(normSummary())
    .describe('All norms in document order; with `part` only its own, with `depth` only those on its levels.'),
  depth: z.int().exactOptional().describe('The requested number of levels.'),
  part: partOfLaw()
    .exactOptional()
    .describe('The requested part. `structure` has the headings under it, and levels and indices count within it.'),
})) satisfies Schema<PartialOutline>

export const mark = record(() => ({
  kind: z
    .enum(['footnote', 'note', 'sign'])
    .describe('A reference to a footnote, the number of a note on a form, or a sign: the dash of an item.'),
  mark: text.describe('The printed mark; empty if the source does not say.'),
  offset: z.int().min(0).describe('Its place in `text`, in UTF-16 code units.'),
  note: z
    .object({ start: z.int().min(0), end: z.int().min(0) })
    .exactOptional()
    .describe('The note that it refers to, in `footnotes`, in UTF-16 code units.'),
})) satisfies Schema<Mark>

export const textSpan = record(() => ({
  kind: z
    .enum(['raised', 'lowered', 'bold', 'italic', 'underlined', 'small', 'spaced', 'sentence'])
    .describe('`sentence` is the raised number of a sentence, `spaced` is letter-spaced.'),
  start: z.int().min(0).describe('Its beginning in `text`, in UTF-16 code units.'),
  end: z.int().min(0),
})) satisfies Schema<TextSpan>

export const textTable = record(() => ({
  start: z.int().min(0).describe('Its beginning in `text`, in UTF-16 code units.'),
  end: z.int().min(0),
  columns: z.int().min(1),
  head_rows: z.int().min(0).describe('Number of rows in the head.'),
  merged: z
    .array(z.object({ row: z.int().min(0), column: z.int().min(0), rows: z.int().min(1), columns: z.int().min(1) }))
    .describe('Cells over several rows or columns; rows and columns count from 0.'),
  frame: z
    .enum(['all', 'top', 'bottom', 'topbot', 'sides', 'none'])
    .describe('Sides with a line: `topbot` is above and below, `sides` is left and right.'),
  centred_rows: z.array(z.int().min(0)).describe('Rows with centred text, in a form (a table of one column).'),
  widths: z
    .array(z.number().min(0).max(100))
    .exactOptional()
    .describe('Widths of the columns in percent; absent if the source does not name them.'),
  alignment: z
    .array(z.string().regex(/^[lcrj]*$/))
    .exactOptional()
    .describe(
      'A string for each row, with a letter for each column up to its last cell: `l` left, `c` centred, `r` right, `j` justified. Absent if all are left.',
    ),
  vertical_alignment: z
    .array(z.string().regex(/^[tmb]*$/))
    .exactOptional()
    .describe('As `alignment`: `t` top, `m` middle, `b` bottom. Absent if all are at the top.'),
  lines: z
    .array(z.string().regex(/^[rbx-]*$/))
    .exactOptional()
    .describe(
      'As `alignment`: a line `r` on the right of the cell, `b` below it, `x` both, `-` none. Absent if the source does not say.',
    ),
})) satisfies Schema<TextTable>

const statusOfPart = lazy(() =>
  z
    .enum(['in_force', 'repealed', 'not_yet_in_force'])
    .describe(
      '`repealed`: its days of effect have ended, or the text has only `(weggefallen)` or the like in its place.',
    ),
)

const daysOfPart = () => ({
  in_force_from: nullableText.exactOptional().describe('Days of effect, if they are not those of the norm.'),
  in_force_to: nullableText.exactOptional(),
})

export const subdivision = record(() => ({
  path: text,
  label: text,
  text,
  status: statusOfPart(),
  ...daysOfPart(),
})) satisfies Schema<Subdivision>

export const selection = record(() => ({
  path: text,
  text,
  status: statusOfPart(),
  ...daysOfPart(),
  lead_in: nullableText.describe(
    'The words before the part that carry it, of the sentence and the items around it, each level on lines of its own. ' +
      '`null` if there are none.',
  ),
  tail: nullableText.describe('The closing words after the list or lists that the part is in.'),
  context: z
    .array(text)
    .optional()
    .describe('Of a row of a schedule: the headings, remarks and rows that govern it, then the names of the columns.'),
})) satisfies Schema<Selection>

export const attachment = record(() => ({
  kind: z.enum(['image', 'file']),
  name: text,
  offset: z.int().min(0).describe('It stands before this place in `text`, in UTF-16 code units.'),
  description: text,
  image: z
    .object({
      sha256: text.describe('Hash of its bytes in hex digits, by which `/images/{sha256}` gives it.'),
      media_type: z.enum(['image/jpeg', 'image/png', 'image/gif']).describe('Type of its bytes.'),
      width: z.int().min(0).describe('In pixels.'),
      height: z.int().min(0).describe('In pixels.'),
    })
    .exactOptional()
    .describe('The image itself; absent if the corpus does not have it.'),
})) satisfies Schema<Attachment>

/** A norm in force that replaced another. */
export const successor = record(() => ({
  code: text,
  norm: text,
  label: text,
  heading: text,
})) satisfies Schema<Successor>

export const norm = record(() => ({
  code: text,
  abbreviation: text.describe('Abbreviation of its law.'),
  title: text.describe('Title of its law.'),
  status_date: nullableText.describe('Date of the newest amendment of its law that the text contains.'),
  ...stateFields(),
  language: text.describe('Language of the text, ISO 639-1; it may differ from that of its law.'),
  ...normSummaryFields(),
  in_force_from: nullableText.describe('The day on which it takes or took effect; null if the source names none.'),
  in_force_to: nullableText.describe('Its last day in force, if the source names one.'),
  text: text.describe('The exact wording; only white space may differ from the source.'),
  structure: z.array(structureElement()).describe('Headings above the norm, outermost first.'),
  subdivisions: z.array(subdivision()),
  footnotes: text,
  attachments: z.array(attachment()).describe('Images and files in the text, with their places.'),
  marks: z.array(mark()).describe('Marks that the source gives as attributes, with their places.'),
  spans: z.array(textSpan()).describe('Runs of the text with a typography: raised, lowered, bold, ….'),
  tables: z.array(textTable()).describe('Tables of the text: rows are lines, cells are separated by tabs.'),
  provenance: provenance(),
  previous: nullableText.describe('Path of the previous norm of the law.'),
  next: nullableText.describe('Path of the next norm of the law.'),
  selection: selection().nullable().describe('The requested subdivision.'),
  version: versionSpan()
    .exactOptional()
    .describe('When this wording was published; only in a corpus with several states.'),
})) satisfies Schema<Norm>

/** A norm with its customary name. */
export const namedNorm = lazy(() =>
  norm().extend({
    cite_as: text.describe('The customary citation: `§ 5 Abs. 4 SGB V`.'),
    successors: z.array(successor()).describe('Norms in force that took the place of a repealed one.'),
  }),
)

export const resolution = lazy(() =>
  z
    .object({ requested: text, by: z.enum(['short_form', 'range', 'approximation']), message: text })
    .nullable()
    .describe(
      'How the request led to this norm; null for an exact path. `approximation`: the request named a smaller part, or ' +
        'another version.',
    ),
)

export const citationCount = record(() => ({
  total: z.int().min(0).describe('Number of citations: the `total` of the relationships of that type.'),
  norms: z.int().min(0).describe('Number of different norms among them.'),
})) satisfies Schema<CitationCount>

export const candidate = record(() => ({
  code: text,
  norm: text.exactOptional(),
  part: text.exactOptional().describe('The name of a part of the law, for `part`.'),
  label: text,
  title: text,
  observed_on: text.exactOptional().describe('The day of the state that has it, of wordings at different times.'),
  in_force_on: text.exactOptional().describe('A day on which it is in force, if `in_force_on` asked for another one.'),
}))

/** Body of every error answer. */
export const errorBody = record(() => ({
  error: z.enum([
    'not_found',
    'ambiguous',
    'invalid_input',
    'payload_too_large',
    'unauthorized',
    'too_many_requests',
    'forbidden',
    'misdirected',
    'precondition_failed',
    'not_ready',
    'no_history',
    'method_not_allowed',
    'internal',
  ]),
  message: text,
  code: text.exactOptional().describe('The requested law code.'),
  norm: text.exactOptional().describe('The requested norm.'),
  candidates: z.array(candidate()).exactOptional(),
  suggestions: z.array(candidate()).exactOptional(),
  as_of: text.exactOptional().describe('The day as of which was asked.'),
  states: z
    .object({ first: text, last: text })
    .exactOptional()
    .describe('The days of the first and the last state of the corpus.'),
  issues: z.array(z.object({ path: text, message: text })).exactOptional(),
  stage: text.exactOptional().describe('The stage of the work until the corpus is ready.'),
  done: z.int().exactOptional().describe('Progress of the stage, of `total`.'),
  total: z.int().exactOptional(),
  retry_after: z.int().exactOptional().describe('Seconds until the next request is accepted.'),
  request_id: text.exactOptional().describe('Id of the request in the log of the server.'),
})) satisfies Schema<ErrorBody>

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

/** One of two compared norms. */
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

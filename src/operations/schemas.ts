/** Schemas of the records that operations return. They mirror the types of `corpus/corpus.ts`; the compiler checks it. */
import * as z from 'zod'
import type {
  BuildAccount,
  Coverage,
  GazetteReference,
  Law,
  LawHeading,
  LawSummary,
  Norm,
  NormSummary,
  Provenance,
  Relationship,
  SourceLimitation,
  StructureElement,
} from '../corpus/corpus.ts'
import type { ErrorBody } from '../errors.ts'
import type { Citation } from '../resolve/citation.ts'

import { attachment, mark, selection, subdivision, textSpan, textTable } from './norm-schemas.ts'
import { lazy } from './operation.ts'

const text = z.string()
const nullableText = z.string().nullable()

export const normStatus = z.enum(['in_force', 'repealed', 'not_yet_in_force'])

const lawSummaryFields = () => ({
  code: text.describe('Canonical code of the law.'),
  abbreviation: text,
  title: text,
  jurisdiction: text.describe('ISO 3166 code of the place where it is law.'),
  source_family: text,
  norm_count: z.int().min(0),
  status_date: nullableText.describe('Date of the newest amendment that the source names.'),
})

export const lawSummary = lazy(() => z.object(lawSummaryFields()) satisfies z.ZodType<LawSummary>)

export const provenance = lazy(
  () =>
    z.object({
      source_url: nullableText.describe('Where the source is offered; null if nothing tells.'),
      html_url: nullableText.describe('The page that the official site has for it; null if nothing tells.'),
      fetch_timestamp: nullableText,
      content_hash: text.describe('Hash of the raw source, `sha256:` and hex digits.'),
      parser: text,
      document_id: text,
      source_version: nullableText.describe('The version of the document as the source counts it.'),
    }) satisfies z.ZodType<Provenance>,
)

const normSummaryFields = () => ({
  norm: text.describe('Norm path within the law.'),
  label: text.describe('Designation as the source writes it.'),
  heading: text,
  status: normStatus,
  in_force_from: text
    .exactOptional()
    .describe('The day on which a norm that is not yet in force takes effect, if the source names it.'),
})

export const normSummary = lazy(() => z.object(normSummaryFields()) satisfies z.ZodType<NormSummary>)

const structureFields = () => ({ kind: text, number: text, title: text, label: text, footnotes: text })

export const structureElement = lazy(() => z.object(structureFields()) satisfies z.ZodType<StructureElement>)

export const lawHeading = lazy(
  () =>
    z.object({
      ...structureFields(),
      level: z.int().min(0).describe('How many headings are above it.'),
      start: z.int().min(0).describe('The norms under it: from this place in `norms`,'),
      end: z.int().min(0).describe('up to before this one.'),
    }) satisfies z.ZodType<LawHeading>,
)

export const gazetteReference = lazy(
  () => z.object({ gazette: text, reference: text }) satisfies z.ZodType<GazetteReference>,
)

export const law = lazy(
  () =>
    z.object({
      ...lawSummaryFields(),
      aliases: z.array(text),
      promulgated_on: nullableText,
      promulgation: gazetteReference()
        .extend({ also: z.array(gazetteReference()).describe('Further places.') })
        .nullable()
        .describe('Where the law was first published, as the source writes it.'),
      status_notes: z.array(z.object({ type: text, text })),
      notes: text.describe("The source's notes on the law as a whole."),
      provenance: provenance(),
      structure: z.array(lawHeading()).describe('Its headings in document order, outer ones before inner ones.'),
      norms: z.array(normSummary()).describe('All norms in document order.'),
    }) satisfies z.ZodType<Law>,
)

export const norm = lazy(
  () =>
    z.object({
      code: text,
      abbreviation: text.describe('Abbreviation of its law.'),
      title: text.describe('Title of its law.'),
      status_date: nullableText.describe('Date of the newest amendment of its law that the source names.'),
      ...normSummaryFields(),
      text: text.describe('The wording: no character is lost or added but white space.'),
      structure: z.array(structureElement()).describe('Headings above the norm, outermost first.'),
      subdivisions: z.array(subdivision()),
      footnotes: text,
      attachments: z.array(attachment()).describe('Images and files in the text, with their place.'),
      marks: z.array(mark()).describe('Marks that the source gives by attributes and not as text, with their place.'),
      spans: z.array(textSpan()).describe('Runs of the text with a meaning of their own: raised, lowered, bold, ….'),
      tables: z.array(textTable()).describe('Tables of the text: rows are lines, cells are parted by tabs.'),
      provenance: provenance(),
      previous: nullableText.describe('Path of the norm before it in the law.'),
      next: nullableText.describe('Path of the norm after it in the law.'),
      selection: selection().nullable().describe('The subdivision that was asked for.'),
    }) satisfies z.ZodType<Norm>,
)

export const relationshipType = z.enum(['cites', 'cited_by', 'contains', 'contained_in'], {
  error: 'must be cites, cited_by, contains or contained_in',
})

export const relationship = lazy(
  () =>
    z.object({
      type: relationshipType,
      code: nullableText,
      abbreviation: nullableText,
      norm: nullableText,
      label: nullableText,
      heading: nullableText,
      subdivision: nullableText,
      law: nullableText,
      citation: nullableText,
      start: z.int().nullable(),
      end: z.int().nullable(),
      resolved: z.boolean(),
    }) satisfies z.ZodType<Relationship>,
)

export const terminalState = z.enum(
  ['unsupported_format', 'source_unavailable', 'parse_failed', 'excluded_by_policy'],
  { error: 'must be unsupported_format, source_unavailable, parse_failed or excluded_by_policy' },
)

export const sourceLimitation = lazy(
  () =>
    z.object({
      limitation_id: text,
      source_family: text.describe('`none` for a file in a format that no source family reads.'),
      source_id: text,
      title: text,
      source_url: nullableText,
      terminal_state: terminalState,
      reason: text,
      state_code: nullableText,
      law_id: nullableText,
      retrieved_at: nullableText,
      http_status: z.int().nullable(),
      retryable: z.boolean().nullable(),
    }) satisfies z.ZodType<SourceLimitation>,
)

export const validationFinding = lazy(() =>
  z.object({
    source_id: text,
    law_id: nullableText.describe('Code of the law, where it is known.'),
    reason: text,
  }),
)

const count = lazy(() => z.int().min(0))
const counts = lazy(() => z.record(text, count()))

export const buildAccount = lazy(
  () =>
    z.object({
      elements: count(),
      headers: z.object({ total: count(), with_text: count() }),
      structure: z.object({ total: count(), as_norms: count(), empty: count() }),
      designated: count(),
    }) satisfies z.ZodType<BuildAccount>,
)

export const coverage = lazy(
  () =>
    z.object({
      bundle_id: text,
      digest: text.describe('Hash of everything in the bundle.'),
      schema_version: z.int(),
      built_at: text,
      parsers: z.array(text),
      laws: count(),
      norms: count(),
      norms_by_kind: counts(),
      norms_by_status: counts(),
      characters: z.object({ text: count(), footnotes: count() }),
      relationships_by_type: counts(),
      citations: z.object({ resolved: z.int(), norm_not_found: z.int(), law_not_found: z.int(), no_law: z.int() }),
      laws_by_source_family: counts(),
      limitations: count(),
      limitations_by_terminal_state: counts(),
      limitations_by_source_family: counts(),
      findings: count().describe('What is wrong with sources that were imported.'),
      status_dates: z.object({ earliest: nullableText, latest: nullableText }),
      account: buildAccount().describe('How every norm element of the sources was used.'),
      state_law_coverage: z
        .unknown()
        .describe('What the source tells of the laws of the states, as it tells it; null where it tells nothing.'),
    }) satisfies z.ZodType<Coverage>,
)

export const candidate = lazy(() => z.object({ code: text, norm: text.exactOptional(), label: text, title: text }))

export const citation = lazy(
  () =>
    z.object({
      text: text.describe('The words of the citation.'),
      start: z.int().min(0).describe('Where they begin in the query, in UTF-16 code units.'),
      end: z.int().min(0),
      status: z.enum(['resolved', 'repealed', 'not_found', 'out_of_range', 'ambiguous', 'unknown_law']),
      class: z
        .enum(['right', 'wrong', 'uncertain', 'outside'])
        .describe(
          'The verdict: it leads to a norm in force; it is false; nobody can say; it is of a law that the corpus cannot have.',
        ),
      edition: nullableText.describe('The edition that the text names, in its words.'),
      code: nullableText,
      abbreviation: nullableText,
      norm: nullableText.describe('Norm path, without the subdivision.'),
      subdivision: nullableText.describe('Path of the subdivision below the norm; null where none is named.'),
      label: nullableText,
      heading: nullableText,
      wording: nullableText.describe('The text of the subdivision, or of the norm where none is named.'),
      message: nullableText.describe('Why it is not resolved, or what more is to say.'),
      candidates: z.array(candidate()).optional(),
      suggestions: z.array(candidate()).optional(),
    }) satisfies z.ZodType<Citation>,
)

/** Body of every error answer. */
export const errorBody = lazy(
  () =>
    z.object({
      error: z.enum([
        'not_found',
        'ambiguous',
        'invalid_input',
        'payload_too_large',
        'unauthorized',
        'too_many_requests',
        'not_ready',
        'method_not_allowed',
        'internal',
      ]),
      message: text,
      code: text.exactOptional().describe('The law code that was asked for.'),
      norm: text.exactOptional().describe('The norm that was asked for.'),
      candidates: z.array(candidate()).exactOptional(),
      suggestions: z.array(candidate()).exactOptional(),
      issues: z.array(z.object({ path: text, message: text })).exactOptional(),
      stage: text.exactOptional().describe('What is being done until the corpus is ready.'),
      done: z.int().exactOptional().describe('How far that is, of `total`.'),
      total: z.int().exactOptional(),
      retry_after: z.int().exactOptional().describe('Seconds until the next request is taken.'),
      request_id: text.exactOptional().describe('Names the request in the log of the service.'),
    }) satisfies z.ZodType<ErrorBody>,
)

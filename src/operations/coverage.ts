import * as z from 'zod'
import type { BuildAccount, Coverage } from '../model/corpus.ts'
import { lazy } from '../util/lazy.ts'
import { defineOperation, nullableText, record, type Schema, text } from './operation.ts'
import { state } from './schemas.ts'

const count = lazy(() => z.int().min(0))
const counts = lazy(() => z.record(text, count()))

export const buildAccount = record(() => ({
  elements: count(),
  headers: z.object({ total: count(), with_text: count() }),
  structure: z.object({ total: count(), as_norms: count(), empty: count() }),
  designated: count(),
})) satisfies Schema<BuildAccount>

const coverageOutput = record(() => ({
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
  shared_laws_by_source_family: counts()
    .exactOptional()
    .describe('Laws that several sources have, by the source family that gave them.'),
  laws_by_jurisdiction: counts(),
  laws_by_language: counts(),
  limitations: count(),
  limitations_by_terminal_state: counts(),
  limitations_by_source_family: counts(),
  findings: count().describe('Number of faults of imported sources.'),
  images: z
    .object({ stored: count(), missing: count() })
    .exactOptional()
    .describe('Images that norms name: those in the corpus, and names that lead to none.'),
  status_dates: z.object({ earliest: nullableText, latest: nullableText }),
  corpus_date: nullableText.describe(
    'Date of its texts: of the newest state or fetch, else of the newest version of a document, else of the newest amendment.',
  ),
  account: buildAccount().describe('The use of every norm element of the sources.'),
  state_law_coverage: z
    .unknown()
    .describe('The statement of the source on the laws of the states, unchanged; null if it makes none.'),
  states: z.array(state()).exactOptional().describe('The states of the corpus, oldest first, if it has several.'),
  dated_since: text
    .exactOptional()
    .describe('The first day of the laws whose source tells from which day each version holds, if there are any.'),
})) satisfies Schema<Coverage>

/** Counts of the content of the corpus. */
export const coverage = defineOperation({
  name: 'coverage',
  summary: 'What the corpus holds',
  description:
    'Counts laws, norms by kind and by status, characters, relationships by type, laws by source family and source ' +
    'limitations by terminal state. Also gives the range of status dates, the identity of the bundle and the account of ' +
    'its build.',
  path: '/corpus/coverage',
  input: z.strictObject({}),
  output: coverageOutput,
  example: {},
  errors: {
    invalid_input: { format: 'xml' },
  },
  answer: (corpus) => corpus.coverage(),
})

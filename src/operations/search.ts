import * as z from 'zod'
import { say } from '../i18n/texts.ts'
import { type Corpus, NORM_KINDS, type SearchRequest } from '../model/corpus.ts'
import { designatedNorms } from '../resolve/named-norm.ts'
import { atRow, rowsCalled } from '../resolve/schedule-rows.ts'
import {
  type Correction,
  costlyClauses,
  type DesignatedNorm,
  type Facets,
  hasWantedClause,
  lawsNamedIn,
  MAX_COSTLY_CLAUSES,
  MAX_PREFIX_WORDS,
  parseQuery,
  QueryBudgetError,
  type ScorePart,
  type SearchHit,
} from '../search/index.ts'
import { argumentError } from '../util/arguments.ts'
import { lazy } from '../util/lazy.ts'
import {
  defineOperation,
  flagInput,
  jurisdictionInput,
  limitInput,
  nextOffset,
  nextOutput,
  offsetInput,
  record,
  type Schema,
  typedInput,
} from './operation.ts'
import { codesInput, codesOf, searchedLaws, splitAtCommas } from './searched-laws.ts'

const words = say`must be the words to look for`
const kindsKnown = NORM_KINDS.join(', ')

const kindInput = typedInput(
  (value) => splitAtCommas(value).map((kind) => (typeof kind === 'string' ? kind.trim().toLowerCase() : kind)),
  z.array(z.enum(NORM_KINDS, { error: () => say`must be kinds of norms, separated by commas: ${kindsKnown}` })),
)
  .default([])
  .describe(`Only norms of these kinds, separated by commas: ${kindsKnown}. Default: all.`)

/** Norms by their words. */
export const search = defineOperation({
  name: 'search',
  summary: 'Search norms',
  description:
    'Norms with any word of the query, in any inflection and inside compounds, the best first. `"several words"` must ' +
    'stand in the norm as they are, `+word` must be in it, `-word` must not, `prefix*` stands for the words that begin ' +
    'so. `law:bgb` searches only that law, `heading:word` must be in the heading; `AND`, `OR`, `NOT` and brackets join all ' +
    'of these. A law that is named is preferred (`Kündigung BGB`), a designation (`§ 433 BGB`) stands first. Texts in other ' +
    'languages than German come last, unless the query is in such a language; so does law of other places than federal law and ' +
    'that of the Union, unless the query or `jurisdiction` names the place. Case and umlaut ' +
    `spellings do not matter. A query has at most ${MAX_COSTLY_CLAUSES} phrases and prefixes, and its prefixes stand for ` +
    `at most ${MAX_PREFIX_WORDS} words.`,
  path: '/search',
  prefersPlace: true,
  input: z.strictObject({
    q: z
      .string(words)
      .max(1000, say`must be at most 1000 characters`)
      .superRefine((text, context) => {
        const query = parseQuery(text)
        if (!hasWantedClause(query))
          context.addIssue(say`${words}; there is none in it, or all are excluded or only name laws`)
        const count = costlyClauses(query)
        if (count <= MAX_COSTLY_CLAUSES) return
        context.addIssue(say`must have at most ${MAX_COSTLY_CLAUSES} phrases and prefixes; it has ${count}`)
      })
      .describe('The words to look for.'),
    codes: codesInput,
    jurisdiction: jurisdictionInput,
    kind: kindInput,
    in_force: flagInput.describe(
      'Leave out norms that are repealed or not yet in force, and laws that are out of force.',
    ),
    limit: limitInput(100, 20),
    offset: offsetInput(),
    facets: flagInput.describe('Count the norms by law and by kind.'),
    typing: flagInput.describe(
      'The last word is still being typed: words that begin with it count, too, the most frequent ones of a short beginning.',
    ),
    explain: flagInput.describe('Say for each hit what its score is made of.'),
  }),
  list: 'results',
  output: record(() => ({
    query: z.string(),
    ...searchedLaws(),
    kind: z.array(z.string()).describe('The kinds of norms searched; empty where all were.'),
    in_force: z.boolean().describe('Whether only norms in force were searched.'),
    corrections: z
      .array(z.object({ from: z.string(), to: z.string() }))
      .describe('Words that no law has, as they were typed, and what was searched instead.'),
    suggestions: z
      .array(
        z.object({
          q: z.string(),
          everywhere: z.boolean().describe('Whether to ask it without `codes`, `jurisdiction`, `kind` and `in_force`.'),
          total: z.int(),
          partial_total: z.int(),
        }),
      )
      .describe('If nothing was found: queries that find norms, and how many.'),
    suggested_laws: z
      .array(z.object({ code: z.string(), abbreviation: z.string(), title: z.string() }))
      .describe('If nothing was found: laws with a similar name.'),
    results: z.array(searchHit()),
    facets: facetsOutput().exactOptional(),
    count: z.int(),
    total: z.int().describe('Number of norms that have all words of the query, or that it designates.'),
    partial_total: z
      .int()
      .describe('Number of further results: norms that have only some of the words, or parts of words.'),
    total_is_exact: z.boolean().describe('False if `partial_total` is a lower bound; `total` never is.'),
    limit: z.int(),
    offset: z.int(),
    next: nextOutput(),
  })),
  longWork: 'searching',
  example: { q: 'Rücksicht und Redlichkeit', limit: 3 },
  errors: {
    not_found: { q: 'Hafen', codes: 'hafen' },
    ambiguous: { q: 'Bienen', codes: 'BienHV' },
    invalid_input: { q: '-Hafen' },
  },
  async answer(corpus, { q, codes: names, jurisdiction, kind: kinds, in_force: inForce, ...options }) {
    const codes = [...new Set((await codesOf(corpus, names)).values())]
    const query = parseQuery(q)
    const lawCodes = await codesOf(corpus, lawsNamedIn(query))
    const designated = await designatedNorms(corpus, query.prose)
    const { limit, offset } = options
    const asked = { query, codes, lawCodes, jurisdiction, kinds, inForce, designated, ...options }
    const searched = (rows: readonly DesignatedNorm[]) =>
      corpus.search({ ...asked, designated: [...designated, ...rows] }).catch((error: unknown) => {
        throw error instanceof QueryBudgetError ? argumentError('q', error.message) : error
      })
    const first = await searched([])
    const isWhole = designated.length + kinds.length + codes.length === 0 && jurisdiction === undefined
    const rows = isWhole ? await rowsCalled(corpus, query.prose, first.total) : []
    const page = rows.length > 0 ? await searched(rows) : first
    const parts = new Map([...designated, ...rows].map((row) => [`${row.code} ${row.norm}`, row.subdivision]))
    const results = page.items.map((hit) => {
      const part = hit.subdivision ?? parts.get(`${hit.code} ${hit.norm}`)
      return part?.startsWith('nr:') && hit.norm.includes('annex:')
        ? atRow(corpus, hit, part, rows.length > 0 && hit.subdivision === undefined ? query.prose : '')
        : hit
    })
    const isNothing = page.total + page.partial === 0
    return {
      query: q,
      codes,
      jurisdiction: jurisdiction?.toLowerCase() ?? null,
      kind: kinds,
      in_force: inForce,
      corrections: page.corrections,
      suggestions: isNothing ? await suggestedQueries(corpus, asked, page.near) : [],
      suggested_laws: isNothing ? await suggestedLaws(corpus, q) : [],
      results: await Promise.all(results),
      ...(page.facets !== undefined && { facets: page.facets }),
      count: page.items.length,
      total: page.total,
      partial_total: page.partial,
      total_is_exact: page.exact,
      limit,
      offset,
      // With a lower bound, the last page is unknown.
      next: nextOffset(offset, page.items.length, page.exact ? page.total + page.partial : Number.POSITIVE_INFINITY),
    }
  },
})

const SUGGESTED_LAWS = 3
/** Maximum length of the name of a law in a query. */
const LONGEST_NAME = 60

async function suggestedLaws(corpus: Corpus, q: string) {
  const laws = q.length > LONGEST_NAME ? [] : await corpus.similarLaws(q, SUGGESTED_LAWS)
  return laws.map(({ code, abbreviation, title }) => ({ code, abbreviation, title }))
}

const facetsOutput = lazy(
  () =>
    z
      .object({
        laws: z
          .array(z.object({ code: z.string(), abbreviation: z.string(), title: z.string(), count: z.int() }))
          .describe('The 20 laws with the most norms, whatever `codes` are.'),
        kinds: z
          .array(z.object({ kind: z.string(), count: z.int() }))
          .describe('All kinds of norms that are found, whatever `kind` is.'),
      })
      .describe(
        'Where `facets` was given: how many norms have all words of the query, the most first. If none has, how many are ' +
          'results at all. Each number is that of a search with this law, or this kind, instead.',
      ) satisfies z.ZodType<Facets>,
)

const scorePart = record(() => ({
  kind: z
    .enum([
      'term',
      'prefix',
      'prior',
      'question',
      'coverage',
      'law_named',
      'heading',
      'opening',
      'share',
      'designation',
    ])
    .describe(
      '`term`: a term of the query in a field; `prefix`: words that begin so; `prior`: what is known of the norm without ' +
        'the query; `question`: a question that people ask for the norm; `coverage`: the share of the words of the query that it has; `law_named`: the query names its law, and is its `heading` beside that; `heading`: the query is its ' +
        '`heading`, or that of a `section` which begins with it; `opening`: its place in its section; `share`: what its law or its section has of the best ' +
        'hits; `designation`: the query is its designation.',
    ),
  name: z.string().describe('The term, the prefix, the prior or the question; `law`, `section`, `heading` or `norm`.'),
  field: z
    .string()
    .nullable()
    .describe(
      'Where the term stands; `citations` are the words around citations of the norm, `questions` those of people who ask for it.',
    ),
  from: z.string().nullable().describe('The words of the query that the term comes from.'),
  origin: z.enum(['word', 'part', 'paraphrase']).nullable().describe('How the term comes from these words.'),
  score: z.number(),
})) satisfies Schema<ScorePart>

export const searchHit = record(() => ({
  code: z.string(),
  abbreviation: z.string(),
  title: z.string().describe('Title of its law.'),
  norm: z.string(),
  subdivision: z
    .string()
    .optional()
    .describe('Path of the row of a schedule that is found; `label` and `snippet` are of it.'),
  label: z.string(),
  heading: z.string(),
  html_url: z.string().nullable().describe('URL of its page on the official site; null if unknown.'),
  snippet: z.string().describe('An excerpt around the words of the query.'),
  highlights: z
    .array(z.tuple([z.int().min(0), z.int().min(0)]))
    .describe('Where the words of the query stand in `snippet`: `[start, end)` in UTF-16 code units.'),
  score: z.number().describe('Rank of the hit; higher is better.'),
  matched_by: z
    .enum(['words', 'question', 'designation'])
    .describe(
      'What the hit owes its place to: words of the norm, a question that people ask for it, whose words it need not have, or its ' +
        'designation.',
    ),
  question: z.string().optional().describe('That question, if the hit owes its place to one.'),
  language: z.string().describe('Language of the text (ISO 639-1).'),
  explanation: z
    .array(scorePart())
    .nullable()
    .optional()
    .describe(
      'Where `explain` was given: what the score is made of, the largest part first. The parts add up to it. `null` ' +
        'if the texts of the page are too long to explain all results; ask for fewer at a time.',
    ),
})) satisfies Schema<SearchHit>

/** A query that finds norms. */
interface SuggestedQuery {
  q: string
  /** True to search all norms, false for those of the original query. */
  everywhere: boolean
  total: number
  partial_total: number
}

const MAX_QUERIES = 5

/**
 * Queries that find norms: without operators, with similar words, and in all norms, in this order.
 * @param asked of the query without results
 * @param near words of the index that are similar to words of the query
 */
async function suggestedQueries(
  corpus: Corpus,
  asked: SearchRequest,
  near: readonly Correction[],
): Promise<SuggestedQuery[]> {
  const { text } = asked.query
  const plain = withoutOperators(text)
  const others = near.map(({ from, to }) => plain.replaceAll(from, () => to))
  const { codes, jurisdiction, kinds = [], inForce = false } = asked
  const everywhere = { ...asked, codes: [], jurisdiction: undefined, kinds: [], inForce: false }
  const isRestricted = codes.length + kinds.length > 0 || jurisdiction !== undefined || inForce
  const found: SuggestedQuery[] = []
  for (const q of new Set([text, plain, ...others])) {
    const query = parseQuery(q)
    if (found.length === MAX_QUERIES || !hasWantedClause(query)) continue
    for (const request of [...(q === text ? [] : [asked]), ...(isRestricted ? [everywhere] : [])]) {
      const designated = await designatedNorms(corpus, query.prose)
      const { total, partial } = await corpus.search({
        ...request,
        ...{ query, designated, limit: 1, offset: 0, facets: false, typing: false },
      })
      if (total + partial === 0) continue
      found.push({ q, everywhere: request === everywhere, total, partial_total: partial })
      break
    }
  }
  return found
}

/** The words of a query without quotation marks, other operators, names of laws, and exclusions. */
function withoutOperators(text: string): string {
  return text
    .replace(/(?<!\S)(?:-|NOT\s+|[+(-]*law:)(?:"[^"]*"?|\S+)/g, ' ')
    .replace(/(?<!\S)[+(]*heading:/gi, ' ')
    .replace(/(?<!\S)\+|["„“”»«]|(?<!\S)\(|\)(?!\S)|\b(?:AND|OR|NOT)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

import * as z from 'zod'
import { nameOfLaw } from '../../citation/laws/customary-names.ts'
import { record, text } from '../../operations/operation.ts'
import { search } from '../../operations/search.ts'
import { normAddress } from '../addresses.ts'
import { quoted } from '../answer.ts'
import { lawsInput, mostInput, nextOffset, skipInput } from '../schemas.ts'
import { inQuotes, pathOf, words } from '../text.ts'
import { listTool } from '../tool.ts'

export const searchNorms = listTool({
  name: 'search_norms',
  title: 'Search norms',
  description:
    'Finds norms by words, best first. Use it when no section is known, then get_norm. `"phrase"`, `+must`, `-not`, `prefix*`, `law:bgb`, `heading:word`, `(a OR b)`.',
  operation: search,
  input: z.strictObject({
    q: search.input.shape.q.describe(''),
    codes: lawsInput,
    jurisdiction: search.input.shape.jurisdiction.describe(''),
    kind: search.input.shape.kind.describe(''),
    in_force: search.input.shape.in_force.describe(''),
    limit: mostInput(100, 10),
    offset: skipInput,
  }),
  noun: 'norms',
  output: record(() => ({
    query: text,
    codes: z.array(text),
    results: z.array(
      z.object({
        code: text,
        abbreviation: text,
        norm: text,
        label: text,
        heading: text,
        snippet: text.describe('Pieces of the text, no quotation.'),
        score: z.number(),
        question: text.optional(),
        address: text,
      }),
    ),
    suggestions: z
      .array(z.object({ q: text, everywhere: z.boolean() }))
      .optional()
      .describe('Queries that find norms, if this one does not; `everywhere`: without `codes` and `jurisdiction`.'),
    suggested_laws: z.array(z.object({ code: text, title: text })).optional(),
    total: z.int(),
    partial_total: z.int(),
    total_is_exact: z.boolean(),
    next: nextOffset(),
  })),
  head: ({ query, total, partial_total, total_is_exact, suggestions, suggested_laws: laws }) =>
    total + partial_total === 0
      ? [
          `No norm matches “${words(query)}”. Try other words, fewer of them, or a prefix (\`word*\`).`,
          ...suggestions.map(({ q, everywhere }) => `Norms match ${inQuotes(q)}${everywhere ? ' in all laws' : ''}.`),
          ...laws.map(({ code, title }) => `A law has a similar name: ${pathOf(code, null)} ${words(title)}.`),
        ].join('\n')
      : `Norms with all of the words “${words(query)}”, in any form: ${total}; with some of them: ${total_is_exact ? '' : 'at least '}${partial_total} more. The best are first.`,
  facts: ({ query, codes, total, partial_total, total_is_exact, suggestions, suggested_laws: laws }) => ({
    query,
    codes,
    ...(suggestions.length > 0 && { suggestions: suggestions.map(({ q, everywhere }) => ({ q, everywhere })) }),
    ...(laws.length > 0 && { suggested_laws: laws.map(({ code, title }) => ({ code, title })) }),
    total,
    partial_total,
    total_is_exact,
  }),
  items: ({ results }) =>
    results.map(({ code, abbreviation, norm: own, subdivision, label, heading, snippet, score, question }) => {
      const norm = subdivision ? `${own}/${subdivision}` : own
      return {
        text: `- **${words(label, nameOfLaw({ code, abbreviation }))}** ${words(heading)} (${pathOf(code, norm)})${question === undefined ? '' : `, asked for as “${words(question)}”`}${snippet === '' ? '' : `\n  ${quoted(words(snippet))}`}`,
        facts: {
          ...{ code, abbreviation, norm, label, heading, snippet, score, address: normAddress(code, norm) },
          ...(question !== undefined && { question }),
        },
      }
    }),
})

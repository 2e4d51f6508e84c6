import * as z from 'zod'
import { lazy, text } from '../../operations/operation.ts'
import { search } from '../../operations/search.ts'
import { normAddress } from '../addresses.ts'
import { quoted } from '../answer.ts'
import { lawsInput, mostInput, skipInput } from '../inputs.ts'
import { listTool } from '../operation-tool.ts'
import { nextOffset } from '../schemas.ts'
import { pathOf, words } from '../text.ts'

export const searchNorms = listTool({
  name: 'search_norms',
  title: 'Search norms',
  description:
    'Finds norms by words, best first, in any inflection. Use it when no section is known, then get_norm: snippets are no quotations. ' +
    '`"phrase"`, `+must`, `-not`, `prefix*`, `law:bgb`, `heading:word`, `(a OR b) AND NOT c`.',
  operation: search,
  input: z.strictObject({
    q: search.input.shape.q.describe(''),
    codes: lawsInput,
    jurisdiction: search.input.shape.jurisdiction.describe('`de`, `eu`.'),
    kind: search.input.shape.kind.describe(''),
    in_force: search.input.shape.in_force.describe(''),
    limit: mostInput(100, 10),
    offset: skipInput,
  }),
  noun: 'norms',
  output: lazy(() =>
    z.object({
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
          address: text,
        }),
      ),
      total: z.int(),
      total_is_exact: z.boolean(),
      next: nextOffset(),
    }),
  ),
  head: ({ query, total, total_is_exact }) =>
    total === 0
      ? `No norm matches “${words(query)}”. Try other words, fewer of them, or a prefix (\`word*\`).`
      : `Norms with any of the words “${words(query)}”, in any form: ${total_is_exact ? '' : 'at least '}${total}. The best are first.`,
  facts: ({ query, codes, total, total_is_exact }) => ({ query, codes, total, total_is_exact }),
  items: ({ results }) =>
    results.map(({ code, abbreviation, norm, label, heading, snippet, score }) => ({
      text: `- **${words(label, abbreviation)}** ${words(heading)} (${pathOf(code, norm)})${snippet === '' ? '' : `\n  ${quoted(words(snippet))}`}`,
      facts: { code, abbreviation, norm, label, heading, snippet, score, address: normAddress(code, norm) },
    })),
})

import * as z from 'zod'
import { definitions } from '../../operations/definitions.ts'
import { record, text } from '../../operations/operation.ts'
import { normAddress } from '../addresses.ts'
import { quoted } from '../answer.ts'
import { lawsInput, mostInput, nextOffset, placeInputs, skipInput } from '../schemas.ts'
import { counted, pathOf, words } from '../text.ts'
import { listTool } from '../tool.ts'

export const findDefinitions = listTool({
  name: 'find_definitions',
  title: 'Legal definitions',
  description: 'Where laws define a term, or all terms that `codes` define. Use it for what a word means.',
  operation: definitions,
  input: z.strictObject({
    term: definitions.input.shape.term.describe(''),
    codes: lawsInput,
    ...placeInputs,
    limit: mostInput(100, 10),
    offset: skipInput,
  }),
  noun: 'definitions',
  output: record(() => ({
    definitions: z.array(
      z.object({
        term: text,
        cite_as: text,
        code: text,
        norm: text.describe('Path of the part.'),
        lead_in: text.exactOptional().describe('Words before the part that carry it.'),
        text: text.describe('The exact wording of the part.'),
        html_url: text.exactOptional(),
        address: text,
      }),
    ),
    total: z.int(),
    next: nextOffset(),
  })),
  head: ({ term, total }) =>
    total === 0
      ? `No definition${term === null ? '' : ` of “${words(term)}”`} found. Try search_norms.`
      : `${counted(total, 'definitions')}${term === null ? '' : ` of “${words(term)}”`}.`,
  facts: ({ total }) => ({ total }),
  items: (answer) =>
    answer.definitions.map(({ term, cite_as, code, norm: own, subdivision, lead_in, text: wording, provenance }) => {
      const norm = subdivision === null ? own : `${own}/${subdivision}`
      const { html_url } = provenance
      return {
        text: `- **${words(term)}**, ${words(cite_as)} (${pathOf(code, norm)})\n  ${quoted(words(lead_in, wording))}`,
        facts: {
          ...{ term, cite_as, code, norm },
          ...(lead_in !== null && { lead_in }),
          text: wording,
          ...(html_url !== null && { html_url }),
          address: normAddress(code, norm),
        },
      }
    }),
})

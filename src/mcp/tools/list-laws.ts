import * as z from 'zod'
import { nameOfLaw } from '../../citation/laws/customary-names.ts'
import { noLawsNote } from '../../layout/notes.ts'
import { laws } from '../../operations/laws.ts'
import { nullableText, record, text } from '../../operations/operation.ts'
import { lawAddress } from '../addresses.ts'
import { asOfFacts, daysInputs, mostInput, nextOffset, skipInput } from '../schemas.ts'
import { counted, pathOf, withoutNulls, words } from '../text.ts'
import { listTool } from '../tool.ts'

export const listLaws = listTool({
  name: 'list_laws',
  title: 'List laws',
  description: 'Laws by part of a name, or all. Use it to find the code of a law.',
  operation: laws,
  input: z.strictObject({
    query: laws.input.shape.query.describe(''),
    limit: mostInput(500, 50),
    offset: skipInput,
    ...daysInputs,
  }),
  noun: 'laws',
  output: record(() => ({
    laws: z.array(
      z.object({
        code: text,
        abbreviation: text,
        title: text,
        jurisdiction: text.exactOptional(),
        norm_count: z.int(),
        status_date: nullableText.exactOptional(),
        uncertain: z.literal(true).exactOptional(),
        address: text,
      }),
    ),
    total: z.int(),
    query: nullableText,
    next: nextOffset(),
    ...asOfFacts(),
  })),
  head: (answer) => {
    const { total, query } = answer
    const note = total === 0 && noLawsNote(answer)
    if (note) return note
    return query === null ? `${counted(total, 'laws')}.` : `Laws with “${words(query)}” in a name: ${total}.`
  },
  facts: ({ total, query, as_of, in_force_on, newest_state }) => ({
    ...withoutNulls({ as_of, in_force_on, newest_state }),
    total,
    query,
  }),
  items: (answer) =>
    answer.laws.map(({ code, abbreviation, title, jurisdiction, norm_count, status_date, uncertain }) => {
      const named = jurisdiction.toLowerCase()
      const place = named === 'de' ? null : named
      const facts = { code, abbreviation, title, jurisdiction: place, norm_count, status_date, uncertain }
      return {
        text: `- ${words(nameOfLaw({ code, abbreviation }))}: ${words(title)} (${pathOf(code, null)}, ${place ? `${place}, ` : ''}${counted(norm_count, 'norms')})`,
        facts: withoutNulls({ ...facts, address: lawAddress(code) }),
      }
    }),
})

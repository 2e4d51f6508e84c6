import * as z from 'zod'
import { say } from '../i18n/texts.ts'
import { type NamedNorm, readNamedNorm, readNamedNorms } from '../resolve/named-norm.ts'
import { errorBody as bodyOf, LegalTextError } from '../util/errors.ts'
import { defineOperation, flagInput, MAX_TEXT_LENGTH, record, type Schema, text } from './operation.ts'
import { errorBody } from './schemas.ts'

const namedNorm = record(() => ({
  text: text.describe('The words that name it.'),
  code: text,
  norm: text.describe('Norm path, with the subdivision.'),
  note: text.exactOptional().describe('What is named beside or within it, and not given.'),
})) satisfies Schema<NamedNorm>

/** Norms named together with their law. */
export const designations = defineOperation({
  name: 'designations',
  summary: 'Resolve designations',
  description:
    'Reads a text that has nothing but designations of norms with their laws (`§ 433 Abs. 1 BGB`, `§§ 433, 434 BGB`, ' +
    '`Präambel GG`) and says for each which norm it means, or why it means none.',
  input: z.strictObject({
    q: z
      .string(say`must be the text to read`)
      .max(MAX_TEXT_LENGTH, { error: () => say`must be at most ${MAX_TEXT_LENGTH} characters` })
      .describe('The text to read.'),
    single: flagInput.describe('The text must name exactly one norm.'),
  }),
  list: 'norms',
  output: record(() => ({
    query: text,
    norms: z.array(z.union([namedNorm(), z.object({ text, error: errorBody() })])),
    count: z.int(),
  })),
  example: { q: '§ 1 Abs. 2 MSGB, § 99 MSGB' },
  errors: {
    invalid_input: { q: 'MSGB' },
    not_found: { q: '§ 99 MSGB', single: true },
    ambiguous: { q: '§ 1 MSGBEG', single: true },
  },
  async answer(corpus, { q, single }) {
    const found = single ? [await readNamedNorm(corpus, q)] : await readNamedNorms(corpus, q)
    const norms = found.map((each) => {
      if (each instanceof LegalTextError) return { text: q, error: bodyOf(each) }
      const { cite_as: _citation, successors: _successors, edition: _edition, ...named } = each
      return named
    })
    return { query: q, norms, count: norms.length }
  },
})

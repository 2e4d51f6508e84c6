import * as z from 'zod'
import { nameOfLaw } from '../../citation/laws/customary-names.ts'
import { changes } from '../../operations/changes.ts'
import { nullableText, record, text } from '../../operations/operation.ts'
import { stateRange } from '../../operations/schemas.ts'
import { gapNotes } from '../observed.ts'
import { lawsInput, mostInput, nextOffset, skipInput } from '../schemas.ts'
import { counted, pathOf, withoutNulls, words } from '../text.ts'
import { listTool } from '../tool.ts'

const WORDS = { added: 'added', changed: 'changed', moved: 'renumbered', removed: 'removed' } as const

export const listChanges = listTool({
  name: 'list_changes',
  title: 'Changes of laws',
  description: 'Norms added, changed, renumbered and removed between two days, newest first. Use it for what is new.',
  operation: changes,
  needsStates: true,
  input: z.strictObject({
    since: changes.input.shape.since.describe(''),
    until: changes.input.shape.until.describe(''),
    codes: lawsInput,
    by: changes.input.shape.by.describe(''),
    limit: mostInput(1000, 50),
    offset: skipInput,
  }),
  noun: 'changes',
  output: record(() => ({
    since: nullableText,
    until: nullableText,
    codes: z.array(text),
    states: stateRange(),
    notes: z.array(text).describe('Spans without a state: what changed then is listed under a later day.'),
    changes: z.array(
      z.object({
        observed_on: text.describe('Day of the first state that has it.'),
        type: z.enum(['added', 'changed', 'moved', 'removed']),
        code: text,
        abbreviation: text,
        norm: text.exactOptional().describe('Absent for a law as a whole.'),
        label: text,
        heading: text,
        moved_to: text.exactOptional(),
        norm_count: z.int().exactOptional(),
      }),
    ),
    total: z.int(),
    next: nextOffset(),
  })),
  async run(corpus, input) {
    const answer = await changes.run(corpus, input)
    const since = await Promise.all(answer.codes.map((code) => corpus.datedSince(code)))
    // Acts state their days: changes between states are listed under their own days.
    const areDated = input.by === 'effect' || (since.length > 0 && !since.includes(undefined))
    return { ...answer, notes: areDated ? [] : gapNotes(await corpus.states(), answer.since, answer.until) }
  },
  head: ({ total, states, notes, by }) =>
    `${counted(total, 'changes')}, as far as the states from ${states.first} to ${states.last} show them.${notes.map((note) => ` ${note}`).join('')} These are days of ${by === 'effect' ? 'effect, also to come' : 'publication'}.`,
  facts: ({ since, until, codes, states, notes, total }) => ({ since, until, codes, states, notes, total }),
  items: (answer) =>
    answer.changes.map((change) => {
      const { observed_on, type, code, norm, label, heading, moved_to } = change
      const what = norm === null ? 'the whole law' : words(label, heading)
      const to = moved_to === null ? '' : ` to \`${moved_to}\``
      return {
        text: `- ${observed_on} ${WORDS[type]}${to}: ${words(nameOfLaw(change))} ${what} (${pathOf(code, norm)})`,
        facts: withoutNulls(change),
      }
    }),
})

import * as z from 'zod'
import { nameOfLaw } from '../../citation/laws/customary-names.ts'
import type { Corpus, State } from '../../model/corpus.ts'
import { lawVersions } from '../../operations/law-versions.ts'
import { normVersions } from '../../operations/norm-versions.ts'
import { type InputOf, record, text } from '../../operations/operation.ts'
import { lastListing, lawVersion, normVersion, stateRange } from '../../operations/schemas.ts'
import type { Item } from '../answer.ts'
import { lawOrNorm } from '../named.ts'
import { endedNote, observedSpan } from '../observed.ts'
import { inForceOnInput, lawOfNormInput, nextOffset, oneNormInput, placeInputs, skipInput } from '../schemas.ts'
import { counted, listFrom, pathOf, withoutNulls, words } from '../text.ts'
import { defineTool } from '../tool.ts'

export const normHistory = defineTool({
  name: 'norm_history',
  title: 'Versions of a norm',
  description:
    'The versions of a norm (without `norm`: of a law), newest first, by days of publication. Then diff_norm.',
  operations: ['normVersions', 'lawVersions'],
  needsStates: true,
  input: z.strictObject({
    norm: oneNormInput.optional(),
    code: lawOfNormInput,
    in_force_on: inForceOnInput,
    offset: skipInput,
    ...placeInputs,
  }),
  output: record(() => ({
    code: text,
    abbreviation: text,
    norm: text.exactOptional(),
    versions: z.array(z.union([normVersion().partial(), lawVersion().partial()])),
    count: z.int(),
    last_listing: lastListing,
    states: stateRange(),
    next: nextOffset(),
  })),
  async answer(corpus, { in_force_on, offset, ...input }) {
    const { note, ...named } = await lawOrNorm(corpus, input)
    const states = await corpus.states()
    const { facts, name, items } =
      named.norm === undefined
        ? await ofLaw(corpus, states, { code: named.code, in_force_on })
        : await ofNorm(corpus, states, { code: named.code, norm: named.norm, in_force_on })
    const ended = endedNote(states, await corpus.lawVersions(facts.code))
    return {
      text: [`${counted(items.length, 'versions')} of ${name}, newest first.`, note && words(note), ended]
        .filter(Boolean)
        .join(' '),
      facts,
      list: listFrom(offset, 'versions', items),
    }
  },
})

async function ofNorm(corpus: Corpus, states: readonly State[], input: InputOf<typeof normVersions>) {
  const answer = await normVersions.run(corpus, input)
  const items = answer.versions.map((version): Item => {
    const { label, heading, status, status_note, moved_from } = version
    const notes = [
      status === 'in_force' ? '' : status.replaceAll('_', ' '),
      moved_from === null ? '' : `before: ${moved_from}`,
      status_note ?? '',
    ]
    return {
      text: `- ${observedSpan(version, states)}: ${words(label, heading)}${notes
        .filter(Boolean)
        .map((note) => `; ${words(note)}`)
        .join('')}`,
      facts: withoutNulls(version),
    }
  })
  const { abbreviation, last_listing, count } = answer
  const facts = { code: answer.code, abbreviation, norm: answer.norm, count, last_listing, states: answer.states }
  return { facts, name: `${pathOf(answer.code, answer.norm)} (${words(nameOfLaw(answer))})`, items }
}

async function ofLaw(corpus: Corpus, states: readonly State[], input: InputOf<typeof lawVersions>) {
  const answer = await lawVersions.run(corpus, input)
  const items = answer.versions.map((version): Item => {
    const { added, changed, moved, removed, status_note } = version
    const counts = Object.entries({ added, changed, renumbered: moved, removed })
    const told = counts.filter(([, count]) => count > 0).map(([what, count]) => `${count} ${what}`)
    const note = status_note ? `; ${words(status_note)}` : ''
    return {
      text: `- ${observedSpan(version, states)}: ${told.join(', ') || 'no norm changed'}${note}`,
      facts: withoutNulls(version),
    }
  })
  const { abbreviation, last_listing, count } = answer
  const facts = { code: answer.code, abbreviation, count, last_listing, states: answer.states }
  return { facts, name: `${words(answer.title)} (${pathOf(answer.code, null)})`, items }
}

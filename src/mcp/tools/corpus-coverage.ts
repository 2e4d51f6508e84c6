import * as z from 'zod'
import { coverage } from '../../operations/coverage.ts'
import { limitations, sourceLimitation } from '../../operations/limitations.ts'
import { nullableText, text } from '../../operations/operation.ts'
import { lazy } from '../../util/lazy.ts'
import { gapsOf } from '../observed.ts'
import { nextOffset, skipInput } from '../schemas.ts'
import { listFrom, pick, withoutNulls, words } from '../text.ts'
import { defineTool } from '../tool.ts'

export const corpusCoverage = defineTool({
  name: 'corpus_coverage',
  title: 'What the corpus holds',
  description:
    'Which laws the corpus has, of which day, and what it lacks and why. Use it when something is not found.',
  operations: ['coverage', 'limitations'],
  input: z.strictObject({ offset: skipInput }),
  output: lazy(() => {
    const { shape } = coverage.output()
    return z.object({
      bundle_id: text,
      built_at: text,
      laws: shape.laws,
      norms: shape.norms,
      norms_by_status: shape.norms_by_status,
      laws_by_source_family: shape.laws_by_source_family,
      status_dates: shape.status_dates,
      states: z
        .object({
          first: text,
          last: text,
          count: z.int(),
          gaps: z.array(z.object({ from: text, to: text })).describe('Long spans without a state.'),
        })
        .nullable()
        .describe('Days of the states; null if the corpus only has the texts of one day.'),
      limitations: z.array(
        sourceLimitation()
          .pick({ source_id: true, title: true, terminal_state: true, reason: true })
          .extend({ source_url: nullableText.exactOptional(), law_id: nullableText.exactOptional() }),
      ),
      limitations_total: z.int(),
      next: nextOffset(),
    })
  }),
  async answer(corpus, { offset }) {
    const held = await coverage.run(corpus)
    const lacks = await limitations.run(corpus)
    const { bundle_id, built_at, laws, norms, status_dates } = held
    const [first, last] = [held.states?.[0], held.states?.at(-1)]
    const gaps = gapsOf(held.states ?? [])
    const states =
      first && last ? { first: first.observed_on, last: last.observed_on, count: held.states?.length ?? 0, gaps } : null
    const total = lacks.count
    return {
      text: [
        `${laws} laws with ${norms} norms (${Object.entries(held.norms_by_status)
          .map(([status, count]) => `${count} ${status.replaceAll('_', ' ')}`)
          .join(', ')}).`,
        `Sources: ${Object.entries(held.laws_by_source_family)
          .map(([family, count]) => `${family} ${count} laws`)
          .join(', ')}. Bundle ${bundle_id}, built ${built_at}.`,
        `Newest amendment that a source names: ${status_dates.latest ?? 'none'}.`,
        states
          ? `States from ${states.first} to ${states.last}: older wordings can be asked for.${gaps.map(({ from, to }) => ` None between ${from} and ${to}.`).join('')}`
          : 'It has the texts of one day, no older wordings.',
        `It has laws only: no court decisions, no literature. ${total === 0 ? 'No known source is missing.' : `${total} known sources are missing:`}`,
      ].join('\n'),
      facts: {
        ...pick(
          held,
          'bundle_id',
          'built_at',
          'laws',
          'norms',
          'norms_by_status',
          'laws_by_source_family',
          'status_dates',
        ),
        states,
        limitations_total: total,
      },
      list: listFrom(
        offset,
        'limitations',
        lacks.limitations.map((each) => ({
          text: `- ${words(each.title || each.source_id)}: ${each.terminal_state.replaceAll('_', ' ')}; ${words(each.reason)}`,
          facts: withoutNulls(pick(each, 'source_id', 'title', 'terminal_state', 'reason', 'source_url', 'law_id')),
        })),
      ),
    }
  },
})

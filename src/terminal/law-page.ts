/** A law: what is known about it, and its norms in order. */
import type { Law } from '../corpus/corpus.ts'
import { counted, type Field, fieldLines } from './fields.ts'
import { type Screen, styled } from './screen.ts'
import { table } from './table.ts'
import { wrapText } from './wrap.ts'

/** Draws a law with its list of norms. */
export async function lawPage(law: Law, screen: Screen): Promise<string> {
  const names = law.aliases.filter((alias) => alias !== law.title && alias !== law.abbreviation)
  const outline = await table(
    screen,
    [
      { title: 'Norm', style: 'path', wraps: true },
      { title: 'Designation', wraps: true },
      { title: 'Heading', wraps: true },
    ],
    law.norms.map(({ norm, label, heading, status }) => {
      const repealed = status === 'repealed' && !isSaid(heading)
      return [norm, label, [heading, repealed ? '(repealed)' : ''].filter(Boolean).join(' ')]
    }),
  )
  return [
    ...wrapText(law.title, screen.width).map((line) => styled(screen, 'heading', line)),
    '',
    ...fieldLines(screen, [
      ['Code', law.code],
      ['Abbreviation', law.abbreviation],
      ['Also', names.join(', ')],
      ['Promulgated', law.promulgated_on],
      ['Amended up to', law.status_date ?? 'the source names no date'],
      ...law.status_notes.map(({ type, text }): Field => [type, text]),
      ['Notes', law.notes],
      ['Jurisdiction', law.jurisdiction],
      ['Source', law.provenance.html_url],
      ['Fetched', law.provenance.fetch_timestamp],
      ['Contents', counted(law.norm_count, 'norm')],
    ]),
    '',
    outline,
  ].join('\n')
}

/** Whether the heading itself says that the norm is no longer there. */
const isSaid = (heading: string) => /weggefallen|aufgehoben|gegenstandslos/i.test(heading)

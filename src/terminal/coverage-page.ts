/** What a corpus holds, counted. */
import type { Coverage } from '../corpus/corpus.ts'
import { counted, type Field, fieldLines, formatNumber } from './fields.ts'
import { type Screen, styled } from './screen.ts'

/** Draws the coverage. */
export function coveragePage(coverage: Coverage, screen: Screen): string {
  const { account, status_dates } = coverage
  const sections: [title: string, fields: Field[]][] = [
    [
      'Corpus',
      [
        ['Bundle', coverage.bundle_id],
        ['Digest', coverage.digest],
        ['Schema', coverage.schema_version],
        ['Built', coverage.built_at],
        ['Parsers', coverage.parsers.join(', ')],
        ['Laws', formatNumber(coverage.laws)],
        ['Norms', formatNumber(coverage.norms)],
        ['Characters', formatNumber(coverage.characters.text)],
        ['in footnotes', formatNumber(coverage.characters.footnotes)],
        ['Amended', [status_dates.earliest, status_dates.latest].filter(Boolean).join(' to ')],
      ],
    ],
    ['Norms by kind', counts(coverage.norms_by_kind)],
    ['Norms by status', counts(coverage.norms_by_status)],
    ['Relationships', counts(coverage.relationships_by_type)],
    ['Citations in the texts', counts(coverage.citations)],
    ['Laws by source family', counts(coverage.laws_by_source_family)],
    ['Source limitations', counts(coverage.limitations_by_terminal_state)],
    ['Source limitations by source family', counts(coverage.limitations_by_source_family)],
    [
      'Account of the build: norm elements of the sources',
      [
        ['All', formatNumber(account.elements)],
        [
          'Law headers',
          `${formatNumber(account.headers.total)} (${formatNumber(account.headers.with_text)} with text)`,
        ],
        [
          'Headings',
          `${formatNumber(account.structure.total)} (${formatNumber(account.structure.as_norms)} of them norms)`,
        ],
        ['Designated', formatNumber(account.designated)],
      ],
    ],
    ['Laws of the states, as the source tells it', given(coverage.state_law_coverage)],
  ]
  return sections
    .filter(([, fields]) => fields.length > 0)
    .map(([title, fields]) => [styled(screen, 'label', title), ...fieldLines(screen, fields, 'quiet', '  ')].join('\n'))
    .join('\n\n')
}

const counts = (values: Record<string, number>) =>
  Object.entries(values).map(([name, value]): Field => [name.replaceAll('_', ' '), formatNumber(value)])

/** What is JSON of no known form: lists by their lengths, the rest as it is. */
function given(value: unknown): Field[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).map(([name, entry]): Field => {
    const shown = Array.isArray(entry) ? counted(entry.length, 'entry', 'entries') : entry
    return [name.replaceAll('_', ' '), typeof shown === 'string' ? shown : JSON.stringify(shown)]
  })
}

/** The coverage of a corpus: its numbers. */

import { counted, formatNumber, wordsOf } from '../../../i18n/readable.ts'
import { localDate, t, translatedStored } from '../../../i18n/texts.ts'
import type { Coverage } from '../../../model/corpus.ts'
import { countsByJurisdiction } from '../../../model/jurisdictions.ts'
import { type Field, fieldLines } from '../fields.ts'
import { type Screen, styled } from '../screen.ts'
import { displayWidth, padEnd } from '../width.ts'
import { wrapText } from '../wrap.ts'
import { headingOf } from './laws-table.ts'

/** Names of the kinds of norms; the short words are those of norm paths. */
export const normKinds = (): Readonly<Record<string, string>> => ({
  par: t`sections (par)`,
  art: t`articles (art)`,
  annex: t`annexes (annex)`,
  recital: t`recitals (recital)`,
  preamble: t`preambles (preamble)`,
  formula: t`formulas (formula)`,
  toc: t`tables of contents (toc)`,
  item: t`items (item)`,
  text: t`texts without designation (text)`,
})

/** Draws the coverage. */
export function coveragePage(coverage: Coverage, screen: Screen): string {
  const { account, characters, status_dates } = coverage
  const sections: CountSection[] = [
    {
      title: t`Contents`,
      counts: [
        [t`laws`, coverage.laws],
        [t`norms`, coverage.norms],
        [t`characters of text`, characters.text],
        [t`characters of footnotes`, characters.footnotes],
      ],
    },
    {
      title: t`Images`,
      counts: largestFirst(coverage.images ?? {}, { stored: t`in the corpus`, missing: t`not there` }),
    },
    { title: t`Norms by kind`, counts: largestFirst(coverage.norms_by_kind, normKinds()) },
    { title: t`Norms by status`, counts: largestFirst(coverage.norms_by_status) },
    { title: t`Relationships`, counts: largestFirst(coverage.relationships_by_type) },
    { title: t`Citations in the texts`, counts: largestFirst(coverage.citations) },
    { title: t`Laws by source family`, counts: largestFirst(coverage.laws_by_source_family) },
    {
      title: t`Laws of several sources, by the source family that gave them`,
      counts: largestFirst(coverage.shared_laws_by_source_family ?? {}),
    },
    { title: t`Laws by jurisdiction`, counts: placesOf(coverage) },
    { title: t`Laws by language`, counts: ifSeveral(coverage.laws_by_language) },
    { title: t`Source limitations`, counts: largestFirst(coverage.limitations_by_terminal_state) },
    { title: t`Source limitations by source family`, counts: largestFirst(coverage.limitations_by_source_family) },
    { title: t`Findings`, counts: coverage.findings > 0 ? [[t`in imported sources`, coverage.findings]] : [] },
    {
      title: t`Account of the build: norm elements of the sources`,
      counts: [
        [t`all`, account.elements],
        [t`law headers`, account.headers.total],
        [t`law headers with text`, account.headers.with_text],
        [t`headings`, account.structure.total],
        [t`headings that are norms`, account.structure.as_norms],
        [t`headings without norms below`, account.structure.empty],
        [t`designated`, account.designated],
      ],
    },
  ]
  const corpus: Field[] = [
    [t`Bundle`, coverage.bundle_id],
    [t`Digest`, coverage.digest],
    [t`Schema`, coverage.schema_version],
    [t`Built`, coverage.built_at],
    [t`Parsers`, coverage.parsers.join(', ')],
    [t`States`, statesOf(coverage)],
    ...(coverage.states ?? []).flatMap(({ observed_on, incomplete }): Field[] =>
      incomplete === null ? [] : [[t`Incomplete`, `${localDate(observed_on)}: ${translatedStored(incomplete)}`]],
    ),
    [t`Days of laws since`, coverage.dated_since ?? null],
    [
      t`Amended`,
      [status_dates.earliest, status_dates.latest]
        .map((day) => localDate(day ?? ''))
        .filter(Boolean)
        .join(t` to `),
    ],
  ]
  return [
    fieldSection(t`Corpus`, corpus, screen),
    ...countSections(sections, screen),
    fieldSection(t`Laws of the states, as the source tells it`, jsonFields(coverage.state_law_coverage), screen),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** `3 complete, 2024-06-01 to 2026-01-01`; `null` for a corpus of one state. */
function statesOf({ states = [] }: Coverage): string | null {
  const [first, last] = [states[0], states.at(-1)]
  if (first === undefined || last === undefined) return null
  const counts = [...Map.groupBy(states, ({ listing }) => listing)].map(
    ([listing, { length }]) => `${formatNumber(length)} ${wordsOf(listing)}`,
  )
  return t`${counts.join(', ')}; ${first.observed_on} to ${last.observed_on}`
}

function fieldSection(title: string, fields: Field[], screen: Screen): string {
  if (fields.length === 0) return ''
  const titles = wrapText(title, screen.width).map((line) => styled(screen, 'label', line))
  return [...titles, ...fieldLines(screen, fields, 'quiet', '  ')].join('\n')
}

function placesOf(coverage: Coverage): CountSection['counts'] {
  const places = countsByJurisdiction(coverage)
  return places.length > 1 ? places.map(([place, laws]) => [headingOf(place), laws]) : []
}

/** Omits counts with one language or jurisdiction, which add nothing. */
function ifSeveral(values: Readonly<Record<string, number>>): CountSection['counts'] {
  return Object.keys(values).length > 1 ? largestFirst(values) : []
}

function largestFirst(
  values: Readonly<Record<string, number>>,
  names: Readonly<Record<string, string>> = {},
): CountSection['counts'] {
  return Object.entries(values)
    .sort(([, a], [, b]) => b - a)
    .map(([name, value]) => [names[name] ?? wordsOf(name), value])
}

/** Fields of JSON of unknown form: lists by their lengths, everything else unchanged. */
function jsonFields(value: unknown): Field[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).map(([name, entry]): Field => {
    const shown = Array.isArray(entry) ? counted(entry.length, 'entry', 'entries') : entry
    return [name.replaceAll('_', ' '), typeof shown === 'string' ? shown : JSON.stringify(shown)]
  })
}

export interface CountSection {
  title: string
  counts: [name: string, value: number][]
}

const INDENT = '  '
const GAP = '  '

/** Draws the sections with counts: names on the left, all numbers right-aligned in one column. */
export function countSections(sections: readonly CountSection[], screen: Screen): string[] {
  const shown = sections.filter(({ counts }) => counts.length > 0)
  const all = shown.flatMap(({ counts }) => counts)
  const numbers = Math.max(0, ...all.map(([, value]) => formatNumber(value).length))
  const room = screen.width - INDENT.length - GAP.length - numbers
  const names = Math.min(room, Math.max(0, ...all.map(([name]) => displayWidth(name))))
  return shown.map(({ title, counts }) => {
    const lines = counts.flatMap(([name, value]) => {
      const [first = '', ...rest] = wrapText(name, names)
      const number = formatNumber(value).padStart(numbers)
      return [
        INDENT + styled(screen, 'quiet', padEnd(first, names)) + GAP + number,
        ...rest.map((each) => styled(screen, 'quiet', INDENT + each)),
      ]
    })
    return [...wrapText(title, screen.width).map((line) => styled(screen, 'label', line)), ...lines].join('\n')
  })
}

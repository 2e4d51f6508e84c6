/** The coverage of a corpus: its numbers. */
import type { Coverage } from '../../corpus/corpus.ts'
import { counted, type Field, fieldLines, formatNumber } from '../fields.ts'
import { type Screen, styled } from '../screen.ts'
import { displayWidth, padEnd } from '../width.ts'
import { wrapText } from '../wrap.ts'

/** Names of the kinds of norms; the short words are those of norm paths. */
const KINDS: Readonly<Record<string, string>> = {
  par: 'sections (par)',
  art: 'articles (art)',
  annex: 'annexes (annex)',
  recital: 'recitals (recital)',
  preamble: 'preambles (preamble)',
  formula: 'formulas (formula)',
  toc: 'tables of contents (toc)',
  item: 'items (item)',
  text: 'texts without designation (text)',
}

/** Draws the coverage. */
export function coveragePage(coverage: Coverage, screen: Screen): string {
  const { account, characters, status_dates } = coverage
  const sections: CountSection[] = [
    {
      title: 'Contents',
      counts: [
        ['laws', coverage.laws],
        ['norms', coverage.norms],
        ['characters of text', characters.text],
        ['characters of footnotes', characters.footnotes],
      ],
    },
    { title: 'Norms by kind', counts: largestFirst(coverage.norms_by_kind, KINDS) },
    { title: 'Norms by status', counts: largestFirst(coverage.norms_by_status) },
    { title: 'Relationships', counts: largestFirst(coverage.relationships_by_type) },
    { title: 'Citations in the texts', counts: largestFirst(coverage.citations) },
    { title: 'Laws by source family', counts: largestFirst(coverage.laws_by_source_family) },
    { title: 'Laws by jurisdiction', counts: ifSeveral(coverage.laws_by_jurisdiction) },
    { title: 'Laws by language', counts: ifSeveral(coverage.laws_by_language) },
    { title: 'Source limitations', counts: largestFirst(coverage.limitations_by_terminal_state) },
    { title: 'Source limitations by source family', counts: largestFirst(coverage.limitations_by_source_family) },
    { title: 'Findings', counts: coverage.findings > 0 ? [['in imported sources', coverage.findings]] : [] },
    {
      title: 'Account of the build: norm elements of the sources',
      counts: [
        ['all', account.elements],
        ['law headers', account.headers.total],
        ['law headers with text', account.headers.with_text],
        ['headings', account.structure.total],
        ['headings that are norms', account.structure.as_norms],
        ['headings without norms below', account.structure.empty],
        ['designated', account.designated],
      ],
    },
  ]
  const corpus: Field[] = [
    ['Bundle', coverage.bundle_id],
    ['Digest', coverage.digest],
    ['Schema', coverage.schema_version],
    ['Built', coverage.built_at],
    ['Parsers', coverage.parsers.join(', ')],
    ['States', statesOf(coverage)],
    ...(coverage.states ?? []).flatMap(({ observed_on, incomplete }): Field[] =>
      incomplete === null ? [] : [['Incomplete', `${observed_on}: ${incomplete}`]],
    ),
    ['Acts since', coverage.dated_since ?? null],
    ['Amended', [status_dates.earliest, status_dates.latest].filter(Boolean).join(' to ')],
  ]
  return [
    fieldSection('Corpus', corpus, screen),
    ...countSections(sections, screen),
    fieldSection('Laws of the states, as the source tells it', jsonFields(coverage.state_law_coverage), screen),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** `3 complete, 2024-06-01 to 2026-01-01`; `null` for a corpus of one state. */
function statesOf({ states = [] }: Coverage): string | null {
  const [first, last] = [states[0], states.at(-1)]
  if (first === undefined || last === undefined) return null
  const counts = [...Map.groupBy(states, ({ listing }) => listing)].map(
    ([listing, { length }]) => `${formatNumber(length)} ${listing}`,
  )
  return `${counts.join(', ')}; ${first.observed_on} to ${last.observed_on}`
}

function fieldSection(title: string, fields: Field[], screen: Screen): string {
  if (fields.length === 0) return ''
  const titles = wrapText(title, screen.width).map((line) => styled(screen, 'label', line))
  return [...titles, ...fieldLines(screen, fields, 'quiet', '  ')].join('\n')
}

/** All laws in one place or language are no news. */
function ifSeveral(values: Readonly<Record<string, number>>): CountSection['counts'] {
  return Object.keys(values).length > 1 ? largestFirst(values) : []
}

function largestFirst(
  values: Readonly<Record<string, number>>,
  names: Readonly<Record<string, string>> = {},
): CountSection['counts'] {
  return Object.entries(values)
    .sort(([, a], [, b]) => b - a)
    .map(([name, value]) => [names[name] ?? name.replaceAll('_', ' '), value])
}

/** Fields of JSON of unknown form: lists by their lengths, all else as it is. */
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

/** Draws the sections with counts: names at the left, the numbers of all sections right-aligned in one column. */
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

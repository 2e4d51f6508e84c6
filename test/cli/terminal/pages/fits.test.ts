/** No line of any page is wider than the screen. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { citationList } from '../../../../src/cli/terminal/pages/citation-list.ts'
import { coveragePage } from '../../../../src/cli/terminal/pages/coverage-page.ts'
import { lawPage } from '../../../../src/cli/terminal/pages/law-page.ts'
import { lawsTable } from '../../../../src/cli/terminal/pages/laws-table.ts'
import { limitationsTable } from '../../../../src/cli/terminal/pages/limitations-table.ts'
import { relationshipsTable } from '../../../../src/cli/terminal/pages/relationships-table.ts'
import { searchResults } from '../../../../src/cli/terminal/pages/search-results.ts'
import { statusPage } from '../../../../src/cli/terminal/pages/status-page.ts'
import type { Screen } from '../../../../src/cli/terminal/screen.ts'
import { displayWidth } from '../../../../src/cli/terminal/width.ts'
import type { Coverage, Law, Relationship, SourceLimitation } from '../../../../src/model/corpus.ts'
import { UNTOLD } from '../../../../src/model/law-state.ts'
import type { Citation } from '../../../../src/resolve/citation.ts'
import type { SearchHit } from '../../../../src/search/records.ts'
import { type Random, random } from '../../../citation/random.ts'
import { pageText } from '../page-text.ts'

const WIDTHS = [40, 60, 80, 120, 250]
const ROUNDS = 12

const WORDS = [
  ...['§', '1', 'Abs.', 'Gesetz', 'über', 'die', 'Straße', 'Übergangsvorschriften', '(weggefallen)', '–', '*', '"a'],
  ...['Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz', 'x'.repeat(90), '法律', '民法典'.repeat(30)],
  ...['Ä', 'ﬁ', 'A\u00a0B', 'https://recht.example/hafg/__1.html'],
]

/** Random records of every kind; texts are empty, short, long, wide, or contain words longer than a line. */
function made(any: Random) {
  const text = (most = 12) => Array.from({ length: any(most + 1) }, () => any.of(WORDS)).join(' ')
  const some = () => text() || 'x'
  const name = () =>
    any.of(['bgb', 'sgb_5', 'a'.repeat(45), '_77abs3__145abs1__54abs3sgb9bek', some().replaceAll(' ', '_')])
  const path = () => any.of(['par:433', 'art:246a/par:1', 'text:1', `annex:${'i_kap_'.repeat(12)}ii`, name()])
  const orNull = <Value>(value: Value) => (any(3) === 0 ? null : value)
  const list = <Value>(make: () => Value) => Array.from({ length: any(6) }, make)
  const count = () => any.of([0, 1, 12, 109_364, 155_688_516])
  const counts = () => Object.fromEntries(list(() => [name(), count()]))
  const structure = { kind: 'part', number: '', footnotes: '' }
  const provenance = {
    source_url: '',
    html_url: '',
    fetch_timestamp: null,
    content_hash: '',
    parser: '',
    document_id: '',
    source_version: '20260429210245',
  }
  const summary = () => ({
    ...{
      code: name(),
      abbreviation: text(3),
      title: text(40),
      jurisdiction: 'DE',
      source_family: 'gii',
      language: 'de',
    },
    ...{ norm_count: count(), status_date: orNull('2026-01-14'), in_force_from: null, in_force_to: null },
  })
  const law = (): Law => {
    const norms = Array.from({ length: 12 }, (_, index) => ({
      ...{
        norm: `${path()}/seq:${index}`,
        label: any.of(['', `§ ${index}`, `Art ${index}`, text(5)]),
        heading: text(),
      },
      status: any.of(['in_force', 'repealed', 'not_yet_in_force'] as const),
      ...(any(2) === 0 ? { in_force_from: '2027-01-01' } : {}),
    }))
    const place = () => ({ gazette: text(3), reference: text(5) })
    const promulgation = orNull({ ...place(), also: list(place) })
    const depth = any(14)
    const headings = Array.from({ length: depth }, (_, level) => ({
      ...{ ...structure, label: text(2), title: text(), level },
      ...{ start: Math.min(level, 5), end: 12 - Math.min(level, 5) },
    }))
    return {
      ...{
        ...summary(),
        ...UNTOLD,
        aliases: list(some),
        promulgated_on: null,
        promulgation,
        provenance,
        structure: headings,
        norms,
      },
      ...{ status_notes: list(() => ({ type: 'Stand', text: some() })), notes: text(40) },
    }
  }
  const relationship = (): Relationship => ({
    ...{ type: any.of(['cites', 'cited_by', 'contains', 'contained_in'] as const), code: orNull(name()) },
    ...{ norm: orNull(path()), label: orNull(text(5)), heading: orNull(text()), subdivision: orNull('abs:1/satz:2') },
    ...{ abbreviation: orNull(some()), law: orNull(some()), citation: orNull(some()), start: 0, end: 1 },
    resolved: any(2) === 0,
  })
  const limitation = (): SourceLimitation => ({
    ...{ limitation_id: '1', source_family: any.of(['gii', 'package']), source_id: name(), title: text(20) },
    ...{ source_url: '', terminal_state: 'source_unavailable', reason: text(20), retrieved_at: null },
    ...{ state_code: orNull('DE-HH'), law_id: orNull(name()), http_status: orNull(404), retryable: null },
  })
  const hit = (): SearchHit => {
    const words = [any.of(WORDS), text(30)]
    const snippet = words.join(' ')
    const explained = any(3) === 0
    return {
      ...{ code: name(), abbreviation: text(2), title: text(), norm: path(), label: text(5), heading: text() },
      ...{ html_url: null, language: 'de', snippet, score: 1.5, matched_by: 'words' },
      highlights: [[0, words[0]?.length ?? 0]],
      ...(explained && {
        explanation: [{ kind: 'term', name: any.of(WORDS), field: 'text', from: some(), origin: 'part', score: 1.5 }],
      }),
    }
  }
  const candidates = () => list(() => ({ code: name(), norm: path(), label: text(3), title: text() }))
  const citation = (): Citation => ({
    ...{
      text: some(),
      start: 0,
      end: 1,
      status: any.of(['resolved', 'ambiguous', 'not_found'] as const),
      code: name(),
    },
    ...{ abbreviation: null, norm: orNull(path()), subdivision: orNull('abs:1'), label: orNull(text(4)) },
    ...{ heading: orNull(text()), cite_as: null, wording: orNull(text(80)), message: orNull(text(20)) },
    ...{ class: any.of(['right', 'wrong', 'uncertain'] as const), edition: orNull(some()) },
    ...{ candidates: candidates(), suggestions: candidates() },
  })
  const coverage = (): Coverage => ({
    ...{ bundle_id: '0a', digest: 'sha256:0a', schema_version: 4, built_at: '2026-01-01', parsers: list(some) },
    ...{
      laws: count(),
      norms: count(),
      norms_by_kind: counts(),
      norms_by_status: counts(),
      limitations: 0,
      findings: 0,
    },
    ...{ characters: { text: count(), footnotes: count() }, relationships_by_type: counts() },
    ...{ citations: { resolved: count(), norm_not_found: 0, law_not_found: 0, no_law: 0 } },
    ...{ laws_by_source_family: counts(), laws_by_jurisdiction: counts(), laws_by_language: counts() },
    ...{ limitations_by_terminal_state: {}, limitations_by_source_family: counts() },
    ...{
      corpus_date: null,
      status_dates: { earliest: null, latest: null },
      state_law_coverage: { states: list(some), note: text(30) },
    },
    account: {
      elements: 2,
      headers: { total: 1, with_text: 0 },
      structure: { total: 0, as_norms: 0, empty: 1 },
      designated: 1,
    },
  })
  const page = <Item>(items: Item[]) => ({
    count: items.length,
    total: any.of([items.length, 10_000]),
    next: orNull(20),
  })
  return { some, list, summary, law, relationship, limitation, hit, citation, coverage, page, count, name }
}

const PAGES: Record<string, (make: ReturnType<typeof made>, screen: Screen) => string | Promise<string>> = {
  law: (make, screen) => lawPage(make.law(), screen),
  laws: (make, screen) => {
    const laws = make.list(make.summary)
    return pageText(lawsTable({ laws, ...make.page(laws), query: make.some() }, screen))
  },
  search: (make, screen) => {
    const results = make.list(make.hit)
    const answer = {
      query: make.some(),
      codes: make.list(make.name),
      jurisdiction: make.name(),
      kind: [],
      in_force: false,
      corrections: make.list(() => ({ from: make.some(), to: make.some() })),
      results,
      partial_total: 7,
      suggestions: make.list(() => ({ q: make.some(), everywhere: false, total: make.count(), partial_total: 0 })),
      suggested_laws: make.list(make.summary),
      total_is_exact: false,
      ...{ limit: 10, offset: 0 },
    }
    return searchResults({ ...answer, ...make.page(results) }, screen)
  },
  related: (make, screen) => {
    const relationships = make.list(make.relationship)
    return pageText(
      relationshipsTable({ code: make.name(), norm: 'par:1', relationships, ...make.page(relationships) }, screen),
    )
  },
  limitations: (make, screen) => {
    const filters = { source_family: make.some(), terminal_state: null, state_code: null, law_id: make.name() }
    return pageText(limitationsTable({ limitations: make.list(make.limitation), filters }, screen))
  },
  coverage: (make, screen) => coveragePage(make.coverage(), screen),
  cite: (make, screen) => {
    const citations = make.list(make.citation)
    return citationList({ query: make.some(), citations, count: citations.length }, screen)
  },
  status: (make, screen) => {
    const bundle = { bundle_id: '0a', digest: 'sha256:0a', schema_version: 4, built_at: '2026-01-01' }
    const findings = make.list(() => ({ source_id: make.name(), law_id: null, reason: make.some() }))
    const failure = { failed_at: '2026-01-01', reason: make.some() }
    const counts = { laws: make.count(), norms: make.count(), limitations: 0, findings_total: 10_000 }
    return statusPage({ status: 'ready', ...bundle, ...counts, findings, replacement_failure: failure }, screen)
  },
}

for (const [name, draw] of Object.entries(PAGES)) {
  test(`${name} fits the screen`, async () => {
    for (let seed = 1; seed <= ROUNDS; seed++) {
      for (const width of WIDTHS) {
        for (const colour of [false, true]) {
          const page = await draw(made(random(seed)), { width, colour })
          for (const line of page.split('\n')) {
            assert(displayWidth(line) <= width, `seed ${seed}, ${width} columns: ${displayWidth(line)}: ${line}`)
            assert.equal(line, line.trimEnd(), `seed ${seed}, ${width} columns: white space at the end`)
          }
        }
      }
    }
  })
}

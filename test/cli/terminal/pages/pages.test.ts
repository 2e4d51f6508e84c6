import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fieldLines, titleLines } from '../../../../src/cli/terminal/fields.ts'
import { coveragePage } from '../../../../src/cli/terminal/pages/coverage-page.ts'
import { errorMessage } from '../../../../src/cli/terminal/pages/error-page.ts'
import { pageLine } from '../../../../src/cli/terminal/pages/paging.ts'
import { markMatches } from '../../../../src/cli/terminal/pages/search-results.ts'
import { statusPage } from '../../../../src/cli/terminal/pages/status-page.ts'
import { styled } from '../../../../src/cli/terminal/screen.ts'
import type { Coverage } from '../../../../src/model/corpus.ts'

const screen = { width: 40, colour: false }
const wide = { width: 80, colour: false }

describe('lists', () => {
  test('matches are marked word by word, with asterisks where there are no colours', () => {
    assert.equal(
      markMatches(screen, 'Treu und Glauben', [
        [0, 4],
        [9, 16],
      ]),
      '*Treu* und *Glauben*',
    )
    const colours = { width: 40, colour: true }
    const mark = (word: string) => styled(colours, 'match', word)
    assert.equal(markMatches(colours, 'Treu und', [[0, 8]]), `${mark('Treu')} ${mark('und')}`)
  })

  test('a list says how much of it is shown', () => {
    assert.equal(pageLine(wide, { count: 1, total: 1, next: null }, 'law'), '1 law')
    assert.equal(
      pageLine(wide, { count: 20, total: 1234, next: 40 }, 'law'),
      '20 of 1,234 laws; the next with --offset 40',
    )
    assert.equal(pageLine(wide, { count: 4, total: 24, next: null }, 'law'), '4 of 24 laws')
    const narrow = pageLine(screen, { count: 20, total: 1234, next: 40 }, 'law')
    assert.equal(narrow, '20 of 1,234 laws; the next with --offset\n40')
  })

  test('a list that is not counted to its end says so', () => {
    const page = { count: 20, total: 10_000, next: 20 }
    const line = (isExact: boolean) => pageLine(wide, { ...page, total_is_exact: isExact }, 'result')
    assert.equal(line(false), '20 of at least 10,000 results; the next with --offset 20')
    assert.equal(line(true), '20 of 10,000 results; the next with --offset 20')
    const whole = { count: 5, total: 5, next: null, total_is_exact: false }
    assert.equal(pageLine(wide, whole, 'result'), '5 of at least 5 results')
  })

  test('values stand beside their labels, or below where they would be broken', () => {
    const url = 'https://recht.example/hafg/norm_1.html'
    assert.deepEqual(
      fieldLines(screen, [
        ['Law', 'Gesetz über den Betrieb des Hafens'],
        ['None', null],
        ['Source', url],
      ]),
      ['Law     Gesetz über den Betrieb des', '        Hafens', 'Source', `  ${url}`],
    )
    assert.deepEqual(fieldLines(screen, []), [])
  })

  test('a heading stands beside a short designation, below a long one', () => {
    assert.deepEqual(titleLines(screen, '§ 1', 'Zweck'), ['§ 1  Zweck'])
    assert.deepEqual(titleLines(screen, 'Anlage I Kap II A III', 'Recht'), ['Anlage I Kap II A III', 'Recht'])
    assert.deepEqual(titleLines(screen, '§ 1', ''), ['§ 1'])
  })
})

test('an error shows what may have been meant', () => {
  const candidates = [{ code: 'a', norm: 'par:1', label: '§ 1', title: 'Zweck' }]
  assert.equal(
    errorMessage({ error: 'ambiguous', message: 'two fit', candidates }, screen),
    `Error: two fit
It may be one of:
  a par:1  § 1  Zweck`.replace('§ 1  ', '§ 1 '),
  )
  const suggestions = [{ code: 'bgb', label: 'BGB', title: '' }]
  assert.equal(
    errorMessage({ error: 'not_found', message: 'none', suggestions }, screen),
    `Error: none
Did you mean:
  bgb  BGB`,
  )
  const act = { code: '32024r9901', label: 'Verordnung (EU) 2024/9901', title: 'Verordnung (EU) 2024/9901 über Bienen' }
  assert.match(
    errorMessage({ error: 'not_found', message: 'none', suggestions: [act] }, screen),
    /^ {2}32024r9901 {2}Verordnung \(EU\) 2024\/9901\n +über Bienen$/m,
  )
})

test('an error with suggestions does not give them twice', () => {
  const body = { error: 'not_found' as const, message: 'no law bgbb; did you mean bgb (BGB)?' }
  const suggestions = [{ code: 'bgb', label: 'BGB', title: '' }]
  assert.equal(errorMessage({ ...body, suggestions }, screen), 'Error: no law bgbb\nDid you mean:\n  bgb  BGB')
  assert.equal(errorMessage(body, { ...screen, width: 80 }), `Error: ${body.message}`)
})

test('the parts that fit are commands, and their titles have the room of a line', () => {
  const suggestions = ['Abschnitt 1', 'Abschnitt 2 Titel 1'].map((part) => {
    return { code: 'msgb', part: `Buch 2 ${part}`, label: part, title: 'Liegeplatzüberlassung und Haftung' }
  })
  const message = 'MSGB has no part "Haftung"'
  assert.equal(
    errorMessage({ error: 'not_found', message, suggestions }, { ...screen, width: 60 }),
    `Error: ${message}
Did you mean:
  legal-text law msgb --part 'Buch 2 Abschnitt 1'
    Abschnitt 1 Liegeplatzüberlassung und Haftung
  legal-text law msgb --part 'Buch 2 Abschnitt 2 Titel 1'
    Abschnitt 2 Titel 1 Liegeplatzüberlassung und Haftung`,
  )
})

describe('the status', () => {
  const answer = {
    ...{
      status: 'ready' as const,
      bundle_id: '0a',
      digest: 'sha256:0a',
      schema_version: 4,
      built_at: '2026-01-01T00:00:00.000Z',
    },
    ...{ laws: 1204, norms: 2, limitations: 3, replacement_failure: null },
  }

  test('is a list', () => {
    assert.equal(
      statusPage({ ...answer, findings: [], findings_total: 0 }, wide),
      `Status       ready
Bundle       0a
Digest       sha256:0a
Schema       4
Built        2026-01-01T00:00:00.000Z
Laws         1,204
Norms        2
Limitations  3
Findings     0`,
    )
  })

  test('says what is wrong with the sources', () => {
    const findings = [
      { source_id: 'hafg/par:1', law_id: 'hafg', reason: 'norms.json[3] is left out: text: expected string' },
    ]
    const lines = statusPage({ ...answer, findings, findings_total: 3 }, wide).split('\n')
    assert.deepEqual(lines.slice(-5), [
      'Findings     3',
      '',
      'What is wrong with its sources',
      '  hafg/par:1  norms.json[3] is left out: text: expected string',
      '  and 2 more: legal-text corpus verify --json',
    ])
  })
})

test('the coverage shows what the source tells of the states', () => {
  const empty = {}
  const coverage: Coverage = {
    ...{
      bundle_id: '0a',
      digest: 'sha256:0a',
      schema_version: 4,
      built_at: '2026-01-01',
      parsers: [],
      laws: 1,
      norms: 1,
    },
    ...{ norms_by_kind: empty, norms_by_status: empty, characters: { text: 1, footnotes: 0 } },
    ...{ relationships_by_type: empty, citations: { resolved: 0, norm_not_found: 0, law_not_found: 0, no_law: 0 } },
    ...{
      laws_by_source_family: empty,
      laws_by_jurisdiction: empty,
      laws_by_language: empty,
      limitations: 0,
      limitations_by_terminal_state: empty,
      findings: 0,
    },
    ...{ limitations_by_source_family: empty, corpus_date: null, status_dates: { earliest: null, latest: null } },
    account: {
      ...{
        elements: 2,
        headers: { total: 1, with_text: 0 },
        structure: { total: 0, as_norms: 0, empty: 1 },
        designated: 1,
      },
    },
    state_law_coverage: { schema_version: 'v1', entries: [1, 2], counts: { total: 16 } },
  }
  assert.match(
    coveragePage(coverage, wide),
    /Laws of the states, as the source tells it\n {2}schema version +v1\n {2}entries +2 entries\n {2}counts +\{"total":16\}$/,
  )
  assert.doesNotMatch(coveragePage({ ...coverage, state_law_coverage: null }, wide), /states/)
})

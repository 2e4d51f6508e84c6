import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Coverage, Norm } from '../../src/corpus/corpus.ts'
import { coveragePage } from '../../src/terminal/coverage-page.ts'
import { errorMessage } from '../../src/terminal/error-message.ts'
import { fieldLines, titleLines } from '../../src/terminal/fields.ts'
import { type NormAnswer, normPage } from '../../src/terminal/norm-page.ts'
import { normTextLines } from '../../src/terminal/norm-text.ts'
import { pageLine } from '../../src/terminal/page-line.ts'
import { styled } from '../../src/terminal/screen.ts'
import { markMatches } from '../../src/terminal/search-results.ts'
import { statusPage } from '../../src/terminal/status-page.ts'

const screen = { width: 40, colour: false }
const wide = { width: 80, colour: false }

const norm: Norm = {
  code: 'hafg',
  norm: 'par:1',
  label: '§ 1',
  heading: 'Zweck',
  status: 'in_force',
  text: '(1) Erster Absatz.\n(2) Zweiter Absatz.',
  structure: [
    { kind: 'part', number: '1', title: 'Allgemeines', label: 'Teil 1', footnotes: 'Teil 1 neugefasst.' },
    { kind: 'section', number: '2', title: '', label: 'Abschnitt 2', footnotes: '' },
  ],
  subdivisions: [],
  footnotes: '§ 1: geändert.',
  attachments: [],
  marks: [],
  provenance: {
    source_url: 'https://recht.example/hafg/xml.zip',
    html_url: 'https://recht.example/hafg/__1.html',
    fetch_timestamp: '2026-01-01T00:00:00Z',
    content_hash: 'sha256:00',
    parser: 'gii-xml@1',
    document_id: 'BJNR1',
  },
  previous: null,
  next: null,
  selection: null,
}
const law = { title: 'Hafengesetz', abbreviation: 'HafG', status_date: '2025-12-31' }
const page = (changes: Partial<NormAnswer>) => normPage({ ...norm, resolution: null, ...changes }, law, wide)

describe('a norm', () => {
  test('is a page', async () => {
    assert.equal(
      await page({}),
      `§ 1  Zweck
HafG > Teil 1 Allgemeines > Abschnitt 2

(1) Erster Absatz.

(2) Zweiter Absatz.

Footnotes
  § 1: geändert.
  Teil 1: Teil 1 neugefasst.

Law      Hafengesetz (hafg)
Norm     par:1
Status   law as amended up to 2025-12-31
Source   https://recht.example/hafg/__1.html
Fetched  2026-01-01T00:00:00Z`,
    )
  })

  test('without text says so, and that it is repealed', async () => {
    assert.match(await page({ text: '' }), /This norm has no text/)
    const repealed = await page({ text: '', status: 'repealed' })
    assert.match(repealed, /This norm is repealed and has no text/)
    assert.match(repealed, /Status {3}repealed; law as amended/)
  })

  test('shows the subdivision that was asked for, and says that it is not the whole', async () => {
    const selected = await page({ selection: { path: 'abs:2', text: '(2) Zweiter Absatz.' } })
    assert.match(selected, /Only abs:2 of this norm/)
    assert.doesNotMatch(selected, /Erster/)
  })

  test('marks the places of the images that it cannot show, and names them', async () => {
    const attachments = [
      { kind: 'image' as const, name: 'a.jpg', offset: 4, description: 'Formel' },
      { kind: 'file' as const, name: 'b.pdf', offset: 38, description: '' },
    ]
    const drawn = await page({ attachments })
    assert.match(drawn, /^\(1\) \[image 1\]Erster Absatz\.$/m)
    assert.match(drawn, /^\(2\) Zweiter Absatz\.\[file 2\]$/m)
    assert.match(drawn, /official page:\n {2}\[image 1\] a\.jpg: Formel\n {2}\[file 2\] b\.pdf\n/)

    const selected = await page({ attachments, selection: { path: 'abs:2', text: '(2) Zweiter Absatz.' } })
    assert.doesNotMatch(selected, /image/)
    assert.match(selected, /Absatz\.\[file 2\]/)
  })

  test('tells how it was found only where it is not what was named', async () => {
    assert.doesNotMatch(await page({ resolution: { by: 'short_form', message: '1 is par:1' } }), /1 is par:1/)
    assert.match(await page({ resolution: { by: 'range', message: '4 is within §§ 3 bis 6' } }), /4 is within/)
  })
})

describe('the wording', () => {
  test('list items are indented by their marks, and wrap under themselves', async () => {
    const text = '(1) Wer\n1. einen Platz überlässt, der ruhig ist,\na) am Kai\naa) Nord\noder\n2. hilft'
    assert.deepEqual(await normTextLines(screen, text), [
      '(1) Wer',
      '   1. einen Platz überlässt, der ruhig',
      '      ist,',
      '      a) am Kai',
      '         aa) Nord',
      'oder',
      '   2. hilft',
    ])
  })

  test('rows with tabs are a table', async () => {
    assert.deepEqual(await normTextLines(screen, 'Gebühren\nBoot\t1,00\nSchiff\t12,50\nEnde'), [
      'Gebühren',
      '',
      'Boot    1,00',
      'Schiff  12,50',
      '',
      'Ende',
    ])
  })
})

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
    assert.equal(pageLine({ count: 1, total: 1, next: null }, 'law'), '1 law')
    assert.equal(pageLine({ count: 20, total: 1234, next: 40 }, 'law'), '20 of 1,234 laws; the next with --offset 40')
    assert.equal(pageLine({ count: 4, total: 24, next: null }, 'law'), '4 of 24 laws')
  })

  test('a list that is not counted to its end says so', () => {
    const page = { count: 20, total: 10_000, next: 20 }
    const line = (isExact: boolean) => pageLine({ ...page, total_is_exact: isExact }, 'result')
    assert.equal(line(false), '20 of at least 10,000 results; the next with --offset 20')
    assert.equal(line(true), '20 of 10,000 results; the next with --offset 20')
    const whole = { count: 5, total: 5, next: null, total_is_exact: false }
    assert.equal(pageLine(whole, 'result'), '5 of at least 5 results')
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
})

describe('the status', () => {
  const answer = {
    ...{
      status: 'ready',
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

  test('says what could not be read', () => {
    const findings = [{ source_id: 'hafg/par:1', reason: 'norms.json[3] is left out: text: expected string' }]
    const lines = statusPage({ ...answer, findings, findings_total: 3 }, wide).split('\n')
    assert.deepEqual(lines.slice(-5), [
      'Findings     3',
      '',
      'What could not be read',
      '  hafg/par:1  norms.json[3] is left out: text: expected string',
      '  and 2 more: legal-text limitations --terminal-state parse_failed',
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
    ...{ laws_by_source_family: empty, limitations: 0, limitations_by_terminal_state: empty },
    ...{ limitations_by_source_family: empty, status_dates: { earliest: null, latest: null } },
    account: {
      ...{ elements: 2, headers: { total: 1, with_text: 0 }, structure: { total: 0, as_norms: 0 }, designated: 1 },
    },
    state_law_coverage: { schema_version: 'v1', entries: [1, 2], counts: { total: 16 } },
  }
  assert.match(
    coveragePage(coverage, wide),
    /Laws of the states, as the source tells it\n {2}schema version +v1\n {2}entries +2 entries\n {2}counts +\{"total":16\}$/,
  )
  assert.doesNotMatch(coveragePage({ ...coverage, state_law_coverage: null }, wide), /states/)
})

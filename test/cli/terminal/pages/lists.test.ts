import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { citationList } from '../../../../src/cli/terminal/pages/citation-list.ts'
import { countSections } from '../../../../src/cli/terminal/pages/coverage-page.ts'
import { lawsTable } from '../../../../src/cli/terminal/pages/laws-table.ts'
import { limitationsTable } from '../../../../src/cli/terminal/pages/limitations-table.ts'
import { shellWord } from '../../../../src/cli/terminal/pages/paging.ts'
import { relationshipsTable } from '../../../../src/cli/terminal/pages/relationships-table.ts'
import { styled } from '../../../../src/cli/terminal/screen.ts'
import type { LawSummary, Relationship, SourceLimitation } from '../../../../src/model/corpus.ts'
import type { Citation } from '../../../../src/resolve/citation.ts'
import { pageText } from '../page-text.ts'

const screen = (width: number, colour = false) => ({ width, colour })

describe('laws', () => {
  const laws: LawSummary[] = [
    {
      ...{ code: 'hafeng_2021', abbreviation: 'HafenG', title: 'Gesetz über den Betrieb des Hafens', norm_count: 1204 },
      ...{
        jurisdiction: 'DE',
        source_family: 'gii',
        language: 'de',
        status_date: '2026-01-14',
        in_force_from: null,
        in_force_to: null,
      },
    },
    {
      ...{ code: 'msgb', abbreviation: 'MSGB', title: 'Stadtgesetzbuch', norm_count: 1 },
      ...{
        jurisdiction: 'DE',
        source_family: 'gii',
        language: 'de',
        status_date: null,
        in_force_from: null,
        in_force_to: null,
      },
    },
  ]
  const answer = { laws, count: 2, total: 7, query: null, next: 2 }

  test('are a table; the abbreviation is with the title where it has no column and the code does not tell it', async () => {
    assert.equal(
      await pageText(lawsTable(answer, screen(80))),
      `Code         Title                                       Norms  Amended
hafeng_2021  HafenG: Gesetz über den Betrieb des Hafens  1,204  2026-01-14
msgb         Stadtgesetzbuch                                 1  -

2 of 7 laws; the next with --offset 2`,
    )
    assert.match(
      await pageText(lawsTable(answer, screen(120))),
      /^Code +Abbreviation +Title +Norms +Amended\nhafeng_2021 +HafenG +Gesetz über/,
    )
  })

  test('of several jurisdictions have a heading for each: federal law, Länder, countries, own rules', async () => {
    const places = ['x-acme', 'ch', 'DE', 'de-by', 'de-bw', 'eu', 'de']
    const many = places.map((jurisdiction, at) => ({ ...(laws[1] as LawSummary), code: `law_${at}`, jurisdiction }))
    const lines = (await pageText(lawsTable({ ...answer, laws: many }, screen(40)))).split('\n')
    assert.deepEqual(
      lines.filter((line) => /^\S/.test(line)).map((line) => line.replace('  1 norm', '')),
      [
        ...['Federal law (de)', 'law_2', 'law_6', 'European Union (eu)', 'law_5', 'Baden-Württemberg (de-bw)', 'law_4'],
        ...[
          'Bayern (de-by)',
          'law_3',
          'Switzerland (ch)',
          'law_1',
          'x-acme',
          'law_0',
          '2 of 7 laws; the next with --offset 2',
        ],
      ],
    )
  })

  test('have no abbreviation before a title that begins with it', async () => {
    const act = {
      code: '32024r9901',
      abbreviation: 'Verordnung (EU) 2024/9901',
      title: 'Verordnung (EU) 2024/9901 über Bienen',
    }
    const [law] = laws as [LawSummary]
    const page = await pageText(lawsTable({ ...answer, laws: [{ ...law, ...act }] }, screen(80)))
    assert.match(page, /^32024r9901 +Verordnung \(EU\) 2024\/9901 über Bienen /m)
  })

  test('have their titles below their codes on narrow screens', async () => {
    assert.equal(
      await pageText(lawsTable(answer, screen(40))),
      `hafeng_2021  1,204 norms, amended
             2026-01-14
  HafenG: Gesetz über den Betrieb des
  Hafens
msgb  1 norm
  Stadtgesetzbuch

2 of 7 laws; the next with --offset 2`,
    )
  })

  test('have codes that can be copied: a long one has a line of its own, others are not pushed aside by it', async () => {
    const code = 'gesetz_mit_einem_sehr_langen_code_von_45_zeich'
    const long = { ...(laws[0] as LawSummary), code, abbreviation: code }
    const drawn = await pageText(lawsTable({ ...answer, laws: [...laws, long, ...laws] }, screen(80)))
    const lines = drawn.split('\n')
    assert.equal(lines.filter((line) => line === code).length, 1)
    assert.equal(lines[4], '             Gesetz über den Betrieb des Hafens          1,204  2026-01-14')
    assert.equal(lines[5], 'hafeng_2021  HafenG: Gesetz über den Betrieb des Hafens  1,204  2026-01-14')
    for (const width of [40, 60, 80, 120, 200]) {
      const many = Array.from({ length: 50 }, (_, index) => (index % 3 === 0 ? long : (laws[0] as LawSummary)))
      const page = await pageText(lawsTable({ ...answer, laws: many }, screen(width)))
      const whole = page.split('\n').filter((line) => new RegExp(`^${code}(?: |$)`).test(line))
      assert.equal(whole.length, width < code.length ? 0 : 17, `${width} columns`)
    }
  })

  test('that are not there have hints', async () => {
    const none = { laws: [], count: 0, total: 0, query: 'Fisch & Chips', next: null }
    assert.equal(
      await pageText(lawsTable(none, screen(80))),
      `No law has “Fisch & Chips” in its code, its abbreviation, its title or another
name.

What may help:
- a shorter part of the name
- legal-text search 'Fisch & Chips', for norms with these words
- legal-text limitations, for the sources that could not be imported`,
    )
    assert.equal(await pageText(lawsTable({ ...none, query: null }, screen(80))), 'This corpus has no laws.')
    assert.match(await pageText(lawsTable({ ...none, total: 7 }, screen(80), 'the sample')), /^No more: 7 laws\.\n\n/)
    assert.match(await pageText(lawsTable(none, screen(80), 'the sample')), /name\.\nLooked in the sample\.\n\n/)
  })
})

describe('relationships', () => {
  const relationship = (type: Relationship['type'], changes: Partial<Relationship>): Relationship => ({
    ...{ type, code: 'msgb', norm: 'par:2', label: '§ 2', heading: 'Pflichten', subdivision: null, law: null },
    ...{ abbreviation: null, citation: null, start: null, end: null, resolved: true, ...changes },
  })
  const relationships = [
    relationship('cites', { citation: '§ 2  Abs. 1', subdivision: 'abs:1' }),
    relationship('cites', { citation: '§ 9 XG', code: null, law: 'XG', norm: 'par:9', label: null, resolved: false }),
    relationship('cited_by', { norm: 'par:7', label: '§ 7', heading: 'Dank', citation: '§ 1' }),
    relationship('cited_by', { norm: 'par:7', label: '§ 7', heading: 'Dank', citation: '§ 1' }),
    relationship('cited_by', { norm: 'par:7', label: '§ 7', heading: 'Dank', citation: '§§ 1 und 2' }),
    relationship('contained_in', { norm: 'text:1', label: null, heading: null }),
  ]
  const answer = { code: 'msgb', norm: 'par:1', relationships, count: 6, total: 6, next: null }

  test('are a table for each type, with one row a norm', async () => {
    assert.equal(
      await pageText(relationshipsTable(answer, screen(80))),
      `Cites
Norm             Heading               Cited as
§ 2 Abs. 1 msgb  Pflichten             § 2 Abs. 1
§ 9 XG           (not in this corpus)  § 9 XG

Cited by
Norm      Heading  Cited as
§ 7 msgb  Dank     § 1 (2×)
                   §§ 1 und 2

Contained in
Norm         Heading
Text 1 msgb

6 relationships`,
    )
    assert.match(
      await pageText(relationshipsTable(answer, screen(120))),
      /^Cites\nNorm +Heading +Cited as\n§ 2 Abs\. 1 msgb +Pflichten +§ 2 Abs\. 1$/m,
    )
  })

  test('that are not there have hints', async () => {
    const none = { ...answer, relationships: [], count: 0, total: 0 }
    assert.equal(
      await pageText(relationshipsTable(none, screen(80))),
      `No relationships of § 1 (msgb).

What may help:
- without --type, relationships of all types
- legal-text norm msgb par:1, for its wording
- legal-text search, for norms on the same subject`,
    )
    assert.match(await pageText(relationshipsTable({ ...none, total: 6 }, screen(80))), /^No more: 6 relationships\.\n/)
  })
})

describe('source limitations', () => {
  const limitation: SourceLimitation = {
    ...{ limitation_id: '1', source_family: 'gii', source_id: 'fischmkto', title: 'Fischmarktordnung' },
    ...{ source_url: 'https://recht.example/fischmkto/xml.zip', terminal_state: 'unsupported_format' },
    ...{ reason: 'only PDF', state_code: null, law_id: 'fischmkto', retrieved_at: '2026-01-01T00:00:00Z' },
    ...{ http_status: null, retryable: null },
  }
  const filters = { source_family: null, terminal_state: null, state_code: null, law_id: null }

  test('are blocks on narrow screens', async () => {
    assert.equal(
      await pageText(limitationsTable({ limitations: [limitation], filters }, screen(60))),
      `Fischmarktordnung
  State      unsupported_format
  Reason     only PDF
  Source     https://recht.example/fischmkto/xml.zip
  Source id  gii fischmkto
  Law        fischmkto
  Retrieved  2026-01-01T00:00:00Z

1 source limitation: 1 unsupported_format`,
    )
  })

  test('are a table on wide ones, with the columns that say something', async () => {
    assert.equal(
      await pageText(limitationsTable({ limitations: [limitation], filters }, screen(100))),
      `Source     Title              State               Reason
fischmkto  Fischmarktordnung  unsupported_format  only PDF

1 source limitation: 1 unsupported_format`,
    )
    const other = { ...limitation, source_family: 'laender', law_id: 'fmo', state_code: 'DE-HH' }
    assert.match(
      await pageText(limitationsTable({ limitations: [limitation, other], filters }, screen(160))),
      /^Source +Family +Title +State +Reason +Law +Place +Address\nfischmkto +gii .+ - +- +https:.*\n.* laender .* fmo +DE-HH +https:/,
    )
  })

  test('that are not there have hints', async () => {
    assert.match(
      await pageText(limitationsTable({ limitations: [], filters }, screen(80))),
      /^No source limitations: this corpus/,
    )
    const filtered = { ...filters, terminal_state: 'parse_failed', law_id: 'x' }
    assert.equal(
      await pageText(limitationsTable({ limitations: [], filters: filtered }, screen(80))),
      `No source limitations with terminal state “parse_failed” and law id “x”.

What may help:
- legal-text limitations, for all of them
- legal-text coverage, for how many there are of each kind`,
    )
  })
})

describe('citations', () => {
  const citation: Citation = {
    ...{ text: '§ 2\nMSGB', start: 0, end: 8, status: 'resolved', code: 'msgb', abbreviation: 'MSGB', norm: 'par:2' },
    ...{
      subdivision: 'abs:1',
      label: '§ 2',
      heading: 'Pflichten',
      cite_as: null,
      wording: '(1) Wer\nanlegt, zahlt.',
      message: null,
    },
    ...{ class: 'right', edition: null },
  }
  const nowhere = { norm: null, subdivision: null, label: null, heading: null, cite_as: null, wording: null }

  test('say what they mean, or what is near', () => {
    const suggestions = [{ code: 'msgb', norm: 'par:8', label: '§ 8', title: 'Ende' }]
    const missing: Citation = {
      ...citation,
      ...nowhere,
      status: 'not_found',
      class: 'wrong',
      message: 'no norm § 9',
      suggestions,
    }
    assert.equal(
      citationList({ query: '', citations: [citation, { ...missing, text: '§ 9 MSGB' }], count: 2 }, screen(80)),
      `§ 2 MSGB
  right: resolved
  msgb par:2/abs:1  § 2 Pflichten
  (1) Wer anlegt, zahlt.

§ 9 MSGB
  wrong: not found
  no norm § 9
  Near it:
    msgb par:8  § 8 Ende

2 citations: 1 right, 1 wrong`,
    )
  })

  test('that are not there have hints', () => {
    assert.match(
      citationList({ query: 'Guten\nTag', citations: [], count: 0 }, screen(80)),
      /^No citation found in “Guten Tag”\.\n\nWhat may help:\n- a citation with its law/,
    )
  })
})

test('numbers stand below each other, the names wrap', () => {
  const sections = [
    { title: 'Laws', counts: [['all', 1234567] as [string, number], ['x'.repeat(30), 1] as [string, number]] },
    { title: 'Empty', counts: [] },
    { title: 'Norms', counts: [['in force', 7] as [string, number]] },
  ]
  const drawn = countSections(sections, screen(40))
  assert.deepEqual(drawn, [
    `Laws\n  all${' '.repeat(24)}  1,234,567\n  ${'x'.repeat(27)}          1\n  xxx`,
    `Norms\n  in force${' '.repeat(19)}          7`,
  ])
  assert(countSections(sections, screen(40, true))[0]?.startsWith(styled(screen(40, true), 'label', 'Laws')))
})

test('a text is one word of a command line', () => {
  assert.equal(shellWord('par:1/abs:2'), 'par:1/abs:2')
  assert.equal(shellWord('Straße'), 'Straße')
  assert.equal(shellWord("it's"), `'it'\\''s'`)
  assert.equal(shellWord(''), `''`)
})

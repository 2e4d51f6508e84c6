import assert from 'node:assert/strict'
import { test } from 'node:test'
import { citationOf, citationWithDay } from '../../src/citation/citation-text.ts'
import { type LawState, UNTOLD } from '../../src/model/law-state.ts'

const norm = (label: string, ...paths: string[]) => ({
  code: 'msgb',
  norm: 'par:1',
  language: 'de',
  label,
  heading: 'Überschrift',
  subdivisions: paths.map((path) => ({ path, label: '', text: '' })),
})

const state = (status_date: string | null, own: Partial<LawState> = {}) => ({ ...UNTOLD, status_date, ...own })

test('a norm and its parts are cited as lawyers do', () => {
  assert.equal(citationOf(norm('§ 433'), 'MSGB', null), '§ 433 MSGB')
  assert.equal(
    citationOf(norm('§ 433', 'abs:1/satz:1', 'abs:1/satz:2'), 'MSGB', 'abs:1/satz:1'),
    '§ 433 Abs. 1 Satz 1 MSGB',
  )
  assert.equal(citationOf(norm('Art 246a § 1'), 'MSGBEG', 'abs:2'), 'Art. 246a § 1 Abs. 2 MSGBEG')
  assert.equal(citationOf(norm(''), 'MSGB', null), 'Überschrift MSGB')
})

test('a norm in another language is cited in German, all of it', () => {
  const article = { ...norm('Article 6'), norm: 'art:6', language: 'en' }
  assert.equal(citationOf(article, 'DSGVO', 'abs:1/uabs:1/buchst:f'), 'Art. 6 Abs. 1 UAbs. 1 Buchst. f DSGVO')
  assert.equal(citationOf({ ...article, label: 'ANNEX III', norm: 'annex:iii' }, 'KI-VO', null), 'Anhang III KI-VO')
})

test('the only sentence of a paragraph is not named', () => {
  const path = 'abs:2/satz:1/nr:3/buchst:a/buchst:bb'
  assert.equal(
    citationOf(norm('§ 14', 'abs:2/satz:1'), 'MSGB', path),
    '§ 14 Abs. 2 Nr. 3 Buchst. a Doppelbuchst. bb MSGB',
  )
  const several = norm('§ 14', 'abs:2/satz:1', 'abs:2/satz:2')
  assert.equal(citationOf(several, 'MSGB', path), '§ 14 Abs. 2 Satz 1 Nr. 3 Buchst. a Doppelbuchst. bb MSGB')
})

test('the day of a quotation is that of the amendment, consolidation, publication or fetching', () => {
  const page = 'https://recht.example/1'
  const provenance = { html_url: page, source_url: null, fetch_timestamp: '2026-01-02T03:04:05Z' }
  const dated = (status_date: string | null, source: { consolidated_on?: string; as_of?: string }) => {
    const { consolidated_on = null, ...asked } = source
    return citationWithDay('§ 1 X', { provenance: { ...provenance, consolidated_on }, ...asked }, state(status_date))
  }
  assert.equal(dated('2026-03-29', {}), `§ 1 X (Stand: 29.03.2026), ${page}`)
  assert.equal(dated('2024-10-23', { as_of: '2024-12-25' }), `§ 1 X (wie veröffentlicht am 25.12.2024), ${page}`)
  assert.equal(dated(null, { consolidated_on: '2016-05-04' }), `§ 1 X (konsolidierte Fassung vom 04.05.2016), ${page}`)
  assert.equal(dated(null, { as_of: '2025-01-01' }), `§ 1 X (wie veröffentlicht am 01.01.2025), ${page}`)
  assert.equal(dated(null, {}), `§ 1 X (abgerufen am 02.01.2026), ${page}`)
  const nothing = { html_url: null, source_url: null, fetch_timestamp: null }
  assert.equal(citationWithDay('§ 1 X', { provenance: nothing }, state(null)), '§ 1 X')
})

test('a quotation says what the source says of the end of the law and of amendments that the text lacks', () => {
  const nowhere = { html_url: null, source_url: null, fetch_timestamp: null }
  const cited = (own: Partial<LawState>) => citationWithDay('§ 1 X', { provenance: nowhere }, state('2026-03-29', own))
  const end = { norms: [], except: [], note: '' }
  assert.equal(
    cited({ endings: [{ ...end, on: '2026-04-21', last_day: '2026-04-20' }] }),
    '§ 1 X (Stand: 29.03.2026; außer Kraft ab 21.04.2026)',
  )
  assert.equal(
    cited({ endings: [{ ...end, on: '2026-12-31', last_day: '2026-12-31' }] }),
    '§ 1 X (Stand: 29.03.2026; außer Kraft mit Ablauf des 31.12.2026)',
  )
  const void_ = { ...end, on: null, last_day: null, note: '§ 1: Nichtig gem. BVerfGE v. 1.2.2026 I 3' }
  assert.equal(cited({ endings: [void_] }), `§ 1 X (Stand: 29.03.2026; ${void_.note})`)
  const pending = { act: '', reference: null, effective_from: null, scope: null, norms: [], amends: true }
  const note = 'Änderung durch Art. 2 G v. 1.2.2026 I Nr. 3 noch nicht berücksichtigt'
  assert.equal(cited({ pending: [{ ...pending, note }] }), `§ 1 X (Stand: 29.03.2026; ${note})`)
})

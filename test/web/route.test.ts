import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currentDay, takeDay } from '../../src/web/day.ts'
import { dayOf, diffLink, formatRoute, lawLink, normLink, parseRoute, type Route } from '../../src/web/route.ts'

const ROUTES: [string, Route][] = [
  ['#/', { view: 'search', query: '' }],
  ['#/?q=Treu+und+Glauben', { view: 'search', query: 'Treu und Glauben' }],
  ['#/laws', { view: 'laws', filter: '' }],
  ['#/laws?filter=hafen', { view: 'laws', filter: 'hafen' }],
  ['#/msgb', { view: 'law', code: 'msgb', at: null, level: null }],
  ['#/msgb?at=par%3A12&level=1', { view: 'law', code: 'msgb', at: 'par:12', level: 1 }],
  ['#/msgb/par:12/abs:2/satz:1', { view: 'norm', code: 'msgb', norm: 'par:12/abs:2/satz:1' }],
  ['#/msgb/par:%C3%A4', { view: 'norm', code: 'msgb', norm: 'par:ä' }],
  ['#/msgb/par:12?to=2026-01-01', { view: 'diff', code: 'msgb', norm: 'par:12', from: null, to: '2026-01-01' }],
  ['#/msgb/art:5/par:1?from=2024-06-01&to=2026-01-01', diff('art:5/par:1', '2024-06-01', '2026-01-01')],
  ['#/msgb?from=2024-06-01', diff(null, '2024-06-01', null)],
  ['#/changes', { view: 'changes', since: '', until: '', law: '' }],
  [
    '#/changes?since=2024-06-01&until=2025-06-01&law=msgb',
    { view: 'changes', since: '2024-06-01', until: '2025-06-01', law: 'msgb' },
  ],
]

function diff(norm: string | null, from: string | null, to: string | null): Route {
  return { view: 'diff', code: 'msgb', norm, from, to }
}

test('an address is read as what it was made of', () => {
  for (const [hash, route] of ROUTES) {
    assert.deepEqual(parseRoute(hash), route, hash)
    assert.equal(formatRoute(route), hash)
  }
})

test('addresses that people write are read, too', () => {
  assert.deepEqual(parseRoute(''), { view: 'search', query: '' })
  assert.deepEqual(parseRoute('#MSGB/§ 1'), { view: 'norm', code: 'MSGB', norm: '§ 1' })
  assert.deepEqual(parseRoute('#/msgb/par%3A1%2Fabs%3A2'), { view: 'norm', code: 'msgb', norm: 'par:1/abs:2' })
  assert.deepEqual(parseRoute('#/%zz'), { view: 'law', code: '%zz', at: null, level: null })
  assert.deepEqual(parseRoute('#/msgb?level=x'), { view: 'law', code: 'msgb', at: null, level: null })
})

test('links name the law, the norm and its part', () => {
  assert.equal(lawLink('sgb_5'), '#/sgb_5')
  assert.equal(normLink('msgbeg', 'art:5/par:1', 'satz:2'), '#/msgbeg/art:5/par:1/satz:2')
  assert.equal(normLink('msgb', 'par:1', null), '#/msgb/par:1')
  assert.equal(normLink('a?b', 'par:1#2'), '#/a%3Fb/par:1%232')
})

test('every address can have a day, which links take over', () => {
  for (const [hash, route] of ROUTES) {
    const dated = formatRoute(route, '2024-06-01')
    assert.deepEqual(parseRoute(dated), route, dated)
    assert.deepEqual([dayOf(dated), dayOf(hash)], ['2024-06-01', null])
  }
  assert.equal(normLink('msgb', 'par:1', null, '2024-06-01'), '#/msgb/par:1?as_of=2024-06-01')
  assert.equal(lawLink('msgb', ''), '#/msgb?as_of=', 'ends the day of the session')
  takeDay('2025-06-01')
  assert.equal(lawLink('msgb'), '#/msgb?as_of=2025-06-01')
  assert.equal(diffLink('msgb', 'par:1', null, '2026-01-01'), '#/msgb/par:1?to=2026-01-01&as_of=2025-06-01')
  takeDay(null)
  assert.equal(currentDay(), '2025-06-01', 'an address without a day keeps it')
  takeDay('')
  assert.deepEqual([currentDay(), lawLink('msgb')], [null, '#/msgb'])
})

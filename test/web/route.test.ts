import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatRoute, lawLink, normLink, parseRoute, type Route } from '../../src/web/route.ts'

const ROUTES: [string, Route][] = [
  ['#/', { view: 'search', query: '' }],
  ['#/?q=Treu+und+Glauben', { view: 'search', query: 'Treu und Glauben' }],
  ['#/laws', { view: 'laws', filter: '' }],
  ['#/laws?filter=hafen', { view: 'laws', filter: 'hafen' }],
  ['#/msgb', { view: 'law', code: 'msgb', at: null, level: null }],
  ['#/msgb?at=par%3A12&level=1', { view: 'law', code: 'msgb', at: 'par:12', level: 1 }],
  ['#/msgb/par:12/abs:2/satz:1', { view: 'norm', code: 'msgb', norm: 'par:12/abs:2/satz:1' }],
  ['#/msgb/par:%C3%A4', { view: 'norm', code: 'msgb', norm: 'par:ä' }],
]

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

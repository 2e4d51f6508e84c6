/** Cited parts of norms: their changes since a day, and future ones. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Corpus } from '../../src/model/corpus.ts'
import { CitedParts, citedPart, hasNews, type KnownPart } from '../../src/operations/cited-parts.ts'
import { type OpenStates, openStates } from '../open-states.ts'

const LAMP = '(2) Jeder Lotse führt nachts eine Lampe, die vom Ufer aus zu sehen ist.'
const BELL = 'Jede Boje trägt eine Glocke, die bei Seegang von selbst anschlägt.'

const OLD = {
  LotsenG: {
    '§ 1': 'Lotsen tragen blaue Mützen.',
    '§ 2': `(1) Lotsen pfeifen.\n${LAMP}`,
    '§ 3': BELL,
    '§ 4': 'Lotsen haben einen Hund.',
    '§ 5': 'Lotsen grüßen – stets.',
    '§ 6': 'Lotsen schlafen nie.',
    '§ 9': '(weggefallen)',
  },
  TauG: { '§ 1': 'Taue werden geteert.' },
}
const NEW = {
  LotsenG: {
    '§ 1': 'Lotsen tragen rote Mützen.',
    '§ 2': `(1) Lotsen pfeifen.\n(2) Sie läuten nicht.\n${LAMP.replace('(2)', '(3)')}`,
    '§ 3': 'Bojen sind rot.',
    '§ 4': '(weggefallen)',
    '§ 5': 'Lotsen grüßen - stets.',
    '§ 7': BELL,
    '§ 9': '(weggefallen)',
  },
}

describe('cited parts', () => {
  let history: OpenStates
  let newest: OpenStates
  let known: Map<string, KnownPart>
  const place = (norm: string, subdivision: string | null = null, code = 'lotseng') => ({ code, norm, subdivision })
  const PLACES = [
    ...[1, 3, 4, 5, 6, 9].map((number) => place(`par:${number}`)),
    place('par:2', 'abs:2'),
    place('par:1', null, 'taug'),
  ]
  before(async () => {
    history = await openStates({ '2025-01-01': OLD, '2026-01-01': NEW })
    newest = await openStates({ '2026-01-01': NEW })
    const parts = await CitedParts.of(history.corpus.atState('2025-01-01'), '2025-01-01')
    const found = await Promise.all(PLACES.map((each) => parts.partOf(each)))
    known = new Map(found.flatMap((part) => (part === undefined ? [] : [[part.cite_as, part]])))
    assert.equal(known.size, PLACES.length)
  })
  after(async () => {
    await history.close()
    await newest.close()
  })

  const newsIn = async (corpus: Corpus) => {
    const parts = await CitedParts.of(corpus)
    return Promise.all(
      [...known.values()].map(async (part) => {
        const { change } = await parts.newsOf(part)
        const words = change?.difference?.map(({ type, text }) => (type === 'equal' ? '' : `${type} ${text}`)).join('')
        return [part.cite_as, change?.type ?? null, change?.now_cited_as ?? null, words ?? null]
      }),
    )
  }

  it('are changed, moved, repealed or removed, by their words alone', async () => {
    assert.deepEqual(await newsIn(history.corpus), [
      ['§ 1 LotsenG', 'changed', null, 'deleted blaueinserted rote'],
      ['§ 3 LotsenG', 'moved', '§ 7 LotsenG', null],
      ['§ 4 LotsenG', 'repealed', null, null],
      ['§ 5 LotsenG', null, null, null],
      ['§ 6 LotsenG', 'removed', null, null],
      ['§ 9 LotsenG', null, null, null],
      ['§ 2 Abs. 2 LotsenG', 'moved', '§ 2 Abs. 3 LotsenG', null],
      ['§ 1 TauG', 'removed', null, null],
    ])
  })

  it('are the same without older states, but for the difference', async () => {
    const [first, ...others] = await newsIn(newest.corpus)
    assert.deepEqual(first, ['§ 1 LotsenG', 'changed', null, null])
    assert.deepEqual(others, (await newsIn(history.corpus)).slice(1))
  })

  it('tell since when, and on which day the wording was first there', async () => {
    const { change } = await (await CitedParts.of(history.corpus)).newsOf(known.get('§ 1 LotsenG') as KnownPart)
    assert.deepEqual([change?.since, change?.observed_on], ['2025-01-01', '2026-01-01'])
  })

  it('have no news once they are known anew, and none of a named edition', async () => {
    const parts = await CitedParts.of(history.corpus)
    const now = await citedPart(parts, place('par:1'))
    assert.equal(now?.as_of, '2026-01-01')
    assert(now !== undefined && !hasNews(await parts.newsOf(now)))
    assert.equal(await citedPart(parts, { ...place('par:1'), as_of: '2025-01-01' }), undefined)
    assert.equal(await citedPart(parts, place('par:99')), undefined)
  })
})

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import { laws } from '../../src/operations/laws.ts'
import { parseInput } from '../../src/operations/operation.ts'

const corpus = await openCorpus({ dataset: 'starter' })
after(() => corpus.close())

const page = (raw: Record<string, unknown>) => laws.run(corpus, parseInput(laws, raw))

test('the total of a query counts the laws that it lists, however the query is written', async () => {
  const { total } = await page({ query: 'msgb' })
  assert.equal(total, 2)
  for (const query of ['MSGB', 'M.S.G.B.', 'ms gb', 'Möwensunder Stadt', 'MOEWENSUNDER-STADT']) {
    const answer = await page({ query })
    assert.deepEqual([answer.count, answer.total, answer.next], [total, total, null], query)
  }
})

test('of a query the best match comes first: names that equal it, then names that begin with it, then the others', async () => {
  const codes = async (query: string, more = {}) => (await page({ query, ...more })).laws.map(({ code }) => code)
  assert.deepEqual(await codes('MSGB'), ['msgb', 'msgbeg'])
  assert.deepEqual(await codes('BienHV'), ['bienhv_1998', 'bienhv_2005'])
  assert.equal((await codes('Hafen'))[0], 'hafeng_2021')
  const all = await codes('ms')
  assert.deepEqual(all.slice(0, 3), ['msgb', 'msgbeg', 'msverf'], 'the shortest of those that begin with it')
  const pages = await Promise.all(all.map((_, offset) => codes('ms', { limit: 1, offset })))
  assert.deepEqual(pages.flat(), all)
  const unqueried = (await page({})).laws.map(({ code }) => code)
  assert.deepEqual(unqueried, unqueried.toSorted())
  assert.deepEqual(await codes(' - '), unqueried)
})

test('the total of a query is that of all pages', async () => {
  const first = await page({ query: 'MSGB', limit: 1 })
  assert.deepEqual([first.count, first.total, first.next], [1, 2, 1])
  const last = await page({ query: 'MSGB', limit: 1, offset: 1 })
  assert.deepEqual([last.count, last.total, last.next], [1, 2, null])
})

test('an initial is a letter in either case, or # for everything else', async () => {
  const under = async (initial: string, more = {}) => (await page({ initial, ...more })).laws.map(({ code }) => code)
  assert.deepEqual(await under('m'), ['msgb', 'msgbeg', 'msverf'])
  assert.deepEqual(await under('µ'), await under('#'))
  assert.deepEqual(await under('0-9'), await under('#'))
  assert.deepEqual(await under('ü'), await under('U'))
  assert.deepEqual(await under('M', { jurisdiction: 'eu' }), [])
  assert.deepEqual(await under('M', { jurisdiction: 'de', limit: 1, offset: 1 }), ['msgbeg'])
  const { total, next, initial, query } = await page({ initial: 'b', limit: 1 })
  assert.deepEqual({ next, initial, query }, { next: 1, initial: 'B', query: null })
  assert(total > 1)
  for (const wrong of ['', 'BG', '1', '-']) {
    await assert.rejects(async () => page({ initial: wrong }), {
      message: 'initial: must be a letter, or # for everything else',
    })
  }
})

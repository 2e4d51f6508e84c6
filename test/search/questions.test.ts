/** The norms that answer everyday questions are found, over the starter dataset. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { search as operation } from '../../src/operations/search.ts'
import { corpus, found, hitOf, search } from './starter.ts'

test('a norm is found by a question whose words it does not have, and says by which', async () => {
  const [best] = (await search('roman vergessen bibliothek')).items
  assert.deepEqual(
    [best?.code, best?.norm, best?.matched_by, best?.question],
    ['msgb', 'par:27', 'question', 'bibliothek roman zu spät zurückgebracht was kostet das'],
  )
})

test('words of a question are no words of the norm: neither totals nor highlights count them', async () => {
  const { total, partial, items } = await search('portemonnaie finderlohn')
  assert.equal(total, 0)
  assert.equal(partial, items.length)
  assert.deepEqual([items[0]?.norm, items[0]?.highlights], ['par:25', []])
})

test('phrases, required words and texts that are looked for do not see questions', async () => {
  assert.ok((await found('portemonnaie')).length > 0)
  assert.deepEqual(await found('"portemonnaie"'), [])
  assert.deepEqual(await found('+portemonnaie'), [])
  assert.deepEqual(await found('portemonnaie', { bare: true }), [])
})

test('a text that is looked for is found by its words, not by parts of them, and comes whole', async () => {
  const { items } = await search('Säumnisgeld', { bare: true })
  assert.match(items[0]?.snippet ?? '', /^\(1\)[\s\S]*Säumnisgeld/)
  assert.deepEqual(items[0]?.highlights, [])
  const norms = async (bare: boolean) => (await search('Hafenliegeplatz', { bare })).items.length
  assert.deepEqual([(await norms(false)) > 0, await norms(true)], [true, 0])
})

test('several words of one question count more than the same words in several', async () => {
  const scoreOf = async (query: string) => (await hitOf(query, 'msgb par:25', { explain: true })).explanation
  const asked = async (query: string) => (await scoreOf(query))?.find(({ kind }) => kind === 'question')?.score ?? 0
  assert.ok((await asked('portemonnaie finderlohn')) > 1.2 * (await asked('portemonnaie angespülte')))
})

test('a hit by its own words and one by its designation say so', async () => {
  assert.equal((await hitOf('Säumnisgeld', 'msgb par:27')).matched_by, 'words')
  assert.equal((await hitOf('§ 27 MSGB', 'msgb par:27')).matched_by, 'designation')
})

test('a misspelt word that only questions have is corrected', async () => {
  const { corrections, items } = await search('portemonaie strand')
  assert.deepEqual(corrections, [{ from: 'portemonaie', to: 'portemonnaie' }])
  assert.equal(items[0]?.norm, 'par:25')
})

test('a question may ask for a row of a schedule, which is the result', async () => {
  const { results } = await operation.run(corpus, { q: 'kajak festmachen' })
  const { norm, subdivision, label, snippet, matched_by } = results[0] ?? {}
  assert.deepEqual([norm, subdivision, matched_by], ['annex:1', 'nr:1', 'question'])
  assert.match(`${label}: ${snippet}`, /Nr\. 1: 1 Ruderboot 0,50/)
})

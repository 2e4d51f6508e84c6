import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import type { InputOf } from '../../src/operations/operation.ts'
import { search } from '../../src/operations/search.ts'

const corpus = await openCorpus({ dataset: 'starter' })
after(() => corpus.close())

const suggestionsFor = async (q: string, more: Partial<InputOf<typeof search>> = {}) => {
  const { suggestions, suggested_laws } = await search.run(corpus, { q, ...more })
  return { queries: suggestions.map(({ q, everywhere }) => (everywhere ? [q] : q)), laws: suggested_laws }
}

test('a query that finds nothing suggests queries that do, and their totals', async () => {
  assert.deepEqual((await suggestionsFor('"Liegeplatz Hafen Boot"')).queries, ['Liegeplatz Hafen Boot'])
  assert.deepEqual((await suggestionsFor('+Honig -Honig* -Sundhonig')).queries, ['Honig'])
  assert.deepEqual((await suggestionsFor('Honig', { codes: ['hafeng_2021'] })).queries, [['Honig']])
  const { suggestions } = await search.run(corpus, { q: '"Liegeplatz Hafen Boot"' })
  const { total, partial_total } = await search.run(corpus, { q: 'Liegeplatz Hafen Boot' })
  assert.deepEqual(suggestions, [{ q: 'Liegeplatz Hafen Boot', everywhere: false, total, partial_total }])
})

test('words like those of the query are suggested, and laws with a similar name', async () => {
  assert.deepEqual((await suggestionsFor('+Kündikunk')).queries, ['Kündigung'])
  assert.deepEqual((await suggestionsFor(`Kündigung${'x'.repeat(60)}`)).queries, ['Kündigung'])
  assert.ok((await suggestionsFor('+HafnG')).laws.some(({ code }) => code === 'hafeng_2021'))
})

test('noise has no suggestions, and a query that finds something needs none', async () => {
  assert.deepEqual((await suggestionsFor('qqqqqq')).queries, [])
  assert.deepEqual(await suggestionsFor('Hafen'), { queries: [], laws: [] })
  assert.deepEqual(await suggestionsFor('Hafen', { offset: 1000 }), { queries: [], laws: [] })
})

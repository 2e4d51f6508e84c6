/** The last word of a query during typing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { search as operation } from '../../src/operations/search.ts'
import { isStopWord } from '../../src/search/german/stop-words.ts'
import { corpus, found, hitOf, marked, nameOf, search, words } from './starter.ts'

const typing = { typing: true }

test('a beginning finds what its words find', async () => {
  for (const [beginning, word] of [
    ['Kündigu', 'Kündigung'],
    ['kuendigu', 'Kündigung'],
    ['Hafenbenutzungsgebührenb', 'Hafenbenutzungsgebührenbescheid'],
    ['Honig Imk', 'Honig Imker'],
  ] as const) {
    const [first] = await found(word)
    assert.equal((await found(beginning, typing))[0], first, beginning)
  }
  assert.deepEqual(await found('Leihfr'), [])
  assert(marked(await hitOf('Leihfr', 'msgb par:26', typing)).includes('Leihfrist'))
})

test('of any beginning of any word, something is found', async () => {
  for (const word of words) {
    if (word.length < 5 || !/^[a-z]+$/.test(word) || isStopWord(word)) continue
    for (let length = 4; length < word.length; length += 3) {
      const beginning = word.slice(0, length)
      if (isStopWord(beginning)) continue
      const { items, corrections } = await search(beginning, { ...typing, limit: 1 })
      assert.equal(items.length, 1, beginning)
      assert.deepEqual(corrections, [], beginning)
    }
  }
})

test('a complete word stays better than longer ones', async () => {
  for (const word of words) {
    if (!/^\p{L}{2,}$/u.test(word)) continue
    const [plain, typed] = [await search(word), await search(word, typing)]
    assert.equal(typed.total, plain.total, word)
    assert(typed.partial >= plain.partial, word)
    const complete = new Set(plain.items.slice(0, plain.total).map(nameOf))
    for (const item of typed.items.slice(0, Math.min(3, plain.total))) {
      assert(item.language !== 'de' || complete.has(nameOf(item)), `${word}: ${nameOf(item)}`)
    }
  }
})

test('no effect on what is complete, in an open phrase, on operators, designations, numbers and function words', async () => {
  for (const query of [
    'Kündigu ',
    'Kündigu.',
    'Kündigu?',
    'Miete "Liegepl',
    'heading:"Miete Liegepl',
    'Miete „Liegepl',
    '+Liegepl',
    'Hafen -Liegepl',
    'heading:Liegepl',
    'Liegepl*',
    'Hafen AND Liegepl',
    'law:msgb',
    '§ 1 MSGB',
    '2016',
    'a',
    'wer',
  ]) {
    assert.deepEqual(await search(query, typing), await search(query), query)
  }
})

test('what begins no word is corrected, as other words are', async () => {
  assert.deepEqual((await search('Liegeplazt', typing)).corrections, [{ from: 'Liegeplazt', to: 'Liegeplatz' }])
  const { corrections, items } = await search('Kündigugn Liegepl', typing)
  assert.deepEqual(corrections, [{ from: 'Kündigugn', to: 'Kündigung' }])
  assert.equal(items[0] && nameOf(items[0]), (await found('Kündigung Liegeplatz'))[0])
})

test('short beginnings never exceed a budget, and the parts of scores add up', async () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  for (const first of letters) {
    for (const second of letters) {
      const { results } = await operation.run(corpus, {
        q: `Hafen ${first}${second}`,
        typing: true,
        explain: true,
        limit: 3,
      })
      for (const { score, explanation } of results) {
        const sum = (explanation ?? []).reduce((total, part) => total + part.score, 0)
        assert(Math.abs(sum - score) < 0.001, first + second)
      }
    }
  }
})

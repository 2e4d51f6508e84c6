import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { restoreSpelling } from '../../src/search/spelling.ts'
import { wordsOf } from '../../src/search/tokenizer.ts'
import { found, search } from './starter.ts'

const corrections = async (query: string) => (await search(query)).corrections

describe('typing errors', () => {
  const errors: [query: string, from: string, to: string][] = [
    ['Kündigugn', 'Kündigugn', 'Kündigung'],
    ['Kündignug Liegeplatz', 'Kündignug', 'Kündigung'],
    ['Kuendigugn', 'Kuendigugn', 'Kuendigung'],
    ['liegeplatzz', 'liegeplatzz', 'liegeplatz'],
    ['Verjährugn', 'Verjährugn', 'Verjährung'],
    ['HAFENMEISTEERI', 'HAFENMEISTEERI', 'Hafenmeisterei'],
  ]
  for (const [query, from, to] of errors) {
    test(`${query}: ${to}`, async () => {
      assert.deepEqual(await corrections(query), [{ from, to }])
      assert.deepEqual(await found(query), await found(query.replace(from, to)))
    })
  }

  test('two in a long word', async () => {
    assert.deepEqual(await corrections('Liegepaltzess'), [{ from: 'Liegepaltzess', to: 'Liegeplatzes' }])
  })

  test('no word is corrected that must occur, or that the index has', async () => {
    for (const query of ['"Kündigugn"', '+Kündigugn', 'Kündigung', 'Kündigungen', 'kuendigt']) {
      assert.deepEqual(await corrections(query), [], query)
    }
    assert.deepEqual(await found('"Kündigugn"'), [])
  })

  test('no word is corrected that paraphrases stand for', async () => {
    assert.deepEqual(await corrections('Führerschein'), [])
  })

  test('a word that only paraphrases know can be meant', async () => {
    assert.deepEqual(await corrections('Fürherschein'), [{ from: 'Fürherschein', to: 'Führerschein' }])
  })

  test('short words, numbers and words of nothing stay as they are', async () => {
    for (const query of ['ab', 'xyz', '12345', 'qqqqqqqq', 'constructor', 'Ω', 'x'.repeat(999)]) {
      assert.deepEqual(await corrections(query), [], query)
    }
  })

  test('of many unknown words only some are corrected', async () => {
    const unknown = Array.from(
      { length: 100 },
      (_, index) => `kündigugn${'abcdefghij'[index % 10]}${'abcdefghij'[Math.floor(index / 10)]}`,
    )
    assert.ok((await corrections(unknown.join(' '))).length <= 6)
  })
})

describe('the spelling of a corrected word', () => {
  const cases: [typed: string, corrected: string, written: string][] = [
    ['Verjährugn', 'verjaehrung', 'Verjährung'],
    ['Verjaehrugn', 'verjaehrung', 'Verjaehrung'],
    ['Kundigugn', 'kuendigung', 'Kündigung'],
    ['GRÖSE', 'groesse', 'Grösse'],
    ['Straßne', 'strasse', 'Straße'],
    ['müle', 'muehle', 'mühle'],
    ['Mülhe', 'muehle', 'Mühle'],
  ]
  for (const [typed, corrected, written] of cases) {
    test(`${typed}: ${written}`, () => {
      assert.equal(restoreSpelling(typed, wordsOf(typed)[0] as string, corrected), written)
    })
  }
})

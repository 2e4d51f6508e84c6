import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createBloomFilter, mayContain } from '../../src/search/bloom-filter.ts'

const words = Array.from({ length: 20_000 }, (_, number) => `wort${number}`)
const filter = createBloomFilter(words)

describe('word filter', () => {
  test('has every word that it was made of', () => {
    for (const word of [...words, ...words.slice(0, 10)]) assert.ok(mayContain(filter, word), word)
  })

  test('hardly any other', () => {
    const others = Array.from({ length: 20_000 }, (_, number) => `${number}wort`)
    const passed = others.filter((word) => mayContain(filter, word)).length
    assert.ok(passed < others.length / 50, `${passed} of ${others.length}`)
  })

  test('any string is a word', () => {
    const odd = ['', '§', '\u{1d11e}', '\ud800', 'constructor', '__proto__', 'x'.repeat(1000)]
    const own = createBloomFilter(odd)
    for (const word of odd) assert.ok(mayContain(own, word))
  })

  test('of no words has none', () => {
    for (const word of ['', 'wort']) assert.equal(mayContain(createBloomFilter([]), word), false)
  })
})

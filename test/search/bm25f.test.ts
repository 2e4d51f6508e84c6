import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BM25, inverseDocumentFrequency, largestImpact, priorsOf, saturate } from '../../src/search/bm25f.ts'
import { encodeImpact, IMPACT_LEVELS, levelOf, Occurrence, occurrenceOf } from '../../src/search/postings.ts'

const close = (actual: number, expected: number) => assert.ok(Math.abs(actual - expected) < 1e-9, `${actual}`)

describe('inverseDocumentFrequency', () => {
  test('from the number of documents that hold a term', () => {
    close(inverseDocumentFrequency(10, 1), Math.log(9.5 / 1.5 + 1))
    close(inverseDocumentFrequency(10, 5), Math.log(2))
    close(inverseDocumentFrequency(10, 10), Math.log(0.5 / 10.5 + 1))
  })

  test('falls with that number, and is never 0', () => {
    for (let holders = 1; holders <= 1000; holders += 1) {
      const own = inverseDocumentFrequency(1000, holders)
      assert.ok(own > 0 && own < inverseDocumentFrequency(1000, holders - 1))
    }
  })
})

describe('saturate', () => {
  test('a frequency in a document of average length', () => {
    const weighing = { k1: 1.2, b: 0.75 }
    close(saturate(0, 1, weighing), 0)
    close(saturate(1, 1, weighing), 1)
    close(saturate(3, 1, weighing), 6.6 / 4.2)
  })

  test('in long documents less, in short ones more, unless length does not count', () => {
    close(saturate(1, 2, { k1: 1.2, b: 0.5 }), 2.2 / (1.2 * 1.5 + 1))
    close(saturate(1, 0, { k1: 1.2, b: 0.5 }), 2.2 / 1.6)
    close(saturate(1, 100, { k1: 2, b: 0 }), 1)
  })

  test('never more than k1 + 1', () => {
    for (const frequency of [1, 10, 1e3, 1e6]) assert.ok(saturate(frequency, 0, BM25) <= BM25.k1 + 1)
  })
})

describe('packImpact', () => {
  test('levels and occurrences', () => {
    const scale = 25 / IMPACT_LEVELS
    for (const occurrence of Object.values(Occurrence)) {
      for (const [impact, level] of [
        [25, IMPACT_LEVELS],
        [25.1, IMPACT_LEVELS],
        [scale * 10.4, 10],
        [scale * 10.6, 11],
        [scale / 9, 1],
        [1e-12, 1],
      ] as const) {
        const value = encodeImpact(impact, scale, occurrence)
        assert.deepEqual([levelOf(value), occurrenceOf(value)], [level, occurrence])
      }
    }
  })
})

describe('priorsOf', () => {
  const plain = { citations: 0, citingLaws: 0, kind: 'par', repealed: false, amending: false }
  const product = (facts: Partial<typeof plain>) =>
    priorsOf({ ...plain, ...facts }).reduce((product, { factor }) => product * factor, 1)

  test('nothing known, no factor', () => assert.deepEqual(priorsOf(plain), []))

  test('each fact has its factor', () => {
    const names = (facts: Partial<typeof plain>) => priorsOf({ ...plain, ...facts }).map(({ name }) => name)
    assert.deepEqual(names({ citations: 3 }), ['citations'])
    assert.deepEqual(names({ citingLaws: 3 }), ['citing_laws'])
    for (const kind of ['annex', 'formula', 'preamble', 'toc']) assert.deepEqual(names({ kind }), ['kind'])
    for (const kind of ['par', 'art', 'constructor2']) assert.deepEqual(names({ kind }), [])
    assert.deepEqual(names({ repealed: true }), ['repealed'])
    assert.deepEqual(names({ amending: true }), ['amending_law'])
  })

  test('what is cited more counts more, up to a bound', () => {
    let previous = 1
    for (const citations of [1, 5, 20, 100, 402]) {
      const factor = product({ citations })
      assert.ok(factor > previous && factor <= 1.25)
      previous = factor
    }
    close(product({ citations: 403 }), 1.25)
    close(product({ citations: 1e9 }), 1.25)
    close(product({ citingLaws: 1e9 }), 1.5)
  })

  test('all together are within bounds, and no impact is larger than the largest', () => {
    close(product({ citations: 1e9, citingLaws: 1e9 }), 1.75)
    const least = product({ kind: 'formula', repealed: true, amending: true })
    assert.ok(least < 0.2 && least >= 0.06)
    const highest = inverseDocumentFrequency(1000, 1)
    assert.ok(highest * (saturate(1e9, 0, BM25) + 0.22 * 3 + 0.3) * 1.75 <= largestImpact(highest) + 1e-6)
  })
})

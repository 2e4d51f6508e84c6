import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type ScoredDocument, TopK } from '../../src/search/collectors.ts'
import { randomNumbers } from './random.ts'

const sorted = (all: readonly ScoredDocument[], limit: number) =>
  [...all].sort((a, b) => b.score - a.score || a.document - b.document).slice(0, limit)

describe('Best', () => {
  test('keeps what sorting everything would put in front', () => {
    const random = randomNumbers(24)
    for (let round = 0; round < 500; round += 1) {
      const limit = Math.floor(random() * 30)
      const all = Array.from({ length: Math.floor(random() * 200) }, (_, document) => ({
        document,
        score: Math.floor(random() * 20),
      }))
      for (const offered of [all, all.toReversed(), all.toSorted((a, b) => a.score - b.score)]) {
        const best = new TopK(limit)
        for (const { document, score } of offered) best.offer(document, score)
        assert.deepEqual(best.sorted(), sorted(all, limit))
        assert.deepEqual(best.sorted(), best.sorted())
      }
    }
  })

  test('the threshold is the score of the last as soon as there is no room', () => {
    const best = new TopK(3)
    const thresholds = [5, 9, 7, 6, 8, 1].map((score, document) => {
      best.offer(document, score)
      return best.threshold
    })
    assert.deepEqual(thresholds, [0, 0, 5, 6, 7, 7])
  })

  test('documents in ascending order may be passed over where they do not exceed the threshold', () => {
    const random = randomNumbers(25)
    for (let round = 0; round < 200; round += 1) {
      const all = Array.from({ length: 100 }, (_, document) => ({ document, score: 1 + Math.floor(random() * 10) }))
      const best = new TopK(10)
      for (const { document, score } of all) if (score > best.threshold) best.offer(document, score)
      assert.deepEqual(best.sorted(), sorted(all, 10))
    }
  })

  test('keeps nothing where nothing is wanted', () => {
    const best = new TopK(0)
    best.offer(1, 5)
    assert.deepEqual(best.sorted(), [])
  })
})

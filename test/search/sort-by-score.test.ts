import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ScoredDocument, sortByScore, TopK } from '../../src/search/collectors.ts'
import { randomNumbers } from './random.ts'

test('sorts as many as there may be, as a heap does', () => {
  const random = randomNumbers(41)
  for (const length of [0, 1, 4096, 4097, 8192, 20_001]) {
    const documents = Uint32Array.from({ length }, (_, index) => (index * 7919) % 1_000_003)
    const scores = Float64Array.from(documents, () => Math.floor(random() * 50) / 4)
    const best = new TopK(length)
    for (const [index, document] of documents.entries()) best.offer(document, scores[index] as number)
    const sorted = sortByScore(documents, scores)
    const found = Array.from(
      sorted,
      (index): ScoredDocument => ({
        document: documents[index] as number,
        score: scores[index] as number,
      }),
    )
    assert.deepEqual(found, best.sorted())
  }
})

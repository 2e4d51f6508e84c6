import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addShares } from '../../src/search/reranking.ts'
import { randomNumbers } from './random.ts'

/** Ten documents per law, five per section. */
const lawOf = (document: number) => Math.floor(document / 10)
const sectionOf = (document: number) => Math.floor(document / 5)

describe('addShares', () => {
  test('half of the law’s share of all scores, and half of the section’s', () => {
    const best = [
      { document: 20, score: 4 },
      { document: 1, score: 3 },
      { document: 2, score: 2 },
      { document: 7, score: 1 },
    ]
    const rounded = addShares(best, lawOf, sectionOf).map(({ document, ...scores }) => [
      document,
      ...[scores.score, scores.law, scores.section].map((score) => Number(score.toFixed(9))),
    ])
    assert.deepEqual(rounded, [
      [20, 5.6, 0.8, 0.8],
      [1, 4.65, 0.9, 0.75],
      [2, 3.1, 0.6, 0.5],
      [7, 1.35, 0.3, 0.05],
    ])
  })

  test('norms of a law that has many of the best move up', () => {
    const best = [
      { document: 20, score: 3.1 },
      { document: 1, score: 3 },
      { document: 2, score: 3 },
      { document: 3, score: 3 },
    ]
    assert.deepEqual(
      addShares(best, lawOf, sectionOf).map(({ document }) => document),
      [1, 2, 3, 20],
    )
  })

  test('equal scores stand in the order of the documents', () => {
    const best = [7, 3, 25, 12].map((document) => ({ document, score: 1 }))
    const order = addShares(
      best,
      (document) => document,
      (document) => document,
    ).map(({ document }) => document)
    assert.deepEqual(order, [3, 7, 12, 25])
  })

  test('nothing, and scores of nothing', () => {
    assert.deepEqual(addShares([], lawOf, sectionOf), [])
    assert.deepEqual(addShares([{ document: 3, score: 0 }], lawOf, sectionOf), [
      { document: 3, score: 0, law: 0, section: 0 },
    ])
  })

  test('the same documents, with scores that are raised by no more than their own', () => {
    const random = randomNumbers(26)
    for (let round = 0; round < 200; round += 1) {
      const best = Array.from({ length: Math.floor(random() * 50) }, (_, document) => ({
        document,
        score: random() * 9,
      }))
      const shared = addShares(best, lawOf, sectionOf)
      assert.deepEqual(
        shared.map(({ document }) => document).sort((a, b) => a - b),
        [...best.keys()],
      )
      let previous = Number.POSITIVE_INFINITY
      for (const { document, score, law, section } of shared) {
        const own = best[document]?.score as number
        assert.ok(Math.abs(score - own - law - section) < 1e-9)
        assert.ok(section <= law + 1e-9 && law <= own / 2 + 1e-9 && section >= 0)
        assert.ok(score <= previous)
        previous = score
      }
    }
  })
})

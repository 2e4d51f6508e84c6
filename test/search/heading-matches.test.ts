import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { encodeValues } from '../../src/search/index-writer.ts'
import { Occurrence } from '../../src/search/postings.ts'
import { boostHeadings, documentsWithHeading, HEADING_BOOSTS } from '../../src/search/reranking.ts'

const listOf = (entries: readonly (readonly [document: number, occurrence: number])[]) => ({
  documents: entries.length,
  bytes: encodeValues(
    entries.map(([document]) => document),
    entries.map(([, occurrence]) => (7 << 2) | occurrence),
  ),
})

describe('documents with a heading', () => {
  const deich = listOf([
    [1, Occurrence.Heading],
    [4, Occurrence.Word],
    [900, Occurrence.Heading],
    [1200, Occurrence.Heading],
  ])
  const schau = listOf([
    [1, Occurrence.Part],
    [900, Occurrence.Heading],
  ])

  test('have all terms in it', () => {
    assert.deepEqual([...documentsWithHeading([1200, 900, 4, 1], [deich])], [1, 900, 1200])
    assert.deepEqual([...documentsWithHeading([1200, 900, 4, 1], [deich, schau])], [900])
    assert.deepEqual([...documentsWithHeading([], [deich])], [])
  })

  test('raise the scores', () => {
    const best = [
      { document: 4, score: 12 },
      { document: 900, score: 10 },
      { document: 1, score: 8 },
    ]
    assert.deepEqual(boostHeadings(best, new Map([[900, 'law_named']])), [
      best[0],
      { document: 900, score: 10 * HEADING_BOOSTS.law_named },
      best[2],
    ])
    assert.deepEqual(boostHeadings(best, new Map([[1, 'heading']]))[2], {
      document: 1,
      score: 8 * HEADING_BOOSTS.heading,
    })
    assert.deepEqual(boostHeadings(best, new Map()), best)
  })
})

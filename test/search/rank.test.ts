import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { encodePostings, IMPACT_LEVELS } from '../../src/search/postings.ts'
import { type IndexSource, type Range, type RankOptions, rank } from '../../src/search/rank.ts'
import { randomNumbers } from './random.ts'

type Lists = Record<string, [document: number, level: number][]>

function sourceOf(documents: number, lists: Lists): IndexSource {
  const encoded = new Map(
    Object.entries(lists).map(([term, postings]) => [
      term,
      {
        documents: postings.length,
        postings: encodePostings(
          postings.map((posting) => posting[0]),
          postings.map((posting) => posting[1]),
        ),
      },
    ]),
  )
  return { documents, scale: 0.5, postings: (term) => encoded.get(term) }
}

const source = sourceOf(10, {
  deich: [
    [0, 4],
    [3, 10],
    [4, 10],
    [9, 2],
  ],
  pflege: [
    [3, 1],
    [5, 6],
    [9, 8],
  ],
})
const documentsOf = (terms: string[], options: Partial<RankOptions> = {}) =>
  rank(terms, source, { limit: 20, offset: 0, ...options }).hits.map((hit) => hit.document)

describe('rank', () => {
  test('adds up the impacts of all terms', () => {
    assert.deepEqual(rank(['deich', 'pflege'], source, { limit: 2, offset: 0 }), {
      hits: [
        { document: 3, score: 5.5 },
        { document: 4, score: 5 },
      ],
      total: 5,
    })
  })

  test('equal scores stand in the order of the documents', () => {
    assert.deepEqual(documentsOf(['deich']), [3, 4, 0, 9])
    assert.deepEqual(documentsOf(['deich', 'pflege']), [3, 4, 9, 5, 0])
  })

  test('a term that is given twice counts once, an unknown one not at all', () => {
    assert.deepEqual(
      rank(['deich', 'miete', 'deich'], source, { limit: 20, offset: 0 }),
      rank(['deich'], source, { limit: 20, offset: 0 }),
    )
    assert.deepEqual(rank(['miete', 'constructor', '__proto__'], source, { limit: 20, offset: 0 }), {
      hits: [],
      total: 0,
    })
    assert.deepEqual(rank([], source, { limit: 20, offset: 0 }), { hits: [], total: 0 })
  })

  test('pages', () => {
    assert.deepEqual(documentsOf(['deich', 'pflege'], { limit: 2, offset: 1 }), [4, 9])
    assert.deepEqual(documentsOf(['deich', 'pflege'], { limit: 2, offset: 4 }), [0])
    assert.deepEqual(documentsOf(['deich', 'pflege'], { limit: 2, offset: 5 }), [])
    assert.deepEqual(rank(['deich'], source, { limit: 0, offset: 0 }), { hits: [], total: 4 })
    assert.deepEqual(rank(['deich'], source, { limit: 20, offset: 1e9 }), { hits: [], total: 4 })
  })

  test('ranges', () => {
    assert.deepEqual(documentsOf(['deich', 'pflege'], { ranges: [[0, 4]] }), [3, 0])
    assert.deepEqual(
      documentsOf(['deich', 'pflege'], {
        ranges: [
          [9, 10],
          [0, 1],
        ],
      }),
      [9, 0],
    )
    assert.deepEqual(
      documentsOf(['deich', 'pflege'], {
        ranges: [
          [3, 5],
          [0, 4],
          [3, 4],
        ],
      }),
      [3, 4, 0],
    )
    assert.deepEqual(
      documentsOf(['deich', 'pflege'], {
        ranges: [
          [4, 4],
          [8, 5],
          [9, 99],
          [50, 60],
        ],
      }),
      [9],
    )
    const nested: Range[] = [
      [0, 9],
      [2, 3],
      [3, 5],
    ]
    assert.deepEqual(documentsOf(['deich'], { ranges: nested }), [3, 4, 0])
    assert.deepEqual(rank(['deich'], source, { limit: 20, offset: 0, ranges: [] }), { hits: [], total: 0 })
    assert.equal(rank(['deich'], source, { limit: 1, offset: 0, ranges: [[0, 4]] }).total, 2)
  })

  test('what sorting all sums gives, on every page and in any ranges', () => {
    const random = randomNumbers(7)
    const documents = 400
    const terms = ['a', 'b', 'c', 'd']
    const lists: Lists = Object.fromEntries(
      terms.map((term) => {
        const holders = Array.from({ length: documents }, (_, document) => document).filter(() => random() < 0.3)
        return [term, holders.map((document) => [document, 1 + Math.floor(random() * 6)])]
      }),
    )
    const index = sourceOf(documents, lists)
    for (let round = 0; round < 200; round += 1) {
      const chosen = terms.filter(() => random() < 0.6)
      const start = Math.floor(random() * documents)
      const ranges: Range[] = [[start, start + Math.floor(random() * 200)]]
      const sums = new Map<number, number>()
      for (const [document, level] of chosen.flatMap((term) => lists[term] ?? [])) {
        if (ranges.some(([first, last]) => document >= first && document < last)) {
          sums.set(document, (sums.get(document) ?? 0) + level)
        }
      }
      const sorted = [...sums].sort((a, b) => b[1] - a[1] || a[0] - b[0])
      const offset = Math.floor(random() * 50)
      const limit = Math.floor(random() * 50)
      assert.deepEqual(rank(chosen, index, { limit, offset, ranges }), {
        hits: sorted.slice(offset, offset + limit).map(([document, sum]) => ({ document, score: sum * 0.5 })),
        total: sorted.length,
      })
    }
  })

  test('no document at all', () => {
    assert.deepEqual(rank(['deich'], sourceOf(0, {}), { limit: 20, offset: 0 }), { hits: [], total: 0 })
  })

  test('the largest sums', () => {
    const terms = Array.from({ length: 300 }, (_, number) => `t${number}`)
    const index = sourceOf(2, Object.fromEntries(terms.map((term) => [term, [[1, IMPACT_LEVELS]]])))
    assert.deepEqual(rank(terms, index, { limit: 1, offset: 0 }).hits, [{ document: 1, score: 150 * IMPACT_LEVELS }])
  })

  test('a damaged index throws an Error', () => {
    const beyond = sourceOf(10, { deich: [[10, 1]] })
    assert.throws(() => rank(['deich'], beyond, { limit: 1, offset: 0 }), /does not exist/)
    const broken = { ...source, postings: () => ({ documents: 2, postings: Uint8Array.of(1) }) }
    assert.throws(() => rank(['deich'], broken, { limit: 1, offset: 0 }), /damaged/)
  })
})

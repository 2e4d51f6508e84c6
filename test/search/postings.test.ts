import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  encodePostings,
  IMPACT_LEVELS,
  impactLevel,
  PostingCursor,
  type PostingList,
} from '../../src/search/postings.ts'
import { randomNumbers } from './random.ts'

function read(list: PostingList): [document: number, level: number][] {
  const postings: [number, number][] = []
  const cursor = new PostingCursor(list)
  while (cursor.next()) postings.push([cursor.document, cursor.level])
  return postings
}

describe('posting lists', () => {
  test('read back as they were written', () => {
    const random = randomNumbers(4)
    for (let round = 0; round < 300; round += 1) {
      const postings: [number, number][] = []
      let document = -1
      for (let count = Math.floor(random() * 50); count > 0; count -= 1) {
        document += 1 + Math.floor(2 ** (random() * 22))
        postings.push([document, 1 + Math.floor(random() * IMPACT_LEVELS)])
      }
      const bytes = encodePostings(
        postings.map((posting) => posting[0]),
        postings.map((posting) => posting[1]),
      )
      assert.deepEqual(read({ documents: postings.length, postings: bytes }), postings)
    }
  })

  test('the largest numbers', () => {
    const documents = [0, 1, 2 ** 28 - 1]
    const levels = [1, 128, IMPACT_LEVELS]
    assert.deepEqual(read({ documents: 3, postings: encodePostings(documents, levels) }), [
      [0, 1],
      [1, 128],
      [2 ** 28 - 1, IMPACT_LEVELS],
    ])
  })

  test('two bytes for a posting in a dense list of weak matches, at most six among 260,000 documents', () => {
    assert.equal(encodePostings([0, 1, 2], [1, 2, 3]).length, 6)
    assert.ok(encodePostings([260_000], [IMPACT_LEVELS]).length <= 6)
  })

  test('nothing', () => {
    assert.deepEqual(read({ documents: 0, postings: encodePostings([], []) }), [])
  })

  test('a damaged list throws, and never loops', () => {
    const bytes = encodePostings([3, 500, 100_000], [7, 1000, 3])
    const lists: PostingList[] = [
      { documents: 3, postings: bytes.slice(0, -1) },
      { documents: 4, postings: bytes },
      { documents: 2, postings: bytes },
      { documents: 0, postings: bytes },
      { documents: -1, postings: bytes },
      { documents: Number.NaN, postings: bytes },
      { documents: 2 ** 32, postings: bytes },
      { documents: 1, postings: new Uint8Array(0) },
      { documents: 1, postings: new Uint8Array(20).fill(0xff) },
      { documents: 1, postings: Uint8Array.of(0x80) },
      { documents: 1, postings: Uint8Array.of(0, 0) },
      { documents: 1, postings: Uint8Array.of(0, 0xff, 0xff, 0x7f) },
    ]
    for (const list of lists) assert.throws(() => read(list), /damaged/)
  })

  test('random bytes are read or throw an Error', () => {
    const random = randomNumbers(5)
    for (let round = 0; round < 5000; round += 1) {
      const postings = Uint8Array.from({ length: Math.floor(random() * 30) }, () => Math.floor(random() * 256))
      try {
        assert.ok(read({ documents: Math.floor(random() * 20), postings }).length <= 20)
      } catch (error) {
        assert.match(String(error), /damaged/)
      }
    }
  })

  test('impact levels', () => {
    const scale = 25 / IMPACT_LEVELS
    assert.equal(impactLevel(25, scale), IMPACT_LEVELS)
    assert.equal(impactLevel(25.01, scale), IMPACT_LEVELS)
    assert.equal(impactLevel(scale * 10.4, scale), 10)
    assert.equal(impactLevel(0, scale), 1)
  })
})

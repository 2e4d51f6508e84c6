import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Accumulators } from '../../src/search/collectors.ts'
import { encodePositions, encodeValues } from '../../src/search/index-writer.ts'
import { type PostingList, PostingsCursor } from '../../src/search/postings.ts'
import { randomNumbers } from './random.ts'

type Entry = [document: number, value: number]
type Placed = [document: number, positions: number[]]

const BLOCK = 128
const SIZES = [0, 1, 2, 50, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 2 * BLOCK + 1, 5 * BLOCK, 1000]

function listOf(entries: readonly Entry[]): PostingList {
  const bytes = encodeValues(
    entries.map(([document]) => document),
    entries.map(([, value]) => value),
  )
  return { documents: entries.length, bytes }
}

function placedListOf(entries: readonly Placed[]): PostingList {
  const bytes = encodePositions(
    entries.map(([document]) => document),
    entries.map(([, positions]) => positions.length),
    entries.flatMap(([, positions]) => positions),
  )
  return { documents: entries.length, bytes }
}

function read(list: PostingList): Entry[] {
  const entries: Entry[] = []
  const cursor = new PostingsCursor(list)
  while (cursor.next()) entries.push([cursor.document, cursor.value])
  return entries
}

/** Sums that `addList` computes from a list of impacts, for all documents below `documents`. */
function sumsOf(list: PostingList, documents: number): Int32Array {
  const sums = new Accumulators(documents)
  sums.addList(list, 1, 0)
  return sums.values
}

/** Ascending numbers with gaps of up to 2^`bits`, most of them small. */
function ascending(count: number, bits: number, random: () => number): number[] {
  let last = -1
  return Array.from({ length: count }, () => {
    last += 1 + Math.floor(2 ** (random() ** 2 * bits) - 1)
    return last
  })
}

const randomEntries = (count: number, random: () => number, bits = 8): Entry[] =>
  ascending(count, bits, random).map((document) => [document, Math.floor(2 ** (random() * 16))])

const randomPlaced = (count: number, random: () => number): Placed[] =>
  ascending(count, 6, random).map((document) => [document, ascending(1 + Math.floor(random() ** 3 * 200), 10, random)])

describe('lists of values', () => {
  test('read back as they were written', () => {
    const random = randomNumbers(12)
    for (const size of SIZES) {
      for (let round = 0; round < 10; round += 1) {
        const entries = randomEntries(size, random, 14)
        assert.deepEqual(read(listOf(entries)), entries)
        assert.equal(new PostingsCursor(listOf(entries)).largest, Math.max(0, ...entries.map(([, value]) => value)))
      }
    }
  })

  test('the largest numbers', () => {
    const largest = 2 ** 31
    const entries: Entry[] = [
      [0, 0],
      [1, 255],
      [2, 256],
      [largest, 2 ** 16 - 1],
      [largest + 1, 1],
    ]
    assert.deepEqual(read(listOf(entries)), entries)
  })

  test('gaps of every length', () => {
    const gaps = [0, 1, 253, 254, 255, 256, 2 ** 16 - 1, 2 ** 16, 2 ** 24 - 1, 2 ** 24, 2 ** 30]
    let document = -1
    const entries = gaps.map((gap, index): Entry => {
      document += gap + 1
      return [document, index]
    })
    assert.deepEqual(read(listOf(entries)), entries)
  })

  test('three bytes for an entry of a dense list, and few for the blocks', () => {
    const dense = (count: number) => listOf(Array.from({ length: count }, (_, document): Entry => [document, 1]))
    assert.equal(dense(BLOCK).bytes.length, 2 + 3 * BLOCK)
    assert.ok(dense(10 * BLOCK).bytes.length <= 30 * BLOCK + 50)
  })

  test('sums have what the entries have', () => {
    const random = randomNumbers(19)
    for (const size of SIZES.slice(1)) {
      const entries = randomEntries(size, random, 10)
      const documents = (entries.at(-1)?.[0] ?? 0) + 1
      const expected = new Int32Array(documents)
      for (const [document, value] of entries) expected[document] = value >>> 2
      assert.deepEqual(sumsOf(listOf(entries), documents), expected)
    }
  })

  test('seek finds what reading on finds, to every document and in steps of every size', () => {
    const random = randomNumbers(13)
    for (const size of [0, 1, BLOCK, BLOCK + 1, 5 * BLOCK]) {
      const entries = randomEntries(size, random, 3)
      const list = listOf(entries)
      const last = entries.at(-1)?.[0] ?? 0
      for (let target = 0; target <= last + 2; target += 1) {
        assert.deepEqual(
          sought(new PostingsCursor(list), target),
          entries.find(([document]) => document >= target),
        )
      }
      for (const step of [1, 2, 7, 60, 300, 900]) {
        const cursor = new PostingsCursor(list)
        for (let target = 0; target <= last + step; target += step) {
          assert.deepEqual(
            sought(cursor, target),
            entries.find(([document]) => document >= target),
          )
        }
      }
    }
  })

  test('seek and next in any order', () => {
    const random = randomNumbers(14)
    for (let round = 0; round < 200; round += 1) {
      const entries = randomEntries(Math.floor(random() * 700), random, 6)
      const cursor = new PostingsCursor(listOf(entries))
      let at = -1
      while (at < entries.length) {
        const document = entries[at]?.[0] ?? -1
        if (random() < 0.5) {
          at += 1
          assert.equal(cursor.next(), at < entries.length)
        } else {
          const target = document + Math.floor(random() ** 4 * 4000)
          const there = entries.findIndex(([other], index) => index >= at && other >= target)
          const found = cursor.seek(target)
          if (target > document) at = there === -1 ? entries.length : there
          assert.equal(found, at < entries.length)
        }
        if (at >= 0 && at < entries.length) assert.deepEqual([cursor.document, cursor.value], entries[at])
      }
      assert.equal(cursor.next(), false)
    }
  })

  test('seek stays where it is, and does not go back', () => {
    const cursor = new PostingsCursor(
      listOf([
        [3, 1],
        [5, 2],
        [9, 3],
      ]),
    )
    assert.equal(cursor.seek(5), true)
    assert.equal(cursor.seek(5), true)
    assert.equal(cursor.seek(0), true)
    assert.deepEqual([cursor.document, cursor.value], [5, 2])
    assert.equal(cursor.seek(10), false)
    assert.equal(cursor.seek(11), false)
    assert.equal(cursor.next(), false)
  })
})

/** The cursor's entry at or after a document. */
const sought = (cursor: PostingsCursor, target: number): Entry | undefined =>
  cursor.seek(target) ? [cursor.document, cursor.value] : undefined

/** The positions in the current document. */
function positionsOf(cursor: PostingsCursor): number[] {
  const into = new Uint32Array(cursor.value)
  return [...into.subarray(0, cursor.readPositions(into))]
}

describe('lists of positions', () => {
  test('read back as they were written, whether positions are read or passed over', () => {
    const random = randomNumbers(15)
    for (const size of SIZES) {
      const entries = randomPlaced(size, random)
      const cursor = new PostingsCursor(placedListOf(entries), true)
      const found: Placed[] = []
      while (cursor.next()) found.push([cursor.document, random() < 0.5 ? positionsOf(cursor) : []])
      assert.equal(found.length, size)
      for (const [index, [document, positions]] of found.entries()) {
        assert.equal(document, entries[index]?.[0])
        if (positions.length > 0) assert.deepEqual(positions, entries[index]?.[1])
      }
    }
  })

  test('positions can be read twice', () => {
    const cursor = new PostingsCursor(
      placedListOf([
        [1, [0, 7, 300]],
        [2, [5]],
      ]),
      true,
    )
    cursor.next()
    assert.deepEqual(positionsOf(cursor), [0, 7, 300])
    assert.deepEqual(positionsOf(cursor), [0, 7, 300])
    cursor.next()
    assert.deepEqual([cursor.document, positionsOf(cursor)], [2, [5]])
  })

  test('seek', () => {
    const random = randomNumbers(16)
    const entries = randomPlaced(4 * BLOCK + 3, random)
    const list = placedListOf(entries)
    const last = entries.at(-1)?.[0] as number
    for (let target = 0; target <= last + 1; target += 1) {
      const cursor = new PostingsCursor(list, true)
      if (target % 3 === 0) cursor.next()
      const expected = entries.find(([document]) => document >= target)
      const found = cursor.seek(target) ? [cursor.document, positionsOf(cursor)] : undefined
      assert.deepEqual(found, expected)
    }
  })
})

describe('damaged lists', () => {
  const entries: Entry[] = [
    [3, 7],
    [500, 1000],
    [100_000, 3],
  ]
  const { bytes } = listOf(entries)
  const lists: [string, PostingList][] = [
    ['a byte too few', { documents: 3, bytes: bytes.slice(0, -1) }],
    ['a byte too many', { documents: 3, bytes: Uint8Array.of(...bytes, 0) }],
    ['an entry too few', { documents: 4, bytes }],
    ['an entry too many', { documents: 2, bytes }],
    ['entries where there should be none', { documents: 0, bytes }],
    ['less than no entries', { documents: -1, bytes }],
    ['no number of entries', { documents: Number.NaN, bytes }],
    ['very many entries', { documents: 2 ** 32, bytes }],
    ['no bytes', { documents: 1, bytes: new Uint8Array() }],
    ['endless numbers', { documents: 1, bytes: new Uint8Array(20).fill(0xff) }],
    ['half a number', { documents: 1, bytes: Uint8Array.of(0x80) }],
    ['half an entry', { documents: 1, bytes: Uint8Array.of(0, 0, 0) }],
    ['a value that ends too early', { documents: 1, bytes: Uint8Array.of(0, 0, 0, 0xff) }],
    ['a table that is longer than the list', { documents: 1, bytes: Uint8Array.of(0, 9, 0, 0) }],
  ]
  for (const [description, list] of lists) {
    test(description, () => {
      assert.throws(() => read(list), /damaged/)
      assert.throws(() => sumsOf(list, 1000), /damaged/)
    })
  }

  test('positions that are longer than they say', () => {
    const cursor = new PostingsCursor({ documents: 1, bytes: Uint8Array.of(0, 0, 0, 1, 0x80, 0x01) }, true)
    assert.equal(cursor.next(), true)
    assert.throws(() => positionsOf(cursor), /damaged/)
    const open = new PostingsCursor({ documents: 1, bytes: Uint8Array.of(0, 0, 0, 3, 1) }, true)
    assert.equal(open.next(), true)
    assert.throws(() => positionsOf(open), /damaged/)
    assert.throws(() => open.next(), /damaged/)
  })

  test('no largest value', () => {
    for (const bytes of [[], [0x80], [0xff, 0xff, 0xff, 0xff, 0xff]]) {
      assert.throws(() => new PostingsCursor({ documents: 1, bytes: Uint8Array.from(bytes) }).largest, /damaged/)
    }
  })

  test('every list that is cut short throws', () => {
    const random = randomNumbers(17)
    const { documents, bytes } = listOf(randomEntries(300, random))
    for (let length = 0; length < bytes.length; length += 1) {
      const cut = { documents, bytes: bytes.slice(0, length) }
      assert.throws(() => read(cut), /damaged/)
      assert.throws(() => sumsOf(cut, 100_000), /damaged/)
    }
  })

  test('with any byte changed, a list is read to its end or throws, however it is read', () => {
    const random = randomNumbers(18)
    const whole = listOf(randomEntries(400, random))
    const last = read(whole).at(-1)?.[0] as number
    for (let round = 0; round < 3000; round += 1) {
      const bytes = whole.bytes.slice()
      bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
      const list = { documents: whole.documents, bytes }
      const uses: (() => number)[] = [
        () => read(list).length,
        () => {
          const cursor = new PostingsCursor(list)
          let seeks = 0
          for (let target = 0; target < last && cursor.seek(target); target += 97) seeks += 1
          return Math.min(seeks, whole.documents)
        },
      ]
      for (const use of uses) {
        try {
          assert.ok(use() <= whole.documents)
        } catch (error) {
          assert.match(String(error), /damaged/)
        }
      }
      try {
        sumsOf(list, last + 1)
      } catch (error) {
        assert.match(String(error), /damaged|names a document that does not exist/)
      }
    }
  })

  test('any bytes are read or throw', () => {
    const random = randomNumbers(19)
    for (let round = 0; round < 5000; round += 1) {
      const bytes = Uint8Array.from({ length: Math.floor(random() * 30) }, () => Math.floor(random() * 256))
      const documents = Math.floor(random() * 20)
      try {
        assert.equal(read({ documents, bytes }).length, documents)
      } catch (error) {
        assert.match(String(error), /damaged/)
      }
      try {
        assert.equal(sumsOf({ documents, bytes }, 1000).length, 1000)
      } catch (error) {
        assert.match(String(error), /damaged|names a document that does not exist/)
      }
    }
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type DictionaryBlock, writeBlocks } from '../../src/search/index-writer.ts'
import {
  compareUtf8,
  type DictionaryEntry,
  findTerm,
  type TermInfo,
  termsWithPrefix,
} from '../../src/search/term-dictionary.ts'
import { wordsOf } from '../../src/search/tokenizer.ts'
import { pick, randomNumbers, randomString } from './random.ts'

const compareBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** Lists of these terms in order, with random bytes that tell them apart. */
function listsOf(terms: Iterable<string>, random: () => number): DictionaryEntry[] {
  return [...new Set(terms)].sort(compareBytes).map((term) => ({
    term,
    documents: Math.floor(2 ** (random() * 20)),
    bytes: Uint8Array.from({ length: Math.floor(random() ** 4 * 300) }, () => Math.floor(random() * 256)),
  }))
}

/** A list as found in a block. */
function listAt({ lists }: DictionaryBlock, place: TermInfo | undefined): Omit<DictionaryEntry, 'term'> | undefined {
  if (place === undefined) return undefined
  return { documents: place.documents, bytes: lists.slice(place.start, place.start + place.length) }
}

const LETTERS = ['a', 'b', 'e', 'n', 'st', 'ung', '3', '.', 'é', 'ш', '日', '\ufffd', '\ue000', '\uffee', '𐐷', '😀']

const randomTerms = (count: number, random: () => number) =>
  Array.from({ length: count }, () =>
    Array.from({ length: 1 + Math.floor(random() * 6) }, () => pick(LETTERS, random)).join(''),
  )

describe('compareUtf8', () => {
  test('is the order of UTF-8 bytes', () => {
    const random = randomNumbers(20)
    const terms = [...randomTerms(300, random), '', 'a', 'ab', 'b', '\uffff', '\u{10000}', '\u{10ffff}', '\ud7ff']
    for (let round = 0; round < 20_000; round += 1) {
      const [one, other] = [pick(terms, random), pick(terms, random)]
      assert.equal(Math.sign(compareUtf8(one, other)), compareBytes(one, other), JSON.stringify([one, other]))
    }
  })

  test('characters outside the BMP come after all others', () => {
    assert.ok(compareUtf8('\u{10000}', '\uffff') > 0)
    assert.ok(compareUtf8('\uffff', '\u{10000}') < 0)
    assert.ok('\u{10000}' < '\uffff', 'and not where UTF-16 code units would put them')
  })
})

describe('blocks', () => {
  const random = randomNumbers(21)
  const terms = [
    ...randomTerms(4000, random),
    ...Array.from({ length: 3000 }, () => randomString(random)).flatMap(wordsOf),
    ...['constructor', '__proto__', 'x'.repeat(100), `${'x'.repeat(100)}y`, 'x'.repeat(5000), '日'.repeat(100)],
  ]
  const lists = listsOf(terms, random)
  const blocks = [...writeBlocks(lists)]
  const blockOf = (term: string) => blocks.findLast(({ first }) => compareBytes(first, term) <= 0)

  test('find every term, with its list', () => {
    assert.ok(blocks.length > 3 && lists.length > 4000)
    for (const { term, ...list } of lists) {
      const block = blockOf(term) as DictionaryBlock
      assert.deepEqual(listAt(block, findTerm(block.terms, term)), list, term)
    }
  })

  test('find no other', () => {
    const known = new Set(lists.map(({ term }) => term))
    let absent = 0
    for (const term of [
      ...randomTerms(3000, random),
      ...lists.map(({ term }) => `${term}a`),
      '',
      '\u{10ffff}z',
      'zzz',
    ]) {
      if (known.has(term)) continue
      absent += 1
      for (const block of [blockOf(term), blocks[0], blocks.at(-1)]) {
        if (block !== undefined) assert.equal(findTerm(block.terms, term), undefined, term)
      }
    }
    assert.ok(absent > 3000)
  })

  test('find the terms with a prefix, in their order', () => {
    const prefixes = ['', 'a', 'ab', 'abe', 'é', '\ud83d\ude00', '日', 'x'.repeat(100), 'zzzz', '\u{10ffff}', '3.']
    for (const prefix of [...prefixes, ...randomTerms(300, random)]) {
      const found = blocks.flatMap((block) =>
        Array.from(termsWithPrefix(block.terms, prefix), ({ term, ...place }) => ({ term, ...listAt(block, place) })),
      )
      assert.deepEqual(
        found,
        lists.filter(({ term }) => term.startsWith(prefix)),
        prefix,
      )
    }
  })

  test('two prefixes can be read at the same time, and terms looked up meanwhile', () => {
    const block = blocks[0] as DictionaryBlock
    const expected = Array.from(termsWithPrefix(block.terms, ''), ({ term }) => term)
    const other = termsWithPrefix(block.terms, 'b')
    const found: string[] = []
    for (const { term } of termsWithPrefix(block.terms, '')) {
      other.next()
      findTerm(block.terms, 'x'.repeat(2000))
      found.push(term)
    }
    assert.deepEqual(found, expected)
  })

  test('begin with their first term', () => {
    for (const block of blocks) {
      assert.equal(termsWithPrefix(block.terms, '').next().value?.term, block.first)
      assert.equal(findTerm(block.terms, block.first)?.start, 0)
    }
  })

  test('of every number of terms', () => {
    for (let count = 1; count < 70; count += 1) {
      const some = lists.slice(100, 100 + count)
      const [block, ...others] = [...writeBlocks(some)]
      assert.ok(block !== undefined && others.length === 0)
      for (const { term, ...list } of some) assert.deepEqual(listAt(block, findTerm(block.terms, term)), list)
      for (const { term } of [...lists.slice(80, 100), ...lists.slice(100 + count, 120 + count)]) {
        assert.equal(findTerm(block.terms, term), undefined)
      }
    }
  })

  test('keep what else is known of a term', () => {
    const known = lists.slice(0, 400).map((list, index) => {
      return index % 3 === 0 ? list : { ...list, data: Uint8Array.from({ length: index }, (_, byte) => byte + index) }
    })
    const packed = [...writeBlocks(known)]
    for (const { term, data, ...list } of known) {
      const block = packed.findLast(({ first }) => compareBytes(first, term) <= 0) as DictionaryBlock
      assert.deepEqual(listAt(block, findTerm(block.terms, term)), { documents: list.documents, bytes: list.bytes })
      assert.deepEqual(Buffer.from(findTerm(block.terms, term)?.data ?? assert.fail(term)), Buffer.from(data ?? []))
      assert.equal(findTerm(block.terms, `${term}\0`), undefined)
    }
  })

  test('of none', () => assert.deepEqual([...writeBlocks([])], []))

  test('end after 1,024 terms, or with the list that makes them 16 KB', () => {
    const short = Array.from({ length: 2100 }, (_, number) => `n${String(number).padStart(5, '0')}`)
    const many = [...writeBlocks(short.map((term) => ({ term, documents: 1, bytes: Uint8Array.of(1) })))]
    assert.deepEqual(
      many.map(({ first }) => first),
      ['n00000', 'n01024', 'n02048'],
    )
    const long = short.slice(0, 7).map((term) => ({ term, documents: 1, bytes: new Uint8Array(7_500) }))
    assert.deepEqual(
      [...writeBlocks(long)].map(({ first, lists }) => [first, lists.length]),
      [
        ['n00000', 22_500],
        ['n00003', 22_500],
        ['n00006', 7_500],
      ],
    )
  })

  test('can stand anywhere in other bytes', () => {
    const block = blocks[1] as DictionaryBlock
    const bytes = new Uint8Array(block.terms.length + 10)
    bytes.set(block.terms, 3)
    const { term, ...list } = lists.find((list) => list.term === block.first) as DictionaryEntry
    const place = findTerm(bytes.subarray(3, 3 + block.terms.length), term)
    assert.deepEqual(listAt(block, place), list)
  })

  test('damaged blocks throw, or find something; they never loop', () => {
    const block = blocks[0] as DictionaryBlock
    for (let round = 0; round < 3000; round += 1) {
      const bytes = block.terms.slice(0, random() < 0.5 ? block.terms.length : Math.floor(random() * 2000))
      bytes[Math.floor(random() * Math.min(bytes.length, 600))] = Math.floor(random() * 256)
      try {
        findTerm(bytes, pick(lists, random).term)
        findTerm(bytes, pick(lists, random).term)?.data.at(-1)
        for (const { term } of termsWithPrefix(bytes, pick(LETTERS, random))) assert.equal(typeof term, 'string')
      } catch (error) {
        assert.ok(error instanceof Error && !(error instanceof assert.AssertionError), String(error))
      }
    }
  })
})

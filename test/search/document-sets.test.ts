import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  documentsWithAny,
  documentsWithPhrase,
  documentsWithTerm,
  intersection,
} from '../../src/search/document-sets.ts'
import { encodePositions, encodeValues } from '../../src/search/index-writer.ts'
import { Occurrence, type PostingList } from '../../src/search/postings.ts'
import { pick, randomNumbers, someBelow } from './random.ts'

/** The posting lists of the words of some texts. */
function listsOf(texts: readonly string[]): Map<string, PostingList> {
  const places = new Map<string, Map<number, number[]>>()
  for (const [document, text] of texts.entries()) {
    for (const [position, word] of text.split(' ').entries()) {
      const documents = places.get(word) ?? new Map<number, number[]>()
      documents.set(document, [...(documents.get(document) ?? []), position])
      places.set(word, documents)
    }
  }
  return new Map(
    Array.from(places, ([word, documents]) => {
      const rows = [...documents.values()]
      const counts = rows.map((row) => row.length)
      return [word, { documents: documents.size, bytes: encodePositions([...documents.keys()], counts, rows.flat()) }]
    }),
  )
}

async function find(phrase: string, texts: readonly string[]): Promise<number[]> {
  const lists = listsOf(texts)
  return [...(await documentsWithPhrase(phrase.split(' '), (word) => lists.get(word)))]
}

describe('documentsWithPhrase', () => {
  const texts = [
    'treu und glauben',
    'glauben und treu',
    'nach treu und glauben ist',
    'treu glauben und',
    'und und und treu',
  ]

  test('words in a row', async () => {
    assert.deepEqual(await find('treu und glauben', texts), [0, 2])
    assert.deepEqual(await find('und', texts), [0, 1, 2, 3, 4])
    assert.deepEqual(await find('und treu', texts), [1, 4])
    assert.deepEqual(await find('glauben ist', texts), [2])
  })

  test('the same word more than once', async () => {
    assert.deepEqual(await find('und und', texts), [4])
    assert.deepEqual(await find('und und und', texts), [4])
    assert.deepEqual(await find('und und und und', texts), [])
    assert.deepEqual(await find('a b a', ['a b', 'a b a', 'b a b', 'a a b b a']), [1])
  })

  test('words that no document holds', async () => {
    assert.deepEqual(await find('treu und miete', texts), [])
    assert.deepEqual(await find('constructor', texts), [])
    assert.deepEqual(await find('treu treu', texts), [])
  })

  test('random phrases in random texts: what looking into each text finds', async () => {
    const random = randomNumbers(27)
    for (let round = 0; round < 60; round += 1) {
      const words = Array.from({ length: 3 + Math.floor(random() * 8) }, (_, number) => `w${number}`)
      const draw = () => words[Math.floor(words.length * random() ** 2)] as string
      const texts = Array.from({ length: 1 + Math.floor(random() * 500) }, () =>
        Array.from({ length: 1 + Math.floor(random() * 30) }, draw).join(' '),
      )
      const lists = listsOf(texts)
      for (let query = 0; query < 20; query += 1) {
        const phrase = Array.from({ length: 1 + Math.floor(random() * 4) }, draw)
        const expected = [...texts.keys()].filter((document) =>
          ` ${texts[document]} `.includes(` ${phrase.join(' ')} `),
        )
        assert.deepEqual(
          [...(await documentsWithPhrase(phrase, (word) => lists.get(word)))],
          expected,
          phrase.join(' '),
        )
        const among = someBelow(texts.length, 0.4, random)
        const found = await documentsWithPhrase(phrase, (word) => lists.get(word), Uint32Array.from(among))
        assert.deepEqual(
          [...found],
          expected.filter((document) => among.includes(document)),
          phrase.join(' '),
        )
      }
    }
  })
})

describe('documentsWithAny', () => {
  test('random lists', async () => {
    const random = randomNumbers(28)
    for (let round = 0; round < 50; round += 1) {
      const texts = Array.from({ length: 300 }, () =>
        Array.from({ length: 3 }, () => pick(['a', 'b', 'c', 'd'], random)).join(' '),
      )
      const lists = listsOf(texts)
      const wanted = ['a', 'b', 'x'].filter(() => random() < 0.6)
      const found = await documentsWithAny(
        wanted.flatMap((word) => lists.get(word) ?? []),
        texts.length,
      )
      const expected = [...texts.keys()].filter((document) =>
        wanted.some((word) => texts[document]?.split(' ').includes(word)),
      )
      assert.deepEqual([...found], expected)
    }
    assert.deepEqual([...(await documentsWithAny([], 5))], [])
  })
})

test('documentsWithTerm: at least as an occurrence', () => {
  const occurrences = [Occurrence.Word, Occurrence.Around, Occurrence.Heading, Occurrence.Part, Occurrence.Word]
  const documents = [2, 3, 5, 8, 9]
  const list = {
    documents: 5,
    bytes: encodeValues(
      documents,
      occurrences.map((occurrence) => (9 << 2) | occurrence),
    ),
  }
  assert.deepEqual([...documentsWithTerm(list, Occurrence.Around)], documents)
  assert.deepEqual([...documentsWithTerm(list, Occurrence.Part)], [2, 5, 8, 9])
  assert.deepEqual([...documentsWithTerm(list, Occurrence.Word)], [2, 5, 9])
  assert.deepEqual([...documentsWithTerm(list, Occurrence.Heading)], [5])
  assert.deepEqual([...documentsWithTerm(undefined, Occurrence.Around)], [])
})

test('intersection', () => {
  const random = randomNumbers(29)
  assert.equal(intersection([]), undefined)
  for (let round = 0; round < 200; round += 1) {
    const lists = Array.from({ length: 1 + Math.floor(random() * 4) }, () => someBelow(40, 0.6, random))
    const expected = [...Array(40).keys()].filter((document) => lists.every((list) => list.includes(document)))
    assert.deepEqual([...(intersection(lists.map((list) => Uint32Array.from(list))) as Uint32Array)], expected)
  }
})

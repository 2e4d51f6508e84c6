import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import createEngine from 'wink-bm25-text-search'
import { TermCounter, type TokenCount } from '../../../src/import/search-index/count-terms.ts'
import { type Bm25Parameters, inverseDocumentFrequency, saturate } from '../../../src/search/bm25f.ts'
import { Coverage } from '../../../src/search/coverage.ts'
import { encodeValues } from '../../../src/search/index-writer.ts'
import { encodeImpact, IMPACT_LEVELS, Occurrence } from '../../../src/search/postings.ts'
import { type PostingsSource, rank, WORD_WEIGHT } from '../../../src/search/ranker.ts'
import { wordsOf } from '../../../src/search/tokenizer.ts'
import { type RandomDocument, randomDocuments, randomNumbers, randomWords, vocabulary } from '../../search/random.ts'

const WEIGHTS = { heading: 8, title: 2, text: 1 }
/** The parameters of wink. */
const WEIGHING: Bm25Parameters = { k1: 1.2, b: 0.75 }
/** Property names, which are not words but valid terms. */
const PROPERTIES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'length']

type Words = Record<keyof typeof WEIGHTS, string[]>

/** Adds a property name as a term to every seventh document. */
function wordsOfDocument({ heading, title, text }: RandomDocument, number: number): Words {
  const property = number % 7 === 0 ? [PROPERTIES[(number / 7) % PROPERTIES.length] as string] : []
  return { heading: wordsOf(heading), title: wordsOf(title), text: [...wordsOf(text), ...property] }
}

interface Index {
  source: PostingsSource
  terms: ReadonlyMap<string, number>
  counts: TokenCount[][]
}

function indexOf(documents: readonly Words[]): Index {
  const numbers = new Map<string, number>()
  const numberOf = (word: string) => {
    const number = numbers.get(word) ?? numbers.size
    numbers.set(word, number)
    return number
  }
  const numbered = documents.map(({ heading, title, text }) => {
    return { heading: heading.map(numberOf), title: title.map(numberOf), text: text.map(numberOf) }
  })
  const counter = new TermCounter(WEIGHTS, numbers.size)
  const counts = numbered.map((document) => counter.count(document))
  const lengths = documents.map(({ heading, title, text }) => 8 * heading.length + 2 * title.length + text.length)
  const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
  const postings = new Map<number, { document: number; frequency: number }[]>()
  for (const [document, found] of counts.entries()) {
    for (const { token, frequency } of found) {
      const own = postings.get(token) ?? []
      own.push({ document, frequency })
      postings.set(token, own)
    }
  }
  const scale = (inverseDocumentFrequency(documents.length, 1) * (WEIGHING.k1 + 1)) / IMPACT_LEVELS
  const lists = new Map(
    Array.from(postings, ([token, own]) => {
      const weight = inverseDocumentFrequency(documents.length, own.length)
      const values = own.map(({ document, frequency }) => {
        const length = (lengths[document] as number) / average
        return encodeImpact(weight * saturate(frequency, length, WEIGHING), scale, Occurrence.Word)
      })
      const bytes = encodeValues(
        own.map(({ document }) => document),
        values,
      )
      return [token, { documents: own.length, bytes }]
    }),
  )
  const list = (term: string) => lists.get(numbers.get(term) ?? -1)
  return { source: { documents: documents.length, scale, list }, terms: numbers, counts }
}

const sorted = (counts: readonly TokenCount[]) => counts.toSorted((a, b) => a.token - b.token)

function find({ source }: Index, terms: readonly string[], limit = 10) {
  const ranked = terms.map((term) => ({ term, weight: WORD_WEIGHT, marks: 0 }))
  const request = { terms: ranked, coverage: new Coverage([]), groups: [], included: [], excluded: [], boosts: [] }
  return rank({ ...request, limit }, source)
}

describe('parity with wink-bm25-text-search', () => {
  const random = randomNumbers(30)
  const words = vocabulary(1500, random)
  const documents = randomDocuments(3000, words, random).map(wordsOfDocument)
  const index = indexOf(documents)
  const engine = createEngine()
  engine.defineConfig({ fldWeights: WEIGHTS })
  engine.definePrepTasks([(input) => (typeof input === 'string' ? input.split(' ') : input)])
  for (const [number, document] of documents.entries()) engine.addDoc({ ...document }, number)
  const frequencies = documents.map((_, number) => engine.getDocs()[number]?.freq ?? {})
  const counted = structuredClone(frequencies)
  const tokens = Object.entries(engine.getTokens())
  engine.consolidate(9)

  test('every term and every posting', async () => {
    assert.deepEqual([...index.terms.keys()].sort(), tokens.map(([token]) => token).sort())
    const names = [...index.terms.keys()]
    const numbers = new Map(tokens)
    for (const [document, counts] of index.counts.entries()) {
      const ours = new Map(counts.map(({ token, frequency }) => [numbers.get(names[token] as string), frequency]))
      const winks = new Map(Object.entries(counted[document] ?? {}).map(([token, count]) => [Number(token), count]))
      assert.deepEqual(ours, winks)
    }
  })

  test('the top 10 and their scores, but for what quantisation hides', async () => {
    let identical = 0
    for (let round = 0; round < 500; round += 1) {
      const terms = [...randomWords(words, random), ...(round % 25 === 0 ? [PROPERTIES[round % 6] as string] : [])]
      const expected = engine.search(terms.join(' '), documents.length)
      const scores = new Map(expected.map(([document, score]) => [Number(document), score]))
      const tolerance = (terms.length * index.source.scale) / 2 + 1e-7
      const { best, total } = await find(index, terms)
      assert.equal(total, expected.length)
      assert.equal(best.length, Math.min(10, expected.length))
      for (const [place, { document, score }] of best.entries()) {
        const winks = expected[place]?.[1] as number
        assert.ok(Math.abs(score - winks) <= tolerance, `place ${place}: ${score}, ${winks}`)
        assert.ok(Math.abs(score - (scores.get(document) as number)) <= tolerance)
      }
      const tenth = expected[9]?.[1] ?? 0
      const ours = new Set(best.map(({ document }) => document))
      for (const [document, score] of expected) {
        if (score > tenth + 2 * tolerance) assert.ok(ours.has(Number(document)))
      }
      if (expected.slice(0, 10).every(([document]) => ours.has(Number(document)))) identical += 1
    }
    assert.ok(identical >= 490, `${identical} of 500 have the same ten documents`)
  })

  test('names of object properties are terms like any other', async () => {
    for (const term of PROPERTIES) {
      const { best } = await find(index, [term], documents.length)
      const holders = [...documents.keys()].filter((number) => documents[number]?.text.at(-1) === term)
      for (const holder of holders.slice(0, 20)) {
        assert.ok(
          best.some(({ document }) => document === holder),
          `${term} in ${holder}`,
        )
      }
    }
  })
})

describe('TermCounter', () => {
  const counted = (counts: readonly TokenCount[]) => sorted(counts).map(({ token, frequency }) => [token, frequency])

  test('counts tokens by the weights of their fields, each document by itself', () => {
    const counter = new TermCounter({ heading: 5, text: 1, parts: 0.5 }, 1000)
    assert.deepEqual(counted(counter.count({ heading: [3, 3], text: [3, 9, 999], parts: [] })), [
      [3, 11],
      [9, 1],
      [999, 1],
    ])
    assert.deepEqual(counted(counter.count({ heading: [], text: [], parts: [7, 7, 7] })), [[7, 1.5]])
    assert.deepEqual(counted(counter.count({ heading: [], text: [], parts: [] })), [])
  })
})

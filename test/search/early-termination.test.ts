import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inverseDocumentFrequency, largestImpact } from '../../src/search/bm25f.ts'
import type { DocumentRange } from '../../src/search/choice.ts'
import { Accumulators, type ScoredDocument } from '../../src/search/collectors.ts'
import { Coverage } from '../../src/search/coverage.ts'
import { groupTerms } from '../../src/search/document-sets.ts'
import { encodeValues } from '../../src/search/index-writer.ts'
import { IMPACT_LEVELS } from '../../src/search/postings.ts'
import { COUNTED_TOTAL, type RankRequest, rank } from '../../src/search/ranker.ts'
import { randomNumbers, someBelow } from './random.ts'

const random = randomNumbers(23)
const DOCUMENTS = 60_000
const scale = largestImpact(inverseDocumentFrequency(DOCUMENTS, 1)) / IMPACT_LEVELS

/** The level of each term in the documents that contain it, a given share of all. */
const levels = new Map(
  Object.entries({ rare: 0.002, some: 0.02, a: 0.15, b: 0.3, c: 0.5, d: 0.7, e: 0.9 }).map(([term, share]) => {
    const holders = someBelow(DOCUMENTS, share, random)
    const most = largestImpact(inverseDocumentFrequency(DOCUMENTS, holders.length)) / scale
    return [term, new Map(holders.map((document) => [document, 1 + Math.floor(most * random() ** 3 * 0.9)]))]
  }),
)
const lists = new Map(
  Array.from(levels, ([term, levels]) => [
    term,
    {
      documents: levels.size,
      bytes: encodeValues(
        [...levels.keys()],
        Array.from(levels.values(), (level) => level << 2),
      ),
    },
  ]),
)
const source = { documents: DOCUMENTS, scale, list: (term: string) => lists.get(term) }

/** The scores of all documents, sorted. */
function readEverything({ terms, boosts, limit, coverage }: RankRequest): ScoredDocument[] {
  const sums: ScoredDocument[] = Array.from({ length: DOCUMENTS }, (_, document) => {
    const sum = terms.reduce((sum, { term, weight }) => sum + (levels.get(term)?.get(document) ?? 0) * weight, 0)
    const factor = boosts.find(({ range: [start, end] }) => document >= start && document < end)?.factor ?? 1
    const marks = terms.reduce((all, { term, marks }) => (levels.get(term)?.has(document) ? all | marks : all), 0)
    return { document, score: sum * factor * coverage.factor(marks) * (scale / 20) }
  })
  return sums.sort((a, b) => b.score - a.score || a.document - b.document).slice(0, limit)
}

const matching = ({ terms }: RankRequest) =>
  new Set(terms.flatMap(({ term }) => [...(levels.get(term)?.keys() ?? [])])).size

const havingAll = ({ terms, coverage }: RankRequest) => {
  const having = (document: number) =>
    terms.reduce((all, { term, marks }) => (levels.get(term)?.has(document) ? all | marks : all), 0)
  return Array.from({ length: DOCUMENTS }, (_, document) => having(document)).filter((marks) => coverage.hasAll(marks))
    .length
}

/** A request with one word per term; rarer terms weigh more. */
function request(terms: Record<string, number>, more: Partial<RankRequest>): RankRequest {
  const weighted = Object.entries(terms).map(([term, weight], word) => {
    return { term, weight, marks: Coverage.marksOf([{ word, extent: 'whole' }]) }
  })
  const frequencies = weighted.map(({ term }) => levels.get(term)?.size ?? DOCUMENTS)
  const coverage = new Coverage(frequencies.map((frequency) => inverseDocumentFrequency(DOCUMENTS, frequency)))
  return { terms: weighted, coverage, groups: [], limit: 20, excluded: [], included: [], boosts: [], ...more }
}

const boostedRange = (range: DocumentRange, factor: number) => [{ range, factor }]

describe('ranking in a large index', () => {
  const queries: Record<string, number>[] = [
    { rare: 20, d: 20, e: 20 },
    { rare: 20, some: 20, c: 20, e: 20 },
    { some: 20, a: 10, d: 5, e: 5 },
    { rare: 20, a: 20, b: 20, c: 20, d: 20, e: 20 },
    { a: 20, d: 5, e: 5 },
    { a: 20, b: 5 },
  ]
  const boostLists = [[], boostedRange([100, 20_000], 2), boostedRange([5, 50], 4)]

  for (const terms of queries) {
    test(`the best are those of reading everything: ${JSON.stringify(terms)}`, async () => {
      for (const boosts of boostLists) {
        const all = readEverything(request(terms, { boosts, limit: 200 }))
        for (const limit of [1, 20, 200]) {
          const asked = request(terms, { boosts, limit })
          const { best, complete, total, exact } = await rank(asked, source)
          assert.equal(complete, havingAll(asked))
          assert.deepEqual(best, all.slice(0, limit), JSON.stringify({ limit, boosts }))
          if (exact) assert.equal(total, matching(asked))
          else assert.ok(total >= COUNTED_TOTAL && total <= matching(asked))
        }
      }
    })
  }

  test('documents that come last do so whatever their scores, and the others rank as if there were no such', async () => {
    const last = Uint8Array.from({ length: DOCUMENTS }, (_, document) => Number(document < 9000 || document % 7 === 0))
    let ended = 0
    for (const terms of queries) {
      for (const boosts of boostLists) {
        const all = readEverything(request(terms, { boosts, limit: DOCUMENTS })).filter(({ score }) => score > 0)
        const [first, others] = [0, 1].map((mark) => all.filter(({ document }) => last[document] === mark))
        for (const limit of [1, 20, 200]) {
          const { best, total, exact } = await rank(request(terms, { boosts, limit, last }), source)
          assert.deepEqual(best, first?.slice(0, limit))
          if (exact) assert.equal(total, all.length)
          else assert.ok(total >= COUNTED_TOTAL && total <= all.length)
          ended += Number(!exact)
        }
        const everything = await rank(request(terms, { boosts, limit: all.length - 5, last }), source)
        assert.deepEqual(everything, {
          best: [...(first ?? []), ...(others ?? [])].slice(0, -5),
          complete: havingAll(request(terms, {})),
          total: all.length,
          exact: true,
        })
      }
    }
    assert.ok(ended > 0)
  })

  test('of some documents only, the best and the total are those of reading everything', async () => {
    const among = Uint8Array.from({ length: DOCUMENTS }, (_, document) => Number(document % 3 === 1))
    const ranges: DocumentRange[] = [[1000, 40_000]]
    for (const terms of queries) {
      const all = readEverything(request(terms, { limit: DOCUMENTS })).filter(({ score }) => score > 0)
      const left = all.filter(({ document }) => document % 3 === 1 && document >= 1000 && document < 40_000)
      const { best, total, exact } = await rank(request(terms, { among, ranges }), source)
      assert.deepEqual([best, total, exact], [left.slice(0, 20), left.length, true])
    }
  })

  test('an included document ranks as it would without early termination', async () => {
    for (const terms of queries) {
      const all = new Map(
        readEverything(request(terms, { limit: DOCUMENTS })).map(({ document, score }) => [document, score]),
      )
      const top = readEverything(request(terms, { limit: 60 })).map(({ document }) => document)
      const others = [0, 1, 2, 3, 4, 5, 30_000, DOCUMENTS - 1].filter((document) => (all.get(document) as number) > 0)
      for (const included of [top.slice(3, 6), others, [...top.slice(0, 2), ...others]]) {
        const { best } = await rank(request(terms, { included }), source)
        assert.deepEqual(best, readEverything(request(terms, {})))
        const sums = new Accumulators(DOCUMENTS)
        const everything = (await rank(request(terms, { included, limit: DOCUMENTS }), source, sums)).best
        assert.equal(new Set(everything.map(({ document }) => document)).size, everything.length)
        for (const document of included) {
          assert.equal(everything.find((hit) => hit.document === document)?.score, all.get(document))
        }
        assert.deepEqual(await rank(request(terms, {}), source, sums), await rank(request(terms, {}), source))
      }
    }
  })

  test('a list is not passed over where a document that was not met may still come to stand in front', async () => {
    const documents = 120_000
    const split = 10_100
    const listOf = (start: number, end: number, level: number) => {
      const holders = Array.from({ length: end - start }, (_, place) => start + place)
      return {
        documents: holders.length,
        bytes: encodeValues(
          holders,
          holders.map(() => level << 2),
        ),
      }
    }
    const two = new Map([
      ['few', listOf(0, split, 10)],
      ['many', listOf(split, documents, 9)],
    ])
    const asked = request(
      { few: 20, many: 20 },
      {
        boosts: boostedRange([50_000, 50_100], 2),
        coverage: new Coverage([]),
      },
    )
    const { best } = await rank(asked, { documents, scale: 1, list: (term) => two.get(term) })
    assert.deepEqual(
      best,
      Array.from({ length: 20 }, (_, place) => ({ document: 50_000 + place, score: 18 })),
    )
  })

  test('some queries are ended early', async () => {
    const ended: Record<string, number>[] = []
    for (const terms of queries) if (!(await rank(request(terms, {}), source)).exact) ended.push(terms)
    assert.ok(ended.length >= 3 && ended.length < queries.length, JSON.stringify(ended))
  })

  test('none is where ranges, groups, required or excluded words are asked for', async () => {
    const exact = await Promise.all(queries.map(async (terms) => (await rank(request(terms, {}), source)).exact))
    const early = queries[exact.indexOf(false)] as Record<string, number>
    const filters: Partial<RankRequest>[] = [
      { ranges: [[0, DOCUMENTS]] },
      { among: new Uint8Array(DOCUMENTS).fill(1) },
      { required: Uint32Array.from({ length: DOCUMENTS }, (_, document) => document) },
      { excluded: [Uint32Array.of(0)] },
      { groups: [{ ...(await groupTerms(['rare'], Uint32Array.of(1), source)), marks: 0 }] },
    ]
    for (const filter of filters) assert.equal((await rank(request(early, filter), source)).exact, true)
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DocumentRange } from '../../src/search/choice.ts'
import { Accumulators, type ScoredDocument } from '../../src/search/collectors.ts'
import { Coverage, type Extent } from '../../src/search/coverage.ts'
import { groupTerms, type TermGroup } from '../../src/search/document-sets.ts'
import { encodeValues } from '../../src/search/index-writer.ts'
import { IMPACT_LEVELS, Occurrence } from '../../src/search/postings.ts'
import { type PostingsSource, type RankRequest, rank } from '../../src/search/ranker.ts'
import { pick, randomNumbers, someBelow } from './random.ts'

type Levels = [document: number, level: number][]

interface Index extends PostingsSource {
  levels: ReadonlyMap<string, Levels>
}

/** Builds an index in which a level scores 0.5 by default. */
function indexOf(documents: number, lists: Record<string, Levels>, scale = 0.5): Index {
  const levels = new Map(Object.entries(lists))
  const encoded = new Map(
    Array.from(levels, ([term, postings]) => [
      term,
      {
        documents: postings.length,
        bytes: encodeValues(
          postings.map(([document]) => document),
          postings.map(([document, level]) => (level << 2) | (document % 4)),
        ),
      },
    ]),
  )
  return { documents, scale, levels, list: (term) => encoded.get(term) }
}

/** A group with its terms. */
type NamedGroup = TermGroup & { terms: readonly string[] }
const groupOf = async (
  terms: readonly string[],
  documents: Uint32Array,
  source: PostingsSource,
): Promise<NamedGroup> => ({
  terms,
  ...(await groupTerms(terms, documents, source)),
  marks: 0,
})

/** Sums up and sorts everything. A document that matches without any term scores nothing. */
function rankNaively(
  request: RankRequest & { groups: NamedGroup[] },
  { documents, scale, levels }: Index,
): { best: ScoredDocument[]; complete: number; total: number } {
  const level = (term: string, document: number) => levels.get(term)?.find(([other]) => other === document)?.[1] ?? 0
  const found: ScoredDocument[] = []
  let complete = 0
  for (let document = 0; document < documents; document += 1) {
    const isInRange = request.ranges?.some(([start, end]) => document >= start && document < end) ?? true
    if (!isInRange || request.excluded.some((list) => list.includes(document))) continue
    if (request.required !== undefined && !request.required.includes(document)) continue
    let sum = 0
    for (const { term, weight } of request.terms) sum += level(term, document) * weight
    for (const group of request.groups) {
      if (!group.documents.includes(document)) continue
      sum += Math.max(1, ...group.terms.map((term) => level(term, document))) * 20
    }
    const marks = [
      ...request.terms.map(({ term, marks }) => (level(term, document) > 0 ? marks : 0)),
      ...request.groups.map(({ documents, marks }) => (documents.includes(document) ? marks : 0)),
    ]
    if (sum === 0 && request.required === undefined && !request.included.includes(document)) continue
    for (const { range, factor } of request.boosts) {
      if (document >= range[0] && document < range[1]) sum *= factor
    }
    const all = marks.reduce((all, mark) => all | mark, 0)
    const whole = (request.wordings ?? [])
      .filter(({ terms }) => terms.every((term) => level(term, document) > 0))
      .reduce((whole, { marks }) => whole | marks, all)
    const hasAll = request.coverage.mayHaveAll(all) && request.coverage.hasAll(whole)
    if (request.included.includes(document) || hasAll) complete += 1
    sum *= request.coverage.factor(all)
    found.push({ document, score: 2 * sum })
  }
  const sorted = found.sort((a, b) => b.score - a.score || a.document - b.document)
  const best = sorted.slice(0, request.limit).map((hit) => ({ ...hit, score: hit.score * (scale / 40) }))
  return { best, complete, total: sorted.length }
}

const index = indexOf(10, {
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
const words = (...terms: string[]) => terms.map((term) => ({ term, weight: 20, marks: 0 }))
const request = (terms: string[], more: Partial<RankRequest> = {}): RankRequest => ({
  terms: words(...terms),
  coverage: new Coverage([]),
  groups: [],
  limit: 20,
  excluded: [],
  included: [],
  boosts: [],
  ...more,
})
const documentsOf = async (terms: string[], more: Partial<RankRequest> = {}) =>
  (await rank(request(terms, more), index)).best.map(({ document }) => document)

/** A truncated list, which ends before its second document. */
const broken = { documents: 2, bytes: encodeValues([0], [8]) }

describe('rank', () => {
  test('adds up the levels of all terms, times their weight', async () => {
    assert.deepEqual(await rank(request(['deich', 'pflege'], { limit: 2 }), index), {
      best: [
        { document: 3, score: 5.5 },
        { document: 4, score: 5 },
      ],
      complete: 5,
      total: 5,
      exact: true,
    })
    const halves = [
      { term: 'deich', weight: 10, marks: 0 },
      { term: 'pflege', weight: 20, marks: 0 },
    ]
    assert.deepEqual((await rank(request([], { terms: halves, limit: 1 }), index)).best, [{ document: 9, score: 4.5 }])
  })

  test('equal scores stand in the order of the documents', async () => {
    assert.deepEqual(await documentsOf(['deich']), [3, 4, 0, 9])
    assert.deepEqual(await documentsOf(['deich', 'pflege']), [3, 4, 9, 5, 0])
    assert.deepEqual(await documentsOf(['deich'], { limit: 1 }), [3])
  })

  test('an unknown term counts nothing', async () => {
    assert.deepEqual(await rank(request(['deich', 'miete']), index), await rank(request(['deich']), index))
    assert.deepEqual(await rank(request(['miete', 'constructor', '__proto__']), index), {
      best: [],
      complete: 0,
      total: 0,
      exact: true,
    })
    assert.deepEqual(await rank(request([]), index), { best: [], complete: 0, total: 0, exact: true })
  })

  test('limit', async () => {
    assert.deepEqual(await rank(request(['deich'], { limit: 0 }), index), {
      best: [],
      complete: 4,
      total: 4,
      exact: true,
    })
    assert.deepEqual(await documentsOf(['deich', 'pflege'], { limit: 3 }), [3, 4, 9])
  })

  test('ranges in any order, within and over each other, empty and beyond the end', async () => {
    const inRanges = (...ranges: DocumentRange[]) => documentsOf(['deich', 'pflege'], { ranges })
    assert.deepEqual(await inRanges([0, 4]), [3, 0])
    assert.deepEqual(await inRanges([9, 10], [0, 1]), [9, 0])
    assert.deepEqual(await inRanges([3, 5], [0, 4], [3, 4]), [3, 4, 0])
    assert.deepEqual(await inRanges([4, 4], [8, 5], [9, 99], [50, 60]), [9])
    assert.deepEqual(await inRanges([0, 9], [2, 3], [3, 5]), [3, 4, 5, 0])
    assert.deepEqual(await inRanges(), [])
    assert.equal((await rank(request(['deich'], { limit: 1, ranges: [[0, 4]] }), index)).total, 2)
  })

  test('what must be in it is found even where no term counts', async () => {
    const required = Uint32Array.of(1, 3, 9)
    assert.deepEqual(await documentsOf(['deich'], { required }), [3, 9, 1])
    assert.deepEqual(await documentsOf([], { required }), [1, 3, 9])
    assert.deepEqual(await documentsOf([], { required, limit: 2 }), [1, 3])
    assert.deepEqual(await documentsOf(['deich'], { required, ranges: [[0, 4]] }), [3, 1])
    assert.deepEqual(await documentsOf(['deich'], { required, excluded: [Uint32Array.of(3)] }), [9, 1])
    assert.deepEqual(await documentsOf(['deich'], { required: Uint32Array.of() }), [])
  })

  test('what must not be in it', async () => {
    assert.deepEqual(await documentsOf(['deich'], { excluded: [Uint32Array.of(3), Uint32Array.of(0, 3)] }), [4, 9])
    assert.deepEqual(
      await documentsOf(['deich'], { excluded: [Uint32Array.of(3)], boosts: [{ range: [0, 9], factor: 4 }] }),
      [4, 0, 9],
    )
  })

  test('included documents are found once, if they are searched', async () => {
    assert.deepEqual(await documentsOf(['deich'], { included: [7, 3, 7, 1] }), [3, 4, 0, 9, 1, 7])
    assert.deepEqual(await rank(request([], { included: [7] }), index), {
      best: [{ document: 7, score: 0 }],
      complete: 1,
      total: 1,
      exact: true,
    })
    assert.deepEqual(await documentsOf(['deich'], { included: [7, 8], ranges: [[8, 10]] }), [9, 8])
    assert.deepEqual(await documentsOf(['deich'], { included: [7, 8], required: Uint32Array.of(3, 8) }), [3, 8])
    assert.deepEqual(await documentsOf(['deich'], { included: [7, 8], excluded: [Uint32Array.of(7)] }), [3, 4, 0, 9, 8])
  })

  test('one ranking leaves nothing behind for the next', async () => {
    const sums = new Accumulators(index.documents)
    const asked = [
      request(['deich'], { included: [7] }),
      request(['pflege']),
      request([]),
      request(['deich', 'pflege']),
    ]
    for (const one of asked) assert.deepEqual(await rank(one, index, sums), await rank(one, index))
    assert.throws(() => rank(request(['deich', 'pflege']), { ...index, list: () => broken }, sums), /damaged/)
    for (const one of asked) assert.deepEqual(await rank(one, index, sums), await rank(one, index))
  })

  test('boosted ranges', async () => {
    const { best } = await rank(request(['deich'], { boosts: [{ range: [9, 10], factor: 4 }] }), index)
    assert.deepEqual(best.slice(0, 3), [
      { document: 3, score: 5 },
      { document: 4, score: 5 },
      { document: 9, score: 4 },
    ])
    assert.deepEqual(await documentsOf(['pflege'], { boosts: [{ range: [3, 4], factor: 9 }] }), [3, 9, 5])
  })

  test('of a group the best term counts, only in its documents, at least a level', async () => {
    const group = await groupOf(['deich', 'pflege'], Uint32Array.of(3, 5, 7), index)
    assert.deepEqual((await rank(request([], { groups: [group] }), index)).best, [
      { document: 3, score: 5 },
      { document: 5, score: 3 },
      { document: 7, score: 0.5 },
    ])
    assert.deepEqual(await documentsOf(['deich'], { groups: [group] }), [3, 4, 5, 0, 9, 7])
  })

  test('no document at all', async () => {
    assert.deepEqual(await rank(request(['deich']), indexOf(0, {})), { best: [], complete: 0, total: 0, exact: true })
  })

  test('the documents with all words are counted: with whole words, or all terms of one of their wordings', async () => {
    const marked = (term: string, extent: Extent) => ({
      term,
      weight: 20,
      marks: Coverage.marksOf([{ word: 0, extent }]),
    })
    const terms = [
      marked('hafendeich', 'whole'),
      marked('hafen', 'first'),
      marked('deich', 'second'),
      marked('ei', 'second'),
    ]
    const parts = indexOf(10, {
      hafendeich: [[1, 9]],
      hafen: [2, 3, 4].map((document) => [document, 2]),
      deich: [3, 5].map((document) => [document, 2]),
      ei: [[4, 2]],
    })
    const wordings = [{ terms: ['hafen', 'deich'], marks: Coverage.marksOf([{ word: 0, extent: 'whole' }]) }]
    const asked = request([], { terms, wordings, coverage: new Coverage([3]) })
    const { complete, total } = await rank(asked, parts)
    assert.deepEqual([complete, total], [2, 5])
    assert.equal((await rank({ ...asked, included: [3, 7], excluded: [Uint32Array.of(1)] }, parts)).complete, 2)
  })

  test('the largest sums', async () => {
    const terms = Array.from({ length: 300 }, (_, number) => `t${number}`)
    const large = indexOf(2, Object.fromEntries(terms.map((term) => [term, [[1, IMPACT_LEVELS]]])))
    assert.deepEqual((await rank(request(terms), large)).best, [{ document: 1, score: 150 * IMPACT_LEVELS }])
  })

  test('a damaged index throws an Error', async () => {
    assert.throws(() => rank(request(['deich']), indexOf(10, { deich: [[10, 1]] })), /does not exist/)
    assert.throws(() => rank(request(['deich']), { ...index, list: () => broken }), /damaged/)
  })

  test('any request: what adding up everything and sorting it gives', async () => {
    const random = randomNumbers(22)
    const documents = 150
    const names = ['a', 'b', 'c', 'd', 'e']
    const some = (chance: number) => Uint32Array.from(someBelow(documents, chance, random))
    const range = (): DocumentRange => {
      const start = Math.floor(random() * documents)
      return [start, start + Math.floor(random() * 80)]
    }
    const maybe = <Value>(chance: number, make: () => Value) => (random() < chance ? make() : undefined)
    const several = <Value>(most: number, make: () => Value) =>
      Array.from({ length: Math.floor(random() * (most + 1)) }, make)
    for (let round = 0; round < 1000; round += 1) {
      const lists = names.map((term) => {
        const holders = someBelow(documents, random() ** 2, random)
        return [term, holders.map((document) => [document, 1 + Math.floor(random() * 6)])]
      })
      const source = indexOf(documents, Object.fromEntries(lists))
      const asked: RankRequest & { groups: NamedGroup[] } = {
        terms: several(4, () => ({
          term: pick([...names, 'unknown'], random),
          weight: pick([5, 10, 20], random),
          marks: pick([0, 1, 2, 4, 8, 16, 32, 64], random),
        })),
        wordings: several(2, () => ({
          terms: [pick(names, random), pick(names, random)],
          marks: pick([1, 8, 9, 64], random),
        })),
        coverage: new Coverage([3, 5, 0, 7].slice(0, Math.floor(random() * 5))),
        groups: await Promise.all(
          several(2, () =>
            groupOf(
              several(3, () => pick(names, random)),
              some(0.2),
              source,
            ),
          ),
        ),
        limit: Math.floor(random() * 40),
        ranges: maybe(0.5, () => several(3, range)),
        required: maybe(0.4, () => some(0.3)),
        excluded: several(2, () => some(0.2)),
        included: several(2, () => Math.floor(random() * documents)),
        boosts: several(2, () => ({ range: range(), factor: pick([1, 2, 4], random) })),
      }
      assert.deepEqual(await rank(asked, source), { ...rankNaively(asked, source), exact: true })
    }
  })
})

test('an occurrence does not count', async () => {
  const values = [Occurrence.Around, Occurrence.Part, Occurrence.Word, Occurrence.Heading].map((one) => (7 << 2) | one)
  const bytes = encodeValues([0, 1, 2, 3], values)
  const { best } = await rank(request(['a']), { documents: 4, scale: 1, list: () => ({ documents: 4, bytes }) })
  assert.deepEqual(new Set(best.map(({ score }) => score)), new Set([7]))
})

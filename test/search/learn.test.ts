import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import createEngine from 'wink-bm25-text-search'
import { analyzeTerms } from '../../src/search/analysis.ts'
import { createLearner, type DocumentFields } from '../../src/search/learn.ts'
import { type IndexSource, rank } from '../../src/search/rank.ts'
import { drawWord, randomDocuments, randomNumbers, randomTerms, vocabulary } from './random.ts'

function learn(documents: readonly DocumentFields[]): IndexSource & { terms: string[] } {
  const learner = createLearner()
  for (const [number, fields] of documents.entries()) learner.add(number, fields)
  const { entries, ...index } = learner.finish()
  const lists = new Map(Array.from(entries, (entry) => [entry.term, entry]))
  return { ...index, terms: [...lists.keys()], postings: (term) => lists.get(term) }
}

const found = (source: IndexSource, ...terms: string[]) =>
  rank(terms, source, { limit: 10, offset: 0 }).hits.map((hit) => hit.document)

const random = randomNumbers(6)
const words = vocabulary(1500, random)
const documents = randomDocuments(3000, words, random)
const source = learn(documents)

describe('parity with wink-bm25-text-search', () => {
  const engine = createEngine()
  engine.defineConfig({ fldWeights: { heading: 8, title: 2, text: 1 } })
  engine.definePrepTasks([(input) => (typeof input === 'string' ? analyzeTerms(input) : input)])
  for (const [number, { heading, title, text }] of documents.entries()) {
    engine.addDoc({ heading: analyzeTerms(heading), title: analyzeTerms(title), text: analyzeTerms(text) }, number)
  }
  engine.consolidate()

  test('the top 10 and their scores, but for what quantisation hides', () => {
    let identical = 0
    for (let round = 0; round < 500; round += 1) {
      const terms = randomTerms(words, random)
      const expected = engine.search(terms.join(' '), documents.length)
      const scores = new Map(expected.map(([document, score]) => [Number(document), score]))
      const tolerance = (terms.length * source.scale) / 2 + 1e-9
      const { hits, total } = rank(terms, source, { limit: 10, offset: 0 })
      assert.equal(total, expected.length)
      assert.equal(hits.length, Math.min(10, expected.length))
      for (const [place, { document, score }] of hits.entries()) {
        const winks = expected[place]?.[1] as number
        assert.ok(Math.abs(score - winks) <= tolerance, `place ${place}: ${score}, ${winks}`)
        assert.ok(Math.abs(score - (scores.get(document) as number)) <= tolerance)
      }
      const tenth = expected[9]?.[1] ?? 0
      const surely = expected.filter(([, score]) => score > tenth + 2 * tolerance).map(([document]) => Number(document))
      const ours = new Set(hits.map((hit) => hit.document))
      for (const document of surely) assert.ok(ours.has(document))
      if (expected.slice(0, 10).every(([document]) => ours.has(Number(document)))) identical += 1
    }
    assert.ok(identical >= 480, `${identical} of 500 have the same ten documents`)
  })

  test('every term and every posting', () => {
    assert.deepEqual([...source.terms].sort(), Object.keys(engine.getTokens()).sort())
    const postings = source.terms.reduce((sum, term) => sum + (source.postings(term)?.documents ?? 0), 0)
    const pairs = Object.values(engine.getDocs()).reduce((sum, { freq }) => sum + Object.keys(freq).length, 0)
    assert.equal(postings, pairs)
  })
})

describe('createLearner', () => {
  test('entries come in the order of their terms', () => {
    assert.deepEqual(source.terms, [...source.terms].sort())
  })

  test('the same documents give the same bytes', () => {
    const again = learn(documents)
    assert.equal(again.scale, source.scale)
    assert.deepEqual(again.terms, source.terms)
    for (const term of source.terms) assert.deepEqual(again.postings(term), source.postings(term))
  })

  test('names of object properties are terms like any other', () => {
    for (const term of ['constructor', 'proto', 'tostring', 'hasownproperty', 'valueof']) {
      assert.ok(found(source, term).length > 0, term)
    }
    assert.deepEqual(found(learn([{ heading: '', title: '', text: 'Haus' }]), 'constructor', '__proto__'), [])
  })

  test('a word of the heading weighs more than one of the title, and that more than one of the text', () => {
    const filler = 'eins zwei drei vier'
    const index = learn([
      { heading: filler, title: filler, text: 'Miete' },
      { heading: filler, title: 'Miete', text: filler },
      { heading: 'Miete', title: filler, text: filler },
      ...Array.from({ length: 5 }, () => ({ heading: filler, title: filler, text: filler })),
    ])
    assert.deepEqual(found(index, 'miete'), [2, 1, 0])
  })

  test('no document, or none with a word', () => {
    for (const fields of [[], [{ heading: '', title: '§', text: '\n' }]]) {
      const index = learn(fields)
      assert.equal(index.documents, fields.length)
      assert.deepEqual(index.terms, [])
      assert.deepEqual(found(index, 'miete'), [])
    }
  })

  test('one document', () => {
    const index = learn([{ heading: '§ 1', title: 'Deichgesetz', text: 'Der Deich ist zu pflegen.' }])
    assert.equal(index.documents, 1)
    assert.deepEqual(found(index, 'deich'), [0])
    assert.deepEqual(found(index, 'miete'), [])
  })

  test('two documents', () => {
    const index = learn([
      { heading: '§ 1 Zweck', title: 'Deichgesetz', text: 'Der Deich ist zu pflegen.' },
      { heading: '§ 2 Deich', title: 'Deichgesetz', text: 'Deiche sind Anlagen.' },
    ])
    assert.equal(index.documents, 2)
    assert.deepEqual(found(index, 'deich'), [1, 0])
    assert.deepEqual(found(index, 'zweck'), [0])
  })

  test('documents out of order are refused', () => {
    const fields = { heading: 'a', title: 'b', text: 'c' }
    const learner = createLearner()
    assert.throws(() => learner.add(1, fields), /Document 1 was added where 0 was due/)
    learner.add(0, fields)
    assert.throws(() => learner.add(0, fields), /Document 0 was added where 1 was due/)
  })

  test('a document with very many words and very long ones', () => {
    const text = `${Array.from({ length: 50_000 }, () => drawWord(words, random)).join(' ')} ${'x'.repeat(100_000)}`
    const index = learn([
      { heading: '', title: '', text },
      { heading: 'Kurz', title: '', text: 'Ein Satz.' },
    ])
    assert.deepEqual(found(index, 'x'.repeat(100)), [0])
  })
})

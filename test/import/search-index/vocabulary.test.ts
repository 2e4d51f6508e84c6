import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { termsOf, Vocabulary } from '../../../src/import/search-index/read-norms.ts'
import { encodeParts, germanAnalyzer } from '../../../src/search/analyzer.ts'
import { compareUtf8 } from '../../../src/search/term-dictionary.ts'
import { wordsOf } from '../../../src/search/tokenizer.ts'
import { randomDocuments, randomNumbers, vocabulary as randomVocabulary } from '../../search/random.ts'

/** A vocabulary of the words of some norms. */
function vocabularyOf(norms: readonly string[]): Vocabulary {
  const vocabulary = new Vocabulary()
  for (const [norm, text] of norms.entries()) {
    for (const word of wordsOf(text)) vocabulary.count(vocabulary.number(word), norm)
  }
  return vocabulary
}

describe('Vocabulary', () => {
  test('numbers words as they are met', () => {
    const vocabulary = new Vocabulary()
    const words = ['b', 'a', 'b', 'constructor', '__proto__', 'a', 'c']
    assert.deepEqual(
      words.map((word) => vocabulary.number(word)),
      [0, 1, 0, 2, 3, 1, 4],
    )
    assert.deepEqual(vocabulary.words, ['b', 'a', 'constructor', '__proto__', 'c'])
  })

  test('counts norms, not occurrences', () => {
    const vocabulary = vocabularyOf(['a a b', 'a', '', 'b a b'])
    assert.deepEqual(
      ['a', 'b', 'c', 'constructor'].map((word) => vocabulary.frequency(word)),
      [3, 2, 0, 0],
    )
    assert.equal(vocabulary.documents, 4)
  })

  test('a word that is numbered but in no norm has no frequency', () => {
    const vocabulary = new Vocabulary()
    vocabulary.number('a')
    assert.equal(vocabulary.frequency('a'), 0)
    assert.equal(vocabulary.documents, 0)
  })

  test('as many words as there are', () => {
    const vocabulary = new Vocabulary()
    for (let norm = 0; norm < 3; norm += 1) {
      for (let word = 0; word < 5000; word += 1 + norm) vocabulary.count(vocabulary.number(`w${word}`), norm)
    }
    assert.equal(vocabulary.words.length, 5000)
    for (let word = 0; word < 5000; word += 1) {
      const expected = 1 + (word % 2 === 0 ? 1 : 0) + (word % 3 === 0 ? 1 : 0)
      assert.equal(vocabulary.frequency(`w${word}`), expected)
    }
  })
})

describe('termsOf', () => {
  const random = randomNumbers(43)
  const texts = randomDocuments(300, randomVocabulary(800, random), random).map(({ text }) => text)
  const vocabulary = vocabularyOf([
    ...texts,
    'Mieterhöhung Miete Erhöhung',
    'Miete Erhöhung der 日本 𐐷 \uff21',
    'Miete Erhöhung',
  ])
  const terms = termsOf(vocabulary)
  const analysis = germanAnalyzer(vocabulary)

  test('terms and words are in the order of blocks, each once', () => {
    for (const names of [terms.terms, terms.words]) {
      assert.deepEqual(names, [...new Set(names)].sort(compareUtf8))
    }
    assert.deepEqual(new Set(terms.words), new Set(vocabulary.words))
  })

  test('each word has its place, its term, its parts', () => {
    for (const [number, word] of vocabulary.words.entries()) {
      assert.equal(terms.words[terms.places[number] as number], word)
      assert.equal(terms.terms[terms.whole[number] as number], analysis.term(word))
      assert.equal(terms.isStopWord[number] === 1, analysis.isStopWord(word))
      const place = terms.places[number] as number
      const packed = terms.packedParts.subarray(terms.partStarts[place], terms.partStarts[place + 1])
      assert.deepEqual(Buffer.from(packed), Buffer.from(encodeParts(analysis.parts(word))))
      const parts = analysis.parts(word).map(({ term }) => term)
      assert.deepEqual(terms.parts.get(number)?.map((part) => terms.terms[part]) ?? [], parts)
    }
    const compound = vocabulary.words.indexOf('mieterhoehung')
    assert.deepEqual(
      terms.parts.get(compound)?.map((part) => terms.terms[part]),
      ['miet', 'erhoh'],
    )
    assert.equal(terms.isStopWord[vocabulary.words.indexOf('der')], 1)
  })

  test('no words', () => {
    const { terms, words, places, whole } = termsOf(new Vocabulary())
    assert.deepEqual([terms, words, [...places], [...whole]], [[], [], [], []])
  })
})

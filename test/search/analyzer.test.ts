import assert from 'node:assert/strict'
import { test } from 'node:test'
import { germanAnalyzer, lettersOf } from '../../src/search/analyzer.ts'
import { madeUpWords } from './made-up-words.ts'

const { term } = germanAnalyzer(madeUpWords())

test('stems are set apart from stop words that are spelled like them, in other languages, too', () => {
  for (const [word, other] of [
    ['ware', 'war'],
    ['sicher', 'sich'],
    ['muster', 'must'],
    ['suche', 'such'],
    ['noten', 'not'],
  ] as const) {
    assert.notEqual(term(word), term(other))
    assert.equal(term(other), other)
    assert.equal(lettersOf(term(word)), other)
  }
})

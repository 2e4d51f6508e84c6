import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { paraphraseRows } from '../../../src/import/search-index/paraphrases.ts'
import { packageRoot } from '../../../src/program/package.ts'
import { germanAnalyzer, rowOf, wordsOf } from '../../../src/search/index.ts'

const FOLDER = join(packageRoot, 'src/import/search-index')
const tableOf = (file: string): Record<string, string[]> => JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))
const everyday = tableOf('everyday-language.json')
const { term, isStopWord } = germanAnalyzer({ documents: 0, frequency: () => 0 })
const contentWords = (text: string) => wordsOf(text).filter((word) => !isStopWord(word) && /\p{L}/u.test(word))

test('everyday words are in lower case, in order, of at most three words, with one to four wordings of at most four words', () => {
  const keys = Object.keys(everyday)
  assert.ok(keys.length > 3000)
  assert.deepEqual(keys.toSorted(), keys)
  for (const [key, wordings] of Object.entries(everyday)) {
    assert.equal(key, key.toLowerCase(), key)
    const words = contentWords(key)
    assert.ok(words.length >= 1 && words.length <= 3, key)
    assert.ok(wordings.length >= 1 && wordings.length <= 4, key)
    for (const wording of wordings) {
      const count = contentWords(wording).length
      assert.ok(count >= 1 && count <= 4, `${key}: ${wording}`)
      assert.doesNotMatch(wording, /§/, key)
    }
  }
})

test('no everyday word has two rows, whatever its inflection, or one that says nothing new', () => {
  const keyOf = (text: string) => {
    const words = contentWords(text)
    return (words.length > 1 ? rowOf(words.map(term)) : wordsOf(text).map(term)).join(' ')
  }
  const known = new Map(Object.keys(tableOf('paraphrases.json')).map((key) => [keyOf(key), key]))
  for (const [key, wordings] of Object.entries(everyday)) {
    assert.equal(known.get(keyOf(key)), undefined, key)
    known.set(keyOf(key), key)
    const terms = keyOf(key)
    for (const wording of wordings) assert.notEqual(rowOf(contentWords(wording).map(term)).join(' '), terms, key)
  }
})

test('the rows of both tables are merged by their terms', () => {
  const rows = paraphraseRows()
  assert.equal(new Set(rows.map(({ key }) => key)).size, rows.length)
  assert.ok(rows.some(({ key }) => key === 'gefahr schnell'))
})

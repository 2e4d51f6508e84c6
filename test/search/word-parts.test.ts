import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeParts, encodeParts, germanAnalyzer, type WordPart } from '../../src/search/analyzer.ts'
import { madeUpWords } from './made-up-words.ts'

test('parts come back as they were packed', () => {
  const cases: WordPart[][] = [
    [],
    [
      { start: 0, length: 3, depth: 1 },
      { start: 3, length: 60, depth: 1 },
    ],
    [{ start: 57, length: 3, depth: 3 }],
  ]
  for (const parts of cases) assert.deepEqual(decodeParts(encodeParts(parts)), parts)
})

test('half a part is none', () => {
  assert.deepEqual(decodeParts(Uint8Array.of(0, 67, 3)), [{ start: 0, length: 3, depth: 1 }])
})

test('known parts are those that would be found', () => {
  const words = madeUpWords()
  const analysis = germanAnalyzer(words)
  const compounds = ['mieterhoehungsverlangen', 'verbraucherdarlehensvertrag', 'fahrerlaubnisentzug', 'miete', 'x']
  const known = new Map(compounds.map((word) => [word, encodeParts(analysis.parts(word))]))
  assert.ok([...known.values()].filter(({ length }) => length > 0).length >= 3)
  const other = germanAnalyzer({
    documents: words.documents,
    frequency: () => assert.fail('what is known is not looked for'),
    parts: (word) => decodeParts(known.get(word) ?? assert.fail(word)),
  })
  for (const word of compounds) assert.deepEqual(other.parts(word), analysis.parts(word))
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { germanAnalysis } from '../../src/search/analysis.ts'
import { type PartPlace, packParts, unpackParts } from '../../src/search/packed-parts.ts'
import { madeUpWords } from './made-up-words.ts'

test('parts come back as they were packed', () => {
  const cases: PartPlace[][] = [
    [],
    [
      { start: 0, length: 3, depth: 1 },
      { start: 3, length: 60, depth: 1 },
    ],
    [{ start: 57, length: 3, depth: 3 }],
  ]
  for (const parts of cases) assert.deepEqual(unpackParts(packParts(parts)), parts)
})

test('half a part is none', () => {
  assert.deepEqual(unpackParts(Uint8Array.of(0, 67, 3)), [{ start: 0, length: 3, depth: 1 }])
})

test('known parts are those that would be found', () => {
  const words = madeUpWords()
  const analysis = germanAnalysis(words)
  const compounds = ['mieterhoehungsverlangen', 'verbraucherdarlehensvertrag', 'fahrerlaubnisentzug', 'miete', 'x']
  const known = new Map(compounds.map((word) => [word, packParts(analysis.parts(word))]))
  assert.ok([...known.values()].filter(({ length }) => length > 0).length >= 3)
  const other = germanAnalysis({
    documents: words.documents,
    frequency: () => assert.fail('what is known is not looked for'),
    parts: (word) => unpackParts(known.get(word) ?? assert.fail(word)),
  })
  for (const word of compounds) assert.deepEqual(other.parts(word), analysis.parts(word))
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchingLines } from '../../../src/search/patterns/matching-lines.ts'

const TEXT = 'Kai und Kai\n\nSteg\nKai'

test('lines come once, with their numbers and all matches', () => {
  assert.deepEqual(matchingLines(/Kai/gv, TEXT), [
    {
      line: 1,
      text: 'Kai und Kai',
      highlights: [
        [0, 3],
        [8, 11],
      ],
    },
    { line: 4, text: 'Kai', highlights: [[0, 3]] },
  ])
  assert.deepEqual(matchingLines(/Boje/gv, TEXT), [])
})

test('empty matches are counted once a line and end, on characters of two units too', () => {
  const numbers = (expression: RegExp, text: string) => matchingLines(expression, text).map(({ line }) => line)
  assert.deepEqual(numbers(/x*/gv, TEXT), [1, 2, 3, 4])
  assert.deepEqual(numbers(/(?<![^\n])(?![^\n])/gv, TEXT), [2])
  assert.deepEqual(numbers(/(?![^\n])/gv, '\n\na'), [1, 2, 3])
  assert.deepEqual(matchingLines(/y*/gv, '𝑥y')[0]?.highlights, [[2, 3]])
})

test('a match that goes beyond its line is cut at its end', () => {
  assert.deepEqual(matchingLines(/und[\s\S]+Steg/gv, TEXT)[0]?.highlights, [[4, 11]])
  assert.deepEqual(matchingLines(/\n/gv, 'a\nb'), [{ line: 1, text: 'a', highlights: [] }])
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseQuery } from '../../src/search/query.ts'
import { randomNumbers, randomString } from './random.ts'

describe('parseQuery', () => {
  const cases: [description: string, text: string, terms: string[]][] = [
    ['terms in the order of the query', 'Kündigung Vermieter', ['kuendigung', 'vermieter']],
    ['without function words', 'Wann darf der Vermieter mir kündigen?', ['vermieter', 'kuendigen']],
    ['function words in any spelling', 'FÜR Fuer Miete daß dass', ['miete']],
    ['function words where there is nothing else', 'was ist das', ['was', 'ist', 'das']],
    ['words that carry meaning in law', 'nicht ohne gegen kein', ['nicht', 'ohne', 'gegen', 'kein']],
    ['each term once', 'Miete MIETE miete', ['miete']],
    ['designations', '§ 433 Abs. 1 BGB', ['433', 'abs', '1', 'bgb']],
    ['unbalanced and lonely operators', '"Treu ( + - * ) Glauben" AND', ['treu', 'glauben', 'and']],
    ['names of object properties', 'constructor __proto__', ['constructor', 'proto']],
    ['nothing', '', []],
    ['no word', '§ – "" +-*', []],
  ]
  for (const [description, text, terms] of cases) {
    test(description, () => assert.deepEqual(parseQuery(text).terms, terms))
  }

  test('every string is a query', () => {
    const random = randomNumbers(3)
    for (let round = 0; round < 5000; round += 1) parseQuery(randomString(random))
  })
})

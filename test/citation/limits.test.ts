/** The last value within each limit, and the first one beyond it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSpent } from '../../src/citation/laws/law-in-force.ts'
import { parseNormPath } from '../../src/citation/norm-path.ts'
import { normsInRange, partsInRange, singleNumber } from '../../src/citation/ranges.ts'
import { splitSentences } from '../../src/citation/sentences.ts'
import { read } from './text/read-text.ts'

test('a range of 500 norms is all of them, a longer one none', () => {
  const law = Array.from({ length: 600 }, (_, place) => {
    const value = String(place + 1)
    return { own: { value }, number: singleNumber(value) }
  })
  assert.equal(normsInRange(law, '1', '500').length, 500)
  assert.equal(normsInRange(law, '1', '501').length, 0)
  assert.deepEqual(
    normsInRange(law, '7', undefined).map(({ number }) => number),
    [7, 8],
  )
})

test('a range of 61 parts is all of them, a longer one its bounds', () => {
  const first = parseNormPath('par:1/nr:1')?.subdivision ?? []
  assert.equal(partsInRange(first, '61').length, 61)
  assert.deepEqual(partsInRange(first, '62'), ['nr:1', 'nr:62'])
})

test('a number of a list is a part up to 40 above the one before it', () => {
  assert.deepEqual(read('nach § 5 Nr. 1 und 41 gelten'), ['par:5/nr:1 ?', 'par:5/nr:41 ?'])
  assert.deepEqual(read('nach § 5 Nr. 1 und 42 gelten'), ['par:5/nr:1 ?'])
})

test('a law that is out of force at a day is spent on that day, and not before', () => {
  const law = {
    code: 'a',
    abbreviation: 'A',
    title: 'A',
    promulgated_on: null,
    aliases: [],
    status_notes: [],
    endings: [{ last_day: '2007-07-30', norms: [] }],
    notes: '',
    norms: [{ status: 'in_force' }],
  }
  assert.deepEqual(
    ['2007-07-30', '2007-07-31', '2007-08-01'].map((day) => isSpent(law, day)),
    [false, true, true],
  )
})

test('a number ends a sentence in front of any word where nothing makes it an ordinal', () => {
  const text = 'Die Zahl steigt auf 300. Wohngeld entfällt.'
  assert.deepEqual(
    splitSentences(text).map(([start, end]) => text.slice(start, end)),
    ['Die Zahl steigt auf 300. ', 'Wohngeld entfällt.'],
  )
})

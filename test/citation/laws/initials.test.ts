import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareInIndex, initialOf } from '../../../src/citation/laws/law-names.ts'

test('a name stands under its first letter, without dots and in either case; under # if that is none from A to Z', () => {
  for (const [name, initial] of [
    ['BGB', 'B'],
    ['ÄndG', 'A'],
    ['A\u0308ndG', 'A'],
    ['öDG', 'O'],
    ['ÜbV', 'U'],
    ['ßG', 'S'],
    ['eIDAS', 'E'],
    ['ÉtatG', 'E'],
    [' KWG', 'K'],
    ['10. BImSchV', '#'],
    ['§77Abs3SGB9Bek', '#'],
    ['Ωmega', '#'],
    ['', '#'],
  ] as const) {
    assert.equal(initialOf(name), initial, name)
  }
})

test('names are in the order of a dictionary: umlauts like their vowels, numbers by value', () => {
  const sorted = ['AB', 'ÄB', 'Abc', 'AZ', 'BImSchV 2', 'BImSchV 10', 'Zoll', 'ZÖL', 'ZPO']
  assert.deepEqual(sorted.toReversed().sort(compareInIndex), [
    'AB',
    'ÄB',
    'Abc',
    'AZ',
    'BImSchV 2',
    'BImSchV 10',
    'ZÖL',
    'Zoll',
    'ZPO',
  ])
})

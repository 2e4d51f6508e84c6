import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseNormPath } from '../../src/citation/norm-path.ts'
import { partsInRange } from '../../src/citation/ranges.ts'

const range = (path: string, to?: string, known?: string[]) =>
  partsInRange(parseNormPath(`par:1/${path}`)?.subdivision ?? [], to, known)

test('a range of parts has all its members', () => {
  assert.deepEqual(range('abs:1', '3'), ['abs:1', 'abs:2', 'abs:3'])
  assert.deepEqual(range('abs:2/nr:1', '3'), ['abs:2/nr:1', 'abs:2/nr:2', 'abs:2/nr:3'])
  assert.deepEqual(range('nr:1/buchst:a', 'c'), ['nr:1/buchst:a', 'nr:1/buchst:b', 'nr:1/buchst:c'])
  assert.deepEqual(range('abs:1'), ['abs:1'])
})

test('parts with letters are among them if the norm has them', () => {
  const known = ['abs:1', 'abs:1a', 'abs:2', 'abs:2/satz:1', 'abs:2/satz:1/nr:1', 'abs:2/satz:1/nr:1a', 'abs:4']
  assert.deepEqual(range('abs:1', '2', known), ['abs:1', 'abs:1a', 'abs:2'])
  assert.deepEqual(range('abs:2/nr:1', '2', known), ['abs:2/nr:1', 'abs:2/nr:1a', 'abs:2/nr:2'])
})

test('a range that no norm has is its bounds', () => {
  assert.deepEqual(range('nr:1', '5000'), ['nr:1', 'nr:5000'])
  assert.deepEqual(range('nr:5', '3'), ['nr:3', 'nr:5'])
})

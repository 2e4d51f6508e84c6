import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editDistance, nearest } from '../../src/commands/base/nearest.ts'

test('letters added, left out, exchanged and swapped count one each', () => {
  assert.equal(editDistance('norm', 'norm'), 0)
  assert.equal(editDistance('norms', 'norm'), 1)
  assert.equal(editDistance('nrm', 'norm'), 1)
  assert.equal(editDistance('nerm', 'norm'), 1)
  assert.equal(editDistance('nrom', 'norm'), 1)
  assert.equal(editDistance('', 'norm'), 4)
  assert.equal(editDistance('buidl', 'build'), 1)
})

test('the nearest name, if any is near', () => {
  const names = ['law', 'laws', 'norm', 'search', 'limitations']
  assert.equal(nearest('nrom', names), 'norm')
  assert.equal(nearest('LAWS', names), 'laws')
  assert.equal(nearest('limitatoin', names), 'limitations')
  assert.equal(nearest('frobnicate', names), undefined)
  assert.equal(nearest('x', []), undefined)
})

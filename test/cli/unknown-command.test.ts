import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearest } from '../../src/cli/unknown-command.ts'

test('the nearest name, if any is near', () => {
  const names = ['law', 'laws', 'norm', 'search', 'limitations']
  assert.equal(nearest('nrom', names), 'norm')
  assert.equal(nearest('LAWS', names), 'laws')
  assert.equal(nearest('limitatoin', names), 'limitations')
  assert.equal(nearest('frobnicate', names), undefined)
  assert.equal(nearest('x', []), undefined)
})

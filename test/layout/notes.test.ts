import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noteType } from '../../src/layout/notes.ts'

test('the types of notes that a source abbreviates are words for readers; others stay', () => {
  const types = ['Neuf', 'Sonst', 'Aufh', 'Stand', 'Hinweis', 'constructor']
  assert.deepEqual(types.map(noteType), ['Neufassung', 'Sonstiges', 'Aufhebung', 'Stand', 'Hinweis', 'constructor'])
})

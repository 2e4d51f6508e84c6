import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readableDate, readableSpan, sentence } from '../../src/pages/words.ts'

test('days are written out; what is no day stays as it is', () => {
  assert.equal(readableDate('2024-06-01'), '1 June 2024')
  assert.equal(readableDate('2026-01-01T00:00:00Z'), '1 January 2026')
  for (const text of ['2024-13-01', 'gestern', '']) assert.equal(readableDate(text), text)
})

test('spans say from when to when', () => {
  assert.equal(readableSpan('2024-06-01', null), 'since 1 June 2024')
  assert.equal(readableSpan('2024-06-01', '2025-06-01'), 'from 1 June 2024 to 1 June 2025')
  assert.equal(readableSpan('2024-06-01', '2024-06-01'), 'on 1 June 2024 only')
  assert.equal(readableSpan('2024-06-01', '2024-06-01', true), 'on 1 June 2024 (or before)')
  assert.equal(readableSpan('2024-06-01', null, true), 'since 1 June 2024 (or before)')
})

test('messages become sentences', () => {
  assert.equal(sentence('the corpus is closed'), 'The corpus is closed.')
  assert.equal(sentence('Which one?'), 'Which one?')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { screenOf, styled } from '../../src/terminal/screen.ts'

const terminal = { isTTY: true, columns: 100, hasColors: () => true }

test('a terminal tells its width and has colours', () => {
  assert.deepEqual(screenOf(terminal, {}), { width: 100, colour: true })
  assert.deepEqual(screenOf({ ...terminal, hasColors: () => false }, {}), { width: 100, colour: false })
})

test('NO_COLOR takes the colours away, where it is not empty', () => {
  assert.equal(screenOf(terminal, { NO_COLOR: '1' }).colour, false)
  assert.equal(screenOf(terminal, { NO_COLOR: '' }).colour, true)
})

test('elsewhere COLUMNS counts, else 80; there are no colours', () => {
  assert.deepEqual(screenOf({}, { COLUMNS: '60' }), { width: 60, colour: false })
  assert.deepEqual(screenOf({}, {}), { width: 80, colour: false })
  assert.deepEqual(screenOf({}, { COLUMNS: 'wide' }), { width: 80, colour: false })
  assert.equal(screenOf({}, { COLUMNS: '1' }).width, 40)
})

test('styles need colours', () => {
  assert.equal(styled({ width: 80, colour: false }, 'heading', 'a'), 'a')
  assert.equal(styled({ width: 80, colour: true }, 'heading', 'a'), '\x1b[1ma\x1b[22m')
  assert.equal(styled({ width: 80, colour: true }, 'heading', ''), '')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortened } from '../../src/terminal/shorten.ts'

test('messages of ordinary length stay whole', () => {
  for (const message of ['', 'there is no law "foo"', `cannot read ${'x'.repeat(239)}: gone`, 'ab '.repeat(333)]) {
    assert.equal(shortened(message), message)
  }
})

test('a message is cut in the middle of long words, then of what is still too long', () => {
  assert.equal(shortened(`${'a'.repeat(3000)}${'b'.repeat(3000)}: gone`), `${'a'.repeat(120)}…${'b'.repeat(119)}: gone`)
  assert.match(shortened(`there is no ${'ab '.repeat(2000)}here`), /^there is no ab .{970,990} ab here$/)
})

test('no character is cut in half', () => {
  for (const before of ['', 'a']) assert(shortened(before + '𝕏'.repeat(999)).isWellFormed())
})

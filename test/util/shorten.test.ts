import assert from 'node:assert/strict'
import { test } from 'node:test'
import { open } from '../../src/library/legal-text.ts'
import { errorBody, LegalTextError } from '../../src/util/errors.ts'
import { shortened } from '../../src/util/shorten.ts'

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

test('messages of errors are cut where they are made, and what they quote in their fields', async () => {
  const long = 'x'.repeat(100_000)
  const input = { code: long, norm: long }
  const errors = [
    new LegalTextError('not_found', long, { ...input, issues: [{ path: long, message: long }] }),
    await open({ dataset: long }).catch((error) => error),
    await open({ dataset: 'starter' }).then((laws) => laws.norm(long, long).catch((error) => error)),
  ]
  for (const error of errors) assert(JSON.stringify(errorBody(error)).length < 2500, error.message)
})

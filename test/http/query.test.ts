import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDecodable, NO_QUERY, readQuery } from '../../src/http/query.ts'
import { LegalTextError } from '../../src/util/errors.ts'

const names = { known: ['q', 'codes', 'limit'], repeatable: new Set(['codes']) }
const read = (search: string) => ({ ...readQuery(search, names, { code: 'msgb' }) })

function issues(search: string) {
  try {
    read(search)
  } catch (error) {
    assert(error instanceof LegalTextError)
    assert.equal(error.kind, 'invalid_input')
    assert.equal(error.details.code, 'msgb')
    return error.details.issues
  }
  assert.fail(`${search} was accepted`)
}

test('values are decoded once, a plus is a space', () => {
  assert.deepEqual(read('?q=Treu+und%20Glauben%2B&limit=5'), { q: 'Treu und Glauben+', limit: '5' })
  assert.deepEqual(read('?q=%2525'), { q: '%25' })
  assert.deepEqual(read('?q=a=b'), { q: 'a=b' })
})

test('nothing, and empty pairs, are no parameters; a name alone is an empty value', () => {
  assert.deepEqual(read(''), {})
  assert.deepEqual(read('?'), {})
  assert.deepEqual(read('?&&q=a&'), { q: 'a' })
  assert.deepEqual(read('?q'), { q: '' })
})

test('a repeatable parameter becomes a list, any other may stand once', () => {
  assert.deepEqual(read('?codes=a&codes=b,c&codes=d'), { codes: ['a', 'b,c', 'd'] })
  assert.deepEqual(issues('?limit=1&limit=1'), [{ path: 'limit', message: 'given more than once' }])
})

test('unknown parameters are refused, whatever they are called', () => {
  const message = 'unknown parameter; known are q, codes, limit'
  assert.deepEqual(issues('?lim=1&__proto__=x&constructor='), [
    { path: 'lim', message },
    { path: '__proto__', message },
    { path: 'constructor', message },
  ])
  assert.throws(() => readQuery('?a=1', NO_QUERY, {}), /a: unknown parameter; there are none/)
})

test('malformed escapes are refused: cut, not hexadecimal, not UTF-8, overlong', () => {
  for (const value of ['%', '%4', '%zz', '%ff', '%c3', '%c0%ae', '%ed%a0%80']) {
    assert.deepEqual(issues(`?q=${value}`), [{ path: 'q', message: 'malformed percent escape' }])
    assert.equal(isDecodable(`/laws/${value}`), false)
  }
  for (const search of ['?%zz=1', '?%zz']) {
    assert.deepEqual(issues(search), [{ path: '%zz', message: 'malformed percent escape' }])
  }
  assert.equal(isDecodable('/laws/%C3%A4%00%2F'), true)
})

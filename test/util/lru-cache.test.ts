import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LruCache } from '../../src/util/lru-cache.ts'

/** A cache of texts, and the keys computed since the last call. */
function cacheOf(limit: number) {
  const cache = new LruCache<string, string>(limit, ({ length }) => length)
  const made: string[] = []
  const use = (...keys: string[]) => {
    for (const key of keys) {
      const value = cache.get(key, () => {
        made.push(key)
        return key
      })
      assert.equal(value, key)
    }
    return made.splice(0)
  }
  return use
}

test('an LRU cache makes each value once while there is room', () => {
  const use = cacheOf(8)
  assert.deepEqual(use('a', 'b', 'a', 'c', 'd', 'b'), ['a', 'b', 'c', 'd'])
  assert.deepEqual(use('a', 'b', 'c', 'd'), [])
})

test('an LRU cache evicts what was not used for long', () => {
  const use = cacheOf(4)
  assert.deepEqual(use('a', 'b', 'c', 'd'), ['a', 'b', 'c', 'd'])
  assert.deepEqual(use('d', 'c', 'e', 'f'), ['e', 'f'])
  assert.deepEqual(use('f', 'a'), ['a'])
})

test('an LRU cache keeps what is used again and again', () => {
  const use = cacheOf(4)
  use('a')
  for (const key of 'bcdefghij') assert.deepEqual(use(key, 'a'), [key])
})

test('an LRU cache keeps a value larger than half of its limit alone', () => {
  const use = cacheOf(4)
  assert.deepEqual(use('a', 'long', 'long', 'a', 'b', 'a'), ['a', 'long', 'a', 'b'])
})

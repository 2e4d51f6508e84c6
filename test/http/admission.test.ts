import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { RateLimit } from '../../src/http/admission.ts'

test('a client may ask as often at once as a minute allows, and then as its requests are filled up again', () => {
  const limit = new RateLimit(6)
  for (let request = 1; request <= 6; request++) assert.equal(limit.take('a', 1000), 0, `request ${request}`)
  assert.equal(limit.take('a', 1000), 10)
  assert.equal(limit.take('a', 4500), 7, 'what is refused is not counted; seconds are rounded up')
  assert.equal(limit.take('b', 4500), 0, 'another client')
  assert.equal(limit.take('a', 11_000), 0)
  assert.equal(limit.take('a', 11_000), 10)
  for (let request = 1; request <= 6; request++) assert.equal(limit.take('a', 71_000), 0, `request ${request}`)
  assert.equal(limit.take('a', 71_000), 10)
})

test('a steady client that keeps to the limit is never refused; one that does not, gets what it allows', () => {
  for (const limit of [1, 7, 60, 1000, 123_457]) {
    const steady = new RateLimit(limit)
    for (let request = 0; request < 2000; request++) assert.equal(steady.take('a', request * (60_000 / limit)), 0)
    const hasty = new RateLimit(limit)
    let taken = 0
    for (let request = 0; request < 10 * limit && request < 300_000; request++) {
      if (hasty.take('a', request * (6000 / limit)) === 0) taken += 1
    }
    const minutes = Math.min(10 * limit, 300_000) / (10 * limit)
    assert(Math.abs(taken - limit * (1 + minutes)) <= 1 || minutes < 1, `${taken} of ${limit}`)
  }
})

test('when to come again is a whole number of seconds from 1, and then it is time', () => {
  for (const limit of [1, 7, 59, 600, 1_000_000]) {
    const rate = new RateLimit(limit)
    let now = 5
    while (rate.take('a', now) === 0) now += 0.001
    const seconds = rate.take('a', now)
    assert(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60, `${seconds} s`)
    assert.equal(rate.take('a', now + seconds * 1000), 0, `limit ${limit}`)
  }
})

test('a client is not forgotten while others come and a minute passes', () => {
  const limit = new RateLimit(2)
  limit.take('x', 0)
  assert.equal(limit.take('a', 59_000), 0)
  assert.equal(limit.take('a', 59_000), 0)
  limit.take('x', 60_000)
  assert.equal(limit.take('a', 61_000), 28, 'a generation later')
  assert.equal(limit.take('a', 89_000), 0)
  assert.equal(limit.take('a', 89_000), 30)
})

test('many clients take a bounded amount of memory', () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const used = () => {
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  const limit = new RateLimit(10)
  const before = used()
  for (let client = 0; client < 400_000; client++) limit.take(`2001:db8:${client.toString(16)}::/64`, client / 1000)
  assert(used() - before < 20e6, `${(used() - before) / 1e6} MB`)
  assert.equal(limit.take('last', 400), 0)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Pool } from '../../src/search/searcher.ts'

test('makes no more than its limit, and gives them out in the order of the requests', async () => {
  let made = 0
  const pool = new Pool(2, () => ++made)
  assert.deepEqual([pool.take(), pool.take()], [1, 2])
  const given: string[] = []
  const waiting = ['first', 'second'].map(async (name) => given.push(`${name} ${await pool.take()}`))
  pool.giveBack(2)
  pool.giveBack(1)
  await Promise.all(waiting)
  assert.deepEqual(given, ['first 2', 'second 1'])
  pool.giveBack(1)
  assert.equal(pool.take(), 1)
  assert.equal(made, 2)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventLoopQueue } from '../../src/http/request-queue.ts'

test('each goes on in a turn of the event loop of its own, in their order', async () => {
  const turn = eventLoopQueue()
  const seen: string[] = []
  const waiting = ['a', 'b', 'c'].map(async (name) => {
    await turn()
    seen.push(name)
    setImmediate(() => seen.push(`after ${name}`))
  })
  assert.deepEqual(seen, [], 'not at once')
  await Promise.all(waiting)
  assert.deepEqual(seen.slice(0, 4), ['a', 'after a', 'b', 'after b'])
})

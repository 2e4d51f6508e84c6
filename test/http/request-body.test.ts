import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { test } from 'node:test'
import { BodyBudget } from '../../src/http/body-budget.ts'
import { readBody } from '../../src/http/request-body.ts'
import { memoryInUse } from '../memory.ts'

const LENGTH = 900_000

/** A request whose body arrives in parts of 64 KB. */
function requestOf(body: Buffer): IncomingMessage {
  const request = Object.assign(new EventEmitter(), { headers: {} })
  setImmediate(() => {
    for (let at = 0; at < body.length; at += 65_536) request.emit('data', Buffer.from(body.subarray(at, at + 65_536)))
    request.emit('end')
  })
  return request as unknown as IncomingMessage
}

test('a request that waits for its answer holds no copy of its body', async () => {
  const budget = new BodyBudget(LENGTH)
  const body = Buffer.alloc(LENGTH, 'x')
  const waiting: unknown[] = []
  const read = async (client: string) => {
    const [request, response] = [requestOf(body), new EventEmitter() as ServerResponse]
    waiting.push(request, response)
    assert.equal((await readBody(request, response, { client, budget, maximum: LENGTH })).length, LENGTH)
  }
  await read('first')
  // Other tests of the process take memory, too, but not each time.
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 5 && least >= 5 * LENGTH; attempt++) {
    const before = memoryInUse()
    for (let count = 0; count < 20; count++) await read(`client ${count}`)
    least = Math.min(least, memoryInUse() - before)
  }
  assert(least < 5 * LENGTH, `20 requests of ${waiting.length / 2} take ${least} bytes`)
})

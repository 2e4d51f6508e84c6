import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { BodyBudget } from '../../src/http/body-budget.ts'
import { readBody } from '../../src/http/request-body.ts'
import { memoryInUse } from '../memory.ts'

const LENGTH = 900_000

const PART = 65_536

/** A request whose body arrives in chunks of 64 KB. */
function requestOf(body: Buffer): IncomingMessage {
  let at = 0
  const read = function (this: Readable) {
    this.push(at < body.length ? Buffer.from(body.subarray(at, at + PART)) : null)
    at += PART
  }
  return Object.assign(new Readable({ read, highWaterMark: PART }), { headers: {} }) as unknown as IncomingMessage
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
  // Other tests of the process also take memory, but not each time.
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 5 && least >= 4 * LENGTH; attempt++) {
    const before = memoryInUse()
    for (let count = 0; count < 15; count++) await read(`client ${count}`)
    least = Math.min(least, memoryInUse() - before)
  }
  assert(least < 4 * LENGTH, `15 requests of ${waiting.length / 2} take ${least} bytes`)
})

test('long bodies are read in turns, so that connections are accepted in between', async () => {
  const [length, count] = [3 * PART, 40]
  const budget = new BodyBudget(length)
  let [parts, most, whole] = [0, 0, 0]
  for (let client = 0; client < count; client++) {
    const request = requestOf(Buffer.alloc(length, 'x')).on('data', () => parts++)
    const reading = { client: `${client}`, budget, maximum: length }
    void readBody(request, new EventEmitter() as ServerResponse, reading).then((text) => {
      assert.equal(text.length, length)
      whole++
    })
  }
  // The first chunk of each is read at once.
  for (await setImmediate(), parts = 0; whole < count; parts = 0) {
    await setImmediate()
    most = Math.max(most, parts)
  }
  assert(most > 0 && most <= 8, `${most} parts in one turn`)
})

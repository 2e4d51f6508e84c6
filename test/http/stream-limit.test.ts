/** Limits on streams: how many each client gets, and whose stream is closed for a new one. */
import assert from 'node:assert/strict'
import type { Readable } from 'node:stream'
import { test } from 'node:test'
import { StreamLimit } from '../../src/http/stream-limit.ts'
import { LegalTextError } from '../../src/util/errors.ts'

async function* endless() {
  for (;;) yield 'part'
}

/** A limit with a manual clock (`time`), and the streams that clients opened. */
function limitOf(limit: number) {
  const clock = { time: 0 }
  const limits = new StreamLimit(limit, () => clock.time)
  const open = (client: string): Readable | undefined => {
    try {
      return limits.open(client, endless)
    } catch (error) {
      assert(error instanceof LegalTextError)
      assert.deepEqual([error.kind, error.details.retry_after], ['too_many_requests', 1])
      return undefined
    }
  }
  /** Opens streams up to the limit. */
  const fill = (client: string): Readable[] => {
    const streams: Readable[] = []
    for (let stream = open(client); stream !== undefined; stream = open(client)) streams.push(stream)
    return streams
  }
  return { clock, open, fill }
}

/** Reads a chunk, and waits until the next one is ready. */
async function read(stream: Readable): Promise<void> {
  stream.read()
  await new Promise((resolve) => setImmediate(resolve))
}

const closed = (stream: Readable) => new Promise((resolve) => stream.once('close', resolve))

test('a single client gets the limit, and each further one half of what is free', () => {
  const { fill } = limitOf(32)
  const counts = ['a', 'b', 'c', 'd', 'e', 'f'].map((client) => fill(client).length)
  assert.deepEqual(counts, [32, 16, 8, 4, 2, 1])
})

test('a closed stream makes room', async () => {
  const { open, fill } = limitOf(2)
  const [first] = fill('a') as [Readable, Readable]
  assert.equal(open('a'), undefined)
  first.destroy()
  await closed(first)
  assert(open('a'))
})

test('for a client without room, a stalled stream of the client with most ends', async () => {
  const { clock, open, fill } = limitOf(2)
  const [first, second] = fill('a') as [Readable, Readable]
  assert.equal(fill('b').length, 1)
  assert.equal(fill('c').length, 1)
  await read(first)
  assert.equal(open('d'), undefined, 'none is stalled')
  clock.time = 4000
  await read(first)
  clock.time = 6000
  const ended = closed(second)
  assert(open('d'))
  await ended
  assert(!first.destroyed, 'it has been read')
  assert.equal(open('b'), undefined, 'no other client has more')
})

test('if each client has one stream, a stalled one ends for a client without any', () => {
  const { clock, open } = limitOf(1)
  const [first, second] = [open('a'), open('b')]
  assert.equal(open('c'), undefined)
  clock.time = 5000
  assert(open('c'))
  assert(first?.destroyed)
  assert(!second?.destroyed)
})

import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { isLarge, SentBodies } from '../../src/http/sent-bodies.ts'

const response = () => Object.assign(new EventEmitter(), { destroyed: false }) as unknown as ServerResponse

test('a client that does not read large bodies gets no more than its share of their memory', () => {
  let released = 0
  const sent = new SentBodies(() => released++, 1000)
  const body = () => Buffer.alloc(400)
  const responses = [response(), response(), response()]
  for (const each of responses) {
    assert(sent.hasRoomFor('greedy'))
    sent.add('greedy', body(), each)
  }
  assert.equal(sent.hasRoomFor('greedy'), false)
  assert(sent.hasRoomFor('other'), 'has a share of its own')
  sent.add('other', body(), response())
  assert(sent.hasRoomFor('other'))
  sent.add('other', body(), response())
  assert.equal(sent.hasRoomFor('other'), false)
  for (const each of responses) each.emit('close')
  assert.equal(released, 3)
  assert(sent.hasRoomFor('greedy'))
  assert(sent.hasRoomFor('other'))
})

test('a body that several responses share counts once', () => {
  const sent = new SentBodies(() => undefined, 1000)
  const body = Buffer.alloc(600)
  const responses = [response(), response()]
  for (const each of responses) sent.add('a', body, each)
  assert(sent.hasRoomFor('a'))
  responses[0]?.emit('close')
  sent.add('a', Buffer.alloc(600), response())
  assert.equal(sent.hasRoomFor('a'), false)
  responses[1]?.emit('close')
  assert(sent.hasRoomFor('a'))
})

test('a response whose connection is closed holds nothing', () => {
  const sent = new SentBodies(() => undefined, 1000)
  sent.add('a', Buffer.alloc(2000), Object.assign(response(), { destroyed: true }))
  assert(sent.hasRoomFor('a'))
  assert.equal(isLarge('short'), false)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longBody } from '../../src/http/operation-answers.ts'
import { entityTag } from '../../src/http/representation.ts'
import { TurnScheduler } from '../../src/program/turn-scheduler.ts'

test('a long body has the bytes and the tag of one that is made at once, and is made in turns', async () => {
  const pieces = ['{"laws":[', '{"title":"Möwensunder"}', ']}']
  const { body, tag } = await longBody(pieces, 'digest', '/laws')
  assert.equal(String(body), pieces.join(''))
  assert.equal(tag, entityTag('digest', '/laws', pieces.join('')))
  let now = 1
  let turns = 0
  const defer = (callback: () => void) => {
    turns++
    setImmediate(callback)
  }
  const slow = function* () {
    for (const piece of pieces) {
      now += 10
      yield piece
    }
  }
  const scheduler = new TurnScheduler({ now: () => now, defer })
  const made = await scheduler.run('client', () => longBody(slow(), 'digest', '/laws'))
  assert.equal(made.tag, tag)
  assert(turns >= pieces.length, `${turns} turns`)
})

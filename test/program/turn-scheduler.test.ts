/** The scheduler of computing, with a clock and turns of the event loop that the test makes pass. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { TurnScheduler } from '../../src/program/turn-scheduler.ts'
import { takesTurns, turn } from '../../src/program/turns.ts'

/** Longer than a slice. */
const LONG = 10

function surroundings() {
  let now = 1
  const deferred: (() => void)[] = []
  const done: string[] = []
  const scheduler = new TurnScheduler({ now: () => now, defer: (callback) => deferred.push(callback) })
  return {
    scheduler,
    done,
    /** What computes for some milliseconds at a time, noting each. */
    compute:
      (name: string, steps: number, milliseconds = LONG) =>
      async () => {
        for (let step = 1; step <= steps; step++) {
          const pause = turn()
          if (pause !== undefined) await pause
          now += milliseconds
          done.push(`${name}${step}`)
        }
        return name
      },
    /** Lets one turn of the event loop pass. @returns what was done in it */
    async turn(): Promise<string[]> {
      await nextTurn()
      const before = done.length
      for (const callback of deferred.splice(0)) callback()
      await nextTurn()
      return done.slice(before)
    },
    isIdle: () => deferred.length === 0,
  }
}

describe('turns of computing', () => {
  it('do not exist outside of a server', async () => {
    assert.equal(turn(), undefined)
    assert.equal(takesTurns(), false)
    const { scheduler } = surroundings()
    assert.equal(await scheduler.run('a', async () => takesTurns()), true)
  })

  it('begin at once if nobody waits, and end with the slice', async () => {
    const { scheduler, compute, done, ...loop } = surroundings()
    const first = scheduler.run('a', compute('a', 1, 1))
    assert.deepEqual(done, ['a1'], 'at once')
    scheduler.run('a', compute('b', 2, 2))
    await nextTurn()
    assert.deepEqual(done, ['a1', 'b1'], 'the slice is over')
    scheduler.run('a', compute('c', 1))
    assert.deepEqual(done, ['a1', 'b1'])
    assert.deepEqual(await loop.turn(), ['b2', 'c1'], 'in the rest of a slice the next one begins')
    assert.equal(await first, 'a')
    await loop.turn()
    assert(loop.isIdle())
  })

  it('go round among clients, however many tasks each has; a begun task goes on before the next', async () => {
    const { scheduler, compute, done, ...loop } = surroundings()
    for (const name of ['a', 'b', 'c']) scheduler.run('greedy', compute(name, 2))
    scheduler.run('modest', compute('m', 2))
    const turns = [done.slice()]
    for (let count = 0; count < 8; count++) turns.push(await loop.turn())
    assert.deepEqual(
      turns.flat().filter((step) => !step.startsWith('m')),
      ['a1', 'a2', 'b1', 'b2', 'c1', 'c2'],
    )
    assert.deepEqual(turns.slice(0, 5).flat(), ['a1', 'a2', 'm1', 'b1', 'm2'])
    for (const each of turns) assert(each.length <= 1, 'a long step each turn')
  })

  it('begin at most eight tasks at a time', async () => {
    const { scheduler, compute, done, ...loop } = surroundings()
    for (let client = 0; client < 20; client++) scheduler.run(`client ${client}`, compute(`${client}:`, 3))
    const begun = () => new Set(done.map((step) => step.split(':')[0])).size
    const ended = () => done.filter((step) => step.endsWith(':3')).length
    for (let count = 0; count < 80; count++) {
      await loop.turn()
      assert(begun() - ended() <= 9, 'eight that pause, and the one that computes')
    }
    assert.equal(ended(), 20)
  })

  it('are left to connections while they come, within a bound', async () => {
    const { scheduler, compute, done, ...loop } = surroundings()
    scheduler.noteConnection()
    scheduler.run('a', compute('a', 3))
    assert.deepEqual(done, [], 'not in a turn with a connection')
    await loop.turn()
    scheduler.noteConnection()
    assert.deepEqual(await loop.turn(), [])
    assert.deepEqual(await loop.turn(), ['a1'])
    let turns = 0
    while (done.length < 2) {
      scheduler.noteConnection()
      await loop.turn()
      turns++
      assert(turns < 100, 'a flood of connections does not end computing')
    }
    assert(turns > 20, `after ${turns}`)
  })

  it('pass while a task waits for something else', async () => {
    const { scheduler, compute, done, ...loop } = surroundings()
    const { promise, resolve } = Promise.withResolvers<void>()
    const remote = scheduler.run('a', async () => {
      await promise
      return compute('remote', 2)()
    })
    scheduler.run('a', compute('b', 2))
    assert.deepEqual(done, ['b1'])
    assert.deepEqual(await loop.turn(), ['b2'])
    resolve()
    await loop.turn()
    await loop.turn()
    assert.equal(await remote, 'a'.replace('a', 'remote'))
  })

  it('are one for steps that run side by side', async () => {
    const { scheduler, compute, done, ...loop } = surroundings()
    const both = scheduler.run('a', () => Promise.all([compute('x', 2)(), compute('y', 2)()]))
    scheduler.run('b', compute('b', 1))
    assert.deepEqual(done, ['x1'])
    for (let count = 0; count < 6; count++) await loop.turn()
    assert.deepEqual(await both, ['x', 'y'])
    assert.deepEqual(done.toSorted(), ['b1', 'x1', 'x2', 'y1', 'y2'])
  })

  it('are not for tasks that nobody wants any longer, nor for those that may not begin yet', async () => {
    const { scheduler, compute, done, ...loop } = surroundings()
    let mayBegin = false
    scheduler.run('a', compute('a', 1))
    scheduler.run('a', compute('unwanted', 1), { isWanted: () => false })
    scheduler.run('a', compute('large', 1), { mayBegin: () => mayBegin })
    scheduler.run('a', compute('b', 1))
    await loop.turn()
    await loop.turn()
    assert.deepEqual(done, ['a1', 'b1'])
    await loop.turn()
    assert(loop.isIdle(), 'it does not spin')
    mayBegin = true
    scheduler.wake()
    assert.deepEqual(await loop.turn(), ['large1'])
  })

  it('pass on errors, and go on after them', async () => {
    const { scheduler, compute, done, ...loop } = surroundings()
    const fail = async () => {
      throw new Error('failed')
    }
    await assert.rejects(scheduler.run('a', fail), /failed/)
    scheduler.run('a', compute('a', 1))
    const failing = assert.rejects(scheduler.run('a', fail), /failed/)
    scheduler.run('a', compute('b', 1))
    for (let count = 0; count < 3; count++) await loop.turn()
    await failing
    assert.deepEqual(done, ['a1', 'b1'])
  })
})

/** Scheduling of tasks, with a mocked clock and mocked turns of the event loop. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { TaskLane, TurnScheduler } from '../../src/http/computing.ts'

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
    /** A task that takes some milliseconds. */
    compute:
      (name: string, milliseconds = LONG) =>
      async () => {
        await undefined
        now += milliseconds
        done.push(name)
        return name
      },
    /** Runs one turn of the event loop. @returns the tasks done in it */
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

describe('tasks of this thread', () => {
  it('begin at once if nobody waits, and end with the slice', async () => {
    const { scheduler, compute, done, ...loop } = surroundings()
    assert.equal(await scheduler.run('a', compute('a', 1)), 'a')
    scheduler.run('a', compute('b', 2))
    await nextTurn()
    assert.deepEqual(done, ['a', 'b'], 'the slice is over')
    scheduler.run('a', compute('c', 1))
    scheduler.run('a', compute('d', 1))
    assert.deepEqual(done, ['a', 'b'])
    assert.deepEqual(await loop.turn(), ['c', 'd'], 'in the rest of a slice the next one begins')
    assert.deepEqual(await loop.turn(), [])
    assert(loop.isIdle())
  })

  it('take turns by client, one at a time', async () => {
    const { scheduler, compute, ...loop } = surroundings()
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) scheduler.run(name.charAt(0), compute(name))
    const order: string[] = []
    for (let turn = 0; turn < 8; turn++) {
      const some = await loop.turn()
      assert(some.length <= 1, 'each is longer than a slice')
      order.push(...some)
    }
    assert.deepEqual(order, ['a2', 'b1', 'c1', 'a3', 'b2'])
    assert.deepEqual(scheduler.load, { running: 0, waiting: 0 })
  })

  it('let others compute while one waits for something else', async () => {
    const { scheduler, compute, ...loop } = surroundings()
    const answered = Promise.withResolvers<string>()
    const waiting = scheduler.run('a', () => answered.promise)
    scheduler.run('b', compute('b'))
    await loop.turn()
    assert.deepEqual(scheduler.load.waiting, 0)
    answered.resolve('late')
    assert.equal(await waiting, 'late')
  })

  it('leave turns to new connections, a limited number in a row', async () => {
    const { scheduler, compute, ...loop } = surroundings()
    scheduler.run('a', compute('first'))
    scheduler.run('a', compute('a'))
    let skipped = 0
    for (; skipped < 100; skipped++) {
      scheduler.noteConnection()
      if ((await loop.turn()).includes('a')) break
    }
    assert(skipped > 10 && skipped < 40, `${skipped}`)
  })

  it('are dropped if nobody wants them, and wait until they may begin', async () => {
    const { scheduler, compute, ...loop } = surroundings()
    scheduler.run('a', compute('a'))
    let isFull = true
    scheduler.run('b', compute('gone'), { isWanted: () => false })
    scheduler.run('b', compute('late'), { mayBegin: () => !isFull })
    scheduler.run('c', compute('c'))
    assert.deepEqual([...(await loop.turn()), ...(await loop.turn())], ['c'])
    isFull = false
    scheduler.wake()
    assert.deepEqual(await loop.turn(), ['late'])
  })

  it('give way after a failure', async () => {
    const { scheduler, compute, ...loop } = surroundings()
    const failing = scheduler.run('a', () => Promise.reject(new Error('broken')))
    scheduler.run('a', compute('next'))
    await assert.rejects(failing, /broken/)
    await loop.turn()
    assert.deepEqual(scheduler.load, { running: 0, waiting: 0 })
  })
})

describe('a lane of tasks', () => {
  it('runs some at a time, and one of each client', async () => {
    const lane = new TaskLane(2)
    const begun: string[] = []
    const ends = new Map<string, () => void>()
    const run = (name: string) =>
      lane.run(name.charAt(0), () => {
        begun.push(name)
        return new Promise<void>((resolve) => ends.set(name, resolve))
      })
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) run(name)
    assert.deepEqual(begun, ['a1', 'b1'])
    assert.deepEqual(lane.load, { running: 2, waiting: 3 })
    const end = async (name: string) => {
      ends.get(name)?.()
      await nextTurn()
      await nextTurn()
    }
    await end('b1')
    assert.deepEqual(begun.slice(2), ['c1'])
    await end('c1')
    assert.deepEqual(begun.slice(3), [], 'the second task of a client waits for its first')
    await end('a1')
    assert.deepEqual(begun.slice(3), ['a2'])
    await end('a2')
    assert.deepEqual(begun.slice(4), ['a3'])
  })

  it('of one client begin in a turn of the event loop each, however short they are', async () => {
    const lane = new TaskLane(2)
    const begun: number[] = []
    let turn = 0
    for (let count = 0; count < 3; count++) {
      lane.run('a', async () => {
        begun.push(turn)
      })
      // Packets are read one by one within a turn, each followed by its promises.
      await Promise.resolve().then(() => undefined)
    }
    for (turn = 1; turn < 5; turn++) await nextTurn()
    assert.deepEqual([begun.length, new Set(begun).size], [3, 3])
  })
})

import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { test } from 'node:test'
import { retainTickObject } from '../../src/http/process-setup.ts'

test('an object of process.nextTick is kept, and no further one', async () => {
  const count = retainTickObject()
  assert.equal(count, 1, 'this Node shows what it queues')
  await new Promise<void>((resolve) => process.nextTick(resolve))
  assert.equal(retainTickObject(), 2, 'the hook was off in between')
  const seen: string[] = []
  const hook = createHook({ init: (_id, type) => seen.push(type) }).enable()
  process.nextTick(() => undefined)
  hook.disable()
  assert.deepEqual(seen, ['TickObject'])
})

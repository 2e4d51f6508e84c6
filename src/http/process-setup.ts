/** Set-up of a process that serves. */
import { createHook } from 'node:async_hooks'
import { setFlagsFromString } from 'node:v8'
import { operatorLog } from './operator-log.ts'

/**
 * By default, V8 lets garbage grow with the memory of the machine: to 530 MB after 10,000 searches, 50 of them in use. With these
 * flags it stays at 230 MB, at hardly any cost in speed. `bench/memory.ts` measures the whole process.
 */
const HEAP_FLAGS = ['--semi-space-growth-factor=1', '--heap-growing-percent=40']

/**
 * Threads that compress. Each has memory of its own that it does not give back: 60,000 mixed requests end at 293 MB with the
 * four of Node.js, at 270 with two.
 */
const POOL_THREADS = '2'

/** Sets up the process, before the first use of the thread pool. */
export function setUpProcess(): void {
  for (const flag of HEAP_FLAGS) setFlagsFromString(flag)
  process.env.UV_THREADPOOL_SIZE ??= POOL_THREADS
  retainTickObject()
  // Keep running when the reader of stderr is gone (`| head -1`).
  process.stderr.removeAllListeners('error').on('error', () => undefined)
}

/** Messages about the life cycle of the service. All others are about failures. */
const INFORMATION = /^(?:Listening on |Metrics and health |Now serving |The corpus is being made)/

/** Writes a message for the operator. */
export function logLine(text: string): void {
  if (operatorLog.isWritten(INFORMATION.test(text) ? 'info' : 'error')) process.stderr.write(`${text}\n`)
}

/** Never freed. */
const retained: object[] = []

/**
 * Retains one of the objects that `process.nextTick` queues; a request takes several. V8 forgets the hidden class of objects when a
 * collection finds none of them. If that happens a few times before `nextTick` is optimized, it is compiled for objects of any
 * class, for good: half of all servers that had sent large responses first then sent 48,000 norms a second instead of 66,000. With
 * one object retained, all send 75,000.
 */
function retainTickObject(): void {
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === 'TickObject') retained.push(resource)
    },
  }).enable()
  process.nextTick(() => undefined)
  hook.disable()
}

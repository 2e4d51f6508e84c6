import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
export const collectGarbage = runInNewContext('gc') as () => void

/** How often to measure, in milliseconds. */
const INTERVAL = 5

/**
 * The most memory that something takes at a time, in bytes. Only what is still referred to counts: when the rest is given
 * back depends on the machine.
 */
export async function memoryTaken(work: () => Promise<unknown>): Promise<number> {
  const before = memoryInUse()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, memoryInUse())
  }, INTERVAL)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return most - before
}

/** Memory that is referred to, in bytes. */
export function memoryInUse(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
export const collectGarbage = runInNewContext('gc') as () => void

/** Sampling interval, in milliseconds. */
const INTERVAL = 5

/**
 * Peak memory of some work, in bytes. Only reachable memory counts: when the rest is freed depends on the machine.
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

/** Reachable memory, in bytes. */
export function memoryInUse(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

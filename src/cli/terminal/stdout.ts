/** Writes to stdout without blocking other work of the process. */
import { once } from 'node:events'

/** Longest time that other work waits, in milliseconds. */
const LONGEST_WAIT = 50

let last = performance.now()

/** Yields to the event loop if other work, such as Ctrl-C, has waited for long. */
export async function yieldToEventLoop(): Promise<void> {
  if (performance.now() - last < LONGEST_WAIT) return
  await new Promise((resolve) => setImmediate(resolve))
  last = performance.now()
}

/** Writes to stdout, no faster than it is read. */
export async function writeStdout(text: string): Promise<void> {
  await yieldToEventLoop()
  if (text !== '' && !process.stdout.write(text)) await once(process.stdout, 'drain')
}

import { once } from 'node:events'

/** How long other work may have to wait, in milliseconds. */
const LONGEST_WAIT = 50

let last = performance.now()

/** Lets other work of the process have its turn, such as Ctrl-C, where it has waited for long. */
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

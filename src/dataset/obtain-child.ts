/** The process that `provide-process.ts` starts: provides one bundle and ends, at the latest with the one that asked. */
import { inspect } from 'node:util'
import { Worker } from 'node:worker_threads'
import { LegalTextError } from '../errors.ts'
import { moduleUrl } from '../package.ts'
import { obtainBundle } from './locate.ts'
import type { ObtainMessage, ObtainRequest } from './obtain-process.ts'

/** Progress is told this often at most, in milliseconds. */
const INTERVAL = 200

const stopped = new AbortController()
for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) {
  process.once(event, () => {
    stopped.abort(new Error('stopped'))
    // What cannot be stopped in time is left as a kill would leave it: the next run cleans up.
    setTimeout(() => process.exit(1), 5000).unref()
  })
}

// Whoever is deep in a computation does not notice that nobody waits any more.
new Worker(moduleUrl('dataset/parent-watch-worker'), { execArgv: [], workerData: process.ppid }).unref()

process.once('message', async (order: ObtainRequest) => {
  const result = await obtain(order)
  tell(result, () => process.connected && process.disconnect?.())
})

async function obtain({ dataset, ...order }: ObtainRequest): Promise<ObtainMessage> {
  let told = 0
  let stage = ''
  try {
    const file = await obtainBundle(dataset, {
      ...order,
      signal: stopped.signal,
      onNotice: (notice) => tell({ notice }),
      onProgress(progress) {
        const now = performance.now()
        if (progress.stage === stage && now - told < INTERVAL) return
        stage = progress.stage
        told = now
        tell({ progress })
      },
    })
    return { file }
  } catch (error) {
    if (!(error instanceof LegalTextError)) return { failure: inspect(error) }
    const { kind, message, details } = error
    return { error: { kind, message, details } }
  }
}

/** @param done called once it is sent, or cannot be, as nobody listens any more */
function tell(message: ObtainMessage, done: () => void = () => undefined): void {
  if (process.connected) process.send?.(message, undefined, undefined, done)
}

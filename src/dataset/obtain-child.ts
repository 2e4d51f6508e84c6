/** Child process of `obtain-process.ts`: obtains one bundle and exits, at the latest with its parent. */
import { inspect } from 'node:util'
import { Worker } from 'node:worker_threads'
import { loadAdditions } from '../program/additions.ts'
import { LegalTextError, sentError } from '../util/errors.ts'
import type { ObtainMessage, ObtainRequest } from './obtain-process.ts'
import { obtainBundle } from './open.ts'

/** Shortest time between two progress reports, in milliseconds. */
const INTERVAL = 200

/**
 * Kills this process once its parent has ended. Runs in a thread: a long computation does not notice a closed channel. On Windows
 * the parent's process id stays the same.
 */
const WATCH_PARENT = `
  const { workerData } = require('node:worker_threads')
  const isRunning = () => {
    try { return process.ppid === workerData && process.kill(workerData, 0) } catch { return false }
  }
  setInterval(() => isRunning() || process.kill(process.pid, 'SIGKILL'), 1000)
`
new Worker(WATCH_PARENT, { eval: true, execArgv: [], workerData: process.ppid }).unref()

const stopped = new AbortController()
for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) {
  process.once(event, () => {
    stopped.abort(new Error('stopped'))
    // After that, files stay as if the process had been killed: the next run cleans up.
    setTimeout(() => process.exit(1), 5000).unref()
  })
}

process.once('message', async (request: ObtainRequest) => {
  const result = await obtain(request)
  send(result, () => process.connected && process.disconnect?.())
})

async function obtain({ dataset, ...request }: ObtainRequest): Promise<ObtainMessage> {
  let reportedAt = 0
  let stage = ''
  try {
    await loadAdditions(request.settings.additions)
    const file = await obtainBundle(dataset, {
      ...request,
      signal: stopped.signal,
      onNotice: (notice) => send({ notice }),
      onProgress(progress) {
        const now = performance.now()
        if (progress.stage === stage && now - reportedAt < INTERVAL) return
        stage = progress.stage
        reportedAt = now
        send({ progress })
      },
    })
    return { file }
  } catch (error) {
    if (!(error instanceof LegalTextError)) return { failure: inspect(error) }
    return { error: sentError(error) }
  }
}

/** @param done called when the message is sent, or cannot be since the parent is gone */
function send(message: ObtainMessage, done: () => void = () => undefined): void {
  if (process.connected) process.send?.(message, undefined, undefined, done)
}

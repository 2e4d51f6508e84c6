import type { Settings } from '../settings.ts'
import { type RunningServer, startServer } from './listen.ts'
import { ignoreStderrErrors, limitHeapGrowth, logLine, retainTickObject } from './process-setup.ts'

/** Signals that end the server, and the exit code of each. */
const SIGNALS = { SIGINT: 130, SIGTERM: 0 } as const

/**
 * Serves until a signal ends it, for `legal-text http` and `dist/server.js`. Reports on stderr the address, why there is no
 * corpus, and when it is replaced. SIGHUP opens the dataset again. A second SIGINT or SIGTERM ends the process at once.
 * @returns the exit code
 * @throws LegalTextError as `startServer`
 */
export async function serve(settings: Settings): Promise<number> {
  limitHeapGrowth()
  retainTickObject()
  ignoreStderrErrors()
  const stopped = firstSignal()
  // Held back: a strict start that fails reports them in its error.
  const early: string[] = []
  let listening = false
  const interrupted = new AbortController()
  const start = settings.workers > 1 ? (await import('./workers/primary.ts')).startWorkers : startServer
  const starting = start(settings, {
    log: (text) => (listening ? logLine(text) : early.push(text)),
    signal: interrupted.signal,
  })
  let server: RunningServer | number | undefined
  const reload = () => typeof server === 'object' && server.reload()
  process.on('SIGHUP', reload)
  server = await Promise.race([starting, stopped])
  if (typeof server === 'number') {
    interrupted.abort()
    await starting.then(
      (started) => started.close(),
      () => undefined,
    )
    return server
  }
  listening = true
  for (const text of [`Listening on ${server.url}`, ...early]) logLine(text)
  const exitCode = await stopped
  await server.close()
  process.removeListener('SIGHUP', reload)
  return exitCode
}

function firstSignal(): Promise<number> {
  return new Promise((resolve) => {
    const end = (signal: keyof typeof SIGNALS) => {
      for (const name of Object.keys(SIGNALS)) process.removeListener(name, end)
      resolve(SIGNALS[signal])
    }
    for (const name of Object.keys(SIGNALS)) process.on(name, end)
  })
}

import type { Settings } from '../program/settings.ts'
import { type RunningServer, startServer } from './listen.ts'
import { operatorLog } from './operator-log.ts'
import { logLine, setUpProcess } from './process-setup.ts'

/** Signals that end the server, and the exit code of each. */
const SIGNALS = { SIGINT: 130, SIGTERM: 0 } as const

/**
 * Serves until a signal ends it, for `legal-text http` and `dist/server.js`. Reports on stderr the address, why there is no
 * corpus, and when it is replaced. SIGHUP opens the dataset again. A second SIGINT or SIGTERM ends the process at once.
 * @returns the exit code
 * @throws LegalTextError as `startServer`
 */
export async function serve(settings: Settings): Promise<number> {
  setUpProcess()
  operatorLog.level = settings.logLevel
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
  for (const text of [listeningLine(server.url, settings), ...early]) logLine(text)
  const exitCode = await stopped
  await server.close()
  process.removeListener('SIGHUP', reload)
  return exitCode
}

/** A URL of all addresses of the machine, of IPv4 or of both families. */
const ALL_ADDRESSES = /\/\/(?:0\.0\.0\.0|\[::\]):/

/** The first line of the log. It warns if everyone who reaches the machine can use the service. */
export function listeningLine(url: string, { authTokenFile }: Settings): string {
  const isOpen = authTokenFile === undefined && ALL_ADDRESSES.test(url)
  const warning = ' (all addresses of this machine, without a token; --host 127.0.0.1 serves this machine only)'
  return `Listening on ${url}${isOpen ? warning : ''}`
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

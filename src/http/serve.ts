import type { Settings } from '../program/settings.ts'
import { type RunningServer, startServer } from './listen.ts'
import { operatorLog } from './operator-log.ts'
import { logLine, setUpProcess } from './process-setup.ts'

/**
 * Signals that end the server, and the exit code of each. On Windows, closing the window sends SIGHUP, and Ctrl-Break sends
 * SIGBREAK; no program can send SIGTERM.
 */
export const endingSignals = (platform: NodeJS.Platform = process.platform): Partial<Record<NodeJS.Signals, number>> =>
  platform === 'win32' ? { SIGINT: 130, SIGBREAK: 130, SIGHUP: 0 } : { SIGINT: 130, SIGTERM: 0 }

/**
 * Serves until a signal ends it, for `legal-text http` and `dist/server.js`. Reports on stderr the address, failures to open the
 * corpus, and its replacement. SIGHUP reopens the dataset (not on Windows). A second ending signal exits at once.
 * @returns the exit code
 * @throws LegalTextError as `startServer`
 */
export async function serve(settings: Settings): Promise<number> {
  setUpProcess()
  operatorLog.level = settings.logLevel
  const stopped = firstSignal()
  // Buffered: a failed strict start reports them in its error.
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
  if (process.platform !== 'win32') process.on('SIGHUP', reload)
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

/** A URL with a wildcard address, of IPv4 or of both families. */
const ALL_ADDRESSES = /\/\/(?:0\.0\.0\.0|\[::\]):/

/** The first line of the log. It warns if everyone who reaches the machine can use the service. */
export function listeningLine(url: string, { authTokenFile }: Settings): string {
  const isOpen = authTokenFile === undefined && ALL_ADDRESSES.test(url)
  const warning = ' (all addresses of this machine, without a token; --host 127.0.0.1 serves this machine only)'
  return `Listening on ${url}${isOpen ? warning : ''}`
}

function firstSignal(): Promise<number> {
  return new Promise((resolve) => {
    const codes = endingSignals()
    const end = (signal: NodeJS.Signals) => {
      for (const name of Object.keys(codes)) process.removeListener(name, end)
      resolve(codes[signal] ?? 0)
    }
    for (const name of Object.keys(codes)) process.on(name, end)
  })
}

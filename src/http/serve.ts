import { setFlagsFromString } from 'node:v8'
import type { Settings } from '../settings.ts'
import { startServer } from './listen.ts'

/** Signals that end the server, and the exit code of each. */
const SIGNALS = { SIGINT: 130, SIGTERM: 0 } as const

/**
 * V8 lets garbage grow with the memory of the machine: 530 MB after 10,000 searches, of which 50 are in use. Told to look
 * for it earlier, it stays at 230, and is no slower.
 */
const THRIFTY = ['--semi-space-growth-factor=1', '--heap-growing-percent=30']

/**
 * Serves until a signal ends it: what `legal-text http` and `dist/server.js` do. Says on stderr where it listens, and
 * why there is no corpus, if so. A second signal ends the process at once.
 * @returns the exit code.
 * @throws LegalTextError as `startServer`.
 */
export async function serve(settings: Settings): Promise<number> {
  for (const flag of THRIFTY) setFlagsFromString(flag)
  const stopped = firstSignal()
  const server = await startServer(settings)
  process.stderr.write(`Listening on ${server.url}\n`)
  server.ready.catch((error: Error) => process.stderr.write(`Not ready: ${error.message}\n`))
  const exitCode = await stopped
  await server.close()
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

/** Starts the HTTP server in this process, with its dataset. */

import { ServedCorpus } from '../dataset/served-corpus.ts'
import { completeSettings, type Settings } from '../program/settings.ts'
import { assertOptions } from '../util/arguments.ts'
import { type AdminServer, openAdmin } from './admin-server.ts'
import { TokenFile } from './bearer-tokens.ts'
import { createAnsweringServer } from './http-server.ts'
import { listen } from './sockets.ts'

/** A server that listens. */
export interface RunningServer {
  /** Base URL with the real port: `http://127.0.0.1:8001`. */
  url: string
  /** Resolves once the corpus is open. @throws LegalTextError `not_ready` if it cannot be opened */
  ready: Promise<void>
  /** Reads the tokens and opens the dataset again; the corpus in use is replaced once the new one is valid. */
  reload(): void
  /**
   * Accepts no new connections, answers requests on open ones for `drainSeconds`, lets those under way finish for at most 10
   * seconds more, and closes the corpus.
   */
  close(): Promise<void>
}

/** How to follow and abort the start of a server. */
export interface StartOptions {
  /** Receives messages for the operator, a line each. */
  log?: (text: string) => void
  /** Aborts a start under way. */
  signal?: AbortSignal
}

/**
 * Starts the server in this process. It listens at once, and responds with `not_ready` until the dataset is open; with
 * `strictStartup`, it first opens the dataset, without retries.
 * @param given settings that differ from the documented defaults
 * @throws LegalTextError `invalid_input` for a wrong setting, or if it cannot listen on that address; `not_ready` if strict
 *   and the dataset cannot be opened
 */
export async function startServer(given: Partial<Settings>, options: StartOptions = {}): Promise<RunningServer> {
  assertOptions(options, ['log', 'signal'])
  const { log = () => undefined, signal } = options
  const settings = completeSettings(given)
  signal?.throwIfAborted()
  const tokens = settings.authTokenFile === undefined ? undefined : new TokenFile(settings.authTokenFile)
  const served = new ServedCorpus(settings, log)
  signal?.addEventListener('abort', () => served.close(), { once: true })
  let admin: AdminServer | undefined
  try {
    if (settings.strictStartup) await served.opened
    const { server, metrics, close, isStopping } = await createAnsweringServer(settings, served.current, {
      tokens: tokens?.current,
    })
    admin = metrics && (await openAdmin(settings, { corpus: served.current, metrics: metrics.text, isStopping }, log))
    const url = await listen(server, settings.host, settings.port)
    return {
      url,
      ready: served.opened,
      reload() {
        tokens?.reload(log)
        served.reload()
      },
      async close() {
        await close()
        await admin?.close()
        await served.close()
      },
    }
  } catch (error) {
    await admin?.close()
    await served.close()
    throw error
  }
}

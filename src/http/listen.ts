/** The HTTP server: the application on a port, with its dataset. */

import { ServedCorpus } from '../dataset/served-corpus.ts'
import { readSettings, type Settings } from '../settings.ts'
import { startAnswering } from './answering-server.ts'

export interface RunningServer {
  /** Base URL with the real port: `http://127.0.0.1:8001`. */
  url: string
  /** Resolves once the corpus is open. @throws LegalTextError `not_ready` where it cannot be opened. */
  ready: Promise<void>
  /** Opens the dataset anew, and replaces the corpus in use once the new one is good. */
  reload(): void
  /** Takes no new connections, lets requests finish (at most 10 seconds), and closes the corpus. */
  close(): Promise<void>
}

export interface StartOptions {
  /** Called with what the operator should know, a line each. */
  say?: (text: string) => void
  /** Ends a start that is under way. */
  signal?: AbortSignal
}

/**
 * Starts the server, in this process. It listens at once, and answers `not_ready` until the dataset is open; with
 * `strictStartup` it opens the dataset first, and tries that only once.
 * @param given the documented defaults where not given
 * @throws LegalTextError `invalid_input` where it cannot listen on that address; `not_ready` where strict and the
 *   dataset cannot be opened.
 */
export async function startServer(
  given: Partial<Settings>,
  { say = () => undefined, signal }: StartOptions = {},
): Promise<RunningServer> {
  const settings = { ...readSettings({}), ...given }
  const served = new ServedCorpus(settings, say)
  signal?.addEventListener('abort', () => served.close(), { once: true })
  try {
    if (settings.strictStartup) await served.opened
    const answering = await startAnswering(settings, served.current)
    return {
      url: answering.url,
      ready: served.opened,
      reload: () => served.reload(),
      async close() {
        await answering.close()
        await served.close()
      },
    }
  } catch (error) {
    await served.close()
    throw error
  }
}

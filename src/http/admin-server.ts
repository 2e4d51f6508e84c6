/**
 * The server for operators, at an address of its own: `/metrics`, `/health` and `/ready`. It has neither tokens nor limits, as
 * only the machine or the network of the operator reaches it, and stays open until the service is stopped.
 */

import { createServer, type RequestListener } from 'node:http'
import { say } from '../i18n/texts.ts'
import type { Settings } from '../program/settings.ts'
import { LegalTextError } from '../util/errors.ts'
import { createApp } from './app.ts'
import type { CorpusSource } from './corpus-access.ts'
import { sendError } from './send.ts'
import { listenAt } from './sockets.ts'

export interface AdminServer {
  close(): Promise<void>
}

export interface AdminOptions {
  /** The corpus that the service answers from, or why there is none. */
  corpus: CorpusSource
  /** Returns the body of `/metrics`. */
  metrics: () => Promise<string>
  /** Whether the service is being stopped. */
  isStopping: () => boolean
}

/** The paths that it answers. */
const PATHS = /^\/(?:metrics|health|ready)(?:\?|$)/

/**
 * Opens the second address of the settings, if they have one.
 * @param log gets a line with its address
 * @throws LegalTextError `invalid_input` if it cannot listen there
 */
export async function openAdmin(
  { adminListen }: Settings,
  options: AdminOptions,
  log: (text: string) => void,
): Promise<AdminServer | undefined> {
  if (adminListen === undefined) return
  const app = createApp({ ...options, settings: { rateLimit: 0 } })
  const handler: RequestListener = (request, response) => {
    if (PATHS.test(request.url ?? '')) return app.handler(request, response)
    const message = say`this address has /metrics, /health and /ready alone`
    sendError(request, response, new LegalTextError('not_found', message))
  }
  const server = createServer(handler)
  const [, host, port] = /^((?!unix:).*):(\d+)$/.exec(adminListen) ?? []
  const url = await listenAt(server, host?.replace(/^\[(.*)\]$/, '$1') ?? adminListen, Number(port))
  log(`Metrics and health at ${url}`)
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { close }
}

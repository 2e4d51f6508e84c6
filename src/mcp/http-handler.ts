/** The protocol over HTTP: a server of its own for each request, so that nothing is kept between them. */
import { createMcpHandler } from './sdk.ts'
import { createProtocolServer, type Service, type Surface } from './server.ts'

/** Streams of changes that may be open at a time. */
const MOST_SUBSCRIPTIONS = 100

export interface HttpHandler {
  /** @param parsed the body, if it is JSON */
  fetch(request: Request, parsed: unknown): Promise<Response>
  close(): Promise<void>
}

/**
 * Serves clients of the current revision and of those of 2025.
 * @param serviceFor what answers a request
 */
export function createHttpHandler(serviceFor: (request: Request) => Service, surface: Surface): HttpHandler {
  const handler = createMcpHandler(
    ({ requestInfo }) => createProtocolServer(async () => surface, serviceFor(requestInfo as Request)),
    { maxSubscriptions: MOST_SUBSCRIPTIONS },
  )
  return {
    fetch: (request, parsed) => handler.fetch(request, parsed === undefined ? {} : { parsedBody: parsed }),
    close: () => handler.close(),
  }
}

/** A loopback server for tests of downloads. */
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { HttpClient, type HttpClientOptions } from '../../src/download/http-client.ts'

for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'no_proxy', 'NO_PROXY']) {
  delete process.env[name]
}

export interface TestServer {
  url: string
  /** All requests, in order. */
  requests: IncomingMessage[]
}

/** Listens until the test ends. */
export async function serve(test: Pick<TestContext, 'after'>, handle: RequestListener): Promise<TestServer> {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    handle(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  test.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

/** A client that retries at once. Its response timeouts are the usual ones, since no test can know the speed of the machine. */
export function quickClient(options: HttpClientOptions = {}): HttpClient {
  return new HttpClient({ backoff: 1, maxWait: 20, random: () => 0.5, ...options })
}

/** A local address on which nobody listens. */
export async function deadAddress(): Promise<string> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return `http://127.0.0.1:${port}`
}

/** Test servers: the application on a loopback port, and requests sent exactly as written. */

import {
  type Agent,
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type RequestListener,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Corpus } from '../../src/model/corpus.ts'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** The body if it is JSON, of any shape. */
  body: ReturnType<typeof JSON.parse>
}

export interface Asked {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface TestServer {
  port: number
  ask(asked: string | Asked): Promise<Answer>
  close(): Promise<void>
}

/** Serves a request listener on a free port of 127.0.0.1. */
export async function listen(listener: RequestListener): Promise<TestServer> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    ask: (asked) => ask(port, typeof asked === 'string' ? { path: asked } : asked),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const isJson = (type = '') => type.startsWith('application/json')

/**
 * Sends one request. The path is sent as it is, without normalization.
 * @param agent reuses connections; without one each request opens a new one
 */
export function ask(
  port: number,
  { method = 'GET', path, headers = {}, body }: Asked,
  agent: Agent | false = false,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, host: '127.0.0.1', method, path, headers, agent }, (response) => {
      response.setEncoding('utf8')
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => {
        resolve({
          status: response.statusCode as number,
          headers: response.headers,
          text,
          body: isJson(response.headers['content-type']) && text !== '' ? JSON.parse(text) : undefined,
        })
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}

/** A wrapped corpus: answers from it are computed in this thread, where its methods can be mocked. */
export const wrapped = (corpus: Corpus): Corpus =>
  new Proxy(corpus, {
    get(target, name) {
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

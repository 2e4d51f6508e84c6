/** The application within another one: below a path, in a framework that has its own request, or as a function of `fetch`. */
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { duplexPair, Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

/** A request listener. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A request whose framework has taken a part of its path. */
type MountedRequest = IncomingMessage & { originalUrl?: string }

/** Properties that the router sets, and that frameworks define as getters of their prototypes. */
const ROUTED = ['path', 'query'] as const

/**
 * Serves requests below a path.
 * @param base the path, `/law`: frameworks leave it in the URL, or remove it and tell so, as Express does, or remove it
 */
export function mountedHandler(handler: Handler, base: string): Handler {
  return (request: MountedRequest, response) => {
    for (const name of ROUTED) {
      if (name in request)
        Object.defineProperty(request, name, { value: undefined, writable: true, configurable: true })
    }
    const { url = '/' } = request
    const isWhole = url.startsWith(base) && /^(?:[/?]|$)/.test(url.slice(base.length))
    if (base !== '') request.originalUrl ??= isWhole ? url : base + url
    if (isWhole) request.url = url.slice(base.length).replace(/^(?!\/)/, '/')
    const [path = ''] = request.originalUrl?.split('?', 1) ?? []
    // Links of the start page are relative to the path with a slash.
    const [, last] = /^\/?\?|^\/$/.test(request.url ?? '/') ? (/([^/]+)$/.exec(path) ?? []) : []
    if (last === undefined) return handler(request, response)
    response.writeHead(308, { Location: `./${last}/`, 'Content-Length': 0 }).end()
  }
}

/** The path at which a framework has mounted the application; empty at its root. */
export function baseOf({ originalUrl = '', url = '' }: MountedRequest): string {
  return originalUrl.endsWith(url) ? originalUrl.slice(0, originalUrl.length - url.length) : ''
}

/** Headers of the connection, not of the message. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding']
/** Statuses of answers that cannot have a body. */
const BODILESS = [204, 304]

/** Makes a function of `fetch` from a handler: each request is one on a connection within the process. */
export function fetchHandler(handler: Handler): (request: Request) => Promise<Response> {
  const server = createServer(handler)
  return (request) =>
    new Promise((resolve, reject) => {
      const [own, served] = duplexPair()
      server.emit('connection', served)
      const { host, pathname, search } = new URL(request.url)
      const headers = { host, ...Object.fromEntries(request.headers) }
      const { method, signal } = request
      const sent = httpRequest({ method, path: pathname + search, headers, signal, createConnection: () => own })
      sent.on('response', (message) => resolve(responseOf(message, method))).on('error', reject)
      if (request.body === null) sent.end()
      else
        Readable.fromWeb(request.body as ReadableStream)
          .on('error', reject)
          .pipe(sent)
    })
}

function responseOf(message: IncomingMessage, method: string): Response {
  const { statusCode: status = 500 } = message
  const headers = Object.entries(message.headers).flatMap(([name, value = '']): [string, string][] =>
    HOP_BY_HOP.includes(name) ? [] : [value].flat().map((each) => [name, each]),
  )
  const isEmpty = method === 'HEAD' || BODILESS.includes(status)
  if (isEmpty) message.resume()
  return new Response(isEmpty ? null : (Readable.toWeb(message) as never), { status, headers })
}

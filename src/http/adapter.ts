/** Adapts operations to routes: the one place where HTTP requests become inputs. */

import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { duplexPair, Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { say, sayOr } from '../i18n/texts.ts'
import type { Corpus } from '../model/corpus.ts'
import { invalidInput, type LongWork, parseInput, type RoutedOperation } from '../operations/operation.ts'
import { FORMATS, type FormatName, formatsOf } from '../render/formats.ts'
import { renderParts } from '../render/render.ts'
import { LegalTextError } from '../util/errors.ts'
import { renderedAnswer } from './apart.ts'
import { NO_QUERY, type QueryNames, readQuery } from './query.ts'

/** The parts of a request that a route needs: decoded path parameters, and the query string as received. */
export interface RouteRequest {
  params: Record<string, string>
  search: string
}

export interface Route {
  /** The operation of the route, if it runs one. */
  operation?: string
  /** Path in the notation of the router: `/laws/:code`. */
  pattern: string
  /** The formats of the answer, JSON first. */
  formats: readonly FormatName[]
  /** The names of its query parameters. */
  parameters: readonly string[]
  /** The kind of long work, if some answers take long. */
  longWork?: LongWork | undefined
  /** True if the answer can change while the corpus stays the same. */
  isTransient?: boolean
  /** True if some answers contain details about the server's machine. */
  hasDetails?: boolean
  /**
   * Runs the operation.
   * @param accepted the format unless the parameter `format` names one
   * @param mayKnow true if the answer may contain details about the server's machine
   * @throws LegalTextError
   */
  answer(corpus: Corpus, request: RouteRequest, accepted?: FormatName, mayKnow?: boolean): Promise<RouteResult>
}

export interface RouteResult {
  contentType: string
  /** True if browsers display the body as a page. */
  isPage?: boolean
  /** The body, or a function that streams it. Bytes are sent as they are. */
  body: string | Uint8Array | (() => AsyncIterable<string>)
  /** The entity tag of a body that never changes at its address. */
  tag?: string
  /** The page of results, for a list. */
  page?: Page | undefined
  /** Relative address of the page for the request, if it differs. */
  location?: string
}

/** The names of an operation's inputs that are part of its path, in order. */
export function pathNames(operation: RoutedOperation): string[] {
  return [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
}

/** The inputs of an operation that are query parameters. Those that accept a list may be repeated. */
export function queryNames(operation: RoutedOperation): QueryNames {
  const inPath = pathNames(operation)
  const known = Object.keys(operation.input.shape).filter((name) => !inPath.includes(name))
  return { known, repeatable: new Set(known.filter((name) => operation.input.shape[name]?.safeParse([]).success)) }
}

/** The path of images, by the hash of their bytes. */
export const IMAGE_PATH = '/images/{sha256}'

/** Serves the images of the corpus. */
export const imageRoute: Route = {
  pattern: routerPattern(IMAGE_PATH),
  formats: [],
  parameters: [],
  async answer(corpus, { params, search }) {
    readQuery(search, NO_QUERY, params)
    const { sha256 = '' } = params
    const image = await corpus.image(sha256)
    if (image === undefined) throw noImage(sha256)
    const { media_type: contentType, bytes } = image
    return { contentType, body: bytes, tag: `"${sha256}"` }
  },
}

export const noImage = (sha256: string) => new LegalTextError('not_found', say`the corpus has no image ${sha256}`)

/** `/laws/{code}` in the notation of the router: `/laws/:code`. */
function routerPattern(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

export function operationRoute(operation: RoutedOperation): Route {
  const formats = formatsOf(operation)
  const own = queryNames(operation)
  const names = formats.length > 1 ? { ...own, known: [...own.known, FORMAT] } : own
  const isPaged = 'offset' in operation.input.shape
  return {
    operation: operation.name,
    pattern: routerPattern(operation.path),
    formats,
    parameters: names.known,
    longWork: operation.longWork,
    isTransient: operation.transient === true,
    hasDetails: operation.withoutDetails !== undefined,
    async answer(corpus, { params, search }, accepted = 'json', mayKnow = true) {
      const { [FORMAT]: asked, ...query } = search === '' ? {} : readQuery(search, names, params)
      const format = asked === undefined ? accepted : formatNamed(asked, formats, params)
      const input = parseInput(operation, { ...query, ...params })
      const { contentType, isPage = false } = FORMATS[format]
      if (operation.answerInParts !== undefined && operation.longWork === undefined) {
        const parts = await operation.answerInParts(corpus, input)
        return { contentType, isPage, body: () => renderParts(operation, format, corpus, parts) }
      }
      const complete = (answer: unknown) => (mayKnow ? answer : (operation.withoutDetails?.(answer) ?? answer))
      const { body, next } = await renderedAnswer(operation, corpus, input, { format, complete })
      const page = isPaged ? pageOf(input, next) : undefined
      return { contentType, isPage, body, page }
    },
  }
}

/** The query parameter of routes with several formats. */
export const FORMAT = 'format'

function formatNamed(asked: unknown, formats: readonly FormatName[], params: Record<string, string>): FormatName {
  const format = formats.find((name) => name === asked)
  if (format !== undefined) return format
  throw invalidInput(new Map([[FORMAT, say`must be ${sayOr(formats)}`]]), params)
}

/** The page, from the input and the field `next` of the answer of a paged operation. */
function pageOf(input: unknown, next: unknown): Page {
  const { limit, offset } = input as Pick<Page, 'limit' | 'offset'>
  return { limit, offset, next: next as Page['next'] }
}

/** The request with which a client runs an operation on an input. */
export function operationRequest(operation: RoutedOperation, input: Record<string, unknown>): RouteRequest {
  const inPath = pathNames(operation)
  const params: Record<string, string> = {}
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (inPath.includes(name)) params[name] = String(value)
    else for (const one of [value].flat()) query.append(name, String(one))
  }
  return { params, search: query.size > 0 ? `?${query}` : '' }
}

/** A page of results. */
export interface Page {
  /** Maximum number of results; `undefined` for all. */
  limit: number | undefined
  offset: number
  /** Offset of the next page, `null` on the last. */
  next: number | null
}

/**
 * The value of the header `Link` (RFC 8288) with the next and the previous page; `undefined` if there is only one.
 * @param path and query of the request as received
 */
export function pageLinks(path: string, query: string, { limit, offset, next }: Page): string | undefined {
  // Relative: it holds below any path at which the service is mounted.
  const name = path.slice(path.lastIndexOf('/') + 1)
  const link = (to: number, relation: string) => {
    const parameters = new URLSearchParams(query)
    if (to > 0) parameters.set('offset', String(to))
    else parameters.delete('offset')
    return `<${name}${parameters.size > 0 ? `?${parameters}` : ''}>; rel="${relation}"`
  }
  const links: string[] = []
  if (next !== null) links.push(link(next, 'next'))
  if (offset > 0) links.push(link(Math.max(0, offset - (limit ?? offset)), 'prev'))
  return links.length > 0 ? links.join(', ') : undefined
}

/** A request listener. */
type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A request whose framework has taken a part of its path. */
type MountedRequest = IncomingMessage & { originalUrl?: string }

/** Properties that the router sets, and that frameworks define as getters of their prototypes. */
const ROUTED = ['path', 'query'] as const

/**
 * Serves requests below a path.
 * @param base the path, `/law`: frameworks leave it in the URL, remove it and report so (as Express does), or just remove it
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

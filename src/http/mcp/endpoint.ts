/** `POST /mcp`: the Model Context Protocol over HTTP, with the answers of each corpus cached. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Middleware } from 'polka'
import { say } from '../../i18n/texts.ts'
import type { Service, Surface } from '../../mcp/server.ts'
import { type DefinedTool, listedTools } from '../../mcp/tool.ts'
import type { Corpus } from '../../model/corpus.ts'
import type { LongWork, Operation } from '../../operations/operation.ts'
import type { Settings } from '../../program/settings.ts'
import { isRecord } from '../../util/arguments.ts'
import { LegalTextError, legalTextError } from '../../util/errors.ts'
import { tried } from '../../util/tried.ts'
import { calledTool, placeOf } from '../apart.ts'
import { BodyBudget } from '../body-budget.ts'
import { computing, type Place } from '../computing.ts'
import { accepts } from '../content-negotiation.ts'
import type { CorpusAccess } from '../corpus-access.ts'
import { readBody } from '../request-body.ts'
import { ResponseCache } from '../response-cache.ts'
import { logUnexpected } from '../send.ts'
import { isLarge, SentBodies } from '../sent-bodies.ts'

/** The path of the endpoint. */
export const MCP_PATH = '/mcp'

export interface McpEndpointOptions {
  access: CorpusAccess
  settings: Settings
  /** The network of the client of a request. */
  clientOf: (request: IncomingMessage) => string
  /** For request bodies. Default: a separate budget. */
  budget?: BodyBudget
  /** Its tools and resources. Default: laws; the conformance suite has its own fixtures. */
  surface?: Surface
  /** Operations and tools of a program, besides those of the package. */
  operations?: readonly Operation[]
  tools?: readonly DefinedTool[]
}

/** Serves requests of the protocol. The SDK is loaded for the first one. */
export function mcpEndpoint(options: McpEndpointOptions): Middleware {
  const { access, settings, clientOf, surface, budget = new BodyBudget(options.settings.maxRequestBodyBytes) } = options
  const { operations = [], tools = [] } = options
  const checkOrigin = originCheck(settings)
  const cache = new ResponseCache<CachedResult>()
  const sent = new SentBodies(computing.wake)
  const maximum = settings.maxRequestBodyBytes
  const requests = new WeakMap<object, { request: IncomingMessage; place: Place }>()
  const serviceFor = (request: IncomingMessage, place: Place): Service => ({
    corpus: () => openedOrReason(access, request),
    reasonOf: (error, opened) => access.reasonOf(error, opened, request),
    log: (error) => logUnexpected(request, error),
    isPrivate: settings.authTokenFile !== undefined,
    callTool: (tool, corpus, given, following) => calledTool(place, corpus, { tool: tool.name, given }, following),
  })
  let handler: ReturnType<typeof createHandler> | undefined
  const createHandler = async () => {
    const { createMcpHandler } = await import('../../mcp/sdk.ts')
    const { createProtocolServer } = await import('../../mcp/server.ts')
    const { surfaceWith } = await import('../../mcp/surface.ts')
    const offered = surface ?? surfaceWith(operations, tools)
    // A new server for each request keeps them independent. From a body that is not JSON, the SDK makes an empty request.
    return createMcpHandler(
      ({ requestInfo: web }) => {
        const { request, place } = requests.get(web as Request) ?? { request: undefined, place: 'here' as const }
        return createProtocolServer(async () => offered, serviceFor(request as IncomingMessage, place))
      },
      { maxSubscriptions: MOST_SUBSCRIPTIONS },
    )
  }

  return (request, response) => {
    checkOrigin(request)
    const client = clientOf(request)
    return readBody(request, response, { client, budget, maximum }).then((body) => {
      const opened = openedOrReason(access, request)
      const accepted = acceptedTypes(request.headers)
      const isJson = accepted[0] === MESSAGE_TYPES[0]
      const key = opened instanceof LegalTextError || !isJson ? undefined : messageKey(request, body)
      const made = key && cache.get(opened as Corpus, key.key)
      if (made instanceof CachedResult) return made.send(response, (key as MessageKey).id)
      const parsed = parse(body)
      if (Array.isArray(parsed)) return refuseArray(response)
      const mayKeep = isKept(parsed) && (toolOf(parsed) === undefined || isOfPackage(toolOf(parsed)))
      const message: Message = parsed === undefined ? { body, parsed } : { body: null, parsed }
      // Frees the memory of an abandoned request, which may still be queued.
      response.once('close', () => Object.assign(message, { body: null, parsed: undefined }))
      const place = opened instanceof LegalTextError ? 'here' : placeOfTool(opened, toolOf(parsed), body.length)
      return compute(request, response, { client, message, place }).then((json) => {
        const result = key && json && mayKeep ? CachedResult.of(json, key.id) : undefined
        if (result !== undefined) cache.set(opened as Corpus, (key as MessageKey).key, result)
      })
    })
  }

  /** @returns the answer, if it is JSON */
  function compute(
    request: IncomingMessage,
    response: ServerResponse,
    { client, message, place }: { client: string; message: Message; place: Place },
  ): Promise<string | undefined> {
    const isWanted = () => !request.socket.destroyed
    const hasRoom = () => sent.hasRoomFor(client)
    const onLarge = (bytes: Buffer) => sent.add(client, bytes, response)
    // Responses with progress are sent while they are computed.
    const answerAndSend = async () => {
      handler ??= createHandler()
      const { fetch } = await handler
      const accepted = acceptedTypes(request.headers)
      const left = new AbortController()
      // An abort takes longer than many answers.
      response.once('close', () => response.writableFinished || left.abort())
      const { body, parsed } = message
      const web = new Request(`http://localhost${MCP_PATH}`, {
        method: 'POST',
        // The SDK requires both types.
        headers: accepted.length > 0 ? { ...headersOf(request), accept: MESSAGE_TYPES.join() } : headersOf(request),
        body,
        signal: left.signal,
      })
      requests.set(web, { request, place })
      return send(
        await fetch(web, parsed === undefined ? {} : { parsedBody: parsed }),
        response,
        { accepted, isSingle: isSingle(parsed) },
        onLarge,
      )
    }
    return computing.run(place, client, answerAndSend, { isWanted, mayBegin: hasRoom })
  }

  /** Where a tool call is computed; tools of the program run only here. */
  function placeOfTool(opened: Corpus, tool: unknown, length: number): Place {
    if (surface !== undefined || !isOfPackage(tool)) return 'here'
    return placeOf(opened, { length, longWork: LONG_TOOLS.get(tool as string) })
  }
}

/** Tools whose answers may take long. */
const LONG_TOOLS: ReadonlyMap<string, LongWork> = new Map([
  ['search_norms', 'searching'],
  ['list_changes', 'computing'],
  ['diff_norm', 'computing'],
])

/** Maximum number of open change streams. */
const MOST_SUBSCRIPTIONS = 100

/** The name of the tool that a message calls. */
const toolOf = (parsed: unknown): unknown => (parsed as { params?: { name?: unknown } } | undefined)?.params?.name

/** False for a tool of the program: the thread lacks it, and its answers may depend on more than the corpus. */
const isOfPackage = (tool: unknown): boolean => listedTools().has(tool as string)

/** A waiting message: as JSON, or as text that is not valid JSON. */
interface Message {
  body: string | null
  parsed: unknown
}

/** @returns `undefined` if it is not JSON */
const parse = (text: string): unknown => tried(() => JSON.parse(text), undefined)

function openedOrReason(access: CorpusAccess, request: IncomingMessage): Corpus | LegalTextError {
  try {
    return access.opened(request)
  } catch (error) {
    return legalTextError(error)
  }
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const own = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !HOP_BY_HOP.has(name) ? [[name, value]] : [],
  )
  return Object.fromEntries(own)
}

/** Headers of the connection, not of the message. */
const HOP_BY_HOP = new Set(['connection', 'content-length', 'expect', 'keep-alive', 'transfer-encoding', 'upgrade'])

/**
 * Sends a response with its progress.
 * @param asked the types that the client accepts, and whether the answer comes alone: it is then JSON also for clients of 2025, to
 *   whom the SDK would stream it
 * @param onLarge receives a large body, which takes memory until it is sent
 * @returns the body, if it is JSON
 */
async function send(
  answer: Response,
  response: ServerResponse,
  { accepted, isSingle }: { accepted: readonly string[]; isSingle: boolean },
  onLarge: (bytes: Buffer) => void,
): Promise<string | undefined> {
  const own = [...answer.headers].filter(([name]) => !HOP_BY_HOP.has(name))
  const headers: Record<string, string> = { ...Object.fromEntries(own), ...FIXED_HEADERS }
  if (response.headersSent) return undefined
  const isStream = answer.body !== null && headers['content-type']?.startsWith('text/event-stream') === true
  const takesJson = accepted.length === 0 || accepted.includes(MESSAGE_TYPES[0])
  if (isStream && !isSingle && accepted.includes(MESSAGE_TYPES[1])) {
    response.writeHead(answer.status, headers)
    await pipeline(Readable.fromWeb(answer.body as never), response).catch(ignoreDisconnection)
    return undefined
  }
  const whole = await answer.text()
  const json = isStream ? LAST_EVENT.exec(whole)?.[1] : whole
  if (json !== undefined && answer.status === 200) headers['content-type'] = MESSAGE_TYPES[takesJson ? 0 : 1]
  if (response.destroyed || response.headersSent) return json
  const bytes = Buffer.from(json === undefined || takesJson || answer.status !== 200 ? (json ?? whole) : asEvent(json))
  response.writeHead(answer.status, { ...headers, 'content-length': bytes.length })
  if (isLarge(bytes)) onLarge(bytes)
  response.end(bytes)
  return json
}

/** The answer at the end of a stream, alone or after progress. */
const LAST_EVENT = /(?:^|\n\n)event: message\ndata: ([^\n]*)\n\n$/

/** Rejects batches, which no revision since 2025-06-18 has: each message counts for the limits. */
function refuseArray(response: ServerResponse): void {
  const error = { code: INVALID_REQUEST, message: say`messages are sent one by one, not as an array` }
  const bytes = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: null, error }))
  const headers = { 'content-type': 'application/json', ...FIXED_HEADERS, 'content-length': bytes.length }
  response.writeHead(400, headers)
  response.end(bytes)
}

const INVALID_REQUEST = -32_600

function ignoreDisconnection(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE' && error.name !== 'AbortError') throw error
}

/** @throws LegalTextError `misdirected` for a name that anyone may control, `forbidden` for a foreign origin */
type OriginCheck = (request: IncomingMessage) => void

/**
 * Creates the check of origins. A foreign page must not reach a server on the machine or in the network of its reader (transports
 * of the protocol, "Security Warning"): browsers send the origin of a page, and a name that its owner points to 127.0.0.1 (DNS
 * rebinding) shows in `Host`. Without ALLOWED_HOSTS, which the check of all requests knows, `Host` must be an address or
 * `localhost`, unless a token is required: foreign pages lack it.
 */
function originCheck({ allowedHosts, authTokenFile, corsOrigin }: Settings): OriginCheck {
  const isAnyHost = allowedHosts.length > 0 || authTokenFile !== undefined
  const isAnyOrigin = corsOrigin?.includes('*') === true
  let known: string | undefined
  return ({ headers: { host = '', origin } }) => {
    // Most requests name the same host.
    if (!isAnyHost && host !== known) {
      if (!isOwnName(host)) throw rebound()
      known = host
    }
    if (origin === undefined || isAnyOrigin) return
    const isOwn = origin === `http://${host}` || origin === `https://${host}`
    if (!isOwn && corsOrigin?.includes(origin) !== true) throw foreignOrigin()
  }
}

/** True if a host is an address, or a name that no one else can point elsewhere. */
function isOwnName(host: string): boolean {
  const name = host.replace(/:\d*$/, '').toLowerCase()
  // A zone (`fe80::1%eth0`) can be any word.
  return name === 'localhost' || (!name.includes('%') && isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0)
}

const rebound = () =>
  new LegalTextError(
    'misdirected',
    say`the host of the request (header Host) is a name that the server does not know as its own; name it in ALLOWED_HOSTS`,
  )

const foreignOrigin = () =>
  new LegalTextError(
    'forbidden',
    say`pages of this origin (header Origin) may not use /mcp; CORS_ORIGIN names those that may`,
  )

/** Headers of all responses: they depend on the request body, so intermediate caches must not store them. */
const FIXED_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const

/** Methods whose answers depend on the request and the corpus alone. */
const KEPT = new Set([
  'server/discover',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
])

/** Maximum length of cached answers, in characters. */
const LONGEST_KEPT = 64 * 1024

/** Maximum length of cached requests, in characters: longer ones are rarely repeated. */
const LONGEST_KEY = 4096

/** The id of a message, at either end, where clients write it: there it cannot be in an argument. */
const ID_FIRST = /^\{"jsonrpc":"2\.0","id":(0|[1-9]\d{0,14}|"[^"\\\p{Cc}]{0,100}")(?=,)/u
const ID_LAST = /(?<=,"id":)(0|[1-9]\d{0,14}|"[^"\\\p{Cc}]{0,100}")\}$/u

/** The cache key of an answer of one corpus, and the id that the answer repeats, as JSON. */
interface MessageKey {
  key: string
  id: string
}

/**
 * The key of a request, found without parsing it.
 * @param body of the request as text
 * @returns `undefined` for a message in another form
 */
function messageKey({ headers }: IncomingMessage, body: string): MessageKey | undefined {
  if (body.length > LONGEST_KEY) return undefined
  const [first, last] = [ID_FIRST.exec(body), ID_LAST.exec(body)]
  const found = first ?? last
  const id = found?.[1]
  // Of two ids the last one wins.
  if (found === null || id === undefined || (first !== null && last !== null)) return undefined
  const rest = found.index === 0 ? body.slice(found[0].length) : body.slice(0, found.index)
  return { key: `${found.index === 0}${readHeaders(headers)}\n${rest}`, id }
}

/** The headers that an answer can depend on. */
function readHeaders(headers: IncomingMessage['headers']): string {
  const { accept, 'mcp-protocol-version': protocol, 'mcp-method': method, 'mcp-name': name } = headers
  return `${headers['content-type']}\n${accept}\n${protocol}\n${method}\n${name}\n${headers['mcp-session-id']}`
}

/** The media types that the protocol requires clients to accept. */
const MESSAGE_TYPES = ['application/json', 'text/event-stream'] as const

/** The types that a client accepts; both by default. Real clients and proxies name one, or `*\/*`. */
function acceptedTypes({ accept = '*/*' }: IncomingMessage['headers']): readonly string[] {
  return MESSAGE_TYPES.filter((type) => accepts(accept, type))
}

/** The form of an answer for clients that accept only a stream. */
const asEvent = (json: string) => `event: message\ndata: ${json}\n\n`

interface Parsed {
  method?: unknown
  params?: { _meta?: { progressToken?: unknown } }
}

/** True if the answer to a message depends on the message and the corpus alone. */
const isKept = (parsed: unknown): boolean => isSingle(parsed) && KEPT.has(String((parsed as Parsed).method))

/** True if the answer to a message comes alone: without progress, and not as a stream of changes. */
function isSingle(parsed: unknown): boolean {
  if (!isRecord(parsed)) return false
  const { method, params } = parsed as Parsed
  return method !== 'subscriptions/listen' && params?._meta?.progressToken === undefined
}

/** A successful answer without the id of its request. */
class CachedResult {
  /** Bytes as a string (`latin1`), which Node writes in one piece with the headers, and twice as fast as other strings. */
  readonly #after: string
  readonly #length: number

  private constructor(result: string) {
    this.#after = toBytes(`,"result":${result}}`)
    this.#length = BEFORE.length + this.#after.length
  }

  /**
   * @param text the body of an answer
   * @param id of the request, as JSON
   * @returns `undefined` for an error
   */
  static of(text: string, id: string): CachedResult | undefined {
    const end = `,"jsonrpc":"2.0","id":${id}}`
    if (!text.startsWith(RESULT) || !text.endsWith(end)) return undefined
    // Large bodies are counted while they are sent, not cached.
    if (text.length > LONGEST_KEPT) return undefined
    return new CachedResult(text.slice(RESULT.length, -end.length))
  }

  /** Memory in bytes. */
  get size(): number {
    return this.#length
  }

  /** @param id of the request, as JSON */
  send(response: ServerResponse, id: string): void {
    const own = toBytes(id)
    response.writeHead(200, ['content-length', String(this.#length + own.length), ...HEADERS])
    response.end(BEFORE + own + this.#after, 'latin1')
  }
}

/** Beginning of an SDK answer; the other fields follow the result. */
const RESULT = '{"result":'

const toBytes = (text: string) => Buffer.from(text).toString('latin1')

/** Names and values in turn, the form that Node writes fastest. */
const HEADERS = ['content-type', 'application/json', ...Object.entries(FIXED_HEADERS).flat()]

const BEFORE = '{"jsonrpc":"2.0","id":'

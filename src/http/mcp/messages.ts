/** Messages of the protocol: what tells apart the requests that have the same answer, and that answer without its id. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isRecord } from '../../util/arguments.ts'
import { accepts } from '../content-negotiation.ts'

/** Headers of all answers: they depend on the body of the request, so that no cache in between may keep them. */
export const FIXED_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const

/** Methods whose answers follow from the request and the corpus alone. */
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

/** Longer answers are made anew, in characters. */
const LONGEST_KEPT = 64 * 1024

/** Longer requests are rarely sent twice, in characters. */
const LONGEST_KEY = 4096

/** The id of a message, at one of the two ends where clients write it: there it is that of the message, not of an argument. */
const ID_FIRST = /^\{"jsonrpc":"2\.0","id":(0|[1-9]\d{0,14}|"[^"\\\p{Cc}]{0,100}")(?=,)/u
const ID_LAST = /(?<=,"id":)(0|[1-9]\d{0,14}|"[^"\\\p{Cc}]{0,100}")\}$/u

/** What tells apart the answers of one corpus, and the id that an answer repeats, as JSON. */
export interface MessageKey {
  key: string
  id: string
}

/**
 * The key of a request, found without parsing it.
 * @param body of the request as text
 * @returns `undefined` for a message that is written in another way
 */
export function messageKey({ headers }: IncomingMessage, body: string): MessageKey | undefined {
  if (body.length > LONGEST_KEY) return undefined
  const [first, last] = [ID_FIRST.exec(body), ID_LAST.exec(body)]
  const found = first ?? last
  const id = found?.[1]
  // Of two ids the last one counts.
  if (found === null || id === undefined || (first !== null && last !== null)) return undefined
  const rest = found.index === 0 ? body.slice(found[0].length) : body.slice(0, found.index)
  return { key: `${found.index === 0}${readHeaders(headers)}\n${rest}`, id }
}

/** The headers that an answer can depend on. */
function readHeaders(headers: IncomingMessage['headers']): string {
  const { accept, 'mcp-protocol-version': protocol, 'mcp-method': method, 'mcp-name': name } = headers
  return `${headers['content-type']}\n${accept}\n${protocol}\n${method}\n${name}\n${headers['mcp-session-id']}`
}

/** The media types of which the protocol wants clients to accept both. */
export const MESSAGE_TYPES = ['application/json', 'text/event-stream'] as const

/** The types that a client accepts; both if it does not say. Real clients and proxies name one, or `*\/*`. */
export function acceptedTypes({ accept = '*/*' }: IncomingMessage['headers']): readonly string[] {
  return MESSAGE_TYPES.filter((type) => accepts(accept, type))
}

/** The form of an answer that is a stream for clients which accept nothing else. */
export const asEvent = (json: string) => `event: message\ndata: ${json}\n\n`

interface Parsed {
  method?: unknown
  params?: { _meta?: { progressToken?: unknown } }
}

/** Whether the answer to a message follows from the message and the corpus alone. */
export const isKept = (parsed: unknown): boolean => isSingle(parsed) && KEPT.has(String((parsed as Parsed).method))

/** Whether the answer to a message comes alone: without progress before it, and not as a stream of changes. */
export function isSingle(parsed: unknown): boolean {
  if (!isRecord(parsed)) return false
  const { method, params } = parsed as Parsed
  return method !== 'subscriptions/listen' && params?._meta?.progressToken === undefined
}

/** A successful answer without the id of its request. */
export class CachedResult {
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
    // Large bodies are counted while they are sent.
    if (text.length > LONGEST_KEPT) return undefined
    return new CachedResult(text.slice(RESULT.length, -end.length))
  }

  /** Its memory, in bytes. */
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

/** What the SDK writes before the result of an answer, whose other fields come after it. */
const RESULT = '{"result":'

const toBytes = (text: string) => Buffer.from(text).toString('latin1')

/** Names and values in turn, the form that Node writes fastest. */
const HEADERS = ['content-type', 'application/json', ...Object.entries(FIXED_HEADERS).flat()]

const BEFORE = '{"jsonrpc":"2.0","id":'

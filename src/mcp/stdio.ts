/** The protocol on standard input and output, for clients that start the program. stdout is reserved for it. */

import { once } from 'node:events'
import { Transform, type TransformCallback } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { ServedCorpus } from '../dataset/served-corpus.ts'
import type { Corpus } from '../model/corpus.ts'
import type { Settings } from '../program/settings.ts'
import { isRecord } from '../util/arguments.ts'
import { errorBody, LegalTextError } from '../util/errors.ts'
import { parseJSONRPCMessage, StdioServerTransport, serveStdio } from './sdk.ts'
import { createProtocolServer, type Service } from './server.ts'

/** Timeout of a request for a corpus that is being opened, in milliseconds. */
const LONGEST_OPENING = 20_000

/**
 * Serves until the client closes standard input and has received all pending answers.
 * @param log receives messages for the user, a line each
 */
export async function serveOnStdio(settings: Settings, log: (text: string) => void): Promise<void> {
  const pending = new Set<Promise<unknown>>()
  const tracked = <Result>(work: Promise<Result>): Promise<Result> => {
    pending.add(work)
    const done = () => pending.delete(work)
    work.then(done, done)
    return work
  }
  // Both are loaded after the first message is read, which is only a greeting.
  const offered = async () => (await import('./surface.ts')).surface
  const serving = setImmediate().then(async () => {
    const { ServedCorpus } = await import('../dataset/served-corpus.ts')
    return new ServedCorpus(settings, log)
  })
  // While the client reads the answer to its first message.
  serving.then(offered).catch(() => undefined)
  const service: Service = {
    corpus: () => tracked(serving.then(openedCorpus)),
    reasonOf: async (error) => {
      const present = (await serving).current(true)
      return present instanceof LegalTextError ? present : error
    },
    track: tracked,
    log: (error) => log(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    isPrivate: false,
  }
  const input = new MessageLines((rejection) => process.stdout.write(`${JSON.stringify(rejection)}\n`), whenRead)
  const transport = new StdioServerTransport(input, process.stdout)
  const onerror = ({ message }: Error) => log(`A message of the client cannot be read: ${message}`)
  const connection = serveStdio(() => createProtocolServer(offered, service), { transport, onerror })
  // Each pending answer has a listener.
  process.stdout.setMaxListeners(0)
  process.stdin.pipe(input, { end: false })
  await new Promise((resolve) => process.stdin.once('end', resolve).once('close', resolve))
  // Terminates an unterminated last line.
  input.write('\n')
  await idle(pending)
  await connection.close()
  await (await serving).close()
}

/** Backpressure: reads no further input while the client does not read its answers. */
function whenRead(): Promise<unknown> | undefined {
  return process.stdout.writableNeedDrain ? once(process.stdout, 'drain') : undefined
}

/** Resolves once all received input is parsed and answered. */
async function idle(pending: ReadonlySet<Promise<unknown>>): Promise<void> {
  for (let calm = 0; calm < 3; calm++) {
    await setImmediate()
    if (pending.size === 0) continue
    calm = 0
    await Promise.allSettled(pending)
  }
}

/** The corpus, after waiting for it to open. */
async function openedCorpus(served: ServedCorpus): Promise<Corpus | LegalTextError> {
  const present = served.current()
  if (!(present instanceof LegalTextError) || errorBody(present).stage !== 'opening') return present
  const timeout = new AbortController()
  const opened = served.opened.catch(() => undefined)
  const late = new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_OPENING)
    timeout.signal.addEventListener('abort', () => clearTimeout(timer))
  })
  await Promise.race([opened, late])
  timeout.abort()
  return served.current()
}

/** Maximum line length in bytes; longer ones are dropped. The SDK would close the connection. */
const LONGEST_LINE = 10 * 1024 * 1024

const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600

/** The answer to a line that is not a message. Without an id if that is unreadable. */
export interface Rejection {
  jsonrpc: '2.0'
  id?: string | number
  error: { code: number; message: string }
}

const NEWLINE = 0x0a

/** Passes on the lines that are JSON-RPC messages. */
export class MessageLines extends Transform {
  readonly #reject: (rejection: Rejection) => void
  readonly #whenReady: () => Promise<unknown> | undefined
  #parts: Buffer[] = []
  #length = 0

  /**
   * @param reject receives the answer to each other line
   * @param whenReady resolves when the next chunk may be read; `undefined` for at once
   */
  constructor(reject: (rejection: Rejection) => void, whenReady: () => Promise<unknown> | undefined = () => undefined) {
    super()
    this.#reject = reject
    this.#whenReady = whenReady
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#add(chunk.subarray(start, end))
      this.#endLine()
      start = end + 1
    }
    this.#add(chunk.subarray(start))
    const ready = this.#whenReady()
    if (ready === undefined) done()
    else ready.then(() => done(), done)
  }

  override _flush(done: TransformCallback): void {
    this.#endLine()
    done()
  }

  #add(part: Buffer): void {
    this.#length += part.length
    if (this.#length <= LONGEST_LINE) this.#parts.push(part)
    else this.#parts = []
  }

  #endLine(): void {
    const length = this.#length
    const line = Buffer.concat(this.#parts).toString().trim()
    this.#parts = []
    this.#length = 0
    const wrong = length > LONGEST_LINE ? tooLong() : line === '' ? undefined : rejectionOf(line)
    if (wrong !== undefined) this.#reject(wrong)
    else if (line !== '') this.push(`${line}\n`)
  }
}

const tooLong = (): Rejection => rejection(INVALID_REQUEST, `the message is longer than ${LONGEST_LINE} bytes`)

/** @returns `undefined` for a message */
function rejectionOf(line: string): Rejection | undefined {
  let message: unknown
  try {
    message = JSON.parse(line)
  } catch (error) {
    return rejection(PARSE_ERROR, `a message must be JSON on one line: ${(error as Error).message}`)
  }
  if (Array.isArray(message)) return rejection(INVALID_REQUEST, 'messages are sent one by one, not as an array')
  if (!isRecord(message)) return rejection(INVALID_REQUEST, 'a message must be an object')
  const { jsonrpc, id, method, params } = message
  const known = typeof id === 'string' || typeof id === 'number' ? id : undefined
  const refuse = (what: string) => rejection(INVALID_REQUEST, what, known)
  if (jsonrpc !== '2.0') return refuse('a message must have "jsonrpc": "2.0"')
  if (typeof method !== 'string' && !('result' in message || 'error' in message))
    return refuse('a request must have a "method", a text')
  if (id !== undefined && known === undefined) return refuse('the "id" of a request must be a text or a number')
  if (params !== undefined && (!isRecord(params) || Array.isArray(params))) return refuse('"params" must be an object')
  try {
    parseJSONRPCMessage(message)
    return undefined
  } catch {
    return refuse(
      'a message has jsonrpc, id, method and params (or result, or error), and nothing else; see the schema of the protocol',
    )
  }
}

const rejection = (code: number, message: string, id?: string | number): Rejection => ({
  jsonrpc: '2.0',
  ...(id !== undefined && { id }),
  error: { code, message },
})

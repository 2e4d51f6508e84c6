/** Lines of standard input that are messages. The SDK drops others without a word; here they are answered with an error. */
import { Transform, type TransformCallback } from 'node:stream'
import { isRecord } from '../util/arguments.ts'
import { parseJSONRPCMessage } from './sdk.ts'

/** Longer lines are dropped, in bytes. The SDK closes the connection at this length. */
const LONGEST_LINE = 10 * 1024 * 1024

const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600

/** The answer to a line that is no message. Without an id if that cannot be read. */
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
   * @param whenReady says when the next chunk may be read; `undefined` for at once
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

/** Bodies of requests: most routes use none, but clients may send them, with or without a length. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { say } from '../i18n/texts.ts'
import { LegalTextError } from '../util/errors.ts'
import type { BodyBudget } from './body-budget.ts'
import { noteBody } from './observe.ts'

/** Requests that expect 100 (Continue) before their body, but are answered without. */
const unsent = new WeakSet<IncomingMessage>()

/** Marks a request whose body is not awaited. */
export function doNotAwaitBody(request: IncomingMessage): void {
  unsent.add(request)
}

/**
 * True if the end of a request is unambiguous. A proxy of HTTP/1.0 ignores `Transfer-Encoding`, and may take the body for the next
 * request (RFC 9112, 6.1). After a request with `Upgrade`, Node loses the rest of the packet.
 */
export function hasPlainEnd({ headers, httpVersion }: IncomingMessage): boolean {
  const { 'transfer-encoding': coding, upgrade } = headers
  return upgrade === undefined && (coding === undefined || (isChunked(coding) && httpVersion !== '1.0'))
}

/** Number of parts free to a body of any length: chunks of its coding, or network packets. */
const FREE_PARTS = 1024

/** Minimum bytes of a body for each further part. A chunk of one byte costs the server as much as one of 64 KB. */
const BYTES_PER_PART = 128

/** Bytes of a body that are read without pacing, and in each of its turns. */
const UNPACED = 64 * 1024
const BYTES_PER_TURN = 16 * 1024

/** Number of long bodies read from in one turn of the event loop. */
const BODIES_PER_TURN = 8

/** Long bodies whose next part waits for a turn. */
const paused: Readable[] = []

/**
 * Returns what paces a body by the lengths of its parts: the next part of a long one is left to a later turn of the event loop. libuv accepts one connection in each: if each turn
 * read a part of 200 bodies, the last of as many new connections would wait for ten seconds.
 */
function pacerOf(body: Readable): (length: number) => void {
  let rest = UNPACED
  return (length) => {
    rest -= length
    if (rest >= 0) return
    rest = BYTES_PER_TURN
    body.pause()
    if (paused.push(body) === 1) setImmediate(readNextParts)
  }
}

function readNextParts(): void {
  for (const body of paused.splice(0, BODIES_PER_TURN)) body.resume()
  if (paused.length > 0) setImmediate(readNextParts)
}

/** Maximum number of bytes of a rejected body that are read and dropped. */
const MOST_DROPPED = 16 * 1024 * 1024

/**
 * Checks the body of a request, if there is one, and discards it on arrival. One without `Content-Length` is awaited.
 * @returns a promise if the body is awaited. It rejects with the LegalTextError `payload_too_large` as soon as the body is
 *   longer than `maximum` bytes or arrives in too many small chunks, and with `invalid_input` if the body is incomplete
 * @throws LegalTextError `payload_too_large` if `Content-Length` is more than `maximum` bytes, `invalid_input` if the
 *   transfer coding is not supported
 */
export function checkBody(request: IncomingMessage, maximum: number): void | Promise<void> {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  if (length === undefined && coding === undefined) return
  if (length !== undefined) {
    if (Number(length) > maximum) throw payloadTooLarge(maximum)
    if (Number(length) > 0) discardAnnounced(request)
    return
  }
  if (!isChunked(coding as string)) throw unsupportedCoding()
  if (!unsent.has(request)) return countBody(request, maximum)
}

const isChunked = (coding: string) => coding.toLowerCase() === 'chunked'

export function payloadTooLarge(maximum: number): LegalTextError {
  return new LegalTextError('payload_too_large', say`the request body is larger than ${maximum} bytes`)
}

const unsupportedCoding = () =>
  new LegalTextError('invalid_input', say`the only supported Transfer-Encoding is chunked`)

function tooManyChunks(): LegalTextError {
  return new LegalTextError('payload_too_large', say`the request body arrives in too many small chunks`)
}

/** Counts a body, and paces it if it is long. Returns for each part true if there are too many by now. */
function partCounter(body: Readable): (part: Buffer) => boolean {
  let parts = 0
  let length = 0
  const pace = pacerOf(body)
  return (part) => {
    parts += 1
    length += part.length
    pace(part.length)
    return parts > FREE_PARTS + length / BYTES_PER_PART
  }
}

/** Discards a body whose request is answered without it. One that arrives in too many parts ends the connection. */
function discardAnnounced(request: IncomingMessage): void {
  const areTooMany = partCounter(request)
  request.on('data', (part: Buffer) => {
    if (areTooMany(part)) request.socket.destroySoon()
  })
}

function countBody(request: IncomingMessage, maximum: number): Promise<void> {
  return new Promise((resolve, reject) => onParts(request, maximum, () => undefined, resolve, reject))
}

/** Receives the parts of a body until its end, or until it is rejected as {@link checkBody} says. */
function onParts(
  request: IncomingMessage,
  maximum: number,
  keep: (part: Buffer) => void,
  end: () => void,
  reject: (error: LegalTextError) => void,
): void {
  const areTooMany = partCounter(request)
  let length = 0
  const count = (chunk: Buffer) => {
    length += chunk.length
    const isTooLarge = length > maximum
    if (!isTooLarge && !areTooMany(chunk)) return keep(chunk)
    request.off('data', count)
    reject(isTooLarge ? payloadTooLarge(maximum) : tooManyChunks())
  }
  request.on('data', count)
  request.on('end', end)
  request.on('error', () => reject(new LegalTextError('invalid_input', say`the request body is incomplete`)))
}

/** The client of a body, and the budget of its memory until the request is answered. */
export interface BodyReading {
  client: string
  budget: BodyBudget
  /** In bytes. */
  maximum: number
}

/**
 * Reads the body of a request. A client that waits for 100 (Continue) gets it.
 * @throws LegalTextError as {@link checkBody}; `too_many_requests` if the budget is exhausted, `invalid_input` if it arrives too
 *   slowly
 */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  { client, budget, maximum }: BodyReading,
): Promise<string> {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  if (length !== undefined && Number(length) > maximum) throw payloadTooLarge(maximum)
  if (coding !== undefined && !isChunked(coding)) throw unsupportedCoding()
  if (unsent.has(request)) response.writeContinue()
  // Decoded text is smaller than the parts, which lie outside the heap and are freed late and in pieces.
  const decoder = new StringDecoder()
  let text = ''
  let isOver = false
  await new Promise<void>((resolve, reject) => {
    const fail = (error: unknown) => {
      if (isOver) return
      isOver = true
      text = ''
      budget.release(held)
      reject(error)
    }
    const held = budget.begin(client, (error) => {
      // Do not wait for the rest of the body.
      response.shouldKeepAlive = false
      fail(error)
    })
    response.once('close', () => budget.release(held))
    const keep = (part: Buffer) => {
      if (isOver) return
      text += decoder.write(part)
      try {
        budget.add(held, part.length)
      } catch (error) {
        fail(error)
      }
    }
    const end = () => {
      if (isOver) return
      isOver = true
      noteBody(request)
      budget.complete(held)
      resolve()
    }
    onParts(request, maximum, keep, end, fail)
  })
  const whole = text + decoder.end()
  // Listeners of the request and of the response retain `text` until the response is sent.
  text = ''
  return whole
}

/**
 * Takes a connection from the parser for good, once the current packet is parsed, and drops what still arrives. A million
 * chunks of one byte cost 1.3 s in the parser, and 10 ms as mere bytes.
 */
export function dropRest({ socket }: IncomingMessage): void {
  let dropped = 0
  const pace = pacerOf(socket)
  process.nextTick(() => {
    // A listener of `data` makes Node.js read into the socket instead of the parser.
    socket.removeAllListeners('data').on('data', ({ length }: Buffer) => {
      dropped += length
      if (dropped > MOST_DROPPED) socket.pause()
      else pace(length)
    })
    socket.resume()
  })
}

/** An answer that is ready to be sent, in every encoding that clients ask for. */

import { Readable } from 'node:stream'
import { LegalTextError } from '../errors.ts'
import { type Encoding, encode, SMALLEST_ENCODED } from './content-negotiation.ts'
import { type HeaderOptions, RepresentationHeaders } from './representation-headers.ts'

/**
 * Bytes, in a string (`latin1`) where they are few: Node writes such a string at once, together with the head. A buffer is a
 * piece of its own, which costs a twelfth of the time of a norm (80,000 or 86,000 requests a second).
 */
export type Bytes = string | Buffer

/** Most norms are shorter. Node could write strings of 16 KB so, but V8 lets its memory grow with what is kept in strings. */
const LONGEST_STRING = 4096

/** What the encoded forms of a body take beside it, at most, as a share of it. */
const ENCODED_SHARE = 0.6

export class BufferedRepresentation {
  readonly body: Bytes
  readonly head: RepresentationHeaders
  /** By encoding; the names and values in turn, which Node writes soonest. */
  readonly #headers = new Map<Encoding, string[]>()
  readonly #encoded = new Map<Encoding, Promise<Bytes>>()

  constructor(text: string, head: HeaderOptions = {}) {
    this.body = toBytes(text)
    this.head = new RepresentationHeaders(head)
  }

  /** Whether it is worth while to encode the body. */
  get isCompressible(): boolean {
    return this.body.length >= SMALLEST_ENCODED
  }

  /** The memory that it takes or may come to take, in bytes. */
  get size(): number {
    return this.body.length * (this.isCompressible ? 1 + ENCODED_SHARE : 1)
  }

  /** All headers of the answer. @param body in this encoding */
  headers(encoding: Encoding, body: Bytes): string[] {
    let headers = this.#headers.get(encoding)
    if (headers === undefined) {
      headers = ['Content-Length', String(body.length), ...this.head.headers(encoding)]
      this.#headers.set(encoding, headers)
    }
    return headers
  }

  /** The body in an encoding, which is made once; where that fails, it is tried again for the next who asks. */
  encoded(encoding: Exclude<Encoding, 'identity'>): Promise<Bytes> {
    let body = this.#encoded.get(encoding)
    if (body === undefined) {
      const bytes = typeof this.body === 'string' ? Buffer.from(this.body, 'latin1') : this.body
      body = encode(bytes, encoding).then(inString)
      body.catch(() => this.#encoded.delete(encoding))
      this.#encoded.set(encoding, body)
    }
    return body
  }
}

/** Where the bytes of short texts are made. */
const scratch = Buffer.allocUnsafeSlow(LONGEST_STRING)

/** A long body has memory of its own: as part of Node's shared pool it would keep the whole pool for as long as it is kept. */
function toBytes(text: string): Bytes {
  const length = Buffer.byteLength(text)
  if (length <= LONGEST_STRING) return scratch.toString('latin1', 0, scratch.write(text))
  const bytes = Buffer.allocUnsafeSlow(length)
  bytes.write(text)
  return bytes
}

const inString = (bytes: Buffer): Bytes => (bytes.length <= LONGEST_STRING ? bytes.toString('latin1') : bytes)

/*FILEDOC An answer that is sent while it is being made: no faster than the client reads it, and never whole in memory. */

/** When a client may try again that found no room, in seconds. */
const RETRY_AFTER = 1

/** Room for so many answers of this kind at a time: each takes memory for as long as its client likes. */
export class StreamLimit {
  readonly #most: number
  #count = 0

  constructor(most: number) {
    this.#most = most
  }

  /** @throws LegalTextError `too_many_requests` where there is none */
  acquire(): void {
    if (this.#count === this.#most) {
      const message = `${this.#most} whole laws are being sent, which is the most; try again in ${RETRY_AFTER} s`
      throw new LegalTextError('too_many_requests', message, { retry_after: RETRY_AFTER })
    }
    this.#count++
  }

  release(): void {
    this.#count--
  }
}

export class StreamedRepresentation {
  readonly head: RepresentationHeaders
  readonly #parts: () => AsyncIterable<string>
  readonly #room: StreamLimit

  /** @param parts makes the text of the body in parts, none empty; called only where the body is wanted */
  constructor(parts: () => AsyncIterable<string>, head: HeaderOptions, room: StreamLimit) {
    this.head = new RepresentationHeaders(head)
    this.#parts = parts
    this.#room = room
  }

  /** The body. Whoever ends it early ends its making. @throws LegalTextError `too_many_requests` where there is no room */
  read(): Readable {
    this.#room.acquire()
    const body = Readable.from(this.#parts(), { objectMode: true, highWaterMark: 1 })
    return body.once('close', () => this.#room.release())
  }
}

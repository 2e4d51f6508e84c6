/** An answer that is ready to be sent, in every encoding that clients ask for. */

import { AnswerHead, type HeadOptions } from './answer-head.ts'
import { type Encoding, encode, SMALLEST_ENCODED } from './content-encoding.ts'

/**
 * Bytes, in a string (`latin1`) where they are few: Node writes such a string at once, together with the head. A buffer is a
 * piece of its own, which costs a twelfth of the time of a norm (80,000 or 86,000 requests a second).
 */
export type Bytes = string | Buffer

/** Most norms are shorter. Node could write strings of 16 KB so, but V8 lets its memory grow with what is kept in strings. */
const LONGEST_STRING = 4096

/** What the encoded forms of a body take beside it, at most, as a share of it. */
const ENCODED_SHARE = 0.6

export class ReadyAnswer {
  readonly body: Bytes
  readonly head: AnswerHead
  /** By encoding; the names and values in turn, which Node writes soonest. */
  readonly #headers = new Map<Encoding, string[]>()
  readonly #encoded = new Map<Encoding, Promise<Bytes>>()

  constructor(text: string, head: HeadOptions = {}) {
    this.body = toBytes(text)
    this.head = new AnswerHead(head)
  }

  /** Whether it is worth while to encode the body. */
  get isLarge(): boolean {
    return this.body.length >= SMALLEST_ENCODED
  }

  /** The memory that it takes or may come to take, in bytes. */
  get size(): number {
    return this.body.length * (this.isLarge ? 1 + ENCODED_SHARE : 1)
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
const room = Buffer.allocUnsafeSlow(LONGEST_STRING)

/** A long body has memory of its own: as part of Node's shared pool it would keep the whole pool for as long as it is kept. */
function toBytes(text: string): Bytes {
  const length = Buffer.byteLength(text)
  if (length <= LONGEST_STRING) return room.toString('latin1', 0, room.write(text))
  const bytes = Buffer.allocUnsafeSlow(length)
  bytes.write(text)
  return bytes
}

const inString = (bytes: Buffer): Bytes => (bytes.length <= LONGEST_STRING ? bytes.toString('latin1') : bytes)

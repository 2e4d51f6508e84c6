/** An answer that is ready to be sent, in every encoding that clients ask for. */

import { AnswerHead, type HeadOptions } from './answer-head.ts'
import { type Encoding, encode, SMALLEST_ENCODED } from './content-encoding.ts'

/** What the encoded forms of a body take beside it, at most, as a share of it. */
const ENCODED_SHARE = 0.6

export class ReadyAnswer {
  readonly body: Buffer
  readonly head: AnswerHead
  /** By encoding; the names and values in turn, which Node writes soonest. */
  readonly #headers = new Map<Encoding, string[]>()
  readonly #encoded = new Map<Encoding, Promise<Buffer>>()

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
  headers(encoding: Encoding, body: Buffer): string[] {
    let headers = this.#headers.get(encoding)
    if (headers === undefined) {
      headers = ['Content-Length', String(body.length), ...this.head.headers(encoding)]
      this.#headers.set(encoding, headers)
    }
    return headers
  }

  /** The body in an encoding, which is made once; where that fails, it is tried again for the next who asks. */
  encoded(encoding: Exclude<Encoding, 'identity'>): Promise<Buffer> {
    let body = this.#encoded.get(encoding)
    if (body === undefined) {
      body = encode(this.body, encoding)
      body.catch(() => this.#encoded.delete(encoding))
      this.#encoded.set(encoding, body)
    }
    return body
  }
}

/** A body in memory of its own: as part of Node's shared pool it would keep the whole pool for as long as it is kept. */
function toBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

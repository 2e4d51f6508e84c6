/** Representations of answers: buffered ones, in every requested encoding, and streamed ones. */
import type { Readable } from 'node:stream'
import { type Encoding, encode, SMALLEST_ENCODED } from './content-negotiation.ts'
import { type HeaderOptions, RepresentationHeaders } from './representation-headers.ts'
import type { StreamLimit } from './stream-limit.ts'

/**
 * Bytes; few of them as a string (`latin1`), which Node writes in one piece with the headers. A separate buffer would cost a
 * twelfth of the time of a norm (80,000 instead of 86,000 requests a second).
 */
export type Bytes = string | Buffer

/** Most norms are shorter. Node could write strings of 16 KB so, but many stored strings make the heap of V8 grow. */
const LONGEST_STRING = 4096

/** Upper estimate of the size of all encoded forms, as a share of the body. */
const ENCODED_SHARE = 0.6

export class BufferedRepresentation {
  readonly body: Bytes
  readonly head: RepresentationHeaders
  /** By encoding; names and values in turn, the form that Node writes fastest. */
  readonly #headers = new Map<Encoding, string[]>()
  readonly #encoded = new Map<Encoding, Promise<Bytes>>()

  constructor(text: string | Buffer, head: HeaderOptions = {}) {
    this.body = typeof text === 'string' ? toBytes(text) : text
    this.head = new RepresentationHeaders(head)
  }

  /** Whether the body is large enough to be encoded. */
  get isCompressible(): boolean {
    return !this.head.isImmutable && this.body.length >= SMALLEST_ENCODED
  }

  /** Its memory with all encoded forms, in bytes. */
  get size(): number {
    return this.body.length * (this.isCompressible ? 1 + ENCODED_SHARE : 1)
  }

  /** All headers. @param body in this encoding */
  headers(encoding: Encoding, body: Bytes): string[] {
    let headers = this.#headers.get(encoding)
    if (headers === undefined) {
      headers = ['Content-Length', String(body.length), ...this.head.headers(encoding)]
      this.#headers.set(encoding, headers)
    }
    return headers
  }

  /** The encoded body, made at the first request; after a failure, the next request tries again. */
  encoded(encoding: Exclude<Encoding, 'identity'>): Promise<Bytes> {
    let body = this.#encoded.get(encoding)
    if (body === undefined) {
      const bytes = typeof this.body === 'string' ? Buffer.from(this.body, 'latin1') : this.body
      body = encode(bytes, encoding).then(shortToString)
      body.catch(() => this.#encoded.delete(encoding))
      this.#encoded.set(encoding, body)
    }
    return body
  }
}

/** Buffer in which short texts are encoded. */
const scratch = Buffer.allocUnsafeSlow(LONGEST_STRING)

/** Gives long bodies memory of their own: a slice of the shared pool would keep the whole pool in memory. */
function toBytes(text: string): Bytes {
  const length = Buffer.byteLength(text)
  if (length <= LONGEST_STRING) return scratch.toString('latin1', 0, scratch.write(text))
  const bytes = Buffer.allocUnsafeSlow(length)
  bytes.write(text)
  return bytes
}

const shortToString = (bytes: Buffer): Bytes => (bytes.length <= LONGEST_STRING ? bytes.toString('latin1') : bytes)

/** A body that is made while it is sent, no faster than the client reads it, and never whole in memory. */
export class StreamedRepresentation {
  readonly head: RepresentationHeaders
  readonly #parts: () => AsyncIterable<string>
  readonly #limit: StreamLimit
  readonly #client: string

  /**
   * @param parts makes the body in parts, none empty; called only if the body is wanted
   * @param client network of the client, in whose share of the limit it is sent
   */
  constructor(parts: () => AsyncIterable<string>, head: HeaderOptions, limit: StreamLimit, client: string) {
    this.head = new RepresentationHeaders(head)
    this.#parts = parts
    this.#limit = limit
    this.#client = client
  }

  /** The body. Destroying the stream stops its making. @throws LegalTextError `too_many_requests` at the limit */
  read(): Readable {
    return this.#limit.open(this.#client, this.#parts)
  }
}

export type Representation = BufferedRepresentation | StreamedRepresentation

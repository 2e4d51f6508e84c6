/** Tracks the memory of large unsent response bodies (slow readers). */
import type { ServerResponse } from 'node:http'
import type { Bytes } from './representation.ts'

/** Minimum size of a counted body, in bytes. */
const LARGE = 64 * 1024

export const isLarge = (body: Bytes) => body.length >= LARGE

/** Maximum bytes of large bodies under way before the next one is computed. */
const MOST_BYTES = 32 * 1024 * 1024

interface SentBody {
  /** The client that first received it, to whose share it counts. */
  client: string
  responses: number
}

/** Counts the large unsent bodies, each once, and shares their memory among clients. */
export class SentBodies {
  readonly #most: number
  readonly #onRelease: () => void
  readonly #bodies = new Map<Bytes, SentBody>()
  /** Bytes by client. */
  readonly #clients = new Map<string, number>()
  #bytes = 0

  /** @param onRelease called when memory is released */
  constructor(onRelease: () => void, most = MOST_BYTES) {
    this.#onRelease = onRelease
    this.#most = most
  }

  /** True if another large body may be computed for a client: always, if it uses less than its share. */
  hasRoomFor(client: string): boolean {
    if (this.#bytes < this.#most) return true
    const own = this.#clients.get(client) ?? 0
    return own < this.#most / (this.#clients.size + (own > 0 ? 0 : 1))
  }

  /** Counts a large body until the response is sent or its connection closed. */
  add(client: string, body: Bytes, response: ServerResponse): void {
    if (response.destroyed) return
    const known = this.#bodies.get(body)
    if (known !== undefined) known.responses++
    else {
      this.#bodies.set(body, { client, responses: 1 })
      this.#count(client, body.length)
    }
    response.once('close', () => this.#release(body))
  }

  #release(body: Bytes): void {
    const sent = this.#bodies.get(body) as SentBody
    if (--sent.responses > 0) return
    this.#bodies.delete(body)
    this.#count(sent.client, -body.length)
    this.#onRelease()
  }

  #count(client: string, bytes: number): void {
    this.#bytes += bytes
    const own = (this.#clients.get(client) ?? 0) + bytes
    if (own > 0) this.#clients.set(client, own)
    else this.#clients.delete(client)
  }
}

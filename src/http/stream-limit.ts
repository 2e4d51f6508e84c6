/** Limits how many whole laws are sent at a time, in shares for each client. */

import { Readable } from 'node:stream'
import { say } from '../i18n/texts.ts'
import { LegalTextError } from '../util/errors.ts'

/** Value of `Retry-After` when there is no place, in seconds. */
const RETRY_AFTER = 1

/** Time after which a stream of which its client has read nothing may end for another client, in milliseconds. */
const STALLED = 5000

interface Client {
  streams: number
}

interface Stream {
  client: Client
  end: () => void
  /** When a part was last made: no sooner than the client has read most of those before it. */
  lastPart: number
}

/**
 * Shares places among clients: each stream takes memory for as long as its client reads. A client gets another place while it
 * has fewer than are free (the dynamic threshold of switch buffers, Choudhury and Hahne 1998). So a single client gets half of
 * all places, and others still find room. A client without room gets the place of a stalled stream of a client with more.
 */
export class StreamLimit {
  readonly #places: number
  readonly #streams = new Set<Stream>()
  readonly #clients = new Map<string, Client>()
  readonly #now: () => number

  /**
   * @param limit number of streams that one client may have while no other has any; all together may have twice as many
   * @param now monotonic clock, in milliseconds
   */
  constructor(limit: number, now = () => performance.now()) {
    this.#places = 2 * limit
    this.#now = now
  }

  /**
   * Opens a stream. Destroying it stops the making of its parts.
   * @param network of the client
   * @param parts makes the body; called only if there is a place
   * @throws LegalTextError `too_many_requests` if there is no place
   */
  open(network: string, parts: () => AsyncIterable<string>): Readable {
    const client = this.#clients.get(network) ?? { streams: 0 }
    if (client.streams >= this.#places - this.#streams.size && !this.#endStalled(client)) {
      const message = say`too many whole laws are being sent; try again in ${RETRY_AFTER} s`
      throw new LegalTextError(
        'too_many_requests',
        message,
        { retry_after: RETRY_AFTER },
        { cause: { code: 'streams' } },
      )
    }
    const stream: Stream = { client, end: () => body.destroy(), lastPart: this.#now() }
    const body = Readable.from(this.#noted(parts(), stream), { objectMode: true, highWaterMark: 1 })
    this.#streams.add(stream)
    client.streams++
    this.#clients.set(network, client)
    return body.once('close', () => {
      this.#remove(stream)
      if (client.streams === 0) this.#clients.delete(network)
    })
  }

  async *#noted(parts: AsyncIterable<string>, stream: Stream): AsyncGenerator<string> {
    for await (const part of parts) {
      stream.lastPart = this.#now()
      yield part
    }
  }

  /** Ends a stalled stream of the client that has most of them, if it has more than another. @returns whether there is one */
  #endStalled(other: Client): boolean {
    const before = this.#now() - STALLED
    let stalled: Stream | undefined
    for (const stream of this.#streams) {
      const most = (stalled?.client ?? other).streams
      if (stream.client.streams > most && stream.lastPart <= before) stalled = stream
    }
    if (stalled === undefined) return false
    this.#remove(stalled)
    stalled.end()
    return true
  }

  #remove(stream: Stream): void {
    if (this.#streams.delete(stream)) stream.client.streams--
  }
}

/** Limits the number of whole laws sent at a time, with shares for each client. */

import { Readable } from 'node:stream'
import { say } from '../i18n/texts.ts'
import { LegalTextError } from '../util/errors.ts'

/** `Retry-After` if all places are taken, in seconds. */
const RETRY_AFTER = 1

/** Time after which a stream whose client reads nothing may end for another client, in milliseconds. */
const STALLED = 5000

interface Client {
  streams: number
}

interface Stream {
  client: Client
  end: () => void
  /** Time of the last part: parts are made only after the client has read most of those before. */
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
   * @param limit number of streams for a single client alone; all clients together may have twice as many
   * @param now monotonic clock, in milliseconds
   */
  constructor(limit: number, now = () => performance.now()) {
    this.#places = 2 * limit
    this.#now = now
  }

  /**
   * Opens a stream. Destroying it stops the making of its parts.
   * @param network of the client
   * @param parts makes the body; called only if a place is free
   * @throws LegalTextError `too_many_requests` if all places are taken
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

  /** Ends a stalled stream of the client with most streams, if it has more than another. @returns true if one ended */
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

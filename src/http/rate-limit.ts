/**
 * How often each client may ask: each has a bucket of as many requests as a minute allows, which fills again evenly. A
 * bucket is told by one number, the time at which it will be full (the generic cell rate algorithm, ITU-T I.371). A full
 * bucket, which is one that was left alone for a minute, needs none, so that the numbers are kept for two minutes at most.
 */

const MINUTE = 60_000

/** How many clients a generation holds before it makes way for the next: a flood of addresses takes some 15 MB. */
const MOST_CLIENTS = 65_536

export class RateLimit {
  /** How long one request takes to be filled up again, in milliseconds. */
  readonly #interval: number
  /** When the bucket of each client is full: of clients seen lately, and of those before them. */
  #young = new Map<string, number>()
  #old = new Map<string, number>()
  /** When the younger generation began. */
  #begin = Number.NEGATIVE_INFINITY

  /** @param limit requests a minute */
  constructor(limit: number) {
    this.#interval = MINUTE / limit
  }

  /**
   * Counts a request, unless it is refused.
   * @param now in milliseconds, of any clock that only goes forward
   * @returns 0 where the request is taken, else in how many seconds the next one will be
   */
  take(client: string, now = performance.now()): number {
    if (now - this.#begin >= MINUTE || this.#young.size >= MOST_CLIENTS) {
      this.#old = this.#young
      this.#young = new Map()
      this.#begin = now
    }
    const full = Math.max(this.#young.get(client) ?? this.#old.get(client) ?? 0, now)
    const missing = full - now + this.#interval
    // Half an interval makes up for what sums of fractions lose.
    if (missing > MINUTE + this.#interval / 2) return Math.ceil((missing - MINUTE) / 1000)
    this.#young.set(client, full + this.#interval)
    return 0
  }
}

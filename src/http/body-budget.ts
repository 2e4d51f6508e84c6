/**
 * Memory of request bodies, from their first byte until the response, with a share for each client. Short bodies are answered soon
 * and have their own budget, so that pending long ones do not block them.
 */

import { say } from '../i18n/texts.ts'
import { LegalTextError } from '../util/errors.ts'

/** A body that takes its memory from a budget. */
export interface HeldBody {
  readonly client: string
  /** Aborts its receiving with an error. Its memory is released. */
  readonly giveUp: (error: LegalTextError) => void
  length: number
  isWhole: boolean
  /** Time of its last part, in milliseconds. */
  lastPart: number
  /** Time of the last check of its rate, and its length then. */
  checked: { at: number; length: number }
}

/** Limits in bytes. */
interface Share {
  ofAll: number
  ofClient: number
}

const MEBIBYTE = 1024 * 1024

/** The longest short body, in bytes. */
const SHORT = 32 * 1024
const SHORT_BODIES: Share = { ofAll: 8 * MEBIBYTE, ofClient: 2 * MEBIBYTE }
const LONG_BODIES: Share = { ofAll: 16 * MEBIBYTE, ofClient: 6 * MEBIBYTE }

/** Idle time after which a body gives way to another one, in milliseconds. */
const STALLED = 500

/** Minimum rate of a body in bytes per second, and its interval in milliseconds. */
const LOWEST_RATE = 1024
const RATE_PERIOD = 5000

/** `Retry-After` of a refused client, in seconds. */
const RETRY_AFTER = 2

/** Bytes of bodies that this process holds. */
let held = 0

export const heldBytes = () => held

export class BodyBudget {
  readonly #now: () => number
  /** A single body of the largest length always fits. */
  readonly #maximum: number
  readonly #bodies = new Set<HeldBody>()
  #timer: NodeJS.Timeout | undefined

  /** @param maximum length of a body, in bytes */
  constructor(maximum: number, now = () => performance.now()) {
    this.#maximum = maximum
    this.#now = now
  }

  /** Begins to count a body. @param giveUp aborts its receiving */
  begin(client: string, giveUp: (error: LegalTextError) => void): HeldBody {
    const now = this.#now()
    const body = { client, giveUp, length: 0, isWhole: false, lastPart: now, checked: { at: now, length: 0 } }
    this.#bodies.add(body)
    this.#timer ??= setInterval(() => this.checkRates(), 1000).unref()
    return body
  }

  /** Counts a part. @throws LegalTextError `too_many_requests` if the budget is exhausted */
  add(body: HeldBody, length: number): void {
    body.length += length
    held += length
    body.lastPart = this.#now()
    const { ofAll, ofClient } = isLong(body) ? LONG_BODIES : SHORT_BODIES
    const alike = [...this.#bodies].filter((each) => isLong(each) === isLong(body))
    const own = alike.filter(({ client }) => client === body.client)
    if (sum(own) > Math.max(ofClient, this.#maximum))
      throw tooMany(say`too many requests of this client wait; try again in ${RETRY_AFTER} s`, 'bodies_of_client')
    for (let over = sum(alike) - Math.max(ofAll, this.#maximum); over > 0; ) {
      const stalled = this.#longestStalled(alike)
      if (stalled === undefined) throw tooMany(say`too many requests wait; try again in ${RETRY_AFTER} s`, 'bodies')
      over -= stalled.length
      stalled.giveUp(tooSlow())
    }
  }

  /** The body has arrived; its memory stays counted. */
  complete(body: HeldBody): void {
    body.isWhole = true
  }

  release(body: HeldBody): void {
    if (this.#bodies.delete(body)) held -= body.length
    if (this.#bodies.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Aborts the bodies that arrive too slowly. */
  checkRates(): void {
    const now = this.#now()
    for (const body of this.#bodies) {
      const { at, length } = body.checked
      if (body.isWhole || now - at < RATE_PERIOD) continue
      body.checked = { at: now, length: body.length }
      if (body.length - length < (LOWEST_RATE * (now - at)) / 1000) body.giveUp(tooSlow())
    }
  }

  #longestStalled(bodies: readonly HeldBody[]): HeldBody | undefined {
    const latest = this.#now() - STALLED
    return bodies
      .filter((body) => this.#bodies.has(body) && !body.isWhole && body.lastPart <= latest)
      .reduce<HeldBody | undefined>((one, other) => (one && one.lastPart <= other.lastPart ? one : other), undefined)
  }
}

const isLong = ({ length }: HeldBody) => length > SHORT

const sum = (bodies: readonly HeldBody[]) => bodies.reduce((total, { length }) => total + length, 0)

const tooMany = (message: string, code: string) =>
  new LegalTextError('too_many_requests', message, { retry_after: RETRY_AFTER }, { cause: { code } })

const tooSlow = () => new LegalTextError('invalid_input', say`the request body arrives too slowly`)

/** An answer that is sent while it is being made: no faster than the client reads it, and never whole in memory. */
import { Readable } from 'node:stream'
import { LegalTextError } from '../errors.ts'
import { AnswerHead, type HeadOptions } from './answer-head.ts'

/** When a client may try again that found no room, in seconds. */
const AGAIN = 1

/** Room for so many answers of this kind at a time: each takes memory for as long as its client likes. */
export class StreamRoom {
  readonly #most: number
  #count = 0

  constructor(most: number) {
    this.#most = most
  }

  /** @throws LegalTextError `too_many_requests` where there is none */
  take(): void {
    if (this.#count === this.#most) {
      const message = `${this.#most} whole laws are being sent, which is the most; try again in ${AGAIN} s`
      throw new LegalTextError('too_many_requests', message, { retry_after: AGAIN })
    }
    this.#count++
  }

  give(): void {
    this.#count--
  }
}

export class StreamedAnswer {
  readonly head: AnswerHead
  readonly #parts: () => AsyncIterable<string>
  readonly #room: StreamRoom

  /** @param parts makes the text of the body in parts, none empty; called only where the body is wanted */
  constructor(parts: () => AsyncIterable<string>, head: HeadOptions, room: StreamRoom) {
    this.head = new AnswerHead(head)
    this.#parts = parts
    this.#room = room
  }

  /** The body. Whoever ends it early ends its making. @throws LegalTextError `too_many_requests` where there is no room */
  read(): Readable {
    this.#room.take()
    const body = Readable.from(this.#parts(), { objectMode: true, highWaterMark: 1 })
    return body.once('close', () => this.#room.give())
  }
}

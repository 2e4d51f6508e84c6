/** An answer that is sent while it is being made: no faster than the client reads it, and never whole in memory. */
import { Readable } from 'node:stream'
import { AnswerHead, type HeadOptions } from './answer-head.ts'

export class StreamedAnswer {
  readonly head: AnswerHead
  readonly #parts: () => AsyncIterable<string>

  /** @param parts makes the text of the body in parts, none empty; called only where the body is wanted */
  constructor(parts: () => AsyncIterable<string>, head: HeadOptions) {
    this.head = new AnswerHead(head)
    this.#parts = parts
  }

  /** The body. Whoever ends it early ends its making. */
  read(): Readable {
    return Readable.from(this.#parts(), { objectMode: true, highWaterMark: 1 })
  }
}

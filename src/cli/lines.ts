/** Request or document lines of a stream, and their distribution over several machines. */

import { say } from '../i18n/texts.ts'
import { decodeText, utf16Of } from '../read-text/decode.ts'
import { argumentError } from '../util/arguments.ts'

export interface Line {
  /** In the whole stream, from 1. */
  number: number
  /** Without its LF or CRLF. */
  text: string
  /** Reason for a text that differs from the line: it is cut, or not UTF-8. */
  fault?: string
}

/** Every `count`th line, starting with line `index` (1 to `count`). */
export interface Shard {
  index: number
  count: number
}

const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const MAX_SHARDS = 1_000_000

/** Reads `I/N`. @throws LegalTextError `invalid_input` */
export function readShard(value: unknown): Shard | undefined {
  if (value === undefined) return undefined
  const [, index = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(String(value)) ?? []).map(Number)
  if (index >= 1 && index <= count && count <= MAX_SHARDS) return { index, count }
  const message = say`must be I/N, such as 2/8: the shard I of N, from 1/N to N/N; N is at most ${MAX_SHARDS}`
  throw argumentError('--shard', message)
}

/**
 * Splits a stream of UTF-8, or of UTF-16 with a byte order mark, into lines at LF and CRLF, and yields those of a shard.
 * @param longest in bytes; longer lines are cut, which limits the memory
 */
export async function* linesOf(
  source: AsyncIterable<Buffer>,
  longest: number,
  { index, count }: Shard = { index: 1, count: 1 },
): AsyncGenerator<Line> {
  let number = 1
  let parts: Buffer[] = []
  let length = 0
  const isOwn = () => (number - index) % count === 0
  const add = (part: Buffer) => {
    if (!isOwn() || length > longest) return
    parts.push(part.subarray(0, longest - length))
    length += part.length
  }
  const line = (): Line => {
    const whole = Buffer.concat(parts)
    const bytes = whole.at(-1) === CARRIAGE_RETURN ? whole.subarray(0, -1) : whole
    if (length > longest) return { number, text: bytes.toString(), fault: say`it is larger than ${longest} bytes` }
    const { text = bytes.toString(), fault }: { text?: string; fault?: string | undefined } = decodeText(
      bytes,
      undefined,
      number,
    )
    return { number, text, ...(fault !== undefined && { fault }) }
  }
  for await (const chunk of inUtf8(source)) {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      add(chunk.subarray(start, end))
      if (isOwn()) yield line()
      number++
      parts = []
      length = 0
      start = end + 1
    }
    if (start < chunk.length) add(chunk.subarray(start))
  }
  if (length > 0) yield line()
}

/** Passes on the chunks of a stream, converted if a byte order mark declares UTF-16. */
async function* inUtf8(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let decoder: InstanceType<typeof TextDecoder> | null | undefined
  let before: Buffer = Buffer.alloc(0)
  for await (const chunk of source) {
    before = decoder === undefined ? Buffer.concat([before, chunk]) : chunk
    if (decoder === undefined && before.length < 2) continue
    if (decoder === undefined) {
      const encoding = utf16Of(before)
      decoder = encoding === undefined ? null : new TextDecoder(encoding)
    }
    yield decoder === null ? before : Buffer.from(decoder.decode(before, { stream: true }))
  }
  if (decoder === undefined) yield before
}

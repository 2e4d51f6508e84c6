/** The headers of an answer: what it is, who may keep it, and what is beside it. */
import { FORMATS } from '../formats/formats.ts'
import type { Encoding } from './content-encoding.ts'
import { encodedTag } from './entity-tag.ts'

/** The headers of every JSON body. */
export const JSON_HEADERS = { 'Content-Type': FORMATS.json.contentType, 'X-Content-Type-Options': 'nosniff' } as const

/**
 * Clients may keep an answer and must ask whether it is still right: what stands under a URL changes with the corpus, and
 * the question costs little.
 */
const REVALIDATED = 'no-cache'

export interface HeadOptions {
  contentType?: string
  /** Strong entity tag; where there is none, nobody is to keep the answer. */
  tag?: string | undefined
  /** Whether only the client itself may keep the answer. */
  isPrivate?: boolean
  /** Headers of requests that answers depend on. */
  vary?: string | undefined
  /** Value of the header `Link`. */
  link?: string | undefined
  /** Further headers, names and values in turn. */
  more?: readonly string[]
}

export class AnswerHead {
  readonly tag: string | undefined
  readonly #options: HeadOptions
  readonly #conditions = new Map<Encoding, string[]>()

  constructor(options: HeadOptions) {
    this.tag = options.tag
    this.#options = options
  }

  /** The headers that tell a client whether it may go on using the answer; names and values in turn. */
  conditionHeaders(encoding: Encoding): string[] {
    let headers = this.#conditions.get(encoding)
    if (headers === undefined) {
      const { tag, isPrivate = false, vary = 'Accept-Encoding', link } = this.#options
      const kept = tag === undefined ? 'no-store' : `${isPrivate ? 'private' : 'public'}, ${REVALIDATED}`
      headers = [
        ...['Cache-Control', kept, 'Vary', vary],
        ...(tag === undefined ? [] : ['ETag', encodedTag(tag, encoding)]),
        ...(link === undefined ? [] : ['Link', link]),
      ]
      this.#conditions.set(encoding, headers)
    }
    return headers
  }

  /** All headers but the length of the body; names and values in turn, which Node writes soonest. */
  headers(encoding: Encoding): string[] {
    const { contentType = FORMATS.json.contentType, more = [] } = this.#options
    return [
      ...['Content-Type', contentType, 'X-Content-Type-Options', 'nosniff', ...more],
      ...this.conditionHeaders(encoding),
      ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
    ]
  }
}

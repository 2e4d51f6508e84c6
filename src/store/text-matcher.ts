/** Finds the matching lines of norms. A text without a string that every match contains is not decoded. */
import type { PatternRequest } from '../model/pattern-matches.ts'
import { type MatchingLine, matchingLines } from '../search/patterns/matching-lines.ts'
import { MAX_TEXT_BYTES, type PackedText, unpackBytes } from './packed-text.ts'

export class TextMatcher {
  readonly #expression: RegExp
  readonly #required: readonly string[]
  readonly #requiredBytes: readonly Buffer[]
  readonly #parts: PatternRequest['parts']

  constructor({ pattern: { source, flags, required }, parts }: Pick<PatternRequest, 'pattern' | 'parts'>) {
    this.#expression = new RegExp(source, flags)
    this.#required = required
    this.#requiredBytes = required.map((text) => Buffer.from(text))
    this.#parts = parts
  }

  /** In order; line 0 is the heading. */
  linesOf({ heading, text }: { heading: string; text: PackedText }): MatchingLine[] {
    return [
      ...(this.#parts.includes('heading') ? this.#linesIn(heading).map((line) => ({ ...line, line: 0 })) : []),
      ...(this.#parts.includes('text') ? this.#linesIn(this.#decoded(text)) : []),
    ]
  }

  /** The text; empty if no line of it can match. */
  #decoded(packed: PackedText): string {
    if (typeof packed === 'string') return packed
    const bytes = unpackBytes(packed, MAX_TEXT_BYTES)
    const isWanted = this.#requiredBytes.length === 0 || this.#requiredBytes.some((each) => bytes.includes(each))
    return isWanted ? bytes.toString() : ''
  }

  #linesIn(text: string): MatchingLine[] {
    if (text === '') return []
    if (this.#required.length === 0) return matchingLines(this.#expression, text)
    if (!this.#holdsOne(text)) return []
    return text.split('\n').flatMap((line, index) => {
      if (!this.#holdsOne(line)) return []
      return matchingLines(this.#expression, line).map((match) => ({ ...match, line: index + 1 }))
    })
  }

  #holdsOne = (text: string) => this.#required.some((each) => text.includes(each))
}

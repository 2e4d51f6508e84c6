/** Searches norms of a bundle for a pattern. A text without a string that every match has is not decoded. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { NormMatches, PatternRequest } from '../corpus/pattern-matches.ts'
import { type MatchingLine, matchingLines } from '../patterns/matching-lines.ts'
import { MAX_TEXT_BYTES, type PackedText, unpackBytes } from '../tables/packed-text.ts'

interface TextRow {
  id: number
  heading: string
  text: PackedText
}

const CONTEXT = `
SELECT law.code, law.abbreviation, norm.path AS norm, norm.label, norm.heading
FROM norm JOIN law ON law.id = norm.law WHERE norm.id = ?`

export class PatternScanner {
  readonly #expression: RegExp
  readonly #required: readonly string[]
  readonly #requiredBytes: readonly Buffer[]
  readonly #parts: PatternRequest['parts']
  readonly #texts: StatementSync
  readonly #context: StatementSync

  constructor(database: DatabaseSync, { pattern, parts }: Pick<PatternRequest, 'pattern' | 'parts'>) {
    const { source, flags, required } = pattern
    this.#expression = new RegExp(source, flags)
    this.#required = required
    this.#requiredBytes = required.map((text) => Buffer.from(text))
    this.#parts = parts
    const holdsOne = required.map(() => 'instr(heading, ?) OR instr(text, ?)').join(' OR ')
    const condition = required.length > 0 ? `AND (typeof(text) = 'blob' OR ${holdsOne})` : ''
    this.#texts = database.prepare(
      `SELECT id, heading, text FROM norm JOIN content ON content.norm = norm.id
       WHERE id >= ? AND id < ? ${condition} ORDER BY id`,
    )
    this.#context = database.prepare(CONTEXT)
  }

  /** Returns the norms with a match among those with the numbers `[start, end)`. */
  scan(start: number, end: number): NormMatches[] {
    const found: NormMatches[] = []
    const rows = this.#texts.all(start, end, ...this.#required.flatMap((text) => [text, text]))
    for (const { id, heading, text } of rows as unknown as TextRow[]) {
      const lines = [
        ...(this.#parts.includes('heading') ? this.#linesOf(heading).map((line) => ({ ...line, line: 0 })) : []),
        ...(this.#parts.includes('text') ? this.#linesOf(this.#decoded(text)) : []),
      ]
      if (lines.length > 0) found.push({ ...(this.#context.get(id) as unknown as NormMatches), lines })
    }
    return found
  }

  /** The text, or nothing if no line of it can match. */
  #decoded(packed: PackedText): string {
    if (typeof packed === 'string') return packed
    const bytes = unpackBytes(packed, MAX_TEXT_BYTES)
    const isWanted = this.#requiredBytes.length === 0 || this.#requiredBytes.some((each) => bytes.includes(each))
    return isWanted ? bytes.toString() : ''
  }

  #linesOf(text: string): MatchingLine[] {
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

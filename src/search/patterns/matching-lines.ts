/** The lines of a text that a pattern matches. */

/** A line with a match. */
export interface MatchingLine {
  /** Its number in the text, from 1. */
  line: number
  text: string
  /** Matches in it that are not empty: `[start, end)` in UTF-16 code units. */
  highlights: [start: number, end: number][]
}

/**
 * Returns the lines with a match, in order.
 * @param expression with the flag `g`; matches are cut at the end of their line
 */
export function matchingLines(expression: RegExp, text: string): MatchingLine[] {
  const lines: MatchingLine[] = []
  let number = 1
  let counted = 0
  let [start, end] = [0, -1]
  let current: MatchingLine | undefined
  expression.lastIndex = 0
  for (let match = expression.exec(text); match !== null; match = expression.exec(text)) {
    const { index } = match
    const length = match[0].length
    if (current === undefined || index > end) {
      start = index === 0 ? 0 : text.lastIndexOf('\n', index - 1) + 1
      end = text.indexOf('\n', index)
      if (end === -1) end = text.length
      for (; counted < start; counted = text.indexOf('\n', counted) + 1) number++
      current = { line: number, text: text.slice(start, end), highlights: [] }
      lines.push(current)
    }
    if (length > 0 && index < end) current.highlights.push([index - start, Math.min(index + length, end) - start])
    // Step past an empty match, or it would be found again.
    if (length === 0) expression.lastIndex += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1
  }
  return lines
}

/** Abbreviations of laws that hold a section sign: `AFG§116G`, `BewG§55Abs8DV`, `SGB2§48aFKV`. */
import { Gap, TokenKind, type Tokens } from './tokens.ts'

/** From the sign on: a number, its parts, and the abbreviation of what the law is. */
const BEHIND_SIGN =
  /§\d{1,4}[a-z]?(?:Abs\d+[a-z]?)?(?:S(?:atz)?\d+)?(?:Nr\d+)?\p{Lu}\p{L}{0,12}?(?<=[GVO]|Bek)(?![\p{L}\d§])/uy
const LONGEST_BEFORE = 20

/**
 * Returns the tokens `[first, next)` of the abbreviation that holds the sign at `index`: letters and the sign and its number
 * without a gap, and letters at its end.
 */
export function readSectionName(tokens: Tokens, index: number): { first: number; next: number } | undefined {
  if (tokens.kind(index) !== TokenKind.Section || tokens.gap(index) !== Gap.None) return undefined
  let first = index
  while (
    index - first < LONGEST_BEFORE &&
    tokens.gap(first) === Gap.None &&
    (tokens.kind(first - 1) === TokenKind.Word || tokens.kind(first - 1) === TokenKind.Number)
  ) {
    first--
  }
  if (first === index || !/^\p{Lu}.*\p{Lu}/u.test(tokens.slice(first, index))) return undefined
  BEHIND_SIGN.lastIndex = tokens.start(index)
  const match = BEHIND_SIGN.exec(tokens.text)
  return match === null ? undefined : { first, next: tokens.at(tokens.start(index) + match[0].length) }
}

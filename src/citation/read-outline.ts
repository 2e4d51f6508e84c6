/** Reads the parts of an outline by their signs alone, as balance sheets have them: `§ 266 Abs. 2 A. I. 1. HGB`. */
import type { Qualifier } from './designation.ts'
import { PARTS } from './keywords.ts'
import { isLawAt } from './list-look.ts'
import { readSeparator, romanNumber, skipDot } from './read-values.ts'
import { Gap, TokenKind, type Tokens } from './tokens.ts'

/**
 * A capital letter behind an Absatz, a Roman numeral and a number below it, each with its dot or without.
 * @returns `undefined` if neither the law nor a further part follows: `Abs. 2 A. Müller` goes on with a name
 */
export function readOutline(
  tokens: Tokens,
  index: number,
  last: Qualifier | undefined,
): { value: Qualifier[]; next: number } | undefined {
  const value: Qualifier[] = []
  let next = index
  if (last?.kind === 'abs') {
    const letter = tokens.kind(next) === TokenKind.Word ? tokens.value(next) : ''
    if (!/^[A-H]$/.test(letter) || tokens.gap(next) > Gap.Space) return undefined
    value.push({ kind: 'buchst', value: letter.toLowerCase() })
    next = skipDot(tokens, next + 1)
  } else if (last?.kind !== 'buchst' || !/^[A-H]$/.test(tokens.value(index - 1))) return undefined
  const roman = tokens.kind(next) === TokenKind.Word && romanNumber(tokens.value(next)) !== undefined
  if (roman && tokens.gap(next) <= Gap.Space) {
    value.push({ kind: 'nr', value: tokens.value(next).toLowerCase() })
    next = skipDot(tokens, next + 1)
  }
  if (value.length > 0 && /^\d{1,2}$/.test(tokens.value(next)) && tokens.gap(next) <= Gap.Space) {
    value.push({ kind: 'nr', value: tokens.value(next) })
    next = skipDot(tokens, next + 1)
  }
  const goesOn = isLawAt(tokens, next) || PARTS.get(tokens.word(next)) === 'nr' || listGoesOn(tokens, next)
  return value.length > 0 && goesOn ? { value, next } : undefined
}

function listGoesOn(tokens: Tokens, index: number): boolean {
  const separator = readSeparator(tokens, index)
  return separator !== undefined && tokens.kind(separator.next) === TokenKind.Section
}

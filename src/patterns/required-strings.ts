/** Strings that every match of a pattern has one of: texts without any are not searched. */
import type { Token } from './token.ts'

/**
 * Returns the longest string of each alternative, or `[]` if one of them has none. Groups are not looked into, and what may
 * be missing is no part of a string.
 */
export function requiredStrings(tokens: readonly Token[]): string[] {
  const longest = ['']
  let run = ''
  let depth = 0
  const endRun = () => {
    if (run.length > (longest.at(-1) ?? '').length) longest[longest.length - 1] = run
    run = ''
  }
  for (const [index, { kind, character = '' }] of tokens.entries()) {
    if (kind === 'open') depth++
    if (kind === 'close') depth--
    const next = tokens[index + 1]
    if (depth > 0 || kind !== 'character') endRun()
    else if (next?.kind !== 'quantifier') run += character
    else {
      if (next.isRequired) run += character
      endRun()
    }
    if (kind === 'or' && depth === 0) longest.push('')
  }
  endRun()
  return longest.includes('') ? [] : longest
}

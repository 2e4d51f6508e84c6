/** Patterns: what lines are searched for. */
import { PatternError } from './pattern-error.ts'
import { assertNoLineFeed, NO_WORD_AFTER, NO_WORD_BEFORE, readTokens } from './read-tokens.ts'
import { requiredStrings } from './required-strings.ts'
import { characterToken } from './token.ts'

export interface PatternOptions {
  /** True if upper and lower case are the same. */
  ignoreCase?: boolean
  /** True if the pattern is a text, not an expression. */
  isFixed?: boolean
  /** True if matches begin and end where words do. */
  isWord?: boolean
}

/** A pattern as plain data, which can be sent to a thread. */
export interface Pattern {
  /** A regular expression of JavaScript that matches no line feed, for the flags. */
  source: string
  flags: string
  /** Every match has one of these; empty if nothing is known. */
  required: string[]
}

/**
 * Reads a pattern.
 * @throws PatternError that says what is wrong, and where
 */
export function readPattern(written: string, options: PatternOptions = {}): Pattern {
  const { ignoreCase = false, isFixed = false, isWord = false } = options
  // The texts are in this form. A keyboard may write an umlaut as two characters.
  const pattern = written.normalize('NFC')
  if (isFixed) assertNoLineFeed(pattern)
  const tokens = isFixed ? Array.from(pattern, characterToken) : readTokens(pattern)
  const expression = tokens.map(({ source }) => source).join('')
  const source = isWord ? `${NO_WORD_BEFORE}(?:${expression})${NO_WORD_AFTER}` : expression
  const flags = ignoreCase ? 'gvi' : 'gv'
  try {
    new RegExp(source, flags)
  } catch (error) {
    // `Invalid regular expression: /…/v: Invalid capture group name`
    const [fault = ''] = /[^:]*$/.exec((error as Error).message) ?? []
    throw new PatternError(fault.trim().replace(/^./, (letter) => letter.toLowerCase()))
  }
  return { source, flags, required: ignoreCase ? [] : requiredStrings(tokens) }
}

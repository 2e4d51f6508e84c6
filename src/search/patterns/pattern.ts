/** Patterns to search lines for. */
import {
  assertNoLineFeed,
  characterToken,
  NO_WORD_AFTER,
  NO_WORD_BEFORE,
  PatternError,
  readTokens,
  type Token,
} from './read-tokens.ts'

export interface PatternOptions {
  /** True if matching ignores case. */
  ignoreCase?: boolean
  /** True if the pattern is a text, not an expression. */
  isFixed?: boolean
  /** True if matches begin and end at word boundaries. */
  isWord?: boolean
}

/** A pattern as plain data, which can be sent to a thread. */
export interface Pattern {
  /** A JavaScript regular expression that never matches a line feed, for the flags. */
  source: string
  flags: string
  /** Every match contains one of these; empty if unknown. */
  required: string[]
  /** Every match contains one of these in a word, in upper or lower case; empty if unknown. */
  letters: string[]
}

/**
 * Reads a pattern.
 * @throws PatternError with the fault and its place
 */
export function readPattern(written: string, options: PatternOptions = {}): Pattern {
  const { ignoreCase = false, isFixed = false, isWord = false } = options
  // Texts are in this form. Keyboards may write an umlaut as two characters.
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
  const letters = requiredStrings(tokens, ANY_CASE_GROUP).map(longestWord)
  return {
    source,
    flags,
    required: ignoreCase ? [] : requiredStrings(tokens, PLAIN_GROUP),
    letters: shortest(letters) < LEAST ? [] : letters,
  }
}

/** Minimum length: most texts contain shorter strings. */
const LEAST = 3

/** Groups without look-around or flags. */
const PLAIN_GROUP = /^\((?:\?:|\?<[^=!].*)?$/
/** As {@link PLAIN_GROUP}, and groups that change the case. */
const ANY_CASE_GROUP = /^\((?:\?-?i?:|\?<[^=!].*)?$/

/** Letters that stay together within a word of the index, however that is normalized. */
const LETTERS = /[A-Za-zÄÖÜäöüß]+/g

const longestWord = (text: string) =>
  (text.match(LETTERS) ?? []).reduce((longest, word) => (word.length > longest.length ? word : longest), '')

/** Returns strings of which every match has at least one; `[]` if there are none of a useful length. */
function requiredStrings(tokens: readonly Token[], groups: RegExp): string[] {
  const { strings } = ofAlternatives(tokens, 0, groups)
  return shortest(strings) < LEAST ? [] : strings
}

/** The strings of the alternatives up to the end of their group, without optional parts. */
function ofAlternatives(tokens: readonly Token[], start: number, groups: RegExp): { strings: string[]; end: number } {
  const strings: string[] = []
  let isKnown = true
  let best: string[] = []
  let run = ''
  const offer = (candidates: string[]) => {
    if (shortest(candidates) > shortest(best)) best = candidates
  }
  const endRun = () => {
    offer(run === '' ? [] : [run])
    run = ''
  }
  const endAlternative = () => {
    endRun()
    isKnown &&= best.length > 0
    strings.push(...best)
    best = []
  }
  let at = start
  for (; at < tokens.length && tokens[at]?.kind !== 'close'; at++) {
    const { kind, source, character = '' } = tokens[at] as Token
    const group = kind === 'open' ? ofAlternatives(tokens, at + 1, groups) : undefined
    if (group !== undefined) at = group.end
    const next = tokens[at + 1]
    const isRepeated = next?.kind === 'quantifier'
    const isRequired = !isRepeated || next.isRequired === true
    if (kind === 'character' && isRequired) run += character
    if (kind !== 'character' || isRepeated) endRun()
    if (group !== undefined && isRequired && groups.test(source)) offer(group.strings)
    if (kind === 'or') endAlternative()
  }
  endAlternative()
  return { strings: isKnown ? strings : [], end: at }
}

const shortest = (strings: readonly string[]) =>
  strings.length === 0 ? 0 : Math.min(...strings.map(({ length }) => length))

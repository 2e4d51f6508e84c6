/** Reads patterns: JavaScript syntax, with ripgrep's meaning of words and lines. */
import { say } from '../../i18n/texts.ts'
import { tried } from '../../util/tried.ts'

/** A piece of a pattern. */
export interface Token {
  kind: 'character' | 'quantifier' | 'open' | 'close' | 'or' | 'other'
  /** Its JavaScript source, under the flag `v`. */
  source: string
  /** The literal character. */
  character?: string
  /** Of a quantifier: true if it repeats at least once. */
  isRequired?: boolean
}

/** Letters with their marks, decimal digits, `_`; not raised sentence numbers: a word begins after one. */
const WORD = '\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}'

/** A character that stands for itself. */
export const characterToken = (character: string): Token => ({
  kind: 'character',
  source: /[\^$\\.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character,
  character,
})

/** The match of a sticky expression at a place. */
function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | undefined {
  expression.lastIndex = at
  return expression.exec(text) ?? undefined
}

const characterAt = (text: string, at: number) => String.fromCodePoint(text.codePointAt(at) ?? 0)

/** Before and after a word. */
export const NO_WORD_BEFORE = `(?<![${WORD}])`
export const NO_WORD_AFTER = `(?![${WORD}])`
const [WORD_BEFORE, WORD_AFTER] = [`(?<=[${WORD}])`, `(?=[${WORD}])`]

const other = (source: string): Token => ({ kind: 'other', source })

const CLOSE: Token = { kind: 'close', source: ')' }
const SIGNS: Readonly<Record<string, Token>> = {
  '.': other('[^\\n]'),
  '^': other('(?<![^\\n])'),
  $: other('(?![^\\n])'),
  '|': { kind: 'or', source: '|' },
  ')': CLOSE,
}
const ESCAPES: Readonly<Record<string, Token>> = {
  w: other(`[${WORD}]`),
  W: other(`[^${WORD}\\n]`),
  D: other('[^\\d\\n]'),
  s: other('[\\s--\\n]'),
  b: other(`(?:${WORD_BEFORE}${NO_WORD_AFTER}|${NO_WORD_BEFORE}${WORD_AFTER})`),
  B: other(`(?:${WORD_BEFORE}${WORD_AFTER}|${NO_WORD_BEFORE}${NO_WORD_AFTER})`),
  '<': other(`(?:${NO_WORD_BEFORE}${WORD_AFTER})`),
  '>': other(`(?:${WORD_BEFORE}${NO_WORD_AFTER})`),
}
/** Escapes that JavaScript takes unchanged. */
const ESCAPE = /\\(?:[dSfrtv]|c[A-Za-z]|x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|u\{[\dA-Fa-f]+\}|0|[1-9]\d*|k<[^>]*>)/y
const PROPERTY = /\\p\{[^}]*\}/iy
const QUANTIFIER = /(?:[*+?]|\{(\d+)(?:,(\d*))?\})\??/y
/** A reference to a group by its number or its name, and a group that has one. */
const REFERENCE = /^\\(?:([1-9]\d*)|k<([^>]*)>)$/
const CAPTURE = /^\((?:\?<([^=!>]+)>)?$/
const GROUP = /\((?:\?(?:[:=!]|<[=!]|P?<[^>=!]*>))?/y
/** Flags up to the end of a group, or of their own group, as in ripgrep: `(?i)`, `(?-i:`. */
const FLAGS = /\(\?(?!:)(?<on>[A-Za-z]*)(?:-(?<off>[A-Za-z]+))?(?<end>[:)])/y
/** Known flags. `m` and `s` change nothing: lines are searched one by one. */
const KNOWN_FLAGS = 'imsU'

/** An open group, or the whole pattern: where it begins, and the flags in it. */
interface Scope {
  at: number
  /** The group around the rest of the alternative: `(?i:`, `(?-i:`; empty if no flag was set in this scope. */
  wrapper: string
  /** True if quantifiers are lazy. */
  isLazy: boolean
}

/**
 * Reads a pattern so that nothing in it matches a line feed: a whole text is searched at once, as if line by line.
 * @throws PatternError with the place of the fault
 */
export function readTokens(pattern: string): Token[] {
  const tokens: Token[] = []
  const scopes: Scope[] = [{ at: 0, wrapper: '', isLazy: false }]
  const groups: (string | undefined)[] = []
  const references: { number: string | undefined; name: string | undefined; at: number }[] = []
  for (let at = 0; at < pattern.length; ) {
    const scope = scopes.at(-1) as Scope
    const flags = matchAt(FLAGS, pattern, at)
    if (flags !== undefined) {
      tokens.push(...setFlags(flags, scopes))
      at += flags[0].length
      continue
    }
    const [token, end] = readToken(pattern, at)
    if (token.kind === 'open') scopes.push({ at, wrapper: '', isLazy: scope.isLazy })
    const [capture, group] = CAPTURE.exec(token.kind === 'open' ? token.source : '') ?? []
    if (capture !== undefined) groups.push(group)
    const [reference, number, name] = REFERENCE.exec(token.source) ?? []
    if (reference !== undefined) references.push({ number, name, at })
    if (token.kind === 'close') scopes.pop()
    if (scopes.length === 0) throw new PatternError(say`“)” closes no group`, at)
    if (token.kind === 'quantifier') {
      if (!['character', 'close', 'other'].includes(tokens.at(-1)?.kind ?? 'open')) {
        throw new PatternError(say`“${token.source}” has nothing to repeat`, at)
      }
      if (scope.isLazy) token.source = token.source.replace(/(.)(\?)?$/, (_, sign, lazy) => (lazy ? sign : `${sign}?`))
    }
    const ends = scope.wrapper !== '' && (token.kind === 'or' || token.kind === 'close')
    tokens.push(...(ends ? [CLOSE] : []), token)
    if (ends && token.kind === 'or') tokens.push({ kind: 'open', source: scope.wrapper })
    at = end
  }
  const last = scopes.at(-1) as Scope
  if (scopes.length > 1) throw new PatternError(say`the group is not closed`, last.at)
  if (last.wrapper !== '') tokens.push(CLOSE)
  for (const { number, name, at: place } of references) {
    if (number !== undefined && Number(number) > groups.length) {
      throw new PatternError(say`there is no group ${number}; the pattern has ${groups.length}`, place)
    }
    if (name !== undefined && !groups.includes(name)) throw new PatternError(say`there is no group “${name}”`, place)
  }
  return tokens
}

/** Sets flags for the rest of the innermost scope, or opens one with them. @returns the tokens that do so */
function setFlags({ 0: written, index, groups }: RegExpExecArray, scopes: Scope[]): Token[] {
  const { on = '', off = '', end } = groups ?? {}
  const unknown = [...on, ...off].find((flag) => !KNOWN_FLAGS.includes(flag))
  if (unknown !== undefined) throw new PatternError(say`the flag ${unknown} is unknown; known are i, m, s and U`, index)
  if (on + off === '') throw new PatternError(say`“${written}” sets no flag`, index)
  const outer = scopes.at(-1) as Scope
  const isLazy = on.includes('U') || (outer.isLazy && !off.includes('U'))
  const wrapper = off.includes('i') ? '(?-i:' : on.includes('i') ? '(?i:' : ''
  if (end === ':') {
    scopes.push({ at: index, wrapper: '', isLazy })
    return [{ kind: 'open', source: wrapper || '(?:' }]
  }
  outer.isLazy = isLazy
  if (wrapper === '') return []
  const tokens = outer.wrapper === '' ? [] : [CLOSE]
  outer.wrapper = wrapper
  return [...tokens, { kind: 'open', source: wrapper }]
}

function readToken(pattern: string, at: number): [Token, end: number] {
  const [quantifier, least = '0', most = ''] = matchAt(QUANTIFIER, pattern, at) ?? []
  if (quantifier !== undefined) {
    if (most !== '' && BigInt(most) < BigInt(least)) {
      throw new PatternError(say`“${quantifier}” repeats at least ${least} times, but at most ${most}`, at)
    }
    const isRequired = quantifier.startsWith('+') || Number(least) > 0
    return [{ kind: 'quantifier', source: quantifier, isRequired }, at + quantifier.length]
  }
  const [group] = matchAt(GROUP, pattern, at) ?? []
  if (group === '(' && pattern[at + 1] === '?') throw new PatternError(say`such a group is unknown`, at)
  if (group !== undefined) return [{ kind: 'open', source: group.replace('?P<', '?<') }, at + group.length]
  if (pattern[at] === '[') return readClass(pattern, at)
  if (pattern[at] === '\\') return readEscape(pattern, at)
  const character = characterAt(pattern, at)
  assertNoLineFeed(character, at)
  return [SIGNS[character] ?? characterToken(character), at + character.length]
}

function readEscape(pattern: string, at: number): [Token, end: number] {
  const [property] = matchAt(PROPERTY, pattern, at) ?? []
  if (property !== undefined) {
    assertProperty(property, at)
    return [other(`[${property}--\\n]`), at + property.length]
  }
  const [known] = matchAt(ESCAPE, pattern, at) ?? []
  if (known !== undefined) return [other(known), at + known.length]
  if (at + 1 === pattern.length) throw new PatternError(say`nothing follows the backslash`, at)
  const character = characterAt(pattern, at + 1)
  const token = ESCAPES[character]
  const end = at + 1 + character.length
  if (token !== undefined) return [token, end]
  assertNoLineFeed(character === 'n' ? '\n' : character, at)
  if (/[A-Za-z]/.test(character)) throw new PatternError(say`the escape “\\${character}” is unknown`, at)
  return [characterToken(character), end]
}

/** @throws PatternError */
export function assertNoLineFeed(text: string, at = 0): void {
  const place = text.indexOf('\n')
  if (place !== -1) throw new PatternError(say`lines are searched one by one, so no line feed is found`, at + place)
}

const SETS: Readonly<Record<string, string>> = { '\\w': WORD, '\\W': `[^${WORD}]` }
/** Multi-character escapes that JavaScript takes unchanged; the last ones may not end a range. */
const CLASS_ESCAPE =
  /\\(?:[bfnrtv0]|c[A-Za-z]|x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|u\{[\dA-Fa-f]+\}|(?<set>[wWdDsS]|[pP]\{[^}]*\}))/y
/** Signs that the flag `v` reserves within classes. */
const RESERVED = /[-&!#%,:;<=>@`~()[\]{}/|\\*.+?$^]/

/**
 * Reads the class that begins at a place. As in other tools, a leading `]` is a literal character.
 * @throws PatternError if it is not closed, or has unknown content
 */
function readClass(pattern: string, start: number): [Token, end: number] {
  const isNegated = pattern[start + 1] === '^'
  const first = start + (isNegated ? 2 : 1)
  let items = ''
  for (let at = first; at < pattern.length; ) {
    if (pattern[at] === ']' && at > first) {
      const source = isNegated ? `[^${items}\\n]` : `[[${items}]--\\n]`
      return [{ kind: 'other', source }, at + 1]
    }
    const from = readItem(pattern, at)
    at += from.length
    items += from.source
    if (pattern[at] !== '-' || (pattern[at + 1] ?? ']') === ']') continue
    if (from.isSet) throw new PatternError(say`a range begins with a character, not with a set`, at - from.length)
    const to = readItem(pattern, at + 1)
    if (to.isSet) throw new PatternError(say`a range ends in a character, not in a set`, at + 1)
    if (!isExpression(`[${from.source}-${to.source}]`)) {
      throw new PatternError(say`the range ends before it begins`, at - from.length)
    }
    items += `-${to.source}`
    at += 1 + to.length
  }
  throw new PatternError(say`the class is not closed`, start)
}

/** @throws PatternError if Unicode lacks the property */
function assertProperty(property: string, at: number): void {
  if (!isExpression(property)) throw new PatternError(say`Unicode has no property “${property}”`, at)
}

const isExpression = (source: string) => tried(() => new RegExp(source, 'v') instanceof RegExp, false)

/** A character of a class, or a set of them. */
function readItem(pattern: string, at: number) {
  const known = matchAt(CLASS_ESCAPE, pattern, at)
  if (known !== undefined) {
    const [source] = known
    if (/^\\p/i.test(source)) assertProperty(source, at)
    return { source: SETS[source] ?? source, length: source.length, isSet: known.groups?.set !== undefined }
  }
  if (pattern.startsWith('[:', at)) throw new PatternError(say`“[:” begins no class; write \\p{L} for letters`, at)
  const isEscaped = pattern[at] === '\\'
  const character = characterAt(pattern, isEscaped ? at + 1 : at)
  if (isEscaped && /[A-Za-z0-9]/.test(character))
    throw new PatternError(say`the escape “\\${character}” is unknown`, at)
  const source = RESERVED.test(character) ? `\\${character}` : character
  return { source, length: character.length + (isEscaped ? 1 : 0), isSet: false }
}

/** An invalid pattern. */
export class PatternError extends Error {
  /** @param place of the fault in the pattern, in UTF-16 code units; unknown if V8 found it */
  constructor(message: string, place?: number) {
    super(place === undefined ? message : say`${message}, at character ${place + 1}`)
  }
}

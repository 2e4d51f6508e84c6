/** Classes of characters: `[a-zäöü]`, `[^\w§]`. */
import { PatternError } from './pattern-error.ts'
import { characterAt, matchAt, type Token, WORD } from './token.ts'

const SETS: Readonly<Record<string, string>> = { '\\w': WORD, '\\W': `[^${WORD}]` }
/** Escapes of several characters that JavaScript takes as they are; the last ones may not end a range. */
const ESCAPE =
  /\\(?:[bfnrtv0]|c[A-Za-z]|x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|u\{[\dA-Fa-f]+\}|(?<set>[wWdDsS]|[pP]\{[^}]*\}))/y
/** Signs that the flag `v` reserves within classes. */
const RESERVED = /[-&!#%,:;<=>@`~()[\]{}/|\\*.+?$^]/

/**
 * Reads the class that begins at a place. As in other tools, a `]` that stands first in it is a character.
 * @throws PatternError if it is not closed, or has what is unknown
 */
export function readClass(pattern: string, start: number): [Token, end: number] {
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
    if (from.isSet) throw new PatternError('a range begins with a character, not with a set', at - from.length)
    const to = readItem(pattern, at + 1)
    if (to.isSet) throw new PatternError('a range ends in a character, not in a set', at + 1)
    if (!isExpression(`[${from.source}-${to.source}]`)) {
      throw new PatternError('the range ends before it begins', at - from.length)
    }
    items += `-${to.source}`
    at += 1 + to.length
  }
  throw new PatternError('the class is not closed', start)
}

/** @throws PatternError if Unicode has no such property */
export function assertProperty(property: string, at: number): void {
  if (!isExpression(property)) throw new PatternError(`Unicode has no property “${property}”`, at)
}

function isExpression(source: string): boolean {
  try {
    return new RegExp(source, 'v') instanceof RegExp
  } catch {
    return false
  }
}

/** A character of a class, or a set of them. */
interface Item {
  source: string
  length: number
  isSet: boolean
}

function readItem(pattern: string, at: number): Item {
  const known = matchAt(ESCAPE, pattern, at)
  if (known !== undefined) {
    const [source] = known
    if (/^\\p/i.test(source)) assertProperty(source, at)
    return { source: SETS[source] ?? source, length: source.length, isSet: known.groups?.set !== undefined }
  }
  if (pattern.startsWith('[:', at)) throw new PatternError('“[:” begins no class; write \\p{L} for letters', at)
  const isEscaped = pattern[at] === '\\'
  const character = characterAt(pattern, isEscaped ? at + 1 : at)
  if (isEscaped && /[A-Za-z0-9]/.test(character)) throw new PatternError(`the escape “\\${character}” is unknown`, at)
  const source = RESERVED.test(character) ? `\\${character}` : character
  return { source, length: character.length + (isEscaped ? 1 : 0), isSet: false }
}

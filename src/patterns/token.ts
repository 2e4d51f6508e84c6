/** Pieces of patterns. */

/** A piece of a pattern. */
export interface Token {
  kind: 'character' | 'quantifier' | 'open' | 'close' | 'or' | 'other'
  /** What it is in JavaScript, under the flag `v`. */
  source: string
  /** The character that stands for itself. */
  character?: string
  /** Of a quantifier: true if what it repeats must be there. */
  isRequired?: boolean
}

/** Letters with their marks, decimal digits, `_`. A raised sentence number is none: a word begins after it. */
export const WORD = '\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}'

/** A character that stands for itself. */
export const characterToken = (character: string): Token => ({
  kind: 'character',
  source: /[\^$\\.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character,
  character,
})

/** The match of a sticky expression at a place. */
export function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | undefined {
  expression.lastIndex = at
  return expression.exec(text) ?? undefined
}

export const characterAt = (text: string, at: number) => String.fromCodePoint(text.codePointAt(at) ?? 0)

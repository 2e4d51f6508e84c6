/** Reads the head of a designation and the number behind it: `§ 433`, `Art. 246a`, `Anlage II`. */
import { HEADS } from './keywords.ts'
import type { NormKind } from './norm-path.ts'
import { readLetterSuffix, readNumber, romanNumber, skipDot } from './read-values.ts'
import { Gap, TokenKind, type Tokens } from './tokens.ts'

export interface NormHead {
  kind: NormKind
  /** Whether it announces several norms: `§§`, `Artikeln`. */
  plural: boolean
  next: number
}

export interface NormNumber {
  value: string
  following?: 'f' | 'ff'
  next: number
}

/** The head at `index`: a section sign, or a word such as `Art.`, `Artikel`, `Anlage`. */
export function readHead(tokens: Tokens, index: number): NormHead | undefined {
  if (tokens.kind(index) === TokenKind.Section) {
    return { kind: 'par', plural: tokens.end(index) - tokens.start(index) > 1, next: index + 1 }
  }
  const head = HEADS.get(tokens.word(index))
  return head && { ...head, next: skipDot(tokens, index + 1) }
}

/** The number of a norm at `index`; Roman numerals and capital letters only where sections do not have them. */
export function readNormNumber(tokens: Tokens, index: number, kind: NormKind): NormNumber | undefined {
  const number = readNumber(tokens, index)
  if (number !== undefined) {
    if (!isNormNumber(number.value)) return undefined
    const letter = number.following === undefined ? readLetterSuffix(tokens, index + 1) : undefined
    if (letter === undefined) return { ...number, next: index + 1 }
    return { value: number.value + letter, next: index + 2 }
  }
  if (kind === 'recital' && tokens.is(index, '(') && tokens.is(index + 2, ')')) {
    const bracketed = readNumber(tokens, index + 1)
    return bracketed && { value: bracketed.value, next: index + 3 }
  }
  if (tokens.kind(index) !== TokenKind.Word || kind === 'par' || kind === 'recital') return undefined
  const word = tokens.value(index)
  if (romanNumber(word) !== undefined) return { value: word.toLowerCase(), next: index + 1 }
  if (kind !== 'annex' || !/^[A-Z]{1,2}$/.test(word)) return undefined
  const digits = tokens.gap(index + 1) === Gap.None ? readNumber(tokens, index + 1) : undefined
  return { value: word.toLowerCase() + (digits?.value ?? ''), next: digits === undefined ? index + 1 : index + 2 }
}

const isNormNumber = (value: string) => /^[1-9]\d{0,3}[a-z]{0,2}(?:\.\d{1,3}[a-z]?)?$/.test(value)

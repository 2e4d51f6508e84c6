/** The tokens of a query: pieces between blanks and quotation marks, and where it has operators, these and brackets. */
import { wordsOf } from './tokenizer.ts'

/** A word or several, or a quotation, with what precedes it. */
export interface Piece {
  kind: 'piece'
  sign: string
  /** `law` or `heading`, if the piece begins so. */
  field: string | undefined
  /** What is in its quotation marks, or else all of it. */
  quoted: string | undefined
  bare: string
  start: number
  end: number
}

export type Token =
  | Piece
  | { kind: 'open'; sign: string; start: number; end: number }
  | { kind: 'close'; start: number; end: number }
  | { kind: 'AND' | 'OR' | 'NOT'; start: number; end: number }

/** Brackets within more than so many others mean nothing, so that reading them needs no deep stack. */
const MOST_NESTED = 50
const OPERATOR = /\b(?:AND|OR|NOT)\b/
const MARKS = '.,;:!?'

/** A sign, a field, and a quotation in marks of any kind or anything up to the next blank or quotation mark. One mark alone after a field is none. */
const pieces = (before: string, bracket: string) =>
  new RegExp(
    String.raw`(?<sign>(?<![^\s\p{Cc}${before}])[+-])?(?:${bracket}(?:(?<field>law|heading):(?=[^\s\p{Cc}])(?:["„“”»«](?=[^"„“”»«]*$))?)?(?:"(?<plain>[^"]*)"|[„“”](?<low>[^„“”"]*)[“”"]|[»«](?<angle>[^»«]*)[»«]|(?<bare>[^\s\p{Cc}"„“”»«]+|["„“”»«])))`,
    'giu',
  )
const PLAIN = pieces('', '')
const GROUPED = pieces('(', String.raw`(?<open>\()|`)

/** The tokens of a query. Only one that has an operator between its operands has brackets, too. Linear in the length. */
export function tokensOf(text: string): Token[] {
  if (OPERATOR.test(text)) {
    const tokens = withOperands(withPairs(scan(text, GROUPED)))
    if (tokens.some(({ kind }) => kind === 'AND' || kind === 'OR' || kind === 'NOT')) return tokens
  }
  return scan(text, PLAIN)
}

function scan(text: string, pattern: RegExp): Token[] {
  const tokens: Token[] = []
  for (const { groups = {}, index: start, 0: written } of text.matchAll(pattern)) {
    const { sign = '', field, plain, low, angle, bare = '' } = groups
    const end = start + written.length
    if (groups.open !== undefined) {
      tokens.push({ kind: 'open', sign, start, end })
      continue
    }
    const quoted = plain ?? low ?? angle
    const piece: Piece = { kind: 'piece', sign, field: field?.toLowerCase(), quoted, bare, start, end }
    if (quoted === undefined && pattern === GROUPED) tokens.push(...withoutBrackets(piece))
    else if (pattern === PLAIN || hasWords(field, quoted ?? '')) tokens.push(piece)
  }
  return tokens
}

/** True if a piece is an operand. A field without a value is a word. */
const hasWords = (field: string | undefined, value: string) => field !== undefined || wordsOf(value).length > 0

/** Parts the brackets that end a group from a piece, `Pacht).`, but not those of `Mieter(in)`; and finds operators. */
function withoutBrackets(piece: Piece): Token[] {
  const { sign, field, bare, start, end } = piece
  let close = bare.length
  while (close > 0 && MARKS.includes(bare.charAt(close - 1))) close -= 1
  const unpaired = bare.split(')').length - bare.split('(').length
  let rest = close
  while (close - rest < unpaired && bare.charAt(rest - 1) === ')') rest -= 1
  const word = rest === close ? bare : bare.slice(0, rest)
  const tokens: Token[] = []
  if (sign === '' && field === undefined && (word === 'AND' || word === 'OR' || word === 'NOT')) {
    tokens.push({ kind: word, start, end: start + word.length })
  } else if (hasWords(field, word)) tokens.push({ ...piece, bare: word, end: end - bare.length + word.length })
  for (let count = rest; count < close; count += 1) tokens.push({ kind: 'close', start: end, end })
  return tokens
}

/** Leaves out brackets that have no partner, or nothing between them. */
function withPairs(tokens: readonly Token[]): Token[] {
  const open: { index: number; content: number }[] = []
  const paired = new Set<number>()
  let content = 0
  for (const [index, { kind }] of tokens.entries()) {
    if (kind === 'open') open.push({ index, content })
    else if (kind !== 'close') content += 1
    else {
      const partner = open.pop()
      if (partner === undefined || partner.content === content || open.length >= MOST_NESTED) continue
      paired.add(partner.index).add(index)
    }
  }
  return tokens.filter(({ kind }, index) => (kind !== 'open' && kind !== 'close') || paired.has(index))
}

/** Makes words of operators that lack an operand. */
function withOperands(tokens: readonly Token[]): Token[] {
  const result = [...tokens]
  let isBefore = false
  for (const [index, token] of [...result.entries()].reverse()) {
    if (token.kind === 'AND' || token.kind === 'OR' || token.kind === 'NOT') {
      if (!isBefore) result[index] = wordOf(token.kind, token)
      isBefore = !isBefore || token.kind === 'NOT'
    } else isBefore = token.kind !== 'close'
  }
  let isAfter = false
  for (const [index, token] of result.entries()) {
    if ((token.kind === 'AND' || token.kind === 'OR') && !isAfter) {
      result[index] = wordOf(token.kind, token)
      isAfter = true
    } else isAfter = token.kind === 'piece' || token.kind === 'close'
  }
  return result
}

const wordOf = (bare: string, { start, end }: { start: number; end: number }): Piece => {
  return { kind: 'piece', sign: '', field: undefined, quoted: undefined, bare, start, end }
}

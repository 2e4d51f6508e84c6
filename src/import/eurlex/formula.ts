/**
 * Writes formulas (`FORMULA`) on one line. Formex has elements for operators, brackets, fractions and sums instead of their
 * characters.
 */
import type { XmlElement } from '../xml-tree.ts'

const OPERATORS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    PLUS: '+',
    MINUS: '−',
    MULT: '×',
    DIV: '÷',
    CARTPROD: '×',
    PLUSMINUS: '±',
    MINUSPLUS: '∓',
    EQ: '=',
    NE: '≠',
    LT: '<',
    LE: '≤',
    GT: '>',
    GE: '≥',
    AP: '≈',
  }),
)

const BRACKETS: ReadonlyMap<string, [open: string, close: string]> = new Map([
  ['BRACKET', ['(', ')']],
  ['SQBRACKET', ['[', ']']],
  ['BRACE', ['{', '}']],
  ['MODULUS', ['|', '|']],
])

/** Elements of formulas that are words of their own. */
const APART: ReadonlySet<string> = new Set(['OP.MATH', 'OP.CMP', 'SUM', 'PROD', 'INT', 'FRACTION'])

/** Elements of formulas that are raised or lowered. */
export const FORMULA_RUNS: ReadonlyMap<string, 'raised' | 'lowered'> = new Map([
  ['IND', 'lowered'],
  ['UNDER', 'lowered'],
  ['EXPONENT', 'raised'],
  ['OVER', 'raised'],
])

/** True for an element of a formula that spaces part from its neighbours. */
export function standsApart({ name }: XmlElement): boolean {
  return APART.has(name)
}

/**
 * Returns the signs that are printed before and after the content of an element of a formula.
 * A dividend or divisor of several terms gets brackets, which a bar makes unnecessary in print.
 */
export function formulaSigns({ name, attributes, children }: XmlElement): [before: string, after: string] {
  const { TYPE: type = '' } = attributes
  switch (name) {
    case 'OP.MATH':
    case 'OP.CMP':
      return [OPERATORS.get(type) ?? (type && `[${type}]`), '']
    case 'EXPR':
      return BRACKETS.get(type) ?? ['', '']
    case 'SUM':
      return ['Σ', '']
    case 'PROD':
      return ['Π', '']
    case 'INT':
      return ['∫', '']
    case 'ROOT':
      return ['√(', ')']
    case 'DIVIDEND':
    case 'DIVISOR': {
      const isCompound = children.some((child) => typeof child !== 'string' && child.name === 'OP.MATH')
      const sign = name === 'DIVISOR' ? '/' : ''
      return isCompound ? [`${sign}(`, ')'] : [sign, '']
    }
  }
  return ['', '']
}

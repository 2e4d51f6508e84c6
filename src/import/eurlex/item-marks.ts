/** The numbers and letters by which parts of acts are cited. */
import { pathValue } from '../../citation/norm-path.ts'
import { parseRoman } from '../../citation/numerals.ts'

/** Latin suffixes of inserted numbers in French and other texts, in order: `1 bis` is `1a` elsewhere. */
const SUFFIXES = (
  'bis ter quater quinquies sexies septies octies nonies decies undecies duodecies terdecies quaterdecies quindecies ' +
  'sexdecies septdecies octodecies novodecies vicies unvicies duovicies tervicies quatervicies quinvicies sexvicies septvicies'
).split(' ')

/** Returns the letters of Latin suffixes: `bis` -> `a`, `septvicies bis` -> `za`; `undefined` for other words. */
function suffixLetters(words: readonly string[]): string | undefined {
  const letters = words.map((word) => SUFFIXES.indexOf(word))
  return letters.includes(-1) ? undefined : letters.map((at) => String.fromCharCode(97 + at)).join('')
}

/**
 * Reads the number in a designation: `1.` -> `1`, `(2a)` -> `2a`, `1 bis.` -> `1a`, `-1.` -> `-1`, `premier` -> `1`.
 * @returns as in a path, `undefined` if there is no number
 */
export function readNumber(text: string): string | undefined {
  const words = text
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(/[–−]/g, '-')
    .trim()
    .toLowerCase()
  if (/^(?:premier|unique|sole|einziger)$/.test(words)) return '1'
  const [, number, letter = '', suffixes = ''] =
    /^[("'‘“„«]*(-?\d+)([a-z]{0,3})((?: [a-z]+)*)[.)º°]*$/.exec(words) ?? []
  if (number === undefined) return undefined
  const inserted = suffixes === '' ? '' : suffixLetters(suffixes.trim().split(' '))
  return inserted === undefined ? undefined : number + letter + inserted
}

/** The mark of a list item. */
export interface ItemMark {
  kind: 'nr' | 'buchst' | 'indent'
  value: string
}

const DASH = /^[-–—‒―•·*○●■▪□]$/u
const NUMBER = /^-?\d+(?:\.\d+)*[a-z]{0,2}$/
const LETTERS = /^[a-z]{1,5}$/
const ROMAN = /^([ivxl]+?)[a-h]?$/

/**
 * Reads the mark of a list item, `undefined` for words (`Method 1:`).
 * @param mark as the source writes it, quotation marks included: `(a)`, `1.`, `ii)`, `—`, `e bis)`
 * @param first the mark of the first item of its list: `(v)` is a number after `(i)`, a letter after `(a)`
 * @param dashes number of dashes before it in its list
 */
export function itemMark(mark: string, first: string, dashes: number): ItemMark | undefined {
  const bare = bareMark(mark)
  if (DASH.test(bare)) return { kind: 'indent', value: String(dashes + 1) }
  const [word = '', ...suffixes] = bare.split(' ')
  const inserted = suffixes.length === 0 ? '' : suffixLetters(suffixes)
  if (inserted === undefined) return undefined
  if (NUMBER.test(word)) return { kind: 'nr', value: word + inserted }
  if (!LETTERS.test(word)) return undefined
  const isRoman = bareMark(first) === 'i' && parseRoman(ROMAN.exec(word)?.[1] ?? '') !== undefined
  return { kind: isRoman ? 'nr' : 'buchst', value: word + inserted }
}

/** `(a)` -> `a`, `‘1.` -> `1`, `e bis)` -> `e bis` */
function bareMark(mark: string): string {
  return mark
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(/^["'‘’“”„«» (]+/, '')
    .replace(/[.):; ]+$/, '')
    .replace(/[−–](?=\d)/, '-')
    .toLowerCase()
}

/** The value of a label that has no number: `Appendix A` -> `appendix_a`. */
export const labelValue = (label: string) => pathValue(label.replace(/\u00a0/g, ' '))

/** Counts the visible characters of an act: those of its document, and those that its norms and headings have. */
import type { XmlElement } from '../xml-tree.ts'
import { BIBLIOGRAPHIC } from './format.ts'

const UNKNOWN = 0
const NOT_COUNTED = 1
const COUNTED = 2
/** By UTF-16 code unit, filled on demand. */
const classes = new Uint8Array(0x10000)

/** White space, and what stands between a designation and a title, which are read apart; also raised and lowered. */
const SEPARATOR = /^(?:[\s.:\u2212]|\p{Pd})/u
const isSeparator = (code: number) => SEPARATOR.test(String.fromCharCode(code).normalize('NFKC'))

/** Returns the number of UTF-16 code units of a text that are neither white space nor dashes, dots or colons. */
export function countVisible(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const known = classes[code]
    if (known === COUNTED) count++
    else if (known === UNKNOWN) {
      const isCounted = !isSeparator(code)
      classes[code] = isCounted ? COUNTED : NOT_COUNTED
      count += Number(isCounted)
    }
  }
  return count
}

/** Returns that number for the text below an element, without bibliographic data. */
export function countVisibleIn({ name, children }: XmlElement): number {
  if (BIBLIOGRAPHIC.has(name)) return 0
  let count = 0
  for (const child of children) count += typeof child === 'string' ? countVisible(child) : countVisibleIn(child)
  return count
}

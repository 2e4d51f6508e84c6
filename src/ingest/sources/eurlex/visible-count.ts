/** Counts the visible characters of an act: those of its document, and those that its norms and headings have. */
import type { XmlElement } from '../xml-tree.ts'
import { BIBLIOGRAPHIC } from './format.ts'

const UNKNOWN = 2
/** How much a UTF-16 code unit counts, 1 or 0, filled on demand. */
const counts = new Uint8Array(0x10000).fill(UNKNOWN)

/** White space, and what stands between a designation and a title, which are read apart; also raised and lowered. */
const SEPARATOR = /^(?:[\s.:\u2212]|\p{Pd})/u
const isSeparator = (code: number) => SEPARATOR.test(String.fromCharCode(code).normalize('NFKC'))

/** Returns the number of UTF-16 code units of a text that are neither white space nor dashes, dots or colons. */
export function countVisible(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (counts[code] === UNKNOWN) counts[code] = Number(!isSeparator(code))
    // A branch would be mispredicted at every space.
    count += counts[code] as number
  }
  return count
}

/**
 * Returns that number for the text below an element, without bibliographic data.
 * @param onNote called with each note (`NOTE`) in it and the name of the element that it is in
 */
export function countVisibleIn(
  { name, children }: XmlElement,
  onNote: (note: XmlElement, above: string) => void,
): number {
  if (BIBLIOGRAPHIC.has(name)) return 0
  let count = 0
  for (const child of children) {
    if (typeof child === 'string') {
      count += countVisible(child)
      continue
    }
    if (child.name === 'NOTE') onNote(child, name)
    count += countVisibleIn(child, onNote)
  }
  return count
}

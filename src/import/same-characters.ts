/** Compares a text with the source that it was read from. Source families share it. */
import { rawText, type XmlElement } from './xml-tree.ts'

/** White space as `\s` has it (ECMA-262 WhiteSpace and LineTerminator), the frequent ones first. */
function isWhiteSpace(code: number): boolean {
  if (code < 0xa0) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  return code === 0xa0 || (code >= 0x1680 && /\s/.test(String.fromCharCode(code)))
}

/**
 * True if a text has exactly the characters below an element, in order, apart from white space. Raised and lowered
 * characters count as plain ones, and all dashes are alike.
 */
export function hasAllCharacters(text: string, element: XmlElement | undefined): boolean {
  return hasSameCharacters(text, element) || plainForm(text) === plainForm(rawText(element))
}

/** The same, character by character: faster, and enough if no character has several ones for its plain form. */
function hasSameCharacters(text: string, element: XmlElement | undefined): boolean {
  let at = 0
  const skip = () => {
    while (at < text.length && isWhiteSpace(text.charCodeAt(at))) at++
  }
  const holds = (node: XmlElement | string): boolean => {
    if (typeof node !== 'string') return node.children.every(holds)
    skip()
    // Most pieces of a source are in the text as they are.
    if (text.startsWith(node, at)) {
      at += node.length
      return true
    }
    for (let i = 0; i < node.length; i++) {
      const code = node.charCodeAt(i)
      if (text.charCodeAt(at) === code) {
        at++
        continue
      }
      if (isWhiteSpace(code)) continue
      skip()
      const own = text.charCodeAt(at++)
      if (own !== code && (Number.isNaN(own) || plainForm(text.charAt(at - 1)) !== plainForm(node.charAt(i))))
        return false
    }
    return true
  }
  if (element !== undefined && !holds(element)) return false
  skip()
  return at >= text.length
}

/** Returns a text for comparison: without white space, characters in their plain form (NFKC), all dashes alike. */
function plainForm(text: string): string {
  return text
    .replace(/\s+/g, '')
    .normalize('NFKC')
    .replace(/\s+/g, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
}

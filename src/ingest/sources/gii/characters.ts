/** The check that nothing of a source is lost or added when its text is read. */
import { rawText, type XmlElement } from './xml-reader.ts'

/** White space as `\s` has it (ECMA-262 WhiteSpace and LineTerminator), the frequent ones first. */
function isWhiteSpace(code: number): boolean {
  if (code < 0xa0) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  return code === 0xa0 || (code >= 0x1680 && /\s/.test(String.fromCharCode(code)))
}

/**
 * Whether a text holds exactly the characters below an element, in order, white space aside. Raised and lowered characters
 * are the same as plain ones, and all dashes are alike.
 */
export function holdsAllCharacters(text: string, element: XmlElement | undefined): boolean {
  return holdsSameCharacters(text, element) || plainForm(text) === plainForm(rawText(element))
}

/** The same without the forms of characters: most norms have none, and this is faster. */
function holdsSameCharacters(text: string, element: XmlElement | undefined): boolean {
  let at = 0
  const skip = () => {
    while (at < text.length && isWhiteSpace(text.charCodeAt(at))) at++
  }
  const holds = (node: XmlElement | string): boolean => {
    if (typeof node !== 'string') return node.children.every(holds)
    for (let i = 0; i < node.length; i++) {
      const code = node.charCodeAt(i)
      if (isWhiteSpace(code)) continue
      skip()
      if (text.charCodeAt(at++) !== code) return false
    }
    return true
  }
  if (element !== undefined && !holds(element)) return false
  skip()
  return at >= text.length
}

/**
 * A text for comparison: without white space, every character in its plain form (NFKC), all dashes alike. Two texts that are
 * the same so have lost or gained nothing.
 */
function plainForm(text: string): string {
  return text
    .replace(/\s+/g, '')
    .normalize('NFKC')
    .replace(/\s+/g, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
}

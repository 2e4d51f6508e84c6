/** What a `norm` element of the official XML holds, and that nothing of it is lost. */
import type { Content } from './content.ts'
import { readContent } from './read-content.ts'
import {
  assertHoldsOnly,
  childElement,
  childElements,
  rawText,
  SourceFormatError,
  type XmlElement,
} from './xml-reader.ts'

/** Document number of a norm, `BJNR001950896BJNE000100377`. */
export function documentIdOf(element: XmlElement): string {
  return element.attributes.doknr ?? ''
}

/**
 * The text of a norm and its footnotes. No text is ever silently changed: what is made of an element must hold all of
 * its characters.
 * @throws SourceFormatError where it does not
 */
export function readTexts(element: XmlElement): { content: Content; footnotes: string } {
  const texts = childElement(element, 'textdaten')
  const [text, notes] = [childElement(texts, 'text'), childElement(texts, 'fussnoten')]
  const content = readContent(text)
  const footnotes = readContent(notes).text
  if (!hasAllCharacters(content.text, text) || !hasAllCharacters(footnotes, notes)) {
    throw new SourceFormatError(`the text of ${documentIdOf(element)} could not be read without loss`, 0, 0)
  }
  return { content, footnotes }
}

/**
 * Of what carries text there must be one at most: only the first is read.
 * @throws SourceFormatError
 */
export function assertExpected(element: XmlElement): void {
  const where = documentIdOf(element)
  const metadata = childElement(element, 'metadaten')
  const texts = childElement(element, 'textdaten')
  assertHoldsOnly(element, ['metadaten', 'textdaten'], where)
  if (texts !== undefined) assertHoldsOnly(texts, ['text', 'fussnoten'], where)
  for (const name of ['enbez', 'titel', 'gliederungseinheit']) {
    if (childElements(metadata, name).length > 1) {
      throw new SourceFormatError(`a second <${name}> stands in <metadaten> of ${where}`, 0, 0)
    }
  }
}

/*FILEDOC The check that nothing of a source is lost or added when its text is read. */

/** White space as `\s` has it (ECMA-262 WhiteSpace and LineTerminator), the frequent ones first. */
function isWhiteSpace(code: number): boolean {
  if (code < 0xa0) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  return code === 0xa0 || (code >= 0x1680 && /\s/.test(String.fromCharCode(code)))
}

/**
 * Whether a text holds exactly the characters below an element, in order, white space aside. Raised and lowered characters
 * are the same as plain ones, and all dashes are alike.
 */
export function hasAllCharacters(text: string, element: XmlElement | undefined): boolean {
  return hasSameCharacters(text, element) || plainForm(text) === plainForm(rawText(element))
}

/** The same without the forms of characters: most norms have none, and this is faster. */
function hasSameCharacters(text: string, element: XmlElement | undefined): boolean {
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

/** Reads the texts of a `norm` element, and checks that nothing is lost. */
import type { SubdivisionSpan } from '../../../corpus/parsed-law.ts'
import type { Content } from './content.ts'
import { SINGLE_METADATA, TEXT_ELEMENTS } from './format.ts'
import { readContent } from './read-content.ts'
import { findSubdivisions } from './subdivisions.ts'
import {
  assertHoldsOnly,
  childElement,
  childElements,
  rawText,
  SourceFormatError,
  type XmlElement,
} from './xml-reader.ts'

/** Returns the document number of a norm, `BJNR001950896BJNE000100377`. */
export function documentIdOf(element: XmlElement): string {
  return element.attributes.doknr ?? ''
}

export interface NormTexts {
  content: Content
  footnotes: string
}

/** Reads the texts of norms. What elements have in common that differ only in their start tags is read once. */
export class TextReader {
  readonly #remembers: boolean
  readonly #texts = new WeakMap<XmlElement['children'], NormTexts>()
  readonly #subdivisions = new WeakMap<Content, SubdivisionSpan[]>()

  /** @param remembers true for several documents, which have elements in common */
  constructor(remembers: boolean) {
    this.#remembers = remembers
  }

  /** @throws SourceFormatError if a character is lost or added, or an element has more than is read */
  texts(element: XmlElement): NormTexts {
    const known = this.#texts.get(element.children)
    if (known !== undefined) return known
    assertExpected(element)
    const texts = readTexts(element)
    if (this.#remembers) this.#texts.set(element.children, texts)
    return texts
  }

  /** @param isList true for a text of lists and tables, without sentences; always the same for one content */
  subdivisions(content: Content, isList: boolean): SubdivisionSpan[] {
    const known = this.#subdivisions.get(content)
    if (known !== undefined) return known
    const found = findSubdivisions(content, isList)
    if (this.#remembers) this.#subdivisions.set(content, found)
    return found
  }
}

/**
 * Reads the text of a norm and its footnotes.
 * @throws SourceFormatError if a character is lost or added
 */
function readTexts(element: XmlElement): NormTexts {
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
 * Checks that there is at most one of each element that carries text: only the first is read.
 * @throws SourceFormatError if there are more
 */
function assertExpected(element: XmlElement): void {
  const where = documentIdOf(element)
  const metadata = childElement(element, 'metadaten')
  const texts = childElement(element, 'textdaten')
  assertHoldsOnly(element, TEXT_ELEMENTS.norm, where)
  if (texts !== undefined) assertHoldsOnly(texts, TEXT_ELEMENTS.textdaten, where)
  for (const name of SINGLE_METADATA) {
    if (childElements(metadata, name).length > 1) {
      throw new SourceFormatError(`a second <${name}> stands in <metadaten> of ${where}`, 0, 0)
    }
  }
}

/** White space as `\s` has it (ECMA-262 WhiteSpace and LineTerminator), the frequent ones first. */
function isWhiteSpace(code: number): boolean {
  if (code < 0xa0) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  return code === 0xa0 || (code >= 0x1680 && /\s/.test(String.fromCharCode(code)))
}

/**
 * True if a text has exactly the characters below an element, in order, apart from white space. Raised and lowered
 * characters count as plain ones, and all dashes are alike.
 */
function hasAllCharacters(text: string, element: XmlElement | undefined): boolean {
  return hasSameCharacters(text, element) || plainForm(text) === plainForm(rawText(element))
}

/** The same without other forms of characters: faster, and enough for most norms. */
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

/** Returns a text for comparison: without white space, characters in their plain form (NFKC), all dashes alike. */
function plainForm(text: string): string {
  return text
    .replace(/\s+/g, '')
    .normalize('NFKC')
    .replace(/\s+/g, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
}

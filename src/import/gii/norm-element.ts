/** Reads the texts of a `norm` element, and checks that nothing is lost. */
import { say } from '../../i18n/texts.ts'
import type { SubdivisionSpan } from '../../model/parsed-law.ts'
import { hasAllCharacters } from '../same-characters.ts'
import { childElement, childElements, SourceFormatError, type XmlElement } from '../xml-tree.ts'
import type { Content } from './content.ts'
import { SINGLE_METADATA, TEXT_ELEMENTS } from './format.ts'
import { readContent } from './read-content.ts'
import { findSubdivisions } from './subdivisions.ts'
import { assertHoldsOnly } from './xml-reader.ts'

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
    throw new SourceFormatError(say`the text of ${documentIdOf(element)} could not be read without loss`, 0, 0)
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
      throw new SourceFormatError(say`a second <${name}> stands in <metadaten> of ${where}`, 0, 0)
    }
  }
}

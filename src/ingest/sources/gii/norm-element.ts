/** What a `norm` element of the official XML holds, and that nothing of it is lost. */
import { holdsAllCharacters } from './characters.ts'
import type { Content } from './content.ts'
import { readContent } from './read-content.ts'
import { assertHoldsOnly, childElement, childElements, SourceFormatError, type XmlElement } from './xml-reader.ts'

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
  if (!holdsAllCharacters(content.text, text) || !holdsAllCharacters(footnotes, notes)) {
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

/**
 * Reads a document as a stream, one small tree per `norm` element, so that memory is bounded by the largest norm, not the largest
 * law. Reads the texts of a `norm` element, and checks that nothing is lost.
 */
import { say } from '../../i18n/texts.ts'
import type { SubdivisionSpan } from '../../model/parsed-law.ts'
import { cached } from '../../util/cached.ts'
import { hasAllCharacters } from '../text-writer.ts'
import { childElement, childElements, readTree, SourceFormatError, type XmlElement } from '../xml-tree.ts'
import { DOCUMENT, LIMITS, NORM, SINGLE_METADATA, TEXT_ELEMENTS } from './format.ts'
import { type Content, readContent } from './read-content.ts'
import { findSubdivisions } from './subdivisions.ts'

/**
 * Parses a whole document.
 * @param onNorm called for each `norm` element in document order
 * @param onDocument called first, with the attributes of the document element
 * @throws SourceFormatError as `readTree`, or for another format
 */
export function readDocument(
  bytes: Uint8Array,
  onNorm: (norm: XmlElement) => void,
  onDocument?: (attributes: Record<string, string>) => void,
): void {
  let characters = 0
  readTree(
    bytes,
    { ...LIMITS, characters: LIMITS.documentCharacters },
    {
      onOpen({ name, attributes }, above, fail) {
        if (above.length === 0 && name !== DOCUMENT)
          fail(say`the document element is <${name}>, expected <${DOCUMENT}>`)
        if (above.length === 1 && name !== NORM) fail(say`<${name}> stands where only <${NORM}> may stand`)
        if (above.length === 0) onDocument?.(attributes)
        if (above.length === 1) characters = 0
      },
      onText(text, above, fail) {
        characters += text.length
        if (characters > LIMITS.normCharacters) fail(say`a norm has more than ${LIMITS.normCharacters} characters`)
        if (above.length <= 1 && /\S/.test(text)) fail(say`text stands where only <norm> may stand`)
      },
      onClose(element, [document, ...inner]) {
        if (document === undefined || inner.length > 0) return
        document.children.length = 0
        onNorm(element)
      },
    },
  )
}

/** Returns the document number of a norm, `BJNR001950896BJNE000100377`. */
export function documentIdOf(element: XmlElement): string {
  return element.attributes.doknr ?? ''
}

export interface NormTexts {
  content: Content
  footnotes: string
}

/** Reads the texts of norms. Elements that differ only in their start tags are read once. */
export class TextReader {
  readonly #texts = new WeakMap<XmlElement['children'], NormTexts>()
  readonly #subdivisions = new WeakMap<Content, SubdivisionSpan[]>()

  /** @throws SourceFormatError if a character is lost or added, or an element has unread content */
  texts(element: XmlElement): NormTexts {
    return cached(this.#texts, element.children, () => {
      assertExpected(element)
      return readTexts(element)
    })
  }

  /** @param isList true for lists and tables, without sentences; always the same for one content */
  subdivisions(content: Content, isList: boolean): SubdivisionSpan[] {
    return cached(this.#subdivisions, content, () => findSubdivisions(content, isList))
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
    throw new SourceFormatError(say`the text of ${documentIdOf(element)} could not be read without loss`)
  }
  return { content, footnotes }
}

/**
 * Checks that each element with text occurs at most once: only the first is read.
 * @throws SourceFormatError if it occurs again
 */
function assertExpected(element: XmlElement): void {
  const where = documentIdOf(element)
  const metadata = childElement(element, 'metadaten')
  const texts = childElement(element, 'textdaten')
  assertHoldsOnly(element, TEXT_ELEMENTS.norm, where)
  if (texts !== undefined) assertHoldsOnly(texts, TEXT_ELEMENTS.textdaten, where)
  for (const name of SINGLE_METADATA) {
    if (childElements(metadata, name).length > 1) {
      throw new SourceFormatError(say`a second <${name}> stands in <metadaten> of ${where}`)
    }
  }
}

/**
 * Checks that an element contains only the given elements, each at most once, and no text: anything else would be lost.
 * @param where position of the element, for the message
 * @throws SourceFormatError that names the unexpected content
 */
function assertHoldsOnly(element: XmlElement, names: readonly string[], where: string): void {
  const seen = new Set<string>()
  for (const child of element.children) {
    if (typeof child === 'string') {
      if (/\S/.test(child)) throw new SourceFormatError(say`text stands directly in <${element.name}> of ${where}`)
    } else if (!names.includes(child.name) || seen.has(child.name)) {
      const problem = seen.has(child.name) ? say`a second` : say`an unexpected`
      throw new SourceFormatError(say`${problem} <${child.name}> stands in <${element.name}> of ${where}`)
    } else seen.add(child.name)
  }
}

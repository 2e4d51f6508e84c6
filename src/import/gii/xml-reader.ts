/**
 * Reads a document as a stream: one small tree for each `norm` element, so that the largest norm bounds the memory, not
 * the largest law.
 *
 * Only the five entities of XML and numeric references are known. A DOCTYPE is ignored, and no external DTD is fetched.
 */

import { SaxesParser } from 'saxes'
import { say } from '../../i18n/texts.ts'
import { decode, SourceFormatError, type XmlElement } from '../xml-tree.ts'
import { DOCUMENT, LIMITS, NORM } from './format.ts'

/**
 * Parses a whole document.
 * @param bytes the raw file, in UTF-8 or in the encoding that its XML declaration names
 * @param onNorm called for each `norm` element in document order
 * @param onDocument called before with the attributes of the document element
 * @throws SourceFormatError if the document is not well-formed, not in its encoding, or of another format
 */
export function readDocument(
  bytes: Uint8Array,
  onNorm: (norm: XmlElement) => void,
  onDocument?: (attributes: Record<string, string>) => void,
): void {
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false })
  const open: XmlElement[] = []
  let begun = false
  let elements = 0
  let attributeCount = 0
  let characters = 0
  let normCharacters = 0

  const fail = (message: string): never => {
    throw new SourceFormatError(message, parser.line, parser.columnIndex + 1)
  }
  parser.on('error', (error) => fail(error.message.replace(/^\d+:\d+: /, '')))
  parser.on('opentag', ({ name, attributes }) => {
    if (!begun) {
      if (name !== DOCUMENT) fail(say`the document element is <${name}>, expected <${DOCUMENT}>`)
      begun = true
      onDocument?.(attributes)
      return
    }
    if (open.length === 0 && name !== NORM) fail(say`<${name}> stands where only <${NORM}> may stand`)
    if (open.length > LIMITS.depth) fail(say`elements are nested more than ${LIMITS.depth} deep`)
    if (++elements > LIMITS.elements) fail(say`the document has more than ${LIMITS.elements} elements`)
    attributeCount = 0
    if (open.length === 0) normCharacters = 0
    const element: XmlElement = { name, attributes, children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('attribute', () => {
    if (++attributeCount > LIMITS.attributes) fail(say`an element has more than ${LIMITS.attributes} attributes`)
  })
  const addText = (text: string) => {
    const above = open.at(-1)
    characters += text.length
    normCharacters += text.length
    if (normCharacters > LIMITS.normCharacters) fail(say`a norm has more than ${LIMITS.normCharacters} characters`)
    if (characters > LIMITS.documentCharacters)
      fail(say`the document has more than ${LIMITS.documentCharacters} characters`)
    if (above !== undefined) above.children.push(text)
    else if (/\S/.test(text)) fail(say`text stands where only <norm> may stand`)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const element = open.pop()
    if (element !== undefined && open.length === 0) onNorm(element)
  })

  for (const chunk of decode(bytes, fail)) {
    parser.write(chunk)
    if (!begun && parser.position > LIMITS.prolog)
      fail(say`no document element begins within ${LIMITS.prolog} characters`)
  }
  parser.close()
  if (!begun) fail(say`the document is empty`)
}

/**
 * Checks that an element holds only the given elements, each at most once, and no text: anything else would be lost.
 * @param where the element is, for the message
 * @throws SourceFormatError that names the unexpected content
 */
export function assertHoldsOnly(element: XmlElement, names: readonly string[], where: string): void {
  const seen = new Set<string>()
  for (const child of element.children) {
    if (typeof child === 'string') {
      if (/\S/.test(child))
        throw new SourceFormatError(say`text stands directly in <${element.name}> of ${where}`, 0, 0)
    } else if (!names.includes(child.name) || seen.has(child.name)) {
      const problem = seen.has(child.name) ? say`a second` : say`an unexpected`
      throw new SourceFormatError(say`${problem} <${child.name}> stands in <${element.name}> of ${where}`, 0, 0)
    } else seen.add(child.name)
  }
}

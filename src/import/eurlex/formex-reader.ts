/**
 * Reads a Formex document into a tree. Signs that Formex has elements or attributes for, quotation marks and those of
 * formulas, are characters in it. Only the five entities of XML and numeric references are known; a DOCTYPE is ignored,
 * and nothing external is fetched.
 */

import { SaxesParser } from 'saxes'
import { say } from '../../i18n/texts.ts'
import { decode, SourceFormatError, type XmlElement } from '../xml-tree.ts'
import { LIMITS } from './format.ts'
import { formulaSigns } from './formex-text.ts'

/**
 * @param bytes the raw file, in UTF-8 or in the encoding that its XML declaration names
 * @throws SourceFormatError if the document is not well-formed, not in its encoding, or too large
 */
export function readFormex(bytes: Uint8Array): XmlElement {
  if (bytes.length > LIMITS.bytes) {
    throw new SourceFormatError(say`the document has ${bytes.length} bytes, at most ${LIMITS.bytes} are read`, 0, 0)
  }
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false })
  const fail = (message: string): never => {
    throw new SourceFormatError(message, parser.line, parser.columnIndex + 1)
  }
  const above: XmlElement[] = []
  let root: XmlElement | undefined
  let elements = 0
  let attributeCount = 0
  let characters = 0
  parser.on('error', (error) => fail(error.message.replace(/^\d+:\d+: /, '')))
  parser.on('attribute', () => {
    if (++attributeCount > LIMITS.attributes) fail(say`an element has more than ${LIMITS.attributes} attributes`)
  })
  parser.on('opentag', ({ name, attributes }) => {
    attributeCount = 0
    if (above.length > LIMITS.depth) fail(say`elements are nested more than ${LIMITS.depth} deep`)
    if (++elements > LIMITS.elements) fail(say`the document has more than ${LIMITS.elements} elements`)
    const element: XmlElement = { name, attributes, children: [] }
    const quote = quotationMark(element, fail)
    if (quote !== undefined) element.children.push(quote)
    above.at(-1)?.children.push(element)
    root ??= element
    above.push(element)
  })
  const addText = (text: string) => {
    characters += text.length
    if (characters > LIMITS.characters) fail(say`the document has more than ${LIMITS.characters} characters`)
    above.at(-1)?.children.push(text)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const element = above.pop()
    if (element === undefined) return
    const [before, after] = formulaSigns(element)
    if (before !== '') element.children.unshift(before)
    if (after !== '') element.children.push(after)
  })
  for (const chunk of decode(bytes, fail)) parser.write(chunk)
  parser.close()
  return root ?? fail(say`the document is empty`)
}

/** `QUOT.START` and `QUOT.END` have a quotation mark as an attribute: the code point in hexadecimal digits. */
function quotationMark({ name, attributes }: XmlElement, fail: (message: string) => never): string | undefined {
  if (name !== 'QUOT.START' && name !== 'QUOT.END') return undefined
  const { CODE: code = '' } = attributes
  const point = /^[0-9A-Fa-f]{4,6}$/.test(code) ? Number.parseInt(code, 16) : Number.NaN
  if (!(point > 0x20 && point <= 0x10ffff))
    fail(say`<${name}> has the code ${JSON.stringify(code)}, expected digits as 201E`)
  return String.fromCodePoint(point)
}

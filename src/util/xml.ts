/** Reads XML as events. Only the five entities of XML and numeric references are known; a DOCTYPE is ignored, nothing is fetched. */

import { SaxesParser } from 'saxes'
import { say } from '../i18n/texts.ts'

export interface XmlHandler {
  open(name: string, attributes: Record<string, string>): void
  close(name: string): void
  /** Receives character data, including CDATA sections. */
  text(text: string): void
}

/** Limits of a document; an omitted one means no limit. */
export interface XmlLimits {
  /** Attributes of an element. */
  attributes?: number
  /** Elements above an element. */
  depth?: number
  /** Elements of the document. */
  elements?: number
  /** Characters without markup. */
  characters?: number
}

/** A parser with its position. Declared here, since the types of saxes do not compile under every compiler setting. */
export interface XmlParser {
  write(text: string): XmlParser
  close(): XmlParser
  readonly line: number
  readonly columnIndex: number
  readonly position: number
}

/**
 * Returns a parser whose `write` and `close` call the handler.
 * @param fail called with the fault of a document that is not well-formed or beyond the limits. Default: throws an Error
 */
export function xmlParser(
  handler: XmlHandler,
  limits: XmlLimits = {},
  fail: (message: string) => never = (message) => {
    throw new Error(message)
  },
): XmlParser {
  const { attributes: mostAttributes = Number.POSITIVE_INFINITY, depth: deepest = Number.POSITIVE_INFINITY } = limits
  const { elements: mostElements = Number.POSITIVE_INFINITY, characters: mostCharacters = Number.POSITIVE_INFINITY } =
    limits
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false })
  let [depth, elements, attributeCount, characters] = [0, 0, 0, 0]
  parser.on('error', (error) => fail(error.message))
  parser.on('attribute', () => {
    if (++attributeCount > mostAttributes) fail(say`an element has more than ${mostAttributes} attributes`)
  })
  parser.on('opentag', ({ name, attributes }) => {
    attributeCount = 0
    if (depth++ > deepest) fail(say`elements are nested more than ${deepest} deep`)
    if (++elements > mostElements) fail(say`the document has more than ${mostElements} elements`)
    handler.open(name, attributes)
  })
  const addText = (text: string) => {
    characters += text.length
    if (characters > mostCharacters) fail(say`the document has more than ${mostCharacters} characters`)
    handler.text(text)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', ({ name }) => {
    depth--
    handler.close(name)
  })
  return parser
}

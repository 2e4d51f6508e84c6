/** Reads XML as events. Names come without their prefixes, which differ between documents. */
import { SaxesParser } from 'saxes'
import { damaged } from './zip-parts.ts'

/** Deeper nesting is an error. */
const MAXIMUM_DEPTH = 2000

export interface XmlHandler {
  /** @param attributes by their names without prefixes */
  open(name: string, attributes: Record<string, string>): void
  close(name: string): void
  text(text: string): void
}

/**
 * @param what names the part in errors
 * @throws UnreadableDocument if it is not well-formed. Only the five entities of XML and numeric ones are known.
 */
export function readXml(xml: string, what: string, handler: XmlHandler): void {
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false })
  let depth = 0
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > MAXIMUM_DEPTH) throw new Error(`elements are nested more than ${MAXIMUM_DEPTH} deep`)
    handler.open(local(name), localNames(attributes))
  })
  parser.on('closetag', ({ name }) => {
    depth--
    handler.close(local(name))
  })
  parser.on('text', (text) => handler.text(text))
  parser.on('cdata', (text) => handler.text(text))
  try {
    parser.write(xml).close()
  } catch (error) {
    throw damaged(what, error)
  }
}

const local = (name: string) => name.slice(name.indexOf(':') + 1)

function localNames(attributes: Record<string, string>): Record<string, string> {
  const named: Record<string, string> = {}
  for (const name in attributes) named[local(name)] = attributes[name] as string
  return named
}

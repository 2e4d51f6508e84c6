/** Reads XML as events. Names are without prefixes, which differ between documents. */
import { type XmlHandler, xmlParser } from '../../util/xml.ts'
import { damaged } from './zip-parts.ts'

export type { XmlHandler }

/** Maximum nesting depth; deeper nesting is an error. */
const MAXIMUM_DEPTH = 2000

/**
 * @param what names the part in errors
 * @throws UnreadableDocument if it is not well-formed. Only the five entities of XML and numeric ones are known.
 */
export function readXml(xml: string, what: string, handler: XmlHandler): void {
  const parser = xmlParser(
    {
      open: (name, attributes) => handler.open(local(name), localNames(attributes)),
      close: (name) => handler.close(local(name)),
      text: (text) => handler.text(text),
    },
    { depth: MAXIMUM_DEPTH },
  )
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

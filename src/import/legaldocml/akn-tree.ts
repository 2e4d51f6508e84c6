/**
 * Reads a document in LegalDocML.de, a profile of Akoma Ntoso 3.0, into a tree. Namespaces decide: elements of the text have
 * their local names, others a prefix of ours. A DOCTYPE is refused, so no entity is expanded and nothing external is fetched.
 */

import { SaxesParser } from 'saxes'
import { say } from '../../i18n/texts.ts'
import { decode, ENOUGH, SourceFormatError, writeBeginning, type XmlElement } from '../xml-tree.ts'
import { LEGALDOCML_VERSION } from './family.ts'

/** Limits of a document; the largest real ones have 0.5 MB and 15,000 elements. */
const LIMITS = { bytes: 16 * 1024 * 1024, elements: 200_000, depth: 200, attributes: 100 } as const

const NAMESPACE = /^http:\/\/(Inhaltsdaten|Metadaten\w+)\.LegalDocML\.de\/([\d.]+)\/$/i
const CONTENT = 'inhaltsdaten'
const ROOT = 'akomaNtoso'

/** True for a document whose root is in a namespace of LegalDocML.de, of whatever version. */
export function isLegalDocMl(bytes: Uint8Array): boolean {
  const parser = new SaxesParser({ xmlns: true })
  let isOwn = false
  parser.on('error', () => {
    throw ENOUGH
  })
  parser.on('opentag', ({ uri }) => {
    isOwn = NAMESPACE.test(uri)
    throw ENOUGH
  })
  writeBeginning(bytes, parser)
  return isOwn
}

/** @throws SourceFormatError if the document is not well-formed, too large, or of another version */
export function readAkn(bytes: Uint8Array): XmlElement {
  const parser = new SaxesParser({ xmlns: true })
  const fail = (message: string): never => {
    throw new SourceFormatError(message, parser.line, parser.columnIndex + 1)
  }
  if (bytes.length > LIMITS.bytes) fail(say`the document has ${bytes.length} bytes, at most ${LIMITS.bytes} are read`)
  const above: XmlElement[] = []
  let root: XmlElement | undefined
  let elements = 0
  parser.on('error', (error) => fail(error.message.replace(/^\d+:\d+: /, '')))
  parser.on('doctype', () => fail('a DOCTYPE is not allowed: LegalDocML.de has none'))
  parser.on('opentag', ({ uri, local, attributes }) => {
    const [, space = '', version] = NAMESPACE.exec(uri) ?? []
    const isContent = space.toLowerCase() === CONTENT
    if (root === undefined && (!isContent || local !== ROOT))
      fail(say`the document element is <${local}>, expected <${ROOT}>`)
    if (version !== undefined && version !== LEGALDOCML_VERSION)
      fail(`it is in LegalDocML.de ${version}; ${LEGALDOCML_VERSION} is read`)
    if (++elements > LIMITS.elements) fail(say`the document has more than ${LIMITS.elements} elements`)
    if (above.length > LIMITS.depth) fail(`the document has more than ${LIMITS.depth} levels`)
    const own = Object.values(attributes).filter((each) => each.prefix !== 'xmlns' && each.local !== 'xmlns')
    if (own.length > LIMITS.attributes) fail(say`an element has more than ${LIMITS.attributes} attributes`)
    const name = isContent ? local : `${space === '' ? 'foreign' : 'meta'}:${local}`
    const element = { name, attributes: Object.fromEntries(own.map((each) => [each.local, each.value])), children: [] }
    if (root === undefined) root = element
    above.at(-1)?.children.push(element)
    above.push(element)
  })
  const addText = (text: string) => {
    const parent = above.at(-1)
    const last = parent?.children.length ?? 0
    if (parent === undefined) return
    if (typeof parent.children[last - 1] === 'string') parent.children[last - 1] += text
    else parent.children.push(text)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => above.pop())
  for (const chunk of decode(bytes, fail)) parser.write(chunk)
  parser.close()
  return root ?? fail(say`the document is empty`)
}

/** All elements with a name below an element, in document order. */
export function descendants(element: XmlElement | undefined, name: string): XmlElement[] {
  return (element?.children ?? []).flatMap((child) =>
    typeof child === 'string'
      ? []
      : child.name === name
        ? [child, ...descendants(child, name)]
        : descendants(child, name),
  )
}

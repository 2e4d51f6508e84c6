/**
 * Reads a document in LegalDocML.de, a profile of Akoma Ntoso 3.0, into a tree. Names depend on namespaces: elements of the text
 * have their local names, those of the metadata and of formulas a prefix of ours.
 */
import { say } from '../../i18n/texts.ts'
import { ENOUGH, readBeginning, readTree, SourceFormatError, type XmlElement } from '../xml-tree.ts'
import { BYTES, CONTENT, LEGALDOCML_VERSION, LIMITS, NAMESPACE, ROOT } from './format.ts'

/** Namespaces by prefix, as declared by an element and its ancestors. */
type Spaces = ReadonlyMap<string, string>

function spacesOf(attributes: Record<string, string>, above: Spaces): Spaces {
  const own = Object.entries(attributes).filter(([name]) => /^xmlns(:|$)/.test(name))
  return own.length === 0 ? above : new Map([...above, ...own.map(([name, uri]) => [name.slice(6), uri] as const)])
}

/** Resolves a name: `akn:act` is `act` in the namespace of `akn`. */
function resolved(name: string, spaces: Spaces): { local: string; uri: string } {
  const [first = '', second] = name.split(':')
  return { local: second ?? first, uri: spaces.get(second === undefined ? '' : first) ?? '' }
}

/** True if the root is in a namespace of LegalDocML.de, of any version. */
export function isLegalDocMl(bytes: Uint8Array): boolean {
  let isOwn = false
  readBeginning(bytes, {
    open(name, attributes) {
      isOwn = NAMESPACE.test(resolved(name, spacesOf(attributes, new Map())).uri)
      throw ENOUGH
    },
    close: () => {},
    text: () => {},
  })
  return isOwn
}

/** @throws SourceFormatError if the document is not well-formed, too large, or of another version */
export function readAkn(bytes: Uint8Array): XmlElement {
  if (bytes.length > BYTES)
    throw new SourceFormatError(say`the document has ${bytes.length} bytes, at most ${BYTES} are read`)
  const spaces = new Map<XmlElement, Spaces>()
  return readTree(bytes, LIMITS, {
    onOpen(element, above, fail) {
      const parent = above.at(-1)
      const own = spacesOf(element.attributes, (parent && spaces.get(parent)) ?? new Map())
      spaces.set(element, own)
      const { local, uri } = resolved(element.name, own)
      const [, space = '', version] = NAMESPACE.exec(uri) ?? []
      const isContent = CONTENT.test(space)
      if (parent === undefined && (local !== ROOT || !isContent))
        fail(say`the document element is <${local}>, expected <${ROOT}>`)
      if (version !== undefined && version !== LEGALDOCML_VERSION)
        fail(say`it is in LegalDocML.de ${version}; ${LEGALDOCML_VERSION} is read`)
      element.name = isContent ? local : `${space === '' ? 'foreign' : 'meta'}:${local}`
    },
    onClose: () => {},
  })
}

/** Returns the marks around a quotation, which are attributes; empty if its text contains them as well. */
export function quotationMarks(element: XmlElement): { start: string; end: string } {
  const { startQuote: start = '', endQuote: end = '' } = element.attributes
  const text = textOf(element).trim()
  return { start: text.startsWith(start) ? '' : start, end: text.endsWith(end) ? '' : end }
}

const textOf = ({ children }: XmlElement): string =>
  children.map((each) => (typeof each === 'string' ? each : textOf(each))).join('')

/** Returns all elements with a name below an element, in document order. */
export function descendants(element: XmlElement | undefined, name: string): XmlElement[] {
  return (element?.children ?? []).flatMap((child) =>
    typeof child === 'string'
      ? []
      : child.name === name
        ? [child, ...descendants(child, name)]
        : descendants(child, name),
  )
}

/** Links in OpenDocument texts: `text:a` (OASIS ODF 1.3 part 3, 6.1.8) around words, spans and spaces. */
import { decodeText } from '../read-text/decode.ts'
import type { ZipParts } from '../read-text/files/zip-parts.ts'
import { escapedXml } from '../util/escape.ts'
import { type Element, Elements } from './elements.ts'
import { Edits } from './link-text.ts'
import type { PartLinks, PlacedLink, ReadPart } from './link-writer.ts'
import { XmlPart } from './xml-part.ts'

const NAMESPACE = 'urn:oasis:names:tc:opendocument:xmlns:'
const XLINK = 'http://www.w3.org/1999/xlink'

/** Elements with text that can hold links, by their local names. */
const TRANSPARENT = new Set(
  (
    'document document-content document-styles body text section p h span meta list list-item list-header table ' +
    'table-row table-header-rows table-rows table-cell master-styles master-page header header-left header-first footer ' +
    'footer-left footer-first frame text-box g custom-shape note-body s tab line-break bookmark bookmark-start bookmark-end ' +
    'reference-mark-start reference-mark-end change-start change-end change soft-page-break index-body index-title ' +
    'table-of-content alphabetical-index illustration-index numbered-paragraph'
  ).split(' '),
)
const INTERRUPTING = new Set(['note', 'annotation', 'annotation-end', 'frame', 'ruby-text'])

/** @param parts of the package; absent for a document in one XML file */
export async function readerOf(parts: ZipParts | undefined, bytes: Buffer): Promise<ReadPart> {
  return async (name) => {
    const decoded = parts === undefined ? decodeText(bytes) : { text: await parts.text(name) }
    return 'text' in decoded ? new OdtLinks(name, new XmlPart(decoded.text)) : undefined
  }
}

class OdtLinks implements PartLinks {
  readonly xml: XmlPart
  readonly #name: string
  readonly #elements: Elements
  readonly #edits = new Edits()

  constructor(name: string, xml: XmlPart) {
    this.#name = name
    this.xml = xml
    this.#elements = new Elements(xml.elements.map(elementOf))
  }

  add({ link, stretches }: PlacedLink): boolean {
    const { xml } = this
    const linkable = this.#elements.linkable(xml.xml, {
      start: stretches[0]?.start ?? 0,
      end: stretches.at(-1)?.end ?? 0,
    })
    const text = prefixOf(xml, `${NAMESPACE}text:1.0`) ?? 'text'
    const href = attribute(xml, XLINK, 'xlink', 'href', link.address)
    const type = ` ${prefixOf(xml, XLINK) ?? 'xlink'}:type="simple"`
    const title = link.title === null ? '' : attribute(xml, `${NAMESPACE}office:1.0`, 'office', 'title', link.title)
    for (const { start, end } of linkable) {
      this.#edits.insert(start, `<${text}:a${href}${type}${title}>`)
      this.#edits.insert(end, `</${text}:a>`)
    }
    return linkable.length > 0
  }

  *changes(): Generator<[name: string, xml: string]> {
    if (!this.#edits.isEmpty) yield [this.#name, this.#edits.apply(this.xml.xml)]
  }
}

function elementOf({ name, start, from, to, end }: XmlPart['elements'][number]): Element {
  const local = name.slice(name.indexOf(':') + 1)
  const bounds = { start, from, to, end }
  if (INTERRUPTING.has(local)) return { ...bounds, effect: 'part' }
  return TRANSPARENT.has(local) ? bounds : { ...bounds, effect: 'keep' }
}

const prefixOf = ({ xml, root }: XmlPart, namespace: string): string | undefined =>
  new RegExp(`xmlns:([^\\s=]+)=["']${namespace.replaceAll('.', '\\.')}["']`).exec(
    xml.slice(root?.start, root?.from),
  )?.[1]

/** Writes an attribute, and declares its prefix if necessary. */
function attribute(xml: XmlPart, namespace: string, usual: string, name: string, value: string): string {
  const prefix = prefixOf(xml, namespace)
  const declared = prefix === undefined ? ` xmlns:${usual}="${namespace}"` : ''
  return `${declared} ${prefix ?? usual}:${name}="${escapedXml(value)}"`
}

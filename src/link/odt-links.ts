/** Links in OpenDocument texts: `text:a` (OASIS ODF 1.3 part 3, 6.1.8) around words, spans and spaces. */
import { decodeText } from '../read-text/decode.ts'
import type { ZipParts } from '../read-text/files/zip-parts.ts'
import { type Element, Elements } from './elements.ts'
import { Edits, escapedXml } from './link-text.ts'
import type { LinkWriter } from './link-writer.ts'
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

/** @param parts of the package; absent for a document that is one XML file */
export async function writerOf(parts: ZipParts | undefined, bytes: Buffer): Promise<LinkWriter> {
  const open = new Map<string, { xml: XmlPart; elements: Elements; edits: Edits }>()
  return {
    async part(name) {
      const known = open.get(name)
      if (known !== undefined) return known.xml
      const decoded = parts === undefined ? decodeText(bytes) : { text: await parts.text(name) }
      if (!('text' in decoded)) return undefined
      const xml = new XmlPart(decoded.text)
      open.set(name, { xml, elements: new Elements(xml.elements.map(elementOf)), edits: new Edits() })
      return xml
    },
    link(name, { link, stretches }) {
      const [first, last] = [stretches[0], stretches.at(-1)]
      const part = open.get(name)
      if (part === undefined || first === undefined || last === undefined) return false
      const { xml, elements, edits } = part
      const linkable = elements.linkable(xml.xml, { start: first.start, end: last.end })
      const text = prefixOf(xml, `${NAMESPACE}text:1.0`) ?? 'text'
      const href = attribute(xml, XLINK, 'xlink', 'href', link.address)
      const type =
        prefixOf(xml, XLINK) === undefined ? ' xlink:type="simple"' : ` ${prefixOf(xml, XLINK)}:type="simple"`
      const title = link.title === null ? '' : attribute(xml, `${NAMESPACE}office:1.0`, 'office', 'title', link.title)
      for (const { start, end } of linkable) {
        edits.insert(start, `<${text}:a${href}${type}${title}>`)
        edits.insert(end, `</${text}:a>`)
      }
      return linkable.length > 0
    },
    async finish() {
      const changed = [...open].filter(([, { edits }]) => !edits.isEmpty)
      return new Map(changed.map(([name, { xml, edits }]) => [name, edits.apply(xml.xml)]))
    },
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

/** Writes an attribute, and declares its prefix if the document does not. */
function attribute(xml: XmlPart, namespace: string, usual: string, name: string, value: string): string {
  const prefix = prefixOf(xml, namespace)
  const declared = prefix === undefined ? ` xmlns:${usual}="${namespace}"` : ''
  return `${declared} ${prefix ?? usual}:${name}="${escapedXml(value)}"`
}

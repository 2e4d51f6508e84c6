/** The text of an OpenDocument text: packed (ODT), or one XML file (FODT). */

import { DocumentText, type ReadDocument, UnreadableDocument } from './document.ts'
import { distinct } from './docx.ts'
import { OdtPart } from './odt-part.ts'
import { writeParagraphs } from './paragraphs.ts'
import { readXml } from './xml-events.ts'
import type { ZipParts } from './zip-parts.ts'

const MANIFEST = 'META-INF/manifest.xml'

/** @throws UnreadableDocument where it is damaged, encrypted or too large */
export async function readOdt(parts: ZipParts): Promise<ReadDocument> {
  if (
    parts.has('encrypted-package') ||
    (parts.has(MANIFEST) && (await parts.text(MANIFEST)).includes('encryption-data'))
  ) {
    throw new UnreadableDocument('it is encrypted; save it without a password')
  }
  const part = new OdtPart()
  // Styles come first, since they tell which text is hidden.
  for (const name of ['styles.xml', 'content.xml']) {
    if (name === 'content.xml' || parts.has(name)) readXml(await parts.text(name), `part ${JSON.stringify(name)}`, part)
  }
  return documentOf(part)
}

/** @throws UnreadableDocument where it is not well-formed */
export function readFlatOdt(xml: string): ReadDocument {
  const part = new OdtPart()
  readXml(xml, 'XML', part)
  return documentOf(part)
}

function documentOf(part: OdtPart): ReadDocument {
  if (!part.hasBody) throw new UnreadableDocument('it is damaged: it has no text')
  const out = new DocumentText()
  writeParagraphs(out, part.body)
  for (const paragraphs of [...distinct(part.headers), ...distinct(part.footers)]) writeParagraphs(out, paragraphs)
  return out.read(part.hidden > 0 ? [`${part.hidden} characters of hidden text are left out`] : [])
}

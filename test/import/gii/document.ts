/** Builds small documents in the official format for tests. */

import { parseLaw } from '../../../src/import/gii/parse-document.ts'
import type { SourceDocument } from '../../../src/import/source.ts'

export const testDocument: SourceDocument = {
  code: 'testg',
  path: 'testg/BJNR900000000.xml',
  sourceUrl: 'https://recht.example/testg/xml.zip',
  titles: [],
}

const HEADER = '<jurabk>TestG</jurabk><langue>Gesetz zum Testen</langue>'

/** A `norm` element. `id` ends its document number; the content goes into `text/Content`. */
export function norm(id: string, metadata: string, content = '', footnotes = ''): string {
  const text = content === '' ? '' : `<text format="XML"><Content>${content}</Content></text>`
  const notes = footnotes === '' ? '' : `<fussnoten><Content>${footnotes}</Content></fussnoten>`
  return (
    `<norm builddate="20260101000000" doknr="BJNR900000000${id}"><metadaten><jurabk>TestG</jurabk>${metadata}</metadaten>` +
    `<textdaten>${text}${notes}</textdaten></norm>`
  )
}

/** A norm with a label. */
export function designated(id: string, enbez: string, content = '', title = ''): string {
  return norm(id, `<enbez>${enbez}</enbez>${title && `<titel format="XML">${title}</titel>`}`, content)
}

/** The `gliederungseinheit` of a heading. */
export function unit(number: string, designation: string, title = ''): string {
  return (
    `<gliederungseinheit><gliederungskennzahl>${number}</gliederungskennzahl><gliederungsbez>${designation}</gliederungsbez>` +
    `<gliederungstitel>${title}</gliederungstitel></gliederungseinheit>`
  )
}

/** A whole document: the header, with `metadata` instead of the default, then the norms. */
export function xml(norms: string[], header = norm('', HEADER.replace(/^<jurabk>TestG<\/jurabk>/, ''))): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<dokumente builddate="20260101000000" doknr="BJNR900000000">${header}${norms.join('\n')}</dokumente>`
}

/** Parses a document made by {@link xml}. */
export function parse(text: string | Uint8Array, document = testDocument) {
  return parseLaw(document, typeof text === 'string' ? Buffer.from(text) : text)
}

/** Reads the beginning of an XML document: its format and, of a law, which one it is. */
import { SaxesParser } from 'saxes'
import { ENOUGH, writeBeginning } from '../xml-tree.ts'
import { DOCUMENT } from './format.ts'

export interface DocumentHead {
  /** Name of the document element. */
  root: string
  /** Attributes of the document element. */
  attributes: Record<string, string>
  /** The first `jurabk`, empty if there is none. */
  abbreviation: string
  /** True if the rest of the document cannot change this record. */
  complete: boolean
}

/**
 * Reads as far as needed, in time linear in the length of `bytes`.
 * @param bytes the document, or the first bytes of it
 * @returns `undefined` if there is no document element
 */
export function readHead(bytes: Uint8Array): DocumentHead | undefined {
  let head: DocumentHead | undefined
  let text = ''
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false })
  const end = (complete: boolean): never => {
    if (head !== undefined) head.complete = complete
    throw ENOUGH
  }
  parser.on('error', () => end(true))
  parser.on('opentag', ({ name, attributes }) => {
    text = ''
    if (head !== undefined) return
    head = { root: name, attributes, abbreviation: '', complete: false }
    if (name !== DOCUMENT) end(true)
  })
  const addText = (part: string) => {
    text += part
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', ({ name }) => {
    if (name === 'jurabk' && head !== undefined) head.abbreviation = text.replace(/\s+/g, ' ').trim()
    // The header is the first norm: no other element of it names the law.
    if (name === 'jurabk' || name === 'metadaten' || name === DOCUMENT) end(true)
  })
  const isEncoded = writeBeginning(bytes, parser)
  if (!isEncoded && head !== undefined) head.complete = true
  return head
}

/** Document elements of Formex, the format of the Official Journal of the European Union. */
const FORMEX_ROOTS = new Set(
  (
    'ACT ADDITIONAL.DOCS.DECISION AGR ANNEX CASE CJT COMPETITION COMPL CONS.ACT CONS.ANNEX CONS.DOC CONS.LIST ' +
    'CONS.OTHER CONS.OTHER.DOC COORD.ACT CORR DECISION.ECR DOC ECR.GENERAL GENERAL JUDGMENT LETTER OPINION ' +
    'ORDER PRELIM.ACT PROPOSED.ACT PUBLICATION REPORT.HEARING SUMMARY.DECISION SUMMARY.JUDGMENT'
  ).split(' '),
)

/** Formats by the name of the document element. */
const FORMATS_BY_ROOT: Readonly<Record<string, string>> = {
  akomantoso: 'Akoma Ntoso',
  risdok: 'XML of RIS (Austria)',
  dokument: 'XML of rechtsprechung-im-internet.de',
  items: 'a table of contents of gesetze-im-internet.de',
  html: 'HTML',
}

/** Names the format of a document that is not official XML: `Formex 4`. */
export function formatName({ root, attributes }: DocumentHead): string {
  const [first = '', second] = root.split(':')
  const name = second ?? first
  const schemas = Object.entries(attributes)
    .filter(([key]) => /^xmlns(:|$)|schemaLocation$/i.test(key))
    .map(([, value]) => value.toLowerCase())
  const names = (word: string) => schemas.some((schema) => schema.includes(word))
  if (names('legaldocml.de')) return 'LegalDocML.de'
  if (names('/formex') || FORMEX_ROOTS.has(name)) return 'Formex 4'
  if (names('bka.gv.at')) return FORMATS_BY_ROOT.risdok as string
  const known = name.toLowerCase()
  if (Object.hasOwn(FORMATS_BY_ROOT, known)) return FORMATS_BY_ROOT[known] as string
  return names('akomantoso') || names('legaldocml/ns/akn') ? 'Akoma Ntoso' : `XML with the document element <${root}>`
}

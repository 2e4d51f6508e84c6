/** Names the formats of XML documents that are not official XML. */
import type { DocumentHead } from './document-head.ts'

/** Document elements of Formex, the format of the Official Journal of the European Union. */
const FORMEX_ROOTS = new Set(
  (
    'ACT ADDITIONAL.DOCS.DECISION AGR ANNEX CASE CJT COMPETITION COMPL CONS.ACT CONS.ANNEX CONS.DOC CONS.LIST ' +
    'CONS.OTHER CONS.OTHER.DOC COORD.ACT CORR DECISION.ECR DOC ECR.GENERAL GENERAL JUDGMENT LETTER OPINION ' +
    'ORDER PRELIM.ACT PROPOSED.ACT PUBLICATION REPORT.HEARING SUMMARY.DECISION SUMMARY.JUDGMENT'
  ).split(' '),
)

/** Formats that the name of the document element tells. */
const FORMATS_BY_ROOT: Readonly<Record<string, string>> = {
  akomantoso: 'Akoma Ntoso',
  risdok: 'XML of RIS (Austria)',
  dokument: 'XML of rechtsprechung-im-internet.de',
  items: 'a table of contents of gesetze-im-internet.de',
  html: 'HTML',
}

/** True if a document is official XML, so far as its document element tells. */
export function isOfficialXml({ root }: DocumentHead): boolean {
  return root === 'dokumente'
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

import { describe, it } from 'node:test'
import { DocxPart } from '../../../src/read-text/files/docx.ts'
import { OdtPart } from '../../../src/read-text/files/odt.ts'
import { pdfPages, pdfText } from '../../../src/read-text/files/pdf.ts'
import { readXml } from '../../../src/read-text/files/xml-events.ts'
import { assertLinear } from '../../growth.ts'

const field = (type: string) => `<w:fldChar w:fldCharType="${type}"/>`

describe('documents take time in proportion to their length', () => {
  for (const piece of [
    '<w:p><w:r><w:t>a</w:t></w:r></w:p>',
    '<w:r><w:t>a</w:t></w:r>',
    '<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr><w:r><w:t>a</w:t></w:r></w:p>',
    `<w:r>${field('begin')}<w:t>a</w:t></w:r>`,
    `<w:r>${field('begin')}${field('separate')}<w:t>a</w:t></w:r>`,
    '<w:del><w:r/></w:del>',
  ]) {
    it(piece, () => {
      assertLinear((text) => readXml(`<w:body><w:p>${text}</w:p></w:body>`, 'x', new DocxPart()), piece)
    })
  }
  for (const piece of [
    '<text:p>a</text:p>',
    '<text:span>a</text:span> ',
    '<text:note><text:p>a</text:p></text:note>',
  ]) {
    it(piece, () => {
      const body = (text: string) => `<office:body><office:text><text:p>${text}</text:p></office:text></office:body>`
      assertLinear((text) => readXml(body(text), 'x', new OdtPart()), piece)
    })
  }
  for (const piece of [
    '<line yMin="1"><word xMin="0" xMax="1" yMin="0" yMax="1">a-</word></line>',
    '</page><page><line yMin="1"><word>Kopf</word></line><line yMin="2"><word>a</word></line>',
  ]) {
    it(piece, () => assertLinear((text) => pdfText(pdfPages(`<html><page>${text}</page></html>`)), piece))
  }
})

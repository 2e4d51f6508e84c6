/** Makes Word documents for tests from the XML of their parts. */
import { zip } from '../../archive/zip.ts'

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export interface WordParts {
  /** Content of `w:body`. */
  body: string
  footnotes?: string
  endnotes?: string
  headers?: string[]
  footers?: string[]
  /** Content of `w:styles`. */
  styles?: string
}

const relationships = (list: [type: string, target: string][]) =>
  `<Relationships>${list.map(([type, target], index) => `<Relationship Id="r${index}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`).join('')}</Relationships>`

export function wordParts({ body, footnotes, endnotes, headers = [], footers = [], styles }: WordParts) {
  const parts: { name: string; content: string }[] = [
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: '_rels/.rels', content: relationships([['officeDocument', 'word/document.xml']]) },
    { name: 'word/document.xml', content: `<w:document ${W}><w:body>${body}</w:body></w:document>` },
  ]
  const related: [string, string][] = []
  const add = (type: string, name: string, content: string) => {
    related.push([type, name])
    parts.push({ name: `word/${name}`, content })
  }
  if (footnotes !== undefined) add('footnotes', 'footnotes.xml', `<w:footnotes ${W}>${footnotes}</w:footnotes>`)
  if (endnotes !== undefined) add('endnotes', 'endnotes.xml', `<w:endnotes ${W}>${endnotes}</w:endnotes>`)
  if (styles !== undefined) add('styles', 'styles.xml', `<w:styles ${W}>${styles}</w:styles>`)
  for (const [index, text] of headers.entries()) add('header', `header${index}.xml`, `<w:hdr ${W}>${text}</w:hdr>`)
  for (const [index, text] of footers.entries()) add('footer', `footer${index}.xml`, `<w:ftr ${W}>${text}</w:ftr>`)
  parts.push({ name: 'word/_rels/document.xml.rels', content: relationships(related) })
  return parts
}

export const docx = (parts: WordParts): Buffer => zip(wordParts(parts))

/** A paragraph of runs. */
export const p = (...runs: string[]) => `<w:p>${runs.join('')}</w:p>`
/** A run with text and properties. */
export const r = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`

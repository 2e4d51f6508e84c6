/** The companion of a document (`.doc.xml`), which lists its files. */
import { childElement, childElements, lineOfText, type XmlElement } from '../xml-tree.ts'
import { dayFrom } from './bibliography.ts'

export interface Companion {
  /** CELEX number, empty if it has none. */
  celex: string
  /** Day of the Official Journal, `null` if it does not say. */
  publishedOn: string | null
  /** Files of the document, in its order. */
  files: string[]
}

/** @param root a `DOC` */
export function readCompanion(root: XmlElement): Companion {
  const formex = childElement(root, 'FMX')
  const publication = childElement(root, 'PUBLICATION.REF')
  const celex = lineOfText(childElement(childElement(formex, 'DOC.MAIN.PUB'), 'NO.CELEX'))
  const files: string[] = []
  const collect = (element: XmlElement) => {
    for (const { attributes } of childElements(element, 'REF.PHYS')) if (attributes.FILE) files.push(attributes.FILE)
    for (const child of element.children) if (typeof child !== 'string') collect(child)
  }
  if (formex !== undefined) collect(formex)
  return { celex, publishedOn: dayFrom(childElement(publication, 'DATE')?.attributes.ISO), files: [...new Set(files)] }
}

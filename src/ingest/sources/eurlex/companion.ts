/** The companion of a document (`.doc.xml`), which lists its files. */
import { childElement, childElements, lineOfText, type XmlElement } from '../xml-tree.ts'
import { badDatesIn, dayFrom } from './bibliography.ts'

export interface Companion {
  /** CELEX number, empty if it has none. */
  celex: string
  /** Language code in capitals, empty if it has none. */
  language: string
  /** Day of the Official Journal, `null` if it does not say. */
  publishedOn: string | null
  /** Dates that are not in the calendar. */
  badDates: string[]
  /** Files of the document, in its order. */
  files: string[]
}

/** @param root a `DOC` */
export function readCompanion(root: XmlElement): Companion {
  const formex = childElement(root, 'FMX')
  const publication = childElement(root, 'PUBLICATION.REF')
  const main = childElement(formex, 'DOC.MAIN.PUB')
  const files: string[] = []
  const collect = (element: XmlElement) => {
    for (const { attributes } of childElements(element, 'REF.PHYS')) if (attributes.FILE) files.push(attributes.FILE)
    for (const child of element.children) if (typeof child !== 'string') collect(child)
  }
  if (formex !== undefined) collect(formex)
  return {
    celex: lineOfText(childElement(main, 'NO.CELEX')),
    language: lineOfText(childElement(main, 'LG.DOC')),
    publishedOn: dayFrom(childElement(publication, 'DATE')?.attributes.ISO),
    badDates: badDatesIn(publication),
    files: [...new Set(files)],
  }
}

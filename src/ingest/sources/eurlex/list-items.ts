/** The beginnings of list items and sequences, which their numbers stand in. */
import { childElement, lineOfText, type XmlElement } from '../xml-tree.ts'

/** The numbered paragraph that an item begins with, and what follows it. */
export function leadingNumbered(item: XmlElement): [paragraph: XmlElement | undefined, rest: (XmlElement | string)[]] {
  const inner = item.children.filter((child) => typeof child !== 'string' || /\S/.test(child))
  const [first, ...rest] = inner
  return typeof first === 'object' && first.name === 'NP' ? [first, rest] : [undefined, []]
}

/** The mark of the first item of a list, `undefined` if it has none. */
export function firstMark(list: XmlElement): string | undefined {
  const item = childElement(list, 'ITEM')
  const [paragraph] = item === undefined ? [] : leadingNumbered(item)
  return paragraph && lineOfText(childElement(paragraph, 'NO.P'))
}

/** The number at the beginning of the title of a sequence (`GR.SEQ`): `2.`, `1.1`; empty for a title without one. */
export function sequenceNumber(sequence: XmlElement): string {
  const title = childElement(sequence, 'NO.GR.SEQ') ?? childElement(childElement(sequence, 'TITLE'), 'TI')
  // `<TI><NP><NO.P>2.3.</NO.P><TXT>Certificate</TXT></NP></TI>`
  const paragraph = childElement(title, 'NP')
  if (paragraph !== undefined) return numberOf(childElement(paragraph, 'NO.P'))
  return numberOf(title)
}

function numberOf(title: XmlElement | undefined): string {
  return /^(?:\(?[0-9]+(?:\.[0-9]+)*[a-z]?[.)]+|[0-9]+(?:\.[0-9]+)+)(?=[\s\u00a0]|$)/.exec(lineOfText(title))?.[0] ?? ''
}

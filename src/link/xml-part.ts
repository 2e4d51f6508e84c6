/** The XML of a part of a package, with the positions of its tags and of the characters read from it. */
import { decodeXML } from 'entities'
import { type Piece, plainCharacters } from '../read-text/files/document.ts'
import { firstIndex } from '../util/binary-search.ts'
import { tagsOf } from './tags.ts'

export interface XmlElement {
  /** With its prefix: `w:r`. */
  name: string
  /** Offsets of the opening tag, of the content and of the closing tag, `[start, end)`. */
  start: number
  from: number
  to: number
  end: number
  parent: XmlElement | undefined
}

/** Character data, and its element. */
export interface XmlText {
  start: number
  end: number
  parent: XmlElement
}

export class XmlPart {
  readonly xml: string
  readonly elements: XmlElement[] = []
  /** Character data by the number of preceding tags. */
  readonly #texts = new Map<number, XmlText>()
  /** The characters of the last text that was not read verbatim. */
  #mapped: { start: number; offsets: readonly number[] | undefined } | undefined

  /** @param xml well-formed */
  constructor(xml: string) {
    this.xml = xml
    let tags = 0
    let open: XmlElement | undefined
    let at = 0
    for (const { name, start, end, isClosing, isEmpty } of tagsOf(xml)) {
      if (open !== undefined && start > at) this.#texts.set(tags, { start: at, end: start, parent: open })
      at = end
      tags += isEmpty ? 2 : 1
      if (isClosing) {
        if (open === undefined) continue
        open.to = start
        open.end = end
        open = open.parent
        continue
      }
      const element: XmlElement = { name, start, from: end, to: end, end, parent: open }
      this.elements.push(element)
      if (!isEmpty) open = element
    }
  }

  get root(): XmlElement | undefined {
    return this.elements[0]
  }

  /** Returns the elements that begin within a stretch of the XML. */
  within(start: number, end: number): XmlElement[] {
    const first = firstIndex(this.elements.length, (index) => (this.elements[index] as XmlElement).start >= start)
    const last = firstIndex(this.elements.length, (index) => (this.elements[index] as XmlElement).start >= end)
    return this.elements.slice(first, last)
  }

  textOf({ tags }: Pick<Piece, 'tags'>): XmlText | undefined {
    return this.#texts.get(tags)
  }

  /**
   * Returns the offset in the XML of a character read from character data; `undefined` if unknown.
   * @param read the text that was read
   * @param offset in that text
   * @param collapses true if white space was read as one space (ODT)
   */
  offsetOf(text: XmlText, read: string, offset: number, collapses: boolean): number | undefined {
    const { start, end } = text
    const raw = this.xml.slice(start, end)
    // Comments and CDATA sections split it.
    if (raw.includes('<')) return undefined
    if (offset === read.length) return end
    if (raw === read) return start + offset
    if (this.#mapped?.start !== start) this.#mapped = { start, offsets: offsetsOf(raw, read, collapses) }
    const found = this.#mapped.offsets?.[offset]
    return found === undefined ? undefined : start + found
  }
}

/** The offset of each character that was read; `undefined` if unknown. */
function offsetsOf(raw: string, read: string, collapses: boolean): readonly number[] | undefined {
  // The reader drops a space after another one.
  let isAfterSpace = collapses && /^\s/.test(raw) && !/^\s/.test(read)
  const plainOffsets: number[] = []
  const offsets: number[] = []
  for (const { 0: token, index } of raw.matchAll(/&[^;]*;|[\s\S]/g)) {
    const decoded = decodeXML(token)
    const isSpace = collapses && /^[\t\n\r ]$/.test(decoded)
    const plain = isSpace && isAfterSpace ? '' : plainCharacters(decoded)
    isAfterSpace = isSpace
    for (let count = 0; count < plain.length; count++) plainOffsets.push(index)
    for (let count = 0; count < decoded.length; count++) offsets.push(index)
  }
  // Raised characters were read verbatim.
  return plainOffsets.length === read.length ? plainOffsets : offsets.length === read.length ? offsets : undefined
}

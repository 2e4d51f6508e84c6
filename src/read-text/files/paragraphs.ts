/** Paragraphs of a word processor's document, each with its notes and text boxes. */
import { BLOCK_QUOTATION } from '../../util/block-quotation.ts'
import { LINE_END } from '../plain-text.ts'
import type { DocumentText, Place } from './document.ts'

export class Paragraph {
  readonly place: Place
  readonly #text: string[] = []
  isHeading = false
  isQuotation = false
  /** Notes and text boxes, which follow the paragraph so as not to interrupt its sentences. */
  readonly after: Paragraph[] = []

  constructor(place: Place) {
    this.place = place
  }

  add(text: string): void {
    this.#text.push(text)
  }

  get text(): string {
    return this.#text.join('')
  }
}

const LONGEST_HEADING = 60

/** Writes paragraphs, each followed by its notes, and ends their lines. @param above the heading before them */
export function writeParagraphs(out: DocumentText, paragraphs: readonly Paragraph[], above = ''): void {
  let heading = above
  for (const { place, text, after, isHeading, isQuotation } of paragraphs) {
    const words = isHeading ? text.replace(/\s+/g, ' ').trim() : ''
    if (words !== '') heading = words.length > LONGEST_HEADING ? `${words.slice(0, LONGEST_HEADING)}…` : words
    const shown = isQuotation ? BLOCK_QUOTATION.open + text + BLOCK_QUOTATION.close : text
    if (text.trim() !== '') out.add(shown + LINE_END, heading === '' ? place : { ...place, heading })
    writeParagraphs(out, after, heading)
  }
}

/** Returns copies of paragraphs in another place: notes are read before it is known where they belong. */
export function copiesAt(paragraphs: readonly Paragraph[], place: Place): Paragraph[] {
  return paragraphs.map((each) => {
    const moved = new Paragraph(place)
    moved.isQuotation = each.isQuotation
    moved.add(each.text)
    for (const inner of copiesAt(each.after, place)) moved.after.push(inner)
    return moved
  })
}

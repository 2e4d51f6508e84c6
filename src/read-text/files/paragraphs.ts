/** Paragraphs of a word processor's document, each with its notes and text boxes. */
import { BLOCK_QUOTATION } from '../../util/block-quotation.ts'
import { LINE_END } from '../plain-text.ts'
import type { DocumentText, Piece, Place } from './document.ts'

export class Paragraph {
  readonly place: Place
  readonly #text: string[] = []
  #length = 0
  pieces: Piece[] = []
  isHeading = false
  isQuotation = false
  /** Notes and text boxes, which follow the paragraph so as not to interrupt its sentences. */
  readonly after: Paragraph[] = []

  constructor(place: Place) {
    this.place = place
  }

  /** @param source the place of the character data that it was read from, if it was */
  add(text: string, source?: Pick<Piece, 'part' | 'tags'>): void {
    if (source !== undefined) this.pieces.push({ ...source, start: this.#length, length: text.length })
    this.#text.push(text)
    this.#length += text.length
  }

  get text(): string {
    return this.#text.join('')
  }
}

const LONGEST_HEADING = 60

/** Writes paragraphs, each followed by its notes, and ends their lines. @param above the heading before them */
export function writeParagraphs(out: DocumentText, paragraphs: readonly Paragraph[], above = ''): void {
  let heading = above
  for (const { place, text, after, isHeading, isQuotation, pieces } of paragraphs) {
    const words = isHeading ? text.replace(/\s+/g, ' ').trim() : ''
    if (words !== '') heading = words.length > LONGEST_HEADING ? `${words.slice(0, LONGEST_HEADING)}…` : words
    const { open, close } = isQuotation ? BLOCK_QUOTATION : { open: '', close: '' }
    const moved = isQuotation ? pieces.map((piece) => ({ ...piece, start: piece.start + open.length })) : pieces
    if (text.trim() !== '')
      out.add(open + text + close + LINE_END, heading === '' ? place : { ...place, heading }, moved)
    writeParagraphs(out, after, heading)
  }
}

/** Returns copies of paragraphs in another place: notes are read before it is known where they belong. */
export function copiesAt(paragraphs: readonly Paragraph[], place: Place): Paragraph[] {
  return paragraphs.map((each) => {
    const moved = new Paragraph(place)
    moved.isQuotation = each.isQuotation
    moved.add(each.text)
    moved.pieces = each.pieces
    for (const inner of copiesAt(each.after, place)) moved.after.push(inner)
    return moved
  })
}

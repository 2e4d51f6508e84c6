/** Paragraphs of a word processor's document, each with its notes and text boxes. */
import { BLOCK_QUOTATION, ENDS_QUOTATION, NOTE_MARK } from '../../util/block-quotation.ts'
import { LINE_END } from '../plain-text.ts'
import type { DocumentText, Piece, Place } from './document.ts'

export class Paragraph {
  readonly place: Place
  readonly #text: string[] = []
  #length = 0
  pieces: Piece[] = []
  isHeading = false
  isQuotation = false
  /** True for the beginning of a note to a quotation. */
  isOfQuotation = false
  /** Notes and text boxes, placed after the paragraph to keep its sentences whole. */
  readonly after: Paragraph[] = []

  constructor(place: Place) {
    this.place = place
  }

  /** @param source the position of its character data, if any */
  add(text: string, source?: Pick<Piece, 'part' | 'tags'>): void {
    if (source !== undefined) this.pieces.push({ ...source, start: this.#length, length: text.length })
    this.#text.push(text)
    this.#length += text.length
  }

  /** Marks a note to a quotation, here and at its beginning. */
  markNote(note: readonly Paragraph[]): void {
    const first = note.find(({ text }) => text.trim() !== '')
    if (first === undefined || !(this.isQuotation || ENDS_QUOTATION.test(this.#text.slice(-3).join('')))) return
    this.add(NOTE_MARK)
    first.isOfQuotation = true
  }

  get text(): string {
    return this.#text.join('')
  }
}

const LONGEST_HEADING = 60

/** Writes paragraphs, each followed by its notes, and ends their lines. @param above the heading before them */
export function writeParagraphs(out: DocumentText, paragraphs: readonly Paragraph[], above = ''): void {
  let heading = above
  for (const { place, text, after, isHeading, isQuotation, isOfQuotation, pieces } of paragraphs) {
    const words = isHeading ? text.replace(/\s+/g, ' ').trim() : ''
    if (words !== '') heading = words.length > LONGEST_HEADING ? `${words.slice(0, LONGEST_HEADING)}…` : words
    const [open, close] = isQuotation ? [BLOCK_QUOTATION.open, BLOCK_QUOTATION.close] : ['', '']
    const before = (isOfQuotation ? NOTE_MARK : '') + open
    const moved = before === '' ? pieces : pieces.map((piece) => ({ ...piece, start: piece.start + before.length }))
    if (text.trim() !== '')
      out.add(before + text + close + LINE_END, heading === '' ? place : { ...place, heading }, moved)
    writeParagraphs(out, after, heading)
  }
}

/** Returns copies of paragraphs in another place: notes are read before their place is known. */
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

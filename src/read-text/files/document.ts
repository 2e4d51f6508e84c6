/** A document as `check` reads it: its text, and the position of each character in the document. */
import type { TextFormat } from '../format.ts'
import { indexAt, LINE_END } from '../plain-text.ts'

/** Place in a document without meaningful lines, or with pages. All numbers count from 1. */
export interface Place {
  page?: number
  /** A header or footer; its paragraphs are counted separately. */
  part?: 'header' | 'footer'
  paragraph?: number
  /** The heading that the paragraph follows, or is. */
  heading?: string
  /** Words of the paragraph around a span. */
  excerpt?: string
  footnote?: number
  endnote?: number
  /** Line of the page. */
  line?: number
}

/** A document as text. */
export interface ReadDocument {
  text: string
  format: TextFormat
  /** Returns the place of an offset or a span of `text`. If absent, places are lines and columns of `text`. */
  placeAt?: (start: number, end?: number) => Place
  /** Remarks for users on omitted text. */
  notes: string[]
  /** For a document in XML: the character data of its text, in order. */
  pieces?: Piece[]
}

/** A stretch of text from one stretch of character data. */
export interface Piece {
  /** Offset in the text, and length. */
  start: number
  length: number
  /** Name of the part in its package; empty for a document in one file. */
  part: string
  /** Number of opening and closing tags before it in its part; an empty element counts as two. */
  tags: number
}

/** A document that cannot be read. The message states the fault and the remedy. */
export class UnreadableDocument extends Error {}

/** Collects the text of a document in parts, each with its place. */
export class DocumentText {
  readonly #parts: string[] = []
  readonly #starts: number[] = []
  readonly #places: Place[] = []
  readonly #pieces: Piece[] = []
  #length = 0

  /** @param pieces of it, counted from its start */
  add(text: string, place: Place, pieces: readonly Piece[] = []): void {
    if (text === '') return
    for (const piece of pieces) this.#pieces.push({ ...piece, start: this.#length + piece.start })
    this.#starts.push(this.#length)
    this.#places.push(place)
    this.#parts.push(text)
    this.#length += text.length
  }

  finish(notes: string[] = []): ReadDocument {
    return {
      text: this.#parts.join(''),
      format: 'plain',
      placeAt: (start, end) => {
        const part = indexAt(this.#starts, start)
        const { [part]: place = {} } = this.#places
        if (end === undefined || place.paragraph === undefined) return place
        const [from = 0, words = ''] = [this.#starts[part], this.#parts[part]]
        return { ...place, excerpt: excerptOf(words, start - from, end - from) }
      },
      notes,
      ...(this.#pieces.length > 0 && { pieces: this.#pieces }),
    }
  }
}

/** Maximum length of the text on each side of a span in its excerpt. */
const LONGEST_AROUND = 30

/** The words of a span and some words around it, on one line. */
function excerptOf(text: string, start: number, end: number): string {
  const [before, after] = [text.slice(0, start), text.slice(end).replace(LINE_END, '')]
  const words = [
    start > LONGEST_AROUND ? before.slice(-LONGEST_AROUND).replace(/^\S*\s*/, '… ') : before,
    text.slice(start, end),
    after.length > LONGEST_AROUND ? after.slice(0, LONGEST_AROUND).replace(/\s*\S*$/, ' …') : after,
  ]
  return words
    .join('')
    .replace(/[\s\ufff9-\ufffb]+/g, ' ')
    .trim()
}

/** Replaces no-break hyphens and ligatures, and removes soft hyphens and zero-width spaces. */
export function plainCharacters(text: string): string {
  return text
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replaceAll('\u2011', '-')
    .replace(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKC'))
}

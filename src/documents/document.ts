/** A document as `check` reads it: its text, and the place in the document of each character. */
import type { TextFormat } from '../plain-text/format.ts'
import { indexAt } from '../plain-text/plain-text.ts'

/** Place in a document without meaningful lines, or with pages. All numbers count from 1. */
export interface Place {
  page?: number
  /** A header or footer; its paragraphs are counted separately. */
  part?: 'header' | 'footer'
  paragraph?: number
  footnote?: number
  endnote?: number
  /** Line of the page. */
  line?: number
}

/** A document as text. */
export interface ReadDocument {
  text: string
  format: TextFormat
  /** Returns the place of an offset of `text`. If absent, places are lines and columns of `text`. */
  placeAt?: (offset: number) => Place
  /** Remarks for people on text that was left out. */
  notes: string[]
}

/** A document that cannot be read. The message tells the fault and the remedy. */
export class UnreadableDocument extends Error {}

/** Writes a place as people read it: `¶12`, `¶12 footnote 3`, `header ¶1`, `page 3:14`. @param say translates its words */
export function placeText({ page, part, paragraph, ...place }: Place, say = (word: string) => word): string {
  const { footnote, endnote, line } = place
  if (page !== undefined) return `${say('page')} ${page}${line === undefined ? '' : `:${line}`}`
  return [
    part && say(part),
    paragraph !== undefined && `¶${paragraph}`,
    footnote !== undefined && `${say('footnote')} ${footnote}`,
    endnote !== undefined && `${say('endnote')} ${endnote}`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Collects the text of a document in parts, each with its place. */
export class DocumentText {
  readonly #parts: string[] = []
  readonly #starts: number[] = []
  readonly #places: Place[] = []
  #length = 0

  add(text: string, place: Place): void {
    if (text === '') return
    this.#starts.push(this.#length)
    this.#places.push(place)
    this.#parts.push(text)
    this.#length += text.length
  }

  finish(notes: string[] = []): ReadDocument {
    return {
      text: this.#parts.join(''),
      format: 'plain',
      placeAt: (offset) => this.#places[indexAt(this.#starts, offset)] ?? {},
      notes,
    }
  }
}

/** Replaces no-break hyphens and ligatures, and removes soft hyphens and zero-width spaces. */
export function plainCharacters(text: string): string {
  return text
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replaceAll('\u2011', '-')
    .replace(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKC'))
}

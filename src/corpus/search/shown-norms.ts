/** What is shown of norms that search finds. The great norms are found time and again: they are kept for a while. */
import { oneLine } from '../../search/snippet.ts'
import { type PackedText, unpackText } from '../packed-text.ts'
import type { ReadRows } from './list-store.ts'

export interface ShownNorm {
  code: string
  abbreviation: string
  norm: string
  label: string
  heading: string
  /** The text on one line. */
  line: string
}

/** So many UTF-16 code units of text are kept; a longer text never is. */
const KEPT = 8 << 20
const LONGEST_KEPT = 1 << 16

const NORM = `
SELECT law.code, law.abbreviation, norm.path AS norm, norm.label, norm.heading, content.text
FROM norm JOIN law ON law.id = norm.law JOIN content ON content.norm = norm.id WHERE norm.id = ?`

export class ShownNorms {
  readonly #read: ReadRows
  readonly #kept = new Map<number, ShownNorm>()
  #length = 0

  constructor(read: ReadRows) {
    this.#read = read
  }

  /** @throws Error where the bundle has no such norm */
  get(number: number): ShownNorm {
    const known = this.#kept.get(number)
    if (known !== undefined) {
      // What was used last is at the end.
      this.#kept.delete(number)
      this.#kept.set(number, known)
      return known
    }
    const [row] = this.#read<Omit<ShownNorm, 'line'> & { text: PackedText }>(NORM, number)
    if (row === undefined) throw new Error(`the search index names norm ${number}, which the bundle does not have`)
    const { text, ...names } = row
    const norm = { ...names, line: oneLine(unpackText(text)) }
    if (norm.line.length <= LONGEST_KEPT) this.#keep(number, norm)
    return norm
  }

  #keep(number: number, norm: ShownNorm): void {
    this.#kept.set(number, norm)
    this.#length += norm.line.length
    for (const [oldest, { line }] of this.#kept) {
      if (this.#length <= KEPT) return
      this.#kept.delete(oldest)
      this.#length -= line.length
    }
  }
}

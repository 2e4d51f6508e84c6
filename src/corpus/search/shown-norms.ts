/** What is shown of norms that search finds. The great norms are found time and again: they are kept for a while. */
import { oneLine } from '../../search/snippet.ts'
import { type PackedText, unpackText } from '../packed-text.ts'
import { Kept } from './kept.ts'
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

/** So many UTF-16 code units of text are kept. */
const KEPT = 8 << 20

const NORM = `
SELECT law.code, law.abbreviation, norm.path AS norm, norm.label, norm.heading, content.text
FROM norm JOIN law ON law.id = norm.law JOIN content ON content.norm = norm.id WHERE norm.id = ?`

export class ShownNorms {
  readonly #read: ReadRows
  readonly #kept = new Kept<number, ShownNorm>(KEPT, ({ line }) => line.length)

  constructor(read: ReadRows) {
    this.#read = read
  }

  /** @throws Error where the bundle has no such norm */
  get(number: number): ShownNorm {
    return this.#kept.get(number, () => {
      const [row] = this.#read<Omit<ShownNorm, 'line'> & { text: PackedText }>(NORM, number)
      if (row === undefined) throw new Error(`the search index names norm ${number}, which the bundle does not have`)
      const { text, ...names } = row
      return { ...names, line: oneLine(unpackText(text)) }
    })
  }
}

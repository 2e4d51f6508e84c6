/** What is shown of norms that search finds. The great norms are found time and again: they are kept for a while. */
import { Kept } from '../../search/kept.ts'
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

/** So many UTF-16 code units of text are kept. */
const KEPT = 16 << 20

const NORM = `
SELECT norm.law, norm.path AS norm, norm.label, norm.heading, content.text
FROM norm JOIN content ON content.norm = norm.id WHERE norm.id = ?`

type LawNames = Pick<ShownNorm, 'code' | 'abbreviation'>
type NormRow = Omit<ShownNorm, 'line' | keyof LawNames> & { law: number; text: PackedText }

export class ShownNorms {
  readonly #read: ReadRows
  readonly #kept = new Kept<number, ShownNorm>(KEPT, ({ line }) => line.length)
  readonly #laws = new Map<number, LawNames>()

  constructor(read: ReadRows) {
    this.#read = read
  }

  /** @throws Error where the bundle has no such norm */
  get(number: number): ShownNorm {
    return this.#kept.get(number, () => {
      const [row] = this.#read<NormRow>(NORM, number)
      if (row === undefined) throw new Error(`the search index names norm ${number}, which the bundle does not have`)
      const { code, abbreviation } = this.#law(row.law)
      const { norm, label, heading } = row
      return { code, abbreviation, norm, label, heading, line: oneLine(unpackText(row.text)) }
    })
  }

  #law(law: number): LawNames {
    let names = this.#laws.get(law)
    if (names === undefined) {
      const [row] = this.#read<LawNames>('SELECT code, abbreviation FROM law WHERE id = ?', law)
      if (row === undefined) throw new Error(`the search index names law ${law}, which the bundle does not have`)
      names = row
      this.#laws.set(law, names)
    }
    return names
  }
}

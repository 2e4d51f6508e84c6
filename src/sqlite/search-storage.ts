/** What is shown of norms that search finds. The great norms are found time and again: they are kept for a while. */

import { endianness } from 'node:os'
import type { StructureElement } from '../corpus/corpus.ts'
import type { Analyzer } from '../search/analyzer.ts'
import { sectionKey } from '../search/bm25f.ts'
import { oneLine } from '../search/highlighter.ts'
import { LruCache } from '../search/lru-cache.ts'
import { contentTerms } from '../search/reranking.ts'
import { wordsOf } from '../search/tokenizer.ts'
import type { ReadRows } from './block-store.ts'
import { type PackedText, unpackText } from './packed-text.ts'

export interface StoredNorm {
  code: string
  abbreviation: string
  norm: string
  label: string
  heading: string
  /** The text on one line. */
  line: string
}

/** So many UTF-16 code units of text are kept. */
const CACHED_CHARACTERS = 16 << 20

const NORM = `
SELECT norm.law, norm.path AS norm, norm.label, norm.heading, content.text
FROM norm JOIN content ON content.norm = norm.id WHERE norm.id = ?`

type LawNames = Pick<StoredNorm, 'code' | 'abbreviation'>
type NormRow = Omit<StoredNorm, 'line' | keyof LawNames> & { law: number; text: PackedText }

export class NormCache {
  readonly #read: ReadRows
  readonly #kept = new LruCache<number, StoredNorm>(CACHED_CHARACTERS, ({ line }) => line.length)
  readonly #laws = new Map<number, LawNames>()

  constructor(read: ReadRows) {
    this.#read = read
  }

  /** @throws Error where the bundle has no such norm */
  get(number: number): StoredNorm {
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

/*FILEDOC The headings of a bundle, and what their words mean to search. Some are looked at time and again: these are remembered. */

/** Of how many sections the headings are remembered, and of how many headings the terms. */
const REMEMBERED_SECTIONS = 2000
const REMEMBERED_HEADINGS = 4000

export interface SectionHeadings {
  elements: readonly StructureElement[]
  /** What tells them from others. */
  keys: readonly string[]
}

export class HeadingCache {
  readonly #read: ReadRows
  readonly #analysis: Analyzer
  readonly #sections = new LruCache<number, SectionHeadings>(REMEMBERED_SECTIONS, () => 1)
  readonly #terms = new LruCache<string, string>(REMEMBERED_HEADINGS, () => 1)

  constructor(read: ReadRows, analysis: Analyzer) {
    this.#read = read
    this.#analysis = analysis
  }

  /** The headings of a section, outermost first. @param section as `numbers('sections')` has it for norms */
  ofSection(section: number): SectionHeadings {
    return this.#sections.get(section, () => {
      const [row] = this.#read<{ headings: string }>('SELECT headings FROM structure WHERE id = ?', section)
      const elements = JSON.parse(row?.headings ?? '[]') as StructureElement[]
      return { elements, keys: elements.map(sectionKey) }
    })
  }

  /** The heading of a norm. */
  ofNorm(norm: number): string {
    return this.#read<{ heading: string }>('SELECT heading FROM norm WHERE id = ?', norm)[0]?.heading ?? ''
  }

  /** The terms of a heading's words, function words aside, as `joinTerms` joins them. */
  termsOf(heading: string): string {
    return this.#terms.get(heading, () => joinTerms(contentTerms(wordsOf(heading), this.#analysis)))
  }
}

/** Terms in an order of their own: the same text for the same terms. */
export function joinTerms(terms: ReadonlySet<string>): string {
  return [...terms].sort().join(' ')
}

/** 32-bit numbers from bytes: at once, where that is how the machine keeps them. */
export function decodeUint32(bytes: Uint8Array): Uint32Array {
  if (endianness() === 'LE') return new Uint32Array(bytes.slice().buffer)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Uint32Array.from({ length: bytes.byteLength / 4 }, (_, index) => view.getUint32(index * 4, true))
}

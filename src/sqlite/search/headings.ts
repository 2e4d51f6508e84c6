/** The headings of a bundle, and what their words mean to search. Some are looked at time and again: these are remembered. */

import type { StructureElement } from '../../corpus/corpus.ts'
import type { Analysis } from '../../search/analysis.ts'
import { sectionKey } from '../../search/fields.ts'
import { tellingTerms } from '../../search/headings.ts'
import { Kept } from '../../search/kept.ts'
import { wordsOf } from '../../search/words.ts'
import type { ReadRows } from './list-store.ts'

/** Of how many sections the headings are remembered, and of how many headings the terms. */
const REMEMBERED_SECTIONS = 2000
const REMEMBERED_HEADINGS = 4000

export interface SectionHeadings {
  elements: readonly StructureElement[]
  /** What tells them from others. */
  keys: readonly string[]
}

export class Headings {
  readonly #read: ReadRows
  readonly #analysis: Analysis
  readonly #sections = new Kept<number, SectionHeadings>(REMEMBERED_SECTIONS, () => 1)
  readonly #terms = new Kept<string, string>(REMEMBERED_HEADINGS, () => 1)

  constructor(read: ReadRows, analysis: Analysis) {
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
    return this.#terms.get(heading, () => joinTerms(tellingTerms(wordsOf(heading), this.#analysis)))
  }
}

/** Terms in an order of their own: the same text for the same terms. */
export function joinTerms(terms: ReadonlySet<string>): string {
  return [...terms].sort().join(' ')
}

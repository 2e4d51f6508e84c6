/** A whole law, before it has a form: what is known of it, then its norms in order, with the headings that begin there. */
import type { Corpus } from '../corpus/corpus.ts'
import { type NormDocument, normDocument } from './norm-document.ts'

export interface LawHead {
  title: string
  abbreviation: string
  /** Address of the official page, `null` if it is not known. */
  page: string | null
  /** Of when the law is. */
  state: string
  /** When the source was fetched (ISO 8601), `null` where that is not known. */
  fetched: string | null
}

export interface NormOfLaw {
  /** Headings that begin with this norm, outermost first; level 0 is the outermost. */
  headings: { level: number; text: string }[]
  /** How many headings are above it. */
  depth: number
  norm: NormDocument
}

/** @param code of a law that the corpus has */
export async function lawHead(corpus: Corpus, code: string): Promise<LawHead> {
  const law = await corpus.law(code)
  if (law === undefined) throw new Error(`the corpus has no law ${code}`)
  const { title, abbreviation, status_date, provenance } = law
  const state = status_date ? `as amended up to ${status_date}` : 'the source names no date'
  return { title, abbreviation, page: provenance.html_url, state, fetched: provenance.fetch_timestamp }
}

/** @param parts answers of the operation `norm`, in the order of the law, some at a time */
export async function* normsOfLaw(corpus: Corpus, parts: AsyncIterable<readonly unknown[]>): AsyncGenerator<NormOfLaw> {
  let above: readonly string[] = []
  let before = ''
  for await (const answers of parts) {
    for (const answer of answers) {
      const norm = await normDocument(corpus, answer)
      const { place } = norm
      const differs = place.findIndex((text, level) => above[level] !== text)
      const first = differs < 0 ? place.length : differs
      const begun = place.slice(first).map((text, index) => ({ level: first + index, text }))
      // An article over sections is a norm, and then the heading of these.
      const headings = begun.filter(({ text }) => text !== before)
      yield { headings, depth: place.length, norm }
      above = place
      before = norm.title
    }
  }
}

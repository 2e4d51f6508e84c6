/** A whole law, before it has a form: what is known of it, then its norms in order, with the headings that begin there. */
import type { Corpus } from '../corpus/corpus.ts'
import { publishedIn } from '../layout/notes.ts'
import { type NormDocument, normDocument } from './norm-document.ts'
import { type SourceFacts, sourceFacts } from './source-facts.ts'

export interface LawHead extends SourceFacts {
  title: string
  abbreviation: string
  /** Where the law was first published; empty if the source does not say. */
  promulgation: string
}

/** A line that says where the law was first published; empty if the source does not say. */
export const published = ({ promulgation }: LawHead) => promulgation && `Published in ${promulgation}`

export interface NormOfLaw {
  /** Headings that begin with this norm, outermost first; level 0 is the outermost. */
  headings: { level: number; text: string }[]
  /** How many headings are above it. */
  depth: number
  /** `null` after the last norm. */
  norm: NormDocument | null
}

/** @param code of a law that the corpus has */
export async function lawHead(corpus: Corpus, code: string): Promise<LawHead> {
  const law = await corpus.law(code)
  if (law === undefined) throw new Error(`the corpus has no law ${code}`)
  const { title, abbreviation, status_date, provenance } = law
  const state = status_date ? `as amended up to ${status_date}` : 'the source gives no date of amendment'
  const promulgation = publishedIn(law.promulgation)
  return { title, abbreviation, promulgation, ...sourceFacts(provenance, state) }
}

/**
 * The norms of a law with the headings that begin before each; headings after the last norm come alone.
 * @param code of a law that the corpus has
 * @param parts answers of the operation `norm`, in the order of the law, some at a time
 * @param today ISO date, if the document is made to be read at once
 */
export async function* normsOfLaw(
  corpus: Corpus,
  code: string,
  parts: AsyncIterable<readonly unknown[]>,
  today?: string,
): AsyncGenerator<NormOfLaw> {
  const structure = (await corpus.law(code))?.structure ?? []
  let next = 0
  let place = 0
  let before = ''
  const begun = () => {
    const first = next
    while (structure[next]?.start === place) next++
    // An article over sections is a norm, and then the heading of these.
    return structure
      .slice(first, next)
      .map(({ level, label, title }) => ({ level, text: [label, title].filter(Boolean).join(' ') }))
      .filter(({ text }) => text !== before)
  }
  for await (const answers of parts) {
    for (const answer of answers) {
      const norm = normDocument(answer, today)
      yield { headings: begun(), depth: norm.place.length, norm }
      before = norm.title
      place++
    }
  }
  const headings = begun()
  if (headings.length > 0) yield { headings, depth: 0, norm: null }
}

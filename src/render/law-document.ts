/** A law as a document for people: its facts, then its norms in order, each with the headings that begin with it. */
import { nameOfLaw } from '../citation/laws/customary-names.ts'
import { t } from '../i18n/texts.ts'
import { type AsOf, publishedIn, publishedNote } from '../layout/notes.ts'
import { stateNotes } from '../layout/state-notes.ts'
import type { Law, LawHeading, Norm } from '../model/corpus.ts'
import { type NormDocument, normDocument } from './norm-document.ts'
import { type SourceFacts, sourceFacts } from './source-facts.ts'

export interface LawHead extends SourceFacts {
  title: string
  abbreviation: string
  /** Place of first publication; empty if the source lacks it. */
  promulgation: string
  /** The requested day in words; empty if none was requested. */
  published: string
  /** Sentences on its state to read before its text. */
  notes: string[]
}

export interface NormOfLaw {
  /** Headings that begin with this norm, outermost first; level 0 is the outermost. */
  headings: { level: number; text: string }[]
  /** Number of headings above it. */
  depth: number
  /** `null` after the last norm. */
  norm: NormDocument | null
  /** The answer behind the norm. */
  answer: unknown
}

/** A line with the place of first publication; empty if the source lacks it. */
export const publicationLine = ({ promulgation }: LawHead) => promulgation && t`Published in ${promulgation}`

/**
 * @param asOf the requested day, if any
 * @param today ISO date
 */
export function lawHead(law: Law, asOf: AsOf, today: string): LawHead {
  const { title, status_date, promulgation } = law
  const state = status_date ? t`as amended up to ${status_date}` : t`the source gives no date of amendment`
  return {
    title,
    abbreviation: nameOfLaw(law),
    promulgation: publishedIn(promulgation),
    published: publishedNote(asOf),
    notes: stateNotes({ ...law, as_of: asOf.as_of }, today),
    ...sourceFacts(law, state),
  }
}

/**
 * The norms of a law, each with the headings that begin with it; headings after the last norm come alone.
 * @param structure the headings over the norms
 * @param parts answers of the operation `norm`, in the order of the law, in batches
 * @param today ISO date, unless the document is stored
 */
export async function* normsOfLaw(
  structure: readonly LawHeading[],
  parts: AsyncIterable<readonly unknown[]>,
  today?: string,
): AsyncGenerator<NormOfLaw> {
  let next = 0
  let place = 0
  let before = ''
  const headingsHere = () => {
    const first = next
    while (structure[next]?.start === place) next++
    // An article over sections is first a norm, then their heading.
    return structure
      .slice(first, next)
      .map(({ level, label, title }) => ({ level, text: [label, title].filter(Boolean).join(' ') }))
      .filter(({ text }) => text !== before)
  }
  for await (const answers of parts) {
    for (const answer of answers) {
      const norm = normDocument(withOwnState(answer), today)
      yield { headings: headingsHere(), depth: norm.place.length, norm, answer }
      before = norm.title
      place++
    }
  }
  const headings = headingsHere()
  if (headings.length > 0) yield { headings, depth: 0, norm: null, answer: null }
}

/** Removes from an answer the state of its law as a whole. */
function withOwnState(answer: unknown): unknown {
  const { pending, endings, ...norm } = answer as Norm
  const isOwn = ({ norms }: { norms: readonly string[] }) => norms.length > 0
  const ends = endings.filter((end) => isOwn(end) || end.except.length > 0)
  return { ...norm, pending: pending.filter(isOwn), endings: ends }
}

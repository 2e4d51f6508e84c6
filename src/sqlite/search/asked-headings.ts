/** Which of the best hits have a heading that is what the query asks for. */
import type { Scored } from '../../search/best.ts'
import { type AskedHeadings, documentsWithHeading, type HeadingMatch } from '../../search/headings.ts'
import type { PlannedTerm } from '../../search/plan.ts'
import { preferenceOf, type RankRequest } from '../../search/rank.ts'
import { SHARING } from '../../search/shares.ts'
import { wordsOf } from '../../search/words.ts'
import type { BundleSearch } from './bundle-search.ts'
import { joinTerms } from './headings.ts'
import type { NamedLaw } from './named-laws.ts'
import { beginsSection, sectionsOf } from './sections.ts'

/** Of so many of the best hits it is looked whether they begin a section whose title is the query. */
const LOOKED_AT = 20

/** So many telling terms are a long heading: who types all of them has seen it. */
const LONG = 3

/** What was ranked, and the laws that the query names. */
interface Ranked {
  best: readonly Scored[]
  planned: readonly PlannedTerm[]
  laws: readonly NamedLaw[]
  preferred: RankRequest['preferred']
}

/** The best hits that move up because a heading is what is asked for: their own, or that of a section they begin. */
export function askedHeadings({ best, planned, laws, preferred }: Ranked, search: BundleSearch): AskedHeadings {
  const words = planned.filter(({ origin }) => origin === 'word')
  const documents = best.slice(0, SHARING).map(({ document }) => document)
  if (laws.length === 0) {
    const asked = new Set(words.map(({ term }) => term))
    const joined = joinTerms(asked)
    const isAsked = (heading: string) => asked.size > 0 && search.headings.termsOf(heading) === joined
    const first = documents
      .slice(0, LOOKED_AT)
      .filter(
        (document) =>
          beginsSection(document, search) && sectionsOf(document, search).begun.some(({ title }) => isAsked(title)),
      )
    const own = withHeading(documents, words, search).filter((document) => isAsked(search.headings.ofNorm(document)))
    return new Map([...asEntries(first, 'section'), ...asEntries(own, asked.size >= LONG ? 'long_heading' : 'heading')])
  }
  const names = new Set(laws.flatMap(({ name }) => wordsOf(name)))
  const beside = words.filter(({ from }) => !names.has(from))
  const ofLaw = documents.filter((document) => preferenceOf(document, preferred) > 1)
  return new Map(asEntries(withHeading(ofLaw, beside, search), 'law_named'))
}

const asEntries = (documents: readonly number[], match: HeadingMatch) =>
  documents.map((document): [number, HeadingMatch] => [document, match])

/** The documents that have all of some terms in their heading, in their order; none where there are no terms. */
function withHeading(documents: readonly number[], terms: readonly PlannedTerm[], search: BundleSearch): number[] {
  const lists = terms.map(({ term }) => search.terms.list(term))
  if (lists.length === 0 || !lists.every((list) => list !== undefined)) return []
  const found = documentsWithHeading(documents, lists)
  return documents.filter((document) => found.has(document))
}

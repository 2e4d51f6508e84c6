/** Which norms of a law can be asked for by what they are called in a list. */
import type { NormSummary } from '../../corpus/corpus.ts'

/** Paths of one element, which is not that of a text without designation, and the sections of articles. */
const SIMPLE = /^(?!text:)[^/]+(?:\/seq:\d+)?$/
const SECTION_OF_ARTICLE = /^Art \S+ § \S+$/

/**
 * The paths of the norms whose designation, typed for the norm, leads to them: no other norm of the law is called so,
 * and it is one that is read as the path that it has. All others need their path.
 */
export function typedDesignations(norms: readonly NormSummary[]): Set<string> {
  const counts = new Map<string, number>()
  for (const { label } of norms) counts.set(folded(label), (counts.get(folded(label)) ?? 0) + 1)
  const typed = norms.filter(({ norm, label }) => {
    const isRead = SIMPLE.test(norm) || SECTION_OF_ARTICLE.test(label)
    return label !== '' && isRead && counts.get(folded(label)) === 1
  })
  return new Set(typed.map(({ norm }) => norm))
}

const folded = (label: string) => label.toLowerCase().replace(/[\s.]+/g, '')

/** Compiles term counts into posting lists of impacts, which include all that does not depend on a query. */

import {
  BM25,
  CITATION_BM25,
  CITATION_WEIGHT,
  type DictionaryEntry,
  encodeImpact,
  encodeValues,
  headingShare,
  IMPACT_LEVELS,
  inverseDocumentFrequency,
  largestImpact,
  type NormFacts,
  Occurrence,
  priorsOf,
  saturate,
} from '../../search/index.ts'
import type { Citations } from './citation-contexts.ts'
import { fromFloatBits, type TermCounts } from './count-terms.ts'
import type { ReadNorms } from './read-norms.ts'
import type { Terms } from './vocabulary.ts'

/** The score of one impact level, by which the largest possible impact has the highest level. */
export function scaleOf(documents: number): number {
  return largestImpact(inverseDocumentFrequency(documents, 1)) / IMPACT_LEVELS
}

/** The posting lists of all terms, in ascending order. */
export function* compileTerms(
  norms: ReadNorms,
  cited: Citations,
  { terms }: Terms,
  counts: TermCounts,
): Generator<DictionaryEntry> {
  const { documentFrequencies, lengths, averageLength } = counts
  const scale = scaleOf(norms.count)
  const weight = (term: number) => inverseDocumentFrequency(norms.count, documentFrequencies[term] as number)
  const priors = Float64Array.from({ length: norms.count }, (_, norm) =>
    priorsOf(factsOf(norms, cited, norm)).reduce((product, { factor }) => product * factor, 1),
  )
  const headingWeights = Float64Array.from(counts.headings, (heading) =>
    heading.reduce((sum, term) => sum + weight(term), 0),
  )
  for (const { key, values } of counts.postings.read()) {
    const own = weight(key)
    const documents: number[] = []
    const packed: number[] = []
    for (let row = 0; row < values.length; row += 3) {
      const norm = (values[row] as number) >>> 2
      const occurrence = (values[row] as number) & 3
      const frequency = fromFloatBits(values[row + 1] as number)
      const citations = fromFloatBits(values[row + 2] as number)
      let impact = own * saturate(frequency, (lengths[norm] as number) / averageLength, BM25)
      impact += own * CITATION_WEIGHT * saturate(citations, 1, CITATION_BM25)
      if (occurrence === Occurrence.Heading) {
        impact += headingShare(own, headingWeights[norm] as number)
      }
      documents.push(norm)
      packed.push(encodeImpact(impact * (priors[norm] as number), scale, occurrence))
    }
    yield { term: terms[key] as string, documents: documents.length, bytes: encodeValues(documents, packed) }
  }
}

function factsOf({ laws, kinds, repealed, amending }: ReadNorms, cited: Citations, norm: number): NormFacts {
  const law = laws[norm] as number
  return {
    citations: cited.citations[norm] as number,
    citingLaws: cited.citingLaws[law] as number,
    kind: kinds[norm] as string,
    repealed: repealed[norm] === 1,
    amending: amending[law] as boolean,
  }
}

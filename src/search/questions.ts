/** Ranks the questions that people ask for norms, and adds up their scores for each norm. */
import { QUESTION_WEIGHT, SECOND_QUESTION } from './bm25f.ts'
import { Accumulators, type AskedDocument } from './collectors.ts'
import { type Coverage, halvesOf } from './coverage.ts'
import { type RankedTerm, rank, unitOf } from './ranker.ts'
import type { PostingsReader, SearchStorage } from './records.ts'

/** Maximum number of questions that count, the best first. */
const MOST_QUESTIONS = 100

/** Finds the documents whose questions have terms of a query, those with the best questions first. */
export function questionRanker(storage: Pick<SearchStorage, 'column' | 'statistics'>) {
  const { questions = 0, scale } = storage.statistics
  let kept: Accumulators | undefined
  return (terms: readonly RankedTerm[], coverage: Coverage, postings: Pick<PostingsReader, 'list'>) => {
    if (questions === 0) return []
    const norms = storage.column('questions')
    kept ??= new Accumulators(questions)
    const sums = kept
    const request = { terms, coverage, groups: [], included: [], excluded: [], boosts: [], limit: MOST_QUESTIONS }
    const source = { documents: questions, scale, list: (term: string) => postings.list(term) }
    const asked = new Map<number, AskedDocument>()
    for (const { document: question, score } of rank(request, source, sums).best) {
      const document = norms[question] as number
      const value = (score / unitOf(scale)) * QUESTION_WEIGHT
      const known = asked.get(document)
      if (known === undefined) {
        const marks = halvesOf(sums.marks[question] as number)
        asked.set(document, { document, value: Math.round(value), marks, question })
      } else known.value += Math.round(value * SECOND_QUESTION)
    }
    return [...asked.values()]
  }
}

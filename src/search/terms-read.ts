/** The terms and the words whose postings a query reads: engines that fetch need them before the ranking. */
import type { Analyzer } from './analyzer.ts'
import type { QueryTerm } from './query-expansion.ts'
import type { Query } from './query-parser.ts'
import type { SearchStorage } from './records.ts'
import type { TypedWord } from './typed-word.ts'

interface Dictionary {
  analyzer: Analyzer
  words: SearchStorage['words']
}

/** The terms whose postings a query reads. @param typed its last word, if that is being typed */
export function* termsRead(
  query: Query,
  terms: readonly QueryTerm[],
  typed: TypedWord | undefined,
  { analyzer, words }: Dictionary,
): Generator<string> {
  for (const { term } of terms) yield term
  if (typed !== undefined) yield* [analyzer.term(typed.word), ...typed.terms]
  for (const clause of [...query.wanted, ...query.excluded]) {
    if (clause.kind === 'word') yield analyzer.term(clause.word)
    else if (clause.kind === 'phrase' && clause.inHeading) {
      for (const word of clause.words) yield analyzer.term(word)
    }
  }
  for (const clause of [...query.wanted, ...query.excluded.filter(({ inHeading }) => inHeading)]) {
    if (clause.kind !== 'prefix') continue
    for (const { term: word } of words.withPrefix(clause.prefix)) yield analyzer.term(word)
  }
}

/** The words whose postings a query reads. */
export function* wordsRead(query: Query, { words }: Pick<Dictionary, 'words'>): Generator<string> {
  for (const clause of [...query.wanted, ...query.excluded]) {
    if (clause.kind === 'phrase') yield* clause.words
    else if (clause.kind === 'prefix') {
      for (const { term: word } of words.withPrefix(clause.prefix)) yield word
    }
  }
}

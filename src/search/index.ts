/** The entry of the room: analysis of words, the format of the index, ranking and snippets. Pure: no SQL, no Node.js. */
export { type Analyzer, encodeParts, germanAnalyzer, type TermPart } from './analyzer.ts'
export { createBloomFilter } from './bloom-filter.ts'
export * from './bm25f.ts'
export { MAX_COSTLY_CLAUSES, MAX_PREFIX_WORDS, QueryBudgetError } from './budgets.ts'
export { documentsWithAny, lowerBound } from './document-sets.ts'
export { DEFINITION_KINDS, type Definition, findDefinitions } from './german/definitions.ts'
export { definedWords, likenessOfTerms, queryOfDefinition } from './german/marks.ts'
export { isStopWord } from './german/stop-words.ts'
export { ByteWriter, type DictionaryBlock, encodePositions, encodeValues, writeBlocks } from './index-writer.ts'
export type { LawNameRules } from './named-laws.ts'
export { encodeImpact, IMPACT_LEVELS, Occurrence, type PostingList } from './postings.ts'
export { rowOf } from './query-expansion.ts'
export { costlyClauses, hasWantedClause, lawsNamedIn, parseQuery, type Query } from './query-parser.ts'
export type * from './records.ts'
export { Searcher } from './searcher.ts'
export {
  compareUtf8,
  type DictionaryEntry,
  findTerm,
  MAX_TERMS_BYTES,
  type TermEntry,
  type TermInfo,
  termsWithPrefix,
} from './term-dictionary.ts'
export { tidyText } from './text-units.ts'
export { scanWords, wordsOf } from './tokenizer.ts'

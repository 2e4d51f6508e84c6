/** Marks of norms in the index: for the terms that a norm defines, its heading and its designation. */
import { MARK, termOf } from '../analyzer.ts'
import type { Query } from '../query-parser.ts'
import { wordsOf } from '../tokenizer.ts'
import { type DefiningNorm, findDefinitions } from './definitions.ts'
import { isStopWord } from './stop-words.ts'

/** The properties of a norm that its marks come from. */
interface MarkedNorm extends DefiningNorm {
  /** Its path. */
  norm: string
}

/** Returns the words of the terms that a norm defines, and marks for each term, its heading and its designation. */
export function definedWords({ norm, ...defining }: MarkedNorm): string[] {
  const found = findDefinitions(defining)
  const terms = found.map(({ term }) => wordsOf(term))
  const marks = new Set([...terms, wordsOf(defining.heading)].map(markOfTerm))
  // Without a heading, the mark is the section sign, which is a word of texts.
  marks.delete(MARK)
  if (!norm.includes('/')) marks.add(MARK + norm)
  const definitions = new Set(
    found.flatMap(({ isLocal }, index) => marksOfDefinition(terms[index] ?? []).slice(0, isLocal ? 1 : 2)),
  )
  return [
    ...terms.flat(),
    ...marks,
    ...Array.from(definitions, (mark) => new Array<string>(REPEATED).fill(mark)).flat(),
  ]
}

/** Repetitions of the marks of definitions: a norm with many definitions is as good as a short one. */
const REPEATED = 8

/** The marks of norms that define a term: in any form; and, unless for a part of the law only, with its noun in any case and number. */
const marksOfDefinition = (words: readonly string[]): [stem: string, word: string] => [
  MARK + markOfTerm(words),
  `${MARK}=${termKey(words)}`,
]

/** Returns the key that all cases and numbers of a term share: that of `Unternehmer` differs from that of `Unternehmen`. */
function termKey(words: readonly string[]): string {
  const [last = '', ...others] = words.toReversed()
  return [...others.reverse().map(termOf), last.replace(/(?<=.{3})(?:e[ns]?|n|s)$/, '')].join(' ')
}

/** Returns the query for the norms that define a term. Norms that define a form of it, or only for a part of a law, match fewer words. */
export function queryOfDefinition(term: string): Query {
  const [stem, word] = marksOfDefinition(wordsOf(term))
  const wanted: Query['wanted'] = [
    { kind: 'word', word: stem, required: true },
    { kind: 'word', word, required: false },
  ]
  return { text: '', prose: '', wanted, excluded: [], laws: [], excludedLaws: [] }
}

/** Returns the likeness of two terms: 2 if they only differ in case and number, 1 if they are forms of the same words, else 0. */
export function likenessOfTerms(one: string, other: string): 0 | 1 | 2 {
  const [words, others] = [wordsOf(one), wordsOf(other)]
  if (termKey(words) === termKey(others)) return 2
  return markOfTerm(words) === markOfTerm(others) ? 1 : 0
}

/** Returns the mark of norms that define a term, or have it as their heading, whatever its inflection and stop words. */
export const markOfTerm = (words: readonly string[]): string =>
  MARK + words.flatMap((word) => (isStopWord(word) ? [] : [termOf(word)])).join(' ')

const KINDS = { '§': 'par', paragraph: 'par', art: 'art', artikel: 'art', anlage: 'annex', anhang: 'annex' } as const
const DESIGNATION =
  /^(§|Paragraph|Art(?=[.\s\d])|Artikel|Anlage|Anhang)\.?\s*(\d+)\s?([a-z]?)(?:\s+(?:Abs(?:atz|\.)?|S(?:atz|\.)|Nr\.?|Nummer)\s*\d+[a-z]?)*$/i

/** Returns the mark of norms with a designation: `§ 823 Abs. 1`; undefined if a query is not one. */
export function markOfDesignation(query: string): string | undefined {
  const [, sign = '', number = '', letter = ''] = DESIGNATION.exec(query.trim()) ?? []
  const kind = KINDS[sign.toLowerCase() as keyof typeof KINDS]
  return kind && `${MARK}${kind}:${number}${letter.toLowerCase()}`
}

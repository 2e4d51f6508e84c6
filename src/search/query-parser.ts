/**
 * The query language. Every string is a query: a word matches in any inflection, `"several words"` must occur in the norm
 * as they are, `+word` must occur, `-word` must not, `prefix*` matches all words that begin with it. Everything else is
 * ignored, misplaced operators (`a - b`, an unpaired `"`) included.
 */
import { isStopWord } from './german/stop-words.ts'
import { scanWords, wordsOf } from './tokenizer.ts'

type ClauseList = 'wanted' | 'excluded'

export interface Query {
  /** The query as it was typed. */
  text: string
  /** Clauses that may match, in their order; those that are required must. */
  wanted: Clause[]
  /** Clauses that must not match. */
  excluded: Clause[]
}

/**
 * A clause of a query. A `word` matches in all inflections, a `phrase` is a sequence of words as they are written, a
 * `prefix` stands for the words that begin with it. Words are those of `scanWords`.
 */
export type Clause =
  | { kind: 'word'; word: string; required: boolean }
  | { kind: 'phrase'; words: string[]; required: true }
  | { kind: 'prefix'; prefix: string; required: boolean }

/** A shorter prefix matches too much to be of use; it is read as a word. */
const SHORTEST_PREFIX = 2

/** An operator, a quotation in marks of any kind, or anything up to the next blank or quotation mark. */
const PIECE =
  /(?<operator>(?<![^\s\p{Cc}])[+-])?(?:"(?<plain>[^"]*)"|[„“”](?<low>[^„“”"]*)[“”"]|[»«](?<angle>[^»«]*)[»«]|(?<bare>[^\s\p{Cc}"„“”»«]+|["„“”»«]))/gu

/** Reads a query. Takes any string and never throws; linear in its length. */
export function parseQuery(text: string): Query {
  const query: Query = { text, wanted: [], excluded: [] }
  const known = new Set<string>()

  /** True for the first of equal clauses. */
  function isNew(clause: Clause, list: ClauseList): boolean {
    const key = list + JSON.stringify(clause)
    return !known.has(key) && known.add(key) !== undefined
  }

  // After a stop word or a comma `-` stands for the beginning of a compound: `Rechte und -pflichten`.
  let before = ''
  for (const { groups = {} } of text.matchAll(PIECE)) {
    const { plain, low, angle, bare } = groups
    const quoted = plain ?? low ?? angle
    const isSuspended = groups.operator === '-' && (before.endsWith(',') || isStopWord(wordsOf(before).at(-1) ?? ''))
    const operator = isSuspended ? undefined : groups.operator
    // An excluded stop word (`-der -die`) begins nothing.
    before = operator === '-' && !bare?.endsWith(',') ? '' : (bare ?? '')
    const clauses = quoted === undefined ? readBare(bare ?? '', operator !== undefined) : readPhrase(wordsOf(quoted))
    const list = operator === '-' ? 'excluded' : 'wanted'
    query[list].push(...clauses.filter((clause) => isNew(clause, list)))
  }
  return query
}

/** True if a query asks for anything: a query that only excludes does not. */
export const hasWantedClause = (query: Query) => query.wanted.length > 0

/** The number of phrases and prefixes in a query, excluded ones included. */
export const costlyClauses = ({ wanted, excluded }: Query) =>
  [...wanted, ...excluded].filter(({ kind }) => kind !== 'word').length

/** The words that a clause names, `[prefix]` for a prefix. */
export function wordsIn(clause: Clause): string[] {
  if (clause.kind === 'phrase') return clause.words
  return [clause.kind === 'word' ? clause.word : clause.prefix]
}

function readPhrase(words: string[]): Clause[] {
  if (words.length === 0) return []
  return [{ kind: 'phrase', words, required: true }]
}

/** Reads a piece without quotation marks, mostly one word. With an operator several words (`+Miet-Vertrag`) are a phrase. */
function readBare(piece: string, operated: boolean): Clause[] {
  let lastEnd = 0
  const words: string[] = []
  scanWords(piece, (word, _start, end) => {
    words.push(word)
    lastEnd = end
  })
  const last = words.at(-1)
  const isPrefix = last !== undefined && piece.startsWith('*', lastEnd) && last.length >= SHORTEST_PREFIX
  if (isPrefix) words.pop()
  const clauses: Clause[] =
    operated && words.length > 1
      ? readPhrase(words)
      : words.map((word): Clause => ({ kind: 'word', word, required: operated }))
  if (isPrefix) clauses.push({ kind: 'prefix', prefix: last, required: operated })
  return clauses
}

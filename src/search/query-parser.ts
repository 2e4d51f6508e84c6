/**
 * The query language. Every string is a query: a word may match in any inflection, `"several words"` must stand in the
 * norm as they are, `+word` must be in it, `-word` must not, `prefix*` stands for all words that begin so. Anything else
 * means nothing, and an operator that cannot be one (`a - b`, `"` without its pair) is read as if it were not there.
 */
import { scanWords, wordsOf } from './tokenizer.ts'

export interface Query {
  /** What is looked for, in its order; any of it may match unless it is required. */
  wanted: Clause[]
  /** What the norm must not hold. */
  excluded: Clause[]
}

/**
 * Part of a query. A `word` matches in all inflections, a `phrase` is a row of words as they are written, a `prefix`
 * stands for the words that begin with it. Words are those of `scanWords`.
 */
export type Clause =
  | { kind: 'word'; word: string; required: boolean }
  | { kind: 'phrase'; words: string[]; required: true }
  | { kind: 'prefix'; prefix: string; required: boolean }

/** A shorter prefix stands for too much to be of use, and is read as a word. */
const SHORTEST_PREFIX = 2

/** So many phrases and prefixes are looked up; the words of others are words like any, and exclude nothing. */
const MOST_COSTLY = 12

/** An operator, something in quotation marks of any make, or anything up to the next blank or quotation mark. */
const PIECE =
  /(?<operator>(?<![^\s\p{Cc}])[+-])?(?:"(?<plain>[^"]*)"|[„“”](?<low>[^„“”"]*)[“”"]|[»«](?<angle>[^»«]*)[»«]|(?<bare>[^\s\p{Cc}"„“”»«]+|["„“”»«]))/gu

/**
 * Reads a query. Takes any string and never throws; linear in its length.
 * @param isFunctionWord tells the words behind which a `-` is no operator, but stands for the beginning of a compound:
 *   `Rechte und -pflichten`
 */
export function parseQuery(text: string, isFunctionWord: (word: string) => boolean = () => false): Query {
  const query: Query = { wanted: [], excluded: [] }
  const known = new Set<string>()
  let costly = 0

  /** Whether a clause is there for the first time. */
  function isNew(clause: Clause, list: keyof Query): boolean {
    const key = list + JSON.stringify(clause)
    return !known.has(key) && known.add(key) !== undefined
  }

  let before = ''
  for (const { groups = {} } of text.matchAll(PIECE)) {
    const { plain, low, angle, bare } = groups
    const quoted = plain ?? low ?? angle
    const isSuspended =
      groups.operator === '-' && (before.endsWith(',') || isFunctionWord(wordsOf(before).at(-1) ?? ''))
    const operator = isSuspended ? undefined : groups.operator
    before = bare ?? ''
    const clauses = quoted === undefined ? readBare(bare ?? '', operator !== undefined) : readPhrase(wordsOf(quoted))
    const list = operator === '-' ? 'excluded' : 'wanted'
    for (const clause of clauses.filter((clause) => isNew(clause, list))) {
      if (clause.kind === 'word' || ++costly <= MOST_COSTLY) query[list].push(clause)
      else if (list === 'wanted') {
        const words = wordsIn(clause).map((word): Clause => ({ kind: 'word', word, required: false }))
        query.wanted.push(...words.filter((word) => isNew(word, list)))
      }
    }
  }
  return query
}

/** The words that a clause names, `[prefix]` for a prefix. */
export function wordsIn(clause: Clause): string[] {
  if (clause.kind === 'phrase') return clause.words
  return [clause.kind === 'word' ? clause.word : clause.prefix]
}

function readPhrase(words: string[]): Clause[] {
  if (words.length === 0) return []
  return [{ kind: 'phrase', words, required: true }]
}

/** A piece without quotation marks: mostly one word. With an operator, several (`+Miet-Vertrag`) are a phrase. */
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

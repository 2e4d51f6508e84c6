/** Words of the index that may be meant by the words of a query that finds nothing. */
import { distancesFrom } from '../edit-distance.ts'
import type { Analyzer } from './analyzer.ts'
import { type Query, wordsIn } from './query-parser.ts'
import type { Correction, SearchStorage, Turn } from './records.ts'
import { restoreSpelling } from './spelling.ts'
import { placedWordsOf } from './tokenizer.ts'

/** Words of a query that are looked up. */
const MAX_WORDS = 3
/** Words of the index for each of them. */
const MAX_NEAR = 3
const SAME_BEGINNING = 2
const SHORTEST_WORD = 4
/** One error in so many letters, up to this many errors. */
const LETTERS_OF_AN_ERROR = 4
const MAX_ERRORS = 3

/**
 * The words of a query that no document has, each with the words of the index that are most like it, and the longest one that
 * it begins with. They may be further from it than a correction is.
 */
export async function nearWords(
  query: Query,
  storage: Pick<SearchStorage, 'terms' | 'words'>,
  analyzer: Analyzer,
  turn: Turn,
): Promise<Correction[]> {
  const wanted = new Set(query.wanted.flatMap(wordsIn))
  const isUnknown = (word: string) => word.length >= SHORTEST_WORD && storage.terms.documents(analyzer.term(word)) === 0
  const unknown = placedWordsOf(query.text).filter(({ word }) => wanted.has(word) && isUnknown(word))
  const found: Correction[] = []
  for (const { word, start, end } of unknown.slice(0, MAX_WORDS)) {
    const from = query.text.slice(start, end)
    const near = new Set([...(await similarWords(word, storage, turn)), ...longestBeginning(word, storage)])
    for (const to of near) found.push({ from, to: restoreSpelling(from, word, to) })
  }
  return found
}

/** The nearest words first; of equally near ones those of more documents. */
async function similarWords(word: string, { words }: Pick<SearchStorage, 'words'>, turn: Turn): Promise<string[]> {
  const most = Math.min(MAX_ERRORS, Math.floor(word.length / LETTERS_OF_AN_ERROR))
  const distanceTo = distancesFrom(word)
  const found: { other: string; distance: number }[] = []
  let visited = 0
  for (const { term: other } of words.withPrefix(word.slice(0, SAME_BEGINNING))) {
    const distance = Math.abs(other.length - word.length) > most ? most + 1 : distanceTo(other, most)
    if (distance <= most) found.push({ other, distance })
    visited += 1
    const pause = visited % 1024 === 0 ? turn() : undefined
    if (pause !== undefined) await pause
  }
  return found
    .sort((a, b) => a.distance - b.distance || words.documents(b.other) - words.documents(a.other))
    .slice(0, MAX_NEAR)
    .map(({ other }) => other)
}

function longestBeginning(word: string, { words }: Pick<SearchStorage, 'words'>): string[] {
  for (let length = word.length - 1; length >= SHORTEST_WORD; length -= 1) {
    const beginning = word.slice(0, length)
    if (words.documents(beginning) > 0) return [beginning]
  }
  return []
}

/** Documents that hold words as they are written: rows of words, and words that begin alike. */
import { levelOf, occurrenceOf, type PostingList, PostingsCursor } from './postings.ts'

/** The list of a word with its positions, undefined where no document holds it. */
export type WordPostings = (word: string) => PostingList | undefined

/** A word of a phrase: its list, and its places in the phrase, ascending. */
interface PhraseWord {
  cursor: PostingsCursor
  documents: number
  places: number[]
}

/** The documents that hold `words`, at least one, in a row, in ascending order. */
export function documentsWithPhrase(words: readonly string[], lists: WordPostings): Uint32Array {
  const byWord = new Map<string, PhraseWord>()
  for (const [place, word] of words.entries()) {
    const known = byWord.get(word)
    known?.places.push(place)
    if (known !== undefined) continue
    const list = lists(word)
    if (list === undefined) return new Uint32Array()
    byWord.set(word, { cursor: new PostingsCursor(list, true), documents: list.documents, places: [place] })
  }
  const rarestFirst = [...byWord.values()].sort((a, b) => a.documents - b.documents)
  const [first, ...others] = rarestFirst.map(({ cursor }) => cursor)
  const found: number[] = []
  next: while (first?.next()) {
    const { document } = first
    for (const other of others) {
      if (!other.seek(document)) break next
      if (other.document !== document) continue next
    }
    if (words.length === 1 || standInRow(rarestFirst)) found.push(document)
  }
  return Uint32Array.from(found)
}

/** Whether the document at hand has the words in the order of their places, one directly behind the other. */
function standInRow(words: readonly PhraseWord[]): boolean {
  const rows: { places: readonly number[]; positions: readonly number[] }[] = []
  for (const { cursor, places } of words) {
    const positions = cursor.positions()
    // A word that the phrase repeats must be there as often.
    if (positions.length < places.length) return false
    rows.push({ places, positions })
  }
  const [fewest] = rows.toSorted((a, b) => a.positions.length - b.positions.length)
  return (fewest?.positions ?? []).some((position) => {
    const start = position - (fewest?.places[0] as number)
    return rows.every(({ places, positions }) => places.every((place) => holds(positions, start + place)))
  })
}

const holds = (ascending: readonly number[], value: number) => ascending[lowerBound(ascending, value)] === value

/** The documents that hold any of some lists' words, in ascending order. @param documents how many there are in all */
export function documentsWithAny(lists: Iterable<PostingList>, documents: number): Uint32Array {
  const found = new Uint8Array(documents)
  for (const list of lists) {
    const cursor = new PostingsCursor(list, true)
    while (cursor.next()) found[cursor.document] = 1
  }
  const result: number[] = []
  for (let document = 0; document < documents; document += 1) if (found[document] === 1) result.push(document)
  return Uint32Array.from(result)
}

/** The documents of a term's list that hold it at least as an occurrence. */
export function documentsWithTerm(list: PostingList | undefined, occurrence: number): Uint32Array {
  if (list === undefined) return new Uint32Array()
  const found: number[] = []
  const cursor = new PostingsCursor(list)
  while (cursor.next()) if (occurrenceOf(cursor.value) >= occurrence) found.push(cursor.document)
  return Uint32Array.from(found)
}

/** What is in all of some ascending lists; undefined where there are none. */
export function intersection(lists: readonly Uint32Array[]): Uint32Array | undefined {
  return lists.reduce<Uint32Array | undefined>((common, list) => {
    if (common === undefined) return list
    let place = 0
    return common.filter((document) => {
      while (place < list.length && (list[place] as number) < document) place += 1
      return list[place] === document
    })
  }, undefined)
}

/*FILEDOC Terms that stand for one thing, as all words with one beginning do. */

/** Documents, ascending, and the impact level that the best of the terms has in each: at least 1. */
export interface TermGroup {
  documents: Uint32Array
  levels: Uint16Array
}

/**
 * The group of some terms.
 * @param documents those in which it counts, ascending: others may hold a term, and these may hold none
 * @param count how many documents there are in all
 * @throws Error where a list is damaged
 */
export function groupTerms(
  terms: Iterable<string>,
  documents: Uint32Array,
  { list: listOf, documents: count }: { list(term: string): PostingList | undefined; documents: number },
): TermGroup {
  const best = new Uint16Array(count)
  for (const term of terms) {
    const list = listOf(term)
    if (list === undefined) continue
    const cursor = new PostingsCursor(list)
    while (cursor.next()) {
      const level = levelOf(cursor.value)
      if (level > (best[cursor.document] as number)) best[cursor.document] = level
    }
  }
  const levels = new Uint16Array(documents.length)
  for (let place = 0; place < levels.length; place += 1) {
    levels[place] = Math.max(1, best[documents[place] as number] as number)
  }
  return { documents, levels }
}

/** The index of the first of some ascending numbers that is at least `value`; their count where there is none. */
export function lowerBound(ascending: ArrayLike<number>, value: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] as number) < value) low = middle + 1
    else high = middle
  }
  return low
}

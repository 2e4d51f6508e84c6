/** Sets of documents that match a phrase, a prefix or a term, as ascending numbers. */
import { firstIndex } from '../binary-search.ts'
import { levelOf, occurrenceOf, type PostingList, PostingsCursor } from './postings.ts'

/** The posting list of a word, with positions; undefined if no document has it. */
export type WordPostings = (word: string) => PostingList | undefined

/** A word of a phrase, and its places in the phrase, ascending. */
interface PhraseWord {
  cursor: PostingsCursor
  documents: number
  places: number[]
}

/** The documents with `words`, at least one, as a phrase. */
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
    if (words.length === 1 || isPhrase(rarestFirst)) found.push(document)
  }
  return Uint32Array.from(found)
}

/** True if the current document has the words at consecutive positions. */
function isPhrase(words: readonly PhraseWord[]): boolean {
  const rows: { places: readonly number[]; positions: readonly number[] }[] = []
  for (const { cursor, places } of words) {
    const positions = cursor.positions()
    // A word that the phrase repeats must occur as often.
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

/** The documents in any of the lists. @param documents the number of all documents */
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

/** The documents in a term's list. @param occurrence the weakest occurrence that counts */
export function documentsWithTerm(list: PostingList | undefined, occurrence: number): Uint32Array {
  if (list === undefined) return new Uint32Array()
  const found: number[] = []
  const cursor = new PostingsCursor(list)
  while (cursor.next()) if (occurrenceOf(cursor.value) >= occurrence) found.push(cursor.document)
  return Uint32Array.from(found)
}

/** The documents in all sets; undefined if there are no sets. */
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

/** A group of terms that are searched as one: the documents, and the highest impact level in each, at least 1. */
export interface TermGroup {
  documents: Uint32Array
  levels: Uint16Array
}

/**
 * Groups terms.
 * @param documents in which the group counts, whether or not they have one of the terms
 * @param count the number of all documents
 * @throws Error if a list is damaged
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

/** The index of the first of ascending numbers that is at least `value`; their count if there is none. */
export function lowerBound(ascending: ArrayLike<number>, value: number): number {
  return firstIndex(ascending.length, (index) => (ascending[index] as number) >= value)
}

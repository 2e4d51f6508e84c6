/** Documents that hold words as they are written: rows of words, and words that begin alike. */
import { firstAtLeast } from './ascending.ts'
import { occurrenceOf } from './impacts.ts'
import { ListCursor, type StoredList } from './lists.ts'

/** The list of a word with its positions, undefined where no document holds it. */
export type WordLists = (word: string) => StoredList | undefined

/** A word of a phrase: its list, and its places in the phrase, ascending. */
interface PhraseWord {
  cursor: ListCursor
  documents: number
  places: number[]
}

/** The documents that hold `words`, at least one, in a row, in ascending order. */
export function documentsWithPhrase(words: readonly string[], lists: WordLists): Uint32Array {
  const byWord = new Map<string, PhraseWord>()
  for (const [place, word] of words.entries()) {
    const known = byWord.get(word)
    known?.places.push(place)
    if (known !== undefined) continue
    const list = lists(word)
    if (list === undefined) return new Uint32Array()
    byWord.set(word, { cursor: new ListCursor(list, true), documents: list.documents, places: [place] })
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

const holds = (ascending: readonly number[], value: number) => ascending[firstAtLeast(ascending, value)] === value

/** The documents that hold any of some lists' words, in ascending order. @param documents how many there are in all */
export function documentsWithAny(lists: Iterable<StoredList>, documents: number): Uint32Array {
  const found = new Uint8Array(documents)
  for (const list of lists) {
    const cursor = new ListCursor(list, true)
    while (cursor.next()) found[cursor.document] = 1
  }
  const result: number[] = []
  for (let document = 0; document < documents; document += 1) if (found[document] === 1) result.push(document)
  return Uint32Array.from(result)
}

/** The documents of a term's list that hold it at least as an occurrence. */
export function documentsWithTerm(list: StoredList | undefined, occurrence: number): Uint32Array {
  if (list === undefined) return new Uint32Array()
  const found: number[] = []
  const cursor = new ListCursor(list)
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

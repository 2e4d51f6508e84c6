/** Sets of documents that match a phrase, a prefix or a term, as ascending numbers. */
import { firstIndex } from '../util/binary-search.ts'
import { documentsIn, markDocuments, raiseLevels } from './entries.ts'
import { type PostingList, PostingsCursor } from './postings.ts'

/** The posting list of a word, with positions; undefined if no document has it. */
export type WordPostings = (word: string) => PostingList | undefined

/** A word of a phrase, and its places in the phrase, ascending. */
interface PhraseWord {
  cursor: PostingsCursor
  documents: number
  places: number[]
  /** Buffer for its positions in a document. */
  positions: Uint32Array
}

/** The documents with `words`, at least one, as a phrase. @param among only these, ascending; all if undefined */
export function documentsWithPhrase(
  words: readonly string[],
  lists: WordPostings,
  among?: Uint32Array | undefined,
): Uint32Array {
  const byWord = new Map<string, PhraseWord>()
  for (const [place, word] of words.entries()) {
    const known = byWord.get(word)
    known?.places.push(place)
    if (known !== undefined) continue
    const list = lists(word)
    if (list === undefined) return new Uint32Array()
    const { documents } = list
    byWord.set(word, {
      cursor: new PostingsCursor(list, true),
      documents,
      places: [place],
      positions: new Uint32Array(),
    })
  }
  const rarestFirst = [...byWord.values()].sort((a, b) => a.documents - b.documents)
  const [first, ...others] = rarestFirst.map(({ cursor }) => cursor)
  const found: number[] = []
  let visited = 0
  const isNext = (cursor: PostingsCursor): boolean => {
    if (among === undefined) return cursor.next()
    return visited < among.length && cursor.seek(among[visited] as number)
  }
  next: while (first !== undefined && isNext(first)) {
    const isAmong = among === undefined || first.document === among[visited]
    visited += 1
    if (!isAmong) continue
    const { document } = first
    for (const other of others) {
      if (!other.seek(document)) break next
      if (other.document !== document) continue next
    }
    if (words.length === 1 || isPhrase(rarestFirst)) found.push(document)
  }
  return Uint32Array.from(found)
}

/** Positions in the current document at which a phrase may begin. */
let starts = new Int32Array(1024)

/** True if the current document has the words at consecutive positions. */
function isPhrase(words: readonly PhraseWord[]): boolean {
  let fewest = words[0] as PhraseWord
  for (const word of words) {
    // Words that the phrase repeats must occur as often; a position takes at least a byte.
    if (word.cursor.value < word.places.length) return false
    if (word.cursor.value < fewest.cursor.value) fewest = word
  }
  const all = readPositions(fewest)
  let count = all
  if (count > starts.length) starts = new Int32Array(2 * count)
  const [begin = 0] = fewest.places
  for (let index = 0; index < count; index += 1) starts[index] = (fewest.positions[index] as number) - begin
  for (const word of words) {
    const length = word === fewest ? all : readPositions(word)
    for (const place of word.places) {
      if (word === fewest && place === begin) continue
      count = keepStarts(count, word.positions, length, place)
      if (count === 0) return false
    }
  }
  return count > 0
}

/** Fills the positions of a word. @returns their number */
function readPositions(word: PhraseWord): number {
  const { value } = word.cursor
  if (word.positions.length < value) word.positions = new Uint32Array(2 * value)
  return word.cursor.readPositions(word.positions)
}

/** Keeps those of the first `count` starts after which a word stands at `place`. @returns their number */
function keepStarts(count: number, positions: Uint32Array, length: number, place: number): number {
  let kept = 0
  let index = 0
  for (let start = 0; start < count; start += 1) {
    const wanted = (starts[start] as number) + place
    while (index < length && (positions[index] as number) < wanted) index += 1
    if (index === length) break
    if (positions[index] === wanted) starts[kept++] = wanted - place
  }
  return kept
}

/** The documents in any of the lists. @param documents the number of all documents */
export function documentsWithAny(lists: Iterable<PostingList>, documents: number): Uint32Array {
  const marks = new Uint8Array(documents)
  for (const list of lists) markDocuments(list, marks)
  return documentsOf(marks)
}

/** The documents with a 1, ascending. */
export function documentsOf(marks: Uint8Array): Uint32Array {
  const result = new Uint32Array(marks.length)
  let count = 0
  for (let document = 0; document < marks.length; document += 1) {
    result[count] = document
    count += marks[document] as number
  }
  return result.slice(0, count)
}

/** The documents in a term's list. @param occurrence the weakest occurrence that counts */
export function documentsWithTerm(list: PostingList | undefined, occurrence: number): Uint32Array {
  return list === undefined ? new Uint32Array() : documentsIn(list, occurrence)
}

/** The documents in all sets; undefined without sets. */
export function intersection(lists: readonly Uint32Array[]): Uint32Array | undefined {
  const [shortest, ...others] = lists.toSorted((a, b) => a.length - b.length)
  return shortest && others.reduce(commonOf, shortest)
}

function commonOf(one: Uint32Array, other: Uint32Array): Uint32Array {
  const common = new Uint32Array(one.length)
  let count = 0
  let place = 0
  for (let index = 0; index < one.length; index += 1) {
    const document = one[index] as number
    while (place < other.length && (other[place] as number) < document) place += 1
    common[count] = document
    count += Number(other[place] === document)
  }
  return common.subarray(0, count)
}

/** A group of terms that are searched as one: the documents, and the highest impact level in each, at least 1. */
export interface TermGroup {
  documents: Uint32Array
  levels: Uint16Array
  /** The marks of the documents. */
  marks: number
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
): Omit<TermGroup, 'marks'> {
  const best = new Uint16Array(count)
  for (const term of terms) {
    const list = listOf(term)
    if (list !== undefined) raiseLevels(list, best)
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

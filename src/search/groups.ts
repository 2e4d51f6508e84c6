/** Terms that stand for one thing, as all words with one beginning do. */
import { levelOf } from './impacts.ts'
import { ListCursor, type StoredList } from './lists.ts'

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
  { list: listOf, documents: count }: { list(term: string): StoredList | undefined; documents: number },
): TermGroup {
  const best = new Uint16Array(count)
  for (const term of terms) {
    const list = listOf(term)
    if (list === undefined) continue
    const cursor = new ListCursor(list)
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

/** Which words of a query a row of the table of paraphrases may stand for: neighbours, in any order. */

/** The most words of a query that paraphrases stand for together. */
const MOST_WORDS = 3
/** The words of a row are among so many in a row: `Nachbar spielt laut` is `lauter Nachbar`. */
const SPAN = 4

/** The terms of a row, as tables of paraphrases are looked up. The order of several content words does not matter. */
export const rowOf = (terms: readonly string[]): string[] => terms.toSorted()

/**
 * Yields the places of words that a row may stand for together, ascending: of three words, then of two, then single ones.
 * @param count of the words
 */
export function* placesOfRows(count: number): Generator<number[]> {
  for (let size = MOST_WORDS; size > 0; size -= 1) {
    for (let first = 0; first < count; first += 1) yield* completed([first], size, Math.min(count, first + SPAN))
  }
}

function* completed(places: number[], size: number, end: number): Generator<number[]> {
  if (places.length === size) {
    yield places
    return
  }
  for (let next = (places.at(-1) as number) + 1; next < end; next += 1) yield* completed([...places, next], size, end)
}

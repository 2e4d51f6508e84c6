/** Edit distances: insertions, deletions and substitutions of letters, and transpositions of neighbours. */

/** Maximum length for a bit vector of one word. */
const WORD = 32

/** Returns the function that measures distances from one text, as {@link editDistance}. */
export function distancesFrom(text: string): (other: string, most: number) => number {
  if (text.length === 0 || text.length > WORD) return (other, most) => editDistance(text, other, most)
  const places = new Map<number, number>()
  for (let index = 0; index < text.length; index++) {
    const letter = text.charCodeAt(index)
    places.set(letter, (places.get(letter) ?? 0) | (1 << index))
  }
  return (other, most) => bitParallelDistance(places, text.length, other, most)
}

/**
 * Optimal string alignment distance, a column of the table in a few operations on bits (Hyyrö, A Bit-Vector Algorithm for
 * Computing Levenshtein and Damerau Edit Distances, 2003).
 * @param places of each letter in a text, as bits
 * @param length of that text, up to {@link WORD}
 */
function bitParallelDistance(places: ReadonlyMap<number, number>, length: number, other: string, most: number): number {
  const last = 1 << (length - 1)
  let distance = length
  let [more, less, diagonal, before] = [-1, 0, 0, 0]
  for (let index = 0; index < other.length; index++) {
    const equal = places.get(other.charCodeAt(index)) ?? 0
    const swapped = ((~diagonal & equal) << 1) & before
    diagonal = (((equal & more) + more) ^ more) | equal | less | swapped
    let increased = less | ~(diagonal | more)
    let decreased = diagonal & more
    if ((increased & last) !== 0) distance++
    else if ((decreased & last) !== 0) distance--
    // Each remaining letter removes at most one error.
    if (distance - (other.length - index - 1) > most) return most + 1
    increased = (increased << 1) | 1
    decreased <<= 1
    more = decreased | ~(diagonal | increased)
    less = increased & diagonal
    before = equal
  }
  return distance
}

/** Optimal string alignment distance; anything above `most` may come out as any larger number. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let beforeLast = new Uint16Array(b.length + 1)
  let last = Uint16Array.from({ length: b.length + 1 }, (_, index) => index)
  let row = new Uint16Array(b.length + 1)
  for (let i = 1; i <= a.length; i++) {
    // Cells further from the diagonal exceed `most`.
    const from = Math.max(1, i - most)
    const to = Math.min(b.length, i + most)
    row[from - 1] = from === 1 ? i : most + 1
    if (to === i + most) last[to] = most + 1
    let least = row[from - 1] as number
    const letter = a.charCodeAt(i - 1)
    const before = a.charCodeAt(i - 2)
    for (let j = from; j <= to; j++) {
      const other = b.charCodeAt(j - 1)
      const insertedOrLeftOut = Math.min(last[j] as number, row[j - 1] as number) + 1
      let cost = Math.min(insertedOrLeftOut, (last[j - 1] as number) + (letter === other ? 0 : 1))
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && before === other) {
        cost = Math.min(cost, (beforeLast[j - 2] as number) + 1)
      }
      row[j] = cost
      if (cost < least) least = cost
    }
    if (least > most) return least
    const free = beforeLast
    beforeLast = last
    last = row
    row = free
  }
  return last[b.length] as number
}

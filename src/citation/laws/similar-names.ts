/** Finds names that are close to a mistyped one. */

/** More than this share of the letters wrong is another word, not a typing error. */
const TOLERANCE = 0.34
/** So are more than that many wrong letters, however long the name is. */
const MOST_ERRORS = 8

export interface NameOfLaw<Id> {
  /** Folded. */
  name: string
  law: Id
  norms: number
}

/** Most occurrences of a letter that {@link writeLetters} counts. */
const COUNTED = 4

/** An index of names of laws, several a law, for typing errors. */
export class SimilarNames<Id> {
  /** The shortest first. */
  readonly #names: readonly NameOfLaw<Id>[]
  /** {@link COUNTED} numbers for each name. */
  readonly #letters: Int32Array
  /** For each length, where the names begin that have it or are longer. */
  readonly #begin: number[] = []

  constructor(names: readonly NameOfLaw<Id>[]) {
    this.#names = names.toSorted((a, b) => a.name.length - b.name.length)
    this.#letters = new Int32Array(names.length * COUNTED)
    for (const [index, { name }] of this.#names.entries()) {
      while (this.#begin.length <= name.length) this.#begin.push(index)
      writeLetters(name, this.#letters, index * COUNTED)
    }
  }

  /**
   * The laws with the names closest to `wanted`: fewest typing errors first (insertion, deletion, exchange of a letter,
   * two letters swapped), then names that begin with it, larger laws before smaller ones.
   * @param wanted folded name
   * @returns at most `limit` laws, each once
   */
  find(wanted: string, limit: number): Id[] {
    if (wanted.length < 2 || wanted.length > 60 || limit < 1) return []
    const tolerance = Math.min(Math.max(1, Math.floor(wanted.length * TOLERANCE)), MOST_ERRORS)
    const found: (NameOfLaw<Id> & { distance: number })[] = []
    const closest = new Closest<Id>(limit, tolerance)
    const add = (name: NameOfLaw<Id>, distance: number) => {
      found.push({ ...name, distance })
      closest.add(name.law, distance)
    }
    for (let index = this.#beginOf(wanted.length); index < this.#names.length; index++) {
      const name = this.#names[index] as NameOfLaw<Id>
      if (name.name.startsWith(wanted)) add(name, tolerance)
    }
    const distanceTo = distancesFrom(wanted)
    // The names that share most letters come first: once there are enough of few errors, the others are not compared.
    for (const [least, indexes] of this.#byLeastErrors(wanted, tolerance).entries()) {
      for (const index of indexes) {
        if (least > closest.most) break
        const name = this.#names[index] as NameOfLaw<Id>
        const distance = distanceTo(name.name, closest.most)
        if (distance <= closest.most && !name.name.startsWith(wanted)) add(name, distance)
      }
    }
    const inOrder = found.sort((a, b) => a.distance - b.distance || b.norms - a.norms || compare(a.name, b.name))
    return [...new Set(inOrder.map(({ law }) => law))].slice(0, limit)
  }

  #beginOf(length: number): number {
    return this.#begin[Math.max(length, 0)] ?? this.#names.length
  }

  /** Groups the names with at most `most` errors by their fewest errors. */
  #byLeastErrors(wanted: string, most: number): number[][] {
    const letters = new Int32Array(COUNTED)
    writeLetters(wanted, letters, 0)
    const byErrors = Array.from({ length: most + 1 }, (): number[] => [])
    const end = this.#beginOf(wanted.length + most + 1)
    for (let index = this.#beginOf(wanted.length - most); index < end; index++) {
      let [missing, more] = [0, 0]
      for (let count = 0; count < COUNTED; count++) {
        const [own, other] = [letters[count] as number, this.#letters[index * COUNTED + count] as number]
        missing += bitCount(own & ~other)
        more += bitCount(other & ~own)
      }
      byErrors[Math.max(missing, more)]?.push(index)
    }
    return byErrors
  }
}

/** How many errors a name may have to be among the closest. */
class Closest<Id> {
  readonly #limit: number
  readonly #tolerance: number
  readonly #errors = new Map<Id, number>()
  most: number

  constructor(limit: number, tolerance: number) {
    this.#limit = limit
    this.#tolerance = tolerance
    this.most = tolerance
  }

  add(law: Id, distance: number): void {
    if (distance >= (this.#errors.get(law) ?? Number.POSITIVE_INFINITY)) return
    this.#errors.set(law, distance)
    if (distance === this.#tolerance || this.#errors.size < this.#limit) return
    const least = [...this.#errors.values()].sort((a, b) => a - b).slice(0, this.#limit)
    this.most = least.at(-1) as number
    const closest = [...this.#errors].filter(([, errors]) => errors <= this.most)
    this.#errors.clear()
    for (const [id, errors] of closest) this.#errors.set(id, errors)
  }
}

/**
 * Writes the letters of a name as bits: those that occur once into the first number, twice into the second, and so on.
 * Letters that share a bit count as one: names never seem to differ more than they do.
 */
function writeLetters(name: string, bits: Int32Array, offset: number): void {
  for (let index = 0; index < name.length; index++) {
    let bit = 1 << (name.charCodeAt(index) & 31)
    for (let at = offset; bit !== 0 && at < offset + COUNTED; at++) {
      const had = (bits[at] as number) & bit
      bits[at] = (bits[at] as number) | bit
      bit = had
    }
  }
}

/** Counts the bits that are set in a 32-bit number (Warren, Hacker's Delight, 5-1). */
function bitCount(number: number): number {
  let bits = number - ((number >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Letters of a word of bits. */
const WORD = 32

/** Returns the function that measures distances from one text as {@link editDistance} does. */
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
    // Each letter that is left takes away one error at most.
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
    // Further from the diagonal every cell is above `most`.
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

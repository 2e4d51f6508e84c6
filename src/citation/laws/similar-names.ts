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

/** Most occurrences of a letter that {@link letterBits} counts. */
const COUNTED = 4

/** An index of names of laws, several a law, for typing errors. */
export class SimilarNames<Id> {
  readonly #names: readonly NameOfLaw<Id>[]
  /** {@link COUNTED} numbers for each name. */
  readonly #letters: Int32Array

  constructor(names: readonly NameOfLaw<Id>[]) {
    this.#names = names
    this.#letters = new Int32Array(names.length * COUNTED)
    for (const [index, { name }] of names.entries()) this.#letters.set(letterBits(name), index * COUNTED)
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
    const found: { index: number; distance: number }[] = []
    const closest = new Closest<Id>(limit, tolerance)
    const add = (index: number, distance: number) => {
      found.push({ index, distance })
      closest.add((this.#names[index] as NameOfLaw<Id>).law, distance)
    }
    for (const [index, { name }] of this.#names.entries()) if (name.startsWith(wanted)) add(index, tolerance)
    // The names that share most letters come first: once there are enough of few errors, the others are not compared.
    for (const [least, indexes] of this.#byLeastErrors(wanted, tolerance).entries()) {
      for (const index of indexes) {
        if (least > closest.most) break
        const distance = editDistance(wanted, (this.#names[index] as NameOfLaw<Id>).name, closest.most)
        if (distance <= closest.most) add(index, distance)
      }
    }
    const inOrder = found
      .map(({ index, distance }) => ({ ...(this.#names[index] as NameOfLaw<Id>), index, distance }))
      .sort((a, b) => a.distance - b.distance || b.norms - a.norms || a.index - b.index)
    return [...new Set(inOrder.map(({ law }) => law))].slice(0, limit)
  }

  /** Groups the names with at most `most` errors that do not begin with `wanted` by their fewest errors. */
  #byLeastErrors(wanted: string, most: number): number[][] {
    const letters = letterBits(wanted)
    const byErrors = Array.from({ length: most + 1 }, (): number[] => [])
    for (const [index, { name }] of this.#names.entries()) {
      if (Math.abs(name.length - wanted.length) > most || name.startsWith(wanted)) continue
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
 * Returns the letters of a name as bits: those that occur once in the first number, twice in the second, and so on.
 * Letters that share a bit count as one: names never seem to differ more than they do.
 */
function letterBits(name: string): number[] {
  const bits = Array.from({ length: COUNTED }, () => 0)
  for (let index = 0; index < name.length; index++) {
    let bit = 1 << (name.charCodeAt(index) & 31)
    for (let count = 0; bit !== 0 && count < COUNTED; count++) {
      const had = (bits[count] as number) & bit
      bits[count] = (bits[count] as number) | bit
      bit = had
    }
  }
  return bits
}

/** Counts the bits that are set in a 32-bit number (Warren, Hacker's Delight, 5-1). */
function bitCount(number: number): number {
  let bits = number - ((number >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
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

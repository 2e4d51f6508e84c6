/** Finds names close to a misspelt one. */
import { distancesFrom } from '../../util/edit-distance.ts'

/** Maximum share of wrong letters; beyond it, the name is a different word. */
const TOLERANCE = 0.34
/** Maximum number of wrong letters, however long the name is. */
const MOST_ERRORS = 8

export interface NameOfLaw<Id> {
  /** Folded. */
  name: string
  law: Id
  norms: number
}

/** Maximum number of occurrences of a letter that {@link writeLetters} counts. */
const COUNTED = 4

/** An index of law names, several per law, for typing errors. */
export class SimilarNames<Id> {
  /** The shortest first. */
  readonly #names: readonly NameOfLaw<Id>[]
  /** {@link COUNTED} numbers for each name. */
  readonly #letters: Int32Array
  /** For each length, the index of the first name of at least that length. */
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
    // Names that share most letters come first: once enough have few errors, the others are skipped.
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

/** Limit of the errors of the closest names. */
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
 * Writes the letters of a name as bits: letters that occur once into the first number, twice into the second, and so on.
 * Letters that share a bit count as one: names never seem more different than they are.
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

/** Counts the set bits of a 32-bit number (Warren, Hacker's Delight, 5-1). */
function bitCount(number: number): number {
  let bits = number - ((number >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

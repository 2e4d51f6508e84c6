/** The differences of two sequences, in bounded time. */
import { diffArrays } from 'diff/lib/diff/array.js'

/** A run of items that both sequences share, or that only one of them has. */
export interface Run {
  type: 'equal' | 'deleted' | 'inserted'
  count: number
}

/** Deletions and insertions that are looked for at most: the time grows with their square. */
const MOST_EDITS = 300
/** The time also grows with the product of the edits and the length. */
const MOST_STEPS = 10_000_000
/** The steps of one answer, roughly. */
const MOST_WORK = 20_000_000
/** Items that are alike take a fraction of the time of an edit. */
const COST_OF_ITEM = 1 / 16

/** The work that the sequences of one answer may take. It counts steps, not time, so that answers are the same everywhere. */
export class Work {
  #left = MOST_WORK

  /**
   * Compares two sequences, with the fewest edits.
   * @returns `undefined` if they differ in more than the bound
   */
  compare<Item>(before: readonly Item[], after: readonly Item[]): Run[] | undefined {
    const length = before.length + after.length
    const most = Math.floor(Math.min(MOST_EDITS, MOST_STEPS / Math.max(length, 1), Math.sqrt(this.#left)))
    if (Math.abs(before.length - after.length) > most) return undefined
    const numbers = new Map<Item, number>()
    const numbered = (items: readonly Item[]) => items.map((item) => numberOf(numbers, item))
    const changes = diffArrays(numbered(before), numbered(after), { maxEditLength: most })
    const runs = changes?.map(({ added, removed, count }): Run => {
      return { type: added ? 'inserted' : removed ? 'deleted' : 'equal', count }
    })
    const edits = runs?.reduce((sum, { type, count }) => sum + (type === 'equal' ? 0 : count), 0) ?? most
    this.#left = Math.max(this.#left - edits * (edits + length * COST_OF_ITEM), 0)
    return runs
  }
}

function numberOf<Item>(numbers: Map<Item, number>, item: Item): number {
  const known = numbers.get(item)
  if (known !== undefined) return known
  numbers.set(item, numbers.size)
  return numbers.size - 1
}

/** A deterministic stream of random numbers. */
export interface Random {
  /** An integer from 0, below `limit`. */
  (limit: number): number
  of<Item>(items: readonly Item[]): Item
}

export function random(seed: number): Random {
  let state = seed * 2654435761
  const next = (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  return Object.assign(next, { of: <Item>(items: readonly Item[]) => items[next(items.length)] as Item })
}

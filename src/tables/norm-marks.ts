/** Norms by their kinds and status, for searches that ask for some only. Read in turns, and kept. */
import { LruCache } from '../lru-cache.ts'
import type { NormKinds, Turn } from '../search/index.ts'
import { once } from './once.ts'
import type { ReadRows } from './read-rows.ts'

/** How many sets are kept, each of as many bytes as there are norms. */
const CACHED_SETS = 16

/** Rows would take several times as long. Parameters: the range of norms, the kinds as JSON. */
const numbersOf = (conditions: readonly string[]) =>
  `SELECT json_group_array(id) AS ids FROM norm WHERE ${['id >= ?', 'id < ?', ...conditions].join(' AND ')}`

const KINDS = 'SELECT json_group_array(json_array(id, kind)) AS kinds FROM norm WHERE id >= ? AND id < ?'

export class NormMarks {
  readonly #read: ReadRows
  readonly #count: number
  readonly #turn: Turn
  /** The kinds of all norms. */
  readonly kinds = once(() => this.#readKinds())
  readonly #sets = new LruCache<string, () => Promise<Uint8Array>>(CACHED_SETS, () => 1)

  readonly #perRead: number

  /** @param count the number of all norms @param perRead how many are read at a time */
  constructor(read: ReadRows, { count, perRead }: { count: number; perRead: number }, turn: Turn) {
    this.#read = read
    this.#count = count
    this.#perRead = perRead
    this.#turn = turn
  }

  /** 1 for each norm of some kinds, of any if empty, that is in force if `inForce`. */
  of(kinds: readonly string[], inForce: boolean): Promise<Uint8Array> {
    const sorted = [...new Set(kinds)].sort()
    return this.#sets.get(JSON.stringify([sorted, inForce]), () => once(() => this.#readMarks(sorted, inForce)))()
  }

  async #readKinds(): Promise<NormKinds> {
    const kindOf = new Uint8Array(this.#count)
    const numbers = new Map<string, number>()
    for (let start = 0; start < this.#count; start += this.#perRead) {
      const [row] = this.#read<{ kinds: string }>(KINDS, start, start + this.#perRead)
      for (const [id, kind] of JSON.parse(row?.kinds ?? '[]') as [number, string][]) {
        if (!numbers.has(kind)) numbers.set(kind, numbers.size)
        kindOf[id] = numbers.get(kind) as number
      }
      const pause = this.#turn()
      if (pause !== undefined) await pause
    }
    return { names: [...numbers.keys()], kindOf }
  }

  async #readMarks(kinds: readonly string[], inForce: boolean): Promise<Uint8Array> {
    const marks = new Uint8Array(this.#count)
    const ofKinds = kinds.length === 0 ? [] : ['kind IN (SELECT value FROM json_each(?))']
    const sql = numbersOf([...ofKinds, ...(inForce ? [`status = 'in_force'`] : [])])
    const values = kinds.length === 0 ? [] : [JSON.stringify(kinds)]
    for (let start = 0; start < this.#count; start += this.#perRead) {
      const [row] = this.#read<{ ids: string }>(sql, start, start + this.#perRead, ...values)
      for (const id of JSON.parse(row?.ids ?? '[]') as number[]) marks[id] = 1
      const pause = this.#turn()
      if (pause !== undefined) await pause
    }
    return marks
  }
}

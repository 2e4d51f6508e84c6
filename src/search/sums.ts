/** What the documents have so far, while the terms of a query are added up. */
import { levelOf } from './impacts.ts'
import { damaged, lengthOfGap, SHORTEST_ENTRY, type StoredList, startOfEntries, WIDE_GAP, wideGap } from './lists.ts'

/** Where more than one of so many documents was met, forgetting all is faster than forgetting these. */
const MANY = 16

/** Room for the work of one ranking after the other. Sums are whole numbers below 2^31. */
export class Sums {
  /** What each document has; 0 where it was not met. */
  readonly values: Int32Array
  /** The documents that were met: the first `count`, and room for one that was met before. */
  readonly met: Uint32Array
  count = 0

  /** @param documents how many there are */
  constructor(documents: number) {
    this.values = new Int32Array(documents)
    this.met = new Uint32Array(documents + 1)
  }

  /** Forgets everything. */
  clear(): void {
    if (this.count > this.values.length / MANY) this.values.fill(0)
    else for (let place = 0; place < this.count; place += 1) this.values[this.met[place] as number] = 0
    this.count = 0
  }

  /** @param value more than 0 */
  add(document: number, value: number): void {
    const sum = this.values[document]
    if (sum === undefined) throw unknownDocument()
    if (sum === 0) {
      this.met[this.count] = document
      this.count += 1
    }
    this.values[document] = sum + value
  }

  /**
   * Adds what a list of impacts says, `weight` times: reads what `ListCursor` gives, but calls nothing for most entries, which is
   * several times as fast. Whether it has read behind the end of the list is seen when it is through.
   * @throws Error where the list is damaged
   */
  addList(list: StoredList, weight: number): void {
    const { values, met } = this
    const { bytes, documents } = list
    let position = startOfEntries(list)
    let count = this.count
    // What a damaged list leaves behind is forgotten, too.
    this.count = values.length
    let document = -1
    for (let entry = 0; entry < documents; entry += 1) {
      let gap = bytes[position] as number
      if (gap >= WIDE_GAP) {
        gap = wideGap(bytes, position)
        position += lengthOfGap(bytes, position)
      }
      document += gap + 1
      const impact = levelOf((bytes[position + 1] as number) | ((bytes[position + 2] as number) << 8))
      position += SHORTEST_ENTRY
      const sum = values[document] as number
      // A branch would be foreseen wrongly for every other document: written in any case, and kept where it is new.
      met[count] = document
      count += Number(sum === 0)
      values[document] = sum + impact * weight
    }
    if (position !== bytes.length) throw damaged()
    if (document >= values.length) throw unknownDocument()
    this.count = count
  }
}

function unknownDocument(): Error {
  return new Error('The search index names a document that does not exist.')
}

/** What the documents have so far, while the terms of a query are added up. */
import { levelOf } from './impacts.ts'
import { Entries, readEntries, type StoredList } from './lists.ts'

/** Room for the work of one ranking after the other. Sums are whole numbers below 2^31. */
export class Sums {
  /** What each document has; 0 where it was not met. */
  readonly values: Int32Array
  /** The documents that were met: the first `count`, and room for one that was met before. */
  readonly met: Uint32Array
  count = 0
  readonly #entries = new Entries()

  /** @param documents how many there are */
  constructor(documents: number) {
    this.values = new Int32Array(documents)
    this.met = new Uint32Array(documents + 1)
  }

  /** Forgets everything. */
  clear(): void {
    for (let place = 0; place < this.count; place += 1) this.values[this.met[place] as number] = 0
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

  /** Adds what a list of impacts says, `weight` times. @throws Error where the list is damaged */
  addList(list: StoredList, weight: number): void {
    readEntries(list, this.#entries)
    const { values, met } = this
    const { documents, values: impacts } = this.#entries
    let count = this.count
    if ((documents[list.documents - 1] as number) >= values.length) throw unknownDocument()
    for (let entry = 0; entry < list.documents; entry += 1) {
      const document = documents[entry] as number
      const sum = values[document] as number
      // A branch would be foreseen wrongly for every other document: written in any case, and kept where it is new.
      met[count] = document
      count += Number(sum === 0)
      values[document] = sum + levelOf(impacts[entry] as number) * weight
    }
    this.count = count
  }
}

function unknownDocument(): Error {
  return new Error('The search index names a document that does not exist.')
}

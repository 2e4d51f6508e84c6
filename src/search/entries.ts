/**
 * Reads all entries of lists of values: what `ListCursor` gives, several times as fast. The loops call nothing for most
 * entries; whether they have read behind the end of a list is seen when they are through.
 */
import { damaged, lengthOfGap, NARROW_GAPS, SHORTEST_ENTRY, type StoredList, startOfEntries, wideGap } from './lists.ts'

/** Documents and their values, as many as a list holds. There is room for more; it grows. */
export class Entries {
  documents = new Uint32Array(1024)
  values = new Uint16Array(1024)

  /** @throws Error where the bytes are not a list of that length */
  read(list: StoredList): void {
    const { bytes, documents: count } = list
    let position = startOfEntries(list)
    if (count > this.documents.length) {
      const room = Math.max(count, 2 * this.documents.length)
      this.documents = new Uint32Array(room)
      this.values = new Uint16Array(room)
    }
    const { documents, values } = this
    let document = -1
    for (let entry = 0; entry < count; entry += 1) {
      let gap = bytes[position] as number
      if (gap >= NARROW_GAPS) {
        gap = wideGap(bytes, position)
        position += lengthOfGap(bytes, position)
      }
      document += gap + 1
      documents[entry] = document
      values[entry] = (bytes[position + 1] as number) | ((bytes[position + 2] as number) << 8)
      position += SHORTEST_ENTRY
    }
    if (position !== bytes.length) throw damaged()
  }
}

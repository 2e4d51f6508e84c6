/**
 * Bloom filters (Burton H. Bloom, "Space/Time Trade-offs in Hash Coding with Allowable Errors", CACM 1970) over the words
 * of a corpus. Splitting a compound tests hundreds of candidates, nearly all of which are not words of the corpus.
 */

/** With these figures one unknown word in a hundred passes (false positive rate 1 %). */
const BITS_PER_WORD = 10
const HASHES = 7

/** Creates the filter of some words. */
export function createBloomFilter(words: readonly string[]): Uint32Array {
  const filter = new Uint32Array(Math.ceil((words.length * BITS_PER_WORD) / 32) + 1)
  for (const word of words) {
    forEachBit(word, filter, (place, bit) => {
      filter[place] = ((filter[place] as number) | bit) >>> 0
      return true
    })
  }
  return filter
}

/** False only for words that are not in the filter. */
export function mayContain(filter: Uint32Array, word: string): boolean {
  return forEachBit(word, filter, (place, bit) => ((filter[place] as number) & bit) !== 0)
}

/** Visits the bits of a word until `visit` returns false; true if it never does. */
function forEachBit(word: string, filter: Uint32Array, visit: (place: number, bit: number) => boolean): boolean {
  // All hashes are combinations of two: FNV-1a, and FNV-1a with other constants.
  let first = 0x811c9dc5
  let second = 0x9747b28c
  for (let index = 0; index < word.length; index += 1) {
    const unit = word.charCodeAt(index)
    first = Math.imul(first ^ unit, 0x01000193)
    second = Math.imul(second ^ unit, 0x5bd1e995)
  }
  const step = (second ^ (second >>> 15)) | 1
  const size = filter.length * 32
  for (let hash = 0; hash < HASHES; hash += 1) {
    const place = ((first + Math.imul(hash, step)) >>> 0) % size
    if (!visit(place >>> 5, 1 << (place & 31))) return false
  }
  return true
}

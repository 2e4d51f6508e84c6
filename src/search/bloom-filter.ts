/**
 * A Bloom filter (Burton H. Bloom, "Space/Time Trade-offs in Hash Coding with Allowable Errors", CACM 1970) over the words
 * of a corpus: says at once of nearly every word that the corpus does not have that it does not have it. Taking a compound
 * apart asks for hundreds of these.
 */

/** With so many bits a word and so many of them set, one unknown word in a hundred passes. */
const BITS_PER_WORD = 10
const HASHES = 7

/** Makes the filter of some words. */
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

/** False only of a word that is not among those that the filter was made of. */
export function mayContain(filter: Uint32Array, word: string): boolean {
  return forEachBit(word, filter, (place, bit) => ((filter[place] as number) & bit) !== 0)
}

/** @returns whether `visit` was true for every bit of a word; the first for which it is not is the last */
function forEachBit(word: string, filter: Uint32Array, visit: (place: number, bit: number) => boolean): boolean {
  // Two hashes (FNV-1a and one with another prime) give all others.
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

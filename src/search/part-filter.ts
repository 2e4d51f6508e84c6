/** Finds words that may have a term as a part, by their letters: splitting all words would take far longer. */

/** Minimum length of a term that may be part of a compound: `ol` of `Öl`. Such terms consist of letters. */
const SHORTEST_PART_TERM = 2
const LETTERS = /^[a-z]+$/

/** True for terms that may be part of a compound. */
export const isPartTerm = (term: string) => term.length >= SHORTEST_PART_TERM && LETTERS.test(term)

/**
 * Returns a function that is true for words that have or may have one of the terms that satisfy `isPartTerm`, as a whole or as
 * a part, and false for most others.
 */
export function createPartFilter(terms: Iterable<string>): (word: string) => boolean {
  /** The parts by their first two letters. */
  const parts = new Map<number, string[]>()
  const short: string[] = []
  for (const term of terms) {
    if (!isPartTerm(term)) continue
    const part = bareTerm(term)
    if (part.length < 2) short.push(part)
    else parts.set(pairAt(part, 0), [...(parts.get(pairAt(part, 0)) ?? []), part])
  }
  if (parts.size + short.length === 0) return () => false

  return (word) => {
    // Make a string only for the few words that have the first two letters of a part.
    if (short.length === 0 && !hasPair(word, parts)) return false
    const letters = bare(word)
    for (let place = 0; place + 1 < letters.length; place += 1) {
      const candidates = parts.get(pairAt(letters, place))
      if (candidates?.some((part) => letters.startsWith(part, place))) return true
    }
    return short.some((part) => letters.includes(part))
  }
}

/** True if the bare form of a word has one of the pairs of letters. */
function hasPair(word: string, pairs: ReadonlyMap<number, unknown>): boolean {
  let before = 0
  for (let place = 0; place < word.length; place += 1) {
    const letter = word.charCodeAt(place)
    if (letter === S ? before === S : letter === E && (before === A || before === O || before === U)) continue
    if (pairs.has((before << 16) | letter)) return true
    before = letter
  }
  return false
}

const [A, E, O, S, U] = Array.from('aeosu', (letter) => letter.charCodeAt(0))

const pairAt = (text: string, place: number) => (text.charCodeAt(place) << 16) | text.charCodeAt(place + 1)

/** A word without the letters that its term may have lost: from umlauts and doubled letters. */
const bare = (word: string) => word.replace(/([aou])e+/g, '$1').replace(/s+/g, 's')

/** A term as it occurs in bare words, whatever the letter before it. */
const bareTerm = (term: string) => bare(term.replace(/^e+/, ''))

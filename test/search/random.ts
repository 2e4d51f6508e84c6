/** Deterministic random input. */
import { wordsOf } from '../../src/search/tokenizer.ts'

export interface RandomDocument {
  heading: string
  title: string
  text: string
}

/** Random numbers in [0, 1), seeded (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const SYLLABLES = [
  'ver',
  'trag',
  'recht',
  'kün',
  'di',
  'gung',
  'maß',
  'nah',
  'me',
  'amt',
  'ort',
  'see',
  'öl',
  'zu',
  'geld',
]
const SPECIAL = ['constructor', '__proto__', 'toString', 'hasOwnProperty', '433', '3.28a', 'Übermaß', 'valueOf']

/** Words for `drawWord`: the first are frequent, the last rare. */
export function vocabulary(size: number, random: () => number): string[] {
  const words = new Set(SPECIAL)
  while (words.size < size) {
    const syllables = Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(SYLLABLES, random))
    words.add(syllables.join('') + (random() < 0.1 ? String(Math.floor(random() * 100)) : ''))
  }
  return [...words].sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
}

export function drawWord(words: readonly string[], random: () => number): string {
  return words[Math.floor(words.length * random() ** 3)] as string
}

export function randomDocuments(count: number, words: readonly string[], random: () => number): RandomDocument[] {
  const sentence = (length: number) => Array.from({ length }, () => drawWord(words, random)).join(' ')
  return Array.from({ length: count }, (_, number) => ({
    heading: `§ ${number + 1} ${sentence(1 + Math.floor(random() * 4))}`,
    title: sentence(Math.floor(random() * 6)),
    text: sentence(Math.floor(120 * random() ** 2)),
  }))
}

/** One to four different words, as returned by `wordsOf`. */
export function randomWords(words: readonly string[], random: () => number): string[] {
  const count = 1 + Math.floor(random() * 4)
  return [...new Set(Array.from({ length: count }, () => drawWord(words, random)).flatMap(wordsOf))]
}

/** Any string: letters of many scripts, marks, control characters, unpaired surrogates, operators. */
export function randomString(random: () => number): string {
  const length = Math.floor(random() * 60)
  let text = ''
  for (let index = 0; index < length; index += 1) {
    const kind = random()
    if (kind < 0.3)
      text += pick([' ', '"', '„', '“', '»', '+', '-', '*', '§', '\0', '\n', '\u00ad', '\u200d', '.', '\\'], random)
    else if (kind < 0.6) text += String.fromCharCode(32 + Math.floor(random() * 400))
    else if (kind < 0.9) text += String.fromCharCode(Math.floor(random() * 0x10000))
    else text += String.fromCodePoint(Math.floor(random() * 0x110000))
  }
  return text
}

export function pick<Value>(values: readonly Value[], random: () => number): Value {
  return values[Math.floor(random() * values.length)] as Value
}

/** Random numbers below `limit` in ascending order, each with the given probability. */
export function someBelow(limit: number, chance: number, random: () => number): number[] {
  return Array.from({ length: limit }, (_, number) => number).filter(() => random() < chance)
}

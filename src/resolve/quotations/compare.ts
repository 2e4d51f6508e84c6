/** Compares the words of a quotation with those of a law, and finds their differences. */

import { type QuotedRun, type QuotedWord, wordsOfLaw } from '../../citation/text/quotations.ts'
import type { TextPart } from '../../model/corpus.ts'
import { indexAt } from '../../read-text/plain-text.ts'
import { lazy } from '../../util/lazy.ts'

/** `[start, end)` in UTF-16 code units. */
export interface Span {
  start: number
  end: number
}

/** A quotation, and its words normalized for comparison. */
export interface QuotedWords {
  text: string
  runs: readonly QuotedRun[]
}

/** The words of a law's text, normalized for comparison. */
export class LawWords {
  readonly text: string
  #read: Letters[] | undefined

  constructor(text: string) {
    this.text = text
  }

  /** All words, and for marked items those without marks: readers of markup drop them. */
  get #variants(): Letters[] {
    if (this.#read !== undefined) return this.#read
    const words = wordsOfLaw(this.text)
    const plain = words.filter(({ isMark }) => !isMark)
    this.#read = (plain.length < words.length ? [words, plain] : [words]).map((each) => new Letters(each))
    return this.#read
  }

  /** Finds a quotation. @returns the span of the text; `undefined` if the text lacks its words */
  find({ text, runs }: QuotedWords): Span | undefined {
    const longest = runs.reduce(
      (length, { words }) => words.reduce((sum, each) => sum + each.end - each.start, length),
      0,
    )
    // Spelling changes few letters.
    if (longest * SHORTEST_SPELLING > this.text.length) return undefined
    const same = this.#read === undefined ? this.#findVerbatim(text, runs) : undefined
    if (same !== undefined) return same
    for (const letters of this.#variants) {
      const found = letters.find(runs)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** Fast path for a long verbatim quotation without omissions: it need not divide the text into words. */
  #findVerbatim(quotation: string, [run, ...others]: readonly QuotedRun[]): Span | undefined {
    if (run === undefined || others.length > 0 || run.isOpenBefore || run.isOpenAfter) return undefined
    const words = quotation.slice(run.words[0]?.start, run.words.at(-1)?.end)
    if (words.length < LONG_WORDS || !LETTERS_AROUND.test(words)) return undefined
    const start = this.text.indexOf(words)
    const end = start + words.length
    const isWhole = start >= 0 && !WORD_BEFORE.test(this.text.slice(0, start)) && !WORD_AFTER.test(this.text.slice(end))
    return isWhole ? { start, end } : undefined
  }

  /** The number of some words that it contains, in any place. */
  shares(words: readonly QuotedWord[]): number {
    const own = this.#variants[0] as Letters
    return words.filter(({ letters }) => own.vocabulary().has(letters)).length
  }

  /** Aligns a quotation with the most similar words. */
  align({ text, runs }: QuotedWords): Alignment {
    const [all, plain] = this.#variants.map(({ words }) => alignWords(withOmissions(runs, words), words))
    const best = plain !== undefined && all !== undefined && plain.cost < all.cost ? plain : (all as RawAlignment)
    return { shared: best.shared, steps: best.steps, parts: partsOf(best.steps, text, this.text) }
  }
}

/** Minimum ratio of the letters of a word's shortest spelling: `ss` as `ß`. */
const SHORTEST_SPELLING = 0.7
/** Minimum length of a quotation for the verbatim fast path: it hardly occurs earlier in a norm in another spelling. */
const LONG_WORDS = 40
const LETTERS_AROUND = /^\p{L}.*\p{L}$/su
/** The beginning or the end of a word, which may be hyphenated. */
const WORD_BEFORE = /(?:[\p{L}\p{M}\p{N}\u00ad\u200b\u2060]|-\s{1,20})$/u
const WORD_AFTER = /^(?:[\p{L}\p{M}\p{N}\u00ad\u200b\u2060]|-\s)/u

class Letters {
  readonly words: readonly QuotedWord[]
  readonly vocabulary = lazy(() => new Set(this.words.map(({ letters }) => letters)))
  readonly #letters: string
  /** For each word the offset of its first letter; then the number of all letters. */
  readonly #starts: number[] = []

  constructor(words: readonly QuotedWord[]) {
    this.words = words
    this.#letters = words.map(({ letters }) => letters).join('')
    let at = 0
    for (const { letters } of words) {
      this.#starts.push(at)
      at += letters.length
    }
    this.#starts.push(at)
  }

  find(runs: readonly QuotedRun[]): Span | undefined {
    const spans: [start: number, end: number][] = []
    let at = 0
    for (const { words, isOpenBefore, isOpenAfter } of runs) {
      const wanted = words.map(({ letters }) => letters).join('')
      const fits = (place: number) =>
        (isOpenBefore || this.#isBound(place)) && (isOpenAfter || this.#isBound(place + wanted.length))
      let place = this.#letters.indexOf(wanted, at)
      while (place >= 0 && !fits(place)) place = this.#letters.indexOf(wanted, place + 1)
      if (place < 0) return undefined
      at = place + wanted.length
      spans.push([place, at])
    }
    return { start: this.#wordAt(spans[0]?.[0] ?? 0).start, end: this.#wordAt((spans.at(-1)?.[1] ?? 1) - 1).end }
  }

  /** The word of a letter. */
  #wordAt(place: number): QuotedWord {
    return this.words[indexAt(this.#starts, place)] as QuotedWord
  }

  /** True between words. */
  #isBound(place: number): boolean {
    return this.#starts[indexAt(this.#starts, place)] === place
  }
}

/** A step from the words of a law to those of a quotation. One side may be missing. */
interface Step {
  law?: QuotedWord
  quoted?: QuotedWord
}

interface RawAlignment {
  /** Of the words that are only in the law or only in the quotation. */
  cost: number
  shared: number
  steps: Step[]
}

/** A quotation next to the most similar words of a law. */
export interface Alignment {
  /** Number of common words. */
  shared: number
  steps: readonly Step[]
  /** `equal` and `deleted` are the words of the law, `equal` and `inserted` those of the quotation. */
  parts: TextPart[]
}

/** Maximum number of cells in the table of costs, which bounds the memory. */
const MOST_CELLS = 4_000_000
/** Costs of words only in the law or only in the quotation: words of the law are rather left out than not found. */
const COSTS = { law: 2, quoted: 3 }

/**
 * Finds the words of a law that differ least from a quotation, which may begin and end anywhere in it: a table of costs, row by
 * row (Sellers 1980). `undefined` stands for an omission, which costs nothing.
 */
function alignWords(quoted: readonly (QuotedWord | undefined)[], all: readonly QuotedWord[]): RawAlignment {
  const law = all.slice(0, Math.max(1, Math.floor(MOST_CELLS / (quoted.length + 1)) - 1))
  const width = law.length + 1
  const costs = new Uint16Array((quoted.length + 1) * width)
  // Numbers compare faster than words.
  const numbers = new Map(quoted.map((word, index) => [word?.letters, index]))
  const numbered = Int32Array.from(law, ({ letters }) => numbers.get(letters) ?? -1)
  for (const [row, word] of quoted.entries()) {
    const [above, own] = [row * width, (row + 1) * width]
    const wanted = numbers.get(word?.letters)
    costs[own] = (costs[above] as number) + (word === undefined ? 0 : COSTS.quoted)
    for (let column = 1; column < width; column++) {
      const [up, left] = [costs[above + column] as number, costs[own + column - 1] as number]
      if (word === undefined) costs[own + column] = Math.min(up, left)
      else if (numbered[column - 1] === wanted) costs[own + column] = costs[above + column - 1] as number
      else costs[own + column] = Math.min(up + COSTS.quoted, left + COSTS.law)
    }
  }
  const last = costs.subarray(quoted.length * width)
  const cost = last.reduce((least, each) => Math.min(least, each))
  return { cost, ...stepsBack(quoted, law, costs, last.indexOf(cost)) }
}

/** Walks from the end of an alignment to its beginning. */
function stepsBack(
  quoted: readonly (QuotedWord | undefined)[],
  law: readonly QuotedWord[],
  costs: Uint16Array,
  end: number,
) {
  const width = law.length + 1
  const steps: Step[] = []
  let [row, column, shared] = [quoted.length, end, 0]
  while (row > 0) {
    const word = quoted[row - 1]
    const cost = costs[row * width + column] as number
    const isAbove = costs[(row - 1) * width + column] === cost - (word === undefined ? 0 : COSTS.quoted)
    if (word !== undefined && column > 0 && law[column - 1]?.letters === word.letters) {
      steps.push({ law: law[--column] as QuotedWord, quoted: word })
      shared++
      row--
    } else if (isAbove) {
      if (word !== undefined) steps.push({ quoted: word })
      row--
    } else {
      column--
      if (word !== undefined) steps.push({ law: law[column] as QuotedWord })
    }
  }
  const isOnlyQuoted = ({ law: own }: Step) => own === undefined
  const first = steps.length - 1 - steps.findLastIndex((step) => !isOnlyQuoted(step))
  const last = Math.max(
    0,
    steps.findIndex((step) => !isOnlyQuoted(step)),
  )
  const around = (from: number, to: number) => law.slice(Math.max(0, from), to).map((word): Step => ({ law: word }))
  // Other words at an end of a quotation replace as many words of the law.
  return { shared, steps: [...around(column - first, column), ...steps.reverse(), ...around(end, end + last)] }
}

function partsOf(steps: readonly Step[], quotation: string, text: string): TextPart[] {
  const parts: TextPart[] = []
  const add = (type: TextPart['type'], word: string) => {
    const last = parts.at(-1)
    if (last?.type === type) last.text += ` ${word}`
    else parts.push({ type, text: word })
  }
  let deleted: string[] = []
  let inserted: string[] = []
  const flush = () => {
    for (const word of deleted) add('deleted', word)
    for (const word of inserted) add('inserted', word)
    ;[deleted, inserted] = [[], []]
  }
  for (const { law, quoted } of steps) {
    const word = law && text.slice(law.start, law.end)
    if (law !== undefined && quoted !== undefined) {
      flush()
      add('equal', word as string)
    } else if (word !== undefined) deleted.push(word)
    else if (quoted !== undefined) inserted.push(quotation.slice(quoted.start, quoted.end))
  }
  flush()
  return parts
}

/** The words of a quotation, with `undefined` for omissions. A word cut by a bracket gets the letters of the law's word. */
function withOmissions(runs: readonly QuotedRun[], law: readonly QuotedWord[]): (QuotedWord | undefined)[] {
  return runs.flatMap(({ words, isOpenBefore, isOpenAfter }, index) => {
    const own = words.map((word, at) => {
      const isCutBefore = isOpenBefore && at === 0
      if (!isCutBefore && !(isOpenAfter && at === words.length - 1)) return word
      const fits = ({ letters }: QuotedWord) => letters[isCutBefore ? 'endsWith' : 'startsWith'](word.letters)
      const next = isCutBefore ? 1 : -1
      const isBeside = (place: number) => law[place + next]?.letters === words[at + next]?.letters
      const whole = law.find((each, place) => fits(each) && isBeside(place)) ?? law.find(fits)
      return { ...word, letters: whole?.letters ?? word.letters }
    })
    return index === 0 ? own : [undefined, ...own]
  })
}

/** Words of a query that the index lacks: typing errors are corrected to similar words, others get near words. */
import { distancesFrom } from '../util/edit-distance.ts'
import type { Analyzer } from './analyzer.ts'
import { mayContain } from './bloom-filter.ts'
import { documentsIn } from './entries.ts'
import { Occurrence } from './postings.ts'
import { placesOfRows, rowOf } from './query-expansion.ts'
import { parseQuery, type Query, wordsIn } from './query-parser.ts'
import type { Correction, PostingsReader, SearchStorage } from './records.ts'
import { placedWordsOf } from './tokenizer.ts'

/** A query word that the index lacks, and the words that may be meant, the likeliest first. */
interface Misspelling {
  word: string
  candidates: readonly Candidate[]
}

interface Candidate {
  word: string
  term: string
  /** The number of documents that have its term. */
  documents: number
  /** How unlikely the errors are, in natural logarithms. */
  cost: number
}

/** Minimum length of a word to correct: shorter ones are abbreviations as often as not. */
const SHORTEST_WORD = 4
/** Minimum length of a word with two errors. */
const SHORTEST_WITH_TWO = 8
/** Minimum number of documents of a correction with two errors. */
const LEAST_WITH_TWO = 5
/** Length of the beginning that a word and its correction with two errors share. */
const SAME_BEGINNING = 2
/** Maximum number of words corrected in a query; each takes about a millisecond. */
const MAX_CORRECTED = 6
/** Minimum length of a word with a certain correction. */
const SHORTEST_CERTAIN = 8
/** Maximum number of candidates for a word that are compared by the rest of the query. */
const MAX_CANDIDATES = 5
const LETTERS = /^[a-z]+$/
const ALPHABET = Array.from('abcdefghijklmnopqrstuvwxyz')

/** Costs of errors. Swapped and doubled letters are frequent; the first letter is rarely wrong. */
const COSTS = { swap: 0.5, double: 0.5, vowel: 1, other: 2, first: 2, two: 5 }

type StorageMember = 'statistics' | 'terms' | 'words' | 'questions' | 'column' | 'paraphrases' | 'fetch'

export class SpellingCorrector {
  readonly #storage: Pick<SearchStorage, StorageMember>
  readonly #analyzer: Analyzer

  constructor(storage: Pick<SearchStorage, StorageMember>, analyzer: Analyzer) {
    this.#storage = storage
    this.#analyzer = analyzer
  }

  /**
   * A query with its typing errors corrected, and the corrections. Fetches postings only if there are errors.
   * @param unfinished a word that is taken as it is
   */
  async correct(query: Query, unfinished?: string): Promise<{ query: Query; corrections: Correction[] }> {
    const misspelt = this.#misspellings(query, unfinished)
    if (misspelt.length === 0) return { query, corrections: [] }
    const candidates = misspelt.flatMap(({ candidates }) => candidates.map(({ term }) => term))
    const known = query.wanted.flatMap(wordsIn).map((word) => this.#analyzer.term(word))
    const needs = { words: [], questions: [], lawNames: [], codes: [], norms: [], jurisdiction: undefined }
    const { terms } = await this.#storage.fetch({ ...needs, terms: [...candidates, ...known] })
    const meant = this.#choose(query, misspelt, terms)
    const corrections = new Map<string, Correction>()
    let text = ''
    let end = 0
    for (const { word, start, end: next } of placedWordsOf(query.text)) {
      const other = meant.get(word)
      if (other === undefined) continue
      const from = query.text.slice(start, next)
      const to = restoreSpelling(from, word, other)
      corrections.set(from, { from, to })
      text += query.text.slice(end, start) + to
      end = next
    }
    const { laws, excludedLaws } = query
    return {
      query: { ...parseQuery(text + query.text.slice(end)), laws, excludedLaws },
      corrections: [...corrections.values()],
    }
  }

  /** The misspelt words of a query. Words that must occur (`+word`, phrases) and words of paraphrases are left alone. */
  #misspellings(query: Query, unfinished?: string): Misspelling[] {
    const clauses = query.wanted.flatMap((clause) => (clause.kind === 'word' ? [clause] : []))
    const content = clauses.filter(({ word }) => !this.#analyzer.isStopWord(word))
    const terms = content.map(({ word }) => this.#analyzer.term(word))
    const found: Misspelling[] = []
    let looked = 0
    for (const [index, { word, required }] of content.entries()) {
      if (looked === MAX_CORRECTED) break
      if (required || word === unfinished || !this.#isUnknown(word) || this.#isParaphrased(terms, index)) continue
      looked += 1
      const candidates = this.#candidates(word)
      if (candidates.length > 0) found.push({ word, candidates })
    }
    return found
  }

  /** The likeliest candidates for words: frequent ones that share documents with the rest of the query. */
  #choose(query: Query, misspelt: readonly Misspelling[], postings: PostingsReader): Map<string, string> {
    const unknown = new Set(misspelt.map(({ word }) => word))
    const others = new Set(
      query.wanted
        .flatMap(wordsIn)
        .filter((word) => !unknown.has(word) && !this.#analyzer.isStopWord(word))
        .map((word) => this.#analyzer.term(word)),
    )
    const { documents } = this.#storage.statistics
    const known: { marks: Uint8Array; count: number }[] = []
    for (const term of others) {
      const list = postings.list(term)
      if (list === undefined) continue
      const marks = new Uint8Array(documents)
      const found = documentsIn(list, Occurrence.Around)
      for (const document of found) marks[document] = 1
      known.push({ marks, count: found.length })
    }
    const chosen = new Map<string, string>()
    for (const { word, candidates } of misspelt) {
      const [best] = candidates
        .flatMap((candidate) => {
          const likelihood = this.#likelihood(candidate, known, postings)
          return likelihood === undefined ? [] : [{ candidate, likelihood }]
        })
        .sort((a, b) => b.likelihood - a.likelihood)
      if (best !== undefined) chosen.set(word, best.candidate.word)
    }
    return chosen
  }

  /** Undefined for a doubtful candidate that shares no document with the rest of the query. */
  #likelihood(
    { word, term, documents, cost }: Candidate,
    known: readonly { marks: Uint8Array; count: number }[],
    postings: PostingsReader,
  ): number | undefined {
    let likelihood = Math.log(1 + documents) - cost
    let shared = 0
    const list = known.length === 0 ? undefined : postings.list(term)
    if (list === undefined) return likelihood
    const own = documentsIn(list, Occurrence.Around)
    for (const { marks, count } of known) {
      let common = 0
      for (const document of own) common += marks[document] as number
      const expected = (own.length * count) / this.#storage.statistics.documents
      likelihood += Math.log((common + 0.5) / (expected + 0.5))
      shared += common
    }
    const isDoubtful = word.length < SHORTEST_CERTAIN || cost >= COSTS.two
    return isDoubtful && shared === 0 ? undefined : likelihood
  }

  #isUnknown(word: string): boolean {
    if (word.length < SHORTEST_WORD || !LETTERS.test(word) || this.#analyzer.isStopWord(word)) return false
    const term = this.#analyzer.term(word)
    return this.#storage.terms.documents(term) + this.#storage.questions.documents(term) === 0
  }

  /** True if a term has paraphrases, alone or with its neighbours. */
  #isParaphrased(terms: readonly string[], index: number): boolean {
    for (const places of placesOfRows(terms.length)) {
      if (!places.includes(index)) continue
      if (this.#storage.paraphrases(rowOf(places.map((place) => terms[place] as string))) !== undefined) return true
    }
    return false
  }

  /** The words that may be meant, with one error, or two if there are none and the word is long. */
  #candidates(word: string): Candidate[] {
    const filter = this.#storage.column('word_filter')
    const found = new Map<string, Candidate>()
    const add = (other: string, cost: number, least = 1) => {
      const known = found.get(other)
      if (known !== undefined && known.cost <= cost) return
      const term = this.#analyzer.termOnce(other)
      const documents = known?.documents ?? this.#documentsOf(other, term)
      if (documents >= least) found.set(other, { word: other, term, documents, cost })
    }
    // `Kehrpflicht` is rather a word that no law contains than a misspelt `Wehrpflicht`.
    const isCompound = this.#analyzer.parts(word).length > 0
    for (const [other, cost] of withOneError(word)) {
      if (mayContain(filter, other) && !(isCompound && other.charAt(0) !== word.charAt(0))) add(other, cost)
    }
    if (found.size === 0 && word.length >= SHORTEST_WITH_TWO && !isCompound) {
      const distance = distancesFrom(word)
      for (const { term: other } of this.#storage.words.withPrefix(word.slice(0, SAME_BEGINNING))) {
        if (Math.abs(other.length - word.length) <= 2 && distance(other, 2) === 2 && !isExchanged(word, other))
          add(other, COSTS.two, LEAST_WITH_TWO)
      }
    }
    // Inflections of one word are one candidate, written as the likeliest of them.
    const likelihood = ({ word, cost }: Candidate) => Math.log(1 + this.#storage.words.documents(word)) - cost
    const terms = new Map<string, Candidate>()
    const frequency = ({ documents, cost }: Candidate) => Math.log(1 + documents) - cost
    for (const candidate of found.values()) {
      const known = terms.get(candidate.term)
      if (known === undefined || likelihood(known) < likelihood(candidate)) terms.set(candidate.term, candidate)
    }
    return [...terms.values()].sort((a, b) => frequency(b) - frequency(a)).slice(0, MAX_CANDIDATES)
  }

  /** The number of documents with a word's term; words only of paraphrases or questions count as rare. */
  #documentsOf(word: string, term: string): number {
    if (this.#storage.words.documents(word) > 0) return this.#storage.terms.documents(term)
    return this.#storage.paraphrases([term]) !== undefined || this.#storage.questions.documents(term) > 0 ? 1 : 0
  }
}

/** The spellings that one error may have turned into a word, each with its cost. */
function* withOneError(word: string): Generator<[spelling: string, cost: number]> {
  for (let at = 0; at <= word.length; at += 1) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    const letter = word.charAt(at)
    const first = at === 0 ? COSTS.first : 0
    if (at + 1 < word.length) yield [before + word.charAt(at + 1) + letter + word.slice(at + 2), COSTS.swap + first]
    if (letter !== '')
      yield [before + after.slice(1), (letter === word.charAt(at - 1) ? COSTS.double : COSTS.other) + first]
    for (const other of ALPHABET) {
      const isDoubled = other === letter || other === word.charAt(at - 1)
      yield [before + other + after, (isDoubled ? COSTS.double : COSTS.other) + first]
      if (letter !== '' && other !== letter) {
        yield [before + other + after.slice(1), (VOWELS.has(letter + other) ? COSTS.vowel : COSTS.other) + first]
      }
    }
  }
}

/** True if two words of one length differ in single letters: two exchanged letters rather make another word. */
function isExchanged(word: string, other: string): boolean {
  if (word.length !== other.length) return false
  let exchanged = 0
  for (let at = 0; at < word.length; at += 1) exchanged += Number(word[at] !== other[at])
  return exchanged <= 2
}

/** Letters that are exchanged because they sound alike. */
const VOWELS = new Set(['ae', 'ea', 'dt', 'td', 'bp', 'pb', 'gk', 'kg', 'fv', 'vf', 'sz', 'zs', 'iy', 'yi', 'mn', 'nm'])

/** Letters before a missing `e` that stands for the dots of an umlaut. */
const UMLAUTS: Readonly<Record<string, string>> = { a: 'ä', o: 'ö', u: 'ü' }

/**
 * Writes a corrected word as typed, apart from the errors: `Verjährugn` and `verjaehrung` give `Verjährung`.
 * @param typed the word as typed
 * @param word as `scanWords` spells it
 * @param corrected the word that is meant, in that spelling
 */
export function restoreSpelling(typed: string, word: string, corrected: string): string {
  const pieces = piecesOf(typed, word)
  let written = ''
  const kept = keptLetters(word, corrected)
  for (let at = 0; at < corrected.length; at += 1) {
    const own = kept[at]
    const piece = own === undefined ? undefined : pieces[own]
    // An umlaut stands for two letters, both of which must be kept.
    if (piece !== undefined && piece.length === 2 && kept[at + 1] === (own as number) + 1) {
      written += piece.text
      at += 1
    } else if (own === undefined && corrected.charAt(at) === 'e' && UMLAUTS[written.slice(-1)] !== undefined) {
      written = written.slice(0, -1) + UMLAUTS[written.slice(-1)]
    } else written += piece !== undefined && piece.length === 1 ? piece.text : corrected.charAt(at)
  }
  const isCapital = typed.charAt(0) !== typed.charAt(0).toLowerCase()
  return isCapital ? written.charAt(0).toUpperCase() + written.slice(1) : written
}

/** The typed text for each letter of a word, and its length in letters. */
function piecesOf(typed: string, word: string): ({ text: string; length: number } | undefined)[] {
  const pieces: ({ text: string; length: number } | undefined)[] = []
  for (const character of typed) {
    const length = placedWordsOf(character)[0]?.word.length ?? 0
    if (length === 0) continue
    pieces.push({ text: character.toLowerCase(), length })
    for (let more = 1; more < length; more += 1) pieces.push(undefined)
  }
  return pieces.length === word.length ? pieces : []
}

/** For each letter of `to`, the index of its letter in `from`, along a cheapest alignment. */
function keptLetters(from: string, to: string): (number | undefined)[] {
  const costs = Array.from({ length: from.length + 1 }, (_, i) =>
    Array.from({ length: to.length + 1 }, (_, j) => i + j),
  )
  const cost = (i: number, j: number) => costs[i]?.[j] as number
  for (let i = 1; i <= from.length; i += 1) {
    for (let j = 1; j <= to.length; j += 1) {
      const isSame = from[i - 1] === to[j - 1]
      ;(costs[i] as number[])[j] = Math.min(
        cost(i - 1, j) + 1,
        cost(i, j - 1) + 1,
        cost(i - 1, j - 1) + (isSame ? 0 : 1),
      )
    }
  }
  const kept: (number | undefined)[] = new Array(to.length).fill(undefined)
  let [i, j] = [from.length, to.length]
  while (i > 0 && j > 0) {
    if (from[i - 1] === to[j - 1] && cost(i, j) === cost(i - 1, j - 1)) kept[--j] = --i
    else if (cost(i, j) === cost(i - 1, j - 1) + 1) [i, j] = [i - 1, j - 1]
    else if (cost(i, j) === cost(i, j - 1) + 1) j -= 1
    else i -= 1
  }
  return kept
}

/** Maximum number of query words looked up. */
const MAX_WORDS = 3
/** Maximum number of index words for each of them. */
const MAX_NEAR = 3
/** Letters per allowed error, and the maximum number of errors. */
const LETTERS_OF_AN_ERROR = 4
const MAX_ERRORS = 3

/**
 * The words of a query that no document has, each with the most similar words of the index, and the longest one that it begins
 * with. They may be further from it than a correction.
 */
export function nearWords(
  query: Query,
  storage: Pick<SearchStorage, 'terms' | 'words'>,
  analyzer: Analyzer,
): Correction[] {
  const wanted = new Set(query.wanted.flatMap(wordsIn))
  const isUnknown = (word: string) => word.length >= SHORTEST_WORD && storage.terms.documents(analyzer.term(word)) === 0
  const unknown = placedWordsOf(query.text).filter(({ word }) => wanted.has(word) && isUnknown(word))
  const found: Correction[] = []
  for (const { word, start, end } of unknown.slice(0, MAX_WORDS)) {
    const from = query.text.slice(start, end)
    const near = new Set([...similarWords(word, storage), ...longestBeginning(word, storage)])
    for (const to of near) found.push({ from, to: restoreSpelling(from, word, to) })
  }
  return found
}

/** The nearest words first; tie-break: more documents. */
function similarWords(word: string, { words }: Pick<SearchStorage, 'words'>): string[] {
  const most = Math.min(MAX_ERRORS, Math.floor(word.length / LETTERS_OF_AN_ERROR))
  const distanceTo = distancesFrom(word)
  const found: { other: string; distance: number }[] = []
  for (const { term: other } of words.withPrefix(word.slice(0, SAME_BEGINNING))) {
    const distance = Math.abs(other.length - word.length) > most ? most + 1 : distanceTo(other, most)
    if (distance <= most) found.push({ other, distance })
  }
  return found
    .sort((a, b) => a.distance - b.distance || words.documents(b.other) - words.documents(a.other))
    .slice(0, MAX_NEAR)
    .map(({ other }) => other)
}

function longestBeginning(word: string, { words }: Pick<SearchStorage, 'words'>): string[] {
  for (let length = word.length - 1; length >= SHORTEST_WORD; length -= 1) {
    const beginning = word.slice(0, length)
    if (words.documents(beginning) > 0) return [beginning]
  }
  return []
}

/**
 * The decompounder: splits German compounds using only the words of a corpus. A compound consists of words that are frequent
 * enough on their own, with the usual linking elements between them. Frequencies are those of the whole corpus, so that
 * documents and queries are split alike.
 */
import { stem } from './stemmer.ts'
import { isStopWord } from './stop-words.ts'

export interface WordFrequencies {
  /** The number of documents. */
  documents: number
  /** The number of documents with a word; 0 if it is unknown. */
  frequency(word: string): number
  /** All words, if available: they halve the time to split whole vocabularies. */
  words?: readonly string[]
}

/** A part of a compound as spelled in it (`mieterhoehungs`), with its depth: 1 for halves, 2 for parts of halves. */
export interface CompoundPart {
  word: string
  start: number
  depth: number
}

/** Minimum length of a compound, and maximum length of a word. */
const SHORTEST_COMPOUND = 7
const LONGEST_COMPOUND = 60
const SHORTEST_PART = 3
/**
 * Minimum number of documents with a part, and with a part of three letters (`amt`, `ehe`), in a corpus of 100,000;
 * proportional in smaller ones, but at least one or two.
 */
const MIN_FREQUENCY = 4
const MIN_SHORT_FREQUENCY = 150
const LARGE_CORPUS = 100_000
/** A word this many times as frequent as a part is not a compound of it: `Bereich` is not `Bere` + `ich`. */
const MOST_FREQUENT_WHOLE = 15
const MAX_DEPTH = 3
/** The cost of a part, about the logarithm of the vocabulary of a large corpus; and the additional cost of a short one. */
const PART_COST = 19
const SHORT_PART_COST = 6

/** Linking elements at the end of a first part, with their costs: the rarer, the higher. */
const LINKS: readonly (readonly [element: string, cost: number])[] = [
  ['s', 0],
  ['es', 1],
  ['n', 1],
  ['en', 1],
  ['er', 3],
  ['ns', 3],
  ['ens', 3],
]
const LONGEST_LINK = Math.max(...LINKS.map(([element]) => element.length))
/** Endings of a second part that is rare in this inflection, the minimum number of letters before them, and the divisor of the form's frequency. */
const INFLECTIONS = ['en', 'n', 'e', 'er', 'ern']
const LONGEST_INFLECTION = Math.max(...INFLECTIONS.map((ending) => ending.length))
const SHORTEST_INFLECTED = 5
const INFLECTED = 4
/** The ending that a first part may have lost: `Miet-` of `Miete`, `Sach-` of `Sache`. */
const LOST_ENDING = 'e'

/** Prefixes and particles of verbs and their nouns, which are not compounds: `Unter-halt`, `Vor-aussetzung`. */
const PARTICLES = new Set(
  `ab an auf aus bei be durch ein ent er fort fuer ge gegen her hin hinter in inner inter los miss mit nach neben nieder
   ober ueber um und un unter ur ver vor vorder weg wider wieder zer zu zuge zurueck zusammen zwischen ausser dar empor
   entgegen entlang gegenueber hinzu vorbei weiter voraus heran heraus herab hinaus herbei umher dabei daran darauf darin
   davon dazu mehr nicht ohne samt sich hier dort nord sued ost west`.split(/\s+/),
)

/** Endings that are also words, but never the second half of a compound. */
const ENDINGS = new Set(
  `schaft schaften heit heiten keit keiten tum tuemer lich liche lichen licher liches haft hafte haften hafter haftes los
   lose losen loser loses bar bare baren barer bares sam same samen samer weise maessig maessige maessigen maessiger artig
   artige artigen artiger fach fache fachen mal male malig malige maligen lei ung ungen nis nisse seits falls halb rechtliche
   rechtlichen rechtlicher rechtliches chen lein ling linge lings igkeit igen isch ische ischen ischer ieren iert ierung
   ierungen ierte ierten innen erin erung erungen eren ende enden ender endes ernde ation tion tionen ionen ungs nahme
   nahmen stens tens teils lang weit dung den der des dem ten ter tes tem ligen lige iger rolle rolls`.split(/\s+/),
)

interface Split {
  first: string
  second: string
  /** The lower, the likelier. */
  cost: number
}

/**
 * Creates a decompounder for the words of a corpus.
 * @returns a function that splits a word, as `scanWords` spells it, into its parts, in order, outer ones before inner ones;
 *   none if it is not a compound
 */
export function createDecompounder(words: WordFrequencies): (word: string) => CompoundPart[] {
  const frequency = (word: string) => words.frequency(word)
  const size = Math.min(1, words.documents / LARGE_CORPUS)
  const minimum = Math.max(1, Math.ceil(MIN_FREQUENCY * size))
  const shortMinimum = Math.max(2, Math.ceil(MIN_SHORT_FREQUENCY * size))

  const filter = words.words && new PartFilter(words.words.filter((word) => frequency(word) >= minimum))
  const isFree = (word: string) => !PARTICLES.has(word) && !isStopWord(word)
  /** The frequency of the first half of a compound on its own, in its likeliest form, reduced by the cost of its link. */
  function frequencyOfFirst(first: string): number {
    if (!isFree(first)) return 0
    let best = Math.max(frequency(first), first.length > SHORTEST_PART ? frequency(first + LOST_ENDING) : 0)
    for (const [link, cost] of LINKS) {
      if (!first.endsWith(link) || first.length - link.length < SHORTEST_PART) continue
      const form = first.slice(0, -link.length)
      if (isFree(form)) best = Math.max(best, frequency(form) / Math.exp(cost))
    }
    return best
  }
  /** The frequency of the second half, in its likeliest inflection: of `versagungen` that of `versagung`. */
  function frequencyOfSecond(second: string): number {
    let best = frequency(second)
    if (best >= minimum) return best
    for (const ending of INFLECTIONS) {
      const form = second.slice(0, -ending.length)
      if (!second.endsWith(ending) || form.length < SHORTEST_INFLECTED || stem(form) !== stem(second)) continue
      best = Math.max(best, frequency(form) / INFLECTED)
    }
    return best
  }
  const mayBeSecond = (second: string) =>
    !ENDINGS.has(second) && !ENDINGS.has(second.replace(/s$/, '')) && isFree(second)

  /**
   * The cost of a part: its information content and a fixed amount, so that few and frequent parts win; undefined if it is
   * too rare.
   */
  function costOf(part: string, found: number, whole: number): number | undefined {
    const short = part.length === SHORTEST_PART
    if (found < Math.max(short ? shortMinimum : minimum, whole / MOST_FREQUENT_WHOLE)) return undefined
    return PART_COST - Math.log(found) + (short ? SHORT_PART_COST : 0)
  }

  /** True for verbs in `-ieren` that end like a compound: `konsul|tieren`, with the form `konsultiert`. */
  const isVerb = (word: string) => VERB.test(word) && frequency(`${word.slice(0, -2)}t`) > 0

  /** The likeliest two halves; the second may itself be a compound that does not occur on its own. */
  function splitOnce(word: string, whole: number, depth: number): Split | undefined {
    let best: Split | undefined
    const [mayBegin, mayEnd] = [filter?.beginnings(word), filter?.endings(word)]
    for (let place = SHORTEST_PART; place <= word.length - SHORTEST_PART; place++) {
      if (mayBegin?.[place] === 0) continue
      const second = word.slice(place)
      const found = mayEnd?.[place] === 0 ? 0 : frequencyOfSecond(second)
      const maySplit = depth < MAX_DEPTH && second.length >= SHORTEST_COMPOUND && found < minimum
      let cost = found > 0 && mayBeSecond(second) ? costOf(second, found, whole) : undefined
      if (cost === undefined && !maySplit) continue
      const first = word.slice(0, place)
      if (!hasVowel(first) || !hasVowel(second)) continue
      const costOfFirst = costOf(first, frequencyOfFirst(first), whole)
      if (costOfFirst === undefined) continue
      cost ??= splitOnce(second, whole, depth + 1)?.cost
      if (cost === undefined) continue
      if (best === undefined || costOfFirst + cost < best.cost) best = { first, second, cost: costOfFirst + cost }
    }
    return best
  }

  function collect(word: string, start: number, depth: number, parts: CompoundPart[]): void {
    const split = depth <= MAX_DEPTH && mayBeCompound(word) ? splitOnce(word, frequency(word), depth) : undefined
    if (split === undefined) return
    const middle = start + split.first.length
    parts.push({ word: split.first, start, depth }, { word: split.second, start: middle, depth })
    const before = parts.length
    for (const form of [split.first, ...withoutLink(split.first)]) {
      collect(form, start, depth + 1, parts)
      if (parts.length > before) break
    }
    collect(split.second, middle, depth + 1, parts)
  }

  return (word) => {
    const parts: CompoundPart[] = []
    if (!isVerb(word)) collect(word, 0, 1, parts)
    return parts
  }
}

/** Slots of the filter, as a power of two. */
const FILTER_ORDER = 22

/** Finds the halves of a word that may be parts, without a look-up of each. It has false positives. */
class PartFilter {
  readonly #begins = new Uint8Array(2 ** FILTER_ORDER)
  readonly #ends = new Uint8Array(2 ** FILTER_ORDER)

  /** @param words that are frequent enough to be parts */
  constructor(words: Iterable<string>) {
    for (const word of words) {
      let [begin, end] = [0, 0]
      for (let index = 0; index < word.length; index++) begin = withCharacter(begin, word.charCodeAt(index))
      for (let index = word.length - 1; index >= 0; index--) end = withCharacter(end, word.charCodeAt(index))
      this.#begins[slotOf(begin)] = 1
      this.#ends[slotOf(end)] = 1
    }
  }

  /** 1 for each length of a beginning that may be a part: as it is, with a lost ending, or without a linking element. */
  beginnings(word: string): Uint8Array {
    const may = new Uint8Array(word.length + LONGEST_LINK + 1)
    let hash = 0
    for (let length = 1; length <= word.length; length++) {
      hash = withCharacter(hash, word.charCodeAt(length - 1))
      if (this.#begins[slotOf(withCharacter(hash, LOST_ENDING.charCodeAt(0)))]) may[length] = 1
      if (this.#begins[slotOf(hash)]) may.fill(1, length, length + LONGEST_LINK + 1)
    }
    return may
  }

  /** 1 for each start of an ending that may be a part: as it is, or without an inflection. */
  endings(word: string): Uint8Array {
    const may = new Uint8Array(word.length)
    for (let cut = 0; cut <= LONGEST_INFLECTION; cut++) {
      let hash = 0
      for (let start = word.length - cut - 1; start >= 0; start--) {
        hash = withCharacter(hash, word.charCodeAt(start))
        if (this.#ends[slotOf(hash)]) may[start] = 1
      }
    }
    return may
  }
}

const withCharacter = (hash: number, character: number) => Math.imul(hash, 31) + character
/** Multiplies by the golden ratio (Knuth, The Art of Computer Programming 3, 6.4), to spread similar words. */
const slotOf = (hash: number) => Math.imul(hash, 0x9e3779b1) >>> (32 - FILTER_ORDER)

const VERB = /ieren$/

const mayBeCompound = (word: string) =>
  word.length >= SHORTEST_COMPOUND && word.length <= LONGEST_COMPOUND && /^[a-z]+$/.test(word)

const hasVowel = (word: string) => /[aeiouy]/.test(word)

/** The first half of a compound without each possible linking element: `verjaehrungs`, `kinder`. */
function withoutLink(first: string): string[] {
  return LINKS.filter(([link]) => first.endsWith(link) && first.length - link.length >= SHORTEST_PART).map(([link]) =>
    first.slice(0, -link.length),
  )
}

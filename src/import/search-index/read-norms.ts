/**
 * First pass over the norms: words, vocabulary, and the terms for words. Texts are tokenized once; their words are needed twice
 * and stored in a file, as numbers.
 */

import { closeSync, fstatSync, openSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { isSpent } from '../../citation/laws/law-in-force.ts'
import type { Law, StructureElement } from '../../model/corpus.ts'
import { isFederal } from '../../model/jurisdictions.ts'
import {
  ByteWriter,
  compareUtf8,
  definedWords,
  encodeParts,
  germanAnalyzer,
  isAmendingTitle,
  lawWords,
  scanWords,
  sectionKey,
  type TermPart,
  wordsOf,
} from '../../search/index.ts'
import { FIRST_PAST, isOfToday, NORM_COUNT } from '../../store/bundle-schema.ts'
import { type PackedText, unpackText } from '../../store/packed-text.ts'
import { readWhole, writeWhole } from './external-sort.ts'

/** Numbers the words of a corpus as they occur, and counts the norms with each. */
export class Vocabulary {
  readonly words: string[] = []
  /** Number of counted norms. */
  documents = 0
  readonly #numbers = new Map<string, number>()
  readonly #frequencies: number[] = []
  /** Last norm in which each word was counted; -1 for none. */
  readonly #lastNorms: number[] = []

  number(word: string): number {
    let number = this.#numbers.get(word)
    if (number === undefined) {
      number = this.words.length
      this.#numbers.set(word, number)
      this.words.push(word)
      this.#frequencies.push(0)
      this.#lastNorms.push(-1)
    }
    return number
  }

  /** Counts a word once per norm. Norms come in order. */
  count(number: number, norm: number): void {
    this.documents = norm + 1
    if (this.#lastNorms[number] === norm) return
    this.#lastNorms[number] = norm
    this.#frequencies[number] = (this.#frequencies[number] as number) + 1
  }

  /** Returns the number of norms with a word; 0 if unknown. */
  frequency(word: string): number {
    const number = this.#numbers.get(word)
    return number === undefined ? 0 : (this.#frequencies[number] as number)
  }
}

export interface Terms {
  /** Terms, by number. */
  terms: string[]
  /** Words, and the index of each word of the vocabulary among them. */
  words: string[]
  places: Uint32Array
  /** Encoded parts of all words, in order, and the start of each word's parts; the last start is the end. */
  packedParts: Uint8Array
  partStarts: Uint32Array
  /** Term of each word of the vocabulary. */
  whole: Uint32Array
  /** Terms of each compound's parts; without entries for other words. */
  parts: ReadonlyMap<number, readonly number[]>
  /** 1 for each stop word. */
  isStopWord: Uint8Array
}

export function termsOf(vocabulary: Vocabulary): Terms {
  const analyzer = germanAnalyzer(vocabulary)
  const wholes = vocabulary.words.map((word) => analyzer.term(word))
  const compounds = new Map<string, readonly TermPart[]>()
  for (const word of vocabulary.words) {
    const parts = analyzer.parts(word)
    if (parts.length > 0) compounds.set(word, parts)
  }
  const terms = [...new Set([...wholes, ...termsIn(compounds.values())])].sort(compareUtf8)
  const numbers = new Map(terms.map((term, number) => [term, number]))
  const words = [...vocabulary.words].sort(compareUtf8)
  const places = new Map(words.map((word, place) => [word, place]))
  const numberOf = (term: string) => numbers.get(term) as number
  return {
    terms,
    words,
    places: Uint32Array.from(vocabulary.words, (word) => places.get(word) as number),
    ...packedPartsOf(words, compounds),
    whole: Uint32Array.from(wholes, numberOf),
    parts: new Map(
      vocabulary.words.flatMap((word, number) => {
        const parts = compounds.get(word)
        return parts === undefined ? [] : [[number, parts.map(({ term }) => numberOf(term))]]
      }),
    ),
    isStopWord: Uint8Array.from(vocabulary.words, (word) => (analyzer.isStopWord(word) ? 1 : 0)),
  }
}

function* termsIn(compounds: Iterable<readonly TermPart[]>): Generator<string> {
  for (const parts of compounds) for (const { term } of parts) yield term
}

function packedPartsOf(
  words: readonly string[],
  compounds: ReadonlyMap<string, readonly TermPart[]>,
): Pick<Terms, 'packedParts' | 'partStarts'> {
  const packed = new ByteWriter(words.length * 4)
  const partStarts = new Uint32Array(words.length + 1)
  for (const [place, word] of words.entries()) {
    packed.append(encodeParts(compounds.get(word) ?? []))
    partStarts[place + 1] = packed.length
  }
  return { packedParts: packed.written(), partStarts }
}

/** Words of a norm, as numbers of the vocabulary. */
export interface NormWords {
  label: Uint32Array
  heading: Uint32Array
  text: Uint32Array
  /** Words of the terms that the text defines. */
  defined: Uint32Array
  /** Start of each word of the text, in UTF-16 code units. */
  starts: Uint32Array
}

const BUFFER_VALUES = 1 << 20
/** Number of length values before the words of a norm. */
const LENGTHS = 4

export class WordStream {
  readonly file: string
  readonly #file: number
  #buffer = new Uint32Array(BUFFER_VALUES)
  #length = 0
  #end = 0

  /** @param file to create; it must not exist */
  constructor(file: string) {
    this.file = file
    this.#file = openSync(file, 'wx')
  }

  /** Adds the words of the next norm. @param starts of the words of the text */
  add({ label, heading, defined, text, starts }: Record<keyof NormWords, readonly number[]>): void {
    const room = LENGTHS + label.length + heading.length + defined.length + 2 * text.length
    if (this.#length + room > this.#buffer.length) {
      this.#write()
      if (room > this.#buffer.length) this.#buffer = new Uint32Array(room * 2)
    }
    this.#buffer.set([label.length, heading.length, defined.length, text.length], this.#length)
    this.#length += LENGTHS
    for (const values of [label, heading, defined, text, starts]) {
      this.#buffer.set(values, this.#length)
      this.#length += values.length
    }
  }

  /** Writes the rest and closes the file. */
  close(): void {
    this.#write()
    closeSync(this.#file)
  }

  #write(): void {
    if (this.#length === 0) return
    writeWhole(this.#file, this.#buffer.subarray(0, this.#length), this.#end)
    this.#end += this.#length * 4
    this.#length = 0
  }
}

/** Reads the words of all norms from a closed stream, in their order. */
export function* readWords(name: string): Generator<NormWords> {
  const file = openSync(name, 'r')
  try {
    const { size } = fstatSync(file)
    const head = new Uint32Array(LENGTHS)
    for (let position = 0; position < size; ) {
      readWhole(file, head, position)
      const [label = 0, heading = 0, defined = 0, text = 0] = head
      const headingEnd = label + heading
      const values = new Uint32Array(headingEnd + defined + 2 * text)
      if (values.length > 0) readWhole(file, values, position + head.byteLength)
      position += head.byteLength + values.byteLength
      const definedEnd = headingEnd + defined
      const textEnd = definedEnd + text
      yield {
        label: values.subarray(0, label),
        heading: values.subarray(label, headingEnd),
        defined: values.subarray(headingEnd, definedEnd),
        text: values.subarray(definedEnd, textEnd),
        starts: values.subarray(textEnd),
      }
    }
  } finally {
    closeSync(file)
  }
}

/** Results of the first pass. Words are numbers of the vocabulary. */
export interface ReadNorms {
  count: number
  vocabulary: Vocabulary
  /** File with the words of the norms, a `WordStream`. */
  words: string
  /** Law of each norm, and first norm of each law. */
  laws: Uint32Array
  firstNorms: Uint32Array
  /** Words of each law's names, and whether it only amends others. */
  lawWords: number[][]
  amending: boolean[]
  /** Headings above each norm: an index into `structures`. */
  sections: Uint32Array
  structures: Structure[]
  /** First kind of each norm's path, and 1 for each repealed norm. */
  kinds: string[]
  repealed: Uint8Array
  /** Ranges of norms in languages other than German, ascending. */
  foreign: Range[]
  /** Ranges of norms in German by jurisdiction, in lower case, of laws that are not federal. */
  outside: Record<string, Range[]>
  /** Laws that are entirely out of force, ascending. */
  spent: number[]
}

/** Headings above a norm: their keys and words. */
export interface Structure {
  keys: string[]
  words: number[][]
}

const NORMS = `
SELECT norm.path AS norm, norm.label, norm.heading, norm.status, norm.kind, norm.structure, content.text, norm.source ->> 'language' AS language
FROM norm JOIN content ON content.id = norm.content WHERE norm.id < ${FIRST_PAST} ORDER BY norm.id`

interface Row {
  norm: string
  label: string
  heading: string
  status: string
  kind: string
  structure: number
  text: PackedText
  /** NULL if it is that of its law. */
  language: string | null
}

/** Reads all norms of a bundle. @param folder for temporary files, which the caller removes */
export function readNorms(database: DatabaseSync, folder: string, onProgress: (norms: number) => void): ReadNorms {
  const [size] = database.prepare(NORM_COUNT).all() as { norms: number }[]
  const count = size?.norms ?? 0
  const vocabulary = new Vocabulary()
  const numbersOf = (text: string) => wordsOf(text).map((word) => vocabulary.number(word))
  const lawRows = database
    .prepare(
      `SELECT abbreviation, title, jurisdiction, language, first_norm, norm_count, source ->> 'fetch_timestamp' AS fetched, law_answer.answer
       FROM law JOIN law_answer ON law_answer.id = law.answer WHERE ${isOfToday()} ORDER BY law.id`,
    )
    .all() as unknown as LawRow[]
  const words = new WordStream(`${folder}/words`)
  const laws = new Uint32Array(count)
  for (const [law, { first_norm, norm_count }] of lawRows.entries()) laws.fill(law, first_norm, first_norm + norm_count)
  const sections = new Uint32Array(count)
  const kinds: string[] = []
  const repealed = new Uint8Array(count)
  const foreign: Range[] = []
  const outside: ReadNorms['outside'] = {}
  const spent: number[] = []

  let norm = 0
  // Keep a reference to the statement while its rows are read.
  const statement = database.prepare(NORMS)
  for (const row of statement.iterate() as Iterable<unknown> as Iterable<Row>) {
    const text: number[] = []
    const starts: number[] = []
    const unpacked = unpackText(row.text)
    scanWords(unpacked, (word, start) => {
      text.push(vocabulary.number(word))
      starts.push(start)
    })
    const label = numbersOf(row.label)
    const heading = numbersOf(row.heading)
    const language = row.language ?? (lawRows[laws[norm] as number] as LawRow).language
    const defined = definedWords({ ...row, language, text: unpacked }).map((word) => vocabulary.number(word))
    words.add({ label, heading, defined, text, starts })
    for (const group of [label, heading, text]) for (const number of group) vocabulary.count(number, norm)
    sections[norm] = row.structure
    kinds.push(row.kind)
    repealed[norm] = row.status === 'repealed' ? 1 : 0
    const place = (lawRows[laws[norm] as number] as LawRow).jurisdiction.toLowerCase()
    if (language !== 'de') extend(foreign, norm)
    else if (!isFederal(place)) {
      outside[place] ??= []
      extend(outside[place], norm)
    }
    norm += 1
    if (norm % 500 === 0) onProgress(norm)
  }
  words.close()
  return {
    count,
    vocabulary,
    words: words.file,
    laws,
    firstNorms: Uint32Array.from(lawRows, ({ first_norm }) => first_norm),
    lawWords: lawRows.map(({ abbreviation, title, answer, fetched }, number) => {
      const law = JSON.parse(unpackText(answer)) as Omit<Law, 'provenance'>
      if (isOutOfForce(law, fetched)) spent.push(number)
      return lawWords([abbreviation, title, ...law.aliases], numbersOf)
    }),
    amending: lawRows.map(({ title }) => isAmendingTitle(title)),
    sections,
    structures: readStructures(database, numbersOf),
    kinds,
    repealed,
    foreign,
    outside,
    spent,
  }
}

type Range = [start: number, end: number]

/** Adds the next norm to ranges. */
function extend(ranges: Range[], norm: number): void {
  const last = ranges.at(-1)
  if (last?.[1] === norm) last[1] += 1
  else ranges.push([norm, norm + 1])
}

/** True if a law was out of force when it was fetched; if that is unknown, when it was last amended. */
function isOutOfForce(law: Omit<Law, 'provenance'>, fetched: string | null): boolean {
  const day = fetched?.slice(0, 10) ?? law.status_date ?? law.promulgated_on ?? ''
  // `isSpent` reads the notes of German law; for acts of the Union the source has data.
  return isSpent(law, day) || law.status_notes.some(({ type }) => type === 'repealed')
}

interface LawRow extends Pick<Law, 'abbreviation' | 'title' | 'jurisdiction' | 'language' | 'norm_count'> {
  first_norm: number
  /** Time of fetching (ISO 8601). */
  fetched: string | null
  answer: PackedText
}

function readStructures(database: DatabaseSync, numbersOf: (text: string) => number[]): Structure[] {
  const rows = database.prepare('SELECT id, headings FROM structure ORDER BY id').all() as {
    id: number
    headings: string
  }[]
  return rows.map(({ headings }) => {
    const elements = JSON.parse(headings) as StructureElement[]
    return {
      keys: elements.map(sectionKey),
      words: elements.map(({ title }) => numbersOf(title)),
    }
  })
}

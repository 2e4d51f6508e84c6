/** The first pass over the norms: their words, and where in their law they stand. */
import type { DatabaseSync } from 'node:sqlite'
import type { Law, StructureElement } from '../../corpus/corpus.ts'
import { isAmendingTitle, lawWords, sectionKey } from '../../search/fields.ts'
import { scanWords, wordsOf } from '../../search/words.ts'
import { type PackedText, unpackText } from '../../sqlite/packed-text.ts'
import { Vocabulary } from './vocabulary.ts'
import { WordStream } from './word-stream.ts'

/** What is known of all norms when each has been read. Words are numbers of the vocabulary. */
export interface ReadNorms {
  count: number
  vocabulary: Vocabulary
  /** The file with the words of the norms, a `WordStream`. */
  words: string
  /** The law of each norm, and the first norm of each law. */
  laws: Uint32Array
  firstNorms: Uint32Array
  /** Of each law: the words of its title and its abbreviation, and whether it only amends others. */
  lawWords: number[][]
  amending: boolean[]
  /** The headings above each norm: a number of `structures`. */
  sections: Uint32Array
  structures: Structure[]
  /** The first kind of each norm's path, and whether it is repealed. */
  kinds: string[]
  repealed: Uint8Array
}

/** Headings above a norm: what each of them is, and its words. */
export interface Structure {
  keys: string[]
  words: number[][]
}

const NORMS = `
SELECT norm.label, norm.heading, norm.status, norm.kind, content.structure, content.text
FROM norm JOIN content ON content.norm = norm.id ORDER BY norm.id`

interface Row {
  label: string
  heading: string
  status: string
  kind: string
  structure: number
  text: PackedText
}

/**
 * Reads all norms of a bundle.
 * @param folder for files, to be removed by the caller
 */
export function readNorms(database: DatabaseSync, folder: string, onProgress: (norms: number) => void): ReadNorms {
  const [size] = database.prepare('SELECT count(*) AS count FROM norm').all() as { count: number }[]
  const count = size?.count ?? 0
  const vocabulary = new Vocabulary()
  const numbersOf = (text: string) => wordsOf(text).map((word) => vocabulary.number(word))
  const lawRows = database
    .prepare('SELECT abbreviation, title, first_norm, norm_count, answer FROM law ORDER BY id')
    .all() as unknown as LawRow[]
  const words = new WordStream(`${folder}/words`)
  const laws = new Uint32Array(count)
  for (const [law, { first_norm, norm_count }] of lawRows.entries()) laws.fill(law, first_norm, first_norm + norm_count)
  const sections = new Uint32Array(count)
  const kinds: string[] = []
  const repealed = new Uint8Array(count)

  let norm = 0
  // The statement must be held as long as its rows are read.
  const statement = database.prepare(NORMS)
  for (const row of statement.iterate() as Iterable<unknown> as Iterable<Row>) {
    const text: number[] = []
    const starts: number[] = []
    scanWords(unpackText(row.text), (word, start) => {
      text.push(vocabulary.number(word))
      starts.push(start)
    })
    const label = numbersOf(row.label)
    const heading = numbersOf(row.heading)
    words.add(label, heading, text, starts)
    for (const group of [label, heading, text]) for (const number of group) vocabulary.count(number, norm)
    sections[norm] = row.structure
    kinds.push(row.kind)
    repealed[norm] = row.status === 'repealed' ? 1 : 0
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
    lawWords: lawRows.map(({ abbreviation, title, answer }) => {
      const { aliases } = JSON.parse(unpackText(answer)) as Law
      return lawWords([abbreviation, title, ...aliases], numbersOf)
    }),
    amending: lawRows.map(({ title }) => isAmendingTitle(title)),
    sections,
    structures: readStructures(database, numbersOf),
    kinds,
    repealed,
  }
}

interface LawRow {
  abbreviation: string
  title: string
  first_norm: number
  norm_count: number
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

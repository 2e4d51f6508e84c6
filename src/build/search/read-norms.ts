/** The first pass over the norms: their words, what cites them, and what is known of them beside their words. */
import type { DatabaseSync } from 'node:sqlite'
import type { StructureElement } from '../../corpus/corpus.ts'
import { type PackedText, unpackText } from '../../corpus/packed-text.ts'
import { CITATION_WORDS, isAmendingTitle, type NormFacts } from '../../search/fields.ts'
import { placedWordsOf, type Word, wordsOf } from '../../search/words.ts'
import { CitedNorms } from './cited-norms.ts'
import { SortedRuns } from './sorted-runs.ts'
import { Vocabulary } from './vocabulary.ts'
import { WordStream } from './word-stream.ts'

/** What is known of all norms when each has been read. Words are numbers of the vocabulary. */
export interface ReadNorms {
  count: number
  vocabulary: Vocabulary
  words: WordStream
  /** Words around citations, by the cited norm. */
  around: SortedRuns
  /** The law of each norm, and the words of each law's title and abbreviation. */
  laws: Uint32Array
  lawWords: number[][]
  /** The headings above each norm: a number of `structures`. */
  sections: Uint32Array
  structures: Structure[]
  /** How many norms cite each norm, how many laws each law. */
  citations: Uint32Array
  citingLaws: Uint32Array
  facts(norm: number): NormFacts
}

/** Headings above a norm: what each of them is, and its words. */
export interface Structure {
  keys: string[]
  words: number[][]
}

const NORMS = `
SELECT norm.law, norm.label, norm.heading, norm.path, norm.status, norm.kind, content.structure, content.text
FROM norm JOIN content ON content.norm = norm.id ORDER BY norm.id`

interface Row {
  law: number
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
    .prepare('SELECT abbreviation, title, first_norm, norm_count FROM law ORDER BY id')
    .all() as unknown as LawRow[]
  const words = new WordStream(`${folder}/words`)
  const around = new SortedRuns(`${folder}/around`, count, 1)
  const citedNorms = new CitedNorms(database)
  const laws = new Uint32Array(count)
  for (const [law, { first_norm, norm_count }] of lawRows.entries()) laws.fill(law, first_norm, first_norm + norm_count)
  const sections = new Uint32Array(count)
  const citations = new Uint32Array(count)
  const lastCiting = new Uint32Array(count)
  const citingOf = lawRows.map(() => new Set<number>())
  const kinds: string[] = []
  const repealed = new Uint8Array(count)

  let norm = 0
  // The statement must be held as long as its rows are read.
  const statement = database.prepare(NORMS)
  for (const row of statement.iterate() as Iterable<unknown> as Iterable<Row>) {
    const text = unpackText(row.text)
    const placed = placedWordsOf(text)
    const numbers = placed.map(({ word }) => vocabulary.number(word))
    const label = numbersOf(row.label)
    const heading = numbersOf(row.heading)
    words.add(label, heading, numbers)
    for (const group of [label, heading, numbers]) for (const number of group) vocabulary.count(number, norm)
    sections[norm] = row.structure
    kinds.push(row.kind)
    repealed[norm] = row.status === 'repealed' ? 1 : 0
    // Promulgation formulas cite what empowers, not what a norm is about.
    if (row.kind !== 'formula') {
      for (const cited of citedNorms.find(text, row.law)) {
        if (cited.norm === norm) continue
        if (lastCiting[cited.norm] !== norm + 1) {
          lastCiting[cited.norm] = norm + 1
          citations[cited.norm] = (citations[cited.norm] as number) + 1
        }
        const before = firstFrom(placed, cited.start)
        const after = firstFrom(placed, cited.end)
        for (let at = Math.max(0, before - CITATION_WORDS); at < before; at += 1)
          around.add(cited.norm, numbers[at] as number)
        const end = Math.min(numbers.length, after + CITATION_WORDS)
        for (let at = after; at < end; at += 1) around.add(cited.norm, numbers[at] as number)
        citingOf[laws[cited.norm] as number]?.add(row.law)
      }
    }
    norm += 1
    if (norm % 500 === 0) onProgress(norm)
  }
  const citingLaws = Uint32Array.from(citingOf, (citing, law) => citing.size - (citing.has(law) ? 1 : 0))
  return {
    count,
    vocabulary,
    words,
    around,
    laws,
    lawWords: lawRows.map(({ abbreviation, title }) => numbersOf(`${abbreviation} ${title}`)),
    sections,
    structures: readStructures(database, numbersOf),
    citations,
    citingLaws,
    facts: (norm) => {
      const law = laws[norm] as number
      return {
        citations: citations[norm] as number,
        citingLaws: citingLaws[law] as number,
        kind: kinds[norm] as string,
        repealed: repealed[norm] === 1,
        amending: isAmendingTitle(lawRows[law]?.title ?? ''),
      }
    },
  }
}

interface LawRow {
  abbreviation: string
  title: string
  first_norm: number
  norm_count: number
}

function readStructures(database: DatabaseSync, numbersOf: (text: string) => number[]): Structure[] {
  const rows = database.prepare('SELECT id, headings FROM structure ORDER BY id').all() as {
    id: number
    headings: string
  }[]
  return rows.map(({ headings }) => {
    const elements = JSON.parse(headings) as StructureElement[]
    return {
      keys: elements.map(({ kind, label, title }) => `${kind} ${label} ${title}`),
      words: elements.map(({ title }) => numbersOf(title)),
    }
  })
}

/** The first word that begins at or behind `place`. */
function firstFrom(words: readonly Word[], place: number): number {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle] as Word).start < place) low = middle + 1
    else high = middle
  }
  return low
}

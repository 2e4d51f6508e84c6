/**
 * The body of questions: how people ask for a norm, in their own words (document expansion: Nogueira, Lin, "From doc2query to
 * docTTTTTquery", 2019, with questions written by people who know the law). They are our own work, one file a field of law.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { zstdDecompressSync } from 'node:zlib'
import { assetPath, embeddedBytes } from '../../program/package.ts'
import {
  type Analyzer,
  compareUtf8,
  type DictionaryEntry,
  encodeImpact,
  encodeValues,
  inverseDocumentFrequency,
  Occurrence,
  QUESTION_LENGTH_SHARE,
  QUESTION_PART_WEIGHT,
  wordsOf,
} from '../../search/index.ts'
import { isOfToday, type StoredSubdivision } from '../../store/bundle-schema.ts'
import { type PackedText, unpackText } from '../../store/packed-text.ts'
import { cached } from '../../util/cached.ts'

/**
 * Questions by law code, and by the path and heading of a norm (`par:833 Haftung des Tierhalters`), or of a row of a schedule and
 * the beginning of its text (`annex:1/nr:3104 3104 Terminsgebühr`).
 */
export type Questions = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

/** As {@link Questions}, with a fingerprint in place of each heading, which is only compared. */
export type MarkedQuestions = Questions

/** Replaces the headings, and the beginnings of rows, by marks. */
export function withMarks(questions: Questions): MarkedQuestions {
  const marked = ([place, asked]: [string, readonly string[]]) => {
    const [path = '', ...words] = place.split(' ')
    return [`${path} ${markOf(words.join(' '))}`, asked]
  }
  return Object.fromEntries(
    Object.entries(questions).map(([code, norms]) => [code, Object.fromEntries(Object.entries(norms).map(marked))]),
  )
}

const MARK_LENGTH = 3

/** Length of a name and a truncated hash: at most one change in 4,000 goes unnoticed. */
const markOf = (name: string) =>
  `${name.length}-${createHash('sha256').update(name).digest('hex').slice(0, MARK_LENGTH)}`

/** File of the package with the questions of all fields: JSON, packed with zstd. */
export const QUESTIONS_FILE = 'questions.json.zst'

/** Returns the body of questions, by field of law. */
export function allQuestions(): MarkedQuestions[] {
  const file = assetPath(QUESTIONS_FILE)
  return JSON.parse(zstdDecompressSync(embeddedBytes(file) ?? readFileSync(file)).toString())
}

/** A question of a norm in the corpus, or of a row in it. */
export interface AskedNorm {
  norm: number
  subdivision: string | null
  question: string
}

/** Norms of a law whose heading differs from that in the questions, or that are gone. */
export interface Mismatch {
  family: string
  code: string
  paths: string[]
}

/**
 * Returns the questions of the norms of a corpus, by ascending norms. A norm whose heading no longer matches gets none, and is a
 * mismatch.
 */
export function questionsIn(
  database: DatabaseSync,
  fields: readonly MarkedQuestions[],
): { asked: AskedNorm[]; mismatches: Mismatch[] } {
  const lawOf = database.prepare(`SELECT id, source_family AS family FROM law WHERE code = ? AND ${isOfToday()}`)
  const normOf = database.prepare(NORM)
  const asked: AskedNorm[] = []
  const mismatches: Mismatch[] = []
  for (const [code, norms] of fields.flatMap((field) => Object.entries(field))) {
    const law = lawOf.get(code) as { id: number; family: string } | undefined
    if (law === undefined) continue
    const paths: string[] = []
    for (const [place, questions] of Object.entries(norms)) {
      const [path = '', mark = ''] = place.split(' ')
      const found = normAt(normOf, law.id, path, mark)
      if (found === undefined) paths.push(path)
      else asked.push(...questions.map((question) => ({ ...found, question })))
    }
    if (paths.length > 0) mismatches.push({ family: law.family, code, paths })
  }
  asked.sort((a, b) => a.norm - b.norm)
  return { asked, mismatches }
}

const NORM = `
SELECT norm.id, path, heading, status, text, subdivisions FROM norm JOIN content ON content.id = norm.content
WHERE law = ? AND path = ? AND ${isOfToday('norm')}`

interface NormRow {
  id: number
  path: string
  heading: string
  status: string
  text: PackedText
  subdivisions: PackedText
}

const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim()

function normAt(
  statement: StatementSync,
  law: number,
  path: string,
  mark: string,
): Omit<AskedNorm, 'question'> | undefined {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    const row = statement.get(law, path.slice(0, end)) as NormRow | undefined
    if (row === undefined) continue
    const subdivision = path.slice(end + 1) || null
    const name =
      subdivision === null ? squeezed(row.heading) : textOfRow(row, subdivision).slice(0, Number.parseInt(mark, 10))
    const isSame = markOf(name) === mark
    return isSame && row.status !== 'repealed' ? { norm: row.id, subdivision } : undefined
  }
  return undefined
}

function textOfRow({ text, subdivisions }: NormRow, path: string): string {
  const part = (JSON.parse(unpackText(subdivisions)) as StoredSubdivision[]).find(([own]) => own === path)
  return part === undefined ? '' : squeezed(unpackText(text).slice(part[2], part[3]))
}

/**
 * Yields the posting lists of the terms of questions, in ascending order. Documents are the questions, by index. The impact of a
 * term is its IDF, lower in a long question.
 * @param scale impact of one level
 */
export function* compileQuestions(
  questions: readonly string[],
  { term, parts, isStopWord }: Analyzer,
  scale: number,
): Generator<DictionaryEntry> {
  const postings = new Map<string, { documents: number[]; shares: number[] }>()
  const contents: Map<string, number>[] = []
  for (const [document, question] of questions.entries()) {
    const shares = new Map<string, number>()
    for (const word of wordsOf(question)) {
      if (isStopWord(word)) continue
      shares.set(term(word), 1)
      for (const part of parts(word)) {
        if (part.depth === 1 && !shares.has(part.term)) shares.set(part.term, QUESTION_PART_WEIGHT)
      }
    }
    contents.push(shares)
    for (const [each, share] of shares) {
      const list = cached(postings, each, () => ({ documents: [], shares: [] }))
      list.documents.push(document)
      list.shares.push(share)
    }
  }
  const weightOf = (each: string) =>
    inverseDocumentFrequency(questions.length, postings.get(each)?.documents.length ?? 0)
  const lengths = contents.map((shares) =>
    Array.from(shares).reduce((sum, [each, share]) => (share === 1 ? sum + weightOf(each) : sum), 0),
  )
  const average = Math.max(1, lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length))
  for (const name of [...postings.keys()].sort(compareUtf8)) {
    const { documents, shares } = postings.get(name) as { documents: number[]; shares: number[] }
    const own = weightOf(name)
    const values = documents.map((document, entry) => {
      const share = shares[entry] as number
      const length = 1 - QUESTION_LENGTH_SHARE + (QUESTION_LENGTH_SHARE * (lengths[document] as number)) / average
      return encodeImpact((own * share) / length, scale, share === 1 ? Occurrence.Word : Occurrence.Part)
    })
    yield { term: name, documents: documents.length, bytes: encodeValues(documents, values) }
  }
}

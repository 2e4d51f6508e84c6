/**
 * Measures search quality with queries that have accepted answers, and with norms of little-cited laws.
 *
 *     npm run eval:search -- [--dataset BUNDLE] [--queries FILE] [--no-failures] [--fts5]
 *
 * Without a bundle (or DATASET_PATH), one is built from the corpus beside the repository. A row of the queries has a kind, a
 * query and the accepted norms (`jurabk|enbez`, separated by semicolons; any of them is a hit).
 */

import { createHash } from 'node:crypto'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { anyWord, FTS5_RANKING, indexWithFts5 } from '../bench/fts5.ts'
import { openEngine } from '../src/dataset/open-engine.ts'
import { buildBundle } from '../src/import/build-bundle.ts'
import type { Corpus } from '../src/model/corpus.ts'
import { packageRoot } from '../src/program/package.ts'
import type { SearchHit } from '../src/search/index.ts'
import { searchCorpus } from '../test/search/search-corpus.ts'
import { acceptedNorms, type Question, rankAmong, readQuestions } from './search-questions.ts'

/** Rank of the first accepted norm among the first ten; 0 if there is none. */
interface Answer extends Question {
  rank: number
  found: string[]
}

/** Sample size, in norms of little-cited laws; with 200, chance alone moves the rate by 1.5 percentage points. */
const LITTLE_CITED = 2000

const DEPTH = 10
const { values: options } = parseArgs({
  options: {
    dataset: { type: 'string' },
    queries: { type: 'string' },
    failures: { type: 'boolean', default: true },
    fts5: { type: 'boolean', default: false },
  },
  allowNegative: true,
})

const folder = mkdtempSync(join(tmpdir(), 'legal-text-eval-'))
try {
  const file = options.dataset ?? process.env.DATASET_PATH ?? (await builtBundle())
  const corpus = await openEngine(file)
  const search = options.fts5 ? fts5Search(file) : (query: string) => ourSearch(corpus, query)
  const answers = await answerAll(
    corpus,
    search,
    readQuestions(options.queries ?? join(packageRoot, '../shared/eval/search-dev.tsv')),
  )
  report('all', answers)
  for (const kind of new Set(answers.map((answer) => answer.kind))) {
    report(
      kind,
      answers.filter((answer) => answer.kind === kind),
    )
  }
  report(
    'odd rows',
    answers.filter((_, row) => row % 2 === 0),
  )
  report(
    'even rows',
    answers.filter((_, row) => row % 2 === 1),
  )
  if (!options.fts5) await reportLittleCited(corpus, file)
  if (options.failures) {
    for (const { kind, query, rank, accepted, found } of answers.filter((answer) => answer.rank !== 1)) {
      console.log(`${rank === 0 ? ' -' : String(rank).padStart(2)}  ${kind}: ${query} (${accepted.join(', ')})`)
      console.log(`      ${found.slice(0, 5).join(', ')}`)
    }
  }
  await corpus.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function builtBundle(): Promise<string> {
  const [from] = globSync('../shared/corpora/gii-*.tar.zst', { cwd: packageRoot })
  if (from === undefined) throw new Error('name a bundle with --dataset or DATASET_PATH')
  const out = join(folder, 'corpus.sqlite')
  await buildBundle({ from: join(packageRoot, from), out })
  return out
}

type Found = Pick<SearchHit, 'code' | 'abbreviation' | 'label'>

async function ourSearch(corpus: Corpus, query: string): Promise<Found[]> {
  return (await searchCorpus(corpus, query, { limit: DEPTH })).items
}

/** Baseline: SQLite's full-text search over the same norms. */
function fts5Search(file: string): (query: string) => Promise<Found[]> {
  const bundle = new DatabaseSync(file, { readOnly: true })
  const index = indexWithFts5(bundle, join(folder, 'fts5.sqlite'))
  const find = index.prepare(
    `SELECT rowid AS id FROM norms WHERE norms MATCH ? ORDER BY ${FTS5_RANKING} LIMIT ${DEPTH}`,
  )
  const norm = bundle.prepare(
    'SELECT law.code, law.abbreviation, norm.label FROM norm JOIN law ON law.id = norm.law WHERE norm.id = ?',
  )
  return async (query) => find.all(anyWord(query)).map(({ id }) => norm.get(Number(id)) as unknown as Found)
}

async function answerAll(
  corpus: Corpus,
  search: (query: string) => Promise<Found[]>,
  questions: readonly Question[],
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const question of questions) {
    const items = await search(question.query)
    const rank = rankAmong(items, await acceptedNorms(corpus, question))
    answers.push({ ...question, rank, found: items.map(({ abbreviation, label }) => `${abbreviation} ${label}`) })
  }
  return answers
}

function report(name: string, answers: readonly Answer[]): void {
  const share = (depth: number) =>
    answers.filter(({ rank }) => rank > 0 && rank <= depth).length / Math.max(1, answers.length)
  const reciprocal =
    answers.reduce((sum, { rank }) => sum + (rank === 0 ? 0 : 1 / rank), 0) / Math.max(1, answers.length)
  const cells = [share(1), share(3), share(10), reciprocal].map((value) => value.toFixed(3))
  console.log(
    `${name.padEnd(12)} ${String(answers.length).padStart(4)}  success@1 ${cells[0]}  @3 ${cells[1]}  @10 ${cells[2]}  MRR ${cells[3]}`,
  )
}

/** Searches with the heading and abbreviation of norms of laws that at most two others cite must find these norms. */
async function reportLittleCited(corpus: Corpus, file: string): Promise<void> {
  const database = new DatabaseSync(file, { readOnly: true })
  const [row] = database.prepare("SELECT numbers FROM search_numbers WHERE name = 'citing_laws'").all()
  const bytes = row?.numbers as Uint8Array
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const norms = database
    .prepare(
      `SELECT norm.law, law.code, law.abbreviation, path, heading, label FROM norm JOIN law ON law.id = norm.law
       WHERE kind = 'par' AND heading <> '' AND status = 'in_force' ORDER BY norm.id`,
    )
    .all()
    .filter(({ law }) => view.getUint32(Number(law) * 4, true) <= 2)
  database.close()
  // Sample with the lowest hashes: if a later build counts a law differently, only its own norms in the sample change.
  const hash = (name: string) => createHash('sha256').update(`11 ${name}`).digest('hex')
  const drawn = norms
    .map((norm) => ({ norm, hash: hash(`${norm.code} ${norm.path}`) }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1))
    .slice(0, LITTLE_CITED)
  const answers: Answer[] = []
  for (const { norm } of drawn) {
    const { code, abbreviation, path, heading } = norm as Record<string, string>
    const query = `${heading?.replace(/["+*]|(?<=\s|^)-/g, ' ')} ${abbreviation}`
    const { items } = await searchCorpus(corpus, query, { limit: DEPTH })
    const rank = items.findIndex((hit) => hit.code === code && hit.norm === path) + 1
    answers.push({ kind: 'little cited', query, accepted: [`${code} ${path}`], rank, found: [] })
  }
  report('little cited', answers)
  if (options.failures)
    for (const { query, rank } of answers.filter((answer) => answer.rank === 0 || answer.rank > 3))
      console.log(`${String(rank).padStart(2)}  ${query}`)
}

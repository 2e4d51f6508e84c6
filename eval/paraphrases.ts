/**
 * Finds rows of the paraphrase tables that make sample queries worse, leaving out each row that a query uses in turn.
 *
 *     npm run eval:paraphrases -- --dataset BUNDLE FILE...
 *
 * Prints the rows without which the first accepted norm ranks higher, and those without which it ranks lower.
 */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { openEngine } from '../src/dataset/open-engine.ts'
import { designatedNorms } from '../src/resolve/named-norm.ts'
import { parseQuery } from '../src/search/index.ts'
import { openSearcher } from '../src/store/search-storage.ts'
import { acceptedNorms, type Question, rankAmong, readQuestions } from './search-questions.ts'

const { values: options, positionals: files } = parseArgs({
  options: { dataset: { type: 'string' } },
  allowPositionals: true,
})
const bundle = options.dataset ?? process.env.DATASET_PATH
if (bundle === undefined || files.length === 0) throw new Error('usage: --dataset BUNDLE FILE...')

const corpus = await openEngine(bundle)
const database = new DatabaseSync(bundle, { readOnly: true })
let used = new Set<string>()
let leftOut: string | undefined
const read = <Row>(sql: string, ...values: SQLInputValue[]): Row[] => {
  const rows = database.prepare(sql).all(...values) as Row[]
  if (!sql.includes('FROM paraphrase') || rows.length === 0) return rows
  const key = String(values[0])
  used.add(key)
  return key === leftOut ? [] : rows
}
const [record] = read<{ value: string }>("SELECT value FROM meta WHERE key = 'search'")
const searcher = openSearcher(JSON.parse(record?.value ?? '{}'), read)

async function rankOf(question: Question): Promise<number> {
  const query = parseQuery(question.query)
  const designated = await designatedNorms(corpus, query.prose)
  const { items } = await searcher.search({ query, designated, codes: [], limit: 50, offset: 0 })
  return rankAmong(items, await acceptedNorms(corpus, question))
}

const worthOf = (rank: number) => (rank === 0 ? 0 : 1 / rank)
const worth = new Map<string, { better: string[]; worse: string[]; sum: number }>()
for (const question of files.flatMap(readQuestions)) {
  leftOut = undefined
  used = new Set()
  const whole = await rankOf(question)
  for (const key of [...used]) {
    leftOut = key
    const without = await rankOf(question)
    if (without === whole) continue
    const row = worth.get(key) ?? { better: [], worse: [], sum: 0 }
    row.sum += worthOf(whole) - worthOf(without)
    row[worthOf(whole) > worthOf(without) ? 'better' : 'worse'].push(`${question.query} (${without} → ${whole})`)
    worth.set(key, row)
  }
}
for (const [key, { better, worse, sum }] of [...worth].sort((a, b) => a[1].sum - b[1].sum)) {
  console.log(`${sum.toFixed(2).padStart(6)}  ${key}`)
  for (const query of worse) console.log(`        - ${query}`)
  for (const query of better) console.log(`        + ${query}`)
}
await corpus.close()

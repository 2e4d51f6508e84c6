/**
 * Speed of search: in the process, next to SQLite's full-text search (FTS5, any term, bm25) with the same norms and queries;
 * through the server, from request to response; and the server's memory after many queries. Run `npm run build` first.
 *
 *   node bench/search.ts --dataset FILE [--queries FILE] [--asked 10000]
 *
 * The queries are those of the file (second column) and 200 of two or three frequent words, drawn with a fixed seed.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { zstdDecompressSync } from 'node:zlib'
import { openEngine } from '../src/dataset/open-engine.ts'
import { assetPath } from '../src/program/package.ts'
import { termsWithPrefix } from '../src/search/term-dictionary.ts'
import { searchCorpus } from '../test/search/search-corpus.ts'
import { anyWord, FTS5_RANKING, indexWithFts5 } from './fts5.ts'
import { startServer } from './server-process.ts'

const { values } = parseArgs({
  options: {
    dataset: { type: 'string', default: assetPath('starter.sqlite') },
    queries: { type: 'string', default: '../shared/eval/search-dev.tsv' },
    asked: { type: 'string', default: '10000' },
  },
})
const LIMIT = 20
const folder = mkdtempSync(join(tmpdir(), 'legal-text-bench-'))
const database = new DatabaseSync(values.dataset, { readOnly: true })
const frequent = frequentWords()
const draw = randomNumbers(7)
const queries = [...queriesOf(values.queries), ...Array.from({ length: 200 }, drawQuery)]

const corpus = await openEngine(values.dataset)
const ours = await timesOf((query) => searchCorpus(corpus, query, { limit: LIMIT }))
print('in the process', ours)
await corpus.close()

const fullText = indexWithFts5(database, join(folder, 'fts5.sqlite'))
const find = fullText.prepare(
  `SELECT rowid, snippet(norms, 2, '', '', '…', 32) FROM norms WHERE norms MATCH ? ORDER BY ${FTS5_RANKING} LIMIT ${LIMIT}`,
)
const theirs = await timesOf(async (query) => find.all(anyWord(query)))
print('FTS5', theirs)
console.log(`throughput of FTS5 x ${(sum(theirs) / sum(ours)).toFixed(1)}`)
fullText.close()
rmSync(folder, { recursive: true })
await measureServer()

/** Milliseconds per query, in the second round: the first warms up. */
async function timesOf(ask: (query: string) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (const round of [1, 2]) {
    for (const query of queries) {
      const start = performance.now()
      await ask(query)
      if (round === 2) times.push(performance.now() - start)
    }
  }
  return times
}

function print(name: string, times: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(2)
  console.log(`${name}: median ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function queriesOf(file: string): string[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t')[1] ?? '')
}

/** Words in at least a fiftieth of all norms and at most a third. */
function frequentWords(): string[] {
  const [{ count = 0 } = {}] = database.prepare('SELECT count(*) AS count FROM norm').all() as { count: number }[]
  const blocks = database.prepare('SELECT names FROM word_block ORDER BY first').all() as { names: Uint8Array }[]
  return blocks
    .flatMap(({ names }) => [...termsWithPrefix(zstdDecompressSync(names), '')])
    .filter(({ term, documents }) => documents >= count / 50 && documents <= count / 3 && /^[a-z]{4,}$/.test(term))
    .map(({ term }) => term)
}

function drawQuery(): string {
  return Array.from({ length: draw() < 0.5 ? 2 : 3 }, () => frequent[Math.floor(draw() * frequent.length)]).join(' ')
}

/** Random numbers in [0, 1) (linear congruential). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return state / 0x80000000
  }
}

async function measureServer(): Promise<void> {
  const flags = ['--host', '127.0.0.1', '--port', '0', '--strict', '--dataset', values.dataset]
  const { child, url } = await startServer([assetPath('server.js'), ...flags])
  try {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = (query: string) =>
      new Promise<void>((resolve, reject) => {
        get(`${url}/search?q=${encodeURIComponent(query)}`, { agent }, (response) => {
          if (response.statusCode !== 200) reject(new Error(`${query}: ${response.statusCode}`))
          response.resume().on('end', resolve)
        }).on('error', reject)
      })
    for (let round = 0; round < 1000; round += 1) await ask(drawQuery())
    const measure = async (name: string, asked: readonly string[]) => {
      const times: number[] = []
      for (const query of asked) {
        const start = performance.now()
        await ask(query)
        times.push(performance.now() - start)
      }
      print(`through the server, ${name}`, times)
    }
    await measure('each for the first time', queries)
    // Capitals, so that the response cache misses.
    await measure(
      'each once more, in capitals',
      queries.map((query) => query.toUpperCase()),
    )
    for (let asked = 0; asked < Number(values.asked); asked += 1) await ask(`${drawQuery()} ${asked}`)
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    const [, resident] = /^VmRSS:\s+(\d+)/m.exec(status) ?? []
    console.log(`memory of the server after ${values.asked} more queries: ${Math.round(Number(resident) / 1024)} MiB`)
  } finally {
    child.kill()
  }
}

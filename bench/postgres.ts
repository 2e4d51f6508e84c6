/**
 * Answers per second of a server over PostgreSQL, as a share of one over the bundle; both run in turns, sharing all processors
 * with the database and wrk (a package of Debian). Run `npm run build` first, and publish the bundle in the database.
 *
 *   node bench/postgres.ts --dataset FILE --database postgresql://… [--connections 32] [--seconds 3] [--rounds 3]
 *
 * `cached` is one norm; `norm` and `search` never repeat a request. On Linux it also prints the processor time per answer of the
 * front end, and of all PostgreSQL processes on this machine.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openCorpus } from '../src/dataset/open.ts'
import { assetPath } from '../src/program/package.ts'
import { pick, randomNumbers } from '../test/search/random.ts'
import { median, processorTime, processorTimeOf, type ServerProcess, startServer } from './server-process.ts'

const { values } = parseArgs({
  options: {
    dataset: { type: 'string', default: 'starter' },
    database: { type: 'string', default: '' },
    connections: { type: 'string', default: '32' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
  },
})
const rounds = Number(values.rounds)

/** Paths of a round: more than a server answers in one. */
const PATHS = { cached: 1, norm: 30_000, search: 5000 }

const SCRIPT = `
local paths, at = {}, 0
function init(args)
  for path in io.lines(args[1]) do paths[#paths + 1] = wrk.format('GET', path) end
  request = function()
    at = at + 1
    return paths[(at - 1) % #paths + 1]
  end
end
function done(summary)
  print(string.format('{ "answers": %d, "failed": %d, "microseconds": %d }', summary.requests, summary.errors.status, summary.duration))
end
`

const folder = mkdtempSync(join(tmpdir(), 'legal-text-bench-'))
const servers: ServerProcess[] = []
try {
  writeFileSync(join(folder, 'script.lua'), SCRIPT)
  const drawn = await drawPaths()
  for (const dataset of [values.dataset, values.database]) {
    const own = [assetPath('server.js'), '--host', '127.0.0.1', '--port', '0', '--strict', '--dataset', dataset]
    servers.push(await startServer(own))
  }
  const [bundle, database] = servers as [ServerProcess, ServerProcess]
  // Warm-up: the first search loads the index.
  for (const { url } of servers) await (await fetch(`${url}/search?q=Recht`)).text()
  for (const kind of Object.keys(PATHS) as (keyof typeof PATHS)[]) {
    const busy = { answers: 0, frontEnd: 0, database: 0 }
    const rates = Array.from({ length: rounds }, (_, round) => {
      writeFileSync(join(folder, 'paths'), `${drawn[kind](round).join('\n')}\n`)
      const one = run(bundle)
      const [frontEnd, ofDatabase] = [processorTime(database), processorTimeOf('postgres')]
      const other = run(database)
      busy.answers += other.answers
      busy.frontEnd += processorTime(database) - frontEnd
      busy.database += processorTimeOf('postgres') - ofDatabase
      return [one.rate, other.rate] as const
    })
    const [ours, theirs] = [median(rates.map(([one]) => one)), median(rates.map(([, other]) => other))]
    const share = median(rates.map(([one, other]) => other / one))
    const each = (seconds: number) => `${((seconds * 1000) / busy.answers).toFixed(2)} ms`
    process.stdout.write(
      `${kind}: ${Math.round(ours)} a second from the bundle, ${Math.round(theirs)} from PostgreSQL: ${(share * 100).toFixed(0)} %; ` +
        `processor time of an answer: front end ${each(busy.frontEnd)}, PostgreSQL ${each(busy.database)}\n`,
    )
  }
} finally {
  for (const { child } of servers) child.kill()
  rmSync(folder, { recursive: true })
}

async function drawPaths(): Promise<Record<keyof typeof PATHS, (round: number) => string[]>> {
  const corpus = await openCorpus({ dataset: values.dataset })
  const random = randomNumbers(27)
  const norms: string[] = []
  const words = new Set<string>()
  for (const { code } of (await corpus.laws({})).items) {
    for (const { norm } of await corpus.outline(code)) norms.push(`/laws/${code}/norms/${encodeURIComponent(norm)}`)
    for await (const some of corpus.norms(code, { start: 0, end: 3 })) {
      for (const { text } of some) for (const word of text.match(/\p{L}{6,}/gu)?.slice(0, 20) ?? []) words.add(word)
    }
  }
  await corpus.close()
  const shuffled = norms
    .map((path) => ({ path, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ path }) => path)
  const all = [...words]
  const query = () => `/search?q=${encodeURIComponent(`${pick(all, random)} ${pick(all, random)}`)}`
  return {
    cached: () => [norms[0] as string],
    norm: (round) => shuffled.slice(round * PATHS.norm, (round + 1) * PATHS.norm),
    search: () => Array.from({ length: PATHS.search }, query),
  }
}

function run({ url }: ServerProcess): { answers: number; rate: number } {
  const words = ['-t1', `-c${values.connections}`, `-d${values.seconds}`, '-s', join(folder, 'script.lua'), url]
  const output = execFileSync('wrk', [...words, '--', join(folder, 'paths')], { encoding: 'utf8' })
  const { answers, failed, microseconds } = JSON.parse(/^\{.*\}$/m.exec(output)?.[0] ?? '{}')
  if (failed > 0) throw new Error(`${failed} of ${answers} answers failed`)
  return { answers, rate: answers / (microseconds / 1_000_000) }
}

/**
 * Requests per second, as a share of a bare polka handler's with the same bytes. Both servers run in their own processes; wrk (a
 * package of Debian) loads them in turns. Run `npm run build` first.
 *
 *   node bench/http.ts --dataset FILE [--law bgb --norm par:433] [--connections 32] [--seconds 2] [--rounds 5]
 *
 * Server and wrk are pinned to one processor each; sharing one would measure chance. Searches use new queries, with one worker
 * and with two on both processors. `per core` is the number of requests per second of the server's processor time.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openCorpus } from '../src/dataset/open.ts'
import { assetPath } from '../src/program/package.ts'
import { pick, randomNumbers } from '../test/search/random.ts'
import { median, processorTime, type ServerProcess, startServer } from './server-process.ts'

const { values } = parseArgs({
  options: {
    dataset: { type: 'string', default: 'starter' },
    law: { type: 'string', default: 'msgb' },
    norm: { type: 'string', default: 'par:1' },
    connections: { type: 'string', default: '32' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
  },
})
const [connections, seconds, rounds] = [Number(values.connections), Number(values.seconds), Number(values.rounds)]

/** Requests without compression, as wrk sends them. */
const PLAIN = { headers: { 'Accept-Encoding': 'identity' } }

/** Number of different queries per search round. */
const QUERIES = 10_000

interface Load {
  perSecond: number
  p99: number
  /** Answers per second of the server's processor time. */
  perCore: number
}

/** Requests the paths in a file in order, on any free connection; a single path is left to wrk itself. */
const SCRIPT = `
local paths, at = {}, 0
function init(args)
  for path in io.lines(args[1]) do paths[#paths + 1] = wrk.format('GET', path) end
  if #paths == 1 then return end
  request = function()
    at = at + 1
    return paths[(at - 1) % #paths + 1]
  end
end
function done(summary, latency)
  local errors, failed = summary.errors, 0
  for _, kind in ipairs({ 'connect', 'read', 'write', 'status', 'timeout' }) do failed = failed + errors[kind] end
  print(string.format('{ "answers": %d, "failed": %d, "microseconds": %d, "p99": %d }',
    summary.requests, failed, summary.duration, latency:percentile(99)))
end
`

const folder = mkdtempSync(join(tmpdir(), 'legal-text-bench-'))
const servers: ServerProcess[] = []
try {
  const own = [assetPath('server.js'), '--host', '127.0.0.1', '--port', '0', '--strict', '--dataset', values.dataset]
  const ours = await start(own)
  const paths = {
    norm: `/laws/${values.law}/norms/${encodeURIComponent(values.norm)}`,
    law: `/laws/${values.law}`,
    laws: '/laws',
  }
  const bodies: Record<string, string> = {}
  for (const path of Object.values(paths)) bodies[path] = await (await fetch(ours.url + path, PLAIN)).text()
  const tag = await entityTagOf(ours.url + paths.norm)
  writeFileSync(join(folder, 'bodies.json'), JSON.stringify(bodies))
  writeFileSync(join(folder, 'script.lua'), SCRIPT)
  const bare = await start([fileURLToPath(import.meta.resolve('./http-bare.ts')), join(folder, 'bodies.json')])
  for (const [name, path] of Object.entries(paths)) compare(name, bare, path, ours, { paths: [path] })
  compare('norm, 304', bare, paths.norm, ours, { paths: [paths.norm], headers: { 'If-None-Match': tag } })

  const queries = await differentQueries((rounds + 1) * QUERIES)
  if (queries.length < (rounds + 1) * QUERIES) throw new Error('search needs a corpus with more headings')
  const two = await start([...own, '--workers', '2'], '0-1')
  const gains: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const asked = queries.splice(0, QUERIES)
    const one = load(ours, { paths: asked }, true)
    const both = load(two, { paths: asked }, true)
    if (round === 0) continue
    gains.push(both.perSecond / one.perSecond)
    print(`search, round ${round}`, one)
    print(`  two workers, round ${round}`, both)
  }
  console.log(
    `search, two workers: ${median(gains).toFixed(2)} times one (${gains.map((gain) => gain.toFixed(2)).join(', ')})`,
  )
} finally {
  for (const { child } of servers) child.kill()
  rmSync(folder, { recursive: true })
}

/** The `ETag` of an answer. */
async function entityTagOf(url: string): Promise<string> {
  const tag = (await fetch(url, PLAIN)).headers.get('etag') ?? ''
  const { status } = await fetch(url, { headers: { ...PLAIN.headers, 'If-None-Match': tag } })
  if (status !== 304) throw new Error(`${url} is answered with ${status}, and not 304, to who has it`)
  return tag
}

/** Prints our rate as a share of the bare handler's. */
function compare(name: string, bare: ServerProcess, barePath: string, ours: ServerProcess, requests: Requests): void {
  const ratios: number[] = []
  const latencies: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const theirs = load(bare, { ...requests, paths: [barePath] })
    const own = load(ours, requests)
    if (round === 0) continue
    ratios.push(own.perSecond / theirs.perSecond)
    latencies.push(own.p99 - theirs.p99)
    print(`${name}, bare, round ${round}`, theirs)
    print(`${name}, ours, round ${round}`, own)
  }
  const all = ratios.map((ratio) => `${Math.round(ratio * 100)} %`).join(', ')
  console.log(
    `${name}: ${Math.round(median(ratios) * 100)} % of the bare handler (${all}); p99 ${signed(median(latencies))} ms`,
  )
}

interface Requests {
  paths: string[]
  headers?: Record<string, string>
}

/**
 * Sends requests in turn for the configured seconds. Every answer must be one of those requested.
 * @param once whether each is sent only once; there must be enough of them
 */
function load(server: ServerProcess, { paths, headers = {} }: Requests, once = false): Load {
  writeFileSync(join(folder, 'paths'), paths.join('\n'))
  const flags = ['--threads', '1', '--connections', `${connections}`, '--duration', `${seconds}s`]
  const given = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`])
  const args = [
    ...flags,
    ...given,
    '--script',
    join(folder, 'script.lua'),
    server.url + paths[0],
    '--',
    join(folder, 'paths'),
  ]
  const before = processorTime(server)
  const output = execFileSync('taskset', ['--cpu-list', once ? '0-1' : '1', 'wrk', ...args], { encoding: 'utf8' })
  const took = processorTime(server) - before
  const { answers, failed, microseconds, p99 } = JSON.parse(output.slice(output.lastIndexOf('{'))) as Summary
  if (failed > 0) throw new Error(`${failed} requests failed`)
  if (once && answers > paths.length) throw new Error(`${paths.length} requests are not enough for ${seconds} s`)
  return { perSecond: (answers * 1e6) / microseconds, p99: p99 / 1000, perCore: answers / took }
}

/** Output of the script; times are in microseconds. */
interface Summary {
  answers: number
  failed: number
  microseconds: number
  p99: number
}

/** Two to four words of headings, with the first letters of a law's abbreviation. */
async function differentQueries(count: number): Promise<string[]> {
  const corpus = await openCorpus({ dataset: values.dataset })
  const random = randomNumbers(433)
  const headings: string[] = []
  const abbreviations: string[] = []
  for (const { code, abbreviation } of (await corpus.laws({})).items) {
    abbreviations.push(abbreviation)
    for (const { heading, status } of await corpus.outline(code)) {
      if (status === 'in_force' && heading.length > 7 && heading.length < 60) headings.push(heading)
    }
  }
  await corpus.close()
  const queries = new Set<string>()
  for (let tries = 0; queries.size < count && tries < count * 10; tries++) {
    const words = pick(headings, random)
      .split(/\s+/)
      .slice(0, 2 + Math.floor(random() * 3))
    queries.add([...words, pick(abbreviations, random).slice(0, 2 + Math.floor(random() * 4))].join(' '))
  }
  return [...queries].map((query) => `/search?q=${encodeURIComponent(query)}`)
}

async function start(args: string[], processors = '0'): Promise<ServerProcess> {
  const server = await startServer(args, processors)
  servers.push(server)
  return server
}

function print(name: string, { perSecond, p99, perCore }: Load): void {
  const figures = `${Math.round(perSecond)} requests/s, p99 ${p99} ms, ${Math.round(perCore)} per core`
  console.log(`${name.padEnd(32)} ${figures}`)
}

function signed(number: number): string {
  return `${number < 0 ? '' : '+'}${number.toFixed(1)}`
}

/**
 * Cost of time queries: commands as multiples of `norm`, and requests as of a day as multiples of those without, in turns. Run
 * `npm run build` first.
 *
 *   node bench/time.ts --dataset FILE [--law bgb --norm par:433] [--day 2023-06-14] [--from 2022-04-01 --to 2025-04-01]
 *
 * Requests are for the norms of the law, each once. Their cost is the processor time of the server.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openCorpus } from '../src/dataset/open.ts'
import { assetPath } from '../src/program/package.ts'
import { median, processorTime, type ServerProcess, startServer } from './server-process.ts'

const { values } = parseArgs({
  options: {
    dataset: { type: 'string', default: 'starter' },
    law: { type: 'string', default: 'msgb' },
    norm: { type: 'string', default: 'par:12' },
    day: { type: 'string', default: '2025-06-01' },
    from: { type: 'string', default: '2024-06-01' },
    to: { type: 'string', default: '2026-01-01' },
    rounds: { type: 'string', default: '9' },
  },
})
const { dataset, law, norm, day, from, to } = values
const rounds = Number(values.rounds)
const program = join(import.meta.dirname, '..', 'bin', 'run.js')

const COMMANDS = {
  'norm --as-of': ['norm', law, norm, '--as-of', day],
  'history of the norm': ['history', law, norm],
  'diff of the norm': ['diff', law, norm, '--from', from, '--to', to],
  'diff of the law': ['diff', law, '--from', from, '--to', to],
  changes: ['changes', '--since', from, '--until', to],
}
for (const [name, command] of Object.entries(COMMANDS)) {
  const [plain, asked]: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round++) {
    const times = [milliseconds(['norm', law, norm]), milliseconds(command)] as const
    if (round === 0) continue
    plain.push(times[0])
    asked.push(times[1])
  }
  const [base, took] = [median(plain), median(asked)]
  console.log(
    `${name.padEnd(20)} ${took.toFixed(0)} ms, ${(took / base).toFixed(2)} times norm, ${(took - base).toFixed(0)} ms more`,
  )
}

const corpus = await openCorpus({ dataset })
const norms = (await corpus.atState(day).outline(law)).map((each) => encodeURIComponent(each.norm))
await corpus.close()
const ratios: number[] = []
for (let round = 0; round < rounds; round++) {
  const plain = await cost('')
  ratios.push((await cost(`?as_of=${day}`)) / plain)
}
const all = ratios.map((ratio) => ratio.toFixed(2)).join(', ')
console.log(`requests as of a day: ${median(ratios).toFixed(2)} times the processor time of those without (${all})`)

/** Processor time per norm request to a new, uncached server, after the first half of the norms has warmed it up. */
async function cost(query: string): Promise<number> {
  const server = await startServer([assetPath('server.js'), '--host', '127.0.0.1', '--port', '0', '--dataset', dataset])
  try {
    const half = Math.ceil(norms.length / 2)
    await ask(server, norms.slice(0, half), query)
    const before = processorTime(server)
    await ask(server, norms.slice(half), query)
    return (processorTime(server) - before) / (norms.length - half)
  } finally {
    server.child.kill()
  }
}

async function ask({ url }: ServerProcess, asked: readonly string[], query: string): Promise<void> {
  for (const path of asked) {
    const response = await fetch(`${url}/laws/${law}/norms/${path}${query}`)
    // A norm of that day may have been removed since.
    if (!response.ok && response.status !== 404) throw new Error(`${path} is answered with ${response.status}`)
    await response.arrayBuffer()
  }
}

function milliseconds(args: string[]): number {
  const start = process.hrtime.bigint()
  const { status, stderr } = spawnSync(process.execPath, [program, ...args, '--json', '--dataset', dataset])
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`)
  return Number(process.hrtime.bigint() - start) / 1e6
}

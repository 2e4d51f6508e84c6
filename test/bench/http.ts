/**
 * How fast norms are served, as a share of a bare polka handler that sends the same bytes: both servers in processes of
 * their own, the same load generator, in turns. `npm run build` first.
 *
 *   node test/bench/http.ts --dataset FILE [--connections 16] [--seconds 2] [--rounds 5] [--norms 1000]
 *
 * With as many norms as by default all answers fit into the server's cache of ready answers; with 20000 none is there
 * when it is asked for again.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openCorpus } from '../../src/dataset/open.ts'
import { assetPath } from '../../src/package.ts'
import { type Load, load } from './http-load.ts'

const { values } = parseArgs({
  options: {
    dataset: { type: 'string', default: 'starter' },
    connections: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
    norms: { type: 'string', default: '1000' },
  },
})
const [connections, seconds, rounds] = [Number(values.connections), Number(values.seconds), Number(values.rounds)]

const paths = await someNorms(Number(values.norms))
const folder = mkdtempSync(join(tmpdir(), 'legal-text-bench-'))
const ours = await start([
  assetPath('server.js'),
  '--host',
  '127.0.0.1',
  '--port',
  '0',
  '--strict',
  '--dataset',
  values.dataset,
])
const bodies: Record<string, string> = {}
for (const path of paths) bodies[path] = await bodyOf(ours.port, path)
writeFileSync(join(folder, 'bodies.json'), JSON.stringify(bodies))
const bare = await start([fileURLToPath(import.meta.resolve('./http-bare.ts')), join(folder, 'bodies.json')])

try {
  await load(ours.port, paths, connections, 1)
  await load(bare.port, paths, connections, 1)
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const bareLoad = await load(bare.port, paths, connections, seconds)
    const ourLoad = await load(ours.port, paths, connections, seconds)
    ratios.push(ourLoad.requestsPerSecond / bareLoad.requestsPerSecond)
    print(`bare handler, round ${round + 1}`, bareLoad)
    print(`norms, round ${round + 1}`, ourLoad)
  }
  console.log(`memory of the server: ${ownMemory(ours.child)} MiB, and what it maps of the bundle`)
  const lengths = Object.values(bodies).map((body) => Buffer.byteLength(body))
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
  console.log(`${paths.length} norms, ${Math.round(mean)} bytes on average, ${connections} connections`)
  console.log(
    `ratio: ${percent(ratios.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] as number)} (median of ${ratios.map(percent).join(', ')})`,
  )
} finally {
  ours.child.kill()
  bare.child.kill()
  rmSync(folder, { recursive: true })
}

/** Paths of norms: of the largest law, then of the next ones, until there are enough. */
async function someNorms(count: number): Promise<string[]> {
  const corpus = await openCorpus({ dataset: values.dataset })
  const { items } = await corpus.laws({})
  const paths: string[] = []
  for (const { code } of items.toSorted((a, b) => b.norm_count - a.norm_count)) {
    if (paths.length >= count) break
    const outline = await corpus.outline(code)
    paths.push(...outline.map(({ norm }) => `/laws/${code}/norms/${encodeURIComponent(norm)}`))
  }
  await corpus.close()
  return paths.slice(0, count)
}

async function bodyOf(port: number, path: string): Promise<string> {
  return (await fetch(`http://127.0.0.1:${port}${path}`)).text()
}

function start(args: string[]): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'pipe'] })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${args[0]} ended with ${code}`)))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      const port = /^Listening on http:\/\/127\.0\.0\.1:(\d+)$/m.exec(text)?.[1]
      if (port !== undefined) resolve({ child, port: Number(port) })
      else process.stderr.write(text)
    })
  })
}

function print(name: string, { requestsPerSecond, median, p99 }: Load): void {
  const figures = `${Math.round(requestsPerSecond)} requests/s, median ${median.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`
  console.log(`${name.padEnd(24)} ${figures}`)
}

/** Memory of a process in MiB (Linux), without the file that it maps. */
function ownMemory({ pid }: ChildProcess): number {
  const kilobytes = /^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}

function percent(ratio: number): string {
  return `${Math.round(ratio * 100)} %`
}

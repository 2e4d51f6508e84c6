/**
 * Changes a server's cached copy in place while it serves, and measures how many answers are wrong, for how long, and whether a
 * harmless change interrupts service. `npm run build` first.
 *
 *   node bench/damaged-copy.ts --dataset FILE [--server dist/server.js] [--workers 1] [--connections 8] [--rounds 3]
 *     [--change PART]
 *
 * Only changes whose names contain PART are made.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openCorpus } from '../src/dataset/open.ts'
import { assetPath } from '../src/program/package.ts'
import { ask } from '../test/http/server.ts'
import { pick, randomNumbers } from '../test/search/random.ts'
import { startServer } from './server-process.ts'

const { values } = parseArgs({
  options: {
    change: { type: 'string', default: '' },
    dataset: { type: 'string', default: '' },
    server: { type: 'string', default: assetPath('server.js') },
    workers: { type: 'string', default: '1' },
    connections: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
  },
})

/** Grace period after the change, in milliseconds: later answers must be right. */
const TOLERATED = 1000
/** Duration of a round, in milliseconds, and number of norms requested. */
const OBSERVED = 4000
const NORMS = 1000
const PAGE = 4096

const random = randomNumbers(433)

function write(file: string, change: (descriptor: number, size: number) => void): void {
  const descriptor = openSync(file, 'r+')
  change(descriptor, statSync(file).size)
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/** Replaces every n-th page with the result of `make`. */
function overwrite(file: string, every: number, make: (page: Buffer) => Buffer): void {
  write(file, (descriptor, size) => {
    const page = Buffer.alloc(PAGE)
    for (let at = Math.floor(random() * every) * PAGE; at < size; at += every * PAGE) {
      readSync(descriptor, page, 0, PAGE, at)
      writeSync(descriptor, make(page), 0, PAGE, at)
    }
  })
}

const swapLetters = (page: Buffer) => Buffer.from(page.toString('latin1').replace(/e/g, 'a'), 'latin1')
const noise = () => Buffer.from(Array.from({ length: PAGE }, () => Math.floor(random() * 256)))

const CHANGES: Record<string, (file: string) => void> = {
  'letters swapped in every page': (file) => overwrite(file, 1, swapLetters),
  'letters swapped in every 50th page': (file) => overwrite(file, 50, swapLetters),
  'every 20th page zeroed': (file) => overwrite(file, 20, () => Buffer.alloc(PAGE)),
  'every 20th page random': (file) => overwrite(file, 20, noise),
  'cut in half': (file) => truncateSync(file, statSync(file).size >> 1),
  'cut to nothing': (file) => truncateSync(file, 0),
  'damaged, times put back': (file) => {
    const { atime, mtime } = statSync(file)
    overwrite(file, 1, swapLetters)
    utimesSync(file, atime, mtime)
  },
  'touched (harmless)': (file) => utimesSync(file, new Date(), new Date()),
  'chmod (harmless)': (file) => chmodSync(file, (statSync(file).mode & 0o777) ^ 0o004),
  'link made and removed (harmless)': (file) => {
    linkSync(file, `${file}.link`)
    rmSync(`${file}.link`)
  },
  'removed (harmless)': (file) => rmSync(file),
}

const folder = mkdtempSync(join(tmpdir(), 'damaged-copy-'))
const started = new Set<ChildProcess>()
try {
  await run()
} finally {
  for (const child of started) child.kill()
  rmSync(folder, { recursive: true, force: true })
}

async function run(): Promise<void> {
  const paths = await normPaths()
  const right = new Map<string, string>()
  const { child, port } = await start('right')
  for (const path of paths) right.set(path, (await ask(port, { path })).text)
  await stop(child)
  for (const [name, change] of Object.entries(CHANGES).filter(([each]) => each.includes(values.change))) {
    for (let round = 0; round < Number(values.rounds); round++) await observe(name, change, right)
  }
}

/** Starts a server with its own cache, so that it has read no norm before the copy is damaged. */
async function start(name: string): Promise<{ child: ChildProcess; port: number; copies: string }> {
  const cache = join(folder, name)
  process.env.XDG_CACHE_HOME = cache
  const flags = ['--host', '127.0.0.1', '--port', '0', '--strict', '--dataset', values.dataset]
  const { child, url } = await startServer([values.server, ...flags, '--workers', values.workers])
  started.add(child)
  return { child, port: Number(new URL(url).port), copies: join(cache, 'legal-text', 'converted') }
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill()
  await ended
  started.delete(child)
}

async function observe(name: string, change: (file: string) => void, right: Map<string, string>): Promise<void> {
  const { child, port, copies } = await start('observed')
  const agent = new Agent({ keepAlive: true, maxSockets: Number(values.connections) })
  const paths = [...right.keys()]
  const count = { answers: 0, wrong: 0, 'wrong later': 0, '503': 0, other: 0 }
  let changedAt = Number.POSITIVE_INFINITY
  const last = { wrong: 0, unavailable: 0 }
  let end = Number.POSITIVE_INFINITY
  const client = async () => {
    while (performance.now() < end) {
      const path = pick(paths, random)
      const { status, text } = await ask(port, { path }, agent).catch(() => ({ status: 0, text: '' }))
      const after = Math.max(0, performance.now() - changedAt)
      count.answers++
      if (status === 503) {
        count['503']++
        last.unavailable = after
        await wait(5)
      } else if (status !== 200) count.other++
      else if (text !== right.get(path)) {
        count[after > TOLERATED ? 'wrong later' : 'wrong']++
        last.wrong = after
      }
    }
  }
  const clients = Array.from({ length: Number(values.connections) }, client)
  await wait(100)
  const copy = readdirSync(copies).find((file) => file.endsWith('.sqlite')) ?? ''
  change(join(copies, copy))
  changedAt = performance.now()
  end = changedAt + OBSERVED
  await Promise.all(clients)
  agent.destroy()
  await stop(child)
  rmSync(join(folder, 'observed'), { recursive: true, force: true })
  const numbers = Object.entries(count).map(([what, number]) => `${what} ${number}`)
  const times = `last wrong ${last.wrong.toFixed(0)} ms, last 503 ${last.unavailable.toFixed(0)} ms after the change`
  console.log(`${name.padEnd(36)} ${numbers.join(', ')}; ${times}`)
}

async function normPaths(): Promise<string[]> {
  const corpus = await openCorpus({ dataset: values.dataset })
  const laws = (await corpus.laws({})).items.filter(({ norm_count }) => norm_count > 0)
  const paths = new Set<string>()
  while (paths.size < NORMS) {
    const { code } = pick(laws, random)
    paths.add(`/laws/${code}/norms/${encodeURIComponent(pick(await corpus.outline(code), random).norm)}`)
  }
  await corpus.close()
  return [...paths]
}

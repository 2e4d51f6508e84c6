/**
 * Runs attacks of limited duration on a server and measures its memory, the latency of `/health` on a new connection and of
 * another client's calls, and how each attacking request ends (Linux; clients are addresses of 127.0.0.0/8).
 * `npm run build` first.
 *
 *   node bench/attacks.ts --dataset FILE [--attack NAME,…] [--server FILE]
 */
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { assetPath } from '../src/program/package.ts'
import { ownMemory, processorTime, type ServerProcess, startServer } from './server-process.ts'

const { values } = parseArgs({
  options: {
    dataset: { type: 'string', default: 'starter' },
    attack: { type: 'string', default: '' },
    server: { type: 'string', default: assetPath('server.js') },
  },
})

/** Time limit of an attack, in milliseconds. */
const PATIENCE = 120_000
/** Size of large bodies, in bytes: about the default limit. */
const LARGE = 900_000
/** Pause between two requests of a waiting client, in milliseconds. */
const PAUSE = 20

/** Addresses of the attacker in single-client attacks, and of the other client. */
const ATTACKER = '127.0.0.1'
const OTHER = '127.0.0.2'

type Outcomes = Promise<string>[]

const ATTACKS: Record<string, (url: string) => Outcomes> = {
  'waiting bodies': (url) =>
    times(430, () => post(url, ATTACKER, check('Nach § 433 Abs. 1 BGB und § 99 StGB. ', LARGE))),
  'of many clients': (url) =>
    times(430, (index) => post(url, `127.1.0.${(index % 250) + 1}`, check('§ 433 BGB; ', LARGE))),
  'short calls': (url) => times(900, (index) => post(url, ATTACKER, check(`Nach § ${index} BGB. `, 2000))),
  'all but one byte': (url) => times(64, (index) => post(url, `127.1.0.${index + 1}`, check('§ 1 BGB ', LARGE), 1)),
  'many numbers': (url) => times(4, () => post(url, ATTACKER, check('§§ 1, 2, 3, 4, 5, ', LARGE))),
  'costly patterns': (url) => patterns(url, (index) => `(\\w+\\s*)+;${index}$`),
  'patterns that match all': (url) => patterns(url, (index) => `.{1,${index + 1}}`),
  'unknown parameters': (url) => paced(url, (n) => `/laws/bgb?x=${n}`, 'text/html'),
  feeds: (url) => paced(url, (n) => `/changes.atom?since=19${10 + (n % 80)}-01-0${(n % 9) + 1}`),
  'far pages': (url) => paced(url, (n) => `/changes?offset=${46_000 + n}`),
}

process.env.MCP = 'true'

async function measure(name: string, attack: (url: string) => Outcomes): Promise<void> {
  const flags = ['--host', '127.0.0.1', '--port', '0', '--strict', '--dataset', values.dataset]
  const server = await startServer([values.server, ...flags])
  const { url, child } = server
  let ended: string | undefined
  child.once('exit', (code, signal) => {
    ended = `the server ended with ${signal ?? code}`
  })
  const norm = () =>
    post(url, OTHER, call('get_norm', { norm: '§ 433 BGB', max_tokens: 1000 + Math.trunc(Math.random() * 9000) }))
  await norm()
  const before = processorTime(server)
  const outcomes = attack(url)
  let isOver = false
  const patience = new AbortController()
  const all = Promise.race([Promise.all(outcomes), wait(PATIENCE, ['not over'], { signal: patience.signal })]).finally(
    () => {
      isOver = true
      patience.abort()
    },
  )
  const isDone = () => isOver || ended !== undefined
  const [health, calls, memory] = await Promise.all([
    repeat(isDone, () => get(`${url}/health`, OTHER)),
    repeat(isDone, norm),
    peakMemory(server, isDone),
  ])
  const told = ended === undefined ? counted(await all) : ended
  console.log(
    `${name}: ${memory} MiB, ${(processorTime(server) - before).toFixed(1)} s; health ${figures(health)}; get_norm ${figures(calls)}; ${told}`,
  )
  const exit = new Promise((resolve) => child.once('exit', resolve))
  if (ended === undefined && child.kill('SIGKILL')) await exit
}

const times = (count: number, once: (index: number) => Promise<string>): Outcomes =>
  Array.from({ length: count }, (_, index) => once(index))

/** Two searches of each of eight clients at once. */
const patterns = (url: string, pattern: (index: number) => string) =>
  times(16, (index) => get(`${url}/grep?pattern=${encodeURIComponent(pattern(index))}`, `127.1.0.${(index % 8) + 1}`))

/** Eight different requests a second, for five seconds. */
const paced = (url: string, path: (n: number) => string, accept = 'application/json'): Outcomes =>
  times(40, async (index) => {
    await wait(index * 125)
    return get(`${url}${path(index)}`, ATTACKER, accept)
  })

const call = (name: string, given: object) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } })

const check = (text: string, length: number) => call('check_text', { text: text.repeat(length / text.length) })

/** @param held bytes of the body that are never sent @returns how the request ended */
function post(url: string, localAddress: string, body: string, held = 0): Promise<string> {
  const bytes = Buffer.from(body)
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'content-length': bytes.length,
  }
  return ask(`${url}/mcp`, { method: 'POST', headers, localAddress }, bytes.subarray(0, bytes.length - held), held > 0)
}

const get = (url: string, localAddress: string, accept = '*/*') => ask(url, { headers: { accept }, localAddress })

function ask(url: string, options: object, body?: Buffer, isHeld = false): Promise<string> {
  return new Promise((resolve) => {
    const sent = request(url, { agent: new Agent({ keepAlive: false }), ...options }, (response) => {
      response.resume().once('end', () => resolve(String(response.statusCode)))
      response.once('error', () => resolve('cut off'))
    }).once('error', ({ message }) => resolve(message))
    if (isHeld) sent.write(body)
    else sent.end(body)
  })
}

/** Repeats a request. @returns each latency, in milliseconds; Infinity if it was refused */
async function repeat(isDone: () => boolean, once: () => Promise<string>): Promise<number[]> {
  const taken: number[] = []
  do {
    const begin = performance.now()
    const outcome = await once()
    taken.push(outcome === '200' ? performance.now() - begin : Number.POSITIVE_INFINITY)
    await wait(PAUSE)
  } while (!isDone())
  return taken
}

/** Peak memory until `isDone`, in MiB. */
async function peakMemory(server: ServerProcess, isDone: () => boolean): Promise<number> {
  let peak = 0
  for (; !isDone(); await wait(100)) peak = Math.max(peak, ownMemory(server))
  return peak
}

function counted(outcomes: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  return [...counts].map(([outcome, count]) => `${count} × ${outcome}`).join(', ')
}

function figures(taken: readonly number[]): string {
  const sorted = taken.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1]?.toFixed(0)
  return `median ${at(0.5)} p99 ${at(0.99)} max ${at(1)} ms (${taken.length})`
}

for (const [name, attack] of Object.entries(ATTACKS)) {
  if (values.attack === '' || values.attack.split(',').includes(name)) await measure(name, attack)
}

/**
 * Memory of a server after many different requests: norms in several forms, their relationships, laws, searches, citations,
 * unknown names, in three encodings (Linux). `npm run build` first.
 *
 *   node bench/memory.ts --dataset FILE [--requests 200000] [--connections 16]
 */
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { parseArgs } from 'node:util'
import { openCorpus } from '../src/dataset/open.ts'
import { assetPath } from '../src/program/package.ts'
import { pick, randomNumbers } from '../test/search/random.ts'
import { ownMemory, startServer } from './server-process.ts'

const { values } = parseArgs({
  options: {
    dataset: { type: 'string', default: '' },
    requests: { type: 'string', default: '200000' },
    connections: { type: 'string', default: '16' },
  },
})
const random = randomNumbers(1)
const below = (limit: number) => Math.floor(random() * limit)

const corpus = await openCorpus({ dataset: values.dataset })
const norms: string[] = []
const headings: string[] = []
for (const { code } of (await corpus.laws({})).items) {
  for (const { norm, heading } of await corpus.outline(code)) {
    norms.push(`/laws/${code}/norms/${encodeURIComponent(norm)}`)
    if (/\p{L}{4}/u.test(heading)) headings.push(heading)
  }
}
await corpus.close()

const flags = ['--host', '127.0.0.1', '--port', '0', '--strict', '--dataset', values.dataset]
const { child, url } = await startServer([assetPath('server.js'), ...flags])
const agent = new Agent({ keepAlive: true, maxSockets: Number(values.connections) })
const statuses = new Map<number | undefined, number>()
try {
  const requests = Number(values.requests)
  let sent = 0
  const client = async () => {
    while (sent < requests) {
      if (++sent % Math.ceil(requests / 8) === 0) console.log(`${sent}: ${memory()}`)
      const status = await ask(mixedPath(), pick(['gzip', 'br', 'identity'], random))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: Number(values.connections) }, client))
  const counts = [...statuses].map(([status, count]) => `${count} times ${status}`).join(', ')
  console.log(`end: ${memory()}; ${counts}`)
} finally {
  agent.destroy()
  child.kill()
}

function mixedPath(): string {
  const norm = pick(norms, random)
  const [, , code] = norm.split('/')
  const words = () =>
    pick(headings, random)
      .match(/\p{L}+/gu)
      ?.slice(0, 3)
      .join(' ') ?? ''
  const chance = below(1000) / 10
  if (chance < 60) return norm
  if (chance < 66) return `${norm}/relationships`
  if (chance < 70) return `/laws/${code}`
  if (chance < 74) return `${norm}?format=md`
  if (chance < 78) return `/laws/${code}/norms/par:${below(100_000)}`
  if (chance < 82) return `/laws/law-${below(1_000_000)}`
  if (chance < 88) return `/citations?q=${encodeURIComponent(`§ ${below(900)} BGB, ${words()}`)}`
  if (chance < 99.9) return `/search?q=${encodeURIComponent(words())}`
  return `/laws?limit=${below(6000) + 1}`
}

function ask(path: string, encoding: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url + path, { agent, headers: { 'Accept-Encoding': encoding } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    }).on('error', reject)
  })
}

function memory(): string {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  const megabytes = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
  return `${megabytes('VmRSS')} MiB resident, at most ${megabytes('VmHWM')}; ${ownMemory({ child, url })} its own`
}

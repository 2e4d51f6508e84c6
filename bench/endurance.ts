/**
 * Long mixed load on a server whose dataset is replaced repeatedly: no request may fail, every body must match one of the two
 * corpora (by hash), and memory must not grow. `npm run build` first.
 *
 *   node bench/endurance.ts --first FILE --second FILE [--minutes 10] [--swap 30] [--connections 32] [--workers 1]
 *
 * The two bundles hold the same laws and differ in every norm (built with different `--fetched-at`).
 */
import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { linkSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openCorpus } from '../src/dataset/open.ts'
import { assetPath } from '../src/program/package.ts'
import { pick, randomNumbers } from '../test/search/random.ts'
import { median, ownMemory, type ServerProcess, startServer } from './server-process.ts'

const { values } = parseArgs({
  options: {
    first: { type: 'string', default: '' },
    second: { type: 'string', default: '' },
    minutes: { type: 'string', default: '10' },
    swap: { type: 'string', default: '30' },
    connections: { type: 'string', default: '32' },
    workers: { type: 'string', default: '1' },
  },
})
const bundles = [values.first, values.second].map((file) => resolve(file))
const duration = Number(values.minutes) * 60_000
const random = randomNumbers(433)

/** On the file system of the bundles, for hard links. */
const folder = mkdtempSync(join(dirname(bundles[0] as string), 'endurance-'))
const dataset = join(folder, 'served.sqlite')
const started: ChildProcess[] = []
try {
  await run()
} finally {
  for (const child of started) child.kill()
  rmSync(folder, { recursive: true })
}

async function run(): Promise<void> {
  const paths = await mixedPaths(bundles[0] as string)
  const expected = new Map(paths.map((path) => [path, new Set<string>()]))
  for (const bundle of bundles) {
    const { child, url } = await start(bundle, '1')
    for (const path of paths) expected.get(path)?.add((await ask(url, path)).hash)
    child.kill()
  }
  const differing = [...expected.values()].filter((hashes) => hashes.size === 2).length
  console.log(`${paths.length} different requests, ${differing} with another body in the other corpus`)

  serve(0)
  const server = await start(dataset, values.workers)
  const { url } = server
  const agent = new Agent({ keepAlive: true, maxSockets: Number(values.connections) })
  const end = Date.now() + duration
  let answers = 0
  let swaps = 0
  const failures: string[] = []
  const client = async () => {
    while (Date.now() < end) {
      const path = pick(paths, random)
      try {
        const { status, hash } = await ask(url, path, agent)
        if (status !== 200) failures.push(`${status} ${path}`)
        else if (!expected.get(path)?.has(hash)) failures.push(`wrong body: ${path}`)
      } catch (error) {
        failures.push(`${(error as Error).message} ${path}`)
      }
      answers++
    }
  }
  const memory: number[] = []
  const watch = async () => {
    for (let second = 1; Date.now() < end; second++) {
      await wait(1000)
      memory.push(ownMemory(server))
      if (second % Number(values.swap) === 0) serve(++swaps % 2)
      if (second % 60 === 0)
        console.log(`${second / 60} min: ${answers} answers, ${failures.length} failures, ${memory.at(-1)} MiB`)
    }
  }
  await Promise.all([watch(), ...Array.from({ length: Number(values.connections) }, client)])
  agent.destroy()
  const [, second, last] = [0, 1, 2].map((third) =>
    median(memory.slice((third * memory.length) / 3, ((third + 1) * memory.length) / 3)),
  )
  console.log(`${answers} answers, ${swaps} swaps, ${failures.length} failures ${failures.slice(0, 5).join('; ')}`)
  console.log(
    `memory: ${second} MiB in the second third, ${last} MiB in the last: ${change(second as number, last as number)}`,
  )
}

/** Replaces the dataset with one of the bundles. */
function serve(index: number): void {
  const link = join(folder, 'next.sqlite')
  linkSync(bundles[index] as string, link)
  renameSync(link, dataset)
}

/** A typical mix: norms, laws, lists, searches, citations, whole laws. */
async function mixedPaths(bundle: string): Promise<string[]> {
  const corpus = await openCorpus({ dataset: bundle })
  const withNorms = (await corpus.laws({})).items.filter(({ norm_count }) => norm_count > 0)
  const paths = [
    '/laws',
    '/laws?format=ndjson',
    '/corpus/coverage',
    '/corpus/source-limitations',
    '/laws?query=gesetz&limit=50',
  ]
  for (let count = 0; count < 300; count++) {
    const { code } = pick(withNorms, random)
    const { norm, heading } = pick(await corpus.outline(code), random)
    const at = `/laws/${code}/norms/${encodeURIComponent(norm)}`
    paths.push(at, `${at}?format=${pick(['md', 'html', 'text'], random)}`, `${at}/relationships`, `/laws/${code}`)
    if (/\p{L}/u.test(heading)) paths.push(`/search?q=${encodeURIComponent(heading.slice(0, 60))}`)
    if (count % 10 === 0) paths.push(`/laws/${code}/norms`, `/laws/${code}/norms?format=ndjson`)
  }
  await corpus.close()
  return [...new Set(paths)]
}

function ask(url: string, path: string, agent?: Agent): Promise<{ status: number | undefined; hash: string }> {
  return new Promise((resolve, reject) => {
    const request = get(url + path, agent === undefined ? {} : { agent }, (response) => {
      const hash = createHash('sha1')
      response.on('data', (chunk) => hash.update(chunk))
      response.on('end', () => resolve({ status: response.statusCode, hash: hash.digest('base64') }))
      response.on('error', reject)
    })
    request.on('error', reject)
  })
}

async function start(file: string, workers: string): Promise<ServerProcess> {
  const flags = ['--host', '127.0.0.1', '--port', '0', '--strict', '--dataset', file, '--workers', workers]
  const server = await startServer([assetPath('server.js'), ...flags])
  started.push(server.child)
  return server
}

function change(before: number, after: number): string {
  return `${after < before ? '' : '+'}${((after / before - 1) * 100).toFixed(1)} %`
}

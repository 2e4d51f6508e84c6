import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { type RunningServer, startServer } from '../../src/http/listen.ts'
import { readSettings } from '../../src/settings.ts'
import { bundleOf, sourceFolder, temporaryFolder } from '../dataset/starter-bundles.ts'
import { ask } from './server.ts'

const folder = temporaryFolder()
const one = await bundleOf(folder, 'one', ['msgb'])
const two = await bundleOf(folder, 'two', ['msgb', 'msverf'])

const running = new Set<RunningServer>()
afterEach(async () => {
  for (const server of running) await server.close()
  running.clear()
})

let caches = 0
const said: string[] = []

async function serve(environment: Record<string, string>) {
  process.env.XDG_CACHE_HOME = join(folder, `cache-${caches++}`)
  said.length = 0
  const settings = readSettings({ HOST: '127.0.0.1', PORT: '0', ...environment })
  const server = await startServer(settings, { say: (text) => said.push(text) })
  running.add(server)
  const port = Number(new URL(server.url).port)
  return { server, port, ask: (path: string) => ask(port, { path }) }
}

/** Waits until it is so; a test that waits for more than 15 seconds fails. */
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < 15_000; waited += 20) {
    if (await isSo()) return
    await setTimeout(20)
  }
  assert.fail(`in vain waited until ${what}; said: ${said.join('\n')}`)
}

test('a changed file is served from then on, and no request fails meanwhile', async () => {
  const file = join(folder, 'changing.sqlite')
  copyFileSync(one, file)
  const { server, ask } = await serve({ DATASET_PATH: file })
  await server.ready
  assert.equal((await ask('/ready')).body.laws, 1)
  let stop = false
  const statuses = new Set<number>()
  const load = (async () => {
    while (!stop) statuses.add((await ask('/laws/msgb/norms/par%3A1')).status)
  })()
  copyFileSync(two, `${file}.new`)
  renameSync(`${file}.new`, file)
  await until('the new corpus is served', async () => (await ask('/ready')).body.laws === 2)
  stop = true
  await load
  assert.deepEqual([...statuses], [200])
  assert(said.some((text) => /^Now serving [0-9a-f]{16} instead of [0-9a-f]{16}$/.test(text)))
})

test('a file that is overwritten with something else does not change what is served, and /ready says so', async () => {
  const file = join(folder, 'overwritten.sqlite')
  copyFileSync(one, file)
  const { server, ask } = await serve({ DATASET_PATH: file })
  await server.ready
  const before = await ask('/laws/msgb/norms/par%3A1')
  const damaged = readFileSync(one)
  damaged.fill(0xff, damaged.length >> 1)
  for (const content of [damaged, 'no bundle at all']) {
    writeFileSync(file, content)
    server.reload()
    await until('the failure is told', async () => (await ask('/ready')).body.replacement_failure !== null)
    const { status, body } = await ask('/ready')
    assert.equal(status, 200)
    assert.match(body.replacement_failure.reason, /overwritten\.sqlite/)
    assert.deepEqual((await ask('/laws/msgb/norms/par%3A1')).body, before.body)
  }
  copyFileSync(one, file)
  server.reload()
  await until('the failure is over', async () => (await ask('/ready')).body.replacement_failure === null)
})

test('a file that cannot be copied is served itself, and no longer once it is written to', async () => {
  const file = join(folder, 'uncopied.sqlite')
  copyFileSync(one, file)
  const cache = join(folder, `cache-${caches}`)
  writeFileSync(cache, 'a file where the cache should be')
  const { server, ask } = await serve({ DATASET_PATH: file })
  await server.ready
  assert.match(said.join(), /is served itself, since it could not be copied/)
  assert.equal((await ask('/laws/msgb/norms/par%3A1')).status, 200)
  writeFileSync(file, readFileSync(two))
  assert.equal((await ask('/laws/msgb/norms/par%3A1')).status, 503)
  await until('the new one is served', async () => (await ask('/ready')).body.laws === 2)
})

test('a copy that is no longer served is removed', async () => {
  const file = join(folder, 'often.sqlite')
  copyFileSync(one, file)
  const { server, ask } = await serve({ DATASET_PATH: file })
  await server.ready
  const copies = join(process.env.XDG_CACHE_HOME ?? '', 'legal-text', 'converted')
  assert.equal(readdirSync(copies).length, 1)
  copyFileSync(two, `${file}.new`)
  renameSync(`${file}.new`, file)
  await until('the new corpus is served', async () => (await ask('/ready')).body.laws === 2)
  await until('the old copy is gone', async () => readdirSync(copies).length === 1)
})

test('a file that comes late is opened by itself', async () => {
  const file = join(folder, 'late.sqlite')
  const { server, ask } = await serve({ DATASET_PATH: file })
  await assert.rejects(server.ready, /late\.sqlite: there is no such file/)
  const { status, body } = await ask('/ready')
  assert.deepEqual([status, body.error], [503, 'not_ready'])
  assert.match(body.message, /late\.sqlite/)
  assert.equal((await ask('/health')).status, 200)
  copyFileSync(one, file)
  await until('it is ready', async () => (await ask('/ready')).status === 200)
})

test('official XML is converted by another process, and the next start finds the result', async () => {
  const source = sourceFolder(folder, 'xml', ['msgb', 'bienhv_1998'])
  const first = await serve({ DATASET_PATH: source })
  assert.equal((await first.ask('/health')).status, 200)
  const { status, body } = await first.ask('/ready')
  assert.deepEqual([status, body.error, typeof body.stage], [503, 'not_ready', 'string'])
  await first.server.ready
  assert.equal((await first.ask('/ready')).body.laws, 2)
  assert.equal((await first.ask('/search?q=Muschel')).status, 200)
})

test('strict: what cannot be opened ends the start, once', async () => {
  process.env.XDG_CACHE_HOME = join(folder, 'cache-strict')
  mkdirSync(join(folder, 'empty'))
  for (const DATASET_PATH of [join(folder, 'nowhere'), join(folder, 'empty')]) {
    const settings = readSettings({ HOST: '127.0.0.1', PORT: '0', STRICT_STARTUP: 'true', DATASET_PATH })
    await assert.rejects(startServer(settings), { kind: 'not_ready' })
  }
})

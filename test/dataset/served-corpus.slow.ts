import assert from 'node:assert/strict'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { ServedCorpus, type ServedState } from '../../src/dataset/served-corpus.ts'
import { type RunningServer, startServer } from '../../src/http/listen.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { readSettings } from '../../src/program/settings.ts'
import { LegalTextError } from '../../src/util/errors.ts'
import { ask } from '../http/server.ts'
import { until } from '../until.ts'
import { bundleOf, sourceFolder, temporaryFolder } from './starter-bundles.ts'

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

const newCache = () => join(folder, `cache-${caches++}`)

async function serve(environment: Record<string, string>, cache = newCache()) {
  process.env.XDG_CACHE_HOME = cache
  said.length = 0
  const settings = readSettings({ HOST: '127.0.0.1', PORT: '0', ...environment })
  const server = await startServer(settings, { log: (text) => said.push(text) })
  running.add(server)
  const port = Number(new URL(server.url).port)
  return { server, port, ask: (path: string) => ask(port, { path }) }
}

test('a changed file is served from then on, and no request fails meanwhile', async () => {
  const file = join(folder, 'changing.sqlite')
  copyFileSync(one, file)
  utimesSync(file, new Date('2026-01-02T03:04:05.678Z'), new Date('2026-01-02T03:04:05.678Z'))
  const { server, ask } = await serve({ DATASET_PATH: file })
  await server.ready
  assert.equal((await ask('/ready')).body.laws, 1)
  assert.equal((await ask('/ready')).body.built_at, '2026-01-02T03:04:05.678Z')
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

/** Serves a bundle on a machine where it cannot be copied. */
async function serveUncopied(file: string) {
  copyFileSync(one, file)
  const cache = newCache()
  writeFileSync(cache, 'a file where the cache should be')
  const served = await serve({ DATASET_PATH: file }, cache)
  await served.server.ready
  return served
}

test('a file that cannot be copied is served itself, and no longer once it is written to', async () => {
  const file = join(folder, 'uncopied.sqlite')
  const { ask } = await serveUncopied(file)
  assert.match(said.join(), /is served without a copy, which could not be made/)
  assert.equal((await ask('/laws/msgb/norms/par%3A1')).status, 200)
  writeFileSync(file, readFileSync(two))
  assert.equal((await ask('/laws/msgb/norms/par%3A1')).status, 503)
  await until('the new one is served', async () => (await ask('/ready')).body.laws === 2)
})

test('a file that is served itself is served on when a bad one takes its place, or none, and replaced by a good one', async () => {
  const file = join(folder, 'uncopied-replaced.sqlite')
  const { server, ask } = await serveUncopied(file)
  const before = await ask('/laws/msgb/norms/par%3A1')
  assert.equal(before.status, 200)
  const stays = async (why: RegExp) => {
    server.reload()
    const reason = async () => (await ask('/ready')).body.replacement_failure?.reason ?? ''
    await until('the failure is told', async () => why.test(await reason()))
    assert.deepEqual((await ask('/laws/msgb/norms/par%3A1')).body, before.body)
  }
  const damaged = readFileSync(one)
  damaged.fill(0xff, damaged.length >> 1)
  writeFileSync(`${file}.new`, damaged)
  renameSync(`${file}.new`, file)
  await stays(/damaged|malformed/)
  rmSync(file)
  await stays(/no such file/)

  let stop = false
  const statuses = new Set<number>()
  const load = (async () => {
    while (!stop) statuses.add((await ask('/laws/msgb/norms/par%3A1')).status)
  })()
  copyFileSync(two, `${file}.new`)
  renameSync(`${file}.new`, file)
  server.reload()
  await until('the new corpus is served', async () => (await ask('/ready')).body.laws === 2)
  stop = true
  await load
  assert.deepEqual([...statuses], [200])
  writeFileSync(file, readFileSync(one))
  assert.equal((await ask('/laws/msgb/norms/par%3A1')).status, 503)
  await until('the first one is served', async () => (await ask('/ready')).body.laws === 1)
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

  copyFileSync(one, `${file}.new`)
  renameSync(`${file}.new`, file)
  await until('the first corpus is served again', async () => (await ask('/ready')).body.laws === 1)
  await server.close()
  assert.equal(readdirSync(copies).length, 1, 'nor does it stay where the server ends before that')
})

test('followers are told of every change, and the file of an old corpus stays until they have let it go', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  process.env.XDG_CACHE_HOME = newCache()
  const file = join(folder, 'followed.sqlite')
  const settings = readSettings({ DATASET_PATH: file })
  const told: string[] = []
  const left = Promise.withResolvers<void>()
  const { promise: asked, resolve: ask } = Promise.withResolvers<Corpus>()
  const onChange = ({ current }: ServedState) => {
    if (current instanceof LegalTextError)
      told.push(/there is no such file|was written to/.exec(current.message)?.[0] ?? '')
    else told.push(current.replacementFailure === null ? current.bundle.digest : 'not replaced')
  }
  const whenReleased = (corpus: Corpus) => {
    ask(corpus)
    return left.promise
  }
  const served = new ServedCorpus(settings, () => undefined, { onChange, whenReleased })
  context.after(() => served.close())
  const opened = async () => {
    served.reload()
    const { length } = told
    await until('the followers are told', () => told.length > length)
    return served.current() as Corpus
  }
  await assert.rejects(served.opened)
  copyFileSync(one, file)
  const first = await opened()
  writeFileSync(file, 'no bundle')
  await opened()
  copyFileSync(one, file)
  await opened()
  copyFileSync(two, `${file}.new`)
  renameSync(`${file}.new`, file)
  const second = await opened()
  assert.deepEqual(told, [
    ...['there is no such file', first.bundle.digest, 'not replaced'],
    ...[first.bundle.digest, second.bundle.digest],
  ])
  context.mock.timers.tick(10_000)
  assert.equal(await asked, first)
  await setImmediate()
  assert.equal((await first.laws({})).total, 1)
  assert(existsSync(first.bundle.file))
  left.resolve()
  await until('the old copy is gone', () => !existsSync(first.bundle.file))
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
  const cache = newCache()
  const first = await serve({ DATASET_PATH: source }, cache)
  assert.equal((await first.ask('/health')).status, 200)
  const { status, body } = await first.ask('/ready')
  assert.deepEqual([status, body.error, typeof body.stage], [503, 'not_ready', 'string'])
  await first.server.ready
  assert.equal((await first.ask('/ready')).body.laws, 2)
  assert.equal((await first.ask('/search?q=Muschel')).status, 200)
  assert.match(said.join(), /^The corpus is being made/)
  await first.server.close()
  const second = await serve({ DATASET_PATH: source }, cache)
  await second.server.ready
  assert.equal((await second.ask('/ready')).body.laws, 2)
  assert.deepEqual(said, [])
})

test('strict: what cannot be opened ends the start, once', async () => {
  process.env.XDG_CACHE_HOME = newCache()
  mkdirSync(join(folder, 'empty'))
  for (const DATASET_PATH of [join(folder, 'nowhere'), join(folder, 'empty')]) {
    const settings = readSettings({ HOST: '127.0.0.1', PORT: '0', STRICT_STARTUP: 'true', DATASET_PATH })
    await assert.rejects(startServer(settings), { kind: 'not_ready' })
  }
})

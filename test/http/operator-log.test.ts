/** Failures, slow and malformed requests in the log: a line at their start and one at their end, with a count. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openCorpus } from '../../src/dataset/open.ts'
import { createApp } from '../../src/http/app.ts'
import { createHttpServer } from '../../src/http/http-server.ts'
import { OperatorLog, operatorLog } from '../../src/http/operator-log.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { completeSettings, type Settings } from '../../src/program/settings.ts'
import { LegalTextError } from '../../src/util/errors.ts'
import { until } from '../until.ts'
import { ask, wrapped } from './server.ts'

/** A log with a manual clock. */
function kept(level: Settings['logLevel'] = 'info') {
  const lines: ReturnType<typeof JSON.parse>[] = []
  const clock = { now: 0 }
  const log = new OperatorLog(
    (line) => lines.push(JSON.parse(line)),
    () => clock.now,
  )
  log.level = level
  return { log, lines, clock }
}

const EVENT = { level: 'error', msg: 'it fails', ended: 'it works', fields: { code: 'X' } } as const

test('an event that repeats has a line at its begin and one at its end, with its number and time', async () => {
  const { log, lines, clock } = kept()
  for (; clock.now < 25_000; clock.now += 100) log.note('a', EVENT)
  await log.look()
  assert.equal(lines.length, 1)
  clock.now += 10_000
  await log.look()
  assert.deepEqual(
    lines.map(({ time: _, ...line }) => line),
    [
      { level: 'error', msg: 'it fails', code: 'X' },
      { level: 'warn', msg: 'it works', code: 'X', count: 250, seconds: 35 },
    ],
  )
  log.note('a', EVENT)
  assert.equal(lines.length, 3)
})

test('a single event has one line, and one that goes on a line every minute', async () => {
  const { log, lines, clock } = kept()
  log.note('once', EVENT)
  for (; clock.now <= 130_000; clock.now += 1000) {
    log.note('long', EVENT)
    await log.look()
  }
  assert.deepEqual(
    lines.map(({ count }) => count),
    [undefined, undefined, 61, 121],
  )
})

test('what can be asked whether it is over ends then, and not before', async () => {
  const { log, lines, clock } = kept()
  let isOver = false
  const probe = async () => assert(isOver)
  log.note('a', { ...EVENT, isOver: probe })
  clock.now = 20_000
  await log.look()
  assert.equal(lines.length, 1)
  isOver = true
  await log.look()
  assert.deepEqual([lines.length, lines[1].msg, lines[1].seconds], [2, 'it works', 20])
})

test('a level leaves out what is less severe, and lines about single requests are bounded', () => {
  const { log, lines, clock } = kept('warn')
  for (const level of ['debug', 'info', 'warn', 'error'] as const) log.write(level, { msg: level })
  assert.deepEqual(
    lines.splice(0).map(({ msg }) => msg),
    ['warn', 'error'],
  )
  for (let count = 0; count < 80; count++) log.writeSingle('warn', { msg: 'slow' })
  clock.now = 11_000
  log.writeSingle('warn', { msg: 'slow' })
  assert.deepEqual([lines.length, lines[50].omitted], [51, 30])
})

/** Serves, and collects the log of the process. */
async function served(context: TestContext, settings: Partial<Settings> = {}, current?: () => Corpus | LegalTextError) {
  const corpus = wrapped(await openCorpus({ dataset: 'starter' }))
  // The events of other tests in this process are over.
  const later = performance.now() + 1e6
  const clock = context.mock.method(performance, 'now', () => later)
  await operatorLog.look()
  clock.mock.restore()
  const lines: string[] = []
  const { write } = process.stderr
  context.mock.method(process.stderr, 'write', (text: string) => lines.push(text))
  operatorLog.level = settings.logLevel ?? 'info'
  const app = createApp({ corpus: current ?? (() => corpus), settings })
  const server = createHttpServer(app, completeSettings(settings))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  context.after(async () => {
    operatorLog.level = 'info'
    server.closeAllConnections()
    server.close()
    await corpus.close()
    process.stderr.write = write
  })
  const { port } = server.address() as { port: number }
  const logged = (msg: string) => lines.map((line) => JSON.parse(line)).filter((line) => line.msg === msg)
  return { port, corpus, logged, get: (path: string) => ask(port, { path }) }
}

test('a slow request is logged with its route and the lengths of its parameters, and not with its query', async (context) => {
  const { get, corpus, logged } = await served(context, { slowRequestMs: 50 })
  const search = corpus.search.bind(corpus)
  context.mock.method(corpus, 'search', async (request: Parameters<Corpus['search']>[0]) => {
    await sleep(80)
    return search(request)
  })
  await get('/laws')
  await get('/search?q=geheim&limit=5')
  const [line, ...more] = logged('slow request')
  assert.deepEqual(more, [])
  assert.deepEqual([line.level, line.method, line.route], ['warn', 'GET', '/search'])
  assert.deepEqual(line.lengths, { q: 6, limit: 1 })
  assert(line.duration_ms >= 50)
  assert(!JSON.stringify(line).includes('geheim'))
})

test('with ACCESS_LOG=full a slow request is logged with its URL, and with SLOW_REQUEST_MS=0 none is', async (context) => {
  const full = await served(context, { slowRequestMs: 1, accessLog: 'full' })
  context.mock.method(full.corpus, 'search', async () => {
    await sleep(20)
    throw new LegalTextError('not_found', 'nothing')
  })
  await full.get('/search?q=a')
  assert.equal(full.logged('slow request')[0].url, '/search?q=a')
  const off = await served(context, { slowRequestMs: 0 })
  context.mock.method(off.corpus, 'search', () => sleep(20).then(() => assert.fail()))
  await off.get('/search?q=a')
  assert.deepEqual(off.logged('slow request'), [])
})

test('malformed requests are logged once a reason, however many there are', async (context) => {
  const { port, get, logged } = await served(context, { maxHeaderBytes: 1024, maxUrlBytes: 64 })
  const send = (text: string) =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      socket.on('error', () => undefined).on('close', resolve)
      socket.resume()
    })
  const cases = ['GET / HTTP/9.9\r\n\r\n', `GET / HTTP/1.1\r\nA: ${'x'.repeat(4000)}\r\n\r\n`, '\0\0\0\r\n\r\n']
  for (let round = 0; round < 20; round++) await Promise.all(cases.map(send))
  for (let count = 0; count < 5; count++) await get(`/${'x'.repeat(100)}`)
  const reasons = logged('malformed request').map(({ reason }) => reason)
  assert.deepEqual(reasons.toSorted(), [
    ...['HPE_HEADER_OVERFLOW', 'HPE_INVALID_METHOD', 'HPE_INVALID_VERSION', 'payload_too_large'],
  ])
})

test('the reason of 503 is logged once, however many requests get it', async (context) => {
  const reason = 'the corpus of this test cannot be opened'
  const { get, logged } = await served(context, {}, () => new LegalTextError('not_ready', reason))
  for (const path of ['/ready', '/laws', '/laws']) assert.equal((await get(path)).status, 503)
  assert.deepEqual(
    logged(reason).map(({ level, code }) => [level, code]),
    [['error', 'no_corpus']],
  )
})

test('with LOG_LEVEL=debug each refused request is logged, without its query', async (context) => {
  const { get, logged } = await served(context, { logLevel: 'debug' })
  await get('/laws/nix?x=1')
  await until('it is logged', () => logged('refused').length === 1)
  const [{ path, status, reason }] = logged('refused')
  assert.deepEqual([path, status, reason], ['/laws/nix', 422, 'invalid_input'])
})

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openCorpus } from '../../src/dataset/open.ts'
import { createAccessLog } from '../../src/http/access-log.ts'
import { createApp } from '../../src/http/app.ts'
import { createHttpServer } from '../../src/http/http-server.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { readSettings } from '../../src/program/settings.ts'
import { ask, listen, type TestServer, wrapped } from './server.ts'

type Line = Record<string, unknown>

let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
})
after(() => corpus.close())

interface Logged {
  server: TestServer
  /** Closes the log and returns its content. */
  lines(): Promise<Line[]>
}

/** Serves the sample with an access log. */
async function logged(context: TestContext, settings: Partial<Parameters<typeof createAccessLog>[0]> = {}) {
  const { log, lines } = logFile(context, settings)
  const served = wrapped(corpus)
  const server = await listen(createApp({ corpus: () => served, observers: [log.observer] }).handler)
  context.after(server.close)
  return { server, lines } satisfies Logged
}

function logFile(context: TestContext, settings: Partial<Parameters<typeof createAccessLog>[0]> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'legal-text-log-'))
  const file = join(folder, 'log')
  const log = createAccessLog({ accessLog: 'on', trustedProxies: [], ...settings }, file)
  context.after(() => rmSync(folder, { recursive: true }))
  const lines = async () => {
    await log.close()
    return readLines(readFileSync(file, 'utf8'))
  }
  return { log, lines }
}

function readLines(text: string): Line[] {
  assert(text === '' || text.endsWith('\n'))
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
}

test('a request is a line, with neither query nor headers nor the address of the client', async (context) => {
  const { server, lines } = await logged(context)
  const headers = { Authorization: 'Bearer Geheimnis', Cookie: 'Geheimnis', 'User-Agent': 'Geheimnis' }
  const found = await server.ask({ path: '/search?q=Geheimnis', headers })
  const missing = await server.ask('/nowhere/Geheimnis')
  const all = await lines()
  const [line, none] = all as [Line, Line]
  assert.deepEqual(Object.keys(line), [
    ...['level', 'time', 'request_id', 'method', 'route', 'status', 'duration_ms', 'bytes', 'client'],
  ])
  assert.equal(line.level, 'info')
  assert.equal(new Date(line.time as string).toISOString(), line.time)
  assert.equal(line.request_id, found.headers['x-request-id'])
  assert.deepEqual([line.method, line.route, line.status], ['GET', '/search', 200])
  assert.match(String(line.duration_ms), /^\d+(\.\d{1,2})?$/)
  assert((line.bytes as number) > found.text.length)
  assert.equal(line.client, '127.0.0.0/24')
  assert.deepEqual([none.route, none.status], ['/{law}/{norm}', 404])
  assert.equal(none.request_id, missing.headers['x-request-id'])
  assert.notEqual(none.request_id, line.request_id)
  assert(!JSON.stringify(all).includes('Geheimnis'))
})

test('in full it has the URL and the address', async (context) => {
  const { server, lines } = await logged(context, { accessLog: 'full' })
  await server.ask('/search?q=Hafen&limit=1')
  const [line] = await lines()
  assert.deepEqual([line?.client, line?.url], ['127.0.0.1', '/search?q=Hafen&limit=1'])
})

test('behind a trusted proxy the client is the one that it names', async (context) => {
  const { server, lines } = await logged(context, { trustedProxies: ['127.0.0.1'] })
  for (const client of ['198.51.100.7', '2001:db8:1:2::3', '"}\\u0000']) {
    await server.ask({ path: '/health', headers: { 'X-Forwarded-For': client } })
  }
  assert.deepEqual(
    (await lines()).map(({ client }) => client),
    ['198.51.100.0/24', '2001:db8:1::/48', '127.0.0.0/24'],
  )
})

test('nothing that a client sends breaks a line or makes another', async (context) => {
  const { server, lines } = await logged(context, { accessLog: 'full' })
  const forged = '{"level":"info","status":200}'
  const paths = [`/a"},${forged}`, '/%0a%0d%00', `/a\\u0022\\`, `/search?q="}%0A${forged}`]
  const ids = ['a"b', 'a b', 'x'.repeat(65), '', '{}', 'ä', '\t']
  const requests = [
    ...paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
    ...ids.map((id) => `GET /health HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${id}\r\nConnection: close\r\n\r\n`),
    'GET /health HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\r\nX-Request-Id: b\r\nConnection: close\r\n\r\n',
    'M-SEARCH /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  ]
  for (const request of requests) {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(request, 'latin1'))
    socket.resume()
    await once(socket, 'close')
  }
  const all = await lines()
  assert.equal(all.length, requests.length)
  assert.deepEqual(
    all.slice(0, paths.length).map(({ url }) => url),
    paths,
  )
  for (const { request_id, level } of all) {
    assert.match(String(request_id), /^[\w-]{8}-\w+$/)
    assert.equal(level, 'info')
  }
})

test('the name that a client gives its request is kept where it is well-formed', async (context) => {
  const { server, lines } = await logged(context)
  const id = 'trace-7.A_b'
  const answer = await server.ask({ path: '/health', headers: { 'X-Request-Id': id } })
  assert.equal(answer.headers['x-request-id'], id)
  assert.equal((await lines())[0]?.request_id, id)
})

test('a request under way is logged before the log is closed; an answer that is broken off is marked', async (context) => {
  const { server, lines } = await logged(context)
  const socket = connect(server.port, '127.0.0.1')
  socket.write('POST /health HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999\r\n\r\n')
  await once(socket, 'data')
  const closing = lines()
  await sleep(20)
  socket.destroy()
  const [line] = await closing
  assert.deepEqual([line?.status, line?.complete], [413, false])
})

test('a request that is refused while it is sent is logged with that status', async (context) => {
  const { log, lines } = logFile(context)
  const app = createApp({ corpus: () => corpus, observers: [log.observer] })
  const server = createHttpServer(app, readSettings({}))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  context.after(() => server.close())
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').resume()
  socket.write('POST /health HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nno length\r\n')
  await once(socket, 'close')
  const [line] = await lines()
  assert.deepEqual([line?.status, line?.complete], [422, false])
})

test('an unexpected error is a line of its own, once, and leads to that of the request', async (context) => {
  const { server, lines } = await logged(context)
  const stderr = context.mock.method(process.stderr, 'write', () => true)
  context.mock.method(corpus, 'search', () => Promise.reject(new TypeError('broken', { cause: new Error('deep') })))
  const answer = await server.ask('/search?q=Geheimnis')
  context.mock.restoreAll()
  assert.equal(answer.status, 500)
  const [line] = await lines()
  const written = stderr.mock.calls.map(({ arguments: [text] }) => String(text))
  assert.equal(written.length, 1)
  const [error] = readLines(written[0] as string) as [Line & { err: Line }]
  assert.deepEqual(Object.keys(error), ['level', 'time', 'request_id', 'method', 'path', 'err'])
  assert.deepEqual([error.level, error.method, error.path], ['error', 'GET', '/search'])
  assert.deepEqual([error.err.type, error.err.message], ['TypeError', 'broken'])
  assert.match(String(error.err.stack), /^TypeError: broken\n +at .*access-log\.test\.ts.*deep/s)
  for (const id of [line?.request_id, answer.headers['x-request-id'], answer.body.request_id]) {
    assert.equal(id, error.request_id)
  }
  assert.equal(line?.status, 500)
  assert(!written[0]?.includes('Geheimnis'))
})

test('a log that cannot be written keeps nobody from being answered', { skip: !existsSync('/dev/full') }, async () => {
  const log = createAccessLog({ accessLog: 'on', trustedProxies: [] }, '/dev/full')
  const server = await listen(createApp({ corpus: () => corpus, observers: [log.observer] }).handler)
  for (let count = 0; count < 20; count++) assert.equal((await server.ask('/health')).status, 200)
  await server.close()
  await log.close()
})

/** A process that logs to its own stderr, and closes its log on SIGTERM. */
async function startProcess(context: TestContext): Promise<{ child: ChildProcess; port: number }> {
  const from = (name: string) => JSON.stringify(import.meta.resolve(`../../src/${name}.ts`))
  const code = `
    import { createServer } from 'node:http'
    import { LegalTextError } from ${from('util/errors')}
    import { createApp } from ${from('http/app')}
    import { openObservers } from ${from('http/http-server')}
    import { readSettings } from ${from('program/settings')}
    const settings = readSettings({ ACCESS_LOG: 'on' })
    const corpus = () => new LegalTextError('not_ready', 'None.')
    const { observers, close } = await openObservers(settings, corpus)
    const server = createServer(createApp({ corpus, settings, observers }).handler)
    server.listen(0, '127.0.0.1', () => process.stdout.write(String(server.address().port)))
    process.once('SIGTERM', () => server.close(close))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: ['ignore', 'pipe', 'pipe'] })
  context.after(() => child.kill('SIGKILL'))
  const [port] = await once(child.stdout, 'data')
  return { child, port: Number(port) }
}

test('the log is on stderr, nothing is on stdout, and no line is lost when the server ends', async (context) => {
  const { child, port } = await startProcess(context)
  let text = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  child.stdout?.on('data', (chunk) => assert.fail(String(chunk)))
  await Promise.all(Array.from({ length: 200 }, (_, index) => ask(port, { path: `/health?${index}` })))
  child.kill()
  const [code] = await once(child, 'close')
  assert.equal(code, 0)
  assert.equal(readLines(text).length, 200)
})

test('that nobody reads stderr any more is no reason to end', async (context) => {
  const { child, port } = await startProcess(context)
  child.stderr?.destroy()
  for (let count = 0; count < 20; count++) assert.equal((await ask(port, { path: '/health' })).status, 200)
  child.kill()
  assert.deepEqual(await once(child, 'exit'), [0, null])
})

test('a log that is open and that nobody reads does not keep the server from ending', async (context) => {
  const { child, port } = await startProcess(context)
  // More than a pipe and the buffers at both ends hold.
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  await Promise.all(Array.from({ length: 5000 }, () => ask(port, { path: '/health' }, agent)))
  agent.destroy()
  child.kill()
  assert.deepEqual(await once(child, 'exit'), [0, null])
})

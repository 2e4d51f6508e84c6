import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import type { RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openCorpus } from '../../src/dataset/open.ts'
import { createApp } from '../../src/http/app.ts'
import { openObservers } from '../../src/http/http-server.ts'
import { type FinishedRequest, type Observer, observe } from '../../src/http/observe.ts'
import { readSettings } from '../../src/program/settings.ts'
import { until } from '../until.ts'
import { ask, listen } from './server.ts'

/** An observer that records its calls. */
function keeper() {
  const begun: string[] = []
  const ended: (FinishedRequest & { url: string })[] = []
  const observer: Observer = ({ url = '' }) => {
    begun.push(url)
    return (finished) => ended.push({ ...finished, url })
  }
  return { begun, ended, observer }
}

/** A server with a given listener, observing every request. */
async function watched(context: TestContext, answer: RequestListener) {
  const kept = keeper()
  const server = await listen((request, response) => {
    if (request.url !== '/unwatched') observe(request, response, null, [kept.observer])
    answer(request, response)
  })
  context.after(server.close)
  return { ...kept, server }
}

/** Sends text over a new connection; `received` accumulates the answer. */
function send(port: number, text: string): { socket: Socket; received: () => string } {
  let received = ''
  const socket = connect(port, '127.0.0.1', () => socket.write(text))
  socket.setEncoding('latin1').on('data', (chunk) => {
    received += chunk
  })
  socket.on('error', () => undefined)
  return { socket, received: () => received }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

test('of every request it is told what it was answered with, and by which route', async (context) => {
  const corpus = await openCorpus({ dataset: 'starter' })
  const { ended, observer } = keeper()
  const server = await listen(createApp({ corpus: () => corpus, observers: [observer] }).handler)
  context.after(async () => {
    await server.close()
    await corpus.close()
  })
  const asked: [string, string, string | null, number][] = [
    ['GET', '/laws/msgb/norms/par:1?format=text', '/laws/{code}/norms/{norm}', 200],
    ['HEAD', '/laws/msgb', '/laws/{code}', 200],
    ['GET', '/laws/nix', '/laws/{code}', 404],
    ['POST', '/laws', '/laws', 405],
    ['OPTIONS', '/search', '/search', 204],
    ['GET', '/nowhere', '/{law}/{norm}', 404],
    ['GET', '/corpus/nowhere', null, 404],
    ['GET', '/assets/nowhere.js', '/assets/{file}', 404],
  ]
  for (const [method, path] of asked) await server.ask({ method, path })
  await until('all that ended is told', () => ended.length === asked.length)
  assert.deepEqual(
    ended.map(({ route, status, isComplete }) => [route, status, isComplete]),
    asked.map(([, , route, status]) => [route, status, true]),
  )
  assert(ended.every(({ milliseconds }) => milliseconds > 0 && milliseconds < 5000))
})

test('the bytes are those of each answer, also where requests are sent ahead', async (context) => {
  const sizes: Record<string, number> = { '/a': 10, '/b': 100_000, '/c': 1000, '/unwatched': 500 }
  const { ended, server } = await watched(context, async (request, response) => {
    const { url = '' } = request
    if (url === '/a') await sleep(20)
    response.end('x'.repeat(sizes[url] as number))
  })
  const sizeOf = async (path: string) => {
    const { socket, received } = send(server.port, get(path))
    await until('the answer is there', () => received().endsWith('x'.repeat(sizes[path] as number)))
    socket.destroy()
    return received().length
  }
  const expected = [await sizeOf('/a'), await sizeOf('/b'), await sizeOf('/c')]
  await until('all that ended is told', () => ended.length === 3)
  assert.deepEqual(
    ended.map(({ bytes }) => bytes),
    expected,
  )

  const ahead = send(server.port, get('/a') + get('/b') + get('/c'))
  await until('all that ended is told', () => ended.length === 6)
  assert.deepEqual(
    ended.slice(3).map(({ url, bytes, isComplete }) => [url, bytes, isComplete]),
    ['/a', '/b', '/c'].map((url, index) => [url, expected[index], true]),
  )
  ahead.socket.destroy()

  const mixed = send(server.port, get('/unwatched'))
  await until('the answer is there', () => mixed.received().endsWith('x'.repeat(500)))
  mixed.socket.write(get('/c'))
  await until('all that ended is told', () => ended.length === 7)
  assert.equal(ended[6]?.bytes, expected[2], 'what others answered is not counted')
  mixed.socket.destroy()
})

test('a client that goes away ends its requests, those that wait for others, too', async (context) => {
  const { begun, ended, server } = await watched(context, (request, response) => {
    if (request.url === '/begun') response.write('x')
    if (request.url === '/waiting') response.end('x')
  })
  const { socket, received } = send(server.port, get('/begun') + get('/waiting') + get('/untouched'))
  await until('the answer is there', () => begun.length === 3 && received() !== '')
  socket.destroy()
  await until('all that ended is told', () => ended.length === 3)
  assert.deepEqual(
    ended.map(({ url, status, isComplete }) => [url, status, isComplete]),
    [
      ['/begun', 200, false],
      ['/waiting', 200, false],
      ['/untouched', null, false],
    ],
  )
  assert(ended.every(({ bytes }) => Number.isInteger(bytes)))
  await sleep(20)
  assert.equal(ended.length, 3, 'each is told once')
})

test('an answer that the server breaks off, or a client does not read, is not complete', async (context) => {
  const large = Buffer.alloc(50_000_000)
  const { ended, server } = await watched(context, (request, response) => {
    response.write('x')
    if (request.url === '/large') response.end(large)
    else response.destroy()
  })
  await assert.rejects(ask(server.port, { path: '/broken' }))
  await until('all that ended is told', () => ended.length === 1)
  const { socket } = send(server.port, get('/large'))
  socket.once('data', () => socket.destroy())
  await until('all that ended is told', () => ended.length === 2)
  assert.deepEqual(
    ended.map(({ isComplete }) => isComplete),
    [false, false],
  )
})

test('a request whose connection is gone before it is watched has ended', async (context) => {
  const { observer, ended } = keeper()
  const server = await listen(async (request, response) => {
    await new Promise((resolve) => request.socket.once('close', resolve))
    await sleep(1)
    observe(request, response, '/late', [observer])
    response.end()
  })
  context.after(server.close)
  const { socket } = send(server.port, get('/late'))
  await sleep(20)
  socket.destroy()
  await until('all that ended is told', () => ended.length === 1)
  assert.deepEqual([ended[0]?.status, ended[0]?.isComplete], [null, false])
})

test('what is not asked for is neither there nor loaded', async () => {
  const none = await openObservers(readSettings({}), () => assert.fail())
  assert.deepEqual([none.observers, none.metrics], [[], undefined])
  await none.close()
  const code = `
    import { createRequire } from 'node:module'
    await import(${JSON.stringify(import.meta.resolve('../../src/index.ts'))})
    const { openObservers } = await import(${JSON.stringify(import.meta.resolve('../../src/http/http-server.ts'))})
    const { readSettings } = await import(${JSON.stringify(import.meta.resolve('../../src/program/settings.ts'))})
    const loaded = () => ['pino', 'prom-client'].map((name) =>
      Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes('/node_modules/' + name + '/')))
    const before = loaded()
    await openObservers(readSettings({ ACCESS_LOG: 'on', METRICS: 'true' }), () => undefined)
    console.log(JSON.stringify([before, loaded()]))`
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  assert.deepEqual(JSON.parse(output), [
    [false, false],
    [true, true],
  ])
})

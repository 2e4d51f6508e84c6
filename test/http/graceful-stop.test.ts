import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openCorpus } from '../../src/dataset/open.ts'
import { gracefulStop } from '../../src/http/graceful-stop.ts'
import { createAnsweringServer } from '../../src/http/http-server.ts'
import { listen } from '../../src/http/listen.ts'
import { RequestQueue } from '../../src/http/request-queue.ts'
import { completeSettings } from '../../src/program/settings.ts'
import { until } from '../until.ts'

/** @param seconds that idle connections stay open */
async function serve(listener: RequestListener, seconds = 60) {
  const queue = new RequestQueue()
  const server = createServer((request, response) => queue.add(request, response, listener))
  const stop = gracefulStop(server, queue, seconds)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { server, stop, open: () => connect(port, '127.0.0.1') }
}

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

/** The responses on a connection until the server closes it: body and `Connection` header of each. */
async function answersOn(socket: Socket): Promise<string[]> {
  const parts = (await text(socket)).split(/(?=HTTP\/1\.1 )/)
  return parts.map((part) => `${part.split('\r\n\r\n')[1]} ${/\r\nConnection: (\S+)/.exec(part)?.[1]}`)
}

async function ask(socket: Socket): Promise<string> {
  socket.write(REQUEST)
  return String((await once(socket, 'data'))[0])
}

test('with no time to wait, connections that are not used are closed at once; no new ones are taken', async () => {
  const { stop, open } = await serve((_request, response) => response.end('x'), 0)
  const [idle, silent] = [open(), open()]
  assert.match(await ask(idle), /\r\nConnection: keep-alive\r\n/)
  const closed = Promise.all([once(idle, 'close'), once(silent, 'close')])
  silent.destroy()
  await stop()
  await closed
  const late = open()
  await assert.rejects(once(late, 'connect'), { code: 'ECONNREFUSED' })
})

test('a request that comes over an idle connection is answered, and told that it is the last', async () => {
  const { server, stop, open } = await serve((_request, response) => response.end('x'))
  const [idle, silent] = [open(), open()]
  await once(silent, 'connect')
  await ask(idle)
  const stopped = stop()
  await until('it does not listen', () => !server.listening)
  for (const socket of [idle, silent]) {
    socket.write(REQUEST)
    assert.deepEqual(await answersOn(socket), ['x close'])
  }
  await stopped
})

test('connections that stay idle are closed after the time, also those on which nothing was ever sent', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const { server, stop, open } = await serve((_request, response) => response.end('x'), 7)
  const [idle, silent] = [open(), open()]
  await once(silent, 'connect')
  await ask(idle)
  let closed = 0
  const bothClosed = [idle, silent].map((socket) => once(socket, 'close').then(() => closed++))
  const stopped = stop()
  await until('it does not listen', () => !server.listening)
  await until('it waits', () => nextTurn(true))
  context.mock.timers.tick(6999)
  await nextTurn()
  assert.equal(closed, 0)
  context.mock.timers.tick(1)
  await Promise.all([...bothClosed, stopped])
})

test('connections that nobody has accepted yet are answered', async () => {
  const { stop, open } = await serve((_request, response) => response.end('x'))
  const waiting = Array.from({ length: 20 }, open)
  for (const socket of waiting) socket.write(REQUEST)
  // They connect in the next tick; the server accepts them in later turns.
  await new Promise(process.nextTick)
  const stopped = stop()
  for (const socket of waiting) assert.deepEqual(await answersOn(socket), ['x close'])
  await stopped
})

test('of pipelined requests, the last one is told that it is the last', async () => {
  const { server, stop, open } = await serve(({ url }, response) => response.end(url))
  const [together, apart] = [open(), open()]
  await Promise.all([ask(together), ask(apart)])
  const stopped = stop()
  await until('it does not listen', () => !server.listening)
  together.write(['/1', '/2', '/3'].map((path) => REQUEST.replace('/', path)).join(''))
  assert.deepEqual(await answersOn(together), ['/1 keep-alive', '/2 keep-alive', '/3 close'])
  apart.destroy()
  await stopped
})

test('of pipelined requests of which the first is being answered, too; and of one that comes later', async () => {
  const responses: ServerResponse[] = []
  const { server, stop, open } = await serve((_request, response) => responses.push(response))
  const [early, late] = [open(), open()]
  early.write(REQUEST.repeat(2))
  late.write(REQUEST)
  await until('the first are asked', () => responses.length === 2)
  const stopped = stop()
  await until('it does not listen', () => !server.listening)
  await nextTurn()
  late.write(REQUEST)
  await until('it has arrived', () => responses.every(({ socket }) => (socket?.bytesRead ?? 0) === 2 * REQUEST.length))
  for (const response of responses.splice(0)) response.end('first')
  await until('the second are asked', () => responses.length === 2)
  for (const response of responses) response.end('second')
  for (const socket of [early, late]) {
    assert.deepEqual(await answersOn(socket), ['first keep-alive', 'second close'])
  }
  await stopped
})

test('a large answer arrives whole, however slowly it is read', async () => {
  const body = Buffer.alloc(20_000_000, 'a')
  const { promise: answered, resolve } = Promise.withResolvers<void>()
  const { stop, open } = await serve((_request, response) => {
    response.end(body)
    resolve()
  }, 0)
  const slow = open().pause()
  slow.write(REQUEST)
  await answered
  const stopped = stop()
  const answer = await text(slow)
  assert.equal(answer.length - answer.indexOf('\r\n\r\n') - 4, body.length)
  await stopped
})

test('who asks again on an open connection is answered, and told that it is the last time', async () => {
  const waiting: ServerResponse[] = []
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  const { server, stop, open } = await serve((_request, response) => {
    if (waiting.push(response) === 1) resolve()
    else response.end('last')
  })
  const second = open()
  second.write(REQUEST.slice(0, 10))
  await once(second, 'connect')
  const first = open()
  first.write(REQUEST)
  await asked
  const stopped = stop()
  await until('it does not listen', () => !server.listening)
  second.write(REQUEST.slice(10))
  assert.match(await text(second), /\r\nConnection: close\r\n[\s\S]*last$/)
  waiting[0]?.end('first')
  assert.match(await text(first), /first$/)
  await stopped
})

test('ready answers, HEAD, 304, errors and streams say it, too; /ready says that the server is stopping', async () => {
  const corpus = await openCorpus({ dataset: 'starter' })
  const { server, close } = await createAnsweringServer(completeSettings({ drainSeconds: 60 }), () => corpus)
  await listen(server, '127.0.0.1', 0)
  const { port } = server.address() as AddressInfo
  const norm = '/laws/msgb/norms/par:13'
  const open = async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET ${norm} HTTP/1.1\r\nHost: x\r\n\r\n`)
    return { socket, tag: /ETag: (\S+)/.exec(String((await once(socket, 'data'))[0]))?.[1] as string }
  }
  const cases: [string, (tag: string) => string, RegExp][] = [
    [`GET ${norm}`, () => '', /^HTTP\/1\.1 200 [\s\S]*"par:13"/],
    [`HEAD ${norm}`, () => '', /^HTTP\/1\.1 200 [\s\S]*\r\n\r\n$/],
    [`GET ${norm}`, (tag) => `If-None-Match: ${tag}\r\n`, /^HTTP\/1\.1 304 /],
    ['GET /laws/nowhere', () => '', /^HTTP\/1\.1 404 /],
    ['GET /laws/msgb/norms', () => '', /^HTTP\/1\.1 200 [\s\S]*\r\n0\r\n\r\n$/],
    ['GET /health', () => '', /^HTTP\/1\.1 200 /],
    ['GET /ready', () => '', /^HTTP\/1\.1 503 [\s\S]*\{"error":"not_ready","message":"the server is stopping"\}$/],
  ]
  const clients = await Promise.all(cases.map(open))
  const closed = close()
  await until('it does not listen', () => !server.listening)
  for (const [index, [line, header, pattern]] of cases.entries()) {
    const { socket, tag } = clients[index] as Awaited<ReturnType<typeof open>>
    socket.write(`${line} HTTP/1.1\r\nHost: x\r\n${header(tag)}\r\n`)
    const answer = await text(socket)
    assert.match(answer, pattern)
    assert.match(answer, /\r\nConnection: close\r\n/, line)
  }
  await closed
  await corpus.close()
})

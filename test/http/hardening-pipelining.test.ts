/** Pipelined requests: answered in order, and only once their answers can be sent. */
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../src/http/app.ts'
import { createHttpServer } from '../../src/http/http-server.ts'
import { readSettings } from '../../src/program/settings.ts'
import { until } from '../until.ts'
import { type HardenedServer, open, parseAnswers, serveHardened } from './hardening-server.ts'

let server: HardenedServer
before(async () => {
  server = await serveHardened()
})
after(() => server.close())

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

/** A server that makes every answer with a function. @returns its port */
async function serveWith(context: TestContext, handler: App['handler']): Promise<number> {
  const one = createHttpServer({ handler } as App, readSettings({}))
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve))
  context.after(() => {
    one.closeAllConnections()
    one.close()
  })
  return (one.address() as AddressInfo).port
}

test('100 requests are answered in order', async () => {
  const law = JSON.parse((await server.exchange(get('/laws/msgb'), 1)).answers[0]?.text ?? '')
  const norms: string[] = Array.from({ length: 100 }, (_, index) => law.norms[index % law.norms.length].norm)
  const requests = norms.map((norm, index) => {
    if (index % 10 === 3) return get(`/laws/nix-${index}`)
    return get(`/laws/msgb/norms/${encodeURIComponent(norm)}`).replace('\r\n\r\n', '\r\nAccept-Encoding: gzip\r\n\r\n')
  })
  for (const parts of [[requests.join('')], requests, requests.join('').match(/.{1,1000}/gs) as string[]]) {
    const { socket, answered } = open(server.port)
    for (const part of parts) socket.write(part)
    const answers = await answered(100)
    socket.destroy()
    for (const [index, { status, headers, text }] of answers.entries()) {
      assert.equal(status, index % 10 === 3 ? 404 : 200)
      if (index % 10 === 3) assert.equal(JSON.parse(text).code, `nix-${index}`)
      else if (!headers.has('Content-Encoding')) assert.equal(JSON.parse(text).norm, norms[index])
    }
  }
})

test('up to 129 requests in one go are answered in order; with more, the connection is closed', async () => {
  const request = (index: number) => get(`/laws/msgb?${index}`)
  const { socket, answered } = open(server.port)
  socket.write(Array.from({ length: 129 }, (_, index) => request(index)).join(''))
  for (const [index, { text }] of (await answered(129)).entries()) assert(text.includes(`"${index}"`), text)
  socket.write(Array.from({ length: 129 }, (_, index) => request(index)).join(''))
  assert.equal((await answered(258)).length, 258, 'those before are answered')
  socket.destroy()
  const greedy = open(server.port)
  greedy.socket.write(Array.from({ length: 3000 }, (_, index) => request(index)).join(''))
  await greedy.closed
  assert(parseAnswers(greedy.received()).length <= 129)
  const { answers } = await server.exchange(get('/health'), 1)
  assert.equal(answers[0]?.status, 200)
})

test('answers that are ready leave the event loop to others', async (context) => {
  let [current, most] = [0, 0]
  let turn = setImmediate(() => undefined)
  const next = () => {
    current = 0
    turn = setImmediate(next)
  }
  next()
  context.after(() => clearImmediate(turn))
  const port = await serveWith(context, (_request, response) => {
    most = Math.max(most, ++current)
    const end = performance.now() + 1
    while (performance.now() < end);
    response.end('x')
  })
  const { socket, answered } = open(port)
  socket.write(get('/').repeat(100))
  await answered(100)
  socket.destroy()
  assert(most <= 5, `${most} answers in one turn`)
})

test('no answer is made before the one before it is taken', async (context) => {
  const body = Buffer.alloc(1_000_000)
  let [current, most, taken] = [0, 0, 0]
  const port = await serveWith(context, (_request, response) => {
    taken += 1
    most = Math.max(most, ++current)
    response.once('finish', () => {
      current -= 1
    })
    setImmediate(() => response.end(body))
  })
  const { socket } = open(port)
  socket.pause()
  socket.write(get('/').repeat(100))
  await until('some are taken', () => taken > 0)
  await sleep(400)
  assert.equal(most, 1)
  assert(taken > 0 && taken < 30, `${taken} are taken`)
  socket.destroy()
})

test('a client that goes away is not answered any more', async (context) => {
  let taken = 0
  const gone = Promise.withResolvers<void>()
  const port = await serveWith(context, (request, response) => {
    if (taken === 0) request.socket.once('close', gone.resolve)
    taken += 1
    setTimeout(() => response.end('x'), 20)
  })
  const { socket, received } = open(port)
  socket.write(get('/').repeat(100))
  await until('it is answered', () => received() !== '')
  socket.destroy()
  await gone.promise
  const before = taken
  await sleep(100)
  assert(before < 90 && taken === before, `${before}, then ${taken}`)
})

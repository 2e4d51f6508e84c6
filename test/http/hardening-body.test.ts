/** Unwanted bodies: their size limits, and that their content is never parsed as a request. */
import assert from 'node:assert/strict'
import { IncomingMessage } from 'node:http'
import { after, afterEach, before, test } from 'node:test'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import {
  assertError,
  assertRefused,
  type HardenedServer,
  open,
  parseAnswers,
  serveHardened,
} from './hardening-server.ts'

const LIMIT = 1000

let server: HardenedServer
before(async () => {
  server = await serveHardened({ maxRequestBodyBytes: LIMIT })
})
afterEach(() => server.assertAlive())
after(() => server.close())

const SMUGGLED = 'GET /ready HTTP/1.1\r\nHost: x\r\n\r\n'
const LAST = 'GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
const CHUNKED = 'Transfer-Encoding: chunked\r\n'

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
const head = (method: string, path: string, headers: string) =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`

/** Statuses of all answers to some bytes, until the connection is closed. */
async function statuses(sent: string): Promise<number[]> {
  const { answers, isClosed } = await server.exchange(sent)
  assert(isClosed)
  return answers.map(({ status }) => status)
}

test('a chunked body over the limit is 413 before its end, and nothing is read after it', async () => {
  for (const [method, path] of [
    ['POST', '/laws'],
    ['GET', '/health'],
    ['GET', '/nowhere'],
    ['GET', '/'],
    ['DELETE', '/laws/msgb'],
  ] as const) {
    const begun = `${head(method, path, CHUNKED)}${chunk('x'.repeat(600))}`
    const { socket, received, answered, closed } = open(server.port)
    socket.write(begun)
    // The server has read it by then; an answer with another status would come first.
    await server.assertAlive()
    socket.write(chunk('x'.repeat(401)))
    assertError((await answered(1))[0], 'payload_too_large')
    socket.end(`0\r\n\r\n${SMUGGLED}`)
    await closed
    assert.equal(parseAnswers(received()).length, 1)
  }
})

test('a chunked body over the limit in one piece, in large pieces, or in many small ones', async () => {
  const bodies = ['x'.repeat(LIMIT + 1), 'x'.repeat(500_000)].map(chunk)
  for (const body of [...bodies, chunk('x').repeat(LIMIT + 1), `${'0'.repeat(9)}3e9\r\n${'x'.repeat(LIMIT + 1)}\r\n`]) {
    const { socket, received, closed } = open(server.port)
    socket.end(`${head('POST', '/laws', CHUNKED)}${body}0\r\n\r\n${SMUGGLED}`)
    await closed
    assertRefused({ answers: parseAnswers(received()), isClosed: true }, 'payload_too_large')
  }
})

test('a chunked body in too many small chunks is 413, and the rest of it is not parsed', async (context) => {
  const generous = await serveHardened()
  context.after(() => generous.close())
  const push = context.mock.method(IncomingMessage.prototype, 'push')
  const count = 200_000
  for (const [method, path] of [
    ['POST', '/laws'],
    ['GET', '/health'],
    ['GET', '/nowhere'],
  ] as const) {
    push.mock.resetCalls()
    const { socket, answered, received, closed } = open(generous.port)
    socket.write(`${head(method, path, CHUNKED)}${chunk('x').repeat(count)}0\r\n\r\n${SMUGGLED}`)
    assert.match(assertError((await answered(1))[0], 'payload_too_large'), /too many small chunks/)
    socket.end()
    await closed
    assert.equal(parseAnswers(received()).length, 1)
    // The rest of the packet that exceeded the limit (up to 64 KB) is still parsed.
    assert(push.mock.callCount() < count / 8, `${push.mock.callCount()} chunks were parsed`)
  }
})

test('a body of many chunks is accepted if they are large', async (context) => {
  const generous = await serveHardened()
  context.after(() => generous.close())
  const body = chunk('x'.repeat(200)).repeat(5000)
  const { answers } = await generous.exchange(`${head('POST', '/laws', CHUNKED)}${body}0\r\n\r\n`, 1)
  assert.equal(answers[0]?.status, 405)
})

test('a body with its length that comes a byte at a time ends the connection, after the answer', async () => {
  const wide = await serveHardened()
  for (const [method, status] of [
    ['GET', 200],
    ['POST', 405],
  ] as const) {
    const { socket, answered } = open(wide.port)
    let isClosed = false
    socket.setNoDelay().once('close', () => {
      isClosed = true
    })
    socket.write(head(method, '/laws', 'Content-Length: 100000\r\n'))
    assert.equal((await answered(1))[0]?.status, status)
    let sent = 0
    for (; !isClosed && sent < 50_000; sent++) {
      socket.write('x')
      await setImmediate()
    }
    assert(isClosed, `${sent} bytes were read one by one`)
  }
  await wide.close()
})

test('a client that sends its whole body before it reads gets the 413', async () => {
  const { socket, received, closed } = open(server.port)
  socket.pause()
  await new Promise((resolve) =>
    socket.write(`${head('POST', '/laws', CHUNKED)}${chunk('x'.repeat(60_000)).repeat(100)}0\r\n\r\n`, resolve),
  )
  socket.resume().end()
  await closed
  assertError(parseAnswers(received())[0], 'payload_too_large')
})

test('a chunked body up to the limit is thrown away, and the connection kept', async () => {
  const bodies = [chunk('x'.repeat(LIMIT)), chunk('x').repeat(LIMIT), '', chunk(SMUGGLED), `4;a=b\r\nabcd\r\n`]
  for (const body of bodies) {
    for (const coding of [CHUNKED, 'TRANSFER-ENCODING:\tChunked \r\n']) {
      const sent = `${head('GET', '/laws', coding)}${body}0\r\nX: trailer\r\n\r\n${head('POST', '/laws', CHUNKED)}0\r\n\r\n${LAST}`
      assert.deepEqual(await statuses(sent), [200, 405, 200])
    }
  }
})

test('a body with its length is thrown away, whatever it holds and whenever it comes', async () => {
  const body = SMUGGLED.repeat(10)
  const announced = `Content-Length: ${body.length}\r\n`
  const requests = [
    ['GET', '/laws', 200],
    ['POST', '/laws', 405],
    ['GET', '/nowhere', 404],
    ['GET', '/search', 422],
    ['OPTIONS', '/laws', 204],
    ['HEAD', '/laws', 200],
    ['GET', '/', 200],
  ] as const
  for (const [method, path, status] of requests) {
    const sent = head(method, path, announced)
    if (method !== 'HEAD') assert.deepEqual(await statuses(sent + body + LAST), [status, 200], `${method} ${path}`)
    const { socket, received, closed } = open(server.port)
    for (const part of [sent, body.slice(0, 10), body.slice(10, 50), body.slice(50), LAST]) {
      socket.write(part)
      await sleep(10)
    }
    await closed
    const answered = received().match(/HTTP\/1\.1 \d{3}/g)
    assert.deepEqual(answered, [`HTTP/1.1 ${status}`, 'HTTP/1.1 200'], `${method} ${path}`)
  }
})

test('a client that asks before it sends is answered at once, and its connection is not used again', async () => {
  for (const headers of ['Expect: 100-continue\r\n', 'Expect: 100-Continue\r\n', 'Expect: something\r\n']) {
    for (const framing of [`Content-Length: ${SMUGGLED.length}\r\n`, CHUNKED]) {
      for (const [method, path, status] of [
        ['POST', '/laws', 405],
        ['GET', '/laws', 200],
        ['PUT', '/nowhere', 404],
      ] as const) {
        const asked = head(method, path, headers + framing)
        // The body comes at once, is missing, or is another request.
        for (const rest of [SMUGGLED, '', chunk(SMUGGLED), `0\r\n\r\n${SMUGGLED}`]) {
          const { answers, isClosed } = await server.exchange(asked + rest)
          assert.deepEqual([answers.length, isClosed], [1, true], asked)
          const isMalformed = framing === CHUNKED && rest === SMUGGLED
          assert(answers[0]?.status === status || (isMalformed && answers[0]?.status === 422), asked)
        }
      }
    }
    const enormous = head('POST', '/laws', `${headers}Content-Length: ${LIMIT + 1}\r\n`)
    const { socket, answered } = open(server.port)
    socket.write(enormous)
    assertError((await answered(1))[0], 'payload_too_large')
    socket.destroy()
  }
  assert.deepEqual(await statuses(head('GET', '/health', 'Expect: 100-continue\r\n') + LAST), [200])
})

test('a client that goes away in its body is forgotten', async (context) => {
  const log = context.mock.method(process.stderr, 'write', () => true)
  for (const framing of [
    `Content-Length: 100\r\n\r\nabc`,
    `${CHUNKED}\r\n5\r\nab`,
    `${CHUNKED}\r\n`,
    `${CHUNKED}\r\n1\r\na\r\n`,
  ]) {
    for (const leave of ['destroy', 'resetAndDestroy'] as const) {
      const { socket, closed } = open(server.port)
      socket.write(`POST /laws HTTP/1.1\r\nHost: x\r\n${framing}`)
      await sleep(20)
      socket[leave]()
      await closed
    }
    const { socket, received, closed } = open(server.port)
    socket.end(`POST /laws HTTP/1.1\r\nHost: x\r\n${framing}`)
    await closed
    const answers = parseAnswers(received())
    assert.equal(answers.length, 1)
    assert([405, 422].includes(answers[0]?.status ?? 0))
  }
  assert.equal(log.mock.callCount(), 0)
})

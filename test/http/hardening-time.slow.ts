/** Slow clients, and clients that send or request too much. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Settings } from '../../src/program/settings.ts'
import { until } from '../until.ts'
import {
  assertError,
  assertHarmless,
  type HardenedServer,
  open,
  parseAnswers,
  serveHardened,
} from './hardening-server.ts'

/** More answers than the system buffers for a connection. */
const many = 120

const HEALTH = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n'
/** Its answer has more than 100 KB. */
const DOCUMENT = 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'
const POST = 'POST /laws HTTP/1.1\r\nHost: x\r\n'

const SECOND: Partial<Settings> = { headerTimeoutSeconds: 1, requestTimeoutSeconds: 2, keepAliveSeconds: 1 }

const servers: HardenedServer[] = []
async function serve(settings: Partial<Settings>): Promise<HardenedServer> {
  const server = await serveHardened(settings)
  servers.push(server)
  return server
}
after(async () => {
  for (const server of servers) await server.close()
})

interface Ended {
  text: string
  seconds: number
}

/** Sends one part at once and the rest at intervals, and reads until the connection is closed. */
async function send(server: HardenedServer, first: string, others: Iterable<string>, interval = 100): Promise<Ended> {
  const begin = performance.now()
  const { socket, received, closed } = open(server.port)
  socket.write(first)
  const parts = others[Symbol.iterator]()
  const timer = setInterval(() => {
    const { value, done } = parts.next()
    if (!done && socket.writable) socket.write(value)
  }, interval)
  await closed
  clearInterval(timer)
  await server.assertAlive()
  return { text: received(), seconds: (performance.now() - begin) / 1000 }
}

/** Tolerance for busy machines, in seconds: below the default limits on heads and requests. */
const LATE = 9

function assertSeconds({ seconds }: Pick<Ended, 'seconds'>, limit: number): void {
  assert(seconds > limit - 0.1 && seconds < limit + LATE, `closed after ${seconds} s, not ${limit}`)
}

describe('limits are kept', { concurrency: true }, async () => {
  const server = await serve(SECOND)

  test('a head that comes slowly', async () => {
    const ended = await send(server, 'GET /laws HTTP/1.1\r\n', 'X: slowly-but-for-ever'.repeat(5), 50)
    assertSeconds(ended, 1)
    assertError(parseAnswers(ended.text)[0], 'invalid_input')
  })

  test('headers that come for ever', async () => {
    assertSeconds(await send(server, 'GET /laws HTTP/1.1\r\n', Array(100).fill('X: y\r\n')), 1)
  })

  test('a first line of which nothing more comes', async () => assertSeconds(await send(server, 'G', []), 1))

  test('nothing at all', async () => {
    const ended = await send(server, '', [])
    assertSeconds(ended, 1)
    assert.equal(ended.text, '')
  })

  test('the head of a second request that comes slowly', async () => {
    const ended = await send(server, `${HEALTH}GET`, ' /laws HTTP/1.1'.repeat(10))
    assertSeconds(ended, 1)
    const answers = parseAnswers(ended.text)
    assert.equal(answers[0]?.status, 200)
    assertError(answers[1], 'invalid_input')
  })

  test('a body that comes slowly, after the answer', async () => {
    const ended = await send(server, `${POST}Content-Length: 1000\r\n\r\n`, 'x'.repeat(100))
    assertSeconds(ended, 2)
    assert.deepEqual(
      parseAnswers(ended.text).map(({ status }) => status),
      [405],
    )
  })

  test('a chunked body that comes slowly', async () => {
    const ended = await send(server, `${POST}Transfer-Encoding: chunked\r\n\r\n`, Array(100).fill('1\r\nx\r\n'))
    assertSeconds(ended, 2)
    const answers = parseAnswers(ended.text)
    assert.equal(answers.length, 1)
    assertError(answers[0], 'invalid_input')
  })

  test('a connection that is kept and not used', async () => {
    const ended = await send(server, HEALTH, [])
    assertSeconds(ended, 1)
    const answers = parseAnswers(ended.text)
    assert.equal(answers.length, 1)
    assert.equal(answers[0]?.headers.get('Keep-Alive'), 'timeout=1')
  })

  test('a connection that is used all the time is kept', async () => {
    const patient = await serve({ keepAliveSeconds: 3 })
    const ended = await send(patient, HEALTH, Array(15).fill(HEALTH), 300)
    assert.equal(parseAnswers(ended.text).length, 16)
  })

  test('a head may not take longer than a request may', async () => {
    const strict = await serve({ headerTimeoutSeconds: 60, requestTimeoutSeconds: 1 })
    assertSeconds(await send(strict, 'GET /laws HTTP/1.1\r\n', []), 1)
  })

  test('a client that does not read is left when nothing has moved for the time of the setting', async () => {
    const server = await serve({ idleTimeoutSeconds: 1 })
    const { socket, received, closed } = open(server.port)
    socket.pause()
    socket.write(DOCUMENT.repeat(many))
    const begin = performance.now()
    await until('it is there', async () => (await server.connections()) === 1)
    await until('it is left', async () => (await server.connections()) === 0)
    assertSeconds({ seconds: (performance.now() - begin) / 1000 }, 1)
    await server.assertAlive()
    socket.resume()
    await closed
    const answers = parseAnswers(received())
    assert(answers.length > 0 && answers.length < many, `${answers.length} answers`)
  })

  test('a client that reads slowly is waited for as long as something moves', async () => {
    // The server shares its process with these tests: a stall of the process must not count as one of the client.
    const server = await serve({ idleTimeoutSeconds: 4 })
    const { socket, received, closed } = open(server.port)
    socket.write(DOCUMENT.repeat(many))
    const interval = 250
    for (let waited = 0; waited < 8000; waited += interval) {
      socket.pause()
      await sleep(interval)
      socket.resume()
      await new Promise((resolve) => socket.once('data', resolve))
    }
    socket.resume().write('GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    await closed
    const answers = parseAnswers(received())
    assert.equal(answers.length, many + 1)
    assert(answers.every(({ status }) => status === 200))
  })

  test('at the limit, connections whose clients do not read make room within seconds', async () => {
    const server = await serve({ maxConnections: 3 })
    const unread = [open(server.port), open(server.port), open(server.port)]
    for (const { socket, answered } of unread) {
      socket.write(DOCUMENT.repeat(many))
      await answered(1)
      socket.pause()
    }
    const isAnswered = async () => {
      const { socket, received, closed } = open(server.port, '127.0.0.2')
      socket.write(HEALTH.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
      await closed
      return received() !== ''
    }
    assert(!(await isAnswered()))
    const begin = performance.now()
    await until('there is room', isAnswered)
    const seconds = (performance.now() - begin) / 1000
    assert(seconds < 10 + LATE, `${seconds} s`)
    for (const { socket } of unread) socket.destroy()
  })

  test('of a body that is far too large, 16 MiB are dropped, and no more read', async () => {
    const server = await serve({})
    const { socket, received, closed } = open(server.port)
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
    socket.write(`${POST}Transfer-Encoding: chunked\r\n\r\n`)
    let sent = 0
    const send = () => {
      while (socket.writable && sent < 4000) {
        sent += 1
        if (!socket.write(chunk)) return
      }
    }
    socket.on('drain', send)
    send()
    await closed
    assertError(parseAnswers(received())[0], 'payload_too_large')
    // The system buffers a few MiB more.
    assert(sent * 65_536 < 40 * 1024 * 1024, `${sent} chunks of 64 KiB were sent`)
  })

  test('connections that send what is refused do not stay', async () => {
    const server = await serve({})
    for (const sent of [
      'NONSENSE\r\n\r\n',
      `${POST}Content-Length: -1\r\n\r\n`,
      `${POST}Content-Length: 9999999\r\n\r\n`,
    ]) {
      const ended = await send(server, sent, Array(100).fill('x'.repeat(1000)), 20)
      assert(ended.seconds < LATE, `${ended.seconds} s`)
      const answers = parseAnswers(ended.text)
      assert.equal(answers.length, 1)
      assertHarmless(answers[0] as NonNullable<(typeof answers)[0]>)
    }
    await until('none is left', async () => (await server.connections()) === 0)
  })
})

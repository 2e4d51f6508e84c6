/** A server with limits, as exposed to the internet, and clients that write raw bytes to its port. */
import assert from 'node:assert/strict'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect, promisify } from 'node:util'
import { openCorpus } from '../../src/dataset/open.ts'
import { createApp } from '../../src/http/app.ts'
import { createHttpServer } from '../../src/http/http-server.ts'
import { readSettings, type Settings } from '../../src/program/settings.ts'
import { ERROR_KINDS, type ErrorKind } from '../../src/util/errors.ts'

export interface HardenedServer {
  port: number
  /** Sends bytes and reads until the connection is closed, or until the expected number of answers. */
  exchange(sent: string | Buffer, answers?: number): Promise<Exchange>
  /** Number of open connections. */
  connections(): Promise<number>
  /** Fails unless the server answers a plain request. */
  assertAlive(): Promise<void>
  close(): Promise<void>
}

export interface Exchange {
  answers: RawAnswer[]
  isClosed: boolean
}

export interface RawAnswer {
  status: number
  headers: Map<string, string>
  text: string
}

/** Serves the starter dataset. */
export async function serveHardened(given: Partial<Settings> = {}): Promise<HardenedServer> {
  const corpus = await openCorpus({ dataset: 'starter' })
  const settings = { ...readSettings({}), ...given }
  const server = createHttpServer(createApp({ corpus: () => corpus, settings }), settings)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    exchange: (sent, answers) => exchange(port, sent, answers),
    connections: () => promisify(server.getConnections).call(server) as Promise<number>,
    async assertAlive() {
      const { answers } = await exchange(port, 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n', 1)
      assert.equal(answers[0]?.text, '{"status":"ok"}')
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await corpus.close()
    },
  }
}

/** Time limit for expected events, in milliseconds. */
const PATIENCE = 30_000

function exchange(port: number, sent: string | Buffer, expected = Number.POSITIVE_INFINITY): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    const settle = (isClosed: boolean) => {
      clearTimeout(patience)
      socket.destroy()
      resolve({ answers: parseAnswers(received), isClosed })
    }
    const patience = setTimeout(() => {
      socket.destroy()
      reject(new Error(`still open after ${PATIENCE} ms, with ${JSON.stringify(received.slice(0, 500))}`))
    }, PATIENCE)
    socket.setEncoding('latin1').on('data', (chunk) => {
      received += chunk
      if (parseAnswers(received).length >= expected) settle(false)
    })
    socket.on('error', () => undefined).on('close', () => settle(true))
    socket.write(sent)
  })
}

export interface OpenConnection {
  socket: Socket
  received(): string
  /** The answers so far, once there are `count`. */
  answered(count: number): Promise<RawAnswer[]>
  closed: Promise<void>
}

/** Connects and collects the answers. @param localAddress of the client: each address of 127.0.0.0/8 is a separate client (Linux) */
export function open(port: number, localAddress = '127.0.0.1'): OpenConnection {
  const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined)
  let received = ''
  socket.setEncoding('latin1').on('data', (chunk) => {
    received += chunk
  })
  return {
    socket,
    received: () => received,
    async answered(count) {
      for (const end = performance.now() + PATIENCE; performance.now() < end; await sleep(10)) {
        const answers = parseAnswers(received)
        if (answers.length >= count) return answers
      }
      throw new Error(`not ${count} answers: ${JSON.stringify(received.slice(0, 500))}`)
    },
    closed: new Promise((resolve) => socket.once('close', () => resolve())),
  }
}

/** The answers received, all complete except possibly the last. */
export function parseAnswers(received: string): RawAnswer[] {
  const answers: RawAnswer[] = []
  for (let rest = received; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) break
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) [\w ']+$/.exec(first)?.[1])
    assert(status >= 100, `no status line: ${first}`)
    const headers = new Map(lines.map((line) => line.split(': ', 2) as [string, string]))
    const length = Number(headers.get('Content-Length') ?? 0)
    const body = rest.slice(end + 4, end + 4 + length)
    if (body.length < length) break
    answers.push({ status, headers, text: Buffer.from(body, 'latin1').toString() })
    rest = rest.slice(end + 4 + length)
  }
  return answers
}

/** Fails unless everything was refused with a single answer in our form, and the connection closed. @returns the message */
export function assertRefused({ answers, isClosed }: Exchange, kind: ErrorKind, what = ''): string {
  assert.equal(answers.length, 1, `${what}: ${JSON.stringify(answers)}`)
  assert(isClosed, `${what} is closed`)
  const [answer] = answers as [RawAnswer]
  assert.equal(answer.headers.get('Connection'), 'close', what)
  return assertError(answer, kind, what)
}

/** Fails unless each of several is refused, as {@link assertRefused}. */
export async function assertAllRefused(
  server: HardenedServer,
  sent: (string | Buffer)[],
  kind: ErrorKind,
): Promise<void> {
  const exchanges = sent.map(async (one) =>
    assertRefused(await server.exchange(one), kind, inspect(String(one).slice(0, 200))),
  )
  await Promise.all(exchanges)
}

/** Fails unless an answer is an error in our form. @returns the message */
export function assertError(answer: RawAnswer | undefined, kind: ErrorKind, what = ''): string {
  assert(answer, what)
  assertHarmless(answer)
  assert.equal(answer.headers.get('Content-Type'), 'application/json; charset=utf-8', what)
  assert.equal(answer.headers.get('Cache-Control'), 'no-store', what)
  const body = JSON.parse(answer.text)
  assert.equal(body.error, kind, `${what}: ${answer.text}`)
  assert.equal(answer.status, ERROR_KINDS[kind].status, what)
  return body.message
}

/** Fails if an answer names its server software or allows content sniffing. */
export function assertHarmless({ headers }: RawAnswer): void {
  assert.equal(headers.get('X-Content-Type-Options'), 'nosniff')
  for (const name of headers.keys()) assert.doesNotMatch(name, /^(server|x-powered-by|via)$/i)
}

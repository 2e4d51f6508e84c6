/**
 * Cost of greedy clients on 127.0.0.1 to a polite one on 127.0.0.2 (Linux): unread whole laws, idle connections, bodies of tiny
 * chunks. `npm run build` first.
 *
 *   node bench/greedy-clients.ts --dataset FILE [--law bgb]
 */
import { get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { assetPath } from '../src/program/package.ts'
import { ownMemory, processorTime, type ServerProcess, startServer } from './server-process.ts'

const { values } = parseArgs({
  options: { dataset: { type: 'string', default: '' }, law: { type: 'string', default: 'bgb' } },
})
const STREAMS = 32
const CONNECTIONS = 1000
const UPLOADS = 8
const CHUNKS = 1_000_000
/** Time limit for retries of the polite client, in milliseconds. */
const PATIENCE = 20_000

const whole = `/laws/${values.law}/norms`
const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

await measure('unread whole laws', async (server, opened) => {
  console.log(`  a whole law ${await until(server, whole)}`)
  for (let count = 0; count < STREAMS; count++) opened.push(send(server, request(whole)).pause())
  await untilQuiet(server)
  console.log(
    `  ${STREAMS} unread: ${ownMemory(server)} MiB; a whole law for another client ${await until(server, whole)}`,
  )
})

await measure('idle connections', async (server, opened) => {
  for (let count = 0; count < CONNECTIONS; count++) opened.push(send(server, count % 2 === 0 ? '' : 'GET / HT'))
  await wait(1000)
  console.log(`  ${CONNECTIONS} open: /health for another client ${await until(server, '/health')}`)
})

await measure('tiny chunks', async (server, opened) => {
  const head = 'POST /laws HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
  const upload = Buffer.from(`${head}${'1\r\nx\r\n'.repeat(CHUNKS)}0\r\n\r\n`)
  const before = processorTime(server)
  const uploads = Array.from({ length: UPLOADS }, async () => {
    const socket = send(server, upload)
    opened.push(socket)
    return new Promise((resolve) => socket.once('data', (data) => resolve(String(data).slice(9, 12))))
  })
  let isDone = false
  const answers = Promise.all(uploads).finally(() => {
    isDone = true
  })
  let longest = 0
  while (!isDone) {
    const begin = performance.now()
    await ask(server, '/health')
    longest = Math.max(longest, performance.now() - begin)
    await wait(5)
  }
  await wait(1500)
  const cost = (processorTime(server) - before).toFixed(2)
  console.log(`  ${UPLOADS} uploads of ${CHUNKS} chunks: ${await answers}; ${cost} s of processor time,`)
  console.log(`  /health for another client in at most ${longest.toFixed(0)} ms`)
})

async function measure(name: string, run: (server: ServerProcess, opened: Socket[]) => Promise<void>): Promise<void> {
  console.log(name)
  const flags = ['--host', '127.0.0.1', '--port', '0', '--strict', '--dataset', values.dataset]
  const server = await startServer([assetPath('server.js'), ...flags])
  const opened: Socket[] = []
  try {
    await run(server, opened)
  } finally {
    for (const socket of opened) socket.destroy()
    server.child.kill()
  }
}

function portOf({ url }: ServerProcess): number {
  return Number(new URL(url).port)
}

/** Sends bytes from the greedy client. */
function send(server: ServerProcess, bytes: string | Buffer): Socket {
  const socket = connect({ host: '127.0.0.1', port: portOf(server), localAddress: '127.0.0.1' })
  socket.on('error', () => undefined).write(bytes)
  return socket
}

/** Requests as the polite client. Resolves with the status once the body has been read; with 0 without an answer. */
function ask(server: ServerProcess, path: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const to = { host: '127.0.0.1', port: portOf(server), path, localAddress: '127.0.0.2', agent: false } as const
  const asked = get(to, (response) => {
    response
      .on('end', () => resolve(response.statusCode ?? 0))
      .on('error', () => resolve(0))
      .resume()
  })
  asked.on('error', () => resolve(0))
  return promise
}

/** Waits until the server is idle: until the system has accepted all that it can. */
async function untilQuiet(server: ServerProcess): Promise<void> {
  let before = -1
  for (let now = 0; now !== before; ) {
    before = now
    await wait(500)
    now = processorTime(server)
  }
}

/** Retries until the answer is 200. @returns how long that took */
async function until(server: ServerProcess, path: string): Promise<string> {
  const begin = performance.now()
  for (let tries = 1; performance.now() - begin < PATIENCE; tries++) {
    if ((await ask(server, path)) === 200) return `after ${(performance.now() - begin).toFixed(0)} ms (tries: ${tries})`
    await wait(100)
  }
  return `not within ${PATIENCE / 1000} s`
}

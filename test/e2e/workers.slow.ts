import assert from 'node:assert/strict'
import { once } from 'node:events'
import { copyFileSync, readdirSync, readFileSync, readlinkSync, renameSync, writeFileSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { bundleOf, temporaryFolder } from '../dataset/starter-bundles.ts'
import { ask } from '../http/server.ts'
import { until } from '../until.ts'
import { SERVER } from './program.ts'
import { LISTENING, type ServerProgram, startServerProgram } from './server-program.ts'

const folder = temporaryFolder()
const one = await bundleOf(folder, 'one', ['msgb'])
const two = await bundleOf(folder, 'two', ['msgb', 'msverf'])
const NORM = '/laws/msgb/norms/par%3A1'

function start(dataset: string, settings: Record<string, string> = {}): ServerProgram {
  const given = { HOST: '127.0.0.1', PORT: '0', DATASET_PATH: dataset, ...settings }
  return startServerProgram(SERVER, ['--workers', '2'], given)
}

interface Ready {
  laws: number
  replacement_failure: { reason: string } | null
}

const portOf = async (program: ServerProgram) => Number(await program.says(LISTENING))

async function end({ child, exit }: ServerProgram): Promise<void> {
  child.kill('SIGTERM')
  assert.deepEqual(await exit, { code: 0, signal: null })
}

/** Child processes of a process. */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      // The state and the parent follow the name, which may contain anything. State `Z` has ended.
      const [state, owner] = (read(`/proc/${pid}/stat`).split(') ').pop() ?? '').split(' ')
      return Number(owner) === parent && state !== 'Z'
    })
}

const isAlive = (pid: number) => !/^(?:|.*\) Z .*)$/s.test(read(`/proc/${pid}/stat`))

/** A file of /proc; empty if the process has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Number of connections to a port that a process has open. */
function connectionsOf(pid: number, port: number): number {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const inodes = read('/proc/net/tcp')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, address = '', , state]) => address.endsWith(local) && state === '01')
    .map((fields) => `socket:[${fields[9]}]`)
  const files = `/proc/${pid}/fd`
  return readdirSync(files).filter((name) => {
    try {
      return inodes.includes(readlinkSync(join(files, name)))
    } catch {
      return false
    }
  }).length
}

async function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** A client on one kept connection, which talks to a single worker. */
class Client {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #port: number

  constructor(port: number) {
    this.#port = port
  }

  ask(path: string): Promise<{ status: number | undefined; body: ReturnType<typeof JSON.parse> }> {
    return new Promise((resolve, reject) => {
      const asked = request({ agent: this.#agent, host: '127.0.0.1', port: this.#port, path }, async (response) => {
        resolve({ status: response.statusCode, body: JSON.parse(await text(response)) })
      })
      asked.on('error', reject).end()
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

/** Clients spread over both workers. */
async function clientsOf(port: number, pid: number): Promise<Client[]> {
  const clients = Array.from({ length: 4 }, () => new Client(port))
  await Promise.all(clients.map((client) => client.ask('/health')))
  const workers = childrenOf(pid)
  assert.equal(workers.length, 2)
  for (const worker of workers) assert(connectionsOf(worker, port) > 0, 'every worker answers')
  return clients
}

test('while there is no corpus, every worker says why; then both serve it', async () => {
  const file = join(folder, 'late.sqlite')
  const program = start(file)
  const port = await portOf(program)
  await program.says(/^Not ready: .*late\.sqlite/m)
  const clients = await clientsOf(port, program.child.pid as number)
  const askAll = (path: string) => Promise.all(clients.map((client) => client.ask(path)))
  for (const path of ['/ready', NORM]) {
    for (const { status, body } of await askAll(path)) {
      assert.deepEqual([status, body.error], [503, 'not_ready'])
      assert.match(body.message, /late\.sqlite: there is no such file/)
    }
  }
  copyFileSync(one, file)
  program.child.kill('SIGHUP')
  await until('all are ready', async () => (await askAll('/ready')).every(({ status }) => status === 200))
  for (const client of clients) client.close()
  await end(program)
})

test('another dataset reaches both workers, and no request fails meanwhile; nor where it is damaged', async () => {
  const file = join(folder, 'changing.sqlite')
  copyFileSync(one, file)
  const program = start(file, { STRICT_STARTUP: 'true' })
  const port = await portOf(program)
  const clients = await clientsOf(port, program.child.pid as number)
  const areReady = async (test: (body: Ready) => boolean) => {
    const answers = await Promise.all(clients.map((client) => client.ask('/ready')))
    return answers.every(({ body }) => test(body))
  }
  assert(await areReady(({ laws }) => laws === 1))

  let stop = false
  const statuses = new Set<number | undefined>()
  const load = clients.map(async (client) => {
    while (!stop) statuses.add((await client.ask(NORM)).status)
  })
  copyFileSync(two, `${file}.new`)
  renameSync(`${file}.new`, file)
  program.child.kill('SIGHUP')
  await until('both serve the new one', () => areReady(({ laws }) => laws === 2))
  copyFileSync(import.meta.filename, file)
  program.child.kill('SIGHUP')
  await until('both tell the failure', () =>
    areReady(({ replacement_failure }) => /changing\.sqlite/.test(replacement_failure?.reason ?? '')),
  )
  stop = true
  await Promise.all(load)
  assert.deepEqual([...statuses], [200])
  for (const client of clients) client.close()
  await end(program)
})

test('a worker that dies is replaced while the other serves; where all die, the port stays the same; all end with the primary', async () => {
  const program = start(one)
  const pid = program.child.pid as number
  const port = await portOf(program)
  await until('it is ready', async () => (await ask(port, { path: '/ready' })).status === 200)
  const [first = 0, second = 0] = childrenOf(pid)
  process.kill(first, 'SIGKILL')
  await program.says(/^A worker ended unexpectedly \(SIGKILL\); another takes its place$/m)
  for (let asked = 0; asked < 4; asked++) assert.equal((await ask(port, { path: NORM })).status, 200)
  const areBack = () => {
    const workers = childrenOf(pid)
    return workers.length === 2 && !workers.includes(first)
  }
  await until('there are two again', areBack)

  for (const worker of childrenOf(pid)) process.kill(worker, 'SIGKILL')
  // No connection is refused: it waits for the next workers.
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(port, { path: '/health' })))
  assert(answers.every(({ status }) => status === 200))
  await until('they are replaced', () => areBack() && !childrenOf(pid).includes(second))
  assert.equal(program.stderr().match(/^A worker ended/gm)?.length, 3, program.stderr())
  const workers = childrenOf(pid)
  program.child.kill('SIGKILL')
  await once(program.child, 'exit')
  await until('they have ended', () => !workers.some(isAlive))
})

test('a worker that dies takes no connection with it that it has not read from', async () => {
  const program = start(one)
  const port = await portOf(program)
  await until('it is ready', async () => (await ask(port, { path: '/ready' })).status === 200)
  const [first = 0] = childrenOf(program.child.pid as number)
  process.kill(first, 'SIGSTOP')
  // One of them goes to the worker that does not accept it; the other worker takes the rest.
  let answered = 0
  const asked = Array.from({ length: 10 }, async () => {
    assert.equal((await ask(port, { path: NORM })).status, 200)
    answered++
  })
  await until('all others are answered', () => answered === 9)
  process.kill(first, 'SIGKILL')
  await Promise.all(asked)
  await end(program)
})

test('a request on a kept connection after the signal is answered, by each worker', async () => {
  const program = start(one, { DRAIN_SECONDS: '60' })
  const port = await portOf(program)
  await until('it is ready', async () => (await ask(port, { path: '/ready' })).status === 200)
  const sockets = Array.from({ length: 4 }, () => connect(port, '127.0.0.1'))
  const request = `GET ${NORM} HTTP/1.1\r\nHost: x\r\n\r\n`
  for (const socket of sockets) {
    socket.write(request)
    await once(socket, 'data')
  }
  program.child.kill('SIGTERM')
  await until('nobody listens', async () => !(await canConnect(port)))
  // The workers learn of it a moment later; until then a connection stays open for further requests.
  for (const socket of sockets) {
    for (let answer = ''; !/\r\nConnection: close\r\n/.test(answer); ) {
      socket.write(request)
      answer = String((await once(socket, 'data'))[0])
      assert.match(answer, /^HTTP\/1\.1 200 /)
    }
  }
  assert.deepEqual(await program.exit, { code: 0, signal: null })
})

test('what is under way is finished before they end', async () => {
  const program = start('starter')
  const port = await portOf(program)
  const workers = childrenOf(program.child.pid as number)
  const slow = connect(port, '127.0.0.1')
  slow.write('GET /health HTTP/1.1\r\n')
  await until('a worker has the connection', () => workers.some((worker) => connectionsOf(worker, port) > 0))
  program.child.kill('SIGTERM')
  await until('nobody listens', async () => !(await canConnect(port)))
  slow.write('Host: x\r\n\r\n')
  assert.match(await text(slow), /^HTTP\/1\.1 200 /)
  assert.deepEqual(await program.exit, { code: 0, signal: null })
  assert.equal(program.stderr(), `Listening on http://127.0.0.1:${port}\n`)
  assert(!workers.some(isAlive))
})

test('beyond the connections that all may have, the longest idle one is closed; a second signal ends them at once', async () => {
  const program = start('starter', { MAX_CONNECTIONS: '1' })
  const port = await portOf(program)
  const workers = childrenOf(program.child.pid as number)
  const slow = [1, 2, 3].map(() => connect(port, '127.0.0.1').on('error', () => undefined))
  for (const socket of slow) socket.resume().write('GET /health HTTP/1.1\r\n')
  await Promise.race(slow.map((socket) => new Promise((resolve) => socket.once('close', resolve))))
  await until('each worker has one', () => workers.every((worker) => connectionsOf(worker, port) === 1))
  program.child.kill('SIGTERM')
  await until('nobody listens', async () => !(await canConnect(port)))
  assert(workers.some(isAlive))
  program.child.kill('SIGTERM')
  assert.deepEqual(await program.exit, { code: null, signal: 'SIGTERM' })
  await until('they have ended', () => !workers.some(isAlive))
})

test('Ctrl-C, which all of them get, ends them with 130; also while they start', async () => {
  for (const pattern of [LISTENING, undefined]) {
    const program = start('starter')
    const pid = program.child.pid as number
    if (pattern) await program.says(pattern)
    else await until('there is a worker', () => childrenOf(pid).length > 0)
    const workers = childrenOf(pid)
    process.kill(-pid, 'SIGINT')
    assert.deepEqual(await program.exit, { code: 130, signal: null })
    assert.equal(program.stderr().replace(LISTENING, ''), '')
    assert(!workers.some(isAlive))
  }
})

test('what keeps it from starting is one clear line, and leaves nothing behind', async (context) => {
  const taken = createServer()
  context.after(() => taken.close())
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as AddressInfo
  const inUse = start('starter', { PORT: String(port) })
  assert.deepEqual(await inUse.exit, { code: 2, signal: null })
  assert.equal(inUse.stderr(), `Error: cannot listen on 127.0.0.1:${port}: the port is in use\n`)

  const missing = start('/nowhere/corpus.sqlite', { STRICT_STARTUP: 'true' })
  assert.deepEqual(await missing.exit, { code: 5, signal: null })
  assert.match(missing.stderr(), /^Error: .*\/nowhere\/corpus\.sqlite.*\n$/)

  const unread = startServerProgram(SERVER, ['--workers', 'many'])
  assert.deepEqual(await unread.exit, { code: 2, signal: null })
  assert.match(unread.stderr(), /^Error: --workers: must be a whole number from 1 to 256, not "many"\n$/)
})

test('figures are those of all workers, and each request is a line of the log', async () => {
  const program = start(one, { METRICS: 'true', ACCESS_LOG: 'on' })
  const port = await portOf(program)
  await until('there is a corpus', async () => (await ask(port, { path: '/ready' })).status === 200)
  const norms = 20
  for (let count = 0; count < norms; count++) assert.equal((await ask(port, { path: NORM })).status, 200)
  const counted =
    /^legal_text_http_requests_total\{route="\/laws\/\{code\}\/norms\/\{norm\}",method="GET",status="200"\} (\d+)$/m
  const figures = await ask(port, { path: '/metrics' })
  assert.equal(counted.exec(figures.text)?.[1], String(norms))
  assert.match(figures.text, /^legal_text_corpus_laws 1$/m)
  assert.equal((await ask(port, { path: '/metrics?x=1' })).status, 422)
  const logged = () => program.stderr().match(/"route":"\/laws\/\{code\}\/norms\/\{norm\}","status":200/g)?.length
  await until('all is logged', () => logged() === norms)
  await end(program)
})

test('all workers know the same tokens, one that takes the place of another, too', async () => {
  const tokens = join(folder, 'tokens')
  const headers = { Authorization: `Bearer ${'a'.repeat(20)}` }
  writeFileSync(tokens, 'a'.repeat(20))
  const program = start(one, { AUTH_TOKEN_FILE: tokens })
  const port = await portOf(program)
  const answers = async () => (await ask(port, { path: NORM, headers })).status === 200
  await until('there is a corpus', answers)
  writeFileSync(tokens, 'b'.repeat(20))
  const [worker] = childrenOf(program.child.pid as number)
  process.kill(worker as number, 'SIGKILL')
  await program.says(/another takes its place/)
  await until('there are two again', () => childrenOf(program.child.pid as number).length === 2)
  for (let count = 0; count < 20; count++) assert(await answers())
  await end(program)
})

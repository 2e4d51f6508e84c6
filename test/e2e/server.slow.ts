import assert from 'node:assert/strict'
import { once } from 'node:events'
import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { assetPath } from '../../src/program/package.ts'
import { temporaryFolder } from '../dataset/starter-bundles.ts'
import { type Answer, ask } from '../http/server.ts'
import { until } from '../until.ts'
import { SERVER } from './program.ts'
import { LISTENING, type ServerProgram, startServerProgram } from './server-program.ts'

const cache = temporaryFolder()

/** Starts `dist/server.js` with only these settings. */
const start = (args: string[], environment: Record<string, string> = {}): ServerProgram =>
  startServerProgram(SERVER, args, { XDG_CACHE_HOME: cache, ...environment })

/** An invalid host: its name is too long for DNS, so that no query is sent. */
const NO_ADDRESS = 'x'.repeat(300)

const LOCAL = ['--host', '127.0.0.1', '--port', '0']

/** Answer of `/ready` once opening the corpus has succeeded or failed. */
async function readyAt(port: number): Promise<Answer> {
  let answer: Answer | undefined
  await until('it is known whether the corpus can be opened', async () => {
    answer = await ask(port, { path: '/ready' })
    return answer.status === 200 || answer.body.message !== 'the corpus is being opened; try again in a moment'
  })
  return answer as Answer
}

test('serves the starter dataset and ends with 0 on SIGTERM', async () => {
  const program = start([...LOCAL, '--dataset', 'starter'])
  const port = Number(await program.says(LISTENING))
  assert.equal((await ask(port, { path: '/health' })).status, 200)
  const { status, body } = await readyAt(port)
  assert.equal(status, 200)
  assert.equal(body.status, 'ready')
  assert.equal((await ask(port, { path: '/laws/msgb/norms/par%3A1' })).body.norm, 'par:1')
  program.child.kill('SIGTERM')
  assert.deepEqual(await program.exit, { code: 0, signal: null })
  assert.equal(program.stderr(), `Listening on http://127.0.0.1:${port}\n`)
})

test('an idle connection does not keep it from ending', async () => {
  const program = start([...LOCAL, '--dataset', 'starter'])
  const socket = connect(Number(await program.says(LISTENING)), '127.0.0.1')
  socket.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'data')
  program.child.kill('SIGTERM')
  await once(socket, 'close')
  assert.equal((await program.exit).code, 0)
})

test('takes settings from the environment, and ends with 130 on SIGINT', async () => {
  const environment = {
    HOST: '127.0.0.1',
    PORT: '0',
    DATASET_PATH: 'starter',
    STRICT_STARTUP: 'true',
    MAX_REQUEST_BODY_BYTES: '10',
  }
  const program = start([], environment)
  const port = Number(await program.says(LISTENING))
  assert.equal((await ask(port, { path: '/ready' })).status, 200, 'strict: ready before it listens')
  assert.equal((await ask(port, { method: 'POST', path: '/laws', headers: { 'Content-Length': '11' } })).status, 413)
  program.child.kill('SIGINT')
  assert.deepEqual(await program.exit, { code: 130, signal: null })
})

test('flags beat the environment', async () => {
  const program = start(LOCAL, { PORT: 'x', HOST: NO_ADDRESS, DATASET_PATH: 'starter' })
  await program.says(LISTENING)
  program.child.kill('SIGTERM')
  assert.equal((await program.exit).code, 0)
})

test('a client that waits for 100 Continue gets its answer at once', async () => {
  const program = start([...LOCAL, '--dataset', 'starter', '--strict'])
  const port = Number(await program.says(LISTENING))
  const headers = { Expect: '100-continue', 'Content-Length': '9999999' }
  assert.equal((await ask(port, { method: 'POST', path: '/laws', headers })).status, 413)
  program.child.kill('SIGTERM')
  assert.equal((await program.exit).code, 0)
})

test('no dataset: it says that it downloads one, and ends while it does', async () => {
  const program = start(LOCAL)
  const port = Number(await program.says(LISTENING))
  assert.equal((await ask(port, { path: '/health' })).status, 200)
  const { status, body } = await ask(port, { path: '/ready' })
  assert.deepEqual([status, body.error, typeof body.stage], [503, 'not_ready', 'string'])
  program.child.kill('SIGTERM')
  assert.equal((await program.exit).code, 0)
})

test('SIGHUP opens the dataset anew', async () => {
  const file = join(cache, 'served.sqlite')
  copyFileSync(assetPath('starter.sqlite'), file)
  const program = start([...LOCAL, '--dataset', file])
  const port = Number(await program.says(LISTENING))
  await readyAt(port)
  writeFileSync(file, 'no bundle')
  program.child.kill('SIGHUP')
  await program.says(/^Still serving [0-9a-f]{16}: .*served\.sqlite.*$/m)
  assert.equal((await ask(port, { path: '/laws/msgb/norms/par%3A1' })).status, 200)
  program.child.kill('SIGTERM')
  assert.equal((await program.exit).code, 0)
})

test('a dataset that cannot be opened: it listens, and says why it is not ready', async () => {
  for (const [args, pattern] of [
    [['--dataset', '/nowhere/corpus.sqlite'], /\/nowhere\/corpus\.sqlite/],
    [['--dataset', assetPath('server.js')], /server\.js/],
  ] as const) {
    const program = start([...LOCAL, ...args])
    const port = Number(await program.says(LISTENING))
    const { status, body } = await readyAt(port)
    assert.equal(status, 503)
    assert.equal(body.error, 'not_ready')
    assert.match(body.message, pattern)
    assert.equal((await ask(port, { path: '/health' })).status, 200)
    await program.says(/^Not ready: .+$/m)
    program.child.kill('SIGTERM')
    assert.equal((await program.exit).code, 0)
  }
})

/** Runs to the end. @returns the exit code, and stderr, which must be one line */
async function failure(args: string[], environment: Record<string, string> = {}) {
  const program = start(args, environment)
  const { code } = await program.exit
  const lines = program.stderr().trimEnd().split('\n')
  assert.equal(lines.length, 1, program.stderr())
  return { code, line: lines[0] as string }
}

test('strict, a corpus that cannot be opened ends it with 5 and one clear line', async () => {
  for (const dataset of ['/nowhere/corpus.sqlite', assetPath('server.js')]) {
    const { code, line } = await failure([...LOCAL, '--strict', '--dataset', dataset])
    assert.equal(code, 5)
    assert(line.startsWith('Error: ') && line.includes(dataset), line)
  }
  assert.equal((await failure([...LOCAL, '--strict'])).code, 5)
})

test('an address that cannot be listened on is one clear line and exit code 2', async (context) => {
  const taken = createServer()
  context.after(() => taken.close())
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as AddressInfo
  const inUse = await failure(['--host', '127.0.0.1', '--port', String(port), '--dataset', 'starter'])
  assert.deepEqual(inUse, { code: 2, line: `Error: cannot listen on 127.0.0.1:${port}: the port is in use` })
  const unknown = await failure(['--host', NO_ADDRESS, '--port', '0', '--dataset', 'starter'])
  assert.equal(unknown.code, 2)
  assert.match(unknown.line, /^Error: cannot listen on x+…x+:0: /)
})

test('flags and settings that cannot be read are one clear line and exit code 2', async () => {
  for (const [args, environment, pattern] of [
    [['--port', '70000'], {}, /--port/],
    [[], { PORT: 'http' }, /PORT/],
    [[], { STRICT_STARTUP: 'perhaps' }, /STRICT_STARTUP/],
    [[], { MAX_REQUEST_BODY_BYTES: '1MB' }, /MAX_REQUEST_BODY_BYTES/],
    [['--verbose'], {}, /--verbose/],
    [['here'], {}, /here/],
  ] as const) {
    const { code, line } = await failure([...args], environment)
    assert.equal(code, 2, line)
    assert.match(line, pattern)
  }
})

test('what is no HTTP is answered with an error body, and the server lives', async () => {
  const program = start([...LOCAL, '--dataset', 'starter'])
  const port = Number(await program.says(LISTENING))
  const requests: [request: string, status: number, error: string | undefined][] = [
    ['NONSENSE\r\n\r\n', 422, 'invalid_input'],
    ['BREW /laws HTTP/1.1\r\nHost: x\r\n\r\n', 405, 'method_not_allowed'],
    ['GET /laws/\u00a7 HTTP/1.1\r\nHost: x\r\nbroken header\r\n\r\n', 422, 'invalid_input'],
    [`POST /laws HTTP/1.1\r\nHost: x\r\nContent-Length: ${'9'.repeat(30)}\r\n\r\n`, 413, 'payload_too_large'],
    ['GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 200, undefined],
    ['GET /health HTTP/1.1\r\nHost: x\r\nExpect: foo\r\nConnection: close\r\n\r\n', 200, undefined],
  ]
  for (const [request, status, error] of requests) {
    const socket = connect(port, '127.0.0.1')
    socket.end(request, 'latin1')
    const answer = await text(socket)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `), request)
    assert.match(head, /\r\nContent-Type: application\/json; charset=utf-8/)
    assert.equal(JSON.parse(body).error, error)
    if (status === 405) assert.match(head, /\r\nAllow: GET, HEAD/)
  }
  assert.equal((await readyAt(port)).status, 200)
  program.child.kill('SIGTERM')
  assert.deepEqual(await program.exit, { code: 0, signal: null })
})

test('it goes on though nobody reads what it says any more', async () => {
  const file = join(temporaryFolder(), 'served.sqlite')
  copyFileSync(assetPath('starter.sqlite'), file)
  const program = start([...LOCAL, '--dataset', file])
  const port = Number(await program.says(LISTENING))
  await readyAt(port)
  program.child.stderr?.destroy()
  rmSync(file)
  program.child.kill('SIGHUP')
  await until('it has tried to say something', async () => {
    const { body } = await ask(port, { path: '/ready' })
    return body.replacement_failure !== null
  })
  assert.equal((await ask(port, { path: '/health' })).status, 200)
  program.child.kill('SIGTERM')
  assert.deepEqual(await program.exit, { code: 0, signal: null })
})

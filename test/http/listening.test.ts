/** Listening addresses: the second address for operators, and sockets opened by systemd. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { urlToHttpOptions } from 'node:url'
import { startServer } from '../../src/http/listen.ts'
import { endingSignals } from '../../src/http/serve.ts'
import type { Settings } from '../../src/program/settings.ts'
import { COMMAND, cleanEnvironment } from '../e2e/program.ts'
import { LISTENING, startServerProgram } from '../e2e/server-program.ts'
import { until } from '../until.ts'

const ADMIN = /^Metrics and health at (\S+)\n/m
const folder = mkdtempSync(join(tmpdir(), 'legal-text-listening-'))
after(() => rmSync(folder, { recursive: true }))

interface Got {
  status: number | undefined
  text: string
}

/** Sends a request to `http://host:port` or `unix:/path`. */
function ask(url: string, path: string): Promise<Got> {
  const [, socketPath] = /^unix:(.*)$/.exec(url) ?? []
  const to = socketPath === undefined ? urlToHttpOptions(new URL(path, url)) : { socketPath, path }
  return new Promise((resolve, reject) => {
    get({ ...to, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      response.once('end', () => resolve({ status: response.statusCode, text }))
    }).once('error', reject)
  })
}

/** Starts a server with a second address. */
async function withAdmin(context: TestContext, adminListen: string, settings: Partial<Settings> = {}) {
  const lines: string[] = []
  const given = { host: '127.0.0.1', port: 0, datasetPath: 'starter', drainSeconds: 0, adminListen, ...settings }
  const server = await startServer(given, { log: (text) => lines.push(`${text}\n`) })
  context.after(server.close)
  await server.ready
  return { url: server.url, admin: ADMIN.exec(lines.join(''))?.[1] ?? '' }
}

test('an address for operators has metrics, health and readiness, and the public one no metrics', async (context) => {
  const { url, admin } = await withAdmin(context, '0')
  assert.match(admin, /^http:\/\/127\.0\.0\.1:\d+$/)
  const statuses = async (from: string, ...paths: string[]) =>
    Promise.all(paths.map(async (path) => (await ask(from, path)).status))
  assert.deepEqual(await statuses(url, '/health', '/ready', '/laws', '/metrics'), [200, 200, 200, 404])
  assert.deepEqual(await statuses(admin, '/health', '/ready', '/metrics', '/metrics?x=1'), [200, 200, 200, 422])
  assert.deepEqual(await statuses(admin, '/laws', '/', '/laws/msgb/norms', '/openapi.json'), [404, 404, 404, 404])
  const { text } = await ask(admin, '/metrics')
  assert.match(text, /http_requests_total\{route="\/laws",method="GET",status="200"\} 1/)
  assert.doesNotMatch(text, /route="\/metrics"/)
})

test('it needs neither a token nor a name, and may be a Unix socket', async (context) => {
  const authTokenFile = join(folder, 'tokens')
  writeFileSync(authTokenFile, 'a-token-that-is-long-enough\n', { mode: 0o600 })
  const path = join(folder, 'admin.sock')
  const settings = { authTokenFile, allowedHosts: ['laws.example'], rateLimit: 1 }
  const { url, admin } = await withAdmin(context, `unix:${path}`, settings)
  assert.equal(admin, `unix:${path}`)
  assert.equal((await ask(url, '/ready')).status, 401)
  for (let count = 0; count < 3; count++) assert.equal((await ask(admin, '/ready')).status, 200)
})

test('an address that is taken ends the start, and says which', async (context) => {
  const { admin } = await withAdmin(context, '0')
  const again = { host: '127.0.0.1', port: 0, datasetPath: 'starter', adminListen: new URL(admin).host }
  await assert.rejects(startServer(again), /cannot listen on 127\.0\.0\.1:\d+: the port is in use/)
})

test('with workers, the address for operators counts what all of them answered', async () => {
  const settings = { DATASET_PATH: 'starter', WORKERS: '2', ADMIN_LISTEN: '127.0.0.1:0', HOST: '127.0.0.1', PORT: '0' }
  const program = startServerProgram(COMMAND, ['http'], settings)
  const url = `http://127.0.0.1:${await program.says(LISTENING)}`
  const admin = await program.says(ADMIN)
  await until('it is ready', async () => (await ask(admin, '/ready')).status === 200)
  await until('the workers are ready', async () => (await ask(url, '/laws')).status === 200)
  for (let count = 0; count < 3; count++) await ask(url, '/laws/msgb')
  const { text } = await ask(admin, '/metrics')
  assert.match(text, /http_requests_total\{route="\/laws\/\{code\}",method="GET",status="200"\} 3/)
  assert.equal((await ask(url, '/metrics')).status, 404)
  program.child.kill('SIGTERM')
  assert.deepEqual(await program.exit, { code: 0, signal: null })
})

/** Listens at an address, and starts a command with the socket as file descriptor 3, without accepting connections itself. */
const ACTIVATOR = `
  const [place, command] = JSON.parse(process.argv[1])
  const listening = require('node:net').createServer().listen(place, () =>
    require('node:child_process').spawnSync('sh', ['-c', 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"', 'sh', ...command], {
      stdio: ['ignore', 'ignore', 'inherit', listening._handle.fd],
    }))`

/** Starts the server as systemd does for a `.socket` unit. @returns its output until it listens */
async function activated(context: TestContext, place: object, settings: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, ['--eval', ACTIVATOR, JSON.stringify([place, [...COMMAND, 'http']])], {
    env: cleanEnvironment({ DATASET_PATH: 'starter', HOST: '192.0.2.1', DRAIN_SECONDS: '0', ...settings }),
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  const exit = new Promise((resolve) => child.once('exit', resolve))
  context.after(async () => {
    process.kill(-(child.pid as number), 'SIGKILL')
    await exit
  })
  await until('it listens', () => stderr.includes('\n') || child.exitCode !== null)
  return stderr
}

for (const settings of [{}, { WORKERS: '2' }]) {
  const how = 'WORKERS' in settings ? ', with workers' : ''
  test(`serves on the port that systemd has opened, not on HOST${how}`, async (context) => {
    const printed = await activated(context, { port: 0, host: '127.0.0.1' }, settings)
    const [, url = ''] = /^Listening on (http:\/\/127\.0\.0\.1:\d+)$/m.exec(printed) ?? []
    assert.notEqual(url, '', printed)
    assert.equal((await ask(url, '/health')).status, 200)
  })

  test(`serves on the Unix socket that systemd has opened${how}`, async (context) => {
    const path = join(folder, `given${how.length}.sock`)
    assert.match(await activated(context, { path }, settings), /^Listening on fd:3$/m)
    assert.equal((await ask(`unix:${path}`, '/health')).status, 200)
  })
}

test('on Windows a Unix socket is refused with the reason, and closing the window ends the server', async () => {
  const { platform } = process
  Object.defineProperty(process, 'platform', { value: 'win32' })
  try {
    const host = `unix:${join(folder, 'missing', 'laws.sock')}`
    const message = /^cannot listen on .*laws\.sock: Unix sockets do not work on Windows; name a host$/
    await assert.rejects(startServer({ host, datasetPath: 'starter' }), { kind: 'invalid_input', message })
  } finally {
    Object.defineProperty(process, 'platform', { value: platform })
  }
  assert.deepEqual(endingSignals('win32'), { SIGINT: 130, SIGBREAK: 130, SIGHUP: 0 })
  assert.deepEqual(endingSignals('linux'), { SIGINT: 130, SIGTERM: 0 })
})

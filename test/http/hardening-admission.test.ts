/** Access control and rate limits. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { createApp } from '../../src/http/app.ts'
import type { Settings } from '../../src/program/settings.ts'
import { LegalTextError } from '../../src/util/errors.ts'
import { assertError, type RawAnswer, serveHardened } from './hardening-server.ts'
import { listen } from './server.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-admission-'))
after(() => rmSync(folder, { recursive: true }))
const authTokenFile = join(folder, 'tokens')
const TOKENS = ['a-token-of-the-first', 'a.token/of+the~second==']
writeFileSync(authTokenFile, `${TOKENS.join('\n')}\n`)

type Get = (path: string, headers?: string, method?: string) => Promise<RawAnswer>

async function serve(context: TestContext, settings: Partial<Settings>): Promise<Get> {
  const server = await serveHardened(settings)
  context.after(server.close)
  return async (path, headers = '', method = 'GET') => {
    const { answers } = await server.exchange(`${method} ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`, 1)
    return answers[0] as RawAnswer
  }
}

test('requests over the rate are 429 that says when to come again', async (context) => {
  const get = await serve(context, { rateLimit: 3 })
  for (const path of ['/laws', '/nowhere', '/ready']) assert.notEqual((await get(path)).status, 429)
  for (const path of ['/laws', '/nowhere', '/']) {
    const answer = await get(path)
    assertError(answer, 'too_many_requests', path)
    const seconds = Number(answer.headers.get('Retry-After'))
    assert(seconds >= 1 && seconds <= 20, `${seconds} s`)
    const { retry_after, message } = JSON.parse(answer.text)
    assert.equal(retry_after, seconds)
    assert.equal(message, `more than 3 requests a minute; try again in ${seconds} s`)
  }
  assert.equal((await get('/health')).status, 200, 'whether it is alive may be asked at any time')
  const unchecked = await get('/laws', 'X-Forwarded-For: 192.0.2.1\r\n')
  assert.equal(unchecked.status, 429, 'a header of the client makes no other client of it')
  assertError(await get('/laws', 'Content-Length: 2000000\r\n', 'POST'), 'payload_too_large')
})

test('a connection with a refused request is kept, and a body after it is no request', async (context) => {
  const server = await serveHardened({ rateLimit: 1 })
  context.after(server.close)
  const body = 'GET /ready HTTP/1.1\r\nHost: x\r\n\r\n'
  const refused = `POST /laws HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const chunked = `POST /laws HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n20\r\n${body}\r\n0\r\n\r\n`
  const last = 'GET /laws HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  assert.equal(body.length, 0x20)
  const { answers } = await server.exchange(`GET /laws HTTP/1.1\r\nHost: x\r\n\r\n${refused}${chunked}${last}`)
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 429, 429, 429],
  )
})

test('behind a trusted proxy, each client has its own rate; those of an IPv6 network of 64 bits share one', async (context) => {
  const get = await serve(context, { rateLimit: 2, trustedProxies: ['127.0.0.0/8', '10.0.0.1'] })
  const statuses = async (...addresses: string[]) => {
    const all: number[] = []
    for (const address of addresses) all.push((await get('/laws', `X-Forwarded-For: ${address}\r\n`)).status)
    return all
  }
  assert.deepEqual(await statuses('192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'), [200, 200, 429, 200])
  assert.deepEqual(await statuses('198.51.100.9, 192.0.2.1', '::ffff:192.0.2.1, 10.0.0.1'), [429, 429])
  assert.deepEqual(
    await statuses('2001:db8:0:1::1', '2001:db8:0:1::2', '2001:db8:0:1:ffff::3', '2001:db8:0:2::1'),
    [200, 200, 429, 200],
  )
  assert.deepEqual(
    await statuses('nonsense', '192.0.2.7, nonsense', '192.0.2.8, '),
    [200, 200, 429],
    'that of the proxy',
  )
})

test('without a rate there is no limit', async (context) => {
  const server = await serveHardened()
  context.after(server.close)
  const { answers } = await server.exchange('GET /health HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3000), 3000)
  assert(answers.every(({ status }) => status === 200))
})

test('without a token all is 401 but whether the service is alive', async (context) => {
  const get = await serve(context, { authTokenFile })
  const alike = [
    '/health/x',
    '//health',
    '/health%2f',
    '/health;a',
    '/laws/../health',
    '/x?/health',
    '/laws?health',
    '/healthy',
  ]
  for (const path of [
    '/',
    '/docs',
    '/assets/x.js',
    '/laws',
    '/openapi.json',
    '/ready',
    '/metrics',
    '/nowhere',
    ...alike,
  ]) {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const answer = await get(path, '', method)
      assertError(answer, 'unauthorized', `${method} ${path}`)
      assert.equal(answer.headers.get('WWW-Authenticate'), 'Bearer')
    }
  }
  for (const path of ['/health', '/HEALTH', '/health?', 'http://x/health']) {
    assert.equal((await get(path)).text, '{"status":"ok"}', path)
  }
  assert.equal((await get('/health/')).status, 308)
  assert.equal((await get('/health?x=1')).status, 422)
  assert.equal((await get('/health', 'Connection: close\r\n', 'POST')).status, 405)
})

test('any token of the file opens, and no other', async (context) => {
  const get = await serve(context, { authTokenFile })
  for (const token of TOKENS) {
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const answer = await get('/laws', `Authorization: ${scheme} ${token}\r\n`)
      assert.equal(answer.status, 200)
      assert.match(answer.headers.get('Cache-Control') ?? '', /^private, /)
    }
  }
  const [token = ''] = TOKENS
  const wrong = [`Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Basic ${token}`, token, 'Bearer', `Bearer ${TOKENS}`]
  for (const value of wrong) assertError(await get('/laws', `Authorization: ${value}\r\n`), 'unauthorized', value)
  const twice = `Authorization: Bearer wrong-wrong-wrong-w\r\nAuthorization: Bearer ${token}\r\n`
  assertError(await get('/laws', twice), 'invalid_input', 'a proxy could check the other one')
  assertError(await get(`/laws?access_token=${token}`), 'unauthorized', 'not from the URL')
})

test('what a browser asks before a request needs no token where other origins are allowed', async (context) => {
  const preflight = 'Origin: https://a.example\r\nAccess-Control-Request-Method: GET\r\n'
  const closed = await serve(context, { authTokenFile })
  assertError(await closed('/laws', preflight, 'OPTIONS'), 'unauthorized')
  const get = await serve(context, { authTokenFile, corsOrigin: ['https://a.example'] })
  const answer = await get('/laws', preflight, 'OPTIONS')
  assert.equal(answer.status, 204)
  assert.match(answer.headers.get('Access-Control-Allow-Headers') ?? '', /Authorization/)
  assertError(await get('/laws', preflight), 'unauthorized')
  assertError(await get('/laws', 'Origin: https://a.example\r\n', 'OPTIONS'), 'unauthorized')
})

test('guesses of tokens count', async (context) => {
  const get = await serve(context, { authTokenFile, rateLimit: 3 })
  const statuses: number[] = []
  for (let guess = 0; guess < 4; guess++) {
    statuses.push((await get('/laws', `Authorization: Bearer guess-number-${guess}-of-many\r\n`)).status)
  }
  assert.deepEqual(statuses, [401, 401, 401, 429])
})

test('an application is not made with a file that holds no tokens', () => {
  const corpus = () => new LegalTextError('not_ready', 'none yet')
  for (const file of [join(folder, 'missing'), folder]) {
    assert.throws(() => createApp({ corpus, settings: { authTokenFile: file } }), /^LegalTextError: AUTH_TOKEN_FILE: /)
  }
})

test('a request with several Host headers is refused', async (context) => {
  const get = await serve(context, {})
  for (const host of ['Host: x\r\n', 'host: y\r\n', 'X: y\r\nHOST: x\r\n']) {
    assertError(await get('/laws', host), 'invalid_input', host)
  }
  assert.equal((await get('/laws', 'Most: x\r\nHosts: x\r\n')).status, 200)
})

test('a path that does not exist is 404 while no corpus is open, as it is afterwards', async () => {
  const app = createApp({ corpus: () => new LegalTextError('not_ready', 'none yet') })
  const unready = await listen(app.handler)
  assert.equal((await unready.ask('/laws/bgb/nowhere/at/all')).status, 404)
  assert.equal((await unready.ask({ method: 'PUT', path: '/laws' })).status, 405)
  assert.equal((await unready.ask('/laws')).status, 503)
  await unready.close()
})

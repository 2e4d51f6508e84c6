/** `POST /mcp` as part of the server: access, limits, logging, and cached answers. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import { type AppOptions, createApp } from '../../src/http/app.ts'
import { createMetrics } from '../../src/http/metrics.ts'
import type { FinishedRequest } from '../../src/http/observe.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { LegalTextError } from '../../src/util/errors.ts'
import { bundleOf } from '../dataset/starter-bundles.ts'
import { type Answer, listen, type TestServer } from '../http/server.ts'
import { until } from '../until.ts'

const corpus = await openCorpus({ dataset: 'starter' })
const folder = mkdtempSync(join(tmpdir(), 'legal-text-mcp-'))
const servers: TestServer[] = []
after(async () => {
  for (const server of servers) await server.close()
  await corpus.close()
  rmSync(folder, { recursive: true })
})

async function serve({ settings, ...options }: Partial<AppOptions> = {}): Promise<TestServer> {
  const all = { corpus: () => corpus, ...options, settings: { mcp: true, ...settings } }
  const server = await listen(createApp(all).handler)
  servers.push(server)
  return server
}

const ACCEPTED = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

interface Sent {
  headers?: Record<string, string>
  id?: unknown
  meta?: object
}

/** Calls a tool like clients of the current revision. */
function call(server: TestServer, name: string, given: object, { headers, id = 1, meta }: Sent = {}): Promise<Answer> {
  const params = { name, arguments: given, _meta: { ...META, ...meta } }
  return server.ask({
    method: 'POST',
    path: '/mcp',
    headers: {
      ...ACCEPTED,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }),
  })
}

/** A request in the form of 2025 clients. */
const post = (server: TestServer, body: string, headers: Record<string, string> = {}) =>
  server.ask({ method: 'POST', path: '/mcp', headers: { ...ACCEPTED, ...headers }, body })

const SECTION_16 = { norm: '§ 16 MSGB' }
const bundleOfAnswer = ({ body }: Answer) => body.result._meta['legal-text/bundle']

test('a client that accepts one of the two types gets that one', async () => {
  const server = await serve()
  const given = { text: '§ 1 MSGB, § 99 MSGB' }
  for (const meta of [{}, { progressToken: 1 }]) {
    for (const [accept, type] of [
      ['application/json', 'application/json'],
      ['*/*', 'application/json'],
      ['application/*;q=0.5', 'application/json'],
      ['text/event-stream', 'text/event-stream'],
    ]) {
      const { status, headers, text } = await call(server, 'check_text', given, {
        headers: { accept: accept ?? '' },
        meta,
      })
      assert.deepEqual([status, headers['content-type']], [200, type], accept)
      const json = type === 'application/json' ? text : (/^event: message\ndata: (.*)$/m.exec(text)?.[1] ?? '')
      assert.equal(JSON.parse(json).result.structuredContent.count, 2, accept)
    }
  }
})

test('a cursor that nobody gave out is a wrong parameter', async () => {
  const server = await serve()
  for (const method of ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list']) {
    const params = { cursor: 'bogus' }
    const { body } = await post(server, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    assert.equal(body.error.code, -32602, method)
  }
})

test('a kept answer is the same as a new one, with the id of its own request', async () => {
  const server = await serve()
  const first = await call(server, 'get_norm', SECTION_16, { id: 1 })
  for (const id of [1, 2, 'ä"b', 'x'.repeat(200), 9_007_199_254_740_991]) {
    const again = await call(server, 'get_norm', SECTION_16, { id })
    assert.equal(again.status, 200)
    assert.deepEqual(again.body, { ...first.body, id })
    assert.equal(again.headers['content-type'], first.headers['content-type'])
    assert.equal(again.headers['cache-control'], 'no-store')
  }
  const swapped = await post(server, `{"method":"tools/list","jsonrpc":"2.0","id":7}`)
  assert.equal(swapped.body.id, 7)
  const nested = await post(
    server,
    `{"jsonrpc":"2.0","method":"tools/call","id":8,"params":{"name":"search_norms","arguments":{"q":"Hafen","id":5}}}`,
  )
  assert.equal(nested.body.id, 8)
  assert.match(nested.body.result.content[0].text, /id: unknown parameter/)
})

test('clients of different revisions do not get the answers of one another', async () => {
  const server = await serve()
  const old = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
  for (let round = 0; round < 2; round++) {
    assert.equal((await post(server, old)).body.result.ttlMs, undefined)
    const params = JSON.stringify({ _meta: META })
    const current = await post(server, `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${params}}`, {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/list',
    })
    assert.equal(current.body.result.ttlMs, 300_000)
    assert.equal(current.body.result.cacheScope, 'public')
  }
})

test('an id that JSON does not have, or that stands twice, gets no kept answer', async () => {
  const server = await serve()
  const body = (id: string, end = '') =>
    `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"get_norm","arguments":{"norm":"§ 12 MSGB"}}${end}}`
  assert.equal((await post(server, body('1'))).status, 200)
  for (const id of ['007', '"a\nb"', '1e400x', '-']) assert.equal((await post(server, body(id))).status, 400, id)
  assert.equal((await post(server, body('2', ',"id":2'))).body.id, 2)
  assert.equal((await post(server, body('9', ',"id":2'))).body.id, 2)
})

test('several messages in one request are refused: each counts for the limits', async () => {
  const server = await serve()
  const answer = await post(server, '[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]')
  assert.equal(answer.status, 400)
  assert.match(answer.body.error.message, /one by one/)
})

test('the connection is closed where the client asks for it', async () => {
  const server = await serve()
  for (let round = 0; round < 2; round++) {
    const answer = await post(server, '{"jsonrpc":"2.0","id":1,"method":"ping"}', { connection: 'close' })
    assert.equal(answer.headers.connection, 'close')
  }
})

test('a long word to complete is not completed, and takes no time', async () => {
  const server = await serve()
  const argument = { name: 'norm', value: '1'.repeat(200_000) }
  const params = { ref: { type: 'ref/prompt', name: 'explain_norm' }, argument }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'completion/complete', params })
  assert.deepEqual((await post(server, body)).body.result.completion.values, [])
})

test('a short call is answered beside many long ones', async () => {
  const server = await serve()
  const text = 'Nach § 16 Abs. 1 MSGB und § 99 MSGB. '.repeat(10_000)
  let done = 0
  const long = Array.from({ length: 6 }, () => call(server, 'check_text', { text }).then(() => done++))
  await call(server, 'list_laws', { query: 'hafen' })
  assert(done < 3, `${done} long calls were done before the short one`)
  await Promise.all(long)
})

test('a header that contradicts the body is refused, also where the answer is kept', async () => {
  const server = await serve()
  await call(server, 'get_norm', SECTION_16)
  const wrong = await call(server, 'get_norm', SECTION_16, { headers: { 'mcp-name': 'get_law' } })
  assert.equal(wrong.status, 400)
  assert.equal(wrong.body.error.code, -32020)
})

test('malformed bodies are errors', async () => {
  const server = await serve()
  for (const [body, status] of [
    ['{', 400],
    ['', 400],
    ['[]', 400],
    ['"x"', 400],
    ['{"jsonrpc":"2.0","id":1}', 400],
    ['{"jsonrpc":"1.0","id":1,"method":"tools/list"}', 400],
  ] as const) {
    const answer = await post(server, body)
    assert.equal(answer.status, status, body)
    assert.equal(typeof answer.body.error.code, 'number')
  }
  assert.equal((await post(server, '{}', { 'content-type': 'text/plain' })).status, 415)
  assert.equal((await post(server, '{"jsonrpc":"2.0","id":1,"method":"nix"}')).body.error.code, -32601)
})

test('a body that is too large is refused, with a length and without one', async () => {
  const server = await serve({ settings: { maxRequestBodyBytes: 2000 } })
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { x: 'y'.repeat(3000) } })
  const plain = await post(server, body)
  assert.equal(plain.status, 413)
  assert.equal(plain.body.error, 'payload_too_large')
  const chunked = await post(server, body, { 'transfer-encoding': 'chunked' })
  assert.equal(chunked.status, 413)
  assert.equal((await call(server, 'get_norm', SECTION_16)).status, 200)
})

test('other methods are not possible', async () => {
  const server = await serve()
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
    const answer = await server.ask({ method, path: '/mcp' })
    assert.equal(answer.status, 405, method)
    assert.equal(answer.headers.allow, 'POST, OPTIONS')
    if (method !== 'HEAD') assert.match(answer.body.message, /use POST/)
  }
  const options = await server.ask({ method: 'OPTIONS', path: '/mcp' })
  assert.equal(options.status, 204)
  assert.equal(options.headers.allow, 'POST, OPTIONS')
})

test('it is served only if asked for, and the error says how', async () => {
  const server = await listen(createApp({ corpus: () => corpus }).handler)
  servers.push(server)
  const answer = await call(server, 'get_norm', SECTION_16)
  assert.equal(answer.status, 404)
  assert.match(answer.body.message, /started without --mcp \(or MCP=true\)/)
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT']) {
    assert.equal((await server.ask({ method, path: '/mcp' })).status, 404, method)
  }
})

test('a page of a foreign origin is refused, and so is a name that may be anyone’s', async () => {
  const server = await serve()
  const ask = (headers: Record<string, string>) => call(server, 'get_norm', SECTION_16, { headers })
  const own = `127.0.0.1:${server.port}`
  for (const origin of ['http://evil.example', 'null', `http://evil.example:${server.port}`, 'http://127.0.0.1:1']) {
    const answer = await ask({ origin })
    assert.equal(answer.status, 403, origin)
    assert.equal(answer.body.error, 'forbidden')
  }
  assert.equal((await ask({ origin: `http://${own}` })).status, 200)
  for (const host of ['evil.example', `evil.example:${server.port}`, 'localhost.evil.example']) {
    const answer = await ask({ host })
    assert.equal(answer.status, 421, host)
    assert.match(answer.body.message, /ALLOWED_HOSTS/)
  }
  for (const host of ['localhost', `localhost:${server.port}`, '[::1]:80', '192.0.2.7']) {
    assert.equal((await ask({ host })).status, 200, host)
  }
})

test('settings name the origins and the hosts that may', async () => {
  const named = await serve({ settings: { corsOrigin: ['https://app.example'], allowedHosts: ['law.example'] } })
  const ask = (headers: Record<string, string>) => call(named, 'get_norm', SECTION_16, { headers })
  assert.equal((await ask({ host: 'law.example', origin: 'https://app.example' })).status, 200)
  assert.equal((await ask({ host: 'law.example', origin: 'https://law.example' })).status, 200)
  assert.equal((await ask({ host: 'law.example', origin: 'https://evil.example' })).status, 403)
  assert.equal((await ask({ host: 'evil.example' })).status, 421)
  const any = await serve({ settings: { corsOrigin: ['*'] } })
  assert.equal((await call(any, 'get_norm', SECTION_16, { headers: { origin: 'https://x.example' } })).status, 200)
  const preflight = await any.ask({
    method: 'OPTIONS',
    path: '/mcp',
    headers: { origin: 'https://x.example', 'access-control-request-method': 'POST' },
  })
  assert.equal(preflight.headers['access-control-allow-methods'], 'POST')
  assert.match(preflight.headers['access-control-allow-headers'] ?? '', /MCP-Protocol-Version/)
})

test('a token is required where the server requires one', async () => {
  const authTokenFile = join(folder, 'tokens')
  writeFileSync(authTokenFile, 'abcdefghijklmnop\n')
  const server = await serve({ settings: { authTokenFile } })
  const missing = await call(server, 'get_norm', SECTION_16)
  assert.equal(missing.status, 401)
  assert.equal(missing.headers['www-authenticate'], 'Bearer')
  const wrong = { authorization: 'Bearer abcdefghijklmnox' }
  assert.equal((await call(server, 'get_norm', SECTION_16, { headers: wrong })).status, 401)
  const headers = { authorization: 'Bearer abcdefghijklmnop', host: 'any.example' }
  assert.equal((await call(server, 'get_norm', SECTION_16, { headers })).status, 200)
  const list = await post(
    server,
    `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${JSON.stringify({ _meta: META })}}`,
    {
      ...headers,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/list',
    },
  )
  assert.equal(list.body.result.cacheScope, 'private')
})

test('the rate of a client is limited', async () => {
  const server = await serve({ settings: { rateLimit: 2 } })
  const statuses = []
  for (let count = 0; count < 3; count++) statuses.push((await call(server, 'get_norm', SECTION_16)).status)
  assert.deepEqual(statuses, [200, 200, 429])
})

test('requests are logged and counted', async () => {
  const logged: FinishedRequest[] = []
  const metrics = createMetrics(() => corpus)
  const server = await serve({ observers: [() => (finished) => logged.push(finished), metrics.observer] })
  await call(server, 'get_norm', SECTION_16)
  await until('it is logged', () => logged.length === 1)
  assert.deepEqual([logged[0]?.route, logged[0]?.status], ['/mcp', 200])
  assert.match(await metrics.text(), /legal_text_http_requests_total\{route="\/mcp",method="POST",status="200"\} 1/)
})

test('without a corpus every answer says so', async () => {
  const reason = new LegalTextError('not_ready', 'the corpus is being made: downloading 12 of 6877', {
    stage: 'downloading',
    done: 12,
    total: 6877,
  })
  const server = await serve({ corpus: () => reason })
  const answer = await call(server, 'get_norm', SECTION_16)
  assert.equal(answer.status, 200)
  assert.equal(answer.body.result.isError, true)
  assert.match(answer.body.result.content[0].text, /^Error \(not_ready\): .*downloading 12 of 6877/)
  const read = await post(server, `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"legal://laws"}}`)
  assert.match(read.body.error.message, /being made/)
})

test('a replaced corpus answers from then on, also what was asked before', async () => {
  const other = await openCorpus({ dataset: await bundleOf(folder, 'other', ['msgb']) })
  let present: Corpus = corpus
  const server = await serve({ corpus: () => present })
  assert.equal(bundleOfAnswer(await call(server, 'get_norm', SECTION_16)), corpus.bundle.id)
  const tools = async () =>
    (await post(server, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)).body.result.tools.length
  assert.equal(await tools(), 13)
  present = other
  assert.equal(bundleOfAnswer(await call(server, 'get_norm', SECTION_16)), other.bundle.id)
  assert.equal(await tools(), 10, 'it has no older states')
  await other.close()
})

test('a failure inside is a bug for the log, and tells the client nothing', async (context) => {
  const written: string[] = []
  context.mock.method(process.stderr, 'write', (text: string) => written.push(text) > 0)
  const broken = await openCorpus({ dataset: 'starter' })
  broken.normContext = () => Promise.reject(new Error('secret path /var/lib'))
  const server = await serve({ corpus: () => broken })
  const answer = await call(server, 'get_norm', SECTION_16)
  assert.doesNotMatch(answer.text, /secret/)
  assert.equal(answer.body.error.code, -32603)
  assert.match(written.join(''), /secret path/)
  await broken.close()
})

test('a client that leaves ends the work for it', async () => {
  const server = await serve()
  const text = 'Nach § 16 Abs. 1 MSGB und § 99 MSGB. '.repeat(25_000)
  const left = new AbortController()
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'check_text', arguments: { text }, _meta: META },
  })
  const asked = fetch(`http://127.0.0.1:${server.port}/mcp`, {
    method: 'POST',
    headers: {
      ...ACCEPTED,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'check_text',
    },
    body,
    signal: left.signal,
  })
  await call(server, 'get_norm', SECTION_16)
  left.abort()
  await assert.rejects(asked)
  const start = performance.now()
  await call(server, 'get_norm', { norm: '§ 1 MSGB' })
  assert(performance.now() - start < 2000)
})

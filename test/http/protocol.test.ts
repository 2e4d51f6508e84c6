import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import { createApp } from '../../src/http/app.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { catalogue } from '../../src/operations/catalogue.ts'
import { postedOf, routedOf } from '../../src/operations/operation.ts'
import { LegalTextError } from '../../src/util/errors.ts'
import { assertDocumented } from './document.ts'
import { operationUrl } from './operation-url.ts'
import { listen, type TestServer } from './server.ts'

const LIMIT = 1048576
const urls = [
  '/health',
  '/openapi.json',
  ...routedOf(catalogue).map((operation) => operationUrl(operation, operation.example)),
]
const notReady = new LegalTextError('not_ready', 'No corpus here.')

let corpus: Corpus
let server: TestServer
let unready: TestServer

before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
  server = await listen(createApp({ corpus: () => corpus }).handler)
  unready = await listen(createApp({ corpus: () => notReady }).handler)
})
after(async () => {
  await server.close()
  await unready.close()
  await corpus.close()
})

test('HEAD gives the headers of GET, with the length, and no body', async () => {
  for (const path of [...urls, '/laws/nix', '/nowhere', '/laws/%zz']) {
    const got = await server.ask(path)
    const head = await server.ask({ method: 'HEAD', path })
    assert.equal(head.status, got.status, path)
    assert.equal(head.text, '')
    const { 'transfer-encoding': chunked, ...headers } = got.headers
    assert.deepEqual({ ...head.headers, date: '' }, { ...headers, date: '' })
    if (chunked === undefined) assert.equal(Number(head.headers['content-length']), Buffer.byteLength(got.text))
  }
})

test('other methods on a route are 405 with Allow, elsewhere 404', async () => {
  const posted = new Set(postedOf(catalogue).map(({ post }) => post.path))
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND']) {
    for (const path of urls.filter((path) => !posted.has(path.split('?', 1).join()))) {
      const answer = await server.ask({ method, path })
      assert.equal(answer.status, 405, `${method} ${path}`)
      assert.equal(answer.headers.allow, 'GET, HEAD, OPTIONS')
      assert.equal(answer.body.error, 'method_not_allowed')
      assertDocumented(path, answer)
    }
    assert.equal((await server.ask({ method, path: '/nowhere' })).status, 404)
  }
})

test('an announced body over the limit is 413 on every path and method, before anything else', async () => {
  for (const target of [server, unready]) {
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) {
      for (const path of [...urls, '/nowhere', '/laws/%zz', '/search?q=%zz']) {
        const answer = await target.ask({ method, path, headers: { 'Content-Length': String(LIMIT + 1) } })
        assert.equal(answer.status, 413, `${method} ${path}`)
        assert.equal(answer.headers.connection, 'close')
        if (method === 'HEAD') continue
        assert.equal(answer.body.error, 'payload_too_large')
        assertDocumented(path, answer)
      }
    }
  }
})

test('a body up to the limit is ignored', async (context) => {
  const answer = await server.ask({
    path: '/health',
    headers: { 'Content-Length': String(LIMIT) },
    body: 'x'.repeat(LIMIT),
  })
  assert.equal(answer.status, 200)
  const zero = await listen(createApp({ corpus: () => corpus, settings: { maxRequestBodyBytes: 0 } }).handler)
  context.after(zero.close)
  assert.equal((await zero.ask('/health')).status, 200)
  assert.equal((await zero.ask({ method: 'POST', path: '/health', body: '' })).status, 405)
  assert.equal(
    (await zero.ask({ method: 'POST', path: '/health', headers: { 'Content-Length': '1' }, body: '1' })).status,
    413,
  )
})

test('a client that sends its whole large body still reads the 413', async () => {
  const body = 'x'.repeat(8 * LIMIT)
  const headers = { 'Content-Length': String(body.length) }
  const answer = await server.ask({ method: 'POST', path: '/laws', headers, body })
  assert.equal(answer.status, 413)
})

test('after a 413 the connection is closed, whatever else the client sends', async () => {
  const text = await new Promise<string>((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1')
    let received = ''
    socket.setEncoding('utf8').on('data', (chunk) => {
      received += chunk
    })
    socket.on('close', () => resolve(received)).on('error', reject)
    socket.write(
      `POST /laws HTTP/1.1\r\nHost: x\r\nContent-Length: ${LIMIT + 1}\r\n\r\nGET /health HTTP/1.1\r\nHost: x\r\n\r\n`,
    )
  })
  assert.match(text, /^HTTP\/1\.1 413 /)
  assert.equal(text.match(/HTTP\/1\.1/g)?.length, 1)
})

test('a connection is kept for the next request', async () => {
  const statuses = await new Promise<string[]>((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1')
    let received = ''
    socket.setEncoding('utf8').on('data', (chunk) => {
      received += chunk
      const answers = received.match(/HTTP\/1\.1 \d+/g) ?? []
      if (answers.length === 3) {
        socket.destroy()
        resolve(answers)
      }
    })
    socket.on('error', reject)
    for (const path of ['/health', '/laws/nix', '/ready']) socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  })
  assert.deepEqual(statuses, ['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200'])
})

test('without a corpus everything but liveness and the document is 503 with the reason', async () => {
  assert.equal((await unready.ask('/health')).status, 200)
  assert.equal((await unready.ask('/openapi.json')).status, 200)
  assert.equal((await unready.ask({ method: 'POST', path: '/health' })).status, 405)
  assert.equal((await unready.ask('/health?x=1')).status, 422)
  assert.equal((await unready.ask('/laws/bgb/nowhere/at/all')).status, 404)
  for (const path of [...urls.slice(2), '/laws?limit=x', '/laws/%zz']) {
    const answer = await unready.ask(path)
    assert.equal(answer.status, 503, path)
    assert.deepEqual(answer.body, { error: 'not_ready', message: 'No corpus here.' })
    assertDocumented(path, answer)
  }
})

test('an unexpected failure is 500 without internals, is logged once, and the server lives', async (context) => {
  const broken = await openCorpus({ dataset: 'starter' })
  const target = await listen(createApp({ corpus: () => broken }).handler)
  context.after(target.close)
  context.after(() => broken.close())
  broken.lawsCalled = broken.search = async () => {
    throw new Error('database disk image is malformed')
  }
  const log = context.mock.method(process.stderr, 'write', () => true)
  const answer = await target.ask('/laws/msgb/norms/par:1')
  assert.equal(answer.status, 500)
  assert.deepEqual(Object.keys(answer.body), ['error', 'message', 'request_id'])
  assert.equal(answer.body.error, 'internal')
  assertDocumented('/laws/msgb/norms/par:1', answer)
  assert.equal(log.mock.callCount(), 1)
  const line = String(log.mock.calls[0]?.arguments[0])
  const { level, request_id, method, path } = JSON.parse(line)
  assert.deepEqual([level, method, path], ['error', 'GET', '/laws/msgb/norms/par:1'])
  assert.deepEqual([answer.body.request_id, answer.headers['x-request-id']], [request_id, request_id])
  assert(!answer.text.includes('database'))
  assert.equal((await target.ask('/health')).status, 200)
  await target.ask('/search?q=Geheimnis')
  assert(!String(log.mock.calls[1]?.arguments[0]).includes('Geheimnis'), 'no query text in the log')
})

test('a corpus that was closed is 503, and says so', async (context) => {
  const closed = await openCorpus({ dataset: 'starter' })
  const target = await listen(createApp({ corpus: () => closed }).handler)
  context.after(target.close)
  await closed.close()
  const answer = await target.ask('/laws/msgb/norms/par:1')
  assert.equal(answer.status, 503)
  assert.deepEqual(answer.body, { error: 'not_ready', message: 'the corpus is closed; open it again to ask it' })
  assertDocumented('/laws/msgb/norms/par:1', answer)
})

test('a middleware of the user that throws is answered as 500, too', async (context) => {
  const log = context.mock.method(process.stderr, 'write', () => true)
  const app = createApp({ corpus: () => corpus })
  app.get('/mine', async () => {
    throw new Error('secret')
  })
  const target = await listen(app.handler)
  context.after(target.close)
  const answer = await target.ask('/mine')
  assert.equal(answer.status, 500)
  assert(!answer.text.includes('secret'))
  assert.equal(log.mock.callCount(), 1)
})

test('the handler is a request listener beside others in a plain server', async (context) => {
  const app = createApp({ corpus: () => corpus })
  const target = await listen((request, response) => {
    if (request.url === '/mine') response.end('"mine"')
    else app.handler(request, response)
  })
  context.after(target.close)
  assert.equal((await target.ask('/mine')).text, '"mine"')
  assert.equal((await target.ask('/laws/msgb/norms/par:1')).body.code, 'msgb')
  assert.equal((await target.ask('/nowhere')).status, 404)
})

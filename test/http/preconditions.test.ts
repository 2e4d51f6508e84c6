import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertDocumented } from './document.ts'
import { listenStarter, type StarterServer } from './starter-server.ts'

let server: StarterServer
before(async () => {
  server = await listenStarter()
})
after(() => server.close())

const NORM = '/laws/msgb/norms/par%3A1'
const get = (path: string, headers: Record<string, string>) => server.ask({ path, headers })

test('If-Match: the tag of the answer or `*`, compared strongly, else 412', async () => {
  const { etag = '' } = (await server.ask(NORM)).headers
  for (const condition of [etag, '*', ' * ', `"x", ${etag}`, `W/"x",${etag},"y"`, `"a,b", ${etag}`]) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await server.ask({ method, path: NORM, headers: { 'If-Match': condition } })
      assert.deepEqual([answer.status, answer.headers.etag], [200, etag], condition)
    }
  }
  for (const condition of [`W/${etag}`, '"x"', '', etag.slice(1, -1), `"x${etag.slice(1)}`, 'W/*', '"*"']) {
    const answer = await get(NORM, { 'If-Match': condition })
    assert.deepEqual([answer.status, answer.body.error], [412, 'precondition_failed'], condition)
    assert.deepEqual([answer.headers['cache-control'], answer.headers.etag], ['no-store', undefined])
    assertDocumented(NORM, answer)
    const head = await server.ask({ method: 'HEAD', path: NORM, headers: { 'If-Match': condition } })
    assert.deepEqual([head.status, head.text], [412, ''])
  }
})

test('it is about the encoding that is sent, and about answers that are made now', async () => {
  const path = '/laws/msgb'
  const head = (headers: Record<string, string>) => server.ask({ method: 'HEAD', path, headers })
  const br = (await head({ 'Accept-Encoding': 'br' })).headers.etag ?? ''
  assert.equal((await head({ 'Accept-Encoding': 'br', 'If-Match': br })).status, 200)
  assert.equal((await head({ 'Accept-Encoding': 'gzip', 'If-Match': br })).status, 412)
  const streamed = '/laws/msgb/norms'
  const { etag = '' } = (await server.ask(streamed)).headers
  assert.equal((await get(streamed, { 'If-Match': etag })).status, 200)
  assert.equal((await get(streamed, { 'If-Match': '"x"' })).status, 412)
  for (const fresh of ['/search?q=Hafen&limit=7', '/laws/msgb/norms/par:2', '/corpus/coverage']) {
    assert.equal((await get(fresh, { 'If-Match': '"x"' })).status, 412, fresh)
  }
})

test('If-Match comes before If-None-Match, which comes after it holds', async () => {
  const { etag = '' } = (await server.ask(NORM)).headers
  assert.equal((await get(NORM, { 'If-Match': etag, 'If-None-Match': etag })).status, 304)
  assert.equal((await get(NORM, { 'If-Match': '*', 'If-None-Match': '*' })).status, 304)
  assert.equal((await get(NORM, { 'If-Match': '"x"', 'If-None-Match': etag })).status, 412)
  assert.equal((await get(NORM, { 'If-Match': etag, 'If-None-Match': '"x"' })).status, 200)
})

test('answers without a tag match `*` only', async () => {
  for (const path of ['/health', '/ready', '/', '/docs']) {
    assert.equal((await get(path, { 'If-Match': '*' })).status, 200, path)
    assert.equal((await get(path, { 'If-Match': '"x"' })).status, 412, path)
    assert.equal((await get(path, { 'If-Match': '"x"', 'Accept-Encoding': 'br' })).status, 412, path)
  }
})

test('other answers than 200 do not depend on it, and neither do other methods', async () => {
  const headers = { 'If-Match': '"x"', 'If-Unmodified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' }
  for (const [path, status] of [
    ['/laws/nix', 404],
    ['/nowhere', 404],
    ['/laws?limit=x', 422],
    ['/laws/BienHV', 409],
    ['/laws/', 308],
    ['/assets/none-00000000.js', 404],
  ] as const) {
    assert.equal((await get(path, headers)).status, status, path)
  }
  assert.equal((await server.ask({ method: 'OPTIONS', path: NORM, headers })).status, 204)
  assert.equal((await server.ask({ method: 'PUT', path: NORM, headers })).status, 405)
})

test('If-Unmodified-Since counts for answers with Last-Modified', async () => {
  const old = { 'If-Unmodified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' }
  for (const path of [NORM, '/laws', '/health', '/ready']) assert.equal((await get(path, old)).status, 200, path)
  for (const path of ['/docs']) {
    const { 'last-modified': modified = '' } = (await server.ask(path)).headers
    const failed = await get(path, old)
    assert.deepEqual([failed.status, failed.body.error], [412, 'precondition_failed'], path)
    assert.equal((await get(path, { 'If-Unmodified-Since': modified })).status, 200, path)
    assert.equal((await get(path, { 'If-Unmodified-Since': 'once upon a time' })).status, 200, path)
    assert.equal((await get(path, { ...old, 'If-Match': '*' })).status, 200, 'If-Match alone counts')
  }
})

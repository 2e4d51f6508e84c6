import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { openCorpus } from '../../src/dataset/open.ts'
import { pageLinks } from '../../src/http/adapter.ts'
import { createApp } from '../../src/http/app.ts'
import { preferredEncoding } from '../../src/http/content-negotiation.ts'
import { matchesTag } from '../../src/http/representation.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { listen, type TestServer } from './server.ts'

let corpus: Corpus
let server: TestServer
let open: TestServer
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
  server = await listen(createApp({ corpus: () => corpus }).handler)
  const settings = { maxRequestBodyBytes: 0, corsOrigin: ['https://a.example'] }
  open = await listen(createApp({ corpus: () => corpus, settings }).handler)
})
after(async () => {
  await server.close()
  await open.close()
  await corpus.close()
})

const NORM = '/laws/msgb/norms/par%3A1'

/** Requests a path and returns the raw bytes of the answer. */
function raw(path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const request = httpRequest(
      { port: server.port, host: '127.0.0.1', path, headers, agent: false },
      async (answer) => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) })
      },
    )
    request.on('error', reject)
    request.end()
  })
}

test('an answer has a strong tag, another for everything that is another answer', async () => {
  const paths = [NORM, '/laws', '/laws?limit=1', '/search?q=Hafen', '/openapi.json', '/corpus/coverage']
  const answers = await Promise.all(paths.map((path) => server.ask(path)))
  const tags = answers.map(({ headers }) => headers.etag)
  for (const tag of tags) assert.match(tag ?? '', /^"[\w-]{22}"$/)
  assert.equal(new Set(tags).size, paths.length)
  assert.equal((await server.ask(NORM)).headers.etag, tags[0])
  for (const { headers } of answers) assert.equal(headers['cache-control'], 'public, no-cache')
})

test('who has the answer is told so, and gets nothing', async () => {
  const { etag = '' } = (await server.ask(NORM)).headers
  for (const condition of [etag, `W/${etag}`, `"x", ${etag}`, '*', `"a,b" ,W/"c",${etag}`]) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await server.ask({ method, path: NORM, headers: { 'If-None-Match': condition } })
      assert.deepEqual([answer.status, answer.text, answer.headers.etag], [304, '', etag], condition)
      assert.equal(answer.headers.vary, 'Accept, Accept-Encoding')
    }
  }
  for (const condition of ['"x"', etag.slice(1, -1), '', 'W/*', etag.replace('"', "'")]) {
    assert.equal((await server.ask({ path: NORM, headers: { 'If-None-Match': condition } })).status, 200, condition)
  }
})

test('no browser takes an answer for something else than JSON', async () => {
  for (const path of [NORM, '/laws/msgb', '/health', '/nowhere', '/laws?limit=x']) {
    assert.equal((await server.ask(path)).headers['x-content-type-options'], 'nosniff', path)
  }
})

test('what is not the corpus is kept by nobody', async () => {
  for (const path of ['/ready', '/health', '/laws/nix', '/nowhere', '/laws?limit=x']) {
    const { headers } = await server.ask(path)
    assert.deepEqual([headers['cache-control'], headers.etag], ['no-store', undefined], path)
  }
})

test('large bodies are encoded as the client likes best, each with a tag of its own', async () => {
  const plain = await raw('/laws/msgb', {})
  assert.equal(plain.headers['content-encoding'], undefined)
  const tags = new Set([plain.headers.etag])
  for (const [encoding, decode] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    ['zstd', zstdDecompressSync],
  ] as const) {
    const headers = { 'Accept-Encoding': encoding }
    const answer = await raw('/laws/msgb', headers)
    assert.equal(answer.headers['content-encoding'], encoding)
    assert.equal(Number(answer.headers['content-length']), answer.body.length)
    assert(answer.body.length < plain.body.length / 2)
    assert(decode(answer.body).equals(plain.body))
    tags.add(answer.headers.etag)
    const condition = { ...headers, 'If-None-Match': String(answer.headers.etag) }
    assert.equal((await raw('/laws/msgb', condition)).status, 304)
  }
  assert.equal(tags.size, 4)
})

test('which encoding a client likes best', () => {
  for (const [header, expected] of [
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'zstd'],
    ['identity, br;q=0.1', 'identity'],
    ['deflate', 'identity'],
    ['br;q=nonsense', 'identity'],
    ['identity;q=0, *;q=0', 'identity'],
  ] as const) {
    assert.equal(preferredEncoding(header), expected, header)
  }
})

test('lists of tags', () => {
  assert(matchesTag('W/"a", "b"', '"b"'))
  assert(!matchesTag('"ab"', '"b"'))
  assert(!matchesTag(undefined, '"b"'))
})

test('pages have links to those beside them', async () => {
  const link = async (path: string) => {
    const links = String((await server.ask(path)).headers.link).split(', ')
    assert.match(links.pop() ?? '', /^<\.\/\?[^>]*>; rel="alternate"; type="text\/html"$/)
    return links.length > 0 ? links.join(', ') : undefined
  }
  assert.equal(await link('/laws?limit=2'), '<laws?limit=2&offset=2>; rel="next"')
  const middle = '<laws?limit=2&offset=5>; rel="next", <laws?limit=2&offset=1>; rel="prev"'
  assert.equal(await link('/laws?limit=2&offset=3'), middle)
  assert.equal(await link('/laws?limit=2&offset=1'), '<laws?limit=2&offset=3>; rel="next", <laws?limit=2>; rel="prev"')
  assert.equal(await link('/laws'), undefined)
  assert.match(
    String(await link('/search?q=Der+Hafen&limit=1')),
    /^<search\?q=Der\+Hafen&limit=1&offset=1>; rel="next"$/,
  )
  assert.equal(pageLinks('/laws', '?offset=4', { limit: undefined, offset: 4, next: null }), '<laws>; rel="prev"')
})

test('OPTIONS says what is possible', async () => {
  const answer = await server.ask({ method: 'OPTIONS', path: NORM })
  assert.deepEqual([answer.status, answer.text, answer.headers.allow], [204, '', 'GET, HEAD, OPTIONS'])
  assert.equal(answer.headers['access-control-allow-origin'], undefined)
  assert.equal((await server.ask({ method: 'OPTIONS', path: '/nowhere' })).status, 404)
  const whole = await server.ask({ method: 'OPTIONS', path: '*' })
  assert.deepEqual([whole.status, whole.text, whole.headers.allow], [204, '', 'GET, HEAD, OPTIONS'])
  assert.equal((await server.ask('*')).status, 404)
})

test('pages of other origins read the answers only where a setting says so', async () => {
  const from = (origin: string, more = {}) => ({ Origin: origin, ...more })
  const closed = await server.ask({ path: NORM, headers: from('https://a.example') })
  assert.equal(closed.headers['access-control-allow-origin'], undefined)
  for (const path of [NORM, '/nowhere']) {
    const allowed = await open.ask({ path, headers: from('https://a.example') })
    assert.equal(allowed.headers['access-control-allow-origin'], 'https://a.example', path)
    assert.match(allowed.headers.vary ?? '', /^Origin/)
    const other = await open.ask({ path, headers: from('https://b.example') })
    assert.equal(other.headers['access-control-allow-origin'], undefined, path)
  }
  const headers = from('https://a.example', { 'Access-Control-Request-Method': 'GET' })
  const preflight = await open.ask({ method: 'OPTIONS', path: NORM, headers })
  assert.equal(preflight.status, 204)
  assert.equal(preflight.headers['access-control-allow-methods'], 'GET, HEAD')
})

test('two copies of a bundle have one tag for the same body, and two where the date of the file is in it', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'legal-text-tags-'))
  context.after(() => rmSync(folder, { recursive: true }))
  const tags = await Promise.all(
    ['2026-01-01', '2026-05-05'].map(async (date) => {
      const file = join(folder, `${date}.sqlite`)
      copyFileSync(corpus.bundle.file, file)
      utimesSync(file, new Date(date), new Date(date))
      const copy = await openCorpus({ dataset: file })
      const own = await listen(createApp({ corpus: () => copy }).handler)
      context.after(() => copy.close())
      context.after(own.close)
      const answers = await Promise.all(['/corpus/coverage', NORM].map((path) => own.ask(path)))
      return answers.map(({ headers }) => headers.etag)
    }),
  )
  assert.notEqual(tags[0]?.[0], tags[1]?.[0])
  assert.equal(tags[0]?.[1], tags[1]?.[1])
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createApp } from '../../src/http/app.ts'
import { LegalTextError } from '../../src/util/errors.ts'
import { listen, type TestServer } from './server.ts'

let server: TestServer

before(async () => {
  server = await listen(createApp({ corpus: () => new LegalTextError('not_ready', 'none yet') }).handler)
})
after(() => server.close())

const get = (path: string, options?: RequestInit) => fetch(`http://127.0.0.1:${server.port}${path}`, options)

/** The assets that a page refers to. */
const assetsOf = (page: string) =>
  [...page.matchAll(/(?:href|src)="\.?\/?((?:assets|docs)\/[^"]+)"/g)].map(([, path]) => `/${path}`)

test('the pages are there before the corpus is, with what they name', async () => {
  for (const [path, count] of [
    ['/', 4],
    ['/docs', 3],
  ] as const) {
    const response = await get(path)
    assert.equal(response.status, 200)
    assert.match(response.headers.get('content-type') ?? '', /^text\/html; ?charset=utf-8$/)
    assert.match(response.headers.get('cache-control') ?? '', /^(?:public, )?no-cache$/)
    const assets = assetsOf(await response.text())
    assert.equal(assets.length, count)
    for (const asset of assets) {
      const { status, headers } = await get(asset)
      assert.equal(status, 200, asset)
      assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable', asset)
    }
  }
})

test('pages load nothing from elsewhere, run nothing that is written into them, and are in no frame', async () => {
  for (const path of ['/', '/docs', ...assetsOf(await (await get('/')).text())]) {
    const { headers } = await get(path)
    const policy = headers.get('content-security-policy')?.split('; ') ?? []
    for (const directive of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"]) {
      assert(policy.includes(directive), `${path}: ${directive}`)
    }
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
  }
  for (const path of ['/', '/docs']) {
    const page = await (await get(path)).text()
    assert.doesNotMatch(page, /<script(?![^>]* src=)|<style|\sstyle=|\son\w+=|(?:src|href)="https?:/)
  }
})

test('pages are sent in the encoding that is liked best, and in none that is refused', async () => {
  for (const [accepted, encoding] of [
    ['br;q=0', null],
    ['br;q=0, gzip;q=0', null],
    ['gzip;q=1, br;q=0.1', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['x-brotlike', null],
    ['zstd', null],
    ['*', 'br'],
  ] as const) {
    for (const path of ['/docs']) {
      const response = await get(path, { headers: { 'Accept-Encoding': accepted } })
      assert.equal(response.headers.get('content-encoding'), encoding, `${path}: ${accepted}`)
    }
  }
})

test('pages are sent compressed to who takes that', async () => {
  for (const encoding of ['br', 'gzip', null]) {
    const response = await get('/docs', { headers: { 'Accept-Encoding': encoding ?? 'identity' } })
    assert.equal(response.headers.get('content-encoding'), encoding)
    assert.equal(response.headers.get('vary'), 'Accept-Encoding')
    assert.match(await response.text(), /^<!doctype html>/)
  }
})

test('assets are sent in every encoding', async () => {
  const page = await (await get('/docs')).text()
  for (const asset of assetsOf(page)) {
    const plain = await get(asset, { headers: { 'Accept-Encoding': 'identity' } })
    const content = await plain.bytes()
    assert.match(plain.headers.get('content-type') ?? '', /^(?:text\/(?:javascript|css)|image\/svg\+xml)$/)
    assert.equal(Number(plain.headers.get('content-length')), content.length)
    for (const encoding of ['br', 'gzip']) {
      const response = await get(asset, { headers: { 'Accept-Encoding': encoding } })
      assert.deepEqual(await response.bytes(), content, `${asset}: ${encoding}`)
      for (const name of ['content-type', 'cache-control', 'content-security-policy', 'vary']) {
        assert.equal(response.headers.get(name), plain.headers.get(name), `${asset}: ${encoding}: ${name}`)
      }
      const isSmall = content.length < 200
      assert.equal(response.headers.get('content-encoding'), isSmall ? null : encoding, asset)
    }
    const head = await get(asset, { method: 'HEAD', headers: { 'Accept-Encoding': 'identity' } })
    assert.deepEqual([head.headers.get('content-length'), await head.text()], [String(content.length), ''])
  }
})

test('HEAD has the headers and no body; ranges are not served', async () => {
  const head = await get('/', { method: 'HEAD', headers: { 'Accept-Encoding': 'identity' } })
  assert.equal(head.status, 200)
  assert(Number(head.headers.get('content-length')) > 0)
  assert.equal(await head.text(), '')
  for (const range of ['bytes=5-2', 'bytes=0-10', 'bytes=999999999-', 'x']) {
    const response = await get('/', { headers: { Range: range } })
    assert.equal(response.status, 200, range)
    assert.match(await response.text(), /^<!doctype html>[\s\S]*<\/html>\s*$/)
  }
})

test('other methods and what is no page are refused as everywhere', async () => {
  for (const path of ['/', '/docs', '/assets/x.js']) {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await server.ask({ method, path })
      assert.equal(answer.status, 405, `${method} ${path}`)
      assert.match(answer.headers.allow ?? '', /^GET, HEAD\b/)
    }
  }
  for (const path of [
    '/assets/x.js',
    '/assets/x-0123abcd.js',
    '/assets/..%2findex.html',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/docs/..%5c..%5cpackage.json',
    '/assets/%00',
    '/assets/%zz',
    '/docs/x',
  ]) {
    const answer = await server.ask(path)
    assert.equal(answer.status, 404, path)
    assert.equal(answer.body.error, 'not_found')
  }
  const large = await server.ask({ method: 'GET', path: '/', headers: { 'Content-Length': '99999999' } })
  assert.equal(large.status, 413)
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import { createApp } from '../../src/http/app.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { listen, type TestServer } from './server.ts'

let corpus: Corpus
let server: TestServer
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
  server = await listen(createApp({ corpus: () => corpus, metrics: async () => 'x 1\n' }).handler)
})
after(async () => {
  await server.close()
  await corpus.close()
})

/** Redirect target of a request, relative to a base URL. */
async function redirected(path: string, method = 'GET', base = 'http://h'): Promise<string> {
  const { status, headers, text } = await server.ask({ method, path })
  assert.deepEqual([status, text, headers['content-length']], [308, '', '0'], `${method} ${path}`)
  return new URL(headers.location as string, base + path).href
}

test('a path with slashes at its end is redirected to the one without, and the query is kept', async () => {
  for (const path of [
    ...['/laws', '/laws/msgb', '/laws/MSGB/norms', '/laws/msgb/norms/par:1', '/laws/msgb/norms/%C2%A7%201'],
    ...['/laws/msgb/norms/art:5%2Fpar:1/relationships', '/search', '/citations', '/ready', '/health', '/openapi.json'],
    ...['/docs', '/docs/reference.js', '/assets/x', '/metrics', '/corpus/coverage', '/laws/unknown', '/LAWS'],
  ]) {
    for (const method of ['GET', 'HEAD']) {
      for (const slashes of ['/', '//', '/////']) {
        assert.equal(await redirected(path + slashes, method), `http://h${path}`)
        assert.equal(await redirected(`${path}${slashes}?q=a/&x=%2F/`, method), `http://h${path}?q=a/&x=%2F/`)
      }
    }
  }
})

test('the redirection holds below any path of a proxy', async () => {
  assert.equal(
    await redirected('/laws/msgb//?depth=1', 'GET', 'http://h/deep/law'),
    'http://h/deep/law/laws/msgb?depth=1',
  )
})

test('relative links of a page with a slash at its end hold after the redirection', async () => {
  const path = '/laws/msgb/norms/par:13'
  const response = await fetch(`http://127.0.0.1:${server.port}${path}/?format=html`)
  assert.equal(response.redirected, true)
  const links = [...(await response.text()).matchAll(/<a rel="(?:prev|next)" href="([^"]+)"/g)].map(([, href]) => href)
  assert.equal(links.length, 2)
  for (const href of links) assert.equal((await fetch(new URL(href as string, response.url))).status, 200, href)
  const docs = await fetch(`http://127.0.0.1:${server.port}/docs/`)
  const assets = [...(await docs.text()).matchAll(/(?:src|href)="((?!#)[^"]+)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  )
  assert(assets.length > 0)
  for (const href of assets) assert.equal((await fetch(new URL(href, docs.url))).status, 200, href)
})

test('nothing leads to another host, and what is no route is not redirected', async () => {
  assert.equal((await server.ask('/')).status, 200)
  for (const path of [
    ...[
      '//',
      '///',
      '//evil/',
      '//evil.example//',
      '/\\evil/',
      '/\\/evil/',
      '//evil/laws/',
      '/laws/msgb/x/',
      '/corpus/',
    ],
    ...['/laws/../', '/laws/%2e%2E/', '/docs/..//', '/docs/./', '/%2F%2Fevil/', '/laws//norms/par:1/'],
    ...[`/laws${'/'.repeat(17)}`, `/docs${'/'.repeat(8000)}`],
  ]) {
    const { status, headers } = await server.ask(path)
    assert.deepEqual([status, headers.location], [404, undefined], path)
  }
  for (const path of [
    '/laws/evil.example/',
    '/laws/%2F%2Fevil.example/',
    '/laws/http:evil/',
    '/laws/\\evil.example//',
  ]) {
    assert.match(await redirected(path), /^http:\/\/h\/laws\/+[^/]+$/, path)
  }
  // Pages of laws and norms that may exist.
  for (const path of ['/nowhere/', '/msgb/14/', '/evil.example//', '/http:evil/']) {
    assert.equal(await redirected(path), `http://h${path.replace(/\/+$/, '')}`, path)
  }
})

test('other methods are answered as without the slash', async () => {
  const post = await server.ask({ method: 'POST', path: '/laws/' })
  assert.deepEqual([post.status, post.headers.allow], [405, 'GET, HEAD, OPTIONS'])
  assert.equal((await server.ask({ method: 'OPTIONS', path: '/laws/' })).status, 204)
  assert.equal((await server.ask({ method: 'POST', path: '/laws//' })).status, 404)
})

/** The application mounted in servers of real frameworks, at the root and below a path. */
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { serve } from '@hono/node-server'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import { openCorpus } from '../../src/dataset/open.ts'
import { createApp } from '../../src/http/app.ts'

const corpus = await openCorpus({ dataset: 'starter' })
after(() => corpus.close())

const listening = (server: Server) =>
  new Promise<Server>((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))

type Start = (base: string) => Promise<Server>

const FRAMEWORKS: Record<string, Start> = {
  express: (base) => listening(createServer(express().use(base || '/', createApp({ corpus: () => corpus }).handler))),
  async fastify(base) {
    const app = fastify()
    const { handler } = createApp({ corpus: () => corpus, base })
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, _body, done) => done(null))
    app.all(`${base}/*`, (request, reply) => {
      reply.hijack()
      handler(request.raw, reply.raw)
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    return app.server
  },
  hono(base) {
    const app = new Hono()
    app.mount(base || '/', createApp({ corpus: () => corpus, base }).fetch)
    return new Promise((resolve) => {
      const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(server as Server))
    })
  },
  // A Next.js route handler gets the whole URL: `export const GET = app.fetch` in `app/law/[[...path]]/route.ts`.
  next(base) {
    const { fetch } = createApp({ corpus: () => corpus, base })
    return new Promise((resolve) => {
      const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(server as Server))
    })
  },
}

for (const [name, start] of Object.entries(FRAMEWORKS)) {
  for (const base of ['', '/law']) {
    describe(`in ${name}, ${base || 'at its root'}`, async () => {
      const server = await start(base)
      after(() => server.close())
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const ask = (path: string, init?: RequestInit) =>
        fetch(`${origin}${base}${path}`, { redirect: 'manual', ...init })
      const json = async (path: string) => (await ask(path)).json() as Promise<Record<string, unknown>>

      test('answers have the status, the type and the body that they have alone', async () => {
        assert.equal((await json('/laws/msgb/norms/par%3A13')).heading, 'Antrag und Annahme')
        const missing = await ask('/laws/msgb/norms/par%3A99')
        assert.deepEqual([missing.status, ((await missing.json()) as { error: string }).error], [404, 'not_found'])
        const head = await ask('/laws', { method: 'HEAD' })
        assert.deepEqual([head.status, await head.text()], [200, ''])
        const tag = head.headers.get('etag') ?? ''
        assert.equal((await ask('/laws', { headers: { 'if-none-match': tag } })).status, 304)
        assert.equal((await ask('/laws', { method: 'DELETE' })).status, 405)
      })

      test('links and the description lead to addresses below its path', async () => {
        const path = '/search?q=Hafen&limit=1'
        const next = /<([^>]*)>; rel="next"/.exec((await ask(path)).headers.get('link') ?? '')?.[1]
        const url = new URL(next ?? '', `${origin}${base}${path}`)
        assert.equal(((await (await fetch(url)).json()) as { offset: number }).offset, 1)
        assert.deepEqual((await json('/openapi.json')).servers, [{ url: base || '/' }])
        const slashed = await ask('/laws/')
        assert.equal(new URL(slashed.headers.get('location') ?? '', slashed.url).pathname, `${base}/laws`)
      })

      test('pages link to pages below its path', async () => {
        const page = await ask('/', { headers: { accept: 'text/html' } })
        const html = await page.text()
        assert.match(html, /<html/)
        for (const [, href = ''] of html.matchAll(/ (?:href|src|action)="([^"#:]+)"/g)) {
          const { pathname } = new URL(href, page.url)
          assert.ok(pathname.startsWith(`${base}/`), href)
        }
      })
    })
  }
}

test('the path of the application without a slash leads to the start page', async () => {
  const app = createApp({ corpus: () => corpus, base: '/law' })
  const answer = await app.fetch(new Request('http://example.org/law?lang=de'))
  assert.deepEqual([answer.status, answer.headers.get('location')], [308, './law/'])
  const other = await app.fetch(new Request('http://example.org/lawful'))
  assert.equal(other.status, 404)
})

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Corpus } from '../../src/corpus/corpus.ts'
import { openCorpus } from '../../src/dataset/open.ts'
import { createApp } from '../../src/http/app.ts'
import { listen, type TestServer } from './server.ts'

let server: TestServer
let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
  server = await listen(createApp({ corpus: () => corpus }).handler)
})
after(async () => {
  await server.close()
  await corpus.close()
})

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const base = () => `http://127.0.0.1:${server.port}`
const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, base()), { headers: { Accept: BROWSER, 'Accept-Language': 'en', ...headers } })
const pageOf = async (path: string, headers?: Record<string, string>) => (await ask(path, headers)).text()
const mainOf = (page: string) => page.slice(page.indexOf('<main'), page.indexOf('</main>'))
const linksIn = (page: string) =>
  [...page.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))

const PAGES = [
  '/',
  '/laws',
  '/laws?initial=M',
  '/laws/msgb',
  '/laws/msgb/norms/par:14',
  '/laws/msgb/norms/par:16?as_of=2025-06-01',
  '/search?q=K%C3%BCndigung',
  '/search?q=Hafen&codes=msgb',
  '/changes',
  '/laws/msgb/norms/par:16/diff',
  '/laws/msgb/diff',
]

describe('pages without JavaScript', () => {
  test('do not depend on parameters that they do not understand, and are made once for all of these', async () => {
    const plain = await ask('/laws/msgb?as_of=2025-06-01')
    for (const more of ['x=1', 'x=2', 'utm_source=a', 'view=b', 'lang=xx', 'x=%00', 'y=%']) {
      const other = await ask(`/laws/msgb?as_of=2025-06-01&${more}`)
      assert.equal(other.status, 200, more)
      assert.equal(other.headers.get('etag'), plain.headers.get('etag'), more)
    }
    const full = await ask('/laws/msgb?view=full&x=1')
    assert.notEqual(full.headers.get('etag'), plain.headers.get('etag'))
  })

  test('are whole documents, and every link on them leads to a page', async () => {
    const asked = new Set<string>()
    for (const path of PAGES) {
      const response = await ask(path)
      assert.equal(response.status, 200, path)
      const page = await response.text()
      assert.match(page, /^<!doctype html><html lang="en">.*<main[^>]*>.*<h1.*<\/main>.*<\/html>\n$/s, path)
      for (const link of linksIn(page).filter((href) => !/^(?:https?:|#)/.test(href))) {
        const target = new URL(link, new URL(path, base()))
        target.hash = ''
        if (asked.has(target.href)) continue
        asked.add(target.href)
        const answer = await ask(target.href)
        assert.equal(answer.status, 200, `${path}: ${link}`)
        await answer.arrayBuffer()
      }
    }
    assert(asked.size > 150)
  })

  test('have the wording of the norm in the first answer, with its links and its source', async () => {
    const page = await pageOf('/laws/msgb/norms/par:14')
    assert.match(page, /den Platz in einem Zustand zu übergeben/)
    assert.match(page, /<a class="reference"[^>]*>§ 5 Absatz 2 Satz 1 des Hafengesetzes<\/a>/)
    assert.match(page, /recht\.example/)
    assert.match(page, /rel="next"/)
  })

  test('have the columns, and whatever else governs it, above a marked row', async () => {
    const page = mainOf(await pageOf('/laws/hafeng_2021/norms/annex:1%2Fnr:2'))
    assert.match(page, /<p class="quiet" lang="de">Nr\. \| Fahrzeug \| /)
  })

  test('have forms that ask the server', async () => {
    const page = await pageOf('/search?q=Hafen')
    assert.match(page, /<form id="search-form"[^>]* action="\.\/search" method="get">/)
    assert.match(page, /name="q" [^>]*value="Hafen"/)
    assert.match(mainOf(page), /<mark>Hafen<\/mark>/)
  })

  test('say of a search for a norm or a part that is not there why', async () => {
    const note = async (q: string) =>
      /<p class="notice">([^<]*)<\/p>/.exec(mainOf(await pageOf(`/search?q=${encodeURIComponent(q)}`)))?.[1]
    assert.equal(await note('§ 99 MSGB'), 'MSGB has no § 99 (it ends with § 32).')
    assert.equal(await note('§ 14 Abs. 9 MSGB'), '§ 14 MSGB has only Abs. 1 and 2.')
    assert.equal(await note('Hafen'), undefined)
  })

  test('are of one day, which every page checks', async () => {
    for (const path of [
      '/laws/msgb/norms/par:12?as_of=2024-06-01&as_of=2026-01-01',
      '/search?q=Hafen&as_of=xx',
      '/changes?as_of=2024-02-30',
      '/search?q=a&q=b',
    ]) {
      const response = await ask(path)
      assert.equal(response.status, 422, path)
      assert.doesNotMatch(await response.text(), /, as published on|>As_of|>Q:/)
    }
  })

  test('filter results by law and kind, with counts', async () => {
    const all = mainOf(await pageOf('/search?q=Vertrag'))
    const [href = ''] = linksIn(all).filter((link) => link.includes('codes='))
    const count = Number(
      new RegExp(`href="${href.replaceAll('&', '&amp;').replace(/[?.]/g, '\\$&')}"[^>]*>[^<]* <small>(\\d+)`).exec(
        all,
      )?.[1],
    )
    const { total, results } = await (await ask(href, { Accept: 'application/json' })).json()
    assert.equal(count, total)
    assert.equal(new Set(results.map(({ code }: { code: string }) => code)).size, 1)
    assert.match(mainOf(await pageOf(href)), /aria-current="true"/)
  })

  test('list laws from A to Z, Ä with A', async () => {
    const { laws } = await (await fetch(`${base()}/laws?initial=M`)).json()
    const page = mainOf(await pageOf('/laws?initial=M'))
    assert(laws.length > 0)
    for (const { abbreviation } of laws) assert(page.includes(`>${abbreviation}</span>`), abbreviation)
    assert.match(page, /aria-current="true">M<\/a>/)
  })

  test('show a law on one page, with every norm in its order', async () => {
    const { norms } = await (await fetch(`${base()}/laws/msgb`)).json()
    const page = await pageOf('/laws/msgb?view=full')
    const ids = [...page.matchAll(/<section class="norm" id="([^"]+)"/g)].map(([, id]) => id)
    assert.deepEqual(
      ids,
      norms.map(({ norm }: { norm: string }) => norm),
    )
    assert.match(page, /<\/article><\/main>.*<\/html>\n$/s)
    const referring = (await pageOf('/laws/msgb/norms/par:14')).match(/class="reference[^"]*" href="[^"]+"/g) ?? []
    assert(referring.length > 0)
    for (const link of referring) assert(page.includes(link.replace('../../../', '../')), link)
    const marks = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    assert.equal(new Set(marks).size, marks.length)
  })
})

describe('the same address', () => {
  test('answers JSON to everybody else, and a file where one is asked for', async () => {
    for (const path of PAGES.slice(1)) {
      const response = await fetch(base() + path)
      if (path.includes('as_of') || !path.includes('?')) assert.equal(response.status, 200)
      assert.match(response.headers.get('content-type') ?? '', /^application\/json/, path)
    }
    const file = await ask('/laws/msgb/norms/par:14?format=html')
    assert.match(await file.text(), /^<!doctype html>\n<html lang="en">\n<head>.*<style>/s)
    assert.match((await ask('/laws?format=json')).headers.get('content-type') ?? '', /^application\/json/)
  })

  test('says what the answer varies by, and is revalidated', async () => {
    const first = await ask('/laws/msgb/norms/par:14')
    assert.equal(first.headers.get('vary'), 'Accept, Accept-Language, Cookie, Accept-Encoding')
    const tag = first.headers.get('etag') ?? ''
    assert.equal((await ask('/laws/msgb/norms/par:14', { 'If-None-Match': tag })).status, 304)
    const german = await ask('/laws/msgb/norms/par:14', { 'Accept-Language': 'de', 'If-None-Match': tag })
    assert.equal(german.status, 200, 'another language is another page')
    const head = await fetch(`${base()}/laws/msgb/norms/par:14`, { method: 'HEAD', headers: { Accept: BROWSER } })
    assert.equal(head.status, 200)
    assert.equal(await head.text(), '')
  })
})

describe('the language of a page', () => {
  test('is that of the parameter, the cookie or the browser', async () => {
    const path = '/laws/msgb/norms/par:14'
    const cases: [path: string, headers: Record<string, string>, language: string][] = [
      [path, {}, 'en'],
      [path, { 'Accept-Language': 'de-DE,de;q=0.9,en;q=0.5' }, 'de'],
      [path, { 'Accept-Language': 'de', Cookie: 'x=1; lang=en' }, 'en'],
      [`${path}?lang=de`, { Cookie: 'lang=en' }, 'de'],
      [path, { Cookie: 'lang=xx' }, 'en'],
    ]
    for (const [asked, headers, language] of cases) {
      assert.match(await pageOf(asked, headers), new RegExp(`^<!doctype html><html lang="${language}">`))
    }
    const kept = (await ask(`${path}?lang=de`)).headers.get('set-cookie')
    assert.equal(kept, 'lang=de; Path=/; Max-Age=31536000; SameSite=Lax')
    const german = await pageOf(path, { 'Accept-Language': 'de' })
    assert.match(german, /Stand: 29\.02\.2024.*Mit Quelle kopieren/s)
    assert(!linksIn(german).some((link) => link.includes('lang=de')))
  })
})

describe('errors', () => {
  test('are pages for browsers, with the status and links to go on', async () => {
    const cases: [path: string, status: number, words: RegExp][] = [
      ['/laws/msgbe', 404, /Not found.*href="\.\.\/laws\/msgb"/s],
      ['/laws/msgb/norms/999', 404, /Not found.*§ 32/s],
      ['/laws/msgb/norms/par:22a', 404, /as published on 1 June 2024/],
      ['/laws/BienHV', 409, /Which one\?.*bienhv_2005/s],
      ['/laws/msgb/norms/par:16?as_of=x', 422, /That cannot be read/],
      ['/nowhere', 404, /Not found/],
    ]
    for (const [path, status, words] of cases) {
      const response = await ask(path)
      assert.equal(response.status, status, path)
      assert.match(mainOf(await response.text()), words, path)
      const json = await fetch(base() + path)
      assert.equal(json.status, status, path)
      assert.match(json.headers.get('content-type') ?? '', /^application\/json/)
    }
    assert.match(mainOf(await pageOf('/laws/msgbe', { 'Accept-Language': 'de' })), /Nicht gefunden/)
  })

  test('hostile words stay words', async () => {
    const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
    for (const path of [
      `/search?q=${encodeURIComponent(hostile)}`,
      `/laws?query=${encodeURIComponent(hostile)}`,
      `/laws/${encodeURIComponent(hostile)}`,
      `/changes?codes=${encodeURIComponent(hostile)}`,
      `/laws/msgb?as_of=${encodeURIComponent(hostile)}`,
    ]) {
      const page = await pageOf(path)
      assert(!/<script>|<img/.test(page), path)
      assert(page.includes('&lt;script&gt;') || page.includes('%3Cscript%3E'), path)
    }
  })
})

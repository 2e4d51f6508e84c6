import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readPagePath } from '../../src/citation/page-address.ts'
import { openCorpus } from '../../src/dataset/open.ts'
import { createApp } from '../../src/http/app.ts'
import { isReserved } from '../../src/http/html/page-request.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { Links } from '../../src/web/pages/links.ts'
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
/** Removes the elements that keep designations and days on one line. */
const textOf = async (response: Response) =>
  (await response.text()).replaceAll(/<span class="unbroken">([^<]*)<\/span>/g, '$1')
const pageOf = async (path: string, headers?: Record<string, string>) => textOf(await ask(path, headers))
const mainOf = (page: string) => page.slice(page.indexOf('<main'), page.indexOf('</main>'))
const linksIn = (page: string) =>
  [...page.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))

const PAGES = [
  '/',
  '/?view=laws',
  '/?view=laws&initial=M',
  '/msgb',
  '/msgb/14',
  '/msgb/16?as_of=2025-06-01',
  '/?q=K%C3%BCndigung',
  '/?q=Hafen&codes=msgb',
  '/?view=changes',
  '/msgb/16?view=diff',
  '/msgb?view=diff',
]

describe('pages without JavaScript', () => {
  test('do not depend on parameters that they do not understand, and are made once for all of these', async () => {
    const plain = await ask('/msgb?as_of=2025-06-01')
    for (const more of ['x=1', 'x=2', 'utm_source=a', 'view=b', 'lang=xx', 'x=%00', 'y=%']) {
      const other = await ask(`/msgb?as_of=2025-06-01&${more}`)
      assert.equal(other.status, 200, more)
      assert.equal(other.headers.get('etag'), plain.headers.get('etag'), more)
    }
    const full = await ask('/msgb?view=full&x=1')
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
    const page = await pageOf('/msgb/14')
    assert.match(page, /den Platz in einem Zustand zu übergeben/)
    assert.match(page, /<a class="reference"[^>]*>§ 5 Absatz 2 Satz 1 des Hafengesetzes<\/a>/)
    assert.match(page, /recht\.example/)
    assert.match(page, /rel="next"/)
  })

  test('have the columns, and whatever else governs it, above a marked row', async () => {
    const page = mainOf(await pageOf('/hafeng_2021/annex:1/nr:2'))
    assert.match(page, /<p class="quiet" lang="de">Nr\. \| Fahrzeug \| /)
  })

  test('have forms that ask the server', async () => {
    const page = await pageOf('/?q=Hafen')
    assert.match(page, /<form id="search-form"[^>]* action="\.\/" method="get">/)
    assert.match(page, /name="q" [^>]*value="Hafen"/)
    assert.match(mainOf(page), /<mark>Hafen<\/mark>/)
  })

  test('say of a search for a norm or a part that is not there why', async () => {
    const note = async (q: string) =>
      /<p class="notice">([^<]*)<\/p>/.exec(mainOf(await pageOf(`/?q=${encodeURIComponent(q)}`)))?.[1]
    assert.equal(await note('§ 99 MSGB'), 'MSGB has no § 99 (it ends with § 32).')
    assert.equal(await note('§ 14 Abs. 9 MSGB'), '§ 14 MSGB has only Abs. 1 and 2.')
    assert.equal(await note('Hafen'), undefined)
  })

  test('are of one day, which every page checks', async () => {
    for (const path of [
      '/msgb/12?as_of=2024-06-01&as_of=2026-01-01',
      '/?q=Hafen&as_of=xx',
      '/?view=changes&as_of=2024-02-30',
      '/?q=a&q=b',
    ]) {
      const response = await ask(path)
      assert.equal(response.status, 422, path)
      assert.doesNotMatch(await response.text(), /, as published on|>As_of|>Q:/)
    }
  })

  test('filter results by law and kind, with counts', async () => {
    const all = mainOf(await pageOf('/?q=Vertrag'))
    const [href = ''] = linksIn(all).filter((link) => link.includes('codes='))
    const count = Number(
      new RegExp(`href="${href.replaceAll('&', '&amp;').replace(/[?.]/g, '\\$&')}"[^>]*>[^<]* <small>(\\d+)`).exec(
        all,
      )?.[1],
    )
    const { total, results } = await (await ask(`/search${new URL(href, base()).search}`)).json()
    assert.equal(count, total)
    assert.equal(new Set(results.map(({ code }: { code: string }) => code)).size, 1)
    assert.match(mainOf(await pageOf(href)), /aria-current="true"/)
  })

  test('list laws from A to Z, Ä with A', async () => {
    const { laws } = await (await fetch(`${base()}/laws?initial=M`)).json()
    const page = mainOf(await pageOf('/?view=laws&initial=M'))
    assert(laws.length > 0)
    for (const { abbreviation } of laws) assert(page.includes(`>${abbreviation}</span>`), abbreviation)
    assert.match(page, /aria-current="true">M<\/a>/)
  })

  test('show a law on one page, with every norm in its order', async () => {
    const { norms } = await (await fetch(`${base()}/laws/msgb`)).json()
    const page = await pageOf('/msgb?view=full')
    const ids = [...page.matchAll(/<section class="norm" id="([^"]+)"/g)].map(([, id]) => id)
    assert.deepEqual(
      ids,
      norms.map(({ norm }: { norm: string }) => norm),
    )
    assert.match(page, /<\/article><\/main>.*<\/html>\n$/s)
    const referring = (await pageOf('/msgb/14')).match(/class="reference[^"]*" href="[^"]+"/g) ?? []
    assert(referring.length > 0)
    for (const link of referring) assert(page.includes(link.replace('../', './')), link)
    const marks = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    assert.equal(new Set(marks).size, marks.length)
  })
})

describe('addresses of data', () => {
  /** Paths of answers, each with its page. */
  const DATA: [data: string, page: string][] = [
    ['/laws', '/?view=laws'],
    ['/laws?initial=M', '/?view=laws&initial=M'],
    ['/laws/msgb', '/msgb'],
    ['/laws/msgb/norms', '/msgb?view=full'],
    ['/laws/MSGB/norms/par%3A14', '/MSGB/14'],
    ['/laws/msgb/norms/par:14%2Fabs%3A1?as_of=2025-06-01', '/msgb/14/1?as_of=2025-06-01'],
    ['/laws/msgbeg/norms/art:5%2Fpar:1', '/msgbeg/art:5/par:1'],
    ['/laws/msgb/norms/%C2%A7%2014', '/msgb/%C2%A7%2014'],
    ['/laws/msgb/norms/par:14/relationships', '/msgb/14#cited-by'],
    ['/laws/msgb/norms/par:14/versions', '/msgb/14'],
    ['/laws/msgb/versions', '/msgb'],
    ['/laws/msgb/norms/par:16/diff?to=2026-01-01', '/msgb/16?view=diff&to=2026-01-01'],
    ['/laws/msgb/diff', '/msgb?view=diff'],
    ['/search?q=Hafen&codes=msgb', '/?q=Hafen&codes=msgb'],
    ['/changes?codes=msgb', '/?view=changes&codes=msgb'],
  ]

  test('answer JSON to browsers as to everybody else, and name the page', async () => {
    for (const [path, expected] of DATA) {
      const [shown, plain] = await Promise.all([ask(path, { redirect: 'manual' }), fetch(base() + path)])
      assert.deepEqual([shown.status, plain.status], [200, 200], path)
      assert.equal(shown.headers.get('content-type'), 'application/json; charset=utf-8', path)
      assert.equal(await shown.text(), await plain.text(), path)
      const [, href = ''] = /<([^>]*)>; rel="alternate"; type="text\/html"/.exec(shown.headers.get('link') ?? '') ?? []
      const page = new URL(href, new URL(path, base()))
      assert.equal(page.pathname + page.search + page.hash, expected, path)
      const answer = await ask(page.href)
      assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8', path)
      assert.equal(answer.status, 200, path)
    }
  })

  test('have the errors of data for browsers, too', async () => {
    for (const [path, status] of [
      ['/search', 422],
      ['/search?q=', 422],
      ['/laws?x=1', 422],
      ['/laws/nothing', 404],
      ['/laws/BienHV', 409],
      ['/laws/msgb/norms/par:999', 404],
      ['/laws/msgbeg/norms/art:5/par:1', 404],
      ['/corpus', 404],
    ] as const) {
      const response = await ask(path)
      assert.equal(response.status, status, path)
      assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8', path)
      const { error } = await response.json()
      assert.equal(error, status === 404 ? 'not_found' : status === 409 ? 'ambiguous' : 'invalid_input', path)
    }
  })

  test('give other formats if they are asked for', async () => {
    const norm = '/laws/msgb/norms/par:14'
    for (const [path, accept, type] of [
      [norm, 'text/markdown', 'text/markdown'],
      [norm, 'text/plain, text/html;q=0.5', 'text/plain'],
      [norm, 'text/html, text/plain', 'application/json'],
      [norm, 'text/html', 'application/json'],
      ['/laws', 'text/csv', 'text/csv'],
      ['/laws', 'application/x-ndjson, */*;q=0.1', 'application/x-ndjson'],
      [`${norm}?format=html`, BROWSER, 'text/html'],
      [`${norm}?format=md`, BROWSER, 'text/markdown'],
      ['/laws?format=json', BROWSER, 'application/json'],
    ]) {
      const response = await ask(path as string, { Accept: accept as string })
      assert.equal(response.headers.get('content-type'), `${type}; charset=utf-8`, `${path} ${accept}`)
    }
  })

  test('of earlier pages lead browsers on where they cannot mean data, and nobody else', async () => {
    for (const [path, expected] of [
      ['/laws/msgb?view=full', '/msgb?view=full'],
      ['/laws/msgb?lang=de', '/msgb?lang=de'],
      ['/laws/msgb/norms/par:14?citing=100', '/msgb/14?citing=100'],
      ['/search?q=Hafen&as_of=2025-06-01', '/?q=Hafen&as_of=2025-06-01'],
      ['/changes?as_of=2025-06-01', '/?view=changes&as_of=2025-06-01'],
    ]) {
      const response = await fetch(base() + path, { headers: { Accept: BROWSER }, redirect: 'manual' })
      assert.equal(response.status, 302, path)
      const target = new URL(response.headers.get('location') ?? '', new URL(path as string, base()))
      assert.equal(target.pathname + target.search, expected)
      assert.equal(response.headers.get('vary'), 'Accept')
      assert.equal((await fetch(base() + path, { redirect: 'manual' })).status, 422, path)
    }
  })
})

describe('addresses of pages', () => {
  test('are those that people type, whatever a client accepts', async () => {
    for (const [path, heading] of [
      ['/msgb', 'Möwensunder Stadtgesetzbuch'],
      ['/MSGB', 'Möwensunder Stadtgesetzbuch'],
      ['/msgb/14', '§ 14'],
      ['/msgb/14/1', '§ 14'],
      ['/msgb/%C2%A7%2014', '§ 14'],
      ['/msgb/par:14%2Fabs:1', '§ 14'],
      ['/msgb/4', '§§ 3 bis 6'],
      ['/msgbeg/art:5/par:1', 'Art 5 § 1'],
      ['/msgbeg/5/1', 'Art 5 § 1'],
      ['/msgbeg/5', 'Art 5'],
      ['/msverf/1', 'Art 1'],
      ['/hafeng_2021/Anlage%201', 'Anlage 1'],
      ['/~msgb/14', '§ 14'],
    ]) {
      for (const accept of [BROWSER, '*/*']) {
        const response = await ask(path as string, { Accept: accept })
        assert.equal(response.status, 200, path)
        const [, h1 = ''] = /<h1[^>]*>(.*?)<\/h1>/.exec(await response.text()) ?? []
        assert(h1.replace(/<[^>]*>/g, '').startsWith(heading as string), `${path}: ${h1}`)
      }
    }
    const marked = mainOf(await pageOf('/msgb/14/1'))
    assert.match(marked, /class="paragraph selected"/)
  })

  test('say what varies, and are revalidated', async () => {
    const first = await ask('/msgb/14')
    assert.equal(first.headers.get('vary'), 'Accept-Language, Cookie, Accept-Encoding')
    const tag = first.headers.get('etag') ?? ''
    assert.equal((await ask('/msgb/14', { 'If-None-Match': tag })).status, 304)
    const german = await ask('/msgb/14', { 'Accept-Language': 'de', 'If-None-Match': tag })
    assert.equal(german.status, 200, 'another language is another page')
    const head = await fetch(`${base()}/msgb/14`, { method: 'HEAD', headers: { Accept: BROWSER } })
    assert.equal(head.status, 200)
    assert.equal(await head.text(), '')
  })

  test('ignore parameters that the page does not have, also in what is cached', async () => {
    const tags = await Promise.all(
      ['/msgb', '/msgb?x=1', '/msgb?q=a&x=2'].map(async (path) => (await ask(path)).headers),
    )
    assert.equal(new Set(tags.map((headers) => headers.get('etag'))).size, 1)
    const page = await pageOf('/?q=Hafen&x=1')
    assert(!page.includes('x=1'))
  })

  test('keep a question mark and an ampersand of the query in every link', async () => {
    const q = 'Hafen? Boot & 50 % #1'
    const page = await pageOf(`/?q=${encodeURIComponent(q)}&codes=msgb`)
    const own = linksIn(page).filter((link) => /[?&]q=/.test(link) && !link.includes('codes=&'))
    assert(own.length > 1)
    for (const link of own) assert.equal(new URL(link, base()).searchParams.get('q'), q, link)
    assert.match(page, /type="hidden" name="q" value="Hafen\? Boot &amp; 50 % #1"/)
  })

  test('of a search for one norm or law lead there, unless results are asked for', async () => {
    const target = async (query: string) => {
      const response = await fetch(`${base()}/?${query}`, { headers: { Accept: BROWSER }, redirect: 'manual' })
      return [response.status, response.headers.get('location')]
    }
    const q = (text: string, more = '') => target(`q=${encodeURIComponent(text)}${more}`)
    assert.deepEqual(await q('§ 14 Abs. 1 MSGB'), [302, './msgb/14/1'])
    assert.deepEqual(await q('Art. 5 § 1 MSGBEG'), [302, './msgbeg/art:5/par:1'])
    assert.deepEqual(await q('möwensunder stadtgesetzbuch'), [302, './msgb'])
    assert.deepEqual(await q('§ 16 MSGB', '&as_of=2025-06-01&lang=de'), [302, './msgb/16?as_of=2025-06-01'])
    for (const text of ['§ 999 MSGB', '§ 14', '§§ 14, 15 MSGB', 'Hafen', 'Kündigung § 14 MSGB', 'BienHV', 'msgbe']) {
      assert.deepEqual(await q(text), [200, null], text)
    }
    assert.deepEqual(await q('§ 14 MSGB', '&view=results'), [200, null])
    assert.deepEqual(await q('§ 14 MSGB', '&codes=msgb'), [200, null])
  })

  test('of a law whose code is a word of the API begin with a tilde', () => {
    for (const word of ['laws', 'search', 'corpus', 'docs', 'changes', 'Citations', 'mcp', 'health']) {
      assert(isReserved(word), word)
      assert.equal(new Links('/msgb/14', null, isReserved).law(word), `../~${word}`)
    }
    assert.deepEqual(readPagePath('/~laws/1'), { code: 'laws', norms: ['par:1', 'art:1', 'item:1'] })
  })

  test('are read as they are written', async () => {
    for (const { code } of (await corpus.laws({})).items) {
      const law = (await corpus.findLaws(code))[0]
      assert(law !== undefined)
      for (const { norm } of await corpus.outline(law.code)) {
        for (const path of [norm, `${norm}/abs:1`, `${norm}/abs:2/satz:1/nr:3`, `${norm}/nr:2`]) {
          const written = new Links('/', null).norm(code, path)
          assert.deepEqual(
            [readPagePath(written.slice(1))?.code, readPagePath(written.slice(1))?.norms[0]],
            [code, path],
          )
        }
      }
    }
  })
})

describe('what search engines and previews read', () => {
  const headOf = async (path: string) => (await pageOf(path)).split('</head>', 1)[0] ?? ''

  test('titles have the designation, the heading and the full name of the law', async () => {
    const title = async (path: string) => /<title>(.*?)<\/title>/.exec(await headOf(path))?.[1]
    assert.equal(
      await title('/msgb/14/1'),
      '§ 14 Abs. 1 MSGB – Pflichten bei der Überlassung eines Liegeplatzes – Möwensunder Stadtgesetzbuch – legal-text',
    )
    assert.equal(await title('/msgb'), 'MSGB – Möwensunder Stadtgesetzbuch – legal-text')
    assert.match(mainOf(await pageOf('/msgb/14')), /class="quiet law-title"[^>]*>Möwensunder Stadtgesetzbuch</)
    assert.match(mainOf(await pageOf('/?q=Hafen')), /law-title">Gesetz über den Betrieb/)
  })

  test('a page has one canonical address; results and older texts are left out', async () => {
    for (const [path, expected] of [
      ['/', '/'],
      ['/MSGB', '/msgb'],
      ['/msgb/14/1', '/msgb/14'],
      ['/msgb/par:14%2Fabs:1?citing=50', '/msgb/14'],
      ['/?view=laws&initial=M', '/?view=laws&initial=M'],
      ['/msgb/14?as_of=2025-06-01', undefined],
      ['/?q=Hafen', undefined],
      ['/nowhere', undefined],
    ] as const) {
      const head = await headOf(path)
      const href = /rel="canonical" href="([^"]*)"/.exec(head)?.[1]?.replaceAll('&amp;', '&')
      const url = href === undefined ? undefined : new URL(href, new URL(path, base()))
      assert.equal(url && url.pathname + url.search, expected, path)
      assert.equal(/name="robots" content="noindex"/.test(head), expected === undefined, path)
      for (const name of ['title', 'description', 'type', 'site_name']) assert(head.includes(`"og:${name}"`), name)
    }
  })

  test('laws and norms are structured data', async () => {
    const data = async (path: string) =>
      JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(await headOf(path))?.[1] ?? '')
    const norm = await data('/msgb/14')
    assert.equal(norm['@type'], 'Legislation')
    assert.equal(norm.legislationIdentifier, '§ 14 MSGB')
    assert.equal(norm.isPartOf.name, 'Möwensunder Stadtgesetzbuch')
    assert.equal((await data('/msgb')).alternateName, 'MSGB')
  })

  test('robots.txt and the sitemap name the pages of laws', async () => {
    const robots = await (await fetch(`${base()}/robots.txt`)).text()
    assert.match(
      robots,
      /^User-agent: \*\n.*Disallow: \/laws\/\n.*Sitemap: http:\/\/127\.0\.0\.1:\d+\/sitemap\.xml\n$/s,
    )
    const response = await fetch(`${base()}/sitemap.xml`)
    assert.equal(response.headers.get('content-type'), 'application/xml; charset=utf-8')
    const places = [...(await response.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url)
    assert.equal(places.length, (await corpus.laws({})).total)
    for (const place of places) assert.equal((await fetch(place)).status, 200, place)
  })
})

describe('places in pages', () => {
  test('each Absatz, number and sentence is an anchor, each once', async () => {
    for (const [path, prefix] of [
      ['/msgb/14', ''],
      ['/msgb?view=full', 'par:14/'],
    ] as const) {
      const page = await pageOf(path)
      const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
      assert.equal(new Set(ids).size, ids.length, path)
      for (const part of ['abs:1', 'abs:1/satz:1/nr:1']) assert(ids.includes(prefix + part), `${path} ${part}`)
    }
  })

  test('each heading above a norm has an address, which the contents of the law have', async () => {
    const contents = await pageOf('/msgb')
    const ids = new Set([...contents.matchAll(/<details[^>]* id="([^"]+)"/g)].map(([, id]) => id))
    assert(ids.size > 3)
    const place = /<nav class="place".*?<\/nav>/s.exec(await pageOf('/msgb/14'))?.[0] ?? ''
    const [, ...above] = linksIn(place).map((href) => decodeURIComponent(href.split('#')[1] ?? ''))
    assert(above.length > 0)
    for (const id of above) assert(ids.has(id), id)
    assert.equal(new Set(above).size, above.length)
  })

  test('the skip link leads to the wording, past the contents', async () => {
    const page = await pageOf('/msgb/14')
    assert.match(page, /id="skip" href="#wording"/)
    assert.match(page, /<div class="text" [^>]*id="wording"/)
  })

  test('results open with the found words marked', async () => {
    assert.match(mainOf(await pageOf('/?q=Liegeplatz')), /href="\.\/[^"]+#:~:text=[^"]+" class="result"/)
  })

  test('all laws are listed by jurisdiction, federal law first, each in the order of a dictionary', async () => {
    const sections = mainOf(await pageOf('/?view=laws'))
      .split('<section>')
      .slice(1)
    assert.deepEqual(
      sections.map((section) => /<h2><a [^>]*>([^<]*)</.exec(section)?.[1]),
      ['Federal law', 'European Union'],
    )
    const shown = sections.map((section) =>
      [...section.matchAll(/<span class="designation">([^<]*)</g)].map(([, name]) => name ?? ''),
    )
    const { laws } = await (await fetch(`${base()}/laws`)).json()
    assert.equal(shown.flat().length, laws.length)
    for (const names of shown)
      assert.deepEqual(names, names.toSorted(new Intl.Collator('de', { numeric: true }).compare))
    assert.match(await pageOf('/?lang=de'), /Bundesrecht: 9 Gesetze · Europäische Union: 2 Gesetze/)
  })
})

describe('the language of a page', () => {
  test('is that of the parameter, the cookie or the browser', async () => {
    const path = '/msgb/14'
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
      ['/msgbe', 404, /Not found.*href="\.\/msgb"/s],
      ['/msgb/999', 404, /Not found.*§ 32/s],
      ['/msgb/22a', 404, /as published on 1 June 2024/],
      ['/BienHV', 409, /Which one\?.*bienhv_2005/s],
      ['/msgb/16?as_of=x', 422, /Not a valid request/],
      ['/nowhere', 404, /Not found/],
    ]
    for (const [path, status, words] of cases) {
      const response = await ask(path)
      assert.equal(response.status, status, path)
      assert.match(mainOf(await textOf(response)), words, path)
      const json = await fetch(base() + path)
      assert.equal(json.status, status, path)
      assert.match(json.headers.get('content-type') ?? '', /^application\/json/)
    }
    assert.match(mainOf(await pageOf('/msgbe', { 'Accept-Language': 'de' })), /Nicht gefunden/)
  })

  test('hostile words stay words', async () => {
    const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
    for (const path of [
      `/?q=${encodeURIComponent(hostile)}`,
      `/?view=laws&query=${encodeURIComponent(hostile)}`,
      `/${encodeURIComponent(hostile)}`,
      `/msgb/${encodeURIComponent(hostile)}`,
      `/?view=changes&codes=${encodeURIComponent(hostile)}`,
      `/msgb?as_of=${encodeURIComponent(hostile)}`,
    ]) {
      const page = await pageOf(path)
      assert(!/<script>|<img/.test(page), path)
      assert(page.includes('&lt;script&gt;') || page.includes('%3Cscript%3E'), path)
    }
  })
})

/** Pages keep parameters of the request: the jurisdiction of lists and searches, and the day of effect. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import { createApp } from '../../src/http/app.ts'
import { buildBundle } from '../../src/import/build-bundle.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { packageRoot } from '../../src/program/package.ts'
import { listen, type TestServer } from './server.ts'

const BROWSER = { Accept: 'text/html', 'Accept-Language': 'en' }

describe('pages of a corpus of several jurisdictions with days of effect', () => {
  const folder = mkdtempSync(join(tmpdir(), 'legal-text-'))
  let corpus: Corpus
  let server: TestServer
  before(async () => {
    const from = ['starter', 'starter-markdown', 'starter-legaldocml'].map((name) => join(packageRoot, 'src', name))
    const out = join(folder, 'town.sqlite')
    await buildBundle({ from, out, fetchedAt: '2026-04-29T00:00:00Z' })
    corpus = await openCorpus({ dataset: out })
    server = await listen(createApp({ corpus: () => corpus }).handler)
  })
  after(async () => {
    await server.close()
    await corpus.close()
    rmSync(folder, { recursive: true })
  })

  const ask = async (path: string) => {
    const response = await fetch(new URL(path, `http://127.0.0.1:${server.port}`), { headers: BROWSER })
    const page = await response.text()
    const links = [...page.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
    return { status: response.status, url: response.url, page, links }
  }
  const kept = (page: string, name: string) =>
    [...page.matchAll(/<form.*?<\/form>/gs)].map(
      ([form]) => new RegExp(`name="${name}" value="([^"]*)"`).exec(form)?.[1],
    )

  test('lists and searches keep the jurisdiction in links, forms and pagers, and tell it', async () => {
    for (const path of ['/?view=laws&jurisdiction=x-moewensund', '/?q=Hafen&view=results&jurisdiction=x-moewensund']) {
      const { status, page, links } = await ask(path)
      assert.equal(status, 200)
      assert.match(page, /Only x-moewensund · <a href="[^"]*">All jurisdictions<\/a>/)
      assert.equal(kept(page, 'jurisdiction')[0], 'x-moewensund', path)
      const lists = links.filter((link) => /[?&](?:view=laws|q=|initial=)/.test(link))
      const others = lists.filter((link) => !link.includes('jurisdiction=x-moewensund'))
      assert.equal(others.length, 1, others.join())
      assert(!page.includes('href="./msgb'), path)
    }
    const found = await ask('/?q=Liegezeit&jurisdiction=de&codes=msgb&in_force=true&view=results')
    assert(found.links.some((link) => /jurisdiction=de/.test(link) && /in_force=true/.test(link)))
    const all = await ask('/?view=laws')
    assert(all.links.includes('./?view=laws&jurisdiction=x-moewensund'))
  })

  test('a law or a norm is that of the jurisdiction', async () => {
    assert.equal((await ask('/marktsatzung/4?jurisdiction=x-moewensund')).status, 200)
    assert.equal((await ask('/marktsatzung/4?jurisdiction=de')).status, 404)
    const named = await ask(`/?q=${encodeURIComponent('§ 4 MarktS')}&jurisdiction=x-moewensund`)
    assert.match(named.url, /\/marktsatzung\/4$/)
    const none = await ask(`/?q=${encodeURIComponent('§ 4 MarktS')}&jurisdiction=de`)
    assert.match(none.url, /jurisdiction=de$/)
  })

  test('an unknown jurisdiction leads to all, and markup in one is text', async () => {
    const unknown = await ask('/?view=laws&jurisdiction=fr')
    assert.equal(unknown.status, 422)
    const way = unknown.links.find((link) => link === './?view=laws')
    assert.equal((await ask(way ?? '')).status, 200)
    const { status, page } = await ask(`/?view=laws&jurisdiction=${encodeURIComponent('"><script>alert(1)</script>')}`)
    assert.equal(status, 422)
    assert.doesNotMatch(page, /<script>alert/)
  })

  test('every link of a page of a day of effect leads to a page, and keeps the day', async () => {
    const asked = new Set<string>()
    for (const path of ['/?view=laws', '/hafo', '/hafo/1', '/hafo/3', '/?q=Lotsen&view=results', '/liegeplatz/2.1']) {
      const from = new URL(`${path}${path.includes('?') ? '&' : '?'}in_force_on=2026-08-01`, 'http://127.0.0.1')
      const { status, page, links } = await ask(from.pathname + from.search)
      assert.equal(status, 200, path)
      assert.match(page, /<title>[^<]*as in force on 1 August 2026/)
      assert.match(page, /<meta name="robots" content="noindex">/)
      assert(kept(page, 'in_force_on').includes('2026-08-01'))
      for (const link of links.filter((href) => !/^(?:https?:|#)/.test(href))) {
        const target = new URL(link, from)
        if (asked.has(target.href)) continue
        asked.add(target.href)
        const answer = await ask(target.pathname + target.search)
        if (answer.status !== 404) assert.equal(answer.status, 200, `${path}: ${link}`)
        else assert.match(answer.page, /names no dates of effect/, `${path}: ${link}`)
      }
    }
    assert(asked.size > 50)
    const named = await ask(`/?q=${encodeURIComponent('§ 3 HafO')}&in_force_on=2026-08-01`)
    assert.match(named.url, /\/hafo\/3\?in_force_on=2026-08-01$/)
  })

  test('differences between days of effect do not speak of publication', async () => {
    for (const path of ['/hafo/1?view=diff&in_force_on=2027-01-01', '/hafo?view=diff&from=2026-06-30&to=2026-07-01']) {
      const { status, page } = await ask(path)
      assert.equal(status, 200)
      const main = page.slice(page.indexOf('<main'), page.indexOf('</main>'))
      assert(/As (?:valid|in force)/.test(main) && !/[Pp]ublished/.test(main), path)
    }
    const old = await ask('/32011l9902?view=diff')
    assert.notEqual(old.status, 500)
  })

  test('a day before all laws, and an error of such a day, lead on', async () => {
    const none = await ask('/?view=laws&in_force_on=1990-01-01')
    assert.match(
      none.page.replace(/<[^>]*>/g, ''),
      /No law of this corpus was in force on 1 January 1990, .* go back to 1 March 2010\./,
    )
    const failed = await ask('/hafo/3?in_force_on=2020-01-01')
    assert.equal(failed.status, 404)
    assert(failed.links.some((link) => /hafo\/3\?in_force_on=2026-07-01$/.test(link)))
    const undated = await ask('/msgb/1?in_force_on=2020-01-01')
    const ways = new Set(undated.links.filter((link) => /^\.\/1(?:\?as_of=[\d-]+)?$/.test(link)))
    assert.deepEqual([...ways], ['./1', './1?as_of=2026-04-29'])
    for (const way of ways) assert.equal((await ask(new URL(way, 'http://a/msgb/1').href.slice(8))).status, 200, way)
  })
})

/** Images of norms: in answers, at their URL, and in the reader's pages. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openEngine } from '../../src/dataset/open-engine.ts'
import { createApp } from '../../src/http/app.ts'
import { buildBundle } from '../../src/import/build-bundle.ts'
import type { Settings } from '../../src/program/settings.ts'
import { gif, img, jpeg, LAWS, lawWith, writeFiles } from '../import/illustrated.ts'
import { assertDocumented } from './document.ts'
import { listen, type TestServer } from './server.ts'

const scratch = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
const closing: (() => Promise<unknown>)[] = []
after(async () => {
  for (const close of closing) await close()
  rmSync(scratch, { recursive: true })
})
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const circle = hashOf(jpeg(300, 200))

/** A law with the same code as the route, a table with images in cells, and an image larger than a packet. */
const TABLE =
  '<table><tgroup cols="3"><colspec colname="a"/><colspec colname="b"/><colspec colname="c"/><tbody>' +
  `<row><entry colname="a">1</entry><entry colname="b">${img('t1.gif', 'Zelle')}</entry><entry colname="c">x</entry></row>` +
  `<row><entry colname="a">2</entry><entry colname="b">${img('t2.gif')} Gebot</entry><entry colname="c">y</entry></row>` +
  '</tbody></tgroup></table>'
const large = Buffer.concat([jpeg(10, 10), Buffer.alloc(100_000)])
const FILES = {
  ...LAWS,
  'images/BJNR900000004.xml': lawWith('images', '4', [TABLE, img('large.jpg')]),
  'images/t1.gif': gif(7, 8, 'eins'),
  'images/t2.gif': gif(9, 8, 'zwei'),
  'images/large.jpg': large,
}

describe('images over HTTP', () => {
  let server: TestServer
  async function start(settings: Partial<Settings> = {}, tokens?: () => readonly string[]) {
    const corpus = await openEngine(join(scratch, 'images.sqlite'))
    const app = createApp({ corpus: () => corpus, settings, tokens })
    const started = await listen(app.handler)
    closing.push(started.close, () => corpus.close())
    return started
  }
  before(async () => {
    const from = writeFiles(join(scratch, 'laws'), FILES)
    await buildBundle({ from, out: join(scratch, 'images.sqlite'), fetchedAt: '2026-01-15T00:00:00Z' })
    server = await start()
  })
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, { headers, redirect: 'manual' })

  it('are sent as they are, to be kept for good', async () => {
    const answer = await get(`/images/${circle}`, { accept: 'image/avif,image/webp,*/*;q=0.8' })
    assert.equal(answer.status, 200)
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), jpeg(300, 200))
    const header = (name: string) => answer.headers.get(name)
    assert.equal(header('content-type'), 'image/jpeg')
    assert.equal(header('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(header('etag'), `"${circle}"`)
    assert.equal(header('x-content-type-options'), 'nosniff')
    const again = await get(`/images/${circle}`, { 'if-none-match': `"${circle}"` })
    assert.deepEqual([again.status, await again.text()], [304, ''])
    assert.equal(again.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    const head = await server.ask({ method: 'HEAD', path: `/images/${circle}` })
    assert.deepEqual([head.status, head.headers['content-length'], head.text], [200, String(jpeg(300, 200).length), ''])
    assert.equal((await get(`/images/${hashOf(gif(16, 9))}`)).headers.get('content-type'), 'image/gif')
  })

  it('are not compressed once more', async () => {
    const answer = await get(`/images/${hashOf(large)}`, { 'accept-encoding': 'gzip, br' })
    assert.equal(answer.headers.get('content-encoding'), null)
    assert.equal(answer.headers.get('content-length'), String(large.length))
    assert.equal(answer.headers.get('etag'), `"${hashOf(large)}"`)
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), large)
  })

  it('that the corpus does not have are 404, whatever the address says', async () => {
    const paths = [hashOf(jpeg(1, 1)), circle.toUpperCase(), 'kreis.jpg', '..%2Fkreis.jpg', '%00', circle.slice(1)]
    for (const path of paths) {
      const answer = await server.ask(`/images/${path}`)
      assert.deepEqual([answer.status, answer.body.error], [404, 'not_found'], path)
      assert.equal(answer.headers['cache-control'], 'no-store')
      assertDocumented(`/images/${path}`, answer)
    }
    const wrong = await server.ask(`/images/${circle}?width=5`)
    assert.deepEqual([wrong.status, wrong.body.error], [422, 'invalid_input'])
    assert.equal((await server.ask({ method: 'POST', path: `/images/${circle}` })).status, 405)
  })

  it('need the token of the others, and are for the client alone then', async () => {
    const guarded = await start({ authTokenFile: '/tokens' }, () => ['secret-token-of-32-characters-00'])
    assert.equal((await guarded.ask(`/images/${circle}`)).status, 401)
    const headers = { authorization: 'Bearer secret-token-of-32-characters-00' }
    const answer = await guarded.ask({ path: `/images/${circle}`, headers })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['cache-control'], 'private, max-age=31536000, immutable')
  })

  it('are named by the attachments of norms and counted by the coverage', async () => {
    const answer = await server.ask('/laws/zeichenv/norms/par%3A3')
    assertDocumented('/laws/zeichenv/norms/par%3A3', answer)
    const [formula, missing] = answer.body.attachments
    const { sha256, ...facts } = formula.image
    assert.deepEqual([facts, missing.image], [{ media_type: 'image/png', width: 120, height: 30 }, undefined])
    assert.equal((await get(`/images/${sha256}`)).status, 200)
    const coverage = await server.ask('/corpus/coverage')
    assertDocumented('/corpus/coverage', coverage)
    assert.deepEqual(coverage.body.images, { stored: 6, missing: 1 })
  })

  const page = async (path: string) => (await server.ask({ path, headers: { accept: 'text/html' } })).text

  it('stand in pages with their words and size; for others there is the box', async () => {
    const shown = `<img src="../images/${circle}" alt="Ein roter &quot;Kreis&quot;" width="300" height="200" loading="lazy">`
    assert.equal(/Zeichen 1 <.*?gilt/s.exec(await page('/zeichenv/1'))?.[0], `Zeichen 1 ${shown}gilt`)
    const third = await page('/zeichenv/3')
    assert.match(third, /alt="a mal b" width="120" height="30"/)
    assert.match(third, /<span class="attachment" title="fehlt.jpg"><span>Nicht da<\/span><\/span>/)
    assert.match(await page('/zeichenv?view=full&lang=en'), new RegExp(`<img src="./images/${circle}"`))
  })

  it('are shown in norms and cells without words', async () => {
    const alone = await page('/zeichenv/2?lang=en')
    assert.match(alone, /<p class="line"><img src="[^"]+" alt="Image" width="16" height="9" loading="lazy"><\/p>/)
    assert.doesNotMatch(alone, /has no text of its own/)
    const cells = [...(await page('/~images/1')).matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/g)].map(([, cell = '']) =>
      cell
        .replace(/<img [^>]*width="(\d+)"[^>]*>/g, '[$1]')
        .replace(/<[^>]+>/g, '')
        .trim(),
    )
    assert.deepEqual(cells, ['1', '[7]', 'x', '2', '[9]Gebot', 'y'])
  })
})

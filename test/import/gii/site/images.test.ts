/** Images in the site's archives: kept, changed and removed between runs. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { buildBundle } from '../../../../src/import/build-bundle.ts'
import { fetchLaws, openLawStore } from '../../../../src/import/gii/site/fetch-laws.ts'
import { openSqliteCorpus } from '../../../../src/store/sqlite/sqlite-corpus.ts'
import { quickClient } from '../../../download/server.ts'
import { gif, img, jpeg } from '../../illustrated.ts'
import { law, startSite } from './site.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
after(() => rmSync(folder, { recursive: true }))
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('images come with the law, and an update keeps, changes and removes them', async (t) => {
  const picture = { ...law('bildv', `Siehe ${img('a.jpg', 'Bild')} und ${img('b.gif')}.`), etag: 'none' }
  const site = await startSite(t, [
    ['bildv', { ...picture, images: { 'a.jpg': jpeg(3, 4), 'b.gif': gif(5, 6) } }],
    ['andersv', law('andersv')],
  ])
  const store = openLawStore(join(folder, 'source.sqlite'), site.url)
  let day = 1
  /** Runs a fetch, and builds a bundle from the store. */
  const run = async (images?: Record<string, Buffer>) => {
    if (images !== undefined) site.laws.set('bildv', { ...picture, images })
    const now = new Date(`2026-01-${String(day++).padStart(2, '0')}T06:00:00Z`)
    const { fetched } = await fetchLaws({ baseUrl: site.url, store, client: quickClient(), now: () => now })
    const out = join(folder, `${day}.sqlite`)
    const { images: counts } = await buildBundle({ from: store.asInput(), out, search: false })
    const corpus = openSqliteCorpus(out)
    const norm = await corpus.norm('bildv', 'par:1')
    await corpus.close()
    const hashes = norm?.attachments.map(({ image }) => image?.sha256)
    return { fetched, counts, hashes, state: store.stateHash(), fetchedAt: norm?.provenance.fetch_timestamp }
  }
  const [a, b, changed] = [jpeg(3, 4), gif(5, 6), jpeg(3, 4, 'y')]

  const first = await run()
  assert.deepEqual([first.fetched, first.counts], [2, { stored: 2, missing: 0 }])
  assert.deepEqual(first.hashes, [hashOf(a), hashOf(b)])

  const same = await run()
  assert.deepEqual({ ...same, fetched: 2 }, first)
  assert.equal(same.fetched, 0)

  // The new image has the same name and size, and the XML is unchanged.
  const other = await run({ 'a.jpg': changed, 'b.gif': b })
  assert.deepEqual([other.fetched, other.hashes], [1, [hashOf(changed), hashOf(b)]])
  assert.equal(other.fetchedAt, '2026-01-03T06:00:00Z')
  assert.notEqual(other.state, first.state)

  const removed = await run({ 'b.gif': b })
  assert.deepEqual([removed.fetched, removed.counts], [1, { stored: 1, missing: 1 }])
  assert.deepEqual(removed.hashes, [undefined, hashOf(b)])

  // An oversized image is left out, its law is not.
  const huge = await run({ 'a.jpg': randomBytes(17 * 1024 * 1024), 'b.gif': b })
  assert.deepEqual([huge.fetched, huge.hashes], [1, [undefined, hashOf(b)]])
  store.close()
})

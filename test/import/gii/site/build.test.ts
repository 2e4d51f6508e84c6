import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openEngine } from '../../../../src/dataset/open-engine.ts'
import { buildBundle } from '../../../../src/import/build-bundle.ts'
import { readToc } from '../../../../src/import/gii/official-site.ts'
import { fetchLaws, openLawStore } from '../../../../src/import/gii/site/fetch-laws.ts'
import { packageRoot } from '../../../../src/program/package.ts'
import { quickClient } from '../../../download/server.ts'
import { type SiteLaw, startSite } from './site.ts'

const starter = join(packageRoot, 'src', 'starter')
const folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
after(() => rmSync(folder, { recursive: true }))

/** The laws of the starter dataset as on a site; XML of unknown laws is missing. */
function starterLaws(): [string, SiteLaw][] {
  const toc = readToc(readFileSync(join(starter, 'gii-toc.xml')), 'gii-toc.xml')
  return [...toc].map(([code, { title }]) => {
    const name = existsSync(join(starter, code)) && readdirSync(join(starter, code)).find((one) => one.endsWith('.xml'))
    if (!name) return [code, { title, xml: '', fault: 'missing' }]
    return [code, { title, xml: readFileSync(join(starter, code, name), 'utf8') }]
  })
}

test('a bundle of what was fetched has what one of the same folder has, and says when it was fetched', async (t) => {
  const site = await startSite(t, starterLaws())
  const store = openLawStore(join(folder, 'source.sqlite'), site.url)
  const now = () => new Date('2026-04-29T06:00:00Z')
  await fetchLaws({ baseUrl: site.url, store, client: quickClient(), now })
  site.laws.set('msgb', { ...(site.laws.get('msgb') as SiteLaw), fault: 'notzip' })
  await fetchLaws({ baseUrl: site.url, store, client: quickClient() })

  const [one, other] = [join(folder, 'one.sqlite'), join(folder, 'other.sqlite')]
  const fetched = await buildBundle({ from: store.asInput(), out: one, search: false })
  const copy = join(folder, 'laws')
  cpSync(starter, copy, { recursive: true, filter: (path) => !/\/3\d{4}[a-z]\d{4}$/.test(path) })
  const local = await buildBundle({ from: copy, out: other, search: false })
  store.close()
  assert.deepEqual([fetched.laws, fetched.norms, fetched.characters], [local.laws, local.norms, local.characters])

  const corpus = await openEngine(one)
  const limitations = await corpus.limitations({})
  const reasons = Object.fromEntries(limitations.map(({ source_id, reason }) => [source_id, reason]))
  assert.match(reasons.msgb ?? '', /HTML page .*; the copy of 2026-04-29 is still used/)
  assert.equal((await corpus.law('msgb'))?.provenance.fetch_timestamp, '2026-04-29T06:00:00Z')
  await corpus.close()
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptanceOf, acceptanceOfAll, type FetchedCounts } from '../../src/dataset/build-from-sites.ts'
import { bundleOf, temporaryFolder } from './starter-bundles.ts'

/** Whether the remainder of a site of 100 laws is acceptable. @param mayFail as `MAX_FAILED_PERCENT` */
function isAccepted(failed: number, mayFail: number | undefined): boolean {
  try {
    acceptanceOf({ url: 'https://site.example', total: 100, failed, reasons: '' } as FetchedCounts, undefined, mayFail)
    return true
  } catch {
    return false
  }
}

test('as much of a site may fail as MAX_FAILED_PERCENT says, and 90 percent where nothing would be replaced', () => {
  assert.deepEqual([isAccepted(10, 10), isAccepted(11, 10)], [true, false])
  assert.deepEqual([isAccepted(0, 0), isAccepted(1, 0)], [true, false])
  assert.deepEqual([isAccepted(90, undefined), isAccepted(91, undefined)], [true, false])
})

test('what failed before does not count again, and acts that are no longer wanted are not gone', async () => {
  const folder = temporaryFolder()
  const file = await bundleOf(folder, 'one', ['msgb', 'msverf'])
  const origin = { kind: 'official-source', fetched_at: '2026-01-01T00:00:00Z' } as const
  const sites = [{ source: 'gii', url: 'https://site.example', failed: 2 }] as const
  const gii = { source: 'gii', url: 'https://site.example', total: 100, failed: 3, kept: 97, reasons: '' } as const
  const accept = (fetched: FetchedCounts, failed?: typeof sites, isSame = true) =>
    acceptanceOfAll([fetched], true, { file, readable: true, origin: { ...origin, sites: failed } }, isSame, 2)
  await accept(gii, sites)
  await assert.rejects(accept(gii), { kind: 'not_ready', message: /^site\.example: 3 of 100 laws \(3\.0 %\)/ })
  await assert.rejects(accept({ ...gii, total: 1, failed: 0, kept: 1 }, sites), { message: /1 of 2 laws/ })
  // It contains no acts of the Union that could be replaced.
  const eurlex = {
    source: 'eurlex',
    url: 'https://cellar.example',
    total: 1,
    failed: 0,
    kept: 1,
    reasons: '32025R9999: no such act',
  } as const
  await accept({ ...eurlex, total: 10, failed: 8 })
  await assert.rejects(accept({ ...eurlex, total: 10, failed: 10 }), {
    message: /the rest is not a corpus\. 32025R9999: no such act\. Check the names of the laws, or try again later$/,
  })
  const check = await accept(eurlex)
  check({ laws_by_source_family: { 'eur-lex': 1 } } as never)
  assert.throws(() => check({ laws_by_source_family: {} } as never), { message: /1 of 1 laws/ })
})

test('a law that another site of the jurisdiction gives is no failure', async () => {
  const gii = { source: 'gii', url: 'https://site.example', total: 10, failed: 0, kept: 10, reasons: '' } as const
  const neuris = { ...gii, source: 'neuris', url: 'https://portal.example', total: 8, kept: 8 } as const
  const accept = await acceptanceOfAll([gii, neuris], true, undefined, false, 2)
  accept({ laws_by_source_family: { 'gesetze-im-internet': 3, legaldocml: 8 } } as never)
  assert.throws(() => accept({ laws_by_source_family: { legaldocml: 0, 'eur-lex': 8 } } as never), {
    message: /^site\.example: 10 of 10 laws/,
  })
})

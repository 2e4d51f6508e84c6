import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatSize } from '../../../../src/cli/terminal/fields.ts'
import { bundleCheckPage, keysPage, signPage } from '../../../../src/cli/terminal/pages/bundle-pages.ts'
import { bundlesTable, pruneReport } from '../../../../src/cli/terminal/pages/cache-pages.ts'
import { displayWidth } from '../../../../src/cli/terminal/width.ts'
import type { CachedBundle, ListedBundle } from '../../../../src/dataset/bundle-store.ts'
import type { BundleCheckReport } from '../../../../src/dataset/check-bundle.ts'

const WIDTHS = [40, 60, 80, 120]
const cache = '/home/anna/.cache/legal-text'
const screen = (width: number) => ({ width, colour: false })

function assertFits(text: string, width: number): void {
  for (const line of text.split('\n')) assert(displayWidth(line) <= width, `${displayWidth(line)} > ${width}: ${line}`)
}

const bundle: CachedBundle = {
  file: `${cache}/bundles/0123456789abcdef.sqlite`,
  id: '0123456789abcdef',
  digest: `sha256:${'0123456789abcdef'.repeat(4)}`,
  bytes: 316_833_792,
  built_at: '2026-04-29T05:06:07.890Z',
  laws: 6869,
  norms: 96_431,
  limitations: 0,
  schema_version: 4,
  readable: true,
  in_use: true,
  origin: { kind: 'official-source', url: 'https://recht.example', fetched_at: '2026-04-29T04:00:00Z' },
}
const damaged: ListedBundle = {
  ...bundle,
  id: 'fedcba9876543210',
  digest: null,
  laws: null,
  norms: null,
  limitations: null,
  schema_version: null,
  readable: false,
  reason: `cannot open ${bundle.file}: it is not a bundle, it is empty`,
  in_use: false,
  origin: null,
}

test('sizes are short', () => {
  const sizes = [0, 1, 999, 1000, 9949, 9951, 483_328, 999_499, 999_500, 316_833_792, 16_000_000_000, 5e15]
  assert.deepEqual(sizes.map(formatSize), [
    '0 bytes',
    '1 byte',
    '999 bytes',
    '1.0 KB',
    '9.9 KB',
    '10 KB',
    '483 KB',
    '999 KB',
    '1.0 MB',
    '317 MB',
    '16 GB',
    '5,000 TB',
  ])
})

test('the list of bundles fits the screen, and tells use and faults', async () => {
  const answer = { cache, bundles: [bundle, damaged], count: 2 }
  for (const width of WIDTHS) assertFits(await bundlesTable(answer, screen(width)), width)
  assert.equal(
    await bundlesTable(answer, screen(60)),
    `Bundle            Built          Size  From
0123456789abcdef  2026-04-29   317 MB  https://recht.example
                  05:06Z               (in use)
fedcba9876543210  2026-04-29   317 MB  not known (it is not
                  05:06Z               a bundle, it is
                                       empty)

2 bundles in ${cache}`,
  )
  assert.match(
    await bundlesTable(answer, screen(120)),
    /^0123456789abcdef {2}2026-04-29 05:06Z +6,869 +96,431 +317 MB /m,
  )
  assert.equal(await bundlesTable({ cache, bundles: [], count: 0 }, screen(60)), `No bundles in ${cache}`)
})

test('checks are listed with what they found', () => {
  const report: BundleCheckReport = {
    file: 'federal.sqlite',
    valid: false,
    bundle_id: bundle.id,
    digest: bundle.digest,
    sha256: 'f'.repeat(64),
    bytes: bundle.bytes,
    checks: [
      { check: 'digest', result: 'passed', detail: `the content has the digest ${bundle.digest}` },
      { check: 'checksum', result: 'skipped', detail: 'there is no federal.sqlite.sha256' },
      { check: 'signature', result: 'failed', detail: 'the signature does not fit' },
    ],
    findings: [],
    findings_total: 0,
  }
  for (const width of WIDTHS) assertFits(bundleCheckPage(report, screen(width)), width)
  const page = bundleCheckPage(report, screen(80))
  assert.match(page, /^Digest: passed\n {2}the content has/m)
  assert.match(page, /^Checksum: not checked\n {2}there is no/m)
  assert.match(page, /^Signature: failed\n {2}the signature does not fit\n\nThis bundle must not be used\.$/m)
  assert.match(bundleCheckPage({ ...report, valid: true }, screen(80)), /No check has failed\.$/)
})

test('the check of a bundle names what is wrong with its sources', () => {
  const findings = Array.from({ length: 23 }, (_, index) => ({
    source_family: 'json-package',
    source_id: `manifest.json ${index}`,
    law_id: null,
    reason: 'manifest.json says that there are 9 laws, but there are 2',
  }))
  const report: BundleCheckReport = {
    ...{ file: 'federal.sqlite', valid: true, bundle_id: bundle.id, digest: bundle.digest, sha256: 'f'.repeat(64) },
    ...{ bytes: bundle.bytes, checks: [], findings, findings_total: 23 },
  }
  for (const width of WIDTHS) assertFits(bundleCheckPage(report, screen(width)), width)
  const page = bundleCheckPage(report, screen(100))
  assert.match(
    page,
    /What is wrong with its sources\n {2}manifest\.json 0 {2}manifest\.json says that there are 9 laws/,
  )
  assert.match(page, /manifest\.json 19 .*\n {2}and 3 more: legal-text corpus verify federal\.sqlite --json\n\n/)
  assert.match(page, /No check has failed\.$/)
})

test('what was removed and what stays is told with its size', async () => {
  const file = (name: string) => ({ file: `${cache}/${name}`, bytes: 1_500_000, reason: 'an older bundle' })
  const report = {
    cache,
    removed: [file('bundles/0123456789abcdef.sqlite')],
    kept: [{ ...file('bundles/fedcba9876543210.sqlite'), reason: 'the newest' }],
    freed_bytes: 1_500_000,
  }
  for (const width of WIDTHS) assertFits(await pruneReport(report, screen(width)), width)
  assert.equal(
    await pruneReport(report, screen(80)),
    `Removed
File                               Size  Why
bundles/0123456789abcdef.sqlite  1.5 MB  an older bundle

Kept
File                               Size  Why
bundles/fedcba9876543210.sqlite  1.5 MB  the newest

1 file removed from ${cache}, 1.5 MB`,
  )
  const nothing = await pruneReport({ cache, removed: [], kept: [], freed_bytes: 0 }, screen(80))
  assert.equal(nothing, `Nothing to remove in ${cache}`)
})

test('signing tells its files, and keys who may have them', () => {
  const signed = { file: 'a.zst', sha256: 'f'.repeat(64), checksum_file: 'a.zst.sha256', signature_file: 'a.zst.sig' }
  const keys = { private_key_file: 'p.key', public_key_file: 'p.pub', public_key: `${'A'.repeat(43)}=` }
  for (const width of WIDTHS) {
    assertFits(signPage(signed, screen(width)), width)
    assertFits(keysPage(keys, screen(width)), width)
  }
  assert.match(signPage(signed, screen(80)), /^Signature {2}a\.zst\.sig$/m)
  assert.match(keysPage(keys, screen(80)), /^Private key {2}p\.key\nPublic key {3}p\.pub\nAs text {6}A{43}=$/m)
})

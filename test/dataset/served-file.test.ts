import assert from 'node:assert/strict'
import { chmodSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openVerified, ServedFile } from '../../src/dataset/served-file.ts'
import { storedDigest } from '../../src/dataset/verify-bundle.ts'
import { until } from '../until.ts'
import { bundleOf, temporaryFolder } from './starter-bundles.ts'

function served(test: { after(end: () => void): void }) {
  const path = join(temporaryFolder(), 'a.sqlite')
  writeFileSync(path, 'one')
  utimesSync(path, 1, 1)
  const file = new ServedFile(path)
  test.after(() => file.close())
  const { ctimeNs } = statSync(path, { bigint: true })
  /** The clock of a file system may tick slowly: does it until the file is seen to have changed. */
  const change = (how: () => void) =>
    until('the change is seen', async () => {
      how()
      return statSync(path, { bigint: true }).ctimeNs !== ctimeNs
    })
  return { path, file, change }
}

test('a served file that is written to is modified, even if its size and time are put back', async (t) => {
  const { path, file, change } = served(t)
  assert(file.isUnmodified())
  await change(() => {
    writeFileSync(path, 'two')
    utimesSync(path, 1, 1)
  })
  assert(!file.isUnmodified())
})

test('a served file with other rights counts as modified while it has its name', async (t) => {
  const { path, file, change } = served(t)
  await change(() => chmodSync(path, 0o600))
  assert(!file.isUnmodified())
})

test('a served file that loses its name is as whole as before', (t) => {
  for (const lose of [(path: string) => rmSync(path), (path: string) => renameSync(path, `${path}.old`)]) {
    const { path, file } = served(t)
    lose(path)
    assert(!file.isInPlace())
    assert(file.isUnmodified())
    writeFileSync(path, 'another')
    assert(!file.isInPlace())
    assert(file.isUnmodified())
  }
})

test('a bundle with another digest than was verified is refused, and closed', async () => {
  const bundle = await bundleOf(temporaryFolder(), 'one', ['bienhv_2005'])
  let closed = 0
  const open = (digest: string) => openVerified(bundle, digest, () => closed++)
  assert.throws(() => open('sha256:0'), { kind: 'not_ready', message: /was replaced after it had been verified/ })
  assert.equal(closed, 1)
  const corpus = open(storedDigest(bundle))
  assert.equal(closed, 1)
  await corpus.close()
  assert.equal(closed, 2)
})

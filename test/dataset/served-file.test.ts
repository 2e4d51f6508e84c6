import assert from 'node:assert/strict'
import { chmodSync, existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openVerified, ServedFile } from '../../src/dataset/served-file.ts'
import { storedDigest } from '../../src/dataset/verify-bundle.ts'
import { until } from '../until.ts'
import { bundleOf, temporaryFolder } from './starter-bundles.ts'

/** The open files of a process, on Linux. */
const DESCRIPTORS = '/proc/self/fd'

function served(test: { after(end: () => void): void }) {
  const path = join(temporaryFolder(), 'a.sqlite')
  writeFileSync(path, 'one')
  utimesSync(path, 1, 1)
  const file = new ServedFile(path, false)
  test.after(() => file.close())
  const { ctimeNs } = statSync(path, { bigint: true })
  /** Repeats the change until the file's time shows it: file system clocks may tick slowly. */
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

test('a bundle with another digest than was verified is refused, and closed', async (t) => {
  const bundle = await bundleOf(temporaryFolder(), 'one', ['bienhv_2005'])
  if (!existsSync(DESCRIPTORS)) return t.skip('the system does not list open files')
  const openFiles = () => readdirSync(DESCRIPTORS).length
  const before = openFiles()
  for (const known of [undefined, { identity: 'another file', isCopy: false }]) {
    assert.throws(() => openVerified(bundle, 'sha256:0', known), { kind: 'not_ready' })
    assert.equal(openFiles(), before)
  }
  const { corpus } = openVerified(bundle, storedDigest(bundle), undefined)
  assert(openFiles() > before)
  await corpus.close()
  assert.equal(openFiles(), before)
})

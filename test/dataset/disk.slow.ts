/** A full or read-only disk under the cache: a small one in memory, if it can be mounted. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { acquireCorpus, updateCorpus } from '../../src/dataset/acquire.ts'
import { obtainBundle } from '../../src/dataset/open.ts'
import type { ObtainOptions } from '../../src/dataset/options.ts'
import { readSettings } from '../../src/program/settings.ts'
import { serve } from '../download/server.ts'
import { law, manyLaws, startSite } from '../import/gii/site/site.ts'
import { bundleOf, sourceFolder, temporaryFolder, textOf } from './starter-bundles.ts'

const folder = temporaryFolder()
const disk = join(folder, 'disk')
mkdirSync(disk)
const mount = (...args: string[]) => spawnSync('mount', args).status === 0
const isMounted = process.platform === 'linux' && mount('-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk)
// Lazy unmount: files that a process has locked stay open as long as it lives.
after(() => isMounted && spawnSync('umount', ['-l', disk]))
const skip = isMounted ? false : 'no disk can be mounted'

function optionsFor(name: string, environment: Record<string, string>): ObtainOptions {
  return { cache: join(disk, name), settings: readSettings(environment), download: true }
}

/** Fills the disk. @returns a function that frees the space */
function fill(): () => void {
  const file = join(disk, 'filler')
  const descriptor = openSync(file, 'w')
  for (let size = 65_536; size >= 1; size >>= 1) {
    try {
      for (;;) writeSync(descriptor, Buffer.alloc(size))
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC')
    }
  }
  closeSync(descriptor)
  return () => rmSync(file)
}

const leftovers = ({ cache }: ObtainOptions) => readdirSync(join(cache, 'temporary'))
const FULL = { kind: 'not_ready', message: /^cannot write .*: no space is left/ }

test('a full disk: the corpus that is there stays, and the next run completes', { skip }, async (t) => {
  const site = await startSite(t, manyLaws(5))
  const options = optionsFor('official', { SOURCE_URL: site.url })
  const good = await acquireCorpus(options)
  site.laws.set(
    'law_003',
    law('law_003', `Neu: ${Array.from({ length: 20_000 }, (_, index) => (index ** 3).toString(36)).join(' ')}`),
  )
  const empty = fill()
  await assert.rejects(updateCorpus(options), FULL)
  assert.equal(await obtainBundle(undefined, options), good.file)
  assert.equal(await textOf(good.file, 'law_003'), 'Gesetz 2.')
  empty()
  const next = await updateCorpus(options)
  assert(next.changed)
  assert.match((await textOf(next.file, 'law_003')) ?? '', /^Neu: 0 1 8/)
  assert.deepEqual(leftovers(options), [])
})

test('a full disk: a bundle that is downloaded, and one that is unpacked', { skip }, async (t) => {
  const packed = gzipSync(readFileSync(await bundleOf(folder, 'one', ['msgb'])))
  const { url } = await serve(t, ({ url: path }, response) =>
    path === '/a.gz' ? response.end(packed) : response.writeHead(404).end(),
  )
  const options = optionsFor('published', { DATASET_URL: `${url}/a.gz` })
  mkdirSync(options.cache)
  let empty = fill()
  await assert.rejects(acquireCorpus(options), FULL)
  empty()
  const { file } = await acquireCorpus(options)
  assert.equal(await obtainBundle(undefined, options), file)
  assert.deepEqual(leftovers(options), [])

  const source = sourceFolder(folder, 'source', ['msgb'])
  empty = fill()
  await assert.rejects(obtainBundle(source, options), { message: FULL.message })
  empty()
  assert.match(await obtainBundle(source, options), /converted/)
  assert.deepEqual(leftovers(options), [])
})

test('a cache that may only be read: its corpus opens, and says why there is no newer one', { skip }, async (t) => {
  const site = await startSite(t, manyLaws(3))
  const options = optionsFor('read-only', { SOURCE_URL: site.url })
  const good = await acquireCorpus(options)
  const view = join(folder, 'view')
  mkdirSync(view)
  assert(mount('--bind', disk, view))
  t.after(() => spawnSync('umount', ['-l', view]))
  assert(mount('-o', 'remount,ro,bind', view))
  const reading = { ...options, cache: join(view, 'read-only') }
  const file = await obtainBundle(undefined, reading)
  assert.equal(file, good.file.replace(disk, view))
  assert.equal(await textOf(file, 'law_001'), 'Gesetz 0.')
  await assert.rejects(updateCorpus(reading), { kind: 'not_ready', message: /read-only/ })
})

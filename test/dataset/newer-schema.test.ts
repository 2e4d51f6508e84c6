import assert from 'node:assert/strict'
import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { before, beforeEach, test } from 'node:test'
import { BundleStore } from '../../src/dataset/bundle-store.ts'
import { prune, pruneOlderBundles } from '../../src/dataset/prune.ts'
import { temporaryFile } from '../../src/dataset/temporary.ts'
import { SCHEMA_VERSION } from '../../src/store/bundle-schema.ts'
import { bundleOf, temporaryFolder } from './starter-bundles.ts'

const folder = temporaryFolder()
let bundles: string[]
before(async () => {
  bundles = [
    await bundleOf(folder, 'a', ['msgb']),
    await bundleOf(folder, 'b', ['msverf']),
    await bundleOf(folder, 'c', ['msgb', 'msverf']),
    await bundleOf(folder, 'd', ['hafeng_2021']),
  ]
})

let caches = 0
let store: BundleStore
beforeEach(() => {
  store = new BundleStore(join(folder, `cache-${caches++}`))
})

/** Adds a bundle, which becomes the newest. @returns its file */
async function add(bundle: string | undefined): Promise<string> {
  const temporary = temporaryFile(store.cache, 'bundle.sqlite')
  copyFileSync(bundle as string, temporary)
  return (await store.add(temporary, { kind: 'build', fetched_at: '2026-01-15T00:00:00Z' })).file
}

/** Gives a bundle the schema of the package's next version. */
function makeNewer(file: string): void {
  const database = new DatabaseSync(file)
  database.exec(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`)
  database.close()
}

test('prune keeps a bundle of the next schema version, and the newest that can be read besides', async () => {
  const [oldest, readable, newer] = [await add(bundles[0]), await add(bundles[1]), await add(bundles[2])]
  makeNewer(newer)
  const { removed, kept } = await prune(store.cache)
  assert.deepEqual(
    removed.map(({ file }) => file),
    [oldest],
  )
  assert.deepEqual(
    kept.map(({ file }) => file),
    [newer, readable],
  )
  assert.equal((await store.newest())?.file, readable)
  await prune(store.cache, { keep: 0 })
  assert.deepEqual([existsSync(newer), existsSync(readable)], [true, false])
})

test('a cache that is updated keeps bundles of the next schema version, however many newer ones come', async () => {
  const files: string[] = []
  for (const bundle of bundles) files.push(await add(bundle))
  makeNewer(files[0] as string)
  await pruneOlderBundles(store.cache)
  assert.deepEqual(files.map(existsSync), [true, false, true, true])
})

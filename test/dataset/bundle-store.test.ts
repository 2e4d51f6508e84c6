import assert from 'node:assert/strict'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { before, beforeEach, describe, test } from 'node:test'
import { type BundleOrigin, BundleStore } from '../../src/dataset/bundle-store.ts'
import { CACHE_SECTIONS, openSection } from '../../src/dataset/cache-sections.ts'
import { lockForUse } from '../../src/dataset/lock.ts'
import { prune } from '../../src/dataset/prune.ts'
import { temporaryFile } from '../../src/dataset/temporary.ts'
import { verifyBundle } from '../../src/dataset/verify-bundle.ts'
import { bundleId, SCHEMA_VERSION } from '../../src/store/bundle-schema.ts'
import { LegalTextError } from '../../src/util/errors.ts'
import { startChild } from './child.ts'
import { bundleOf, temporaryFolder } from './starter-bundles.ts'

const folder = temporaryFolder()
const origin: BundleOrigin = {
  kind: 'url',
  url: 'https://recht.example/a.sqlite',
  etag: '"1"',
  fetched_at: '2026-01-15T00:00:00Z',
}

let bundles: string[]
before(async () => {
  bundles = [
    await bundleOf(folder, 'a', ['msgb']),
    await bundleOf(folder, 'b', ['msgb', 'msverf']),
    await bundleOf(folder, 'c', ['msverf']),
  ]
})

let caches = 0
let cache: string
let store: BundleStore
beforeEach(() => {
  cache = join(folder, `cache-${caches++}`)
  store = new BundleStore(cache)
})

/** Adds a bundle as if built on a given day of January. */
async function add(index: number, day: number) {
  const temporary = temporaryFile(cache, 'bundle.sqlite')
  copyFileSync(bundles[index] as string, temporary)
  const time = new Date(Date.UTC(2026, 0, day))
  utimesSync(temporary, time, time)
  const added = await store.add(temporary, origin)
  assert(!existsSync(temporary))
  return added
}

const names = (section: string) => readdirSync(join(cache, section)).sort()

describe('a store', () => {
  test('that is empty or cannot be made has nothing, and says why it takes nothing', async () => {
    assert.deepEqual(await store.list(), [])
    assert.equal(await store.newest(), undefined)
    assert.deepEqual(await prune(store.cache), { removed: [], kept: [], freed_bytes: 0 })
    assert(!existsSync(cache))
    writeFileSync(join(folder, 'file'), '')
    const impossible = new BundleStore(join(folder, 'file'))
    assert.deepEqual(await impossible.list(), [])
    assert.equal(await impossible.newest(), undefined)
    assert.equal(lockForUse(join(folder, 'file', 'bundles', 'x.sqlite'), impossible.cache), undefined)
    const copy = join(folder, 'copy.sqlite')
    copyFileSync(bundles[0] as string, copy)
    await assert.rejects(
      impossible.add(copy, origin),
      (error) => error instanceof LegalTextError && error.kind === 'not_ready' && /XDG_CACHE_HOME/.test(error.message),
    )
  })

  test('keeps bundles under their ids with their origin, newest first', async () => {
    const a = await add(0, 1)
    const b = await add(1, 2)
    const { digest } = await verifyBundle(a.file)
    assert.equal(basename(a.file), `${bundleId(digest)}.sqlite`)
    assert.deepEqual(await store.list(), [b, a])
    const { file: _file, bytes, norms, origin: stored, ...rest } = a
    assert.deepEqual({ ...stored, added_at: undefined }, { ...origin, added_at: undefined })
    assert.match(stored?.added_at ?? '', /^\d{4}-\d\d-\d\dT/)
    assert.equal(bytes, statSync(bundles[0] as string).size)
    assert(norms > 5)
    assert.deepEqual(rest, {
      id: bundleId(digest),
      digest,
      built_at: '2026-01-01T00:00:00.000Z',
      laws: 1,
      limitations: 0,
      schema_version: SCHEMA_VERSION,
      readable: true,
      in_use: false,
    })
    assert.deepEqual(await store.newest(), b)
    assert.deepEqual(names('temporary'), [])
  })

  test('has an equal bundle once, which then is the newest, with the new origin', async () => {
    const a = await add(0, 1)
    await add(1, 2)
    const { ino } = statSync(a.file)
    const again = await add(0, 3)
    assert.equal(statSync(a.file).ino, ino)
    assert.equal((await store.list()).length, 2)
    assert.deepEqual(await store.newest(), again)
    assert.equal(again.built_at, '2026-01-03T00:00:00.000Z')
  })

  test('replaces a damaged bundle by a whole one', async () => {
    const a = await add(0, 1)
    truncateSync(a.file, 5000)
    assert.equal(await store.newest(), undefined)
    const again = await add(0, 2)
    assert.deepEqual(again, { ...a, built_at: '2026-01-02T00:00:00.000Z', origin: again.origin })
  })

  test('takes no bundle that is not whole', async () => {
    const temporary = temporaryFile(cache, 'bundle.sqlite')
    copyFileSync(bundles[0] as string, temporary)
    truncateSync(temporary, 10_000)
    await assert.rejects(store.add(temporary, origin), /cut off/)
    assert.deepEqual(await store.list(), [])
  })

  test('passes over bundles that are damaged or of another version, and says why', async () => {
    const oldest = await add(0, 1)
    const damaged = await add(1, 2)
    const newer = await add(2, 3)
    const bytes = readFileSync(damaged.file)
    bytes[20_000] = (bytes[20_000] as number) ^ 1
    writeFileSync(damaged.file, bytes)
    const database = new DatabaseSync(newer.file)
    database.exec('PRAGMA user_version = 99')
    database.close()
    writeFileSync(join(cache, 'bundles', '0123456789abcdef.sqlite'), '')
    const skipped: [string, string][] = []
    assert.deepEqual(await store.newest((file, reason) => skipped.push([file, reason])), oldest)
    assert.equal(skipped.length, 3)
    for (const [file, reason] of skipped) assert(reason.startsWith(`cannot open ${file}: `))
    const listed = await store.list()
    assert.deepEqual(
      listed.map(({ id, readable, schema_version }) => [id, readable, schema_version]).sort(),
      [
        ['0123456789abcdef', false, null],
        [damaged.id, true, SCHEMA_VERSION],
        [newer.id, false, 99],
        [oldest.id, true, SCHEMA_VERSION],
      ].sort(),
    )
  })

  test('knows which bundles are in use, by this process and by others', async (t) => {
    const { file } = await add(0, 1)
    const inUse = async () => (await store.list())[0]?.in_use
    const [one, other] = [lockForUse(file, store.cache), lockForUse(file, store.cache)]
    assert.equal(await inUse(), true)
    one?.release()
    assert.equal(await inUse(), true)
    other?.release()
    assert.equal(await inUse(), false)
    const lockFile = names('locks').find((name) => name.startsWith('use-')) ?? ''
    const child = await startChild(t, 'lock', join(cache, 'locks', lockFile), 'shared')
    assert.equal(await inUse(), true)
    await child.kill()
    assert.equal(await inUse(), false)
    assert.equal(lockForUse(bundles[0] as string, store.cache), undefined, 'files outside of the cache need no lock')
  })
})

describe('prune', () => {
  const removed = (report: { removed: { file: string; reason: string }[] }) =>
    report.removed.map(({ file, reason }) => [file.slice(cache.length + 1), reason]).sort()

  test('keeps the newest bundles that are whole', async () => {
    const files = [await add(0, 1), await add(1, 2), await add(2, 3)].map(({ file }) => file)
    truncateSync(files[2] as string, 5000)
    const report = await prune(store.cache, { keep: 1 })
    assert.deepEqual(
      report.removed.map(({ file }) => file),
      [files[2], files[0]],
    )
    assert.match(report.removed[0]?.reason ?? '', /cut off/)
    assert.deepEqual(
      report.kept.map(({ file, reason }) => [file, reason]),
      [[files[1], 'the newest']],
    )
    assert.equal(
      report.freed_bytes,
      report.removed.reduce((sum, { bytes }) => sum + bytes, 0),
    )
    assert.deepEqual(names('bundles'), [
      `${basename(files[1] as string, '.sqlite')}.json`,
      basename(files[1] as string),
    ])
    assert.deepEqual((await prune(store.cache)).removed, [])
    assert.equal((await prune(store.cache, { keep: 0 })).removed.length, 1)
    assert.deepEqual(names('bundles'), [])
  })

  test('never removes what a process uses', async () => {
    const { file } = await add(0, 1)
    await add(1, 2)
    const use = lockForUse(file, store.cache)
    const report = await prune(store.cache, { all: true })
    assert.deepEqual(
      report.kept.map(({ file, reason }) => [file, reason]),
      [[file, 'in use']],
    )
    assert(existsSync(file))
    assert(existsSync(file.replace('.sqlite', '.json')))
    use?.release()
    await prune(store.cache, { all: true })
    assert(!existsSync(file))
  })

  test('removes what is converted and left behind; with --all what was fetched, too', async (t) => {
    for (const section of CACHE_SECTIONS) openSection(cache, section)
    const own = temporaryFile(cache, 'own')
    const child = await startChild(t, 'temporary', cache)
    await child.kill()
    const write = (name: string, days = 0) => {
      writeFileSync(join(cache, name), 'x')
      const time = Date.now() / 1000 - days * 86_400
      utimesSync(join(cache, name), time, time)
    }
    writeFileSync(own, '')
    write('converted/0123456789abcdef0123456789abcdef.sqlite')
    write('converted/0123456789abcdef0123456789abcdef.sqlite.1.tmp', 2)
    write('converted/fedcba9876543210fedcba9876543210.sqlite.1.tmp')
    write('sources/aa.sqlite')
    write('sources/aa.sqlite-wal')
    write('inputs/a.json')
    write('verified/a.json')
    write('bundles/0123456789abcdef.json')
    const report = await prune(store.cache)
    assert.deepEqual(removed(report), [
      ['bundles/0123456789abcdef.sqlite', 'origin of a bundle that is gone'],
      ['converted/0123456789abcdef0123456789abcdef.sqlite', 'a converted dataset'],
      ['converted/0123456789abcdef0123456789abcdef.sqlite.1.tmp', 'left behind by a process that has ended'],
      [`temporary/${basename(child.line)}`, 'left behind by a process that has ended'],
      [`temporary/${basename(child.line)}-journal`, 'left behind by a process that has ended'],
    ])
    assert.deepEqual(names('verified'), [])
    assert.deepEqual(names('inputs'), ['a.json'])
    const all = await prune(store.cache, { all: true })
    assert.deepEqual(removed(all), [['sources/aa.sqlite', 'fetched from a source']])
    assert.deepEqual([names('sources'), names('inputs'), names('bundles')], [[], [], []])
    assert.deepEqual(names('temporary'), [basename(own)])
    assert.deepEqual(names('converted'), ['fedcba9876543210fedcba9876543210.sqlite.1.tmp'])
  })

  test('with --all leaves nothing of a cache, but its folders to a process that works with it', async (t) => {
    for (const section of CACHE_SECTIONS) openSection(cache, section)
    writeFileSync(join(cache, 'locks', 'acquire.lock'), '')
    copyFileSync(bundles[0] as string, join(cache, 'bundles', '0123456789abcdef.sqlite'))
    writeFileSync(join(cache, 'verified', 'a.json'), JSON.stringify({ path: bundles[0] }))
    const child = await startChild(t, 'temporary', cache)
    await prune(store.cache, { all: true })
    assert.deepEqual(names('temporary'), [basename(child.line), `${basename(child.line)}-journal`])
    assert.deepEqual(readdirSync(cache).sort(), [...CACHE_SECTIONS].sort())
    assert.equal(names('locks').length, 1)
    assert.deepEqual([names('bundles'), names('verified')], [[], []])
    await child.kill()
    await prune(store.cache, { all: true })
    assert(!existsSync(cache))
  })

  test('leaves bundles to the newer version that reads them, unless all is to go', async () => {
    const { file } = await add(0, 1)
    const database = new DatabaseSync(file)
    database.exec('PRAGMA user_version = 99')
    database.close()
    assert.match((await prune(store.cache)).kept[0]?.reason ?? '', /newer version/)
    await prune(store.cache, { all: true })
    assert(!existsSync(file))
  })

  test('works through a link to the cache', async () => {
    mkdirSync(cache)
    const link = `${cache}-link`
    symlinkSync(cache, link)
    const { file } = await add(0, 1)
    const use = lockForUse(file, store.cache)
    assert.equal((await prune(link, { all: true })).kept.length, 1)
    use?.release()
    assert.equal((await prune(link, { all: true })).removed.length, 1)
  })
})

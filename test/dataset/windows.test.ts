/** The cache and file writes under the rules of Windows, as far as Linux can imitate them. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import type { BundleOrigin } from '../../src/dataset/bundle-store.ts'

describe('under the rules of Windows', { skip: process.platform !== 'linux' && 'of Linux' }, () => {
  let code: Awaited<ReturnType<typeof load>>
  let folder: string
  let bundles: string[]
  let restore = () => {}
  after(() => restore())

  before(async () => {
    const { bundleOf, temporaryFolder } = await import('./starter-bundles.ts')
    folder = temporaryFolder()
    bundles = [await bundleOf(folder, 'a', ['msgb']), await bundleOf(folder, 'b', ['msverf'])]
    ;({ restore } = await import('../files/as-windows.ts'))
    code = await load()
  })

  async function load() {
    const [store, temporary, locks, pruning, atomic, building, convert, opening] = await Promise.all([
      import('../../src/dataset/bundle-store.ts'),
      import('../../src/dataset/temporary.ts'),
      import('../../src/dataset/lock.ts'),
      import('../../src/dataset/prune.ts'),
      import('../../src/files/write-atomic.ts'),
      import('../../src/dataset/build-corpus.ts'),
      import('../../src/dataset/convert.ts'),
      import('../../src/dataset/open-engine.ts'),
    ])
    return { ...store, ...temporary, ...locks, ...pruning, ...atomic, ...building, ...convert, ...opening }
  }

  const origin: BundleOrigin = {
    kind: 'url',
    url: 'https://recht.example/a.sqlite',
    fetched_at: '2026-01-15T00:00:00Z',
  }

  test('the rules are kept here, too: an open file is neither replaced nor removed', async () => {
    const [open, other] = [join(folder, 'open'), join(folder, 'other')]
    for (const file of [open, other]) writeFileSync(file, '')
    const descriptor = openSync(open, 'r')
    try {
      assert.throws(() => code.moveFile(other, open), { code: 'EBUSY' })
      assert.throws(() => code.moveFile(open, join(folder, 'new')), { code: 'EBUSY' })
      await assert.rejects(code.writeFilesAtomic([{ path: open, text: 'new' }], true), {
        kind: 'invalid_input',
        message: `cannot write ${open}: another program has it open`,
      })
    } finally {
      closeSync(descriptor)
    }
    assert.equal(readFileSync(open, 'utf8'), '')
  })

  test('files are written, and a file is replaced that is open for a moment', async () => {
    const path = join(folder, 'answer.md')
    await code.writeFilesAtomic([{ path, text: 'a' }], false)
    // In a thread, since the wait blocks this one.
    const holding = `
      const { closeSync, openSync } = require('node:fs')
      const descriptor = openSync(${JSON.stringify(path)})
      require('node:worker_threads').parentPort.postMessage('open')
      setTimeout(() => closeSync(descriptor), 150)`
    await once(new Worker(holding, { eval: true }), 'message')
    await code.writeFilesAtomic([{ path, text: 'b' }], true)
    assert.equal(readFileSync(path, 'utf8'), 'b')
    await code.writeLargeFile(path, true, async (temporary) => writeFileSync(temporary, 'c'))
    assert.equal(readFileSync(path, 'utf8'), 'c')
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith('answer')),
      ['answer.md'],
    )
  })

  test('a corpus is built, gets a newer one beside it while it is served, and the cache is emptied', async () => {
    const cache = join(folder, 'cache')
    const built = await code.buildCorpus({ from: [join(folder, 'a-source')], cache, maxFailedPercent: 2 })
    const served = await code.openEngine(built.file)
    const use = code.lockForUse(built.file, cache)
    const store = new code.BundleStore(cache)
    for (const bundle of [...bundles, bundles[0] as string]) {
      const temporary = code.temporaryFile(cache, 'bundle.sqlite')
      copyFileSync(bundle, temporary)
      await store.add(temporary, origin)
    }
    await code.pruneOlderBundles(cache)
    assert((await served.norm('msgb', 'par:1')) !== undefined)
    assert(existsSync(built.file))
    await served.close()
    use?.release()
    await code.prune(cache, { all: true })
    assert.deepEqual(await store.list(), [])
  })

  test('a dataset is converted, and a damaged copy is made anew', async () => {
    const cache = join(folder, 'converting')
    const [file = ''] = bundles
    const { digest } = await code.askEngine(file, (corpus) => corpus.coverage())
    const copy = await code.copyBundle({ file, digest }, cache, undefined)
    assert.equal(dirname(copy), join(cache, 'converted'))
    writeFileSync(copy, 'damaged')
    const again = await code.copyBundle({ file, digest }, cache, undefined)
    assert.equal(again, copy)
    assert.deepEqual(readFileSync(copy), readFileSync(file))
  })

  test('lock files are removed with their locks, and leftovers of processes that have ended', async () => {
    const cache = join(folder, 'locks')
    const file = join(cache, 'locks', 'work.lock')
    const held = code.tryLock(file, 'exclusive')
    assert(held !== undefined)
    code.removeLocked(file, held)
    assert(!existsSync(file))
    const owner = '123-0123456789ab'
    mkdirSync(join(cache, 'temporary'), { recursive: true })
    for (const name of [`locks/owner-${owner}.lock`, `temporary/${owner}-0-x`]) writeFileSync(join(cache, name), '')
    const removed = await code.removeLeftovers(cache)
    assert.deepEqual(
      removed.map((each) => each.file),
      [join(cache, 'temporary', `${owner}-0-x`)],
    )
    assert.deepEqual(readdirSync(join(cache, 'locks')), [])
  })
})

import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildCorpus } from '../../src/dataset/build-corpus.ts'
import { BundleStore } from '../../src/dataset/bundle-store.ts'
import { manyLaws, type SiteLaw, startSite } from '../import/gii/site/site.ts'
import { sourceFolder, temporaryFolder } from './starter-bundles.ts'

const cacheOf = () => join(temporaryFolder(), 'legal-text')

test('what cannot be read, or is no longer listed, keeps a site from replacing a corpus, in the cache and in a file', async (t) => {
  const site = await startSite(t, manyLaws(20))
  const cache = cacheOf()
  const out = join(temporaryFolder(), 'corpus.sqlite')
  const options = { from: [site.url], cache, maxFailedPercent: 2 }
  const good = await buildCorpus(options)
  await buildCorpus({ ...options, out })
  const before = readFileSync(out)
  const stays = async (message: RegExp) => {
    // New laws are stored as they came; only the build parses them.
    await assert.rejects(buildCorpus(options), { kind: 'not_ready', message })
    await assert.rejects(buildCorpus({ ...options, out }), { kind: 'not_ready', message })
    assert.equal((await new BundleStore(cache).newest())?.file, good.file)
    assert.deepEqual(readFileSync(out), before)
    assert.deepEqual(readdirSync(join(out, '..')), ['corpus.sqlite'])
  }
  for (const [code, law] of manyLaws(24).slice(20)) site.laws.set(code, { ...law, fault: 'badxml' } as SiteLaw)
  await stays(/4 of 24 laws .* could not be fetched or read/)
  for (const code of [...site.laws.keys()].slice(3)) site.laws.delete(code)
  await stays(/17 of 20 laws .* no longer listed/)
  assert.equal((await buildCorpus({ ...options, maxFailedPercent: 90 })).laws, 3)
})

test('of two that build the same folder at the same time one waits', async () => {
  const source = sourceFolder(temporaryFolder(), 'source', ['msgb'])
  const cache = cacheOf()
  const stages: string[][] = [[], []]
  const reports = await Promise.all(
    stages.map((seen) =>
      buildCorpus({ from: [source], cache, maxFailedPercent: 2, onProgress: ({ stage }) => seen.push(stage) }),
    ),
  )
  assert.equal(reports[0]?.digest, reports[1]?.digest)
  assert.equal(stages.filter((seen) => seen.includes('waiting')).length, 1)
})

test('a file is built without a cache', async () => {
  const folder = temporaryFolder()
  const cache = join(folder, 'no-folder')
  writeFileSync(cache, '')
  const options = { from: [sourceFolder(folder, 'source', ['msgb'])], cache, maxFailedPercent: 2 }
  const { file } = await buildCorpus({ ...options, out: join(folder, 'corpus.sqlite') })
  assert(existsSync(file))
  await assert.rejects(buildCorpus(options), { kind: 'not_ready', message: /no-folder/ })
})

test('a damaged bundle gets no further states: it would be sealed as valid', async () => {
  const folder = temporaryFolder()
  const from = sourceFolder(folder, 'source', ['msgb'])
  const options = { cache: cacheOf(), maxFailedPercent: 2 }
  const { file } = await buildCorpus({
    ...options,
    from: [from],
    fetchedAt: '2026-01-01',
    out: join(folder, 'corpus.sqlite'),
  })
  const damaged = join(folder, 'damaged.sqlite')
  writeFileSync(damaged, readFileSync(file, 'latin1').replace('in drei Jahren', 'in acht Jahren'), 'latin1')
  const out = join(folder, 'out.sqlite')
  const states = [`2025-01-01=${from}`]
  await buildCorpus({ ...options, from: [file], states, out })
  await assert.rejects(buildCorpus({ ...options, from: [damaged], states, out }), {
    kind: 'not_ready',
    message: /it is damaged/,
  })
  await assert.rejects(buildCorpus({ ...options, from: [file], fetchedAt: '2026-01-01', states, out }), {
    kind: 'invalid_input',
    message: /--fetched-at does not go with/,
  })
})

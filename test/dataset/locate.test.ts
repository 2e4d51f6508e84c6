import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { locateBundle } from '../../src/dataset/locate.ts'
import { obtainBundle, openCorpus } from '../../src/dataset/open.ts'
import type { ObtainOptions } from '../../src/dataset/options.ts'
import { readSettings } from '../../src/program/settings.ts'
import { bundleOf, sourceFolder, temporaryFolder } from './starter-bundles.ts'

const folder = temporaryFolder()
const cache = join(folder, 'cache', 'legal-text')
process.env.XDG_CACHE_HOME = join(folder, 'cache')
const one = await bundleOf(folder, 'one', ['msgb'])
const two = await bundleOf(folder, 'two', ['msgb', 'msverf'])
const options: ObtainOptions = { cache, settings: readSettings({}), download: false }

const lawsOf = async (dataset: string | undefined) => {
  const corpus = await openCorpus({ dataset })
  try {
    return (await corpus.laws({})).items.map(({ code }) => code)
  } finally {
    await corpus.close()
  }
}

test('a bundle is opened where it lies', async () => {
  assert.equal(await obtainBundle(one, options), one)
  assert.deepEqual(await lawsOf(one), ['msgb'])
})

test('a packed bundle is unpacked once, and anew where it has changed', async () => {
  for (const [name, pack] of [
    ['bundle.sqlite.zst', zstdCompressSync],
    ['bundle.sqlite.gz', gzipSync],
  ] as const) {
    const file = join(folder, name)
    writeFileSync(file, pack(readFileSync(one)))
    assert.equal(await locateBundle(file, options), undefined)
    assert.deepEqual(await lawsOf(file), ['msgb'])
    const converted = await locateBundle(file, options)
    assert.equal(converted, await obtainBundle(file, options))
    writeFileSync(file, pack(readFileSync(two)))
    assert.equal(await locateBundle(file, options), undefined)
    assert.deepEqual(await lawsOf(file), ['msgb', 'msverf'])
  }
})

test('a folder of official XML is converted once, by its content', async () => {
  const source = sourceFolder(folder, 'source', ['msgb', 'bienhv_1998'])
  const first = await obtainBundle(source, options)
  assert.equal(await locateBundle(source, options), first)
  const [name = ''] = readdirSync(join(source, 'msgb'))
  utimesSync(join(source, 'msgb', name), new Date(), new Date())
  assert.equal(await locateBundle(source, options), undefined, 'it may have changed')
  assert.equal(await obtainBundle(source, options), first, 'it has not')
  rmSync(join(source, 'bienhv_1998'), { recursive: true })
  assert.notEqual(await obtainBundle(source, options), first)
  assert.deepEqual(await lawsOf(source), ['msgb'])
})

test('a conversion that was damaged is made anew', async () => {
  const source = sourceFolder(folder, 'again', ['msverf'])
  const converted = await obtainBundle(source, options)
  writeFileSync(converted, readFileSync(converted).fill(0, 5000, 5100))
  const notices: string[] = []
  assert.equal(await obtainBundle(source, { ...options, onNotice: (text) => notices.push(text) }), converted)
  assert.match(notices.join(), /is damaged and made anew/)
  assert.deepEqual(await lawsOf(source), ['msverf'])
})

test('two that convert the same at the same time: one works, the other uses the result', async () => {
  const source = sourceFolder(folder, 'both', ['inselvtr'])
  const stages: string[][] = [[], []]
  const both = stages.map((seen) => obtainBundle(source, { ...options, onProgress: ({ stage }) => seen.push(stage) }))
  const [first, second] = await Promise.all(both)
  assert.equal(first, second)
  assert.deepEqual(stages.map((seen) => seen.includes('laws')).sort(), [false, true])
})

test('what is no dataset is told plainly', async () => {
  mkdirSync(join(folder, 'empty'))
  writeFileSync(join(folder, 'letter.txt'), 'Sehr geehrte Damen und Herren')
  writeFileSync(join(folder, 'nothing'), '')
  writeFileSync(join(folder, 'cut.sqlite'), readFileSync(one).subarray(0, 40_000))
  writeFileSync(join(folder, 'packed.zst'), zstdCompressSync(Buffer.from('no bundle')))
  for (const [name, pattern] of [
    ['nowhere', /nowhere: there is no such file/],
    ['empty', /there is no law in .*empty/],
    ['letter.txt', /letter\.txt/],
    ['nothing', /nothing/],
    ['cut.sqlite', /cut\.sqlite/],
    ['packed.zst', /packed\.zst/],
  ] as const) {
    await assert.rejects(openCorpus({ dataset: join(folder, name) }), { kind: 'not_ready', message: pattern })
  }
})

test('no dataset: the newest of the cache, else what to do', async () => {
  await assert.rejects(openCorpus({}), { kind: 'not_ready', message: /corpus pull/ })
  const bundles = join(cache, 'bundles')
  mkdirSync(bundles, { recursive: true })
  for (const [file, name, year] of [
    [one, '1'.repeat(16), 2024],
    [two, '2'.repeat(16), 2025],
  ] as const) {
    copyFileSync(file, join(bundles, `${name}.sqlite`))
    utimesSync(join(bundles, `${name}.sqlite`), new Date(year, 1), new Date(year, 1))
  }
  assert.deepEqual(await lawsOf(undefined), ['msgb', 'msverf'])
  writeFileSync(join(bundles, `${'3'.repeat(16)}.sqlite`), 'half')
  const notices: string[] = []
  const found = await locateBundle(undefined, { ...options, onNotice: (text) => notices.push(text) })
  assert.equal(found, join(bundles, `${'2'.repeat(16)}.sqlite`))
  assert.match(notices.join(), /3{16}\.sqlite is left aside/)
})

test('a dataset that cannot be opened is named without its password and query', async () => {
  for (const name of [
    'ftp://user:geheim@laws.example/a?key=geheim',
    'ftp://user:ge/heim@laws.example:x/a?key=geheim',
  ]) {
    await assert.rejects(obtainBundle(name, options), (error: Error) => {
      assert.match(
        error.message,
        /^cannot open ftp:\/\/laws\.example.*: only file:\/\/\/, http:\/\/, https:\/\/ and postgresql:\/\/ URLs are supported$/,
      )
      assert.doesNotMatch(error.message, /heim/)
      return true
    })
  }
})

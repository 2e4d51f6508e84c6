import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { acquireCorpus, pullCorpus, updateCorpus } from '../../src/dataset/acquire.ts'
import { BundleStore, bundleFiles, type CachedBundle } from '../../src/dataset/bundle-store.ts'
import { obtainBundle } from '../../src/dataset/open.ts'
import { openEngine } from '../../src/dataset/open-engine.ts'
import type { ObtainOptions } from '../../src/dataset/options.ts'
import { generateKeys, signChecksum } from '../../src/dataset/signature.ts'
import { readSettings } from '../../src/program/settings.ts'
import { serve } from '../download/server.ts'
import { law, manyLaws, type SiteLaw, startSite } from '../import/gii/site/site.ts'
import { bundleOf, temporaryFolder, textOf } from './starter-bundles.ts'

const folder = temporaryFolder()
const one = readFileSync(await bundleOf(folder, 'one', ['msgb']))
const two = readFileSync(await bundleOf(folder, 'two', ['msgb', 'msverf']))

/** Options with a separate cache. */
function optionsFor(environment: Record<string, string>): ObtainOptions {
  return { cache: join(temporaryFolder(), 'legal-text'), settings: readSettings(environment), download: true }
}

/** Files on a server, by path. */
async function publish(test: TestContext, files: Record<string, Buffer | string>) {
  const server = await serve(test, (request, response) => {
    const content = files[new URL(request.url as string, 'http://x').pathname]
    if (content === undefined) return response.writeHead(404).end('<h1>404</h1>')
    const etag = `"${sha256(content).slice(0, 8)}"`
    const isSame = request.headers['if-none-match'] === etag
    return response.writeHead(isSame ? 304 : 200, { etag }).end(isSame ? undefined : content)
  })
  return { ...server, files }
}

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')

test('the official source: built, then updated by what has changed', async (t) => {
  const site = await startSite(t, manyLaws(5))
  const options = optionsFor({ SOURCE_URL: site.url })
  const first = await acquireCorpus(options)
  assert.deepEqual([first.laws, first.changed, first.origin?.url], [5, true, `${site.url}/`])
  const same = await updateCorpus(options)
  assert.deepEqual([same.id, same.changed], [first.id, false])
  site.laws.set('law_003', law('law_003', 'Es gilt etwas Neues.'))
  const second = await updateCorpus(options)
  assert(second.changed && second.id !== first.id)
  assert.equal(await textOf(second.file, 'law_003'), 'Es gilt etwas Neues.')
  assert.equal(await obtainBundle(undefined, options), second.file)
})

test('what an update replaces is kept as older versions, unless that is not wanted', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: new Date('2026-01-10T08:00:00Z') })
  const site = await startSite(t, manyLaws(5))
  const options = optionsFor({ SOURCE_URL: site.url, MAX_FAILED_PERCENT: '50' })
  const first = await acquireCorpus(options)
  assert.equal(first.changes, null)
  t.mock.timers.setTime(Date.parse('2026-02-10T08:00:00Z'))
  site.laws.set('law_003', law('law_003', 'Es gilt etwas Neues.'))
  site.laws.delete('law_005')
  const second = await updateCorpus(options)
  assert.deepEqual(
    second.changes?.laws.map(({ code, whole, changed }) => [code, whole, changed]),
    [
      ['law_003', null, 1],
      ['law_005', 'removed', 0],
    ],
  )
  const corpus = await openEngine(second.file)
  assert.deepEqual(
    (await corpus.states()).map(({ observed_on }) => observed_on),
    ['2026-01-10', '2026-02-10'],
  )
  assert.equal((await corpus.atState('2026-01-10').norm('law_003', 'par:1'))?.text, 'Gesetz 2.')
  assert.equal((await corpus.atState('2026-01-10').findLaws('law_005')).length, 1)
  await corpus.close()
  t.mock.timers.setTime(Date.parse('2026-03-10T08:00:00Z'))
  site.laws.set('law_003', law('law_003', 'Es gilt wieder anderes.'))
  const third = await updateCorpus(options)
  const longer = await openEngine(third.file)
  assert.equal((await longer.normVersions('law_003', 'par:1')).length, 3)
  await longer.close()
  t.mock.timers.setTime(Date.parse('2026-04-10T08:00:00Z'))
  site.laws.set('law_003', law('law_003', 'Es gilt nichts mehr.'))
  const forgotten = await openEngine((await updateCorpus({ ...options, history: false })).file)
  assert.deepEqual(await forgotten.states(), [])
  await forgotten.close()
})

test('every fault of a site: the first corpus has all that could be had, and says of the others why', async (t) => {
  const faults: [fault: SiteLaw['fault'], state: string | undefined][] = [
    ['missing', 'source_unavailable'],
    ['flaky', undefined],
    ['cut', undefined],
    ['reset', undefined],
    ['notzip', 'unsupported_format'],
    ['badxml', 'parse_failed'],
    ['bomb', 'excluded_by_policy'],
  ]
  const laws = manyLaws(20)
  for (const [index, [fault]] of faults.entries()) Object.assign(laws[index]?.[1] ?? {}, { fault })
  const site = await startSite(t, laws)
  const { file } = await acquireCorpus(optionsFor({ SOURCE_URL: site.url }))
  const corpus = await openEngine(file)
  t.after(() => corpus.close())
  const states = new Map(
    (await corpus.limitations({})).map(({ source_id, terminal_state }) => [source_id, terminal_state]),
  )
  const expected = faults.flatMap(([, state], index) =>
    state === undefined ? [] : [[laws[index]?.[0], state] as const],
  )
  assert.deepEqual([...states].sort(), expected)
  for (const [code] of laws) {
    const text = (await corpus.norm(code, 'par:1'))?.text
    assert.equal(text, states.has(code) ? undefined : `Gesetz ${Number(code.slice(-3)) - 1}.`, code)
  }
})

test('a source of which too much fails does not replace a corpus, and is good enough for the first', async (t) => {
  const laws = manyLaws(20)
  const site = await startSite(t, laws)
  const options = optionsFor({ SOURCE_URL: site.url })
  const good = await acquireCorpus(options)
  site.laws.set('law_001', { ...law('law_001', 'Anders.'), fault: 'notzip' })
  site.laws.set('law_002', law('law_002', 'Auch anders.'))
  await assert.rejects(updateCorpus(options), {
    kind: 'not_ready',
    message: /1 of 20 laws \(5\.0 %\).*more than the 2 % that MAX_FAILED_PERCENT/,
  })
  assert.equal(await obtainBundle(undefined, options), good.file)
  const lenient = await updateCorpus({ ...options, settings: { ...options.settings, maxFailedPercent: 10 } })
  assert(lenient.changed)
  assert.equal(
    await textOf(lenient.file, 'law_001'),
    await textOf(good.file, 'law_001'),
    'the copy that was had before',
  )

  const other = optionsFor({ SOURCE_URL: site.url })
  const first = await acquireCorpus(other)
  assert.equal(first.laws, 19)
  site.laws.set('law_003', law('law_003', 'Drittens.'))
  assert((await updateCorpus(other)).changed, 'what failed before, too, makes it no worse')
})

test('a source of which nearly nothing can be had makes no first corpus', async (t) => {
  const site = await startSite(t, manyLaws(12))
  for (const [code, one] of [...site.laws].slice(1)) site.laws.set(code, { ...one, fault: 'missing' })
  const options = optionsFor({ SOURCE_URL: site.url })
  await assert.rejects(acquireCorpus(options), { kind: 'not_ready', message: /11 of 12 laws .* is not a corpus/ })
  for (const [code, one] of manyLaws(12)) site.laws.set(code, one)
  assert.equal((await acquireCorpus(options)).laws, 12)
})

test('what is added is the newest, also where the clock went back, and only two bundles stay', async (t) => {
  const site = await startSite(t, manyLaws(2))
  const options = optionsFor({ SOURCE_URL: site.url })
  const files = [(await acquireCorpus(options)).file]
  const store = new BundleStore(options.cache)
  await store.noteOrigin((await store.newest()) as CachedBundle, { added_at: '2099-01-01T00:00:00.000Z' })
  for (let version = 2; version <= 4; version++) {
    site.laws.set('law_001', law('law_001', `Fassung ${version}.`))
    files.push((await updateCorpus(options)).file)
    assert.equal((await store.newest())?.file, files.at(-1))
  }
  assert.deepEqual(await bundleFiles(store.cache), files.slice(-2).reverse())
})

test('a table of contents that is suddenly short does not replace a corpus, however often it is asked', async (t) => {
  const site = await startSite(t, manyLaws(20))
  const options = optionsFor({ SOURCE_URL: site.url })
  const good = await acquireCorpus(options)
  for (const code of [...site.laws.keys()].slice(3)) site.laws.delete(code)
  for (let attempt = 0; attempt < 2; attempt++) {
    await assert.rejects(updateCorpus(options), { kind: 'not_ready', message: /17 of 20 laws .* no longer listed/ })
  }
  assert.equal(await obtainBundle(undefined, options), good.file)
})

test('several that get a corpus at the same time get the same, and it is fetched once', async (t) => {
  const site = await startSite(t, manyLaws(4))
  const options = optionsFor({ SOURCE_URL: site.url })
  const files = await Promise.all([1, 2, 3].map(() => obtainBundle(undefined, options)))
  assert.equal(new Set(files).size, 1)
  assert.deepEqual(site.asked.sort(), [...site.laws.keys()])
})

test('a published bundle: packed, with its checksum, asked for again only where it has changed', async (t) => {
  const packed = zstdCompressSync(one)
  const { url, files } = await publish(t, { '/a.zst': packed, '/a.zst.sha256': `${sha256(packed)}  a.zst\n` })
  const withPassword = `${url}/a.zst`.replace('http://', 'http://user:secret@')
  const options = optionsFor({ DATASET_URL: withPassword })
  const first = await acquireCorpus(options)
  assert.equal(first.laws, 1)
  assert.equal((await pullCorpus(options)).changed, false)
  const next = zstdCompressSync(two)
  files['/a.zst'] = next
  await assert.rejects(pullCorpus(options), { kind: 'not_ready', message: /is not what was published/ })
  assert.equal(await obtainBundle(undefined, options), first.file)
  files['/a.zst.sha256'] = sha256(next)
  assert.equal((await updateCorpus(options)).laws, 2)
  for (const file of globSync('**/*.json', { cwd: options.cache })) {
    assert(!readFileSync(join(options.cache, file), 'utf8').includes('secret'), file)
  }
})

test('what is not as it should be is not taken', async (t) => {
  const keys = generateKeys()
  const signed = signChecksum(sha256(one), keys.privateKey)
  const { url } = await publish(t, {
    '/signed': one,
    '/signed.sig': signed,
    '/unsigned': one,
    '/page': '<!DOCTYPE html><html><body>Anmeldung</body></html>',
    '/cut': one.subarray(0, 50_000),
    '/letter': 'Sehr geehrte Damen und Herren',
    '/other.sig': signed,
    '/other': two,
    '/nonsense': one,
    '/nonsense.sig': 'no signature',
  })
  const refused = async (path: string, message: RegExp, environment: Record<string, string> = {}) => {
    const options = optionsFor({ DATASET_URL: url + path, ...environment })
    await assert.rejects(acquireCorpus(options), { message }, path)
    assert.deepEqual(await new BundleStore(options.cache).list(), [])
    assert.deepEqual(globSync('temporary/*', { cwd: options.cache }), [])
  }
  await refused('/nowhere', /404/)
  await refused('/page', /HTML page/)
  await refused('/cut', /\/cut/)
  await refused('/letter', /\/letter is not a dataset/)
  await refused('/signed', /SHA-256 is .*expected a{64}/, { DATASET_SHA256: 'a'.repeat(64) })
  const DATASET_PUBLIC_KEY = keys.publicKey
  await refused('/unsigned', /is not signed/, { DATASET_PUBLIC_KEY })
  await refused('/other', /signature/, { DATASET_PUBLIC_KEY })
  await refused('/nonsense', /signature/, { DATASET_PUBLIC_KEY })
  await refused('/signed', /signature/, { DATASET_PUBLIC_KEY: generateKeys().publicKey })
  const good = optionsFor({ DATASET_URL: `${url}/signed`, DATASET_PUBLIC_KEY, DATASET_SHA256: sha256(one) })
  assert.equal((await acquireCorpus(good)).laws, 1)
})

test('what is in the cache is asked for its signature and checksum, too', async (t) => {
  const keys = generateKeys()
  const { url, files } = await publish(t, { '/a': one })
  const options = optionsFor({ DATASET_URL: `${url}/a` })
  const unsigned = await acquireCorpus(options)
  const demanding = (environment: Record<string, string>) => ({
    ...options,
    settings: readSettings({ DATASET_URL: `${url}/a`, ...environment }),
  })
  const signed = demanding({ DATASET_PUBLIC_KEY: keys.publicKey })
  for (const ask of [obtainBundle.bind(null, undefined), pullCorpus, updateCorpus]) {
    await assert.rejects(ask(signed) as Promise<unknown>, { kind: 'not_ready', message: /is not signed/ })
  }
  files['/a.sig'] = signChecksum(sha256(one), keys.privateKey)
  assert.equal((await pullCorpus(signed)).changed, false)
  assert.equal(await obtainBundle(undefined, { ...signed, download: false }), unsigned.file)
  const others = demanding({ DATASET_PUBLIC_KEY: generateKeys().publicKey })
  await assert.rejects(obtainBundle(undefined, { ...others, download: false }), { message: /no corpus/ })
  await assert.rejects(pullCorpus(demanding({ DATASET_SHA256: 'a'.repeat(64) })), {
    message: /is not what was published/,
  })
  files['/a.sha256'] = 'b'.repeat(64)
  await assert.rejects(pullCorpus(options), { message: /is not what was published/ })
  await assert.rejects(pullCorpus(demanding({ DATASET_PUBLIC_KEY: 'nonsense' })), { kind: 'invalid_input' })
  const official = { ...options, settings: readSettings({ DATASET_PUBLIC_KEY: keys.publicKey }) }
  await assert.rejects(pullCorpus(official), { kind: 'invalid_input', message: /DATASET_URL must name/ })
})

test('a dataset that is named by a URL: once, again when asked to, and still there without the server', async (t) => {
  const { url, files, requests } = await publish(t, { '/a.sqlite': one })
  const options = optionsFor({})
  const file = await obtainBundle(`${url}/a.sqlite`, options)
  const asked = requests.length
  assert.equal(await obtainBundle(`${url}/a.sqlite`, options), file)
  assert.equal(requests.length, asked)
  files['/a.sqlite'] = two
  const changed = await obtainBundle(`${url}/a.sqlite`, { ...options, refresh: true })
  assert.notEqual(changed, file)
  assert.equal(await obtainBundle(`${url}/a.sqlite`, { ...options, refresh: true }), changed)
  delete files['/a.sqlite']
  await assert.rejects(obtainBundle(`${url}/a.sqlite`, { ...options, refresh: true }), { message: /404/ })
  assert.equal(await obtainBundle(`${url}/a.sqlite`, options), changed)
  await assert.rejects(obtainBundle(`${url}/a.sqlite`, optionsFor({})), { kind: 'not_ready' })
})

test('a dataset that is named by a URL is asked for its signature and checksum, too', async (t) => {
  const keys = generateKeys()
  const { url, files } = await publish(t, { '/a': one })
  const options = optionsFor({})
  const file = await obtainBundle(`${url}/a`, options)
  const signed = { ...options, settings: readSettings({ DATASET_PUBLIC_KEY: keys.publicKey }) }
  await assert.rejects(obtainBundle(`${url}/a`, signed), { message: /is not signed/ })
  const pinned = { ...options, settings: readSettings({ DATASET_SHA256: 'a'.repeat(64) }) }
  await assert.rejects(obtainBundle(`${url}/a`, pinned), { message: /is not what was published/ })
  files['/a.sig'] = signChecksum(sha256(one), keys.privateKey)
  assert.equal(await obtainBundle(`${url}/a`, signed), file)
  delete files['/a']
  assert.equal(await obtainBundle(`${url}/a`, signed), file)
})

test('a URL with a slash at its end names a folder with a JSON package', async (t) => {
  const source = { source_kind: 'test', source_identifier: 'x', source_url: 'https://recht.example/x' }
  const laws = [{ canonical_id: 'x', display_code: 'X', display_name: 'Gesetz X', source, aliases: [], norm_count: 1 }]
  const id = { canonical_id: 'x/par:1', law_id: 'x', norm_id: 'par:1', unit: 'par', value: '1', status: 'active' }
  const norms = [{ ...id, title: 'Geltung', text: 'Es gilt.', url: 'https://recht.example/x/1', source }]
  const files = { '/p/laws.json': JSON.stringify(laws), '/p/norms.json': JSON.stringify(norms) }
  const { url } = await publish(t, files)
  assert.equal(await textOf(await obtainBundle(`${url}/p/`, optionsFor({})), 'x'), 'Es gilt.')
  const published = optionsFor({ DATASET_URL: `${url}/p/` })
  assert.equal(await textOf((await acquireCorpus(published)).file, 'x'), 'Es gilt.')
  assert.equal((await updateCorpus(published)).changed, false)
  await assert.rejects(obtainBundle(`${url}/q/`, optionsFor({})), { message: /404.*laws\.json and norms\.json/ })
})

import assert from 'node:assert/strict'
import {
  cpSync,
  createReadStream,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { pullCorpus, updateCorpus } from '../../src/dataset/acquire.ts'
import { hashFile } from '../../src/dataset/fingerprint.ts'
import type { ObtainOptions } from '../../src/dataset/options.ts'
import { type PublicationReport, publishInFolder } from '../../src/dataset/publication.ts'
import { generateKeys, signChecksum } from '../../src/dataset/signature.ts'
import { buildBundle } from '../../src/import/build-bundle.ts'
import { readSettings } from '../../src/program/settings.ts'
import { serve } from '../download/server.ts'
import { STARTER_SOURCE, temporaryFolder } from './starter-bundles.ts'

const folder = temporaryFolder()
const keys = generateKeys()
const key = join(folder, 'publisher.key')
writeFileSync(key, keys.privateKey)

async function build(name: string, from: string): Promise<string> {
  const out = join(folder, `${name}.sqlite`)
  await buildBundle({ from, out, fetchedAt: '2026-01-01T00:00:00Z', search: true })
  utimesSync(out, 1_700_000_000, 1_700_000_000)
  return out
}

/** A copy of the laws of the starter dataset, with one sentence more in one of them. */
function changedSource(): string {
  const source = join(folder, 'changed-source')
  cpSync(STARTER_SOURCE, source, { recursive: true })
  const law = join(source, 'msverf')
  const [name = ''] = readdirSync(law).filter((each) => each.endsWith('.xml'))
  const text = readFileSync(join(law, name), 'utf8')
  writeFileSync(join(law, name), text.replace('Jeder Mensch in der Stadt', 'Das gilt. Jeder Mensch in der Stadt'))
  return source
}

describe('a publication in a folder', () => {
  let first: string
  let second: string
  before(async () => {
    first = await build('first', STARTER_SOURCE)
    second = await build('second', changedSource())
  })

  const publish = (bundle: string, site: string, variant = 'federal', keep = 3): Promise<PublicationReport> =>
    publishInFolder(bundle, site, { variant, key, keep, cache: join(folder, 'publisher-cache') })

  /** A served folder, and how its corpus is pulled. */
  async function client(t: Parameters<typeof serve>[0], name: string) {
    const site = join(folder, name)
    const server = await serve(t, ({ url = '' }, response) => {
      const file = join(site, decodeURIComponent(url.slice('/laws/'.length)))
      if (url.startsWith('/laws/') && existsSync(file)) {
        response.writeHead(200, { 'content-length': statSync(file).size })
        createReadStream(file).pipe(response)
      } else response.writeHead(404).end()
    })
    const notices: string[] = []
    const options = (more: Partial<ObtainOptions> = {}): ObtainOptions => ({
      cache: join(folder, `${name}-cache`),
      settings: readSettings({ CORPUS_URL: `${server.url}/laws`, DATASET_PUBLIC_KEY: keys.publicKey }),
      download: true,
      onNotice: (text) => notices.push(text),
      ...more,
    })
    /** Pulls, and tells the names that were asked for. */
    const pull = async (more?: Partial<ObtainOptions>) => {
      server.requests.length = 0
      const acquired = await pullCorpus(options(more))
      const asked = server.requests.map(({ url = '' }) => url.slice('/laws/'.length))
      return { ...acquired, asked: asked.filter((each) => !/\.(?:sig|sha256)$/.test(each)) }
    }
    return { site, notices, options, pull }
  }

  it('gives the same bundle, and the next one by a difference', async (t) => {
    const { site, notices, options, pull } = await client(t, 'site')
    const published = await publish(first, site)
    assert.deepEqual(published.differences, [])
    const pulled = await pull()
    assert.deepEqual(pulled.asked, ['corpus.json', published.file.name])
    assert.equal(await hashFile(pulled.file), await hashFile(first))
    assert.equal(statSync(pulled.file).mtimeMs, statSync(first).mtimeMs)
    assert.equal(pulled.origin?.published?.bundle_id, published.bundle_id)
    const again = await pull()
    assert.deepEqual([again.changed, again.asked], [false, ['corpus.json']])
    assert.equal((await publish(first, site)).published, false)
    const newer = await publish(second, site)
    assert.deepEqual(
      newer.differences.map(({ from }) => from),
      [published.bundle_id],
    )
    const updated = await updateCorpus(options())
    assert.equal(await hashFile(updated.file), await hashFile(second))
    assert.deepEqual(notices, [])
    assert.deepEqual(readdirSync(join(options().cache, 'sources')), [])
  })

  it('asks for the difference alone', async (t) => {
    const { site, pull } = await client(t, 'differences')
    await publish(first, site)
    await pull()
    const { differences } = await publish(second, site)
    assert.deepEqual((await pull()).asked, ['corpus.json', differences[0]?.name])
  })

  it('does without a difference that is damaged', async (t) => {
    const { site, notices, pull } = await client(t, 'damaged')
    await publish(first, site)
    await pull()
    const { differences, file } = await publish(second, site)
    const [difference] = differences
    assert(difference !== undefined)
    writeFileSync(join(site, difference.name), Buffer.alloc(difference.bytes))
    const { asked, file: bundle } = await pull()
    assert.deepEqual(asked, ['corpus.json', difference.name, file.name])
    assert.equal(await hashFile(bundle), await hashFile(second))
    assert.match(notices.join(), /^the difference to the present corpus is not used: .* SHA-256/)
  })

  it('keeps as many bundles as it is to, and removes the files of others', async (t) => {
    const { site } = await client(t, 'kept')
    await publish(first, site, 'federal', 1)
    const { file, removed, differences } = await publish(second, site, 'federal', 1)
    assert.equal(removed.length, 1)
    assert.deepEqual(differences, [])
    await publish(first, site, 'federal+eu')
    const names = readdirSync(site).filter((name) => !name.startsWith('corpus.json'))
    assert.deepEqual(names.length, 2)
    assert(names.includes(file.name))
  })

  it('has variants, and names them to who asks for another one', async (t) => {
    const { site, pull } = await client(t, 'variants')
    await publish(first, site)
    const { bundle_id } = await publish(second, site, 'federal+eu')
    assert.equal((await pull({ variant: 'federal+eu' })).origin?.published?.bundle_id, bundle_id)
    // The variant of the present corpus stays.
    assert.deepEqual((await pull()).changed, false)
    assert.equal((await pull({ variant: 'federal' })).changed, true)
    await assert.rejects(pull({ variant: 'all' }), {
      kind: 'not_ready',
      message: /no variant all; it has federal\+eu, federal$/,
    })
    const settings = readSettings({})
    await assert.rejects(pull({ variant: 'federal', settings }), { kind: 'invalid_input', message: /^--variant/ })
  })

  it('is refused if it is older than what the cache has', async (t) => {
    const { site, pull } = await client(t, 'older')
    await publish(first, site)
    cpSync(site, join(folder, 'replayed'), { recursive: true })
    await publish(second, site)
    const newer = await pull()
    cpSync(join(folder, 'replayed'), site, { recursive: true })
    await assert.rejects(pull(), { kind: 'not_ready', message: /which is older than that of .*: the newer one stays$/ })
    assert(existsSync(newer.file))
  })

  it('is refused if catalogue or files are not those that were signed', async (t) => {
    const { site, pull } = await client(t, 'signed')
    const { file } = await publish(first, site)
    const path = join(site, 'corpus.json')
    const catalogue = readFileSync(path, 'utf8')
    writeFileSync(path, catalogue.replace('"federal"', '"other"'))
    await assert.rejects(pull(), { kind: 'not_ready', message: /signature does not fit/ })
    writeFileSync(path, catalogue)
    const packed = readFileSync(join(site, file.name))
    writeFileSync(join(site, file.name), packed.fill(0, 100, 120))
    await assert.rejects(pull(), { kind: 'not_ready', message: /is not what was published: its SHA-256/ })
    writeFileSync(join(site, file.name), Buffer.concat([packed, packed]))
    await assert.rejects(pull(), { kind: 'not_ready' })
  })

  it('is refused if this version cannot read it', async (t) => {
    const { site, pull } = await client(t, 'schema')
    await publish(first, site)
    const path = join(site, 'corpus.json')
    const rewrite = async (change: (text: string) => string) => {
      writeFileSync(path, change(readFileSync(path, 'utf8')))
      writeFileSync(`${path}.sig`, signChecksum(await hashFile(path), key))
    }
    await rewrite((text) => text.replace(/("schema_version": )\d+/, '$1999'))
    await assert.rejects(pull(), { kind: 'not_ready', message: /; update legal-text to read it$/ })
    await rewrite((text) => text.replace('"schema_version": 999', '"schema_version": 1'))
    await assert.rejects(pull(), { kind: 'not_ready', message: /corpus pull --source gii/ })
    await rewrite((text) => text.replace(/"name": "/, '"name": "../'))
    await assert.rejects(pull(), { kind: 'not_ready', message: /is not a catalogue of published corpora: .*name/ })
    await rewrite(() => '[]')
    await assert.rejects(pull(), { kind: 'not_ready', message: /is not a catalogue of published corpora/ })
  })

  it('continues a download that was interrupted', async (t) => {
    const site = join(folder, 'interrupted')
    const { file } = await publish(first, site)
    const content = readFileSync(join(site, file.name))
    const ranges: (string | undefined)[] = []
    const { url } = await serve(t, ({ url: path = '', headers }, response) => {
      const name = path.slice(1)
      if (name === file.name) {
        ranges.push(headers.range)
        const start = Number(/\d+/.exec(headers.range ?? '')?.[0] ?? 0)
        if (start > 0)
          response.writeHead(206, { 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` })
        response.end(content.subarray(start))
      } else if (existsSync(join(site, name))) response.end(readFileSync(join(site, name)))
      else response.writeHead(404).end()
    })
    const cache = join(folder, 'interrupted-cache')
    const settings = readSettings({ CORPUS_URL: url })
    await pullCorpus({ cache, settings, download: true })
    const sources = join(cache, 'sources')
    writeFileSync(join(sources, file.name), content.subarray(0, 1000))
    const other = join(folder, 'interrupted-again')
    cpSync(sources, join(other, 'sources'), { recursive: true })
    await pullCorpus({ cache: other, settings, download: true })
    assert.deepEqual(ranges, [undefined, 'bytes=1000-'])
  })

  it('wants a name of a variant, and a key', async () => {
    await assert.rejects(publish(first, join(folder, 'never'), '../x'), {
      kind: 'invalid_input',
      message: /^--variant/,
    })
    const publishing = publishInFolder(first, join(folder, 'never'), {
      ...{ variant: 'federal', key: 'missing.key', keep: 1, cache: join(folder, 'publisher-cache') },
    })
    await assert.rejects(publishing, { kind: 'invalid_input', message: /private key/ })
    assert.equal(existsSync(join(folder, 'never')), false)
    writeFileSync(join(folder, 'file'), '')
    await assert.rejects(publish(first, join(folder, 'file', 'below')), {
      kind: 'invalid_input',
      message: /^cannot publish in/,
    })
  })
})

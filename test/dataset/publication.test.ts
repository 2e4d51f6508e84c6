import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import {
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { pullCorpus, updateCorpus } from '../../src/dataset/acquire.ts'
import { hashFile } from '../../src/dataset/fingerprint.ts'
import type { ObtainOptions } from '../../src/dataset/options.ts'
import { type Catalogue, type PublicationReport, publishInFolder } from '../../src/dataset/publication.ts'
import { generateKeys, signChecksum } from '../../src/dataset/signature.ts'
import { buildBundle } from '../../src/import/build-bundle.ts'
import { readSettings } from '../../src/program/settings.ts'
import { serve } from '../download/server.ts'
import { STARTER_SOURCE, temporaryFolder } from './starter-bundles.ts'

const folder = temporaryFolder()
const keys = generateKeys()
const key = join(folder, 'publisher.key')
writeFileSync(key, keys.privateKey)

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

async function build(name: string, from: string): Promise<string> {
  const out = join(folder, `${name}.sqlite`)
  await buildBundle({ from, out, fetchedAt: '2026-01-01T00:00:00Z', search: true })
  utimesSync(out, 1_700_000_000, 1_700_000_000)
  return out
}

/** A copy of the laws of the starter dataset, with a sentence added to one of them. */
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

  /** A served folder, and a function that pulls its corpus. */
  async function client(t: Parameters<typeof serve>[0], name: string) {
    const site = join(folder, name)
    const server = await serve(t, ({ url = '' }, response) => {
      const file = join(site, decodeURIComponent(url.slice('/laws/'.length)))
      if (url.startsWith('/laws/') && existsSync(file)) {
        response.writeHead(200, { 'content-length': statSync(file).size })
        createReadStream(file).pipe(response)
      } else response.writeHead(403).end()
    })
    const notices: string[] = []
    const options = (more: Partial<ObtainOptions> = {}): ObtainOptions => ({
      cache: join(folder, `${name}-cache`),
      settings: readSettings({ CORPUS_URL: `${server.url}/laws`, DATASET_PUBLIC_KEY: keys.publicKey }),
      download: true,
      onNotice: (text) => notices.push(text),
      ...more,
    })
    /** Pulls, and returns the requested names. */
    const pull = async (more?: Partial<ObtainOptions>) => {
      server.requests.length = 0
      const acquired = await pullCorpus(options(more))
      const asked = server.requests.map(({ url = '' }) => url.slice('/laws/'.length))
      return { ...acquired, asked: asked.filter((each) => !each.endsWith('.sig')) }
    }
    return { site, notices, options, pull }
  }

  /** Changes a catalogue and signs it again. */
  function rewrite(site: string, change: (catalogue: Catalogue) => unknown): void {
    const path = join(site, 'corpus.json')
    const catalogue = JSON.parse(readFileSync(path, 'utf8'))
    change(catalogue)
    writeFileSync(path, JSON.stringify(catalogue))
    writeFileSync(`${path}.sig`, signChecksum(sha256(readFileSync(path)), key))
  }

  /** The names in the cache folders that hold bundles and the files of a pull. */
  const namesIn = (cache: string) =>
    ['bundles', 'sources', 'temporary'].map((section) => {
      const path = join(cache, section)
      return existsSync(path) ? readdirSync(path) : []
    })

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
    // The default is the variant of the present corpus.
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

  it('may be older than that of another publisher, but not than that of another mirror', async (t) => {
    const { site, options } = await client(t, 'here')
    const there = await client(t, 'there')
    const older = await publish(first, there.site)
    await publish(second, site)
    const { cache } = options()
    await pullCorpus(options())
    await assert.rejects(there.pull({ cache }), { kind: 'not_ready', message: /: the newer one stays$/ })
    const settings = { ...there.options().settings, datasetPublicKey: undefined }
    assert.equal((await there.pull({ cache, settings })).origin?.published?.bundle_id, older.bundle_id)
    assert.equal((await there.pull({ cache, settings })).changed, false)
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
    const rewriteText = async (change: (text: string) => string) => {
      writeFileSync(path, change(readFileSync(path, 'utf8')))
      writeFileSync(`${path}.sig`, signChecksum(await hashFile(path), key))
    }
    await rewriteText((text) => text.replace(/("schema_version": )\d+/, '$1999'))
    await assert.rejects(pull(), { kind: 'not_ready', message: /; update legal-text to read it$/ })
    await rewriteText((text) => text.replace('"schema_version": 999', '"schema_version": 1'))
    await assert.rejects(pull(), { kind: 'not_ready', message: /corpus pull --source gii/ })
    await rewriteText((text) => text.replace(/"name": "/, '"name": "../'))
    await assert.rejects(pull(), {
      kind: 'not_ready',
      message: /is not a catalogue of published corpora: bundles\.0\.file\.name: /,
    })
    await rewriteText(() => '{"format":2}')
    await assert.rejects(pull(), { kind: 'not_ready', message: /format 2; update legal-text to read it$/ })
    await rewriteText(() => `{"format":1,"published_at":"2026-01-01T00:00:00Z","bundles":[${'{},'.repeat(1000)}{}]}`)
    await assert.rejects(pull(), ({ message }: Error) => message.length < 300)
    await rewriteText(() => '{"format":1,"published_at":"2026-01-01T00:00:00Z","bundles":[]}')
    await assert.rejects(pull(), { kind: 'not_ready', message: /has no corpus$/ })
    await rewriteText(() => ' '.repeat(33 * 1024 * 1024))
    await assert.rejects(pull(), { kind: 'not_ready', message: /has more than/ })
    await rewriteText(() => '[]')
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
    const download = `published-${file.sha256}`
    writeFileSync(join(sources, download), content.subarray(0, 1000))
    writeFileSync(join(sources, `published-${'0'.repeat(64)}`), 'of an older publication')
    const other = join(folder, 'interrupted-again')
    cpSync(sources, join(other, 'sources'), { recursive: true })
    await pullCorpus({ cache: other, settings, download: true })
    assert.deepEqual(ranges, [undefined, 'bytes=1000-'])
    assert.deepEqual(readdirSync(join(other, 'sources')), [])
    // A download that was complete when the process ended is not repeated.
    const whole = join(folder, 'interrupted-later')
    mkdirSync(join(whole, 'sources'), { recursive: true })
    writeFileSync(join(whole, 'sources', download), content)
    await pullCorpus({ cache: whole, settings, download: true })
    assert.equal(ranges.length, 2)
  })

  it('is refused if its rows are not those of a bundle, and nothing of it stays', async (t) => {
    const { site, options, pull } = await client(t, 'rows')
    await publish(first, site)
    await pull()
    const { cache } = options()
    const before = namesIn(cache)
    const { file } = await publish(second, site)
    const rows = zstdDecompressSync(readFileSync(join(site, file.name))).toString()
    const attempts: [name: string, rows: string, message: RegExp][] = [
      ['no rows', rows.slice(0, rows.indexOf('\n') + 1), /it is damaged$/],
      ['a cut line', rows.slice(0, -2), /the rows of the bundle are damaged$/],
      ['a line without end', `${rows}${' '.repeat(40 * 1024 * 1024)}`, /the rows of the bundle are damaged$/],
      ['more than the bundle', `${rows}${'[]\n'.repeat(20 * 1024 * 1024)}`, /unpacks to more than/],
      ['a text that is not one', rows.replaceAll(/^(\[1,)"\{/gm, '$1"'), /the rows of the bundle are damaged$/],
      [
        'a key of the index',
        rows.replace(/(\{"table":"meta",.*\n)/, '$1["search","x"]\n'),
        /the rows of the bundle are damaged$/,
      ],
    ]
    for (const [name, text, message] of attempts) {
      assert(text !== rows, name)
      const packed = zstdCompressSync(text)
      writeFileSync(join(site, file.name), packed)
      rewrite(site, ({ bundles: [bundle] }) => {
        assert(bundle !== undefined)
        Object.assign(bundle, { rows_sha256: sha256(text), differences: [], bytes: 14e6 })
        Object.assign(bundle.file, { bytes: packed.length, sha256: sha256(packed) })
      })
      await assert.rejects(pull(), { kind: 'not_ready', message }, name)
      assert.deepEqual(namesIn(cache), before, name)
    }
  })

  it('does without a difference that unpacks to more than a bundle', async (t) => {
    const { site, notices, options, pull } = await client(t, 'bomb')
    await publish(first, site)
    const { cache } = options()
    await pull()
    cpSync(cache, join(folder, 'bomb-again'), { recursive: true })
    const { differences } = await publish(second, site)
    const framesOf = (bytes: number, count: number) => {
      const frame = zstdCompressSync(Buffer.alloc(bytes))
      const length = Buffer.alloc(4)
      length.writeUInt32BE(frame.length)
      return Buffer.concat(Array.from({ length: count }, () => [length, frame]).flat())
    }
    const attempts: [cache: string, Buffer][] = [
      [cache, framesOf(8 * 1024 * 1024, 4)],
      [join(folder, 'bomb-again'), framesOf(0, 3)],
    ]
    for (const [each, frames] of attempts) {
      const name = differences[0]?.name ?? ''
      writeFileSync(join(site, name), frames)
      rewrite(site, ({ bundles: [bundle] }) => {
        Object.assign(bundle?.differences[0] ?? {}, { bytes: frames.length, sha256: sha256(frames) })
      })
      assert.equal(await hashFile((await pull({ cache: each })).file), await hashFile(second))
      assert.match(notices.splice(0).join(), /is not used: the difference is damaged$/)
      assert.deepEqual(namesIn(each).slice(1), [[], []])
    }
  })

  it('gets a search index if the published bundle has none', async (t) => {
    const { site, notices, pull } = await client(t, 'no-index')
    const out = join(folder, 'no-index.sqlite')
    await buildBundle({ from: STARTER_SOURCE, out, fetchedAt: '2026-01-01T00:00:00Z', search: false })
    await publish(out, site)
    assert.equal(await hashFile((await pull()).file), await hashFile(first))
    assert.match(notices.join(), /^its search index is not that of the published one: the bundle is .{16} here, and/)
  })

  it('is whole if two are made at the same time', async () => {
    const site = join(folder, 'together')
    await Promise.all([publish(first, site), publish(second, site, 'federal+eu'), publish(first, site, 'other')])
    const { bundles }: Catalogue = JSON.parse(readFileSync(join(site, 'corpus.json'), 'utf8'))
    assert.deepEqual(bundles.map(({ variant }) => variant).toSorted(), ['federal', 'federal+eu', 'other'])
  })

  it('removes what processes left behind that were killed', async () => {
    const site = join(folder, 'left')
    await publish(first, site)
    const whole = readdirSync(site)
    mkdirSync(join(site, '.work-x'))
    for (const name of [
      '.work-x/rows',
      'corpus.json.1.tmp',
      'corpus.json.sig.1.old',
      `federal-${'0'.repeat(16)}.ndjson.zst`,
    ]) {
      writeFileSync(join(site, name), '')
    }
    writeFileSync(join(site, 'robots.txt'), '')
    await publish(second, site, 'other')
    assert.deepEqual(
      readdirSync(site).filter((name) => !name.startsWith('other-')),
      [...whole, 'robots.txt'].toSorted(),
    )
  })

  it('begins anew with what is gone from the folder', async () => {
    const site = join(folder, 'gone')
    const { file } = await publish(first, site)
    rmSync(join(site, file.name))
    assert.equal((await publish(first, site)).published, true)
    assert(existsSync(join(site, file.name)))
    writeFileSync(join(site, file.name), '')
    const { differences } = await publish(second, site)
    assert.deepEqual(differences, [])
    assert.equal(existsSync(join(site, file.name)), false)
  })

  it('does not sign what it has not signed before', async () => {
    const site = join(folder, 'altered')
    await publish(first, site)
    const path = join(site, 'corpus.json')
    writeFileSync(path, readFileSync(path, 'utf8').replace('"federal"', '"altered"'))
    await assert.rejects(publish(second, site), {
      kind: 'not_ready',
      message: /was not signed with this key, or was changed/,
    })
    rmSync(path)
    assert.equal((await publish(second, site)).published, true)
  })

  it('is newer than the one before it, also if the clock was set back', async () => {
    const site = join(folder, 'clock')
    await publish(first, site)
    rewrite(site, (catalogue) => Object.assign(catalogue, { published_at: '2090-01-01T00:00:00.000Z' }))
    await publish(second, site)
    assert.match(readFileSync(join(site, 'corpus.json'), 'utf8'), /"published_at": "2090-01-01T00:00:00\.001Z"/)
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
    if (process.platform === 'linux') {
      await assert.rejects(publish(first, '/proc/laws'), { kind: 'invalid_input', message: /^cannot publish in/ })
    }
    writeFileSync(join(folder, 'file'), '')
    await assert.rejects(publish(first, join(folder, 'file', 'below')), {
      kind: 'invalid_input',
      message: /^cannot publish in/,
    })
  })
})

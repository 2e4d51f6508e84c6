import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { openEngine } from '../../../src/dataset/open-engine.ts'
import { buildBundle } from '../../../src/import/build-bundle.ts'
import type { Corpus } from '../../../src/model/corpus.ts'
import { resolveCitations } from '../../../src/resolve/resolve-citations.ts'
import { LegalTextError } from '../../../src/util/errors.ts'
import { tarOf } from '../../archive/archives.ts'
import { zip } from '../../archive/zip.ts'
import { searchCorpus } from '../../search/search-corpus.ts'
import { bytesOf, type Files, generated, inputOf, law, lawFiles, lists, norm, sha256, source } from './packages.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
after(() => rmSync(folder, { recursive: true }))
let built = 0

async function corpusOf(from: Files | string, search = false): Promise<Corpus> {
  const out = join(folder, `${built++}.sqlite`)
  await buildBundle({ from: typeof from === 'string' ? from : inputOf(from), out, search })
  const corpus = await openEngine(out)
  after(() => corpus.close())
  return corpus
}

const refused = (files: Files, message: RegExp) =>
  assert.rejects(
    corpusOf(files),
    (error) => error instanceof LegalTextError && error.kind === 'invalid_input' && message.test(error.message),
  )

/** Documents that were not imported, and faults of the others (without a state). */
const findings = async (corpus: Corpus): Promise<[string, string | null, string | null, string][]> => [
  ...(await corpus.limitations({})).map(
    ({ source_id, law_id, terminal_state, reason }): [string, string | null, string, string] => [
      source_id,
      law_id,
      terminal_state,
      reason,
    ],
  ),
  ...(await corpus.findings()).map(({ source_id, law_id, reason }): [string, string | null, null, string] => [
    source_id,
    law_id,
    null,
    reason,
  ]),
]

const members = (files: Files, prefix = '') =>
  Object.entries(files).map(([name, content]) => ({ name: prefix + name, content: bytesOf(content) }))

const oneLaw = { ...law('seeg'), norms: [{ norm_id: 'par:1', title: 'Zweck', text: 'Das Meer.' }] }

describe('two lists', () => {
  test('are served as they are', async () => {
    const corpus = await corpusOf(lists())
    assert.deepEqual(
      (await corpus.laws({})).items.map(({ code, norm_count, source_family }) => [code, norm_count, source_family]),
      [
        ['deichg', 2, 'inselrecht'],
        ['seeg', 3, 'inselrecht'],
      ],
    )
    assert.deepEqual(
      [...(await corpus.outline('seeg')), ...(await corpus.outline('deichg'))].map(({ norm, label }) => [norm, label]),
      [
        ['art:2', 'Art. 2'],
        ['art:2/par:1', 'Art. 2 § 1'],
        ['art:2/par:2', 'Art. 2 § 2'],
        ['recital:47', 'Erwägungsgrund 47'],
        ['par:3a', '§ 3A'],
      ],
    )
    const one = await corpus.norm('seeg', 'art:2/par:1')
    assert.equal(one?.text, lists()['norms.json'][1]?.text)
    assert.equal(one?.heading, 'Titel von art:2/par:1')
    assert.deepEqual(one?.provenance, {
      source_url: 'https://recht.example/quelle.zip',
      html_url: 'https://recht.example/seeg/art:2/par:1.html',
      fetch_timestamp: '2026-02-03T04:05:06Z',
      content_hash: `sha256:${'a'.repeat(64)}`,
      parser: 'json-package@1',
      document_id: 'seeg/art:2/par:1',
      source_version: null,
    })
    assert.equal((await corpus.norm('seeg', 'art:2'))?.text, '')
    assert.deepEqual(await findings(corpus), [])
  })

  test('containers contain their children, wherever these stand', async () => {
    const { 'laws.json': laws, 'norms.json': norms } = lists()
    for (const order of [norms, norms.toReversed()]) {
      const corpus = await corpusOf({ 'laws.json': laws, 'norms.json': order })
      const { items } = await corpus.relationships('seeg', 'art:2', { type: 'contains', limit: 9, offset: 0 })
      assert.deepEqual(items.map(({ norm }) => norm).sort(), ['art:2/par:1', 'art:2/par:2'])
    }
  })

  test('are cited, and searched', async () => {
    const corpus = await corpusOf(lists(), true)
    const [citation] = await resolveCitations(corpus, 'Art. 2 § 1 SEEG')
    assert.deepEqual([citation?.status, citation?.norm], ['resolved', 'art:2/par:1'])
    const { items } = await searchCorpus(corpus, 'Meer', { limit: 1 })
    assert.equal(items[0]?.norm, 'art:2/par:1')
    const { items: cites } = await corpus.relationships('seeg', 'art:2/par:1', { type: 'cites', limit: 9, offset: 0 })
    assert.deepEqual(
      cites.map(({ norm, citation }) => [norm, citation]),
      [['art:2/par:2', '§ 2']],
    )
  })

  test('come in a folder, in a subfolder, and in archives, with or without a byte order mark', async () => {
    const files = lists()
    const from = join(folder, 'plain')
    for (const { name, content } of members(
      { ...files, 'laws.json': `\ufeff${JSON.stringify(files['laws.json'])}` },
      'x/',
    )) {
      mkdirSync(dirname(join(from, name)), { recursive: true })
      writeFileSync(join(from, name), content)
    }
    writeFileSync(join(folder, 'p.zip'), zip(members(files)))
    writeFileSync(join(folder, 'p.tar.zst'), zstdCompressSync(await tarOf(members(files, './paket/'))))
    const expected = (await corpusOf(files)).bundle.digest
    for (const path of [from, join(folder, 'p.zip'), join(folder, 'p.tar.zst')]) {
      assert.equal((await corpusOf(path)).bundle.digest, expected, path)
    }
    const wrapped = { 'laws.json': { laws: files['laws.json'] }, 'norms.json': { norms: files['norms.json'] } }
    assert.equal((await corpusOf(wrapped)).bundle.id.length, 16)
  })

  test('that are damaged are an error that says where', async () => {
    const files = lists()
    await refused({ 'laws.json': files['laws.json'] }, /norms\.json is missing/)
    await refused({ 'norms.json': files['norms.json'] }, /laws\.json is missing/)
    await refused({ ...files, 'norms.json': '[{' }, /norms\.json is not JSON/)
    await refused({ ...files, 'laws.json': '"text"' }, /laws\.json must be a list/)
    await refused({ ...files, 'laws.json': {} }, /laws\.json must be a list/)
    await refused({ ...files, 'relationships.json': '7' }, /relationships\.json must be a list/)
    await refused({ ...files, 'laws.json': [] }, /there is no law in paket: expected a bundle; or a JSON package/)
    await refused(
      { ...files, 'laws.json': [{}] },
      /no law in paket could be read: laws\.json\[0\] is left out: canonical_id/,
    )
    await refused({ 'notes.txt': 'x' }, /there is no law in paket/)
  })
})

describe('a generated package', () => {
  test('is compared with its hashes, with or without the name of the algorithm', async () => {
    assert.deepEqual(await findings(await corpusOf(generated())), [])
    const bare = structuredClone(generated()) as Record<string, { content_hashes: Record<string, string> }>
    const hashes = (bare['package.json'] as (typeof bare)[string]).content_hashes
    for (const [name, hash] of Object.entries(hashes)) hashes[name] = hash.replace('sha256:', '').toUpperCase()
    assert.deepEqual(await findings(await corpusOf(bare)), [])
  })

  test('with another file than it lists is an error, whether the file is read or not', async () => {
    for (const name of ['laws.json', 'norms.json', 'manifest.json', 'readiness.json', 'search-index.json']) {
      const files = generated()
      const message = new RegExp(`${name} is not the file .* expected ${sha256(files[name])}, found sha256:`)
      await refused({ ...files, [name]: `${JSON.stringify(files[name])}\n` }, message)
      const { [name]: _missing, ...others } = files
      await refused(others, new RegExp(`package\\.json lists ${name}, which is missing|${name} is missing`))
    }
    await refused(
      { ...lists(), 'package.json': { content_hashes: { 'laws.json': 'md5' } } },
      /"md5" as the hash of laws/,
    )
    await refused({ ...lists(), 'package.json': { content_hashes: [] } }, /content_hashes .* must be an object/)
  })

  test('whose counts do not fit has findings', async () => {
    const manifest = { discovered_sources: [{}], counts: { laws: 9 }, norm_count: 5 }
    const files: Files = { ...lists(), 'manifest.json': manifest, 'package.json': { record_counts: { norms: 6 } } }
    const all = (await findings(await corpusOf(files))).map(([, , , reason]) => reason)
    assert.deepEqual(all, [
      'manifest.json says that there are 9 laws, but there are 2',
      'package.json says that there are 6 norms, but there are 5',
    ])
  })

  test('whose list of hashes is empty has a finding', async () => {
    const files: Files = { ...lists(), 'package.json': { content_hashes: {} } }
    assert.deepEqual(await findings(await corpusOf(files)), [
      ['package.json', null, null, 'content_hashes of package.json is empty: no file could be compared with its hash'],
    ])
    assert.deepEqual(await findings(await corpusOf({ ...files, 'package.json': {} })), [])
  })

  test('keeps limitation_id, http_status and retryable as they are', async () => {
    const about = { source_family: 'landesrecht', source_id: 'bb/x', terminal_state: 'source_unavailable' }
    const records: [given: object, kept: unknown[]][] = [
      [{ limitation_id: 'lim-7', http_status: 503, retryable: true }, ['lim-7', 503, true]],
      [{ limitation_id: 'lim-8', http_status: '404', retryable: false }, ['lim-8', 404, false]],
      [{ limitation_id: 'lim-9', details: { http_status: 429, retryable: true } }, ['lim-9', 429, true]],
      [{ limitation_id: '', http_status: 'none', retryable: null }, ['landesrecht:bb/x:3', null, null]],
    ]
    const given = records.map(([fields]) => ({ ...about, ...fields }))
    const corpus = await corpusOf({ ...lists(), 'source-limitations.json': given })
    const limitations = await corpus.limitations({})
    assert.deepEqual(
      limitations.map(({ limitation_id, http_status, retryable }) => [limitation_id, http_status, retryable]),
      records.map(([, kept]) => kept),
    )
    assert.deepEqual(await corpus.findings(), [])
  })

  test('that gives no addresses has none', async () => {
    const { url: _url, ...without } = norm('seeg', 'par:1', { source: source({ source_url: undefined }) })
    const laws = [law('seeg', { source: source({ source_url: undefined }) })]
    const corpus = await corpusOf({ 'laws.json': laws, 'norms.json': [without, {}] })
    const { source_url, html_url } = (await corpus.norm('seeg', 'par:1'))?.provenance ?? assert.fail()
    const [limitation] = await corpus.limitations({})
    assert.deepEqual([source_url, html_url, limitation?.source_url], [null, null, null])
    assert.equal((await corpus.law('seeg'))?.provenance.html_url, null)
  })

  test('brings limitations, relationships and the coverage of the states', async () => {
    const coverage = { schema_version: 'v1', entries: [{ state_code: 'bb' }], counts: { total: 1 } }
    const files = generated({
      'source-limitations.json': [
        {
          limitation_id: 'lim-1',
          source_family: 'landesrecht',
          source_id: 'bb/deich',
          state_code: 'bb',
          jurisdiction: 'Brandenburg',
          terminal_state: 'http_gone',
          source_url: 'https://recht.example/bb',
          retrieved_at: '2026-01-01T00:00:00Z',
          reason: 'nicht da',
          http_status: 410,
          retryable: false,
          details: { law_id: 'state:bb/deich', phase: 9 },
        },
        { limitation_id: 'lim-2', source_family: 'landesrecht' },
      ],
      'relationships.json': [
        relationship('cites', 'seeg/art:2/par:1', 'deichg/par:3a/abs:1'),
        relationship('cites', 'seeg/art:2/par:1', 'seeg/art:2/par:2'),
        relationship('cited_by', 'seeg/art:2/par:1', 'deichg/par:3a'),
        relationship('contained_in', 'deichg/par:3a', 'deichg/recital:47'),
        relationship('cites', 'seeg/art:2/par:1', 'deichg/par:99'),
        relationship('amends', 'seeg/art:2', 'deichg/par:3a'),
        relationship('amends', 'seeg/art:2', 'deichg/par:3a'),
        relationship('cites', 'seeg/art:2', 'lim-1'),
        relationship('contains', 'seeg/art:2', 'deichg/par:3a'),
        relationship('contains', 'nixg/art:2', 'nixg/par:3a'),
        { relationship_id: 'broken' },
      ],
      'state-law-coverage.json': coverage,
    })
    const corpus = await corpusOf(files)
    assert.deepEqual((await corpus.coverage()).state_law_coverage, coverage)
    const [limitation] = await corpus.limitations({ state_code: 'bb' })
    assert.deepEqual(limitation, {
      limitation_id: 'lim-1',
      source_family: 'landesrecht',
      source_id: 'bb/deich',
      title: 'bb/deich',
      source_url: 'https://recht.example/bb',
      terminal_state: 'source_unavailable',
      reason:
        'nicht da; terminal state of the source: http_gone; jurisdiction: Brandenburg; law_id: state:bb/deich; phase: 9',
      state_code: 'bb',
      law_id: 'state:bb/deich',
      retrieved_at: '2026-01-01T00:00:00Z',
      http_status: 410,
      retryable: false,
    })
    const page = await corpus.relationships('seeg', 'art:2/par:1', { limit: 9, offset: 0 })
    assert.deepEqual(
      page.items.map(({ type, norm, subdivision, citation, start }) => [type, norm, subdivision, citation, start]),
      [
        ['cites', 'art:2/par:2', null, '§ 2', 45],
        ['cites', 'par:3a', 'abs:1', null, null],
        ['cited_by', 'par:3a', null, null, null],
        ['contained_in', 'art:2', null, null, null],
      ],
    )
    const contained = await corpus.relationships('deichg', 'recital:47', { type: 'contains', limit: 9, offset: 0 })
    assert.equal(contained.items[0]?.norm, 'par:3a')
    const reasons = (await corpus.findings()).map(({ reason }) => reason)
    assert.equal((await corpus.limitations({})).length, 1)
    for (const expected of [
      /lim-2|source-limitations\.json\[1\] is left out: source_id/,
      /there is no norm par:99 in deichg/,
      /2 relationships of the type "amends" are left out, first relationships\.json\[5\]/,
      /1 relationships with an end that is not a norm \(norm\) are left out, first relationships\.json\[7\]/,
      /seeg\/art:2 and deichg\/par:3a are of different laws/,
      /there is no law nixg/,
      /relationships\.json\[10\] is left out: relationship_type/,
    ]) {
      assert.equal(reasons.filter((reason) => expected.test(reason)).length, 1, String(expected))
    }
    assert.equal(reasons.length, 7)
  })

  test('can be searched where citations have no place', async () => {
    const files = { ...lists(), 'relationships.json': [relationship('cites', 'seeg/art:2/par:2', 'deichg/par:3a')] }
    const corpus = await corpusOf(files, true)
    assert.equal((await searchCorpus(corpus, 'Titel', { codes: ['deichg'] })).total, 2)
  })
})

const relationship = (relationship_type: string, subject: string, object: string) => ({
  relationship_id: `${relationship_type} ${subject} ${object}`,
  relationship_type,
  subject: { kind: 'norm', id: subject },
  object: { kind: 'norm', id: object },
  provenance: {},
})

describe('one file a law', () => {
  test('is read with the norms in the law or beside it', async () => {
    const { norms, ...record } = oneLaw
    for (const content of [oneLaw, { law: record, norms }]) {
      const corpus = await corpusOf(lawFiles({ seeg: content, deichg: { ...law('deichg'), norms: [] } }))
      assert.deepEqual(await findings(corpus), [])
      const one = await corpus.norm('seeg', 'par:1')
      assert.deepEqual([one?.label, one?.heading, one?.text], ['§ 1', 'Zweck', 'Das Meer.'])
      assert.equal((await corpus.law('deichg'))?.norm_count, 0)
    }
  })

  test('comes packed, in the order of the codes', async () => {
    const laws = ['zg', 'ag', 'by/lg'].map((id) => [id, { ...law(id), norms: oneLaw.norms }])
    const files = members(lawFiles(Object.fromEntries(laws)))
    writeFileSync(join(folder, 'b.tar.zst'), zstdCompressSync(await tarOf(files)))
    const corpus = await corpusOf(join(folder, 'b.tar.zst'))
    assert.deepEqual(
      (await corpus.laws({})).items.map(({ code }) => code),
      ['ag', 'by-lg', 'zg'],
    )
    assert.equal((await corpus.findLaws('by/lg'))[0]?.code, 'by-lg')
  })

  test('must be the one that the manifest lists', async () => {
    const files = lawFiles({ seeg: oneLaw })
    await refused(
      { ...files, 'laws/seeg.json': { ...oneLaw, display_name: 'Falsch' } },
      /laws\/seeg\.json is not the file/,
    )
    await refused({ 'manifest.json': files['manifest.json'] }, /laws\/seeg\.json is missing/)
    await refused({ ...files, 'laws/seeg.json': '' }, /laws\/seeg\.json is not JSON/)
    await refused({ ...lawFiles({ seeg: [] }) }, /laws\/seeg\.json must be an object/)
    await refused({ ...lawFiles({ seeg: { ...law('seeg'), norms: 7 } }) }, /norms of laws\/seeg\.json must be a list/)
    const manifest = files['manifest.json'] as object
    for (const version of [1, 3, undefined]) {
      await refused(
        { ...files, 'manifest.json': { ...manifest, schema_version: version } },
        /schema_version .*: only 2 is read/,
      )
    }
    await refused({ 'laws/seeg.json': oneLaw }, /there is no law in paket/)
  })

  test('may be listed with the hash of its source, or with none', async () => {
    for (const content_hash of ['A'.repeat(64), '', null]) {
      const entries = [{ canonical_id: 'seeg', content_hash }]
      const files = { 'manifest.json': { schema_version: 2, entries }, 'laws/seeg.json': oneLaw }
      assert.deepEqual(await findings(await corpusOf(files)), [])
    }
    await corpusOf({ 'manifest.json': { schema_version: 2 }, 'laws/seeg.json': oneLaw })
  })

  test('that is bad or unlisted is a limitation, one not of the size it is said to have a finding', async () => {
    const files = lawFiles({ seeg: oneLaw, deichg: { display_code: 'DeichG', norms: oneLaw.norms }, zeeg: oneLaw })
    const manifest = files['manifest.json'] as { entries: object[] }
    manifest.entries[0] = { ...manifest.entries[0], law_count: 2, norm_count: 3 }
    manifest.entries.push({ content_hash: 'x' })
    const corpus = await corpusOf({ ...files, 'laws/more.json': oneLaw })
    assert.deepEqual(
      (await findings(corpus)).map(([id, code, state, reason]) => [id, code, state, reason?.slice(0, 60)]),
      [
        ['laws/deichg.json', null, 'parse_failed', 'laws/deichg.json is left out, with its norm: canonical_id: e'],
        ['laws/more.json', null, 'excluded_by_policy', 'laws/more.json is left out: manifest.json does not list it'],
        ['seeg', 'seeg', 'parse_failed', 'laws/zeeg.json is left out, with its norm: laws/seeg.json ha'],
        ['laws/seeg.json', 'seeg', null, 'manifest.json says that laws/seeg.json has 2 laws, but it ha'],
        ['laws/seeg.json', 'seeg', null, 'manifest.json says that laws/seeg.json has 3 norms, but it h'],
        ['manifest.json entries[3]', null, null, 'manifest.json entries[3] is left out: canonical_id: expected'],
      ],
    )
  })
})

describe('where norms come from', () => {
  test('is told of each, where it is not where the law comes from', async () => {
    const { 'laws.json': laws, 'norms.json': norms } = lists()
    const other = source({ source_url: 'https://recht.example/andere', content_hash: `sha256:${'b'.repeat(64)}` })
    const { source: _own, ...without } = norms[2] as Record<string, unknown>
    const corpus = await corpusOf({
      'laws.json': laws,
      'norms.json': [norm('seeg', 'par:9', { source: other }), without],
    })
    const [one, two] = [await corpus.norm('seeg', 'par:9'), await corpus.norm('seeg', 'art:2/par:2')]
    assert.equal(one?.provenance.source_url, 'https://recht.example/andere')
    assert.equal(one?.provenance.content_hash, `sha256:${'b'.repeat(64)}`)
    assert.equal(two?.provenance.source_url, 'https://recht.example/quelle.zip')
  })
})

/** Bundles as inputs: alone they reproduce the same bytes; beside others, their laws give the same answers. */
import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { buildCorpus } from '../../src/dataset/build-corpus.ts'
import { openCorpus } from '../../src/dataset/open.ts'
import { buildBundle, restoreBundle } from '../../src/import/build-bundle.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { assetPath, packageRoot } from '../../src/program/package.ts'
import { writeRows } from '../../src/store/sqlite/bundle-rows.ts'
import { searchCorpus } from '../search/search-corpus.ts'
import { LAWS, writeFiles } from './illustrated.ts'
import { lists } from './package/packages.ts'

const scratch = mkdtempSync(join(tmpdir(), 'legal-text-bundle-'))
after(() => rmSync(scratch, { recursive: true, force: true }))

const STARTER = assetPath('starter.sqlite')
const sourceOf = (name: string) => join(packageRoot, 'src', name)
const file = (name: string) => join(scratch, `${name}.sqlite`)

/** A package with stated relationships, limitations, and coverage of the states. */
function writePackage(): string {
  const folder = join(scratch, 'package')
  const files = {
    ...lists(),
    'relationships.json': [
      {
        ...{ relationship_id: 'r', relationship_type: 'cites' },
        ...{ source_canonical_id: 'seeg/art:2/par:1', target_canonical_id: 'deichg/par:3a/abs:1' },
      },
    ],
    'source-limitations.json': [
      {
        ...{ limitation_id: 'l1', source_family: 'landesrecht', source_id: 'bb/deich', state_code: 'bb' },
        ...{ terminal_state: 'parse_failed', reason: 'x', http_status: 410, retryable: false },
      },
    ],
    'state-law-coverage.json': { states: ['x'] },
  }
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), JSON.stringify(content))
  }
  return folder
}

test('a bundle built from a bundle, or from its rows, has the same bytes: versions, images, amendments, findings and relationships', async () => {
  const fetchedAt = '2026-04-29T00:00:00Z'
  const sources = {
    legaldocml: sourceOf('starter-legaldocml'),
    markdown: sourceOf('starter-markdown'),
    images: writeFiles(join(scratch, 'images'), LAWS),
    package: writePackage(),
    shared: [file('markdown'), sourceOf('starter-markdown')],
  }
  const made: string[] = []
  for (const [name, from] of Object.entries(sources)) {
    await buildBundle({ from, out: file(name), fetchedAt, search: true })
    made.push(file(name))
  }
  for (const from of [STARTER, ...made]) {
    const out = file('again')
    await buildBundle({ from, out, search: true })
    assert.ok(readFileSync(from).equals(readFileSync(out)), from)
    const [rows, restored] = [join(scratch, 'rows'), file('restored')]
    writeFileSync(rows, [...writeRows(from)].join(''))
    rmSync(restored, { force: true })
    await restoreBundle(rows, restored, {})
    assert.ok(readFileSync(from).equals(readFileSync(restored)), `the rows of ${from}`)
  }
})

/** All answers of a corpus about a law, except those from other laws. */
async function answersOf(corpus: Corpus, code: string): Promise<unknown> {
  const law = await corpus.law(code)
  const norms = []
  for (const { norm } of law?.norms ?? []) {
    const cites = await corpus.relationships(code, norm, { type: 'cites', limit: 1000, offset: 0 })
    norms.push(await corpus.norm(code, norm), await corpus.normVersions(code, norm), cites)
  }
  const older = await corpus.atState('2024-06-01').law(code)
  const changes = await corpus.changes({ codes: [code], limit: 1000, offset: 0 })
  return { law, norms, older, versions: await corpus.lawVersions(code), changes }
}

test('beside others its laws have the same answers, and its states stay', async () => {
  const out = file('both')
  const own = file('markdown')
  const report = await buildBundle({ from: [sourceOf('starter-markdown'), STARTER], out, search: true })
  assert.deepEqual([report.laws, report.states?.count], [13, 3])
  const [starter, both, markdown] = (await Promise.all(
    [STARTER, out, own].map((dataset) => openCorpus({ dataset })),
  )) as [Corpus, Corpus, Corpus]
  try {
    const { items } = await starter.laws({})
    for (const { code } of items) assert.deepEqual(await answersOf(both, code), await answersOf(starter, code), code)
    assert.deepEqual(await both.states(), await starter.states())
    assert.deepEqual(await both.limitations({}), await starter.limitations({}))
    const former = await starter.changes({ limit: 1000, offset: 0 })
    const all = await both.changes({ limit: 1000, offset: 0 })
    const codes = new Set(['liegeplatz', 'marktsatzung'])
    assert.deepEqual(
      all.items.filter(({ code }) => !codes.has(code)),
      former.items,
    )
    // The day of the bundle selects the version of a contract, as --fetched-at did.
    assert.equal(
      (await both.norm('liegeplatz', 'item:2.1'))?.text,
      (await markdown.norm('liegeplatz', 'item:2.1'))?.text,
    )
    const cited = await both.relationships('hafeng_2021', 'par:7', { type: 'cited_by', limit: 9, offset: 0 })
    assert.deepEqual(
      cited.items.map(({ code }) => code),
      ['liegeplatz', 'marktsatzung'],
    )
    assert.equal((await searchCorpus(both, 'Standgeld', {})).items[0]?.code, 'marktsatzung')
  } finally {
    for (const corpus of [starter, both, markdown]) await corpus.close()
  }
})

test('several bundles are joined; the first one gives a law that two have', async () => {
  const out = file('joined')
  const from = [file('legaldocml'), file('markdown'), file('images'), file('package'), file('markdown')]
  const report = await buildBundle({ from, out })
  assert.deepEqual([report.laws, report.limitations], [7, 3])
  assert.equal(report.images?.stored, 4)
  assert.deepEqual(report.states, { count: 1, first: '2026-04-29', last: '2026-04-29' })
})

test('a bundle that cannot be used is refused with the reason', async () => {
  const cases: [name: string, make: (path: string) => void, RegExp][] = [
    ['short', (path) => writeFileSync(path, readFileSync(STARTER).subarray(0, 200_000)), /cut off/],
    ['flipped', (path) => writeFileSync(path, readFileSync(STARTER).fill(7, 300_000, 300_001)), /it is damaged|sha256/],
    ['packed', (path) => writeFileSync(path, gzipSync(readFileSync(STARTER))), /compressed bundle: decompress it/],
    [
      'older',
      (path) => {
        copyFileSync(STARTER, path)
        const database = new DatabaseSync(path)
        database.exec('PRAGMA user_version = 12')
        database.close()
      },
      /schema version is 12.*build it again/s,
    ],
    ['foreign', (path) => new DatabaseSync(path).exec('CREATE TABLE x (a)'), /not a bundle/],
  ]
  const options = { cache: join(scratch, 'cache'), maxFailedPercent: 5, out: file('refused') }
  for (const [name, make, reason] of cases) {
    make(file(name))
    await assert.rejects(buildCorpus({ ...options, from: [file(name), file('markdown')] }), reason, name)
  }
  copyFileSync(STARTER, file('second'))
  await assert.rejects(buildCorpus({ ...options, from: [STARTER, file('second')] }), /both have older states/)
})

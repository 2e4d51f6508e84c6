import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { formatNormPath, parseNormPath } from '../../src/citation/norm-path.ts'
import type { Corpus } from '../../src/corpus/corpus.ts'
import { openCorpus } from '../../src/dataset/open.ts'
import { LegalTextError } from '../../src/errors.ts'
import { assetPath } from '../../src/package.ts'
import { SCHEMA_VERSION } from '../../src/sqlite/bundle-schema.ts'

let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
})
after(() => corpus.close())

describe('laws', () => {
  it('come in the order of their codes, in pages', async () => {
    const { items, total } = await corpus.laws({})
    const codes = items.map(({ code }) => code)
    assert.deepEqual(codes, [...codes].sort())
    assert.equal(total, codes.length)
    const page = await corpus.laws({ limit: 2, offset: 1 })
    assert.deepEqual(
      page.items.map(({ code }) => code),
      codes.slice(1, 3),
    )
    assert.equal(page.total, total)
  })

  it('are found by any part of their names, however it is spelled', async () => {
    for (const query of ['hafen', 'HAFEN-G', 'Hafengesetz']) {
      assert.ok(
        (await corpus.laws({ query })).items.some(({ code }) => code === 'hafeng_2021'),
        query,
      )
    }
    assert.deepEqual(await corpus.laws({ query: 'Raumfahrt' }), { items: [], total: 0 })
    assert.deepEqual(await corpus.laws({ query: "%' OR 1=1 --" }), { items: [], total: 0 })
  })

  it('have names of different strength', async () => {
    const codes = async (name: string) => (await corpus.findLaws(name)).map(({ code }) => code)
    assert.deepEqual(await codes('MSGB'), ['msgb'])
    assert.deepEqual(await codes('hafeng_2021'), ['hafeng_2021'])
    assert.deepEqual(await codes('Hafen G'), ['hafeng_2021'])
    assert.deepEqual(await codes('BienHV'), ['bienhv_1998', 'bienhv_2005'])
    assert.deepEqual(await codes('BienHV 1998'), ['bienhv_1998'])
    assert.deepEqual(await codes('Moewensunder Stadtgesetzbuch'), ['msgb'])
    assert.deepEqual(await codes('constructor'), [])
    assert.deepEqual(await codes(''), [])
  })

  it('are suggested for near misses', async () => {
    const near = async (name: string) => (await corpus.similarLaws(name, 3)).map(({ code }) => code)
    assert.equal((await near('msgp'))[0], 'msgb')
    assert.equal((await near('smgb'))[0], 'msgb')
    assert.deepEqual(await near('zzzzzzzz'), [])
    assert.deepEqual(await near('x'.repeat(10_000)), [])
  })

  it('carry everything that the source says of them', async () => {
    const law = await corpus.law('hafeng_2021')
    assert.equal(law?.abbreviation, 'HafenG')
    assert.equal(law?.norm_count, law?.norms.length)
    assert.match(law?.notes ?? '', /Muster/)
    assert.match(law?.provenance.content_hash ?? '', /^sha256:[0-9a-f]{64}$/)
    assert.equal(law?.provenance.source_url, 'https://recht.example/hafeng_2021/xml.zip')
    assert.equal(await corpus.law('HAFENG_2021'), undefined)
    assert.equal(JSON.stringify(await corpus.outline('hafeng_2021')), JSON.stringify(law?.norms))
  })
})

describe('norms', () => {
  it('each have a path of their own that parses, and neighbours in document order', async () => {
    for (const { code } of (await corpus.laws({})).items) {
      const outline = await corpus.outline(code)
      const paths = outline.map(({ norm }) => norm)
      assert.equal(new Set(paths).size, paths.length)
      for (const [index, path] of paths.entries()) {
        const parsed = parseNormPath(path)
        assert.equal(parsed && formatNormPath(parsed), path)
        const norm = await corpus.norm(code, path)
        assert.equal(norm?.previous, paths[index - 1] ?? null)
        assert.equal(norm?.next, paths[index + 1] ?? null)
        for (const { path: part, text } of norm?.subdivisions ?? []) {
          assert.ok(parseNormPath(`${path}/${part}`), `${path}/${part}`)
          assert.ok(norm?.text.includes(text))
        }
      }
    }
  })

  it('give back their text from their paragraphs', async () => {
    const norm = await corpus.norm('msgb', 'par:1')
    const paragraphs = norm?.subdivisions.filter(({ path }) => /^abs:\w+$/.test(path)).map(({ text }) => text)
    assert.equal(paragraphs?.join('\n'), norm?.text)
  })

  it('that stand for several are found by each of these', async () => {
    const including = async (value: string) =>
      (await corpus.normsIncluding('msgb', 'par', value)).map(({ norm }) => norm)
    assert.deepEqual(await including('4'), ['par:3-6'])
    assert.deepEqual(await including('10a'), ['par:10_10a-11'])
    assert.deepEqual(await including('30a'), [], '§§ 30 und 31 are these two only')
    assert.deepEqual(await including('7'), [])
  })

  it('are undefined where there are none', async () => {
    assert.equal(await corpus.norm('msgb', 'par:4711'), undefined)
    assert.equal(await corpus.norm('nolaw', 'par:1'), undefined)
  })
})

describe('relationships', () => {
  it('tell articles and the sections below them', async () => {
    const contains = await corpus.relationships('msgbeg', 'art:5', { limit: 2, offset: 1 })
    assert.equal(contains.total, 3)
    assert.deepEqual(
      contains.items.map(({ type, norm }) => [type, norm]),
      [
        ['contains', 'art:5/par:2'],
        ['contains', 'art:5/par:2a'],
      ],
    )
    const up = await corpus.relationships('msgbeg', 'art:5/par:2', { type: 'contained_in', limit: 9, offset: 0 })
    assert.deepEqual(
      up.items.map(({ norm, label, citation, resolved }) => [norm, label, citation, resolved]),
      [['art:5', 'Art 5', null, true]],
    )
    assert.equal((await corpus.relationships('msgbeg', 'art:5', { type: 'cites', limit: 9, offset: 0 })).total, 0)
  })
})

describe('coverage and limitations', () => {
  it('count what is there', async () => {
    const coverage = await corpus.coverage()
    const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0)
    assert.equal(sum(coverage.norms_by_kind), coverage.norms)
    assert.equal(sum(coverage.norms_by_status), coverage.norms)
    assert.equal(sum(coverage.limitations_by_terminal_state), coverage.limitations)
    assert.equal(sum(coverage.limitations_by_source_family), coverage.limitations)
    assert.equal((await corpus.laws({})).total, coverage.laws)
    assert.ok(coverage.characters.text > 10_000)
    const { headers, structure, designated, elements } = coverage.account
    assert.equal(headers.total + structure.total + designated, elements)
  })

  it('filter', async () => {
    const ids = async (filter: Parameters<Corpus['limitations']>[0]) =>
      (await corpus.limitations(filter)).map(({ source_id }) => source_id)
    assert.deepEqual(await ids({}), ['buechv', 'fischmkto'])
    assert.deepEqual(await ids({ terminal_state: 'unsupported_format' }), ['fischmkto'])
    assert.deepEqual(await ids({ law_id: 'buechv', terminal_state: 'parse_failed' }), ['buechv'])
    assert.deepEqual(await ids({ state_code: 'BY' }), [])
    assert.deepEqual(await ids({ source_family: 'gesetze-im-internet' }), ['buechv', 'fischmkto'])
  })
})

describe('opening', () => {
  const folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
  after(() => rmSync(folder, { recursive: true }))
  const refused = (dataset: string | undefined, message: RegExp) =>
    assert.rejects(
      openCorpus({ dataset }),
      (error) => error instanceof LegalTextError && error.kind === 'not_ready' && message.test(error.message),
      String(message),
    )

  it('says why it cannot', async () => {
    process.env.XDG_CACHE_HOME = folder
    await refused(undefined, /corpus pull.*corpus build.*DATASET_PATH.*starter/)
    await refused(join(folder, 'nothing'), /no such file/)
    await refused(folder, /there is no law in/)
    writeFileSync(join(folder, 'text'), 'This is no database.'.repeat(100))
    await refused(join(folder, 'text'), /is no dataset: expected a bundle/)
    writeFileSync(join(folder, 'empty'), '')
    await refused(join(folder, 'empty'), /is no dataset/)
    new DatabaseSync(join(folder, 'other.sqlite')).exec('CREATE TABLE t (x); ')
    await refused(join(folder, 'other.sqlite'), /not a bundle/)
    copyFileSync(assetPath('starter.sqlite'), join(folder, 'newer.sqlite'))
    const newer = new DatabaseSync(join(folder, 'newer.sqlite'))
    newer.exec('PRAGMA user_version = 99')
    newer.close()
    await refused(join(folder, 'newer.sqlite'), new RegExp(`schema version is 99.*reads ${SCHEMA_VERSION}`))
    copyFileSync(assetPath('starter.sqlite'), join(folder, 'cut.sqlite'))
    truncateSync(join(folder, 'cut.sqlite'), 5000)
    await refused(join(folder, 'cut.sqlite'), /cannot open/)
  })

  it('works from a path with odd characters', async () => {
    const odd = join(folder, 'a?b#c %41 ü.sqlite')
    copyFileSync(assetPath('starter.sqlite'), odd)
    const opened = await openCorpus({ dataset: odd })
    assert.equal((await opened.laws({})).total, 9)
    await opened.close()
    await opened.close()
  })
})

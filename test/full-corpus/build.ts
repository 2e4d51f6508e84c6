/**
 * Checks a whole corpus of official XML. `LEGAL_TEXT_CORPUS` names its folder; the bundle is built into `LEGAL_TEXT_BUNDLE`, or
 * into a temporary folder.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { formatNormPath, parseNormPath } from '../../src/citation/norm-path.ts'
import { openEngine } from '../../src/dataset/open-engine.ts'
import { type BuildReport, buildBundle } from '../../src/import/build-bundle.ts'
import { paraphraseRows } from '../../src/import/search-index/paraphrases.ts'
import { allQuestions, questionsIn } from '../../src/import/search-index/questions.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { resolveLaw } from '../../src/resolve/resolve-law.ts'
import { resolveNorm } from '../../src/resolve/resolve-norm.ts'
import { LegalTextError } from '../../src/util/errors.ts'
import { assertOneChoice, sharedNames } from '../resolve/shared-names.ts'
import { searchCorpus } from '../search/search-corpus.ts'
import { compareLaw } from './support/compare-law.ts'
import { heldInCorpus } from './support/corpus-law.ts'
import { checkCustomaryNames, checkFormerActs, checkSuccessors } from './support/curated-names.ts'
import { checkInsertedLists } from './support/inserted-lists.ts'
import { readSourceLaw } from './support/source-law.ts'
import { checkSentences } from './support/written-sentences.ts'

const source = process.env.LEGAL_TEXT_CORPUS
if (source === undefined) throw new Error('set LEGAL_TEXT_CORPUS to a folder of official XML')

const folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
const bundle = process.env.LEGAL_TEXT_BUNDLE ?? join(folder, 'full.sqlite')
let report: BuildReport
let corpus: Corpus
/** The file of each law, by document number. */
const files = new Map<string, string>()

before(async () => {
  report = await buildBundle({ from: source, out: bundle, fetchedAt: '2026-04-29T00:00:00Z' })
  corpus = await openEngine(bundle)
})

after(async () => {
  await corpus.close()
  rmSync(folder, { recursive: true })
})

describe('the bundle of the whole corpus', () => {
  it('accounts for every norm element', () => {
    const { account, norms } = report
    console.log(JSON.stringify(account), `${norms} norms, ${report.limitations} limitations`)
    console.log(`${report.seconds.toFixed(1)} s, ${(report.bytes / 1e6).toFixed(0)} MB, ${report.digest}`)
    let elements = 0
    for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.xml') || file.endsWith('gii-toc.xml')) continue
      const xml = readFileSync(join(source, file), 'utf8')
      files.set(/<norm\b[^>]*\bdoknr="([^"]*)"/.exec(xml)?.[1] ?? '', join(source, file))
      elements += xml.match(/<norm[\s>]/g)?.length ?? 0
    }
    assert.equal(account.elements, elements)
    assert.equal(account.headers.total + account.structure.total + account.designated, elements)
    assert.equal(account.headers.with_text + account.structure.as_norms + account.designated, norms)
    assert.equal(report.limitations, 0)
  })

  it('chooses the same law in every front end where several share an abbreviation', async () => {
    const { items } = await corpus.laws({})
    const shared = await sharedNames(
      corpus,
      items.map(({ abbreviation }) => abbreviation),
    )
    console.log(`${shared.size} names are shared`)
    for (const [name, codes] of shared) await assertOneChoice(corpus, name, codes)
    const written = [...shared.values()].filter((codes) => {
      const own = items.filter(({ code }) => codes.includes(code))
      return new Set(own.map(({ abbreviation }) => abbreviation)).size < own.length
    })
    assert.deepEqual([shared.size, written.length], [21, 12])
  })

  it('loses and adds nothing, and names every norm once', async () => {
    const sum = { elements: 0, characters: 0, headings: 0, runs: 0 }
    const differences: string[] = []
    for (const { code } of (await corpus.laws({})).items) {
      const paths = new Set<string>()
      const held = await heldInCorpus(corpus, code, (norm) => {
        const parsed = parseNormPath(norm.norm)
        assert.ok(parsed && formatNormPath(parsed) === norm.norm, `${code} ${norm.norm}`)
        assert.ok(!paths.has(norm.norm), `${code} ${norm.norm} twice`)
        paths.add(norm.norm)
        for (const { offset } of norm.attachments) assert.ok(offset <= norm.text.length)
        const subdivisions = new Set(norm.subdivisions.map((subdivision) => subdivision.path))
        assert.equal(subdivisions.size, norm.subdivisions.length, `${code} ${norm.norm}`)
        for (const subdivision of subdivisions)
          assert.ok(parseNormPath(`${norm.norm}/${subdivision}`), `${norm.norm}/${subdivision}`)
      })
      const xml = readFileSync(files.get(held.documentId) ?? '', 'utf8')
      const found = compareLaw(readSourceLaw(xml), held)
      for (const name of ['elements', 'characters', 'headings', 'runs'] as const) sum[name] += found[name]
      differences.push(...found.differences.map((what) => `${code} ${what}`))
    }
    console.log(`${JSON.stringify(sum)}, characters visible; ${differences.length} differences`)
    for (const difference of differences.slice(0, 60)) console.log(difference)
    assert.equal(differences.length, 0)
  })

  it('is the same, byte for byte, when it is built again', async () => {
    const again = join(folder, 'again.sqlite')
    const second = await buildBundle({ from: source, out: again, fetchedAt: '2026-04-29T00:00:00Z' })
    assert.equal(second.digest, report.digest)
  })

  it('reads 2,000 lists with inserted sections, and calls those wrong that name a section it lacks', async () => {
    assert.deepEqual(await checkInsertedLists(corpus, 2_000), { lists: 2_000, faults: [] })
  })

  it('has the laws and norms of the tables of names and successors', async () => {
    await checkCustomaryNames(corpus)
    await checkFormerActs(corpus)
    await checkSuccessors(corpus)
  })

  it('judges sentences as lawyers write them', async () => {
    const { sentences, faults } = await checkSentences(corpus)
    console.log(`${sentences} sentences`)
    assert.deepEqual(faults, [])
  })

  it('finds what people ask for', async () => {
    const resolve = async (name: string, designation: string) => {
      const law = await resolveLaw(corpus, name)
      const { norm } = await resolveNorm(corpus, law, designation)
      return `${law.code} ${norm.norm} ${norm.status}`
    }
    assert.equal(await resolve('egbgb', 'art:246a/par:1'), 'bgbeg art:246a/par:1 in_force')
    assert.equal(await resolve('bgb', '4'), 'bgb par:3-6 repealed')
    assert.equal(await resolve('SGB V', '§ 15'), 'sgb_5 par:15 in_force')
    assert.equal(await resolve('baugb', '34'), 'bbaug par:34 in_force')
    assert.equal(await resolve('gg', '1'), 'gg art:1 in_force')
    assert.equal(await resolve('bgbeg', 'art:3'), 'bgbeg art:3 in_force')
    await assert.rejects(
      resolveLaw(corpus, 'RWBestV'),
      (error) => error instanceof LegalTextError && error.kind === 'ambiguous',
    )
    const { items } = await searchCorpus(corpus, 'Treu und Glauben', { codes: ['bgb'] })
    assert.ok(items.some(({ norm }) => norm === 'par:242'))
  })

  it('suggests bgb for bgd', async () => {
    await assert.rejects(
      resolveLaw(corpus, 'bgd'),
      (error) =>
        error instanceof LegalTextError && error.kind === 'not_found' && error.details.suggestions?.[0]?.code === 'bgb',
    )
  })

  it('has every norm that has questions, under its heading', () => {
    const database = new DatabaseSync(bundle, { readOnly: true })
    const { mismatches } = questionsIn(database, allQuestions())
    const codes = new Set(
      database
        .prepare('SELECT code FROM law')
        .all()
        .map(({ code }) => code),
    )
    database.close()
    assert.deepEqual(mismatches, [])
    const ofStarter = allQuestions()
      .flatMap((field) => Object.keys(field))
      .filter((code) => !codes.has(code))
    assert.deepEqual(ofStarter.toSorted(), ['hafeng_2021', 'msgb'])
  })

  it('has each wording of the tables of paraphrases in a norm', async () => {
    const unknown: string[] = []
    for (const { key, wordings } of paraphraseRows()) {
      for (const words of wordings) {
        const { items } = await searchCorpus(corpus, words.map((word) => `+${word}`).join(' '), { limit: 1 })
        if (items.length === 0) unknown.push(`${key}: ${words.join(' ')}`)
      }
    }
    assert.deepEqual(unknown, [])
  })
})

/**
 * Checks over a whole corpus of official XML. `LEGAL_TEXT_CORPUS` names its folder; the bundle is built into
 * `LEGAL_TEXT_BUNDLE`, or into a temporary folder.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { SaxesParser } from 'saxes'
import { type BuildReport, buildBundle } from '../../src/build/build-bundle.ts'
import { formatNormPath, parseNormPath } from '../../src/citation/norm-path.ts'
import type { Law, Norm } from '../../src/corpus/corpus.ts'
import { resolveLaw } from '../../src/corpus/resolve-law.ts'
import { resolveNorm } from '../../src/corpus/resolve-norm.ts'
import { SqliteCorpus } from '../../src/corpus/sqlite-corpus.ts'
import { LegalTextError } from '../../src/errors.ts'

const source = process.env.LEGAL_TEXT_CORPUS
if (source === undefined) throw new Error('set LEGAL_TEXT_CORPUS to a folder of official XML')

const folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
const bundle = process.env.LEGAL_TEXT_BUNDLE ?? join(folder, 'full.sqlite')
let report: BuildReport
let corpus: SqliteCorpus
/** What the source says, read by other means than the importer's. */
const documents = new Map<string, SourceText>()

interface SourceText {
  text: string
  footnotes: string
}

/** The visible characters of every norm element of a file, by document number. */
function readSource(file: string): Map<string, SourceText> {
  const norms = new Map<string, SourceText>()
  const open: string[] = []
  let current: SourceText = { text: '', footnotes: '' }
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false })
  parser.on('opentag', ({ name, attributes }) => {
    open.push(name)
    if (name === 'norm' && open.length === 2) {
      current = { text: '', footnotes: '' }
      norms.set(attributes.doknr ?? '', current)
    }
  })
  parser.on('closetag', () => {
    open.pop()
  })
  parser.on('text', (text) => {
    if (open[3] === 'text') current.text += text.replace(/\s+/g, '')
    if (open[3] === 'fussnoten') current.footnotes += text.replace(/\s+/g, '')
  })
  parser.write(readFileSync(file, 'utf8')).close()
  return norms
}

const visible = (text: string) => text.replace(/\s+/g, '')

before(async () => {
  report = await buildBundle({ from: source, out: bundle, fetchedAt: '2026-04-29T00:00:00Z' })
  corpus = new SqliteCorpus(bundle)
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
      for (const [documentId, text] of readSource(join(source, file))) {
        documents.set(documentId, text)
        elements++
      }
    }
    assert.equal(account.elements, elements)
    assert.equal(account.headers.total + account.structure.total + account.designated, elements)
    assert.equal(account.headers.with_text + account.structure.as_norms + account.designated, norms)
    assert.equal(report.limitations, 0)
  })

  it('loses and adds no character, and names every norm once', async () => {
    const held = new Map<string, SourceText>()
    const hold = (documentId: string, text: string, footnotes: string) => {
      held.set(documentId, { text: visible(text), footnotes: visible(footnotes) })
    }
    const headingNotes = new Set<string>()
    for (const { code } of (await corpus.laws({})).items) {
      const law = (await corpus.law(code)) as Law
      hold(law.provenance.document_id, '', law.notes)
      const paths = new Set<string>()
      for (const { norm: path } of law.norms) {
        const parsed = parseNormPath(path)
        assert.ok(parsed && formatNormPath(parsed) === path, `${code} ${path}`)
        assert.ok(!paths.has(path), `${code} ${path} twice`)
        paths.add(path)
        const norm = (await corpus.norm(code, path)) as Norm
        hold(norm.provenance.document_id, norm.text, norm.footnotes)
        for (const { footnotes } of norm.structure) headingNotes.add(visible(footnotes))
        for (const { offset } of norm.attachments) assert.ok(offset <= norm.text.length)
        const subdivisions = new Set(norm.subdivisions.map((subdivision) => subdivision.path))
        assert.equal(subdivisions.size, norm.subdivisions.length, `${code} ${path}`)
        for (const subdivision of subdivisions)
          assert.ok(parseNormPath(`${path}/${subdivision}`), `${path}/${subdivision}`)
      }
    }
    let characters = 0
    for (const [documentId, expected] of documents) {
      const found = held.get(documentId) ?? { text: '', footnotes: '' }
      assert.equal(found.text, expected.text, documentId)
      if (found.footnotes !== expected.footnotes) {
        assert.ok(!held.has(documentId) && headingNotes.has(expected.footnotes), `footnotes of ${documentId}`)
      }
      characters += expected.text.length + expected.footnotes.length
    }
    console.log(`${documents.size} elements, ${characters} visible characters compared, 0 lost, 0 added`)
  })

  it('is the same, byte for byte, when it is built again', async () => {
    const again = join(folder, 'again.sqlite')
    const second = await buildBundle({ from: source, out: again, fetchedAt: '2026-04-29T00:00:00Z' })
    assert.equal(second.digest, report.digest)
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
    const { items } = await corpus.search({ query: 'Treu und Glauben', codes: ['bgb'], limit: 20, offset: 0 })
    assert.ok(items.some(({ norm }) => norm === 'par:242'))
  })

  it('suggests bgb for bgd', async () => {
    await assert.rejects(
      resolveLaw(corpus, 'bgd'),
      (error) =>
        error instanceof LegalTextError && error.kind === 'not_found' && error.details.suggestions?.[0]?.code === 'bgb',
    )
  })
})

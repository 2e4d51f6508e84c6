/** Search over laws in German and acts in other languages. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import { buildBundle } from '../../src/import/build-bundle.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { search } from '../../src/operations/search.ts'
import { act, alinea, article, consolidation, enacting, recitals } from '../import/eurlex/acts.ts'
import { searchCorpus } from './search-corpus.ts'

/** A law in the official format, with one section per text. */
function germanLaw(name: string, number: string, texts: readonly string[]): string {
  const norm = (id: string, metadata: string, text = '') =>
    `<norm builddate="20260101120000" doknr="${number}${id}"><metadaten><jurabk>${name}</jurabk>${metadata}</metadaten>` +
    `<textdaten><text format="XML"><Content><P>${text}</P></Content></text></textdaten></norm>`
  const title = `<ausfertigung-datum manuell="ja">2020-01-01</ausfertigung-datum><langue>Gesetz ${name}</langue>`
  const norms = texts.map((text, at) => norm(`BJNE00${at + 1}00000`, `<enbez>§ ${at + 1}</enbez>`, text))
  return `<?xml version="1.0" encoding="UTF-8"?>
<dokumente builddate="20260101120000" doknr="${number}">${norm('', title)}${norms.join('')}</dokumente>`
}

const GERMAN = {
  'LotsG/BJNR900990001.xml': germanLaw('LotsG', 'BJNR900990001', [
    'Der Lotse führt das Schiff. Für den Transport gilt das Gleiche.',
    'Das Marketing für den Hafen obliegt dem Senat; Personal stellt er ein.',
    'Die Information der Reeder ist international üblich.',
    'Der Lotse haftet nach Artikel 1 der Verordnung (EU) 2025/9901 für Schäden. Das Lotsgeld schuldet der Reeder.',
  ]),
  'MoewG/BJNR900990002.xml': germanLaw('MoewG', 'BJNR900990002', [
    'Möwen füttert nur der Wart. Die Lotsung bleibt frei.',
  ]),
}
const ACTS = {
  '32025R9901/2025-01-20/de/L_2025001DE.xml': act(
    recitals('Lotsen kennen den Sund und geben Information.') + enacting(article('1', alinea('Alt.'))),
    { language: 'DE', title: 'Verordnung (EU) 2025/9901 über die Lotsen' },
  ),
  '32025R9901/2025-02-01/en/CL2025R9901EN0010010.0001.xml': consolidation(
    enacting(
      article(
        '1',
        alinea('Personal information of pilots, and marketing of transport: international information.'),
        'Information',
      ) + article('2', alinea('The pilot is liable for damage to the ship. Transport of personal goods is free.')),
    ),
    '20250201',
  ),
  '32016R0679/2016-06-01/en/CL2016R0679EN0010010.0001.xml': consolidation(
    enacting(article('1', alinea('Member States inform gulls of transport. Marketing of gulls is prohibited.'))),
    '20160601',
    { number: '0679', year: '2016', title: 'Regulation (EU) 2016/679 on gulls' },
  ),
}

let folder: string
let corpus: Corpus
const bundle = (name: string) => join(folder, `${name}.sqlite`)

async function build(name: string, files: Record<string, string>, sources: readonly string[]): Promise<void> {
  const from = sources.map((source) => join(folder, source))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  await buildBundle({ from, out: bundle(name), fetchedAt: '2026-01-01T00:00:00Z', search: true })
}

const below = (parent: string, files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [`${parent}/${path}`, content]))

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'languages-'))
  await build('both', { ...below('laws', GERMAN), ...below('acts', ACTS) }, ['laws', 'acts'])
  await build('german', {}, ['laws'])
  await build(
    'english',
    below('english', { 'a.xml': ACTS['32016R0679/2016-06-01/en/CL2016R0679EN0010010.0001.xml'] }),
    ['english'],
  )
  corpus = await openCorpus({ dataset: bundle('both') })
})
after(async () => {
  await corpus.close()
  rmSync(folder, { recursive: true })
})

const found = async (query: string, more: Parameters<typeof searchCorpus>[2] = {}) =>
  (await searchCorpus(corpus, query, more)).items.map(({ code, norm }) => `${code} ${norm}`)

/** True if a norm is in German. */
const isGerman = (name: string) => !/^3\S+ art:/.test(name)

test('a German query meets German texts first, norms of acts in German among them', async () => {
  for (const query of [
    'Information',
    'marketing',
    'Transport',
    'international',
    'Personal',
    'Information Lotse',
    '+Transport',
  ]) {
    const names = await found(query)
    const firstForeign = names.findIndex((name) => !isGerman(name))
    assert.ok(firstForeign > 0, `${query}: ${names.join(', ')}`)
    assert.ok(
      names.slice(firstForeign).every((name) => !isGerman(name)),
      `${query}: ${names.join(', ')}`,
    )
  }
  assert.ok((await found('Information')).indexOf('32025r9901 recital:1') < 2)
})

test('a query in another language meets the texts that have most of it, in whatever language', async () => {
  assert.equal((await found('liable pilot'))[0], '32025r9901 art:2')
  assert.equal((await found('marketing of gulls'))[0], '32016r0679 art:1')
  assert.equal((await found('personal information of pilots'))[0], '32025r9901 art:1')
})

test('a law that the query names keeps its place, in whatever language', async () => {
  assert.equal((await found('Transport DSGVO'))[0], '32016r0679 art:1')
  assert.equal((await found('Art. 2 VO (EU) 2025/9901'))[0], '32025r9901 art:2')
})

test('pages are pieces of one order, and the total counts norms in all languages', async () => {
  const all = await searchCorpus(corpus, 'Transport Information', { limit: 100 })
  assert.equal(all.total + all.partial, all.items.length)
  const pages = await Promise.all(
    all.items.map(
      async (_, offset) => (await searchCorpus(corpus, 'Transport Information', { limit: 1, offset })).items,
    ),
  )
  assert.deepEqual(pages.flat(), all.items)
})

test('explanations add up for norms in all languages', async () => {
  const { items } = await searchCorpus(corpus, 'Transport', { explain: true })
  assert.ok(items.some(({ code }) => code === '32016r0679'))
  for (const { score, explanation } of items) {
    const sum = (explanation ?? []).reduce((total, part) => total + part.score, 0)
    assert.ok(Math.abs(sum - score) < 0.001)
  }
})

test('a jurisdiction restricts results, totals and pages, together with codes and designations', async () => {
  const inAll = (await search.run(corpus, { q: 'Transport' })).results
  for (const [jurisdiction, pattern] of [
    ['DE', /g$/],
    ['eu', /^3/],
  ] as const) {
    const answer = await search.run(corpus, { q: 'Transport', jurisdiction })
    assert.equal(answer.jurisdiction, jurisdiction.toLowerCase())
    const expected = inAll.filter(({ code }) => pattern.test(code)).map(({ code, norm }) => `${code} ${norm}`)
    assert.deepEqual(answer.results.map(({ code, norm }) => `${code} ${norm}`).sort(), expected.sort())
    assert.equal(answer.total + answer.partial_total, expected.length)
    assert.equal(answer.total_is_exact, true)
    const second = await search.run(corpus, { q: 'Transport', jurisdiction, limit: 1, offset: 1 })
    assert.deepEqual(second.results[0]?.norm, answer.results[1]?.norm)
    assert.equal(second.total, answer.total)
  }
  const both = await search.run(corpus, { q: 'Transport', jurisdiction: 'eu', codes: ['LotsG', '32016R0679'] })
  assert.deepEqual(
    both.results.map(({ code }) => code),
    ['32016r0679'],
  )
  const neither = await search.run(corpus, { q: 'Transport', jurisdiction: 'eu', codes: ['LotsG'] })
  assert.deepEqual([neither.results, neither.total], [[], 0])
  assert.deepEqual(
    (await search.run(corpus, { q: '§ 1 LotsG', jurisdiction: 'eu' })).results.filter(({ code }) => code === 'lotsg'),
    [],
  )
  await assert.rejects(search.run(corpus, { q: 'Transport', jurisdiction: 'at' }), {
    kind: 'invalid_input',
    message: /only of de, eu$/,
  })
  await assert.rejects(search.run(corpus, { q: 'Transport', jurisdiction: '§' }), { kind: 'invalid_input' })
})

test('in_force leaves out laws that are out of force, though the source gives their norms', async () => {
  const note =
    '<standangabe><standtyp>Aufh</standtyp><standkommentar>G aufgeh. durch G v. 1.6.2025 I 1 mWv 1.7.2025</standkommentar></standangabe>'
  const ended = germanLaw('AltG', 'BJNR900990003', ['Die Fähre fährt.']).replace('</metadaten>', `${note}</metadaten>`)
  const repealed = consolidation(enacting(article('1', alinea('Die Fähre fährt.'))), '20160601', {
    number: '0001',
    year: '2016',
  })
  await build(
    'ended',
    below('ended', {
      'AltG/BJNR900990003.xml': ended,
      'NeuG/BJNR900990004.xml': germanLaw('NeuG', 'BJNR900990004', ['Die Fähre fährt.']),
      '32016R0001/2016-06-01/de/CL2016R0001DE0010010.0001.xml': repealed.replace(
        'END="NONE"',
        'END="REPEALED" SOURCE.END="32020R0001"',
      ),
    }),
    ['ended'],
  )
  const ferries = await openCorpus({ dataset: bundle('ended') })
  const codes = async (inForce: boolean) =>
    (await searchCorpus(ferries, 'Fähre', { inForce })).items.map(({ code }) => code).sort()
  assert.deepEqual(await codes(false), ['32016r0001', 'altg', 'neug'])
  assert.deepEqual(await codes(true), ['neug'])
  await ferries.close()
})

test('an index of one language does not tell languages apart', async () => {
  const recorded = (name: string) => {
    const database = new DatabaseSync(bundle(name), { readOnly: true })
    const row = database.prepare(`SELECT value FROM meta WHERE key = 'search'`).get() as { value: string }
    database.close()
    return (JSON.parse(row.value) as { foreign_norms?: unknown }).foreign_norms
  }
  assert.equal(recorded('german'), undefined)
  assert.deepEqual(recorded('english'), [[0, 1]])
  assert.deepEqual(recorded('both'), [
    [0, 1],
    [4, 6],
  ])
  const english = await openCorpus({ dataset: bundle('english') })
  assert.deepEqual(
    (await searchCorpus(english, 'Transport Möwe')).items.map(({ norm }) => norm),
    ['art:1'],
  )
  await english.close()
})

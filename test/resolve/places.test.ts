/** Invented laws with the same name in several Länder, Switzerland and the Federation: which one a text means. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import { buildBundle } from '../../src/import/build-bundle.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { check, cite, law, norm, relationships, search } from '../../src/operations/catalogue.ts'
import { LegalTextError } from '../../src/util/errors.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-places-'))
let corpus: Corpus
after(async () => {
  await corpus.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Written {
  title: string
  jurisdiction: string
  abbreviation?: string
  sign?: string
  /** Text of its second norm. */
  text?: string
}

/** A law of three norms, each with one paragraph. */
function written(code: string, { title, jurisdiction, abbreviation, sign = '§', text = 'Zwei.' }: Written): void {
  const head = { code, title: JSON.stringify(title), jurisdiction, ...(abbreviation && { abbreviation }) }
  const yaml = Object.entries(head).map(([key, value]) => `${key}: ${value}`)
  const norms = ['Eins.', text, 'Drei.'].map((words, at) => `## ${sign} ${at + 1}\n\n(1) ${words}`)
  writeFileSync(join(folder, `${code}.md`), ['---', ...yaml, '---', `# ${title}`, ...norms, ''].join('\n'))
}

before(async () => {
  const lands = { title: 'Stegeordnung Hamburg (StegO HH)', jurisdiction: 'de-hh' }
  written('hh_stego', { ...lands, text: 'Die Stege nach § 3 der Stegeordnung sind frei.' })
  written('bw_stego', { title: 'Stegeordnung für Baden-Württemberg (StegO BW)', jurisdiction: 'de-bw' })
  written('by_baystego', { title: 'Bayerische Stegeordnung (BayStegO)', jurisdiction: 'de-by', sign: 'Art.' })
  written('bw_kag', { title: 'Kahnabgabengesetz Baden-Württemberg (KAG BW)', jurisdiction: 'de-bw' })
  written('fdrg', { title: 'Fährdienstregelungsgesetz (FDRG)', jurisdiction: 'de', text: 'Es gilt § 1 FDRG.' })
  written('hh_fdrg', { title: 'Fährdienstgesetz Hamburg (FDRG HH)', jurisdiction: 'de-hh' })
  written('x_haus', { title: 'Hausordnung', jurisdiction: 'x-klub' })
  written('mgb', { title: 'Muschelgesetzbuch (MGB)', jurisdiction: 'de' })
  written('ch_mgb', {
    title: 'Schweizerisches Muschelgesetzbuch vom 1. Mai 1950',
    abbreviation: 'MGB',
    jurisdiction: 'ch',
    sign: 'Art.',
    text: 'Es gilt Artikel 1 des Muschelgesetzbuches.',
  })
  written('ch_sor', {
    title: 'Bundesgesetz vom 2. Mai 1960 über Seen (Seenrecht, SOR)',
    jurisdiction: 'ch',
    sign: 'Art.',
  })
  writeFileSync(
    join(folder, 'ch_bv.md'),
    '---\ncode: ch_bv\ntitle: Verfassung der Seen\nabbreviation: BV\njurisdiction: ch\n---\n# V\n## Art. 8dbis\n(1) a\n## Art. 9\n(1) a\n',
  )
  const out = join(folder, 'places.sqlite')
  await buildBundle({ from: folder, out })
  corpus = await openCorpus({ dataset: out })
})

/** `code norm` of each citation, with `!` if it has a note; otherwise its class, or that it is ambiguous. */
async function cited(q: string, jurisdiction?: string): Promise<string[]> {
  const { citations } = await cite.run(corpus, { q, ...(jurisdiction && { jurisdiction }) })
  return citations.map(({ code, norm: path, status, class: verdict, message }) => {
    if (status === 'ambiguous') return 'ambiguous'
    return path === null ? verdict : `${code} ${path}${message === null ? '' : ' !'}`
  })
}

const cases: [text: string, ...expected: string[]][] = [
  ['Nach § 2 StegO BW und § 2 StegO HH.', 'bw_stego par:2', 'hh_stego par:2'],
  ['Nach § 2 StegO Baden-Württemberg.', 'bw_stego par:2'],
  ['Nach § 2 der Stegeordnung für Hamburg.', 'hh_stego par:2'],
  ['Nach § 2 der baden-württembergischen Stegeordnung.', 'bw_stego par:2'],
  ['Nach Art. 2 BayStegO und Art. 3 der Bayerischen Stegeordnung.', 'by_baystego art:2', 'by_baystego art:3'],
  ['Nach § 2 StegO.', 'ambiguous'],
  ['In Hamburg gilt § 2 StegO.', 'hh_stego par:2'],
  ['Der Steg liegt in Hamburg. Es gilt § 2 StegO.', 'hh_stego par:2'],
  ['In Hamburg und in Baden-Württemberg gilt § 2 StegO.', 'ambiguous'],
  ['Der Steg liegt in Hamburg. In Baden-Württemberg gilt § 2 StegO.', 'bw_stego par:2'],
  ['In Hessen gilt § 2 StegO.', 'outside'],
  ['Nach § 2 StegO NRW.', 'outside'],
  ['Nach § 2 KAG.', 'bw_kag par:2 !'],
  ['In Baden-Württemberg gilt § 2 KAG.', 'bw_kag par:2'],
  ['In Niedersachsen gilt § 2 KAG.', 'outside'],
  ['Nach § 2 FDRG.', 'fdrg par:2'],
  ['In Hamburg gilt § 2 FDRG.', 'fdrg par:2 !'],
  ['Nach § 2 FDRG HH.', 'hh_fdrg par:2'],
  ['Nach § 2 MGB.', 'mgb par:2'],
  ['Nach Art. 2 MGB.', 'ch_mgb art:2'],
  ['In der Schweiz gilt Art. 2 MGB.', 'ch_mgb art:2'],
  ['Nach Art. 2 SOR.', 'ch_sor art:2 !'],
  ['Nach Art. 2 SOR gilt es im Kanton Uri.', 'ch_sor art:2'],
  ['Nach Art. 8dbis BV im Sinne des Bundesgerichts.', 'ch_bv art:8dbis'],
  ['Nach Art. 9 Abs. 1 BV.', 'ch_bv art:9 !'],
  ['In Bayern gilt Art. 9 BV.', 'outside'],
  ['Das Bundesgericht wendet Art. 2 FDRG an.', 'outside'],
  ['Nach Art. 2 des Seenrechts der Schweiz.', 'ch_sor art:2'],
]
for (const [text, ...expected] of cases)
  test(`reads ${text}`, async () => assert.deepEqual(await cited(text), expected))

test('a norm that the only law of the name lacks may be one of another law', async () => {
  const { citations } = await cite.run(corpus, { q: 'Nach § 9 KAG.' })
  assert.deepEqual([citations[0]?.class, citations[0]?.code], ['uncertain', 'bw_kag'])
})

test('all laws that may be meant are listed, whether or not they have the norm', async () => {
  const { citations } = await cite.run(corpus, { q: '§ 99 StegO' })
  assert.deepEqual(
    citations[0]?.candidates?.map(({ code }) => code),
    ['bw_stego', 'hh_stego'],
  )
})

test('a jurisdiction decides between laws of one name, and excludes all others', async () => {
  assert.equal((await norm.run(corpus, { code: 'MGB', norm: '1', jurisdiction: 'CH' })).code, 'ch_mgb')
  assert.equal((await norm.run(corpus, { code: 'MGB', norm: '1', jurisdiction: 'de' })).code, 'mgb')
  assert.equal((await law.run(corpus, { code: 'StegO', jurisdiction: 'de-hh' })).code, 'hh_stego')
  await assert.rejects(law.run(corpus, { code: 'MGB' }), isError('ambiguous', /ch_mgb, mgb/))
  await assert.rejects(law.run(corpus, { code: 'FDRG', jurisdiction: 'ch' }), isError('not_found', /no law FDRG of ch/))
  await assert.rejects(
    law.run(corpus, { code: 'mgb', jurisdiction: 'at' }),
    isError('invalid_input', /only of ch, de, de-bw/),
  )
})

test('in a text, laws of the jurisdiction come first', async () => {
  assert.deepEqual(await cited('§ 2 StegO und § 2 MGB', 'de-bw'), ['bw_stego par:2', 'mgb par:2'])
  assert.deepEqual(await cited('§ 2 KAG', 'de-hh'), ['outside'])
  // A law from outside the jurisdiction and its parents gets a note, unless the text names its place.
  assert.deepEqual(await cited('§ 2 StegO BW', 'de-hh'), ['bw_stego par:2'])
  assert.deepEqual(await cited('§ 2 Hausordnung', 'de'), ['x_haus par:2 !'])
  assert.deepEqual(await cited('§ 2 FDRG', 'ch'), ['fdrg par:2 !'])
  assert.deepEqual(await cited('§ 2 FDRG und § 2 Hausordnung', 'x-klub'), ['fdrg par:2', 'x_haus par:2'])
  const { findings } = await check.run(corpus, { text: '§ 2 StegO', jurisdiction: 'de-hh' })
  assert.equal(findings[0]?.code, 'hh_stego')
})

test('a search in a jurisdiction finds the law of that place by its name', async () => {
  const { results, codes } = await search.run(corpus, { q: 'Drei', codes: ['MGB'], jurisdiction: 'ch' })
  assert.deepEqual([results.length, codes], [1, ['ch_mgb']])
})

test('texts of laws cite laws of their place', async () => {
  const ofSteg = await relationships.run(corpus, { code: 'hh_stego', norm: '2', type: 'cites' })
  const ofMussel = await relationships.run(corpus, { code: 'ch_mgb', norm: 'art:2', type: 'cites' })
  const targets = [ofSteg, ofMussel].flatMap((answer) =>
    answer.relationships.map(({ code, norm }) => `${code} ${norm}`),
  )
  assert.deepEqual(targets, ['hh_stego par:3', 'ch_mgb art:1'])
})

const isError = (kind: string, message: RegExp) => (error: unknown) =>
  error instanceof LegalTextError && error.kind === kind && message.test(error.message)

/** Search over laws that share names and headings. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import { buildBundle } from '../../src/import/build-bundle.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { searchCorpus } from './search-corpus.ts'

/** A law in the official format: two norms, in a section `Fischzucht` except in that of 2002. */
function xml(series: string, year: number, number: string): string {
  const norm = (id: string, metadata: string, text = '') =>
    `<norm builddate="20260101120000" doknr="${number}${id}"><metadaten><jurabk>${series} ${year}</jurabk>${metadata}</metadaten>` +
    `<textdaten><text format="XML"><Content><P>${text}</P></Content></text></textdaten></norm>`
  const title = `<amtabk>${series}</amtabk><ausfertigung-datum manuell="ja">${year}-01-01</ausfertigung-datum><langue>Regeln Nummer ${year}</langue>`
  const section =
    '<gliederungseinheit><gliederungskennzahl>010</gliederungskennzahl><gliederungsbez>Abschnitt 1</gliederungsbez>' +
    '<gliederungstitel>Fischzucht</gliederungstitel></gliederungseinheit>'
  return `<?xml version="1.0" encoding="UTF-8"?>
<dokumente builddate="20260101120000" doknr="${number}">${norm('', title)}${year !== 2002 ? norm('BJNG000100000', section) : ''}${norm(
    'BJNE000100000',
    '<enbez>§ 1</enbez>',
    'Karpfen wachsen langsam.',
  )}${norm('BJNE000200000', '<enbez>§ 2</enbez>', 'Forellen wachsen schneller.')}</dokumente>`
}

/** Three laws with one name, and four with another name. */
const LAWS = [
  ...[2001, 2002, 2003].map((year) => ['TeichV', year] as const),
  ...[2004, 2005, 2006, 2007].map((year) => ['WeiherV', year] as const),
]

let folder: string
let corpus: Corpus
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'laws-alike-'))
  const from = join(folder, 'laws')
  for (const [place, [series, year]] of LAWS.entries()) {
    const number = `BJNR90099000${place}`
    mkdirSync(join(from, String(place)), { recursive: true })
    writeFileSync(join(from, String(place), `${number}.xml`), xml(series, year, number))
  }
  const out = join(folder, 'laws.sqlite')
  await buildBundle({ from, out, fetchedAt: '2026-01-01T00:00:00Z', search: true })
  corpus = await openCorpus({ dataset: out })
})
after(async () => {
  await corpus.close()
  rmSync(folder, { recursive: true })
})

/** The results of a query, each with its score parts of one kind. */
async function explained(
  query: string,
  kind: string,
  codes: string[] = [],
): Promise<[norm: string, parts: string[]][]> {
  const { items } = await searchCorpus(corpus, query, { codes, limit: 50, explain: true })
  return items.map(({ code, norm, explanation }) => [
    `${code} ${norm}`,
    (explanation ?? []).filter((part) => part.kind === kind).map(({ name }) => name),
  ])
}

test('a name of three laws names each of them, one of four laws none', async () => {
  const named = async (query: string) =>
    (await explained(query, 'law_named')).flatMap(([norm, parts]) => (parts.includes('law') ? [norm] : []))
  assert.deepEqual((await named('TeichV Karpfen')).sort(), [
    ...['teichv_2001', 'teichv_2002', 'teichv_2003'].flatMap((code) => [`${code} par:1`, `${code} par:2`]),
  ])
  assert.deepEqual(await named('WeiherV Karpfen'), [])
})

test('the first norm of a law begins its section, whatever the law before it ends with', async () => {
  const norms = await explained('Fischzucht', 'heading')
  assert.equal(norms.length, 2 * (LAWS.length - 1))
  for (const [norm, parts] of norms) assert.deepEqual(parts, norm.endsWith('par:1') ? ['section'] : [], norm)
})

test('the last norm of the last law is found in it, and counts as one of it', async () => {
  const [first, ...others] = await explained('WeiherV 2007 Forellen', 'law_named')
  assert.deepEqual(first, ['weiherv_2007 par:2', ['law']])
  assert(others.length > 0)
  assert.deepEqual(await explained('Forellen', 'law_named', ['weiherv_2007']), [['weiherv_2007 par:2', []]])
})

test('sections of different laws are told apart: no section has more of a result than its law', async () => {
  const { items } = await searchCorpus(corpus, 'wachsen', { limit: 50, explain: true })
  assert.equal(items.length, 2 * LAWS.length)
  for (const { explanation } of items) {
    const share = (name: string) => explanation?.find((part) => part.kind === 'share' && part.name === name)?.score
    assert.equal(share('section'), share('law'))
  }
})

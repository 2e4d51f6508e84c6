import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { openEngine } from '../../../src/dataset/open-engine.ts'
import { type BuildReport, buildBundle } from '../../../src/import/build-bundle.ts'
import { slugOfAbbreviation } from '../../../src/import/gii/official-site.ts'
import type { SourceLimitation } from '../../../src/model/corpus.ts'
import { tarOf } from '../../archive/archives.ts'
import { zip } from '../../archive/zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
after(() => rmSync(folder, { recursive: true }))
let made = 0

const OFFICIAL = 'https://www.gesetze-im-internet.de'
/** The document number of the BGB. The texts in these tests are invented. */
const BGB = 'BJNR001950896'
const STGB = 'BJNR001270871'

type Files = Record<string, string | Uint8Array>

/** A document with one section, whose text is the version. */
function document(number: string, abbreviation: string, version = '20260101000000'): string {
  const dated = (id: string) => `builddate="${version}"${number && ` doknr="${number}${id}"`}`
  const names = `<jurabk>${abbreviation}</jurabk>`
  return (
    `<?xml version="1.0" encoding="UTF-8" ?><!DOCTYPE dokumente SYSTEM "http://www.gesetze-im-internet.de/dtd/1.01/gii-norm.dtd">\n` +
    `<dokumente ${dated('')}><norm ${dated('')}><metadaten>${names}<langue>Gesetz</langue></metadaten></norm>` +
    `<norm ${dated('BJNE1')}><metadaten>${names}<enbez>§ 1</enbez></metadaten><textdaten><text format="XML"><Content>` +
    `<P>Stand ${version}.</P></Content></text></textdaten></norm></dokumente>`
  )
}

const toc = (links: string[]) =>
  `<items>${links.map((link) => `<item><title>Titel ${link.length}</title><link>${link}</link></item>`).join('')}</items>`

function folderOf(files: Files): string {
  const path = join(folder, String(made++))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), content)
  }
  return path
}

interface Law {
  source: string | null
  page: string | null
  norm: string | null
  text: string
}

interface Imported {
  laws: Record<string, Law>
  limitations: SourceLimitation[]
  report: BuildReport
}

async function imported(from: Files | string): Promise<Imported> {
  const path = typeof from === 'string' ? from : folderOf(from)
  const out = join(folder, `${made++}.sqlite`)
  const report = await buildBundle({ from: path, out, search: false })
  const corpus = await openEngine(out)
  const laws: Record<string, Law> = {}
  for (const { code } of (await corpus.laws({})).items) {
    const { source_url: source, html_url: page } = (await corpus.law(code))?.provenance ?? assert.fail()
    const { text, provenance } = (await corpus.norm(code, 'par:1')) ?? assert.fail()
    assert.equal(provenance.source_url, source)
    laws[code] = { source, page, norm: provenance.html_url, text }
  }
  const limitations = await corpus.limitations({})
  await corpus.close()
  return { laws, limitations, report }
}

const official = (slug: string, version = '20260101000000'): Law => ({
  source: `${OFFICIAL}/${slug}/xml.zip`,
  page: `${OFFICIAL}/${slug}/index.html`,
  norm: `${OFFICIAL}/${slug}/__1.html`,
  text: `Stand ${version}.`,
})

const unknown = (version = '20260101000000'): Law => ({
  source: null,
  page: null,
  norm: null,
  text: `Stand ${version}.`,
})

describe('the document decides which law it is, not the names of files', () => {
  test('an archive xml.zip, a folder t3, a file with blanks and brackets: all are the BGB, with its official addresses', async () => {
    const content = document(BGB, 'BGB')
    const archive = zip([{ name: `${BGB}.xml`, content: Buffer.from(content) }])
    const packed = join(folderOf({ 'xml.zip': archive }), 'xml.zip')
    const tar = await tarOf([{ name: './x/y/z.xml', content: Buffer.from(content) }])
    const forms: (Files | string)[] = [
      packed,
      { 't3/xml.zip': archive },
      { [`t3/${BGB}.xml`]: content },
      { 'bgb (1).xml': content },
      { 'Gesetze, neu/BGB Stand 2025.xml': content },
      { 'stgb/stgb.xml': content },
      { 'gesetze/bgb/bgb.xml': content },
      join(folderOf({ 'laws.tar': tar }), 'laws.tar'),
      join(folderOf({ 'stgb.xml': content }), 'stgb.xml'),
    ]
    for (const form of forms) {
      const { laws, limitations } = await imported(form)
      assert.deepEqual(laws, { bgb: official('bgb') })
      assert.deepEqual(limitations, [])
    }
  })

  test('its number counts more than its abbreviation, which counts if the number is not known', async () => {
    const { laws } = await imported({
      'a/a.xml': document('BJNR005830913', 'RuStAG'),
      'b/b.xml': document('', 'StGB'),
      'c/c.xml': document('BJNR999999999', 'Möwen-G 2027/1'),
    })
    assert.deepEqual(laws, { stag: official('stag'), stgb: official('stgb'), 'm_wen-g_2027_1': unknown() })
  })

  test('addresses are null where nothing tells them', async () => {
    const { laws } = await imported({ 'bgb/bgb.xml': document('BJNR900000001', 'MöwenG') })
    assert.deepEqual(laws, { m_weng: unknown() })
    const broken = await imported({ 'bgb/a.xml': '<dokumente><norm', 'stgb/b.xml': document(STGB, 'StGB') })
    assert.deepEqual(
      broken.limitations.map(({ source_id, source_url, terminal_state }) => [source_id, source_url, terminal_state]),
      [['bgb', null, 'parse_failed']],
    )
  })

  test('slugs are made of abbreviations as the official site makes them', () => {
    const slugs = {
      'AO 1977': 'ao_1977',
      '1-DM-GoldmünzG': '1-dm-goldm_nzg',
      '§77Abs3/X': '_77abs3_x',
      'SU\u0308G': 's_g',
    }
    for (const [abbreviation, slug] of Object.entries(slugs)) assert.equal(slugOfAbbreviation(abbreviation), slug)
  })

  test('a document in another encoding is identified, and one with a long prologue', async () => {
    const utf16 = Buffer.from(`\ufeff${document(BGB, 'BGB').replace('UTF-8', 'UTF-16')}`, 'utf16le')
    const long = document(STGB, 'StGB').replace('<dokumente', `<!--${'ü'.repeat(100_000)}--><dokumente`)
    const { laws } = await imported({ 'x/x.xml': utf16, 'y.xml': long })
    assert.deepEqual(Object.keys(laws), ['bgb', 'stgb'])
  })
})

describe('a table of contents that comes with the documents', () => {
  test('tells the addresses of its own laws', async () => {
    const { laws } = await imported({
      'gii-toc.xml': toc(['https://recht.example/insel/xml.zip']),
      'insel/a.xml': document('BJNR900000001', 'MöwenG'),
    })
    const site = 'https://recht.example/insel'
    const expected = { source: `${site}/xml.zip`, page: `${site}/index.html`, norm: `${site}/__1.html` }
    assert.deepEqual(laws, { insel: { ...expected, text: 'Stand 20260101000000.' } })
  })

  test('of a mirror gives source_url, while html_url stays official', async () => {
    const { laws, limitations } = await imported({
      'gii-toc.xml': toc(['https://mirror.example/t3/xml.zip', 'https://mirror.example/neug_2027/xml.zip']),
      't3/a.xml': document(BGB, 'BGB'),
      'neug_2027/a.xml': document('BJNR900000001', 'NeuG 2027'),
    })
    assert.deepEqual(laws, {
      bgb: { ...official('bgb'), source: 'https://mirror.example/t3/xml.zip' },
      neug_2027: { ...official('neug_2027'), source: 'https://mirror.example/neug_2027/xml.zip' },
    })
    assert.deepEqual(limitations, [])
  })

  test('of the official site knows laws that are newer than the table, or have been renamed', async () => {
    const { laws, limitations } = await imported({
      'gii-toc.xml': toc(['bgb_2027', 'neug', 'stgb'].map((slug) => `${OFFICIAL}/${slug}/xml.zip`)),
      'bgb_2027/a.xml': document(BGB, 'BGB 2027'),
      'neug/a.xml': document('BJNR900000001', 'NeuG'),
      'misplaced/a.xml': document(STGB, 'StGB'),
    })
    assert.deepEqual(laws, { bgb_2027: official('bgb_2027'), neug: official('neug'), stgb: official('stgb') })
    assert.deepEqual(limitations, [])
  })

  test('does not hide a law whose folder holds another one', async () => {
    const { laws, limitations } = await imported({
      'gii-toc.xml': toc(['bgb', 'stgb'].map((slug) => `${OFFICIAL}/${slug}/xml.zip`)),
      'bgb/a.xml': document(STGB, 'StGB'),
    })
    assert.deepEqual(laws, { stgb: official('stgb') })
    assert.deepEqual(
      limitations.map(({ source_id, terminal_state }) => [source_id, terminal_state]),
      [['bgb', 'source_unavailable']],
    )
  })
})

describe('several documents', () => {
  test('of a flat folder of BJNR*.xml are all imported', async () => {
    const { laws, limitations } = await imported({
      [`${BGB}.xml`]: document(BGB, 'BGB'),
      [`${STGB}.xml`]: document(STGB, 'StGB'),
      'BJNR900000001.xml': document('BJNR900000001', 'MöwenG'),
      'BJNR900000002.xml': document('BJNR900000002', 'Inselg'),
    })
    assert.deepEqual(laws, { bgb: official('bgb'), stgb: official('stgb'), m_weng: unknown(), inselg: unknown() })
    assert.deepEqual(limitations, [])
  })

  test('of one law: the newer builddate wins, and a limitation names the other', async () => {
    const [old, recent] = ['20241231000000', '20250101000000']
    const files = {
      'a.xml': document(BGB, 'BGB', old),
      'b.xml': document(BGB, 'BGB', recent),
      'c/c.xml': document('BJNR900000001', 'AltG', old),
      'd/d.xml': document('BJNR900000001', 'NeuG', recent),
    }
    const { laws, limitations } = await imported(files)
    assert.deepEqual(laws, { bgb: official('bgb', recent), neug: unknown(recent) })
    assert.deepEqual(
      limitations.map(({ law_id, source_family, terminal_state, reason }) => [
        law_id,
        source_family,
        terminal_state,
        reason,
      ]),
      [
        [
          'bgb',
          'gesetze-im-internet',
          'excluded_by_policy',
          `a.xml (builddate ${old}) is an older document of the law bgb; imported is b.xml (builddate ${recent})`,
        ],
        [
          'neug',
          'gesetze-im-internet',
          'excluded_by_policy',
          `c/c.xml (builddate ${old}) is an older document of the law neug; imported is d/d.xml (builddate ${recent})`,
        ],
      ],
    )
    const same = await imported({ 'bgb/a.xml': document(BGB, 'BGB'), 'bgb/b.xml': document(BGB, 'BGB') })
    assert.deepEqual(same.laws, { bgb: official('bgb') })
    assert.match(
      same.limitations[0]?.reason ?? '',
      /^bgb\/b\.xml .* is a second document of the law bgb; imported is bgb\/a\.xml /,
    )
  })

  test('of different laws with one abbreviation are different laws', async () => {
    const { laws, limitations } = await imported({
      'a/a.xml': document('BJNR900000001', 'BGB'),
      'b/b.xml': document(BGB, 'BGB'),
      'c/c.xml': document('BJNR900000002', 'MöwenG', '20200101000000'),
      'c/d.xml': document('BJNR900000003', 'MöwenG'),
    })
    assert.deepEqual(laws, {
      bgb: official('bgb'),
      'bgb-bjnr900000001': unknown(),
      'm_weng-bjnr900000002': unknown('20200101000000'),
      'm_weng-bjnr900000003': unknown(),
    })
    assert.deepEqual(limitations, [])
  })

  test('are identified in time linear in their number', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...{ folder: undefined, stem: `x${index}`, number: `BJNR${index}`, abbreviation: 'MöwenG', version: '1' },
      }))
    const { identify } = await import('../../../src/import/gii/official-site.ts')
    identify(many(1000), new Map(), 'x')
    const started = performance.now()
    assert.equal(new Set([...identify(many(100_000), new Map(), 'x').values()].map(({ code }) => code)).size, 100_000)
    assert.ok(performance.now() - started < 5000)
  })
})

describe('files in other formats beside official XML', () => {
  const formats: [name: string, content: string, format: string][] = [
    [
      'CASE.xml',
      '<?xml version="1.0"?><CASE xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="http://formex.publications.europa.eu/schema/formex-05.56-20160701.xd"><TITLE/></CASE>',
      'Formex 4',
    ],
    ['judgment.fmx.xml', '<JUDGMENT><TITLE/></JUDGMENT>', 'Formex 4'],
    [
      'main.xml',
      '<akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0"><act/></akomaNtoso>',
      'Akoma Ntoso',
    ],
    ['NOR1.xml', '\ufeff<risdok xmlns="http://www.bka.gv.at"><metadaten/></risdok>', 'XML of RIS (Austria)'],
    ['page.xml', '<!DOCTYPE html><html><body>Wartung</body></html>', 'HTML'],
    ['feed.xml', '<feed xmlns="http://www.w3.org/2005/Atom"/>', 'XML with the document element <feed>'],
  ]

  test('are unsupported_format, named as what they are, of no family', async () => {
    const files: Files = { 'bgb/bgb.xml': document(BGB, 'BGB') }
    const expected: object[] = []
    for (const [name, content, format] of formats) {
      for (const path of [name, `bgb/${name}`, `eu/${name}`]) {
        files[path] = content
        expected.push({
          source_family: 'none',
          source_id: path,
          title: name,
          source_url: null,
          terminal_state: 'unsupported_format',
          reason: `${path} is ${format}, which is not imported`,
          state_code: null,
          law_id: null,
          http_status: null,
          retryable: null,
        })
      }
    }
    const { laws, limitations, report } = await imported(files)
    assert.deepEqual(laws, { bgb: official('bgb') })
    const found = limitations.map(({ limitation_id: _id, retrieved_at: _at, ...rest }) => rest)
    const bySource = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)
    assert.deepEqual(found.sort(bySource), expected.sort(bySource))
    assert.deepEqual(report.limitations_by_source_family, { none: 18 })
  })

  test('are named where there is nothing else', async () => {
    const files = Object.fromEntries(formats.map(([name, content]) => [name, content]))
    await assert.rejects(imported(files), {
      kind: 'invalid_input',
      message: /there is no law in .*; not imported: CASE\.xml is Formex 4, which is not imported$/,
    })
  })

  test('do not stand for a law that the table of contents lists', async () => {
    const { limitations } = await imported({
      'gii-toc.xml': toc([`${OFFICIAL}/bgb/xml.zip`, `${OFFICIAL}/stgb/xml.zip`]),
      'bgb/a.xml': '<JUDGMENT/>',
      'stgb/a.xml': document(STGB, 'StGB'),
    })
    assert.deepEqual(
      limitations.map(({ source_family, source_id, reason }) => [source_family, source_id, reason]),
      [
        ['gesetze-im-internet', 'bgb', 'only XML in other formats, no official XML'],
        ['none', 'bgb/a.xml', 'bgb/a.xml is Formex 4, which is not imported'],
      ],
    )
  })
})

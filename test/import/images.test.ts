import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, it } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { openEngine } from '../../src/dataset/open-engine.ts'
import { buildBundle } from '../../src/import/build-bundle.ts'
import { ImageReader, imageKind, MAXIMUM_IMAGE_BYTES } from '../../src/import/images.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import type { ParsedFinding } from '../../src/model/parsed-law.ts'
import { packageRoot } from '../../src/program/package.ts'
import { IMAGE_TABLE } from '../../src/store/bundle-schema.ts'
import { openSqliteCorpus } from '../../src/store/sqlite/sqlite-corpus.ts'
import { membersOf, tarOf } from '../archive/archives.ts'
import { zip } from '../archive/zip.ts'
import { parse } from './gii/document.ts'
import { type Files, gif, img, jpeg, LAWS, lawWith, png, writeFiles } from './illustrated.ts'

const scratch = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
after(() => rmSync(scratch, { recursive: true }))
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const fetchedAt = '2026-01-15T00:00:00Z'

let made = 0
async function built(files: Files) {
  const from = writeFiles(join(scratch, String(++made)), files)
  const out = `${from}.sqlite`
  return { out, report: await buildBundle({ from, out, fetchedAt, search: false }) }
}

async function attachmentsOf(corpus: Corpus, code: string, path: string) {
  const norm = await corpus.norm(code, path)
  return norm?.attachments.map(({ name, image }) => [name, image])
}

/** A law that refers to one image. */
const lawOf = (name: string, content: Buffer, xml = lawWith('BildV', '3', [img(name)])): Files => ({
  'bildv/BJNR900000003.xml': xml,
  [`bildv/${name}`]: content,
})

describe('images of laws', () => {
  it('beside the XML are kept once, by the hash of their bytes, if the law names them', async () => {
    const { out, report } = await built(LAWS)
    assert.deepEqual([report.images, report.findings], [{ stored: 3, missing: 1 }, []])
    const corpus = openSqliteCorpus(out)
    const circle = { sha256: hashOf(jpeg(300, 200)), media_type: 'image/jpeg', width: 300, height: 200 }
    assert.deepEqual(await attachmentsOf(corpus, 'zeichenv', 'par:1'), [['zeichen_0010.jpg', circle]])
    assert.deepEqual(await attachmentsOf(corpus, 'planv', 'par:1'), [['kreis.jpg', circle]])
    assert.deepEqual(await attachmentsOf(corpus, 'zeichenv', 'par:3'), [
      ['formel.png', { sha256: hashOf(png(120, 30)), media_type: 'image/png', width: 120, height: 30 }],
      ['fehlt.jpg', undefined],
    ])
    const image = await corpus.image(circle.sha256)
    assert.deepEqual([image?.media_type, Buffer.from(image?.bytes ?? [])], ['image/jpeg', jpeg(300, 200)])
    assert.equal(await corpus.image(hashOf(jpeg(1, 1, 'niemand nennt es'))), undefined)
    assert.equal(await corpus.image('kreis.jpg'), undefined)
    await corpus.close()
  })

  it('come from folders and archives of every form alike, to the byte', async () => {
    const folder = writeFiles(join(scratch, 'forms'), LAWS)
    const archives = Object.groupBy(Object.entries(LAWS), ([path]) => path.split('/')[0] as string)
    const site = Object.entries(archives).map(([code, files = []]) => {
      const members = files.map(([path, content]) => ({ name: path.split('/')[1] as string, content }))
      return [`${code}/xml.zip`, zip(members)] as const
    })
    writeFiles(join(scratch, 'archives'), Object.fromEntries(site))
    writeFileSync(join(scratch, 'laws.zip'), zip(membersOf(folder)))
    writeFileSync(join(scratch, 'laws.tar.zst'), zstdCompressSync(await tarOf(membersOf(folder))))
    const hashes = new Set<string>()
    for (const from of ['forms', 'archives', 'laws.zip', 'laws.tar.zst']) {
      const out = join(scratch, 'same.sqlite')
      const { images } = await buildBundle({ from: join(scratch, from), out, fetchedAt, search: false })
      assert.deepEqual(images, { stored: 3, missing: 1 }, from)
      hashes.add(hashOf(readFileSync(out)))
    }
    assert.equal(hashes.size, 1)
  })

  it('are left out with the reason if they are something else, or too large', async () => {
    const cases: [string, Buffer, RegExp][] = [
      ['lied.jpg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /lied.jpg is left out: it is not a whole/],
      ['page.png', Buffer.from('<!doctype html><script>alert(1)</script>'), /it is not a whole JPEG, PNG or GIF image/],
      ['tiff.gif', Buffer.from('II*\0\x08\0\0\0'), /it is not a whole/],
      ['cut.jpg', jpeg(3, 2).subarray(0, 14), /it is not a whole/],
      ['none.gif', gif(0, 5), /it is not a whole/],
      ['large.jpg', Buffer.concat([jpeg(3, 2), Buffer.alloc(MAXIMUM_IMAGE_BYTES)]), /at most 4194304 are kept/],
    ]
    const files = Object.fromEntries(cases.map(([name, content]) => [`bildv/${name}`, content]))
    const xml = lawWith('BildV', '3', [cases.map(([name]) => img(name)).join(' ')])
    const { report } = await built({ ...files, 'bildv/BJNR900000003.xml': xml })
    assert.deepEqual([report.laws, report.images], [1, { stored: 0, missing: cases.length }])
    for (const [index, [, , reason]] of cases.entries()) assert.match(report.findings[index]?.reason ?? '', reason)
  })

  it('have the type of their bytes, whatever their name says', async () => {
    const { out } = await built(lawOf('p.jpg', png(5, 6)))
    const corpus = openSqliteCorpus(out)
    const [[, image] = []] = (await attachmentsOf(corpus, 'bildv', 'par:1')) ?? []
    assert.deepEqual(image, { sha256: hashOf(png(5, 6)), media_type: 'image/png', width: 5, height: 6 })
    await corpus.close()
  })

  it('have exactly the name that the XML gives, in the folder of the law', async () => {
    const xml = lawWith(
      'BildV',
      '3',
      ['../a.jpg', 'sub/a.jpg', 'A.JPG', 'a.svg', 'a.xml', ''].map((name) => img(name)),
    )
    const { report } = await built({
      'bildv/BJNR900000003.xml': xml,
      'bildv/a.jpg': jpeg(1, 1),
      'bildv/sub/a.jpg': jpeg(1, 1),
      'bildv/a.svg': '<svg/>',
      'a.jpg': jpeg(1, 1),
    })
    assert.deepEqual(report.images, { stored: 0, missing: 6 })
  })

  it('of archives with names that lead out of them are not read', async () => {
    const name = '../../evil.jpg'
    const members = [
      { name: 'BJNR900000003.xml', content: lawWith('BildV', '3', [img('evil.jpg'), img(name)]) },
      { name, content: jpeg(1, 1) },
    ]
    const { report } = await built({ 'bildv/xml.zip': zip(members) })
    assert.deepEqual(report.images, { stored: 0, missing: 2 })
  })

  it('beyond the limit of all are left out, equal ones count once', async () => {
    const law = parse(
      lawWith(
        'TestG',
        '0',
        ['a.gif', 'b.gif', 'c.gif'].map((name) => img(name)),
      ),
    )
    const contents = { 'a.gif': gif(1, 1, 'eins'), 'b.gif': gif(1, 1, 'eins'), 'c.gif': gif(1, 1, 'zwei') }
    const files = Object.entries(contents).map(([path, bytes]) => {
      return [path, { path, size: bytes.length, read: async () => bytes }] as const
    })
    const findings: ParsedFinding[] = []
    const reader = new ImageReader(contents['a.gif'].length + 1)
    const images = await reader.read(law, new Map(files), findings)
    assert.deepEqual([...images.keys()], ['a.gif', 'b.gif'])
    assert.match(findings[0]?.reason ?? '', /c\.gif is left out: all images together have more than/)
  })

  it('of no law leave the bundle as it was: without a table, to the byte', async () => {
    const text: Files = { 'bildv/BJNR900000003.xml': lawWith('BildV', '3', ['Ohne Bild.']) }
    const [plain, beside] = [await built(text), await built({ ...text, 'bildv/a.jpg': jpeg(1, 1) })]
    assert.equal(plain.report.images, undefined)
    assert.equal(hashOf(readFileSync(plain.out)), hashOf(readFileSync(beside.out)))
    const database = new DatabaseSync(plain.out, { readOnly: true })
    assert.deepEqual(database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'image'").all(), [])
    database.close()
  })

  it('have a table that must be the one of bundles', async () => {
    const { out } = await built(LAWS)
    const database = new DatabaseSync(out)
    database.exec(`DROP TABLE image; ${IMAGE_TABLE.replace('BLOB', 'TEXT')}`)
    database.close()
    assert.throws(() => openSqliteCorpus(out), /its tables are not those of a bundle/)
  })

  it('stay with the norms of today when states are added to a bundle', async () => {
    const { out } = await built(LAWS)
    const older = writeFiles(join(scratch, 'older'), {
      ...LAWS,
      'planv/BJNR900000002.xml': lawWith('PlanV', '2', [`Früher ${img('kreis.jpg', 'Kreis')} galt es.`, 'Ohne Bild.']),
    })
    const state = { from: older, observedOn: '2025-01-01' }
    const extended = join(scratch, 'extended.sqlite')
    const report = await buildBundle({ from: out, out: extended, history: { states: [state] }, search: false })
    assert.deepEqual(report.images, { stored: 3, missing: 1 })
    const corpus = await openEngine(extended)
    const today = await attachmentsOf(corpus, 'planv', 'par:1')
    assert.equal(today?.[0]?.[0], 'kreis.jpg')
    assert.ok(today?.[0]?.[1] !== undefined)
    assert.deepEqual(await attachmentsOf(corpus.atState('2025-01-01'), 'planv', 'par:1'), [['kreis.jpg', undefined]])
    // Unchanged since then: the same wording with the same image.
    const same = await corpus.atState('2025-01-01').norm('zeichenv', 'par:1')
    assert.equal(same?.attachments[0]?.image?.width, 300)
    assert.equal((await corpus.normVersions('zeichenv', 'par:1')).length, 1)
    await corpus.close()
  })

  it('are recognised by their headers alone', () => {
    assert.deepEqual(imageKind(gif(640, 480)), { media_type: 'image/gif', width: 640, height: 480 })
    assert.deepEqual(imageKind(jpeg(65_535, 1)), { media_type: 'image/jpeg', width: 65_535, height: 1 })
    for (const whole of [gif(2, 3), png(2, 3), jpeg(2, 3)]) {
      for (let length = 0; length < whole.length; length++) imageKind(whole.subarray(0, length))
    }
    assert.equal(imageKind(Buffer.from('\xff\xd8\xff\xda\0\x02', 'latin1')), undefined)
  })

  it('of the sample are named, but not there', async () => {
    const out = join(scratch, 'starter.sqlite')
    const report = await buildBundle({ from: join(packageRoot, 'src', 'starter'), out, fetchedAt, search: false })
    assert.deepEqual(report.images, { stored: 0, missing: 4 })
  })
})

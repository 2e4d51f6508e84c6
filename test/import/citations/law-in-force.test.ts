import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openCorpus } from '../../../src/dataset/open.ts'
import { buildBundle } from '../../../src/import/build-bundle.ts'
import type { Corpus } from '../../../src/model/corpus.ts'
import { readNamedNorm } from '../../../src/resolve/named-norm.ts'
import { resolveLaw } from '../../../src/resolve/resolve-law.ts'

interface Source {
  /** The abbreviation in the database. */
  jurabk: string
  name: string
  title: string
  date: string
  /** The source's note on the end of the law. */
  end?: string
  text: string
}

/** A law with one section in the official format. */
function xml({ jurabk, name, title, date, end, text }: Source, number: string): string {
  const status =
    end === undefined
      ? ''
      : `<standangabe checked="ja"><standtyp>Aufh</standtyp><standkommentar>${end}</standkommentar></standangabe>`
  const header = `<metadaten><jurabk>${jurabk}</jurabk><amtabk>${name}</amtabk><ausfertigung-datum manuell="ja">${date}</ausfertigung-datum><langue>${title}</langue>${status}</metadaten>`
  const section = `<metadaten><jurabk>${jurabk}</jurabk><enbez>§ 1</enbez></metadaten><textdaten><text format="XML"><Content><P>${text}</P></Content></text></textdaten>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<dokumente builddate="20260101120000" doknr="${number}"><norm builddate="20260101120000" doknr="${number}">${header}</norm><norm builddate="20260101120000" doknr="${number}BJNE000100000">${section}</norm></dokumente>`
}

const sources: Source[] = [
  {
    jurabk: 'WiesG',
    name: 'WiesG',
    title: 'Altes Wiesengesetz',
    date: '1951-03-29',
    end: 'G aufgeh. durch Art. 8 G v. 27.12.1993 I 2378 mWv 1.1.1994',
    text: 'Gras.',
  },
  { jurabk: 'WiesG 1994', name: 'WiesG', title: 'Wiesengesetz', date: '1993-12-27', text: 'Heu.' },
  { jurabk: 'TeichV', name: 'TeichV', title: 'Teichverordnung', date: '1990-01-01', text: 'Karpfen.' },
  {
    jurabk: 'TeichV 2001',
    name: 'TeichV',
    title: 'Verordnung über Teiche in Parks',
    date: '2001-01-01',
    text: 'Enten.',
  },
  {
    jurabk: 'FeldG',
    name: 'FeldG',
    title: 'Feldgesetz',
    date: '2000-01-01',
    text: 'Nach § 1 WiesG und § 1 TeichV gilt das Feld.',
  },
]

let folder: string
let corpus: Corpus
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'law-in-force-'))
  const from = join(folder, 'laws')
  for (const [place, source] of sources.entries()) {
    const number = `BJNR90099000${place}`
    mkdirSync(join(from, String(place)), { recursive: true })
    writeFileSync(join(from, String(place), `${number}.xml`), xml(source, number))
  }
  const out = join(folder, 'laws.sqlite')
  await buildBundle({ from, out, fetchedAt: '2026-01-01T00:00:00Z', search: false })
  corpus = await openCorpus({ dataset: out })
})
after(async () => {
  await corpus.close()
  rmSync(folder, { recursive: true })
})

test('a relationship leads to the law in force, and to none where both are', async () => {
  const { items } = await corpus.relationships('feldg', 'par:1', { type: 'cites', limit: 10, offset: 0 })
  assert.deepEqual(
    items.map(({ citation, code, law, resolved }) => [citation, code, law, resolved]),
    [
      ['§ 1 WiesG', 'wiesg_1994', null, true],
      ['§ 1 TeichV', null, 'TeichV', false],
    ],
  )
})

test('a typed designation means the law in force, and an exact code stays exact', async () => {
  for (const typed of ['§ 1 WiesG', 'wiesg 1']) {
    const { code, note } = await readNamedNorm(corpus, typed)
    assert.equal(code, 'wiesg_1994', typed)
    assert.match(note ?? '', /^wiesg is also the name of wiesg \(Altes Wiesengesetz\)/i)
  }
  assert.equal((await resolveLaw(corpus, 'wiesg')).code, 'wiesg')
  await assert.rejects(readNamedNorm(corpus, '§ 1 TeichV'), { kind: 'ambiguous' })
})

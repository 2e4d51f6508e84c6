import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { normPage } from '../../../../src/cli/terminal/pages/norm-page.ts'
import { normTextLines } from '../../../../src/cli/terminal/pages/norm-text.ts'
import type { Screen } from '../../../../src/cli/terminal/screen.ts'
import { displayWidth } from '../../../../src/cli/terminal/width.ts'
import { openCorpus } from '../../../../src/dataset/open.ts'
import type { Corpus, Norm, Relationship } from '../../../../src/model/corpus.ts'
import { UNTOLD } from '../../../../src/model/law-state.ts'

const plain: Screen = { width: 80, colour: false }
const norm: Norm = {
  code: 'hafg',
  abbreviation: 'HafG',
  title: 'Hafengesetz',
  status_date: '2025-12-31',
  in_force_from: null,
  in_force_to: null,
  ...UNTOLD,
  language: 'de',
  norm: 'par:1',
  label: '§ 1',
  heading: 'Zweck',
  status: 'in_force',
  text: '(1) Erster Absatz.\n(2) Zweiter Absatz.',
  structure: [
    { kind: 'part', number: '1', title: 'Allgemeines', label: 'Teil 1', footnotes: 'Teil 1 neugefasst.' },
    { kind: 'section', number: '2', title: '', label: 'Abschnitt 2', footnotes: '' },
  ],
  subdivisions: [],
  footnotes: '§ 1: geändert.',
  attachments: [],
  marks: [],
  spans: [],
  tables: [],
  provenance: {
    source_url: 'https://recht.example/hafg/xml.zip',
    html_url: 'https://recht.example/hafg/__1.html',
    fetch_timestamp: '2026-01-01T00:00:00Z',
    content_hash: 'sha256:00',
    parser: 'gii-xml@1',
    document_id: 'BJNR1',
    source_version: null,
  },
  previous: null,
  next: null,
  selection: null,
}

function cites(words: string, text: string, change: Partial<Relationship> = {}): Relationship {
  const start = text.indexOf(words)
  const cited = { type: 'cites', code: 'hafg', norm: 'par:2', label: '§ 2', heading: '', resolved: true } as const
  const named = { abbreviation: null, subdivision: null, law: null, citation: words }
  return { ...cited, ...named, start, end: start + words.length, ...change }
}

type Asked = Pick<Corpus, 'norm' | 'relationships'>

/** A corpus of one law that records the norms requested from it. */
function corpusWith(items: Relationship[] = []): Asked & { read: string[] } {
  const read: string[] = []
  return {
    read,
    relationships: async () => ({ items, total: items.length }),
    norm: async (_, path) => {
      read.push(path)
      return { ...norm, provenance: { ...norm.provenance, html_url: `https://recht.example/hafg/${path}` } }
    },
  }
}

const page = (changes: object, screen = plain, corpus: Asked = corpusWith()) =>
  normPage(corpus, { ...norm, resolution: null, ...changes }, screen)

describe('a norm', () => {
  test('is a page', async () => {
    assert.equal(
      await page({}),
      `§ 1  Zweck
HafG › Teil 1 Allgemeines › Abschnitt 2

(1) Erster Absatz.

(2) Zweiter Absatz.

Footnotes
  § 1: geändert.
  Teil 1: Teil 1 neugefasst.

Law      Hafengesetz
Norm     hafg par:1
Status   law as amended up to 2025-12-31
Source   https://recht.example/hafg/__1.html
Fetched  2026-01-01T00:00:00Z`,
    )
  })

  test('without text says so, and that it is repealed', async () => {
    assert.match(await page({ text: '' }), /^This norm has no text\.$/m)
    const repealed = await page({ text: '', status: 'repealed' })
    assert.match(repealed, /^This norm is repealed and has no text\.$/m)
    assert.match(repealed, /^Status {3}repealed; law as amended/m)
  })

  test('shows the subdivision that was asked for, and says that it is not the whole', async () => {
    const selected = await page({ selection: { path: 'abs:2', text: '(2) Zweiter Absatz.' } })
    assert.match(selected, /^Only § 1 Abs\. 2\.\n\n\(2\) Zweiter Absatz\.\n\nFootnotes$/m)
    assert.doesNotMatch(selected, /Erster/)
  })

  test('names the images that it cannot show at their places, and marks that are no text', async () => {
    const attachments = [
      { kind: 'image' as const, name: 'a.jpg', offset: 4, description: 'Formel' },
      { kind: 'file' as const, name: 'b.pdf', offset: 38, description: '' },
    ]
    const marks = [{ kind: 'footnote', mark: '*)', offset: 17 }]
    const drawn = await page({ attachments, marks })
    assert.match(drawn, /^\(1\) \[image a\.jpg: Formel\] Erster Absatz\[\*\)\]\.$/m)
    assert.match(drawn, /^\(2\) Zweiter Absatz\. \[file b\.pdf\]$/m)
    assert.match(drawn, /^Images and files are not shown here; see the source\.$/m)

    const selected = await page({ attachments, selection: { path: 'abs:2', text: '(2) Zweiter Absatz.' } })
    assert.match(selected, /Absatz\. \[file b\.pdf\]/)
    assert.doesNotMatch(selected, /image/)
  })

  test('tells how it was found only where it is not what was named', async () => {
    assert.doesNotMatch(await page({ resolution: { by: 'short_form', message: '1 is par:1' } }), /1 is par:1/)
    assert.match(await page({ resolution: { by: 'range', message: '4 is within §§ 3 bis 6' } }), /4 is within/)
  })

  test('shows no control characters, wherever they are from', async () => {
    const evil = 'x\x1b[2J\u009b2J\x07'
    const changes = {
      title: evil,
      heading: evil,
      text: evil,
      footnotes: evil,
      provenance: { ...norm.provenance, html_url: evil },
    }
    const drawn = await page(changes, { width: 80, colour: false }, corpusWith())
    assert.doesNotMatch(drawn.replaceAll('\n', ''), /\p{Cc}/u)
  })
})

describe('references', () => {
  const text = 'Es gilt § 2 Abs. 1, auch § 2, nicht aber § 9.'
  const cited = [
    cites('§ 2 Abs. 1', text),
    cites('§ 2,', text, { end: text.indexOf('§ 2,') + 3 }),
    cites('§ 9', text, { resolved: false }),
  ]
  const open = '\x1b]8;id=8;https://recht.example/hafg/par:2\x07'
  const close = '\x1b]8;;\x07'

  test('of what has no known address lead nowhere, and the source says so', async () => {
    const without = { ...norm, provenance: { ...norm.provenance, html_url: null, source_url: null } }
    const corpus: Asked = { ...corpusWith(cited), norm: async () => without }
    const drawn = await page({ text, provenance: without.provenance }, { ...plain, links: true }, corpus)
    for (const words of [']8;', 'null']) assert(!drawn.includes(words), words)
    assert(drawn.includes('Source   The source has no known address.'))
  })

  test('lead to the official page of what they cite, each of which is looked up once', async () => {
    const corpus = corpusWith(cited)
    const drawn = await page({ text }, { ...plain, links: true }, corpus)
    assert(drawn.includes(`Es gilt ${open}§ 2 Abs. 1${close}, auch `))
    assert(drawn.includes('nicht aber § 9.'))
    assert.deepEqual(corpus.read, ['par:2'])
    const source = norm.provenance.html_url
    assert(drawn.includes(`Source   \x1b]8;id=source;${source}\x07${source}${close}`))
    assert.equal(stripVTControlCharacters(drawn), await page({ text }))
  })

  test('are underlined where there are colours; without links no page is looked up', async () => {
    const corpus = corpusWith(cited)
    const drawn = await page({ text }, { width: 80, colour: true }, corpus)
    assert(drawn.includes('Es gilt \x1b[4m§ 2 Abs. 1\x1b[24m, auch \x1b[4m§ 2\x1b[24m, nicht aber § 9.'))
    assert.deepEqual(corpus.read, [])
  })

  test('are found in the part of the text that is shown', async () => {
    const whole = `(1) Siehe § 3.\n(2) ${text}`
    const selection = { path: 'abs:2', text: `(2) ${text}` }
    const subdivisions = [
      { path: 'abs:1', label: '', text: '(1) Siehe § 3.' },
      { ...selection, label: '' },
    ]
    const corpus = corpusWith([cites('§ 3', whole, { norm: 'par:3' }), cites('§ 2 Abs. 1', whole)])
    const drawn = await page({ text: whole, subdivisions, selection }, { ...plain, links: true }, corpus)
    assert(drawn.includes(`par:2\x07§ 2 Abs. 1${close}, auch § 2`))
    assert.deepEqual(corpus.read, ['par:2'])
  })

  test('that break do not carry the indent with them', async () => {
    const item = `1. ${'Wort '.repeat(6)}nach § 2 Abs. 1`
    const corpus = corpusWith([cites('§ 2 Abs. 1', item)])
    const drawn = await page({ text: item }, { width: 40, colour: true, links: true }, corpus)
    const link = (words: string) => `${open.replace('8;id=8', '8;id=38')}\x1b[4m${words}\x1b[24m${close}`
    assert(
      drawn.includes(`Wort nach\n   ${link('§ 2 Abs. 1')}\n`) ||
        drawn.includes(`nach ${link('§ 2')}\n   ${link('Abs. 1')}\n`),
    )
  })
})

describe('the wording', () => {
  const screen = { width: 40, colour: false }

  test('items stand below each other by their levels, and wrap under themselves', async () => {
    const text = '(1) Wer\n1. einen Platz überlässt, der ruhig ist,\na) am Kai\naa) Nord\n10. hilft\nwird belohnt.'
    assert.deepEqual(await normTextLines(screen, text), [
      '(1) Wer',
      '    1.  einen Platz überlässt, der ruhig',
      '        ist,',
      '        a) am Kai',
      '           aa) Nord',
      '    10. hilft',
      '    wird belohnt.',
    ])
  })

  test('rows with tabs are a table', async () => {
    assert.deepEqual(await normTextLines(screen, 'Gebühren\nBoot\t1,00\nSchiff\t12,50\nEnde'), [
      'Gebühren',
      '',
      '───────┬──────',
      'Boot   │ 1,00',
      'Schiff │ 12,50',
      '───────┴──────',
      '',
      'Ende',
    ])
  })

  test('long lines are set apart, short ones stay together', async () => {
    const long = 'Dieser Satz ist so lang, dass er nicht in eine Zeile passt.'
    assert.deepEqual(await normTextLines(screen, `Kurz\nAuch kurz\n${long}\nKurz`), [
      ...['Kurz', 'Auch kurz', ''],
      ...['Dieser Satz ist so lang, dass er nicht', 'in eine Zeile passt.', ''],
      'Kurz',
    ])
  })

  test('prose is no wider than 100 columns', async () => {
    const lines = await normTextLines({ width: 250, colour: false }, 'Wort '.repeat(100))
    assert.equal(Math.max(...lines.map(displayWidth)), 99)
  })
})

test('every norm of the sample fits every screen, and loses nothing', async () => {
  const corpus = await openCorpus({ dataset: 'starter' })
  const visible = (text: string) => [...text.replace(/[\s\u00ad\u200b─│┬┴┼]/g, '')].sort().join('')
  try {
    for (const { code } of (await corpus.laws({})).items) {
      for await (const norms of corpus.norms(code)) {
        for (const each of norms) {
          for (const width of [40, 60, 80, 250]) {
            const drawn = await normPage(corpus, { ...each, resolution: null }, { width, colour: true, links: true })
            for (const line of drawn.split('\n')) assert(displayWidth(line) <= width || /https?:/.test(line), line)
          }
          const lines = await normTextLines({ width: 60, colour: false }, each.text)
          assert.equal(visible(lines.join('')), visible(each.text), `${code} ${each.norm}`)
        }
      }
    }
  } finally {
    await corpus.close()
  }
})

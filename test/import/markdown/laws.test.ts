/** Invented laws in Markdown: structure, parts, front matter of each convention, versions, and faulty files. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { HtmlRenderer, Parser } from 'commonmark'
import { inspectFile, writeTemplate } from '../../../src/dataset/build-corpus.ts'
import { openCorpus } from '../../../src/dataset/open.ts'
import { createApp } from '../../../src/http/app.ts'
import { buildBundle } from '../../../src/import/build-bundle.ts'
import { readFile, readLaw } from '../../../src/import/markdown/read-files.ts'
import type { ParsedNorm } from '../../../src/model/parsed-law.ts'
import { changes, check, law, norm, relationships } from '../../../src/operations/catalogue.ts'
import { packageRoot } from '../../../src/program/package.ts'
import type { LegalTextError } from '../../../src/util/errors.ts'
import { listen } from '../../http/server.ts'
import { gif, jpeg, png } from '../illustrated.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-markdown-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Writes files into a new folder. @returns the folder */
function written(files: Record<string, string | Uint8Array>): string {
  const own = mkdtempSync(join(folder, 'input-'))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(own, name)), { recursive: true })
    writeFileSync(join(own, name), content)
  }
  return own
}

async function read(text: string | Uint8Array, path = 'ordnung.md') {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  return readLaw(await readFile({ path, size: bytes.length, read: async () => bytes }))
}

const outline = (norms: readonly ParsedNorm[]) =>
  norms.map(({ path, label, heading }) => `${path} ${label} | ${heading}`)
const parts = (norm: ParsedNorm | undefined) => (norm?.subdivisions ?? []).map(({ path }) => path)

test('what a heading is, its designation decides', async () => {
  const { law } = await read(`# Ordnung der Insel

Der Rat beschließt:

## Erster Teil – Allgemeines
### I. Abschnitt: Wege
### § 1 - Zweck
Eins.
### § 2a Wege
Zwei.
### § 3 b – Stege
Drei.
## Kapitel II
### §§ 4 bis 6 (weggefallen)
### **Art. 7** *bis* Boote
Sieben.
### Artikel 8
Acht.
## Anlage 2: Plan
Text.
### 1 Maßstab
Eins zu zehn.
## Schlussformel
Ende.`)
  assert.deepEqual(outline(law.norms), [
    'text:1  | ',
    'par:1 § 1 | Zweck',
    'par:2a § 2a | Wege',
    'par:3b § 3 b | Stege',
    'par:4-6 §§ 4 bis 6 | (weggefallen)',
    'art:7bis Art. 7 bis | Boote',
    'art:8 Artikel 8 | ',
    'annex:2 Anlage 2 | Plan',
    'formula:closing Schlussformel | ',
  ])
  assert.deepEqual(
    law.structure.map(({ level, kind, label, title, start, end }) => [level, kind, label, title, start, end]),
    [
      [0, 'part', 'Erster Teil', 'Allgemeines', 1, 7],
      [1, 'section', 'I. Abschnitt', 'Wege', 1, 4],
      [1, 'chapter', 'Kapitel II', '', 4, 7],
    ],
  )
  assert.equal(law.norms[4]?.status, 'repealed')
  assert.match(law.norms[7]?.text ?? '', /^Text\.\n1 Maßstab\nEins zu zehn\.$/)
  assert.equal(law.title, 'Ordnung der Insel')
})

test('numbered clauses are norms, as headings and as paragraphs', async () => {
  const { law } = await read(`# Vertrag

## 1 Geltung

**1.1** Er gilt immer.

1.2 Er gilt überall.

## 2. Haftung

### 2.1 Umfang

Voll.

**2.2 Ausschluss**

Keiner.

## Ziff. 3 Schluss

2.4 Kilometer weit.`)
  assert.deepEqual(outline(law.norms), [
    'item:1.1 1.1 | ',
    'item:1.2 1.2 | ',
    'item:2.1 2.1 | Umfang',
    'item:2.2 2.2 | Ausschluss',
    'item:3 Ziff. 3 | Schluss',
  ])
  assert.deepEqual(
    law.norms.map(({ text }) => text),
    ['Er gilt immer.', 'Er gilt überall.', 'Voll.', 'Keiner.', '2.4 Kilometer weit.'],
  )
  const rules = await read('# Hausordnung\n\nFür alle.\n\n1. Ruhe.\n2. Ordnung:\n   - im Hof\n   - im Keller\n')
  assert.deepEqual(outline(rules.law.norms), ['text:1  | ', 'item:1 1. | ', 'item:2 2. | '])
  assert.equal(rules.law.norms[2]?.text, 'Ordnung:\nim Hof\nim Keller')
})

test('a table of contents is a norm of its own, and ends before the text after it', async () => {
  const { law } = await read(`## Inhaltsverzeichnis

**Erster Teil**

- § 1 Zweck
- § 2 Ende

Auf Grund des Gesetzes wird verordnet:

### § 1 Zweck
Eins.

### § 2 Ende
Zwei.`)
  assert.deepEqual(outline(law.norms), [
    'toc:1 Inhaltsverzeichnis | ',
    'text:1  | ',
    'par:1 § 1 | Zweck',
    'par:2 § 2 | Ende',
  ])
  assert.equal(law.norms[1]?.text, 'Auf Grund des Gesetzes wird verordnet:')
})

test('lists nest by indentation and by their labels; raised numbers begin an Absatz', async () => {
  const { law } = await read(`### § 1
(1) Erlaubt sind

1. Boote,
   a) kleine,
   b) große:
      aa) rote,
      bb) blaue,
3. Flöße.

Dies gilt immer.

**a)** Ausnahme,

**b)** Ausnahme der Ausnahme.

(2) Ende.

### Art. 2
<sup>1</sup> Erstens:

- a. dies;
- b. das.

<sup>1bis</sup> Dazwischen.

¹⁵ Keine Nummer.

<sup>2</sup> Zweitens am
1. Mai.`)
  assert.deepEqual(
    parts(law.norms[0]).filter((path) => !/satz:\d+$/.test(path)),
    [
      'abs:1',
      'abs:1/satz:1/nr:1',
      'abs:1/satz:1/nr:1/buchst:a',
      'abs:1/satz:1/nr:1/buchst:b',
      'abs:1/satz:1/nr:1/buchst:b/buchst:aa',
      'abs:1/satz:1/nr:1/buchst:b/buchst:bb',
      'abs:1/satz:1/nr:3',
      'abs:1/satz:2/buchst:a',
      'abs:1/satz:2/buchst:b',
      'abs:2',
    ],
  )
  assert.deepEqual(
    parts(law.norms[1]).filter((path) => !/satz/.test(path)),
    ['abs:1', 'abs:1bis', 'abs:2'],
  )
})

test('a line begins an Absatz if its number follows that of the one before, even within a list', async () => {
  const { law } = await read(`# Ordnung

## § 1 Ohne Leerzeilen
(1) Eins.
(2) Zwei, wenn
1. eine Gefahr abzuwehren ist,
2. nichts anderes hilft.
(2a) Dazwischen gilt
a) dies und
b) das.
(3) Drei nach Absatz
(2) Satz 1 bleibt.
(4) Vier.

## § 2 Zwischen Punkten
(1) Es gilt:
1. a
2. b
(2) Ferner gilt:
1. c
2. d

> (1) Zitat
> (2) bleibt Zitat.

- (1) Punkt eins
- (2) Punkt zwei
(3) danach
`)
  const absaetze = (norm: ParsedNorm | undefined) =>
    parts(norm)
      .map((path) => path.replace(/\/satz:\d+(?=\/)/, ''))
      .filter((path) => /^abs:[^/]+(?:\/nr:\d+)?$/.test(path))
  assert.deepEqual(absaetze(law.norms[0]), ['abs:1', 'abs:2', 'abs:2/nr:1', 'abs:2/nr:2', 'abs:2a', 'abs:3', 'abs:4'])
  assert.match(law.norms[0]?.text ?? '', /Drei nach Absatz \(2\) Satz 1 bleibt\.\n\(4\) Vier\.$/)
  assert.deepEqual(absaetze(law.norms[1]).slice(0, 6), [
    'abs:1',
    'abs:1/nr:1',
    'abs:1/nr:2',
    'abs:2',
    'abs:2/nr:1',
    'abs:2/nr:2',
  ])
  assert.match(law.norms[1]?.text ?? '', /\n\(3\) danach$/)
})

test('a note on the number of a clause is a note of its text', async () => {
  const { law } = await read('# Ordnung\n\n### 2 Messung\n\n2.1[^1] Wort.\n\n2.2 Mehr.\n\n[^1]: Fassung von 2020.\n')
  assert.deepEqual(
    law.norms.map(({ path, text }) => [path, text]),
    [
      ['item:2.1', 'Wort.\n\nFassung von 2020.'],
      ['item:2.2', 'Mehr.'],
    ],
  )
})

test('numbers of a list are as they are written; one that begins anew is within the number before it', async () => {
  const { law } = await read(`### § 1
(1) Es gilt

1. eins,
2. zwei; das sind
1. Boote,
2. Flöße,
3. drei.

(2) Es gilt nicht

1. vier,
1. fünf.`)
  assert.deepEqual(
    parts(law.norms[0]).filter((path) => /nr/.test(path)),
    [
      ...['abs:1/satz:1/nr:1', 'abs:1/satz:1/nr:2', 'abs:1/satz:1/nr:2/nr:1', 'abs:1/satz:1/nr:2/nr:2'],
      ...['abs:1/satz:1/nr:3', 'abs:2/satz:1/nr:1', 'abs:2/satz:1/nr:2'],
    ],
  )
  assert.match(law.norms[0]?.text ?? '', /1\. Boote,\n2\. Flöße,\n3\. drei\./)
})

test('tables, HTML, footnotes, images, code and quotations are text', async () => {
  const { law, findings } = await read(`### § 1 Gebühren[^k]
| Nr. | Euro |
| --- | ---: |
| 1 | *12* |

<table><tr><th rowspan="2">Art</th><th colspan="2">Preis</th></tr><tr><th>Tag<th>Jahr</tr>
<tr><td>Boot<td>5&nbsp;&euro;<td>50</table>

H<sub>2</sub>O, <b>fett &amp; klar</b> <!-- weg -->und <script>alert(1)</script>gut[^n].

![Plan](plan.png)

\`\`\`
x (1) y
\`\`\`

> Zitat

### § 2
Nochmals[^n].

[^k]: Zur Überschrift.
[^n]: Zum Text.
[^u]: Niemand nennt sie.`)
  const [first, second] = law.norms
  assert.equal(
    first?.text.replaceAll('\u00a0', ' '),
    'Nr.\tEuro\n1\t12\nArt\tPreis\n\tTag\tJahr\nBoot\t5 €\t50\nH₂O, fett & klar und gut.\n\nx (1) y\nZitat\n\nZum Text.',
  )
  assert.deepEqual(first?.tables[1]?.merged, [
    { row: 0, column: 0, rows: 2, columns: 1 },
    { row: 0, column: 1, rows: 1, columns: 2 },
  ])
  assert.equal(first?.footnotes, 'Zur Überschrift.')
  assert.deepEqual(
    first?.attachments.map(({ kind, name, description }) => [kind, name, description]),
    [['image', 'plan.png', 'Plan']],
  )
  assert.match(second?.text ?? '', /^Nochmals\.[\s\S]*Niemand nennt sie\.[\s\S]*Zum Text\.$/)
  assert.deepEqual(
    findings.map(({ reason }) => reason),
    ['it has no front matter: its title is its first heading', 'the content of <script> is not text, and is left out'],
  )
})

test('an article whose heading a conversion lost is found by its place', async () => {
  const { law, findings } = await read(`---
identifier: cc-7
country: ch
title: Gesetz über die Fähren (FG)
short_title: FäG
sr_number: "7.1"
entry_into_force: "2001-01-01"
---
##### **Art. 1** Zweck
Eins. Nach
Art. 9 gilt nichts.

<sup>3</sup> Art. 1 a Zusatz Mehr dazu.

<sup>4</sup> Art. 9 gilt nicht.

##### **Art. ****2** Ende
Zwei.`)
  assert.deepEqual(outline(law.norms), ['art:1 Art. 1 | Zweck', 'art:1a Art. 1 a | ', 'art:2 Art. 2 | Ende'])
  assert.equal(law.norms[1]?.text, 'Zusatz Mehr dazu.\n⁴ Art. 9 gilt nicht.')
  assert.deepEqual(
    findings.map(({ line, reason }) => `${line} ${reason}`),
    ['13 Art. 1 a begins a paragraph, and is read as a norm'],
  )
  assert.deepEqual([law.code, law.abbreviation, law.jurisdiction, law.language], ['cc-7', 'FäG', 'ch', 'de'])
  assert.deepEqual(
    law.aliases.filter(({ rank }) => rank === 0).map(({ name }) => name),
    ['FäG', 'cc-7', 'FG', 'SR 7.1'],
  )
})

test('front matter has our own keys or those of a convention; unknown ones are kept', async () => {
  const own = await read(`---
code: musa
abbreviation: MuSa
title: "Satzung: Muster"
aliases: [Mustersatzung, MS-1]
jurisdiction: x-acme
kind: statute
in_force_from: 2024-02-30
licence: CC0
farbe: [rot, blau]
---
## § 1
Text.`)
  assert.deepEqual(own.law.conversion, {
    official: false,
    file: 'ordnung.md',
    licence: 'CC0',
    convention: 'legal-text',
  })
  assert.equal(own.law.notes, 'kind: statute\nfarbe: rot, blau')
  assert.deepEqual(own.findings, [{ line: 0, reason: 'in_force_from: 2024-02-30 is not a date' }])
  assert.equal(own.law.norms[0]?.documentId, 'L12')
  const land = await read(
    '---\ntitel: Verordnung über Stege (Stegverordnung - StegVO)\nebene: gemeinde\nland_ars: 08\nextensions:\n  - &\nperma_url: https://recht.example/1\nurl: https://recht.example/2\n---\n### § 1 - Zweck\nText.',
    'bw/BW_StegVO.md',
  )
  const { code, abbreviation, jurisdiction, sourceUrl, conversion } = land.law
  assert.deepEqual(
    [code, abbreviation, jurisdiction, sourceUrl],
    ['bw_stegvo', 'StegVO', 'de-bw', 'https://recht.example/1'],
  )
  assert.equal(conversion?.convention, 'ragsource')
  assert.match(land.findings[0]?.reason ?? '', /front matter is not YAML.*line 6/)
})

test('what cannot be read is refused with its reason', async () => {
  const text = '\n## § 1\nText.\n'
  const bad: [string | Uint8Array, RegExp][] = [
    [`---\n- a\n---${text}`, /must be a mapping/],
    [`---\ncode: x\n\ttitle: y\n---${text}`, /not YAML: Tabs/],
    [`---\na: &a [x]\nb: [*a, *a]\n---${text}`, /the key b .* anchor/],
    [`---\ntitle: x${text}`, /does not end/],
    ['---\ntitle: x\n---\n', /no text/],
    ['', /no text/],
    [Buffer.from('# Ä', 'latin1'), /Windows-1252/],
    [Buffer.from('\x89PNG\0\0', 'latin1'), /not text/],
    [`${'> '.repeat(300)}x`, /more than 100 levels/],
    [`${'*a_ '.repeat(5000)}`, /marks of emphasis/],
    [Buffer.alloc(9 * 1024 * 1024, 'x'), /at most 8388608 are read/],
    [`|${'a|'.repeat(1500)}\n|${'-|'.repeat(1500)}\n`, /more than 1000 columns/],
  ]
  for (const [content, reason] of bad) await assert.rejects(read(content), reason, String(content).slice(0, 40))
  const crlf = await read(Buffer.from('\ufeff---\r\ntitle: T\r\n---\r\n## § 1\r\n(1) Eins\r\n\r\n(2) Zwei\r\n'))
  assert.deepEqual(
    parts(crlf.law.norms[0]).filter((path) => !/satz/.test(path)),
    ['abs:1', 'abs:2'],
  )
  const twice = await read('## § 1\nEins.\n## § 1\nZwei.\n##### § 2\nDrei.')
  assert.deepEqual(outline(twice.law.norms), ['par:1 § 1 | ', 'par:1/seq:2 § 1 | ', 'par:2 § 2 | '])
  assert.deepEqual(twice.findings[0], { line: 3, reason: '§ 1 is there twice' })
})

/** Text of a document as rendered by the reference implementation of CommonMark, with list numbers. */
function rendered(source: string): string {
  const html = new HtmlRenderer().render(new Parser().parse(source))
  let numbers: number[] = []
  const counted = html.replace(/<ol(?: start="(\d+)")?>|<\/ol>|<li>/g, (tag, start) => {
    if (tag.startsWith('<ol')) numbers = [...numbers, Number(start ?? 1)]
    else if (tag === '</ol>') numbers = numbers.slice(0, -1)
    else if (numbers.length > 0) return `${(numbers[numbers.length - 1] as number)++}.`
    return ''
  })
  return counted
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
}

test('no visible character is lost or added, as another implementation renders the document', async () => {
  const source = `# Titel der Ordnung

Vorspruch mit *Betonung*, \`code\` und [Link](https://example.org "x").

## Erster Teil Anfang

### § 1 Zweck & Ziel

(1) Text \\* mit &auml; und \\
Umbruch <sup>2</sup>.

1. eins
2. zwei
   1. innen
   2. innen zwei

   weiter
3. drei

> Zitat *kursiv*
> zweite Zeile

    eingerückt <x>

- Punkt
- Punkt zwei

~~~
roh & <b>
~~~

### § 2 Schluss

Ende__.__ *a*b **c**

***

### Anhang Liste

* x
  * y`
  const { law } = await read(source)
  const visible = (text: string) => text.normalize('NFKC').replace(/\s+/g, '')
  const ours = law.norms.map(({ label, heading, text }) => `${label} ${heading} ${text}`)
  const [first, ...rest] = ours
  assert.equal(visible(['Titel der Ordnung', first, 'Erster Teil Anfang', ...rest].join('')), visible(rendered(source)))
})

test('files of one code are versions; others of one code, and what is no law, are told', async () => {
  const head = (day: string) =>
    `---\ncode: hafo\nabbreviation: HafO\ntitle: Hafenordnung\njurisdiction: x-moewe\nin_force_from: ${day}\n---\n`
  const input = written({
    'alt.md': `${head('2020-01-01')}## § 1\nAlt.\n## § 2\nBleibt.\n`,
    'neu.md': `${head('2024-01-01')}## § 1\nNeu.\n## § 2\nBleibt.\n`,
    'undatiert.md': '---\ncode: hafo\njurisdiction: x-moewe\n---\n## § 1\nUndatiert.\n',
    'z-doppelt.md': `${head('2024-01-01')}## § 1\nDoppelt.\n`,
    'README.md': '# Über diese Sammlung\n',
    'a/satzung.md': '# Satzung A\n\n## § 1\nA.\n',
    'b/satzung.md': '# Satzung B\n\n## § 1\nB.\n',
    'bild.md': Buffer.from([0x89, 0x50, 0, 0]),
  })
  const out = join(folder, 'versions.sqlite')
  const report = await buildBundle({ from: input, out })
  assert.deepEqual([report.laws, report.norms], [3, 4])
  const corpus = await openCorpus({ dataset: out })
  try {
    const { items: laws } = await corpus.laws({})
    assert.deepEqual(laws.map(({ code }) => code).sort(), ['hafo', 'satzung', 'satzung_b'])
    const norm = await corpus.norm('hafo', 'par:1')
    assert.deepEqual([norm?.text, norm?.provenance.official, norm?.provenance.file], ['Neu.', false, 'neu.md'])
    const limitations = await corpus.limitations({})
    assert.deepEqual(limitations.map(({ reason }) => reason).sort(), [
      'bild.md: it is not text',
      'undatiert.md: other files have its code hafo, and it does not say from which day it holds',
      'z-doppelt.md: neu.md has the same code hafo and the same day of effect',
    ])
  } finally {
    await corpus.close()
  }
  assert.ok(report.findings.some(({ reason }) => /README\.md is about the laws/.test(reason)))
})

test('days of effect of a file alone are those of its norms: to come, ended, and between', async () => {
  const file = (code: string, days: string, more = '') =>
    `---\ncode: ${code}\ntitle: ${code}\njurisdiction: x-moewe\n${days}\n---\n# ${code}\n## § 1\nEins.\n## § 2\n(weggefallen)\n${more}`
  const input = written({
    'kommt.md': file('kommt', 'in_force_from: 2030-01-01'),
    'endete.md': file('endete', 'in_force_from: 2010-01-01\nin_force_to: 2019-12-31'),
    'endet.md': file('endet', 'in_force_from: 2010-01-01\nin_force_to: 2035-12-31'),
    'nur-ende.md': file('nurende', 'in_force_to: 2019-12-31'),
    'luecke-1.md': file('luecke', 'in_force_from: 2010-01-01\nin_force_to: 2014-12-31'),
    'luecke-2.md': file('luecke', 'in_force_from: 2018-01-01', '## § 3\nDrei.\n'),
    'offen.md': file('offen', 'in_force_from: 2010-01-01\nin_force_to: 9999-12-31'),
    'verkehrt.md': file('verkehrt', 'in_force_from: 2020-01-01\nin_force_to: 2010-12-31'),
    'sr.md': '---\nidentifier: sr-1\ncountry: ch\ntitle: SR\nentry_into_force: 1912-01-01\n---\n## Art. 1\nA.\n',
  })
  const out = join(folder, 'days.sqlite')
  await buildBundle({ from: input, out, fetchedAt: '2026-04-29' })
  const corpus = await openCorpus({ dataset: out })
  const server = await listen(createApp({ corpus: () => corpus }).handler)
  try {
    const on = async (code: string, in_force_on?: string, path = 'par:1') => {
      const asked = { code, norm: path, ...(in_force_on !== undefined && { in_force_on }) }
      const found = await norm.run(corpus, asked).catch(({ kind }: LegalTextError) => kind)
      return typeof found === 'string' ? found : [found.status, found.in_force_from, found.in_force_to]
    }
    assert.deepEqual(await on('kommt'), ['not_yet_in_force', '2030-01-01', null])
    assert.equal(await on('kommt', '2029-12-31'), 'not_found')
    assert.deepEqual(await on('kommt', '2030-01-01'), ['in_force', '2030-01-01', null])
    assert.deepEqual(await on('endete'), ['repealed', null, '2019-12-31'])
    assert.deepEqual(await on('endete', '2019-12-31'), ['in_force', null, '2019-12-31'])
    assert.deepEqual(await on('endete', '2019-12-31', 'par:2'), ['repealed', null, null])
    assert.deepEqual(await on('endet'), ['in_force', null, '2035-12-31'])
    assert.deepEqual(await on('endet', '2036-01-01'), ['repealed', null, '2035-12-31'])
    assert.deepEqual(await on('nurende'), ['repealed', null, '2019-12-31'])
    assert.deepEqual(await on('verkehrt'), ['in_force', null, null])
    assert.deepEqual(await on('offen', '2500-01-01'), ['in_force', null, null])
    assert.equal(await on('sr-1', '1950-01-01', 'art:1'), 'not_found')
    // A norm of a later version has its own day, one of the first version may be older.
    assert.deepEqual(await on('luecke', undefined, 'par:3'), ['in_force', '2018-01-01', null])
    const inGap = ['2014-12-31', '2016-01-01', '2018-01-01'].map(async (day) => (await on('luecke', day))[0])
    assert.deepEqual(await Promise.all(inGap), ['in_force', 'repealed', 'in_force'])
    const outline = await law.run(corpus, { code: 'kommt' })
    assert.deepEqual(
      [outline.in_force_from, ...outline.norms.map(({ status }) => status)],
      ['2030-01-01', 'not_yet_in_force', 'not_yet_in_force'],
    )
    const { findings } = await check.run(corpus, { text: '§ 1 kommt, § 1 endete, § 1 endet' })
    assert.deepEqual(
      findings.map((each) => each.class),
      ['wrong', 'wrong', 'right'],
    )
    const { changes: found } = await changes.run(corpus, { by: 'effect' })
    assert.deepEqual(
      found.filter((each) => each.norm === null).map((each) => [each.observed_on, each.type, each.code]),
      [
        ['2036-01-01', 'removed', 'endet'],
        ['2030-01-01', 'added', 'kommt'],
        ['2020-01-01', 'removed', 'endete'],
        ['2015-01-01', 'removed', 'luecke'],
      ],
    )
    const feed = await (await fetch(`http://127.0.0.1:${server.port}/changes.atom?by=effect`)).text()
    for (const [, href = ''] of feed.matchAll(/application\/json" href="(laws[^"]*)"/g)) {
      const address = new URL(href.replaceAll('&amp;', '&'), `http://127.0.0.1:${server.port}/`)
      assert.equal((await fetch(address)).status, 200, href)
    }
    const page = await fetch(`http://127.0.0.1:${server.port}/kommt`, { headers: { accept: 'text/html' } })
    assert.match((await page.text()).replace(/<[^>]*>/g, ' '), /In force +from +1 January +2030/)
  } finally {
    await server.close()
    await corpus.close()
  }
})

test('an official text comes before conversions of it, under the same code and under another', async () => {
  const conversion = (code: string, text: string) =>
    `---\ncode: ${code}\nabbreviation: MSGB\ntitle: Umgesetztes Gesetzbuch\njurisdiction: de\n---\n## § 1 Eins\n${text}\n`
  const input = written({
    'd_msgb.md': conversion('d_msgb', 'Umgesetzt.'),
    'msgb.md': conversion('msgb', 'Umgesetzt.'),
    'verweis.md':
      '---\ncode: verweis\ntitle: Verweisordnung\njurisdiction: de\n---\n## § 1 Verweis\nEs gilt § 1 Absatz 1 des MSGB.\n',
  })
  const build = async (priority?: string[]) => {
    const out = join(folder, 'official.sqlite')
    const from = [input, join(packageRoot, 'src/starter/msgb')]
    await buildBundle({ from, out, fetchedAt: '2026-04-29', priority })
    return openCorpus({ dataset: out })
  }
  const corpus = await build()
  try {
    const { source_family } = await law.run(corpus, { code: 'msgb' })
    assert.equal(source_family, 'gesetze-im-internet')
    const limitations = await corpus.limitations({})
    assert.ok(limitations.some(({ reason }) => reason === 'msgb: the law is that of the source gesetze-im-internet'))
    const named = await norm.run(corpus, { code: 'MSGB', norm: '1' })
    assert.equal(named.code, 'msgb')
    assert.match(named.law_note ?? '', /d_msgb \(Umgesetztes Gesetzbuch; not an official text\)$/)
    const { findings } = await check.run(corpus, { text: 'Nach § 1 MSGB.' })
    assert.deepEqual([findings[0]?.class, findings[0]?.code], ['right', 'msgb'])
    const cited = await relationships.run(corpus, { code: 'verweis', norm: '1', type: 'cites' })
    assert.equal(cited.relationships[0]?.code, 'msgb')
    assert.equal((await norm.run(corpus, { code: 'd_msgb', norm: '1' })).provenance.official, false)
  } finally {
    await corpus.close()
  }
  const preferred = await build(['markdown'])
  assert.equal((await law.run(preferred, { code: 'msgb' })).source_family, 'markdown')
  await preferred.close()
})

test('commits of a repository in the form of legalize are versions from the day of their author', async () => {
  const repository = written({})
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', repository, '-c', 'user.name=x', '-c', 'user.email=x@example.org', ...words])
  git('init', '-q')
  const commit = (day: string, text: string, message = 'x') => {
    writeFileSync(
      join(repository, 'fg.md'),
      `---\ntitle: Fährengesetz\nidentifier: fg\ncountry: ch\nshort_title: FäG\n---\n##### **Art. 1** Zweck\n${text}\n`,
    )
    git('add', '.')
    git('commit', '-q', '-m', message, '--date', `${day}T12:00:00Z`)
  }
  commit('1970-01-02', 'Erste Fassung.', 'x\n\nSource-Date: 1950-03-04')
  commit('2001-02-03', 'Zweite Fassung.')
  commit('2011-02-03', 'Dritte Fassung.')
  commit('2011-02-04', 'Vierte Fassung.', 'x\n\nSource-Date: 2031-02-03')
  const out = join(folder, 'history.sqlite')
  await buildBundle({ history: { repository: { path: repository } }, out, today: '2026-01-01' })
  const corpus = await openCorpus({ dataset: out })
  try {
    const versions = await corpus.normVersions('fg', 'art:1')
    assert.deepEqual(
      versions.map(({ valid_from, valid_to }) => [valid_from, valid_to]),
      [
        ['2031-02-03', null],
        ['2011-02-03', '2031-02-02'],
        ['2001-02-03', '2011-02-02'],
        ['1950-03-04', '2001-02-02'],
      ],
    )
    const texts = [corpus, corpus.inForceOn('2031-02-03')].map((each) => each.norm('fg', 'art:1'))
    assert.deepEqual(
      (await Promise.all(texts)).map((norm) => norm?.text),
      ['Dritte Fassung.', 'Vierte Fassung.'],
    )
  } finally {
    await corpus.close()
  }
})

test('images beside a file are kept; missing and remote ones are a finding, and their words stay', async () => {
  const text = `---
code: plan
---
## § 1 Plan
![Plan](../bilder/plan%201.png) und ![Karte][k], ![Luftbild](https://bild.example/luft.png), ![Skizze](fehlt.gif).

<img src="/karte.jpg" alt="nochmals die Karte">

[k]: ../karte.jpg
`
  const files = { 'texte/plan.md': text, 'bilder/plan 1.png': png(30, 20), 'karte.jpg': jpeg(300, 200) }
  const input = written({ ...files, 'andere/fehlt.gif': gif(1, 1) })
  const out = join(folder, 'images.sqlite')
  const report = await buildBundle({ from: input, out })
  assert.deepEqual(report.images, { stored: 2, missing: 2 })
  assert.deepEqual(report.findings.map(({ reason }) => reason).sort(), [
    'texte/plan.md: the image fehlt.gif is not in the input',
    'texte/plan.md: the image https://bild.example/luft.png is at an address, from which nothing is fetched',
  ])
  const corpus = await openCorpus({ dataset: out })
  try {
    const norm = await corpus.norm('plan', 'par:1')
    assert.deepEqual(
      norm?.attachments.map(({ name, description, image }) => [name, description, image?.width]),
      [
        ['../bilder/plan%201.png', 'Plan', 30],
        ['../karte.jpg', 'Karte', 300],
        ['https://bild.example/luft.png', 'Luftbild', undefined],
        ['fehlt.gif', 'Skizze', undefined],
        ['/karte.jpg', 'nochmals die Karte', 300],
      ],
    )
  } finally {
    await corpus.close()
  }
  const { findings } = await inspectFile(join(input, 'texte/plan.md'))
  assert.deepEqual(
    findings.map(({ reason }) => reason.split(' is ')[0]),
    ['the image https://bild.example/luft.png', 'the image fehlt.gif', 'the image /karte.jpg'],
  )
})

test('a template is read without a doubt, and is never written over a file', async () => {
  const file = join(written({}), 'satzung.md')
  await writeTemplate(file)
  const report = await inspectFile(file)
  assert.deepEqual(report.findings, [])
  assert.deepEqual(
    report.outline.map(({ norm, label }) => norm ?? label),
    ['text:1', 'Erster Teil', 'par:1', 'par:2', 'annex:1'],
  )
  assert.ok(readFileSync(file, 'utf8').includes('jurisdiction: x-musterstadt'))
  await assert.rejects(writeTemplate(file), /exists/)
  await assert.rejects(inspectFile(join(folder, 'none.md')), /cannot read/)
  writeFileSync(file, '---\n- x\n---\n')
  await assert.rejects(inspectFile(file), /line 2: its front matter must be a mapping/)
})

test('the by-law and the contract of the starter have two versions each, one of them to come, and nothing doubtful', async () => {
  const out = join(folder, 'starter.sqlite')
  const from = join(packageRoot, 'src', 'starter-markdown')
  const report = await buildBundle({ from, out, fetchedAt: '2026-01-01' })
  assert.deepEqual([report.laws, report.limitations, report.findings], [2, 0, []])
  assert.deepEqual(report.images, { stored: 1, missing: 0 })
  const corpus = await openCorpus({ dataset: out })
  try {
    const law = await corpus.law('marktsatzung')
    assert.deepEqual(
      law?.norms.map(({ norm }) => norm),
      ['text:1', 'toc:1', 'par:1', 'par:2', 'par:3', 'par:4', 'par:4a', 'annex:1', 'annex:2'],
    )
    const texts = await Promise.all(
      ['2019-05-01', '2024-05-01'].map((day) => corpus.atState(day).norm('marktsatzung', 'par:2')),
    )
    assert.deepEqual(
      texts.map((norm) => /\d+ Uhr/.exec(norm?.text ?? '')?.[0]),
      ['12 Uhr', '14 Uhr'],
    )
    const first = await corpus.norm('marktsatzung', 'par:1')
    assert.ok(first?.subdivisions.some(({ path }) => path === 'abs:2/satz:1/nr:2/buchst:b'))
    const clauses = await Promise.all(
      ['2021-01-01', '2026-12-31', '2027-01-01'].map((day) => corpus.inForceOn(day).norm('liegeplatz', 'item:2.1')),
    )
    assert.deepEqual(
      [await corpus.norm('liegeplatz', 'item:2.1'), ...clauses].map((norm) => /\d+ Euro/.exec(norm?.text ?? '')?.[0]),
      ['480 Euro', '480 Euro', '480 Euro', '520 Euro'],
    )
    const versions = await corpus.normVersions('liegeplatz', 'item:2.1')
    assert.deepEqual(
      versions.map(({ valid_from, valid_to }) => [valid_from, valid_to]),
      [
        ['2027-01-01', null],
        ['2020-01-01', '2026-12-31'],
      ],
    )
    const { items } = await corpus.changes({ since: '2026-01-01', byEffect: true, limit: 9, offset: 0 })
    assert.deepEqual(
      items.map(({ observed_on, code, norm, type }) => [observed_on, code, norm, type]),
      [['2027-01-01', 'liegeplatz', 'item:2.1', 'changed']],
    )
  } finally {
    await corpus.close()
  }
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HeadingStack, normState, readHeading } from '../../../src/import/gii/law-reader.ts'
import { lawFolder, officialFolder, PageNames, sourceArchive } from '../../../src/import/gii/official-site.ts'
import { readLawState } from '../../../src/import/gii/state-notes.ts'
import type { XmlElement } from '../../../src/import/xml-tree.ts'

const element = (name: string, ...children: (XmlElement | string)[]): XmlElement => ({ name, attributes: {}, children })
const heading = (number: string, designation: string) =>
  readHeading(
    element(
      'metadaten',
      element('gliederungseinheit', element('gliederungskennzahl', number), element('gliederungsbez', designation)),
    ),
  )

describe('headings', () => {
  const cases: [string, string, string][] = [
    ['Buch 2', 'book', '2'],
    ['Erster Abschnitt', 'section', '1'],
    ['ZWEITER ABSCHNITT', 'section', '2'],
    ['Zweiunddreißigster Abschnitt', 'section', '32'],
    ['Siebentes Buch', 'book', '7'],
    ['Zwölftes Kapitel', 'chapter', '12'],
    ['Sechzehnter Teil', 'part', '16'],
    ['2. Abschnitt', 'section', '2'],
    ['5a. Abschnitt', 'section', '5a'],
    ['II. Abschnitt', 'section', 'II'],
    ['Abschnitt II.', 'section', 'II'],
    ['Unterabschnitt 3a', 'subsection', '3a'],
    ['Titel VIa', 'title', 'VIa'],
    ['Art 246a', 'article', '246a'],
    ['Art 27 bis 37', 'article', '27 bis 37'],
    ['Erstes Buch (I)', 'book', '1'],
    ['Abschnitt 3, Sonderfälle', 'section', '3'],
    ['I.', 'item', 'I'],
    ['a)', 'item', 'a'],
    ['-', 'heading', ''],
    ['Schlußvorschriften', 'heading', ''],
    ['Artenschutz', 'heading', ''],
  ]
  for (const [designation, kind, number] of cases) {
    it(`${designation} is ${kind} ${number}`, () => {
      assert.deepEqual([heading('010', designation)?.kind, heading('010', designation)?.number], [kind, number])
    })
  }

  it('hold until the next of the same or a higher level', () => {
    const stack = new HeadingStack()
    const open = () => stack.current().map(({ label }) => label)
    for (const [number, designation] of [
      ['010', 'Teil 1'],
      ['010010000010', 'Art 1'],
      ['010020', 'Kapitel 2'],
    ] as const) {
      stack.enter(heading(number, designation) as NonNullable<ReturnType<typeof heading>>, 0)
    }
    assert.deepEqual(open(), ['Teil 1', 'Kapitel 2'])
    stack.place(heading('010020', 'Teil 1') as NonNullable<ReturnType<typeof heading>>, 0)
    assert.deepEqual(open(), ['Teil 1', 'Kapitel 2'], 'a heading that is open already is not entered again')
    stack.place(heading('010020', '-') as NonNullable<ReturnType<typeof heading>>, 0)
    assert.deepEqual(open(), ['Teil 1', 'Kapitel 2'], 'a dash with the code of an open heading belongs to that')
    stack.place(heading('020', '-') as NonNullable<ReturnType<typeof heading>>, 0)
    assert.deepEqual(open(), ['Teil 1'], 'a dash ends what stands before it, but no part that has its level')
  })
})

describe('status', () => {
  const cases: [string, string, boolean, string][] = [
    ['(weggefallen)', '', false, 'repealed'],
    ['(weggefallen)', '-', false, 'repealed'],
    ['(aufgehoben)', '', false, 'repealed'],
    ['(zu § 5)(weggefallen)', '', false, 'repealed'],
    ['', '(weggefallen)', false, 'repealed'],
    ['(jetzt § 5)', '', false, 'repealed'],
    ['', '', true, 'repealed'],
    ['Änderungsvorschriften', '', true, 'in_force'],
    ['(zukünftig in Kraft)', '', false, 'not_yet_in_force'],
    ['', '(zukünftig in Kraft)', false, 'not_yet_in_force'],
    ['(zukünftig in Kraft)', '', true, 'not_yet_in_force'],
    ['', '', false, 'in_force'],
    ['Kauf', 'Der Käufer zahlt (Absatz 2 ist weggefallen).', false, 'in_force'],
  ]
  for (const [title, text, isRange, expected] of cases) {
    it(`${JSON.stringify(title)} ${JSON.stringify(text)} ${isRange ? 'range ' : ''}is ${expected}`, () => {
      assert.equal(normState({ heading: title, text, isRange, footnotes: '' }, '2026-01-01').status, expected)
    })
  }
})

describe('a norm that is not yet in force', () => {
  const norm = { heading: '(zukünftig in Kraft)', text: '', isRange: false }
  const note = (subject: string) =>
    `(+++ ${subject}: Tritt gem. Art. 9 Abs. 2 G v. 1.2.2025 I Nr. 3 am 01.07.2026 in Kraft +++)`

  it('has the day that the source names', () => {
    assert.deepEqual(normState({ ...norm, footnotes: note('§ 7') }, '2026-01-01'), {
      status: 'not_yet_in_force',
      inForceFrom: '2026-07-01',
    })
    assert.deepEqual(normState({ ...norm, footnotes: '(+++ § 7: Tritt am Tag nach der Feier in Kraft +++)' }, null), {
      status: 'not_yet_in_force',
    })
  })

  it('is one whose note names a day after its document, as a whole and not in part', () => {
    const worded = { heading: 'Kauf', text: 'Der Käufer zahlt.', isRange: false }
    const status = (subject: string, date: string | null) =>
      normState({ ...worded, footnotes: note(subject) }, date).status
    assert.equal(status('§ 7', '2026-01-01'), 'not_yet_in_force')
    assert.equal(status('§§ 7 bis 9', '2026-01-01'), 'not_yet_in_force')
    assert.equal(status('§ 7', '2026-08-01'), 'in_force')
    assert.equal(status('§ 7', null), 'in_force')
    assert.equal(status('§ 7 Abs. 2', '2026-01-01'), 'in_force')
    assert.equal(status('Abschnitt 1 (vor § 7)', '2026-01-01'), 'in_force')
  })
})

describe('status date', () => {
  const cases: [string, string | null][] = [
    ['zuletzt geändert durch Art. 1 G v. 29.3.2026 I Nr. 83', '2026-03-29'],
    ['Geändert durch Art. 1 V vom 12. 8.2025 I Nr. 198', '2025-08-12'],
    ['Geändert durch Art. 1 V v. 22.12.2021 I 5259 mWv 1.1.2030', '2021-12-22'],
    ['geändert durch V v. 6.11.2020, dieser geändert durch V v. 7.4.2021', '2021-04-07'],
    ['Geändert durch G v. 31.2.2003', null],
    ['Neuer Stand', null],
  ]
  for (const [text, expected] of cases) {
    it(`${text} -> ${expected}`, () => assert.equal(readLawState([{ type: 'Stand', text }]).statusDate, expected))
  }
  it('comes from the newest Stand comment and from no other', () => {
    const notes = [
      { type: 'Neuf', text: 'Bek. v. 1.1.2025' },
      { type: 'Stand', text: 'G v. 7.7.2009' },
      { type: 'Stand', text: 'G v. 2.3.2023' },
      { type: 'Aufh', text: 'G v. 1.1.2026' },
    ]
    assert.equal(readLawState(notes).statusDate, '2023-03-02')
    const { statusDate, statusNote } = readLawState([])
    assert.deepEqual([statusDate, statusNote], [null, null])
  })
})

describe('pages of the official site', () => {
  it('stand beside the archive of the law', () => {
    assert.equal(lawFolder('https://recht.example/bgb/xml.zip'), 'https://recht.example/bgb')
    assert.equal(lawFolder(sourceArchive('bgb')), officialFolder('bgb'))
    assert.equal(lawFolder('file:///bgb.zip'), undefined)
    assert.equal(new PageNames(undefined, 'BJNR1').norm('BJNR1E1', '§ 1', ''), null)
  })

  it('are named by the designation', () => {
    const pages = new PageNames('https://recht.example/x_g', 'BJNR1')
    const page = (designation: string, title = '') =>
      (pages.norm('BJNR1BJNE9', designation, title) ?? '').replace(/^.*\/x_g\//, '')
    const cases: [string, string][] = [
      ['§ 433', '__433.html'],
      ['§ 675aa', '__675aa.html'],
      ['§ 3.28a', '__3_28a.html'],
      ['Art 1', 'art_1.html'],
      ['Anlage 1', 'anlage_1.html'],
      ['Anlage', 'anlage.html'],
      ['(XXXX) §§ 61 bis 63', '___61_bis_63.html'],
      ['(XXXX)§§ 30 und 31', '___30_und_31.html'],
      ['§§ 13b u. 13c', '___13b_u__13c.html'],
      ['Inhaltsübersicht', 'inhalts_bersicht.html'],
      ['Schlußformel', 'schlu_formel.html'],
      ['I.', 'i_.html'],
      ['(XXXX) §§ 103, 103a und 104', '___103,_103a_und_104.html'],
      ['Anlage I Kap II A II', 'anlage_i_kap_ii_a_ii.html'],
      ['Anlage I Kap II A III', 'BJNR1BJNE9.html'],
      ['(XXXX)', '----.html'],
      ['XXXX', '----_1.html'],
      ['§ 433', '__433_1.html'],
      ['§ 433', '__433_2.html'],
    ]
    for (const [designation, expected] of cases) assert.equal(page(designation), expected, designation)
    assert.equal(page('(XXXX)', 'Anlagen:'), 'anlagen:.html')
  })

  it('carry the article above, until a heading of the upper levels that is none', () => {
    const pages = new PageNames('https://recht.example/x', 'BJNR1')
    const page = (designation: string) => (pages.norm('N', designation, '') ?? '').replace(/^.*\/x\//, '')
    assert.match(pages.heading('BJNR1G1', 'Art 246a', 3) ?? '', /\/x\/BJNR1\.html#BJNR1G1$/)
    assert.equal(page('§ 1'), 'art_246a__1.html')
    assert.equal(page('Anlage 16'), 'art_246aanlage_16.html')
    assert.equal(page('Art 7'), 'art_7.html')
    pages.heading('BJNR1G2', 'Abschnitt 1', 4)
    assert.equal(page('§ 2'), 'art_246a__2.html')
    pages.heading('BJNR1G3', 'Abschnitt 2', 3)
    assert.equal(page('§ 3'), '__3.html')
  })
})

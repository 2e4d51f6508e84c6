import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'
import type { CitingNorm } from '../../../src/import/citations/citing-norm.ts'
import { LawIndex } from '../../../src/import/citations/law-index.ts'
import { StoredLaws } from '../../../src/import/citations/law-tables.ts'
import { readCitations } from '../../../src/import/citations/read-citations.ts'
import { assetPath } from '../../../src/program/package.ts'
import { assertLinearInPieces } from '../../growth.ts'

const database = new DatabaseSync(assetPath('starter.sqlite'), { readOnly: true })
const index = new LawIndex(new StoredLaws(database).on(undefined))
after(() => database.close())

const lawId = (code: string) =>
  (database.prepare('SELECT line AS id FROM law WHERE code = ?').get(code) as { id: number }).id
const nameOf = (norm: number | null) => {
  const row = database
    .prepare('SELECT law.code, norm.path FROM norm JOIN law ON law.id = norm.law WHERE norm.id = ?')
    .get(norm) as { code: string; path: string } | undefined
  return row && `${row.code} ${row.path}`
}

/** The citations of a text in a norm of MSGB with two Absätze: words, meaning, and citing part. */
function cited(text: string, norm: Partial<CitingNorm> = {}): string[] {
  const half = text.indexOf('(2)')
  const end = half < 0 ? text.length : half
  const citing: CitingNorm = {
    id: -1,
    law: lawId('msgb'),
    code: 'msgb',
    path: 'par:1',
    text,
    subdivisions: () => [
      ['abs:1', '(1)', 0, end],
      ['abs:1/satz:1', 'Satz 1', 0, end],
      ['abs:1/satz:1/nr:2', '2.', 0, end],
      ['abs:2', '(2)', end, text.length],
      ['abs:2/satz:1', 'Satz 1', end, text.length],
    ],
    own: 'all',
    language: 'de',
    title: 'Musterstadt-Gesetzbuch',
    ...norm,
  }
  return readCitations(citing, index).map(({ start, end, norm, law, path, name, subdivision }) => {
    const target =
      norm === -1
        ? 'itself'
        : (nameOf(norm) ??
          `? ${[law === lawId('msgb') ? 'msgb' : law, name, path].filter((part) => part !== null).join(' ')}`)
    return `${text.slice(start, end)} = ${target.trim()}${subdivision === null ? '' : ` ${subdivision}`}`
  })
}

describe('what a text cites', () => {
  const cases: [text: string, expected: string[], norm?: Partial<CitingNorm>][] = [
    ['Nach § 7 Abs. 2 Satz 1.', ['§ 7 Abs. 2 Satz 1 = msgb par:7 abs:2/satz:1']],
    ['§ 9 dieses Gesetzes', ['§ 9 = msgb par:9']],
    ['§ 3 HafenG', ['§ 3 HafenG = hafeng_2021 par:3']],
    ['§ 5 Absatz 2 des Hafengesetzes', ['§ 5 Absatz 2 des Hafengesetzes = hafeng_2021 par:5 abs:2']],
    ['§ 3 und des § 5 HafenG', ['§ 3 = hafeng_2021 par:3', '§ 5 HafenG = hafeng_2021 par:5']],
    ['§ 28, § 5 HafenG', ['§ 28 = msgb par:28', '§ 5 HafenG = hafeng_2021 par:5']],
    [
      '§§ 12 bis 14',
      [
        '§§ 12 bis 14 = msgb par:12',
        '§§ 12 bis 14 = msgb par:12aa',
        '§§ 12 bis 14 = msgb par:13',
        '§§ 12 bis 14 = msgb par:14',
      ],
    ],
    ['§ 4', ['§ 4 = msgb par:3-6']],
    ['§ 99', ['§ 99 = ? par:99']],
    ['§ 99 MSGB', ['§ 99 MSGB = ? msgb par:99']],
    ['§ 2 BienHV', ['§ 2 BienHV = ? BienHV par:2']],
    ['§ 2 der Büchereiverordnung', ['§ 2 der Büchereiverordnung = ? Büchereiverordnung par:2']],
    ['§ 9 des genannten Gesetzes', ['§ 9 = ? genannten Gesetzes par:9']],
    // An article list belongs to the law named after adjectives, whether the corpus has it or not.
    [
      'Die Bestimmungen der Artikel 1, 2 und 3 der deutschen Verfassung vom 11. August 1919',
      [1, 2, 3].map((number) => `${number === 1 ? 'Artikel 1' : number} = ? deutschen Verfassung art:${number}`),
    ],
    ['§ 9 und 12 dieses Gesetzes', ['§ 9 = msgb par:9', '12 = msgb par:12']],
    ['§ 9 der Revidierten Pariser Übereinkunft', ['§ 9 = ? Revidierten Pariser Übereinkunft par:9']],
    [
      '§ 9 des Hafenvergütungs- und -entschädigungsgesetzes gilt',
      ['§ 9 des Hafenvergütungs- und -entschädigungsgesetzes = ? Hafenvergütungs- und -entschädigungsgesetzes par:9'],
    ],
    ['§ 9 des jeweiligen ERP-Plangesetzes', ['§ 9 = ? jeweiligen ERP-Plangesetzes par:9']],
    ['Artikel 3', ['Artikel 3 = ? art:3']],
    [
      'Artikel 6 der Verordnung (EU) 2016/679',
      ['Artikel 6 der Verordnung (EU) 2016/679 = ? Verordnung (EU) 2016/679 art:6'],
    ],
    ['§ 3 des Mietvertrages', ['§ 3 des Mietvertrages = ? Mietvertrages par:3']],
    ['aus dem Hafengesetz:\na) § 3', ['§ 3 = hafeng_2021 par:3']],
    ['aus der Summe der Beträge:\na) § 9', ['§ 9 = msgb par:9']],
    ['(1) Nach Satz 1. (2) Nach Satz 1.', ['Satz 1 = itself abs:1/satz:1', 'Satz 1 = itself abs:2/satz:1']],
    ['(1) Nach Absatz 2 Satz 1.', ['Absatz 2 Satz 1 = itself abs:2/satz:1']],
    ['(1) Nach Nummer 2.', ['Nummer 2 = itself abs:1/nr:2']],
    ['(1) Nummer 9 von allen', []],
    [
      '§ 7 Absatz 1 bis 2 MSGB',
      [
        '§ 7 Absatz 1 bis 2 MSGB = msgb par:7 abs:1',
        '§ 7 Absatz 1 bis 2 MSGB = msgb par:7 abs:1a',
        '§ 7 Absatz 1 bis 2 MSGB = msgb par:7 abs:2',
      ],
    ],
    [
      '§ 5 Nr. 1 bis 3 FooG',
      [
        '§ 5 Nr. 1 bis 3 FooG = ? FooG par:5 nr:1',
        '§ 5 Nr. 1 bis 3 FooG = ? FooG par:5 nr:2',
        '§ 5 Nr. 1 bis 3 FooG = ? FooG par:5 nr:3',
      ],
    ],
    ['(1) Nach den Absätzen 1 bis 2.', ['Absätzen 1 bis 2 = itself abs:1', 'Absätzen 1 bis 2 = itself abs:2']],
    ['§ 7 Abs. 2 Nr. 1 Satz 2 MSGB', ['§ 7 Abs. 2 Nr. 1 Satz 2 MSGB = msgb par:7 abs:2/nr:1/satz:2']],
    ['Satz 1 des § 7 Abs. 2', ['Satz 1 des § 7 Abs. 2 = msgb par:7 abs:2/satz:1']],
    ['§ 28 und nach § 5 HafenG', ['§ 28 = msgb par:28', '§ 5 HafenG = hafeng_2021 par:5']],
    ['(Fundstelle: BGBl. 2024 I Nr. 2, S. 1 – 3)', []],
    ['(1) Nach Absatz 9.', ['Absatz 9 = ? abs:9']],
    [
      '§ 7 Absatz 2 Satz 1, auch in Verbindung mit Satz 2',
      ['§ 7 Absatz 2 Satz 1 = msgb par:7 abs:2/satz:1', 'Satz 2 = msgb par:7 abs:2/satz:2'],
    ],
    ['§ 7 Absatz 2 Abschnitt II Nummer 2 bis 20', ['§ 7 Absatz 2 Abschnitt II Nummer 2 bis 20 = msgb par:7 abs:2']],
    ['(1) Absatz 2 Abschnitt A Nummer 2', ['Absatz 2 Abschnitt A Nummer 2 = itself abs:2']],
    [
      '§ 5 Absatz 2 Satz 1, in Verbindung mit Absatz 1 Satz 1, oder Absatz 3 des Hafengesetzes',
      [
        '§ 5 Absatz 2 Satz 1, in Verbindung mit Absatz 1 Satz 1, oder Absatz 3 des Hafengesetzes = hafeng_2021 par:5 abs:2/satz:1',
        '§ 5 Absatz 2 Satz 1, in Verbindung mit Absatz 1 Satz 1, oder Absatz 3 des Hafengesetzes = hafeng_2021 par:5 abs:1/satz:1',
        '§ 5 Absatz 2 Satz 1, in Verbindung mit Absatz 1 Satz 1, oder Absatz 3 des Hafengesetzes = hafeng_2021 par:5 abs:3',
      ],
    ],
    [
      '§ 1 in Verbindung mit den §§ 3, 5 HafenG',
      ['§ 1 = hafeng_2021 par:1', '§§ 3 = hafeng_2021 par:3', '5 HafenG = hafeng_2021 par:5'],
    ],
    ['§ 3 des Hafengesetzes der DDR', ['§ 3 des Hafengesetzes der DDR = ? Hafengesetzes der DDR par:3']],
    ['§ 9', ['§ 9 = ? par:9'], { own: 'none' }],
    ['§ 2', ['§ 2 = msgbeg art:5/par:2'], { law: lawId('msgbeg'), code: 'msgbeg', path: 'art:5/par:1' }],
    ['§ 3', ['§ 3 = ? par:3'], { law: lawId('msgbeg'), code: 'msgbeg', path: 'art:3' }],
    ['', []],
  ]
  for (const [text, expected, norm] of cases) {
    test(JSON.stringify(text), () => assert.deepEqual(cited(text, norm), expected))
  }
})

describe('references whose law stands elsewhere', () => {
  const cases: [name: string, text: string, expected: string[], norm?: Partial<CitingNorm>][] = [
    ['a genitive in front of brackets is the law', 'des Hafengesetzes (§ 5)', ['§ 5 = hafeng_2021 par:5']],
    [
      'a dative in front of brackets is not, if the own law has the norm',
      'nach dem Hafengesetz (§ 9)',
      ['§ 9 = msgb par:9'],
    ],
    [
      'a dative in front of brackets is the law of a norm that the own law lacks',
      'nach dem Hafengesetz (§ 5)',
      ['§ 5 = hafeng_2021 par:5'],
      { law: lawId('msgbeg'), code: 'msgbeg', path: 'art:3' },
    ],
    [
      '`§ 5 des Gesetzes` in brackets is of the law in front',
      'des Hafengesetzes (§ 5 des Gesetzes)',
      ['§ 5 = hafeng_2021 par:5'],
    ],
    [
      'a list below a law that is applied as follows is of that law',
      'Die Vorschriften des Hafengesetzes finden wie folgt Anwendung:\n1. § 3 gilt,\n2. die §§ 5, 1.\n(2) § 7',
      ['§ 3 = hafeng_2021 par:3', '§§ 5 = hafeng_2021 par:5', '1 = hafeng_2021 par:1', '§ 7 = msgb par:7'],
    ],
    [
      'a list below the following rules of a law is of that law',
      'Folgende Vorschriften des Hafengesetzes gelten auch hier:\n1. § 3',
      ['§ 3 = hafeng_2021 par:3'],
    ],
    [
      'below modifications the law itself speaks',
      'Die Vorschriften des Hafengesetzes gelten mit folgenden Maßgaben:\n1. § 9',
      ['§ 9 = msgb par:9'],
    ],
    [
      'parts that are added before the law are of the same norm',
      '§ 5 Absatz 1, jeweils auch in Verbindung mit Absatz 2 Satz 1, des Hafengesetzes',
      [
        '§ 5 Absatz 1, jeweils auch in Verbindung mit Absatz 2 Satz 1, des Hafengesetzes = hafeng_2021 par:5 abs:1',
        '§ 5 Absatz 1, jeweils auch in Verbindung mit Absatz 2 Satz 1, des Hafengesetzes = hafeng_2021 par:5 abs:2/satz:1',
      ],
    ],
    [
      'a part that only the citing norm has is its own, though it is joined to another',
      '(1) Text (2) § 5 des Hafengesetzes in Verbindung mit Absatz 1 Satz 1 Nummer 2',
      ['§ 5 des Hafengesetzes = hafeng_2021 par:5', 'Absatz 1 Satz 1 Nummer 2 = itself abs:1/satz:1/nr:2'],
    ],
    [
      'a law that deviates from another cites what only that has',
      '§ 5 und § 7',
      ['§ 5 = msgb par:3-6', '§ 7 = msgb par:7'],
      { title: 'Verordnung zur vorübergehenden Abweichung vom Hafengesetz' },
    ],
    [
      'a law that amends cites articles of its own',
      'Artikel 3',
      ['Artikel 3 = msgbeg art:3'],
      { law: lawId('msgbeg'), code: 'msgbeg', own: 'articles' },
    ],
    ['a law that amends cites no sections of its own', '§ 9', ['§ 9 = ? par:9'], { own: 'articles' }],
    [
      'a law that introduces another cites what only that has',
      '§ 5',
      ['§ 5 = hafeng_2021 par:5'],
      { law: lawId('msgbeg'), code: 'msgbeg', path: 'art:3', title: 'Verordnung zur Einführung des Hafengesetzes' },
    ],
    [
      'a cell below the head of a column that names a law is of that law',
      'Nr.\tRechts-\u2028grundlage nach\u00a0Hafengesetz\u2028(HafenG)\tBetrag\n1\t§ 3\t5 Euro\n§ 5 Absatz 1\t6 Euro',
      ['§ 3 = hafeng_2021 par:3', '§ 5 Absatz 1 = hafeng_2021 par:5 abs:1'],
      { path: 'annex:1', own: 'running' },
    ],
    [
      'a list that amends a law does not cite the law in which it stands',
      'Das Fährgesetz wird wie folgt geändert:\n1. § 9 wird aufgehoben.\n(2) § 7',
      ['§ 9 = ? Fährgesetz par:9', '§ 7 = msgb par:7'],
    ],
    ['the page of a gazette is no sentence', '(Fundstelle: BGBl. 2023 I Nr. 99, S. 9 - 14)', []],
    [
      'an abbreviation that holds a section sign is one law',
      '§ 8 HafenG§10PrO',
      ['§ 8 HafenG§10PrO = ? HafenG§10PrO par:8'],
    ],
    ['the same in front of the norm', 'SGB2§48aFKV § 1', ['SGB2§48aFKV § 1 = ? SGB2§48aFKV par:1']],
    ['a norm after its law without gaps is a norm', 'HafenG§5', ['HafenG§5 = hafeng_2021 par:5']],
  ]
  for (const [name, text, expected, norm] of cases) {
    test(name, () => assert.deepEqual(cited(text, norm), expected))
  }
})

describe('parts', () => {
  test('a sentence within a number is never a sentence of the norm', () => {
    const text = '(1) Es gelten: 1. Ein Boot hat Platz. Satz 1 gilt nicht am Kai. 2. Ein Kahn nach Satz 1.'
    const second = text.indexOf('2. Ein')
    const subdivisions: CitingNorm['subdivisions'] = () => [
      ['abs:1', '(1)', 0, text.length],
      ['abs:1/satz:1', 'Satz 1', 0, text.length],
      ['abs:1/satz:1/nr:1', '1.', text.indexOf('1. Ein'), second],
      ['abs:1/satz:1/nr:1/satz:1', '1', text.indexOf('Ein'), text.indexOf('Satz 1')],
      ['abs:1/satz:1/nr:1/satz:2', '2', text.indexOf('Satz 1'), second],
      ['abs:1/satz:1/nr:2', '2.', second, text.length],
    ]
    assert.deepEqual(cited(text, { subdivisions }), [
      'Satz 1 = itself abs:1/satz:1/nr:1/satz:1',
      'Satz 1 = itself abs:1/satz:1',
    ])
    assert.deepEqual(cited('§ 7 Nr. 1 Satz 2 MSGB'), ['§ 7 Nr. 1 Satz 2 MSGB = msgb par:7 nr:1/satz:2'])
    assert.deepEqual(
      cited('§ 7 Nr. 1 Satz 2 bis 4 MSGB'),
      [2, 3, 4].map((sentence) => `§ 7 Nr. 1 Satz 2 bis 4 MSGB = msgb par:7 nr:1/satz:${sentence}`),
    )
  })
})

test('citations of parts of a norm take time in proportion to its parts', () => {
  const read = (text: string) => {
    const lines = text.split('\n').slice(0, -1)
    const subdivisions = lines.map((line, at): [string, string, number, number] => {
      return [`satz:1/nr:${at + 1}`, `${at + 1}.`, at * (line.length + 1), (at + 1) * (line.length + 1)]
    })
    const citing = { id: -1, law: lawId('msgb'), code: 'msgb', path: 'art:1', title: '' }
    const found = readCitations(
      { ...citing, text, subdivisions: () => subdivisions, own: 'all', language: 'en' },
      index,
    )
    assert.equal(found.length, lines.length)
  }
  assertLinearInPieces(
    read,
    (number) => `point ${String(((number - 1) % 900) + 1).padStart(3, ' ')} of this list\n`,
    300,
  )
})

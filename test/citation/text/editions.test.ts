import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Tokens } from '../../../src/citation/grammar/tokens.ts'
import { findDefinedNames } from '../../../src/citation/text/defined-names.ts'
import { editionAfter, editionBefore, findDocumentEditions, findEditions } from '../../../src/citation/text/editions.ts'
import { assertLinear } from '../../growth.ts'

const PIECES = [
  'in der ',
  'in der Fassung ',
  'a. F. ',
  'in der bis zum 1.1.2001 ',
  '(im Folgenden: A',
  'Gesetz über (XG) ',
  '(',
  'idF vom ',
  'Vorschriften zitiert in der alten Fassung ',
]

const behind = (words: string) => editionAfter(`§ 5 XG${words}`, 6, true)?.text

describe('the words of an edition', () => {
  it('are read after a citation', () => {
    for (const [words, edition] of [
      [' a. F.', 'a. F.'],
      [' aF bzw.', 'aF'],
      [' (nF)', 'nF'],
      [' i. d. F. des Art. 8 Nr. 6 YG vom 21. Juni 2002 (BGBl I', 'i. d. F. des Art. 8 Nr. 6 YG vom 21. Juni 2002'],
      [' idF des YG 2011, das', 'idF des YG 2011'],
      [' in der Fassung des Änderungsgesetzes sei', 'in der Fassung des Änderungsgesetzes'],
      [', jeweils in der Fassung vom 1.1.2000', 'jeweils in der Fassung vom 1.1.2000'],
      [
        ' vom 26. Juli 1994 (BGBl. I S. 1749) in der ab dem 2. Juli 2016 geltenden Fassung',
        'in der ab dem 2. Juli 2016 geltenden Fassung',
      ],
      [
        ' (XGB) in der zuletzt durch Gesetz vom 3. März 2020 geänderten Fassung',
        'in der zuletzt durch Gesetz vom 3. März 2020 geänderten Fassung',
      ],
      [' in der für das Streitjahr maßgeblichen Fassung', 'in der für das Streitjahr maßgeblichen Fassung'],
    ] as const) {
      assert.equal(behind(words), edition, words)
    }
  })

  it('are any words in front of `Fassung` that do not say that it is the one of today', () => {
    for (const words of [
      'in der zur Tatzeit geltenden Fassung',
      'in der bei Vertragsschluss gültigen Fassung',
      'in der bis zur Reform geltenden Fassung',
      'in der Fassung vor dem 1.1.2002',
      'in der Fassung bis 1997',
      'in der Fassung 1997',
      'in der Tatzeitfassung',
      'in der Vorgängerfassung',
      'in alter Fassung',
      'in der Neufassung vom 2.1.2002',
      'in der Bekanntmachung vom 2.1.2002',
      'idFv 2.1.2002',
      'alten Rechts',
      'alt',
      'Stand 2001',
      'der bis zum 31.12.2001 galt',
    ]) {
      assert.equal(behind(` ${words}`), words)
    }
    assert.equal(behind(' in der Fassung, die bis 2001 galt'), 'in der Fassung')
  })

  it('may stand in brackets, or after the abbreviation of the law between dashes', () => {
    for (const words of ['2008', 'alt', 'Fassung bis 31.12.2001', 'Stand: 1.1.2001', 'gültig bis 31.12.2001', 'a.F.']) {
      assert.equal(behind(` (${words})`), words)
    }
    assert.equal(behind(' [a.F.]'), 'a.F.')
    assert.equal(behind(' - XGB - in der bis 2001 geltenden Fassung'), 'in der bis 2001 geltenden Fassung')
  })

  it('are none where they name the law of today, or nothing', () => {
    for (const words of [
      ' in der geltenden Fassung',
      ' in der jeweils geltenden Fassung',
      ' nach der Auffassung des Gerichts',
      ' in der aktuellen Fassung',
      ' in heutiger Zeit',
      ' neu auszulegen',
      ' (neu: Kaufsache)',
      ' (vor Gericht)',
      ', die bis Dezember galten',
      ' Alt. 1',
      ' (vgl. BGH, Urteil vom 1.1.2018)',
      ' in der Hauptverhandlung',
      ' i. V. m. § 5',
      ' nach der Satzung',
      ' ist in Kraft seit 1.1.2001',
      ' an Fällen',
    ]) {
      assert.equal(behind(words), undefined, words)
    }
  })

  it('are read in front of a citation', () => {
    for (const [words, edition] of [
      ['in der bis zum 31.12.2001 geltenden Fassung des ', 'in der bis zum 31.12.2001 geltenden Fassung'],
      ['die Ursprungsfassung des ', 'Ursprungsfassung'],
      ['des alten ', 'alten'],
      ['die bis 31. Dezember 2017 in ', 'bis 31. Dezember 2017 in'],
      ['der im Streitzeitraum geltende ', 'im Streitzeitraum geltende'],
      ['der damals noch anwendbare ', 'damals noch anwendbare'],
      ['a. F. des ', 'a. F.'],
      ['der hier maßgebliche ', undefined],
      ['der nach der Rechtsprechung geltende ', undefined],
      ['die Frist läuft nach ', undefined],
      ['in der geltenden Fassung des ', undefined],
    ] as const) {
      assert.equal(editionBefore(`${words}§ 5 XG`, words.length)?.text, edition, words)
    }
  })

  it('may hold for a document, for the laws that the sentence names', () => {
    const read = (text: string) =>
      findDocumentEditions(text, new Tokens(text)).map(({ words, names }) => [words, ...names])
    assert.deepEqual(read('Alle Paragraphen des XGB sind in der Fassung vom 1.1.2001 gemeint.'), [
      ['in der Fassung vom 1.1.2001', 'XGB'],
    ])
    assert.deepEqual(read('Vorschriften ohne nähere Bezeichnung werden in der alten Fassung zitiert.'), [
      ['in der alten Fassung'],
    ])
    assert.deepEqual(read('Paragraphen ohne Gesetzesangabe sind solche des XGB in der bis 2001 geltenden Fassung.'), [
      ['in der bis 2001 geltenden Fassung', 'XGB'],
    ])
    assert.deepEqual(read('Es gilt § 5 XGB in der Fassung vom 1.1.2001, soweit er passt.'), [])
  })

  it('and definitions take time in proportion to the length of a text', () => {
    const work = (text: string) => {
      const tokens = new Tokens(text)
      return [findEditions(text), findDocumentEditions(text, tokens), findDefinedNames(text, tokens)]
    }
    for (const piece of PIECES) assertLinear(work, piece)
  })
})

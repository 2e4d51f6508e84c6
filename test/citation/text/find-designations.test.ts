import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatElements } from '../../../src/citation/norm-path.ts'
import {
  type FoundDesignation,
  type FoundNorm,
  findDesignations,
} from '../../../src/citation/text/find-designations.ts'
import { random } from '../random.ts'

/** `par:433/abs:1`, `par:3..6`, `par:305ff`, `par:5/abs:2..4`, with qualifiers after `+`. */
function write({ readings, to, following, subdivision, subdivisionTo, qualifiers }: FoundNorm): string {
  const norm = formatElements(readings[0] ?? []) + (to === undefined ? '' : `..${to}`) + (following ?? '')
  const parts = formatElements(subdivision) + (subdivisionTo === undefined ? '' : `..${subdivisionTo}`)
  return (
    [norm, ...(parts === '' ? [] : [parts])].join('/') +
    qualifiers.map(({ kind, value }) => `+${kind}:${value}`).join('')
  )
}

const norms = (text: string) => findDesignations(text).flatMap((found) => found.norms.map(write))
const firstName = ({ namesAfter, namesBefore }: FoundDesignation) => [...namesAfter, ...namesBefore][0]?.text

const LIST = Array.from({ length: 60 }, (_, index) => index + 1)

describe('a citation in running text', () => {
  const cases: [text: string, ...norms: string[]][] = [
    ['nach § 433 Abs. 1 Satz 2 Nr. 3 Buchst. a BGB ist', 'par:433/abs:1/satz:2/nr:3/buchst:a'],
    ['§ 433 I 2 BGB', 'par:433/abs:1/satz:2'],
    ['§ 823 I, II BGB', 'par:823/abs:1', 'par:823/abs:2'],
    ['§ 13 Abs. 3a Satz 1 und 4 SGB V', 'par:13/abs:3a/satz:1', 'par:13/abs:3a/satz:4'],
    ['Art. 246a § 1 Abs. 2 S. 1 Nr. 1 EGBGB', 'art:246a/par:1/abs:2/satz:1/nr:1'],
    ['Art. 229 §§ 5, 6 EGBGB', 'art:229/par:5', 'art:229/par:6'],
    ['Artikel 6 Absatz 1 Unterabsatz 1 Buchstabe f DSGVO', 'art:6/abs:1/buchst:f+unterabsatz:1'],
    ['Erwägungsgrund 47 DSGVO', 'recital:47'],
    ['Erwägungsgründe 47 und 48 DSGVO', 'recital:47', 'recital:48'],
    ['Anlage 2 zu § 5 StVO', 'annex:2', 'par:5'],
    ['Anlage 2 (zu § 5 Abs. 1) StVO', 'annex:2'],
    ['§ 433\u2009Abs.\u202f1\u00a0BGB', 'par:433/abs:1'],
    ['§433Abs.1S.2BGB', 'par:433/abs:1/satz:2'],
    ['§ 14\n Abs. 1\nGG', 'par:14/abs:1'],
    ['§ 14\n\n Abs. 1\nGG', 'par:14/abs:1'],
    ['§ 74 a Abs. 1 HGB', 'par:74a/abs:1'],
    ['(vgl. § 74 a)', 'par:74a'],
    ['§ 13 Abs. 3 S. 1 Alt. 2 SGB V', 'par:13/abs:3/satz:1+alternative:2'],
    // Ranges
    ['§§ 3 bis 6 BGB', 'par:3..6'],
    ['§§3bis6BGB', 'par:3..6'],
    ['§§ 1-3 BGB', 'par:1..3'],
    ['§§ 1 – 3 BGB', 'par:1..3'],
    ['§ 1 bis § 3 BGB', 'par:1..3'],
    ['§ 5 - 3 Monate später', 'par:5'],
    ['§§ 305 ff. BGB', 'par:305ff'],
    ['§§ 305ff. BGB', 'par:305ff'],
    ['§§ 69f. FGG', 'par:69f'],
    ['§ 69f FGG', 'par:69f'],
    ['§ 5 Abs. 2 bis 4 UWG', 'par:5/abs:2..4'],
    ['Art. 1 bis 3 GG', 'art:1..3'],
    // Lists
    ['§§ 812, 818 Abs. 2 und 819 BGB', 'par:812', 'par:818/abs:2', 'par:819'],
    ['§§ 3, 5 Abs. 1 und 2 Nr. 1 UWG', 'par:3', 'par:5/abs:1', 'par:5/abs:2/nr:1'],
    ['§§ 92 Abs. 1, 97 Abs. 1, 269 Abs. 3 ZPO', 'par:92/abs:1', 'par:97/abs:1', 'par:269/abs:3'],
    ['§§ 708 Nr. 7,10, 711 ZPO', 'par:708/nr:7', 'par:708/nr:10', 'par:711'],
    ['§§ 823 Abs. 1, 249 BGB', 'par:823/abs:1', 'par:249'],
    ['§§ 25 bis 29, 30 Abs. 2 gelten', 'par:25..29', 'par:30/abs:2'],
    ['§ 5, 6 BGB', 'par:5', 'par:6'],
    // A bare letter belongs to the number of the first bound
    ['§§ 312b–d BGB', 'par:312b..312d'],
    ['§§ 305b-d, 307 BGB', 'par:305b..305d', 'par:307'],
    ['§§ 312 b bis d BGB', 'par:312b..312d'],
    ['Art. 6a–c EGBGB', 'art:6a..6c'],
    ['§ 15a-c InsO', 'par:15a..15c'],
    ['§§ 3a – b) der Käufer', 'par:3a'],
    ['§ 3a – b Personen', 'par:3a'],
    ['§§ 3a, 4b – i. V. m. § 5 BGB', 'par:3a', 'par:4b', 'par:5'],
    ['§§ 3b – a. F. des BGB', 'par:3b'],
    ['Art. 1 und 2 GG', 'art:1', 'art:2'],
    [`Art. ${LIST.join(', ')} GG`, ...LIST.map((number) => `art:${number}`)],
    [`Art. ${LIST.join(', ')} Personen`, 'art:1'],
    ['§ 19 Abs. 1 Satz 1, Abs. 2 Satz 1 KostO', 'par:19/abs:1/satz:1', 'par:19/abs:2/satz:1'],
    ['§ 13 Abs 1 Nr 1 und Abs 2 BAföG', 'par:13/abs:1/nr:1', 'par:13/abs:2'],
    ['§ 4 Nr. 12 Buchst. a und b UStG', 'par:4/nr:12/buchst:a', 'par:4/nr:12/buchst:b'],
    ['§ 543 Abs. 2 Nr. 3 a) und b) BGB', 'par:543/abs:2/nr:3/buchst:a', 'par:543/abs:2/nr:3/buchst:b'],
    ['§ 8 Abs. 1 i. V. m. Abs. 2 Satz 1', 'par:8/abs:1', 'par:8/abs:2/satz:1'],
    ['§ 50 Absatz 1 Nummer 1 oder Nummer 2', 'par:50/abs:1/nr:1', 'par:50/abs:1/nr:2'],
    // Counted things do not make a list
    ['nach § 5 und 10 Tagen', 'par:5'],
    ['nach § 5, 3 Monate später', 'par:5'],
    ['§ 5 Abs. 1 und 2 Wochen', 'par:5/abs:1'],
    ['gemäß § 13 Abs 1 Nr 1 und 210 DM', 'par:13/abs:1/nr:1'],
    // Several citations
    ['§ 5 i.V.m. § 7 Abs. 2 UWG', 'par:5', 'par:7/abs:2'],
    ['§ 25, § 13 Abs. 1, § 14 Abs. 3 GKG', 'par:25', 'par:13/abs:1', 'par:14/abs:3'],
    ['ZPO § 319 HGB § 6', 'par:319', 'par:6'],
    ['Art. 3 GG und § 5 UWG', 'art:3', 'par:5'],
  ]
  for (const [text, ...expected] of cases) {
    it(JSON.stringify(text), () => assert.deepEqual(norms(text), expected))
  }

  for (const text of [
    ...[
      '',
      'BGB',
      'Im Jahr 2020 gab es 5 Arten.',
      'S. 5',
      'Nr. 3',
      'Abs. 2 Satz 1',
      'Satz 2',
      '§',
      '§§',
      '§ BGB',
      '§ 0',
    ],
    ...[
      'BGBl. I S. 738',
      'NJW 2015, 1827',
      'vom 5. Mai 1985',
      'dieser Art 5 Stück',
      'jeder Art.\n8\nDas Gericht',
      'Artenschutz 3',
    ],
    ...[
      'Die Anlage ist zu genehmigen.',
      'Der Artikel ist neu.',
      '12.30 Uhr',
      'Aug 02',
      '1.1.2020',
      'Bundestag 19',
      '\0',
    ],
    ...[
      'AP Nr. 7 zu Art. 12 GG',
      'AP Nrn. 22 und 28 zu § 611 BGB',
      'Buchholz 406.11 § 9 BauGB Nr. 74',
      'SozR 3-2500 § 240 Nr 6',
    ],
    ...['Der § ist neu', 'Das Gericht sagt 433 BGB nicht', 'In 433 Fällen galt das BGB'],
  ]) {
    it(`is not in ${JSON.stringify(text)}`, () => {
      const sure = findDesignations(text).filter(({ weak }) => !weak)
      assert.deepEqual(
        sure.map(({ norms: [norm] }) => norm && write(norm)),
        [],
      )
    })
  }
})

describe('the name of the law', () => {
  const cases: [text: string, name: string | undefined][] = [
    ['§ 433 BGB gilt', 'BGB'],
    ['§ 433 BGB Anspruch auf Lieferung', 'BGB Anspruch'],
    ['§ 15 SGB V', 'SGB V'],
    ['§ 433 des Bürgerlichen Gesetzbuchs', 'Bürgerlichen Gesetzbuchs'],
    ['§ 15 des Fünften Buches Sozialgesetzbuch, das', 'Fünften Buches Sozialgesetzbuch'],
    ['§ 12 Abs. 1 der HeizkostenV', 'HeizkostenV'],
    ['§ 3 der 1. BImSchV', '1. BImSchV'],
    ['§ 17 II. BV', 'II. BV'],
    ['§ 3 FreizügG/EU', 'FreizügG/EU'],
    ['§ 1 der Bau- und Raumordnungsverordnung', 'Bau- und Raumordnungsverordnung'],
    ['§ 7 des Gesetzes gegen den unlauteren Wettbewerb.', 'Gesetzes gegen den unlauteren Wettbewerb'],
    ['Art. 6 der Verordnung (EU) 2016/679 gilt', 'Verordnung (EU) 2016/679'],
    ['Art. 6 VO (EG) Nr. 883/2004', 'VO (EG) Nr. 883/2004'],
    ['Art. 6 der Richtlinie 2005/29/EG', 'Richtlinie 2005/29/EG'],
    ['Artikel 3 des Beschlusses 2011/291/EU', 'Beschlusses 2011/291/EU'],
    ['§ 433 bgb', 'bgb'],
    ['art. 5 gg', 'gg'],
    ['BGB § 433', 'BGB'],
    ['bgb § 433', 'bgb'],
    ['SGB V § 15', 'SGB V'],
    ['GG Art 80 Abs 1', 'GG'],
    ['12. BImSchV § 3', '12. BImSchV'],
    ['§ 5 gilt entsprechend', undefined],
    ['§ 5. BGB', undefined],
    ['des BGB. § 5 ist neu', undefined],
    ['§ 5 (BGB)', undefined],
  ]
  for (const [text, name] of cases) {
    it(`${text}: ${name ?? 'none'}`, () => assert.equal(firstName(findDesignations(text)[0] as FoundDesignation), name))
  }

  it('may be shorter, and the year of an edition is told', () => {
    const [found] = findDesignations('§ 5 UWG 2008 gilt')
    assert.deepEqual(
      found?.namesAfter.map(({ text, start, end, edition }) => [text, start, end, edition]),
      [
        ['UWG 2008', 4, 12, undefined],
        ['UWG', 4, 12, '2008'],
        ['UWG', 4, 7, undefined],
      ],
    )
  })

  it('of a Land or state is never that of the federal law, and may be longer', () => {
    const names = (text: string) => findDesignations(text)[0]?.namesAfter.map(({ text }) => text)
    assert.deepEqual(names('§ 5 FooStVtr BW/BY 2 gilt'), ['FooStVtr BW/BY 2', 'FooStVtr BW/BY', 'FooStVtr BW'])
    assert.deepEqual(names('§ 5 AGB der DDR'), ['AGB der DDR', 'AGB DDR'])
    assert.deepEqual(names('§ 5 der Bienenordnung des Landes Berlin für Imker gilt')?.toReversed(), [
      'Bienenordnung Berlin',
      'Bienenordnung des Landes Berlin',
      'Bienenordnung des Landes Berlin für Imker',
    ])
  })

  it('may be an abbreviation in brackets', () => {
    const text = '§ 7 des Gesetzes über den Honig (HonigG)'
    const [found] = findDesignations(text)
    const short = found?.namesAfter.find((name) => name.text === 'HonigG')
    assert.deepEqual([short?.start, short?.end], [8, text.length])
  })

  it('of an unknown law is told by its form', () => {
    const unknown = (text: string) => findDesignations(text)[0]?.abbreviation?.text
    assert.equal(unknown('§ 12 XYZG'), 'XYZG')
    assert.equal(unknown('§ 12 der FooV gilt'), 'FooV')
    assert.equal(unknown('XYZG § 12'), 'XYZG')
    assert.equal(unknown('§ 12 SGB XX'), 'SGB XX')
    assert.equal(unknown('§ 12 des Honiggesetzes'), 'Honiggesetzes')
    assert.equal(unknown('Art. 6 der Richtlinie 2005/29/EG'), 'Richtlinie 2005/29/EG')
    assert.equal(unknown('§ 12 BGH'), undefined)
    assert.equal(unknown('§ 12 des Gesetzes'), undefined)
    assert.equal(unknown('§ 12 Der Imker'), undefined)
  })

  it('is the one after it for all that are linked to it', () => {
    const linked = (text: string) => findDesignations(text).map(({ linkedToNext }) => linkedToNext)
    assert.deepEqual(linked('§ 5 i.V.m. § 7 Abs. 2 UWG'), [true, false])
    assert.deepEqual(linked('§ 5 in Verbindung mit § 7 UWG'), [true, false])
    assert.deepEqual(linked('§ 25, § 13, § 14 GKG'), [true, true, false])
    assert.deepEqual(linked('Anlage 2 zu § 5 StVO'), [true, false])
    assert.deepEqual(linked('§ 5 UWG und § 7 BGB'), [false, false])
    assert.deepEqual(linked('§ 5 gilt. § 7 UWG'), [false, false])
    assert.deepEqual(linked('Art. 5 und § 7 UWG'), [false, false])
  })

  it('in lower case before parts is one if a corpus has that law', () => {
    const ifLaw = (text: string) => {
      const [found] = findDesignations(text)
      return found?.ifLaw && [write(found.ifLaw.norms[0] as FoundNorm), found.ifLaw.namesAfter[0]?.text]
    }
    assert.deepEqual(ifLaw('§ 433 bgb Abs. 2'), ['par:433/abs:2', 'bgb'])
    assert.deepEqual(ifLaw('§ 15 sgb v Abs. 1'), ['par:15/abs:1', 'sgb v'])
    assert.deepEqual(ifLaw('§ 433 bgb I 2 gilt'), ['par:433/abs:1/satz:2', 'bgb'])
    for (const text of ['§ 433 BGB Abs. 2', '§ 433 Abs. 1 bgb Abs. 2', '§ 433 gilt', '§ 433\nbgb'])
      assert.equal(ifLaw(text), undefined, text)
  })

  it('between two designations belongs to one of them', () => {
    const names = (text: string) => findDesignations(text).map(firstName)
    assert.deepEqual(names('ZPO § 319 HGB § 6'), ['ZPO', 'HGB'])
    assert.deepEqual(names('§ 319 ZPO § 6 HGB'), ['ZPO', 'HGB'])
    assert.deepEqual(names('HGB § 74\nHGB § 75'), ['HGB', 'HGB'])
  })
})

describe('a weak designation', () => {
  const cases: [text: string, ...found: [norm: string, name: string | undefined][]][] = [
    ['bgb 433', ['par:433', 'bgb']],
    ['433 bgb', ['par:433', 'bgb']],
    ['BGB 433 Abs. 1', ['par:433/abs:1', 'BGB']],
    ['433 Abs. 1 BGB', ['par:433/abs:1', 'BGB']],
    ['bgb 433 I 2', ['par:433/abs:1/satz:2', 'bgb']],
    ['sgb v 15', ['par:15', 'sgb v']],
    ['15 SGB V', ['par:15', 'SGB V']],
    ['sgb 5 15', ['par:15', 'sgb 5']],
    ['ao 1977 370', ['par:370', 'ao 1977']],
    ['bgb 433, stgb 242', ['par:433', 'bgb'], ['par:242', 'stgb']],
    ['bgb 433\nstgb 242', ['par:433', 'bgb'], ['par:242', 'stgb']],
    ['Anlage 2 StVO', ['annex:2', 'StVO']],
    ['Anlage 2 ist beizufügen', ['annex:2', undefined]],
    ['§ 3 des Mietvertrages', ['par:3', 'Mietvertrages']],
    ['§ 3 der AGB der Beklagten', ['par:3', 'AGB']],
    ['§ 10 der Satzung', ['par:10', 'Satzung']],
  ]
  for (const [text, ...expected] of cases) {
    it(JSON.stringify(text), () => {
      const found = findDesignations(text)
      assert.deepEqual(
        found.map((one) => [write(one.norms[0] as FoundNorm), firstName(one)]),
        expected,
      )
      assert.ok(found.every(({ weak }) => weak))
    })
  }

  it('is not taken from a sentence', () => {
    for (const text of ['im BGB 433 Mal', 'Die 433 BGB-Fälle', 'vgl. NJW 2015, 1827 und BGB 433 oder so']) {
      assert.deepEqual(findDesignations(text), [], text)
    }
  })

  it('leaves the kind open', () => {
    const [found] = findDesignations('gg 1')
    assert.deepEqual(
      found?.norms[0]?.readings.map(([element]) => element?.kind),
      ['par', 'art', 'item', 'annex'],
    )
  })
})

describe('positions', () => {
  it('are those of the words', () => {
    const text = 'siehe §§ 812, 818 Abs. 2 und 819 BGB.'
    const [found] = findDesignations(text)
    assert.ok(found)
    assert.equal(text.slice(found.start, found.end), '§§ 812, 818 Abs. 2 und 819')
    assert.deepEqual(
      found.norms.map(({ start, end }) => text.slice(start, end)),
      ['§§ 812', '818 Abs. 2', '819'],
    )
    assert.equal(text.slice(found.namesAfter[0]?.start, found.namesAfter[0]?.end), 'BGB')
  })

  it('of a range include where its second number stands', () => {
    const text = '§§ 3 bis 6 BGB'
    assert.equal(text.slice(findDesignations(text)[0]?.norms[0]?.toStart), '6 BGB')
  })

  it('are in order and within the text, whatever the text', () => {
    const next = random(5)
    const pieces = [
      ...[
        '§',
        '§§',
        ' ',
        '1',
        '433',
        '2a',
        'Abs',
        '.',
        'Satz',
        'Nr',
        'Buchst',
        'a',
        'BGB',
        'SGB',
        'V',
        'II',
        'des',
        'Gesetzes',
      ],
      ...[
        ',',
        'und',
        'bis',
        '-',
        '(',
        ')',
        'Art',
        'Anlage',
        'zu',
        'i',
        'm',
        'ff',
        '\n',
        '\n\n',
        '/',
        '\0',
        'über',
        '2020',
      ],
      ...['ErwGr', '\u00ad', '\u200f', '😀', '\ud83d', 'bgb', ';', 'f', 'Alt', '1.'],
    ]
    for (let run = 0; run < 3000; run++) {
      const text = Array.from({ length: next(30) }, () => next.of(pieces) + next.of(['', ' '])).join('')
      let before = 0
      for (const { start, end, norms: named, namesAfter, namesBefore } of findDesignations(text)) {
        assert.ok(before <= start && start < end && end <= text.length, JSON.stringify(text))
        assert.ok(named.length > 0)
        for (const norm of named) assert.ok(start <= norm.start && norm.start < norm.end && norm.end <= end)
        for (const name of namesAfter) assert.ok(end <= name.start && name.start < name.end && name.end <= text.length)
        for (const name of namesBefore) assert.ok(name.start < name.end && name.end <= start)
        before = end
      }
    }
  })
})

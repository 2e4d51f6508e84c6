import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  classOfNote,
  type NoteClass,
  pendingAmendment,
  readLawState,
  voidParts,
} from '../../../src/import/gii/state-notes.ts'
import { stateOfNorm } from '../../../src/model/law-state.ts'

describe('the class of a note', () => {
  const cases: [type: string, text: string, expected: NoteClass][] = [
    ['Stand', 'Zuletzt geändert durch Art. 4 G v. 1.2.2033 I Nr. 12', 'state'],
    ['Stand', 'zuletzt geändert Art. 4 G v. 1.2.2033 I Nr. 12', 'state'],
    ['Hinweis', 'Geändert durch § 3 V v. 1.2.2033 I 12', 'state'],
    [
      'Hinweis',
      'Änderung durch Art. 4 G v. 1.2.2033 I Nr. 12 textlich nachgewiesen, dokumentarisch noch nicht abschließend bearbeitet',
      'contained',
    ],
    ['Hinweis', 'Mittelbare Änderung durch Art. 4 G v. 1.2.2033 I Nr. 12 ist berücksichtigt', 'contained'],
    [
      'Sonst',
      'Änderungen durch Art. 1 Nr. 7 u. 8 G v. 1.2.2033 I Nr. 12 mWv 1.3.2033 sind berücksichtigt',
      'contained',
    ],
    ['Sonst', 'Bek. v. 1.2.2033 I Nr. 12 ist berücksichtigt.', 'contained'],
    ['Hinweis', 'Änderung durch Art. 4 G v. 1.2.2033 I Nr. 12 mWv 1.3.2033 noch nicht berücksichtigt', 'pending'],
    ['Sonst', 'Änderungen durch Art. 4 G v. 1.2.2033 I Nr. 12 sind noch nicht berücksichtigt', 'pending'],
    ['Aufh', 'V aufgeh. durch § 3 dieser V mWv 1.7.2033', 'ends'],
    [
      'Sonst',
      'Die Geltung der V ist durch § 8 idF d. V v. 1.2.2033 I 12 über den 31.12.2033 hinaus verlängert worden',
      'ends',
    ],
    ['Sonst', '§ 3 tritt gem. § 9 am 31.12.2033 außer Kraft', 'ends'],
    ['Neuf', 'Neugefasst durch Bek. v. 1.2.2033 I Nr. 12;', 'other'],
    ['Sonst', 'Das G ist gem. Bek. v. 1.2.2033 I 12 am 1.3.2033 in Kraft getreten', 'other'],
    [
      'Sonst',
      'Mittelbare Änderung durch Art. 4 G v. 1.2.2033 I 12 ist nicht ausführbar, da das G aufgeh. ist',
      'other',
    ],
    ['Sonst', 'Ersetzt V 1-2-3 v. 1.2.2033 I 12 (HafV)', 'other'],
  ]
  for (const [type, text, expected] of cases) {
    it(`${type}: ${text} -> ${expected}`, () => assert.equal(classOfNote({ type, text }), expected))
  }
})

describe('the newest amendment', () => {
  const stand = { type: 'Stand', text: 'Zuletzt geändert durch Art. 4 G v. 1.2.2033 I Nr. 12' }
  it('is that of a note on what the text contains, if that is newer', () => {
    const contained =
      'Änderung durch Art. 1 G v. 5.6.2033 I Nr. 40 textlich nachgewiesen, dokumentarisch noch nicht abschließend bearbeitet'
    const { statusDate, statusNote, state } = readLawState([stand, { type: 'Hinweis', text: contained }])
    assert.deepEqual([statusDate, statusNote, state.documented_to], ['2033-06-05', contained, '2033-02-01'])
  })
  it('is not that of an amendment that the text lacks', () => {
    const text = 'Änderung durch Art. 1 G v. 5.6.2033 I Nr. 40 mWv 1.7.2033 noch nicht berücksichtigt'
    const { statusDate, state } = readLawState([stand, { type: 'Hinweis', text }])
    assert.deepEqual([statusDate, state.documented_to, state.pending.length], ['2033-02-01', '2033-02-01', 1])
  })
})

describe('a pending amendment', () => {
  const read = (note: string) => {
    const { note: _note, ...rest } = pendingAmendment(note)
    return rest
  }
  const base = { act: 'G v. 5.6.2033', reference: '2033 I Nr. 40', norms: [], amends: true }
  it('has act, reference, day and scope', () => {
    assert.deepEqual(
      read('Änderung durch Art. 1 Nr. 1 bis 9 G v. 5.6.2033 I Nr. 40 mWv 1.7.2033 noch nicht berücksichtigt'),
      {
        ...base,
        effective_from: '2033-07-01',
        scope: 'Art. 1 Nr. 1 bis 9',
      },
    )
  })
  it('takes effect on the first of several days', () => {
    for (const days of ['1.7.2033 u. 1.1.2034', '1.7.2033 bzw. 1.1.2034', '1.7.2033, 1.9.2033 und 1.1.2034']) {
      const { effective_from, reference } = read(
        `Änderung durch Art. 2 G v. 5.6.2033 I Nr. 40 mWv ${days} noch nicht berücksichtigt`,
      )
      assert.deepEqual([effective_from, reference], ['2033-07-01', '2033 I Nr. 40'])
    }
  })
  it('may be printed in the next year, on a page, or name no day', () => {
    assert.equal(
      read('Änderung durch Art. 1 V v. 18.12.2033; 2034 I Nr. 2 noch nicht berücksichtigt').reference,
      '2034 I Nr. 2',
    )
    assert.equal(read('Änderung durch § 2 V v. 5.6.1999 I 1234 noch nicht berücksichtigt').reference, '1999 I 1234')
    assert.equal(read('Änderung durch Art. 2 G v. 5.6.2033 I Nr. 40 noch nicht berücksichtigt').effective_from, null)
  })
  it('may name the norms of the law that it changes', () => {
    const named = (note: string) => [read(note).norms, read(note).scope]
    assert.deepEqual(
      named('Änderung der §§ 3 bis 6 u. 8a durch Art. 2 G v. 5.6.2033 I Nr. 40 noch nicht berücksichtigt'),
      [['par:3-6', 'par:8a'], 'Art. 2'],
    )
    assert.deepEqual(
      named('Änderung durch Art. 2 G v. 5.6.2033 I Nr. 40 betreffend § 5 Abs. 2 noch nicht berücksichtigt'),
      [['par:5'], 'Art. 2'],
    )
  })
  it('may be a republication, which amends nothing', () => {
    assert.deepEqual(read('Neufassung gem. Bekanntmachung v. 5.6.2033 I Nr. 40 noch nicht berücksichtigt'), {
      ...base,
      ...{ act: 'Bekanntmachung v. 5.6.2033', effective_from: null, scope: null, amends: false },
    })
  })
})

describe('the end of a law', () => {
  const ends = (...texts: string[]) => readLawState(texts.map((text) => ({ type: 'Aufh', text }))).state
  const cases: [text: string, on: string | null, lastDay?: string][] = [
    ['V aufgeh. durch § 3 dieser V mit Ablauf des 31.12.2033', '2033-12-31', '2033-12-31'],
    ['V aufgeh. durch § 3 dieser V mit Ablauf d. 31.12.2033', '2033-12-31', '2033-12-31'],
    ['V aufgeh. durch § 9 idF d. Art. 2 V v. 3.9.2032 mWv 1.8.2033', '2033-08-01', '2033-07-31'],
    ['Die V tritt gem. § 2 am 21. April 2033 außer Kraft', '2033-04-21', '2033-04-20'],
    ['AnO aufgeh. durch Ziff III Satz 2 AnO 1-2-3 v. 1.2.2033 I Nr. 9 mWv 1.7.2033', '2033-07-01', '2033-06-30'],
    ['Der Vertrag ist gem. Bek. v. 1.2.2033 II 12 mWv 1.1.2033 außer Kraft getreten', '2033-01-01', '2032-12-31'],
    ['Diese V ist gem. § 13 V v. 1.2.2033 II Nr. 9 mWv 1.3.2033 nicht mehr anzuwenden', '2033-03-01', '2033-02-28'],
    [
      'Die V tritt gem. § 2 am 1.8.2030 außer Kraft; die Geltung dieser V ist gem. § 2 idF d. V v. 1.2.2030 I 9 über den 1.8.2030 hinaus bis zum 1.8.2033 verlängert worden',
      '2033-08-01',
      '2033-08-01',
    ],
    [
      'Die §§ 1 bis 5 treten mit Ablauf des 31.12.2030 außer Kraft. Im Übrigen tritt das G gem. § 7 mit Ablauf des 30.9.2033 außer Kraft.',
      '2033-09-30',
      '2033-09-30',
    ],
    [
      'G aufgeh. durch Art. 10 Satz 1 G v. 1.2.2030 I Nr. 9 mWv 7.10.2030 mit Ausnahme des § 17 Abs. 6, dieser tritt gem. Art. 10 Satz 2 mWv 18.8.2033 außer Kraft',
      '2033-08-18',
      '2033-08-17',
    ],
    ['Die V tritt gem. Art. 2 an dem Tag außer Kraft, an dem das Abkommen außer Kraft tritt', null],
    ['Die V tritt mit Ablauf des Jahres außer Kraft, in dem das Büro geschlossen wird', null],
    ['Die V tritt am Tag der Verkündung des Planes, frühestens jedoch am 31.12.2033, außer Kraft', null],
    ['Die V tritt gem. § 2 mWv 7.12.2033 außer Kraft, sofern nichts anderes verordnet wird', null],
    [
      'AnO nicht mehr anzuwenden, soweit sie Regelungen für Bedienstete enthält, vgl. AnO v. 1.2.2030 mWv 1.3.2030',
      null,
    ],
    ['AnO für Strom u. Gas aufgeh. durch § 9 V v. 1.2.1992 I 12 mWv 1.1.1992', null],
    ['Erlass teilweise aufgeh. durch Erlass v. 1.2.2030 I 12 mWv 1.3.2030', null],
    [
      'Die zugehörige V v. 1.2.2030 I Nr. 9 (HafV 12) tritt gem. § 2 dieser V mit Ablauf des 30.6.2033 außer Kraft',
      null,
    ],
    ['V aufgeh. durch § 5 HafG mWv 26.11.2030, dadurch gilt § 13 über den 25.11.2030 hinaus fort', null],
    [
      'Das G tritt gem. § 15 mit Ablauf des 31.12.2030 außer Kraft; § 15 aufgeh. durch Art. 1 G v. 1.2.2030 I 9 mWv 1.3.2030; dadurch ist die Geltung dieses G über den 31.12.2030 hinaus verlängert worden',
      null,
    ],
    [
      'V ursprünglich aufgeh. durch Art. 4 G v. 1.2.2030 I 9 mWv 14.8.2030, Art. 4 aufgeh. durch Art. 2 G v. 1.6.2030 I 20',
      null,
    ],
    ['§§ 1 bis 47 aufgeh. durch Art. 3 G v. 1.2.2030 I 9 mWv 1.11.2030', null],
    ['V mit Ausnahme des § 7 aufgeh. durch Art. 8 V v. 1.2.2030 I 9 mWv 1.1.2031', null],
  ]
  for (const [text, on, lastDay] of cases) {
    it(`${text} -> ${on}`, () => {
      const { expires_on, endings } = ends(text)
      assert.equal(expires_on, on)
      if (lastDay !== undefined) assert.ok(endings.some(({ last_day }) => last_day === lastDay))
    })
  }

  it('may be taken back by another note, or stand in the footnotes of the header', () => {
    assert.equal(
      ends(
        'Die V tritt gem. § 20 mit Ablauf des 31.7.2033 außer Kraft',
        'Außerkraftsetzung des § 20 weggefallen, dadurch Geltungsverlängerung der V auf unbestimmte Zeit',
      ).expires_on,
      null,
    )
    const header =
      '(+++ Textnachweis ab: 1.1.2020 +++)\nG aufgeh. durch Art. 8 G v. 1.2.2030 I 9 mWv\n1.1.2031; die §§ 6a und 6c gelten gemäß Art. 8 weiter'
    const { endings } = readLawState([], header).state
    assert.deepEqual(
      endings.map(({ on, except }) => [on, except]),
      [['2031-01-01', ['par:6a', 'par:6c']]],
    )
    const other = 'Sie ist gem. Art. 10 am 1.1.2015 in Kraft gereten. § 7 tritt mit Ablauf des 31.12.2033 außer Kraft.'
    assert.equal(readLawState([], other).state.expires_on, null)
  })

  it('is that of a norm if it is one of those that end', () => {
    const at = (text: string, path: string) => stateOfNorm(ends(text), path).expires_on
    const listed = '§§ 1 bis 32a u. 34 bis 44 aufgeh. durch Art. 17 G v. 1.2.2030 I 9 mWv 26.5.2031'
    assert.deepEqual(
      ['par:1', 'par:32a', 'par:33', 'par:40', 'par:45', 'annex:1'].map((path) => at(listed, path)),
      ['2031-05-26', '2031-05-26', null, '2031-05-26', null, null],
    )
    const excepted = 'Die V tritt mit Ausnahme des § 5 Abs. 2 am 31.7.2033 außer Kraft'
    assert.deepEqual(
      ['par:4', 'par:5', 'annex:1'].map((path) => at(excepted, path)),
      ['2033-07-31', null, '2033-07-31'],
    )
    const several = 'Gem. § 4 Abs. 2 dieser V tritt § 1 am 29.2.2032 und § 3 am 30.6.2033 außer Kraft'
    assert.deepEqual(
      ['par:1', 'par:2', 'par:3'].map((path) => at(several, path)),
      ['2032-02-29', null, '2033-06-30'],
    )
    const part = '§ 3 Abs. 5 tritt gem. § 6 am 25.5.2033 außer Kraft'
    assert.equal(at(part, 'par:3'), null)
  })
})

describe('a part of a norm is void by decision of the Federal Constitutional Court', () => {
  const parts = ['satz:1', 'satz:1/nr:4', 'satz:1/nr:5', 'abs:2', 'abs:2/satz:3'].map((path) => ({
    path,
    start: 0,
    end: 1,
  }))
  const void_ = (footnotes: string) =>
    voidParts({ path: 'par:7', footnotes, subdivisions: parts as Parameters<typeof voidParts>[0]['subdivisions'] })
  const by = 'gem. BVerfGE v. 26.2.2030 I 525 - 2 BvR 2/29 -'
  const cases: [note: string, norms: string[]][] = [
    [`§ 7: IdF d. G v. 3.12.2025 I 2; mit GG unvereinbar und nichtig ${by}`, ['par:7']],
    [`§ 7 Nr. 5: Mit Art. 103 Abs. 3 GG unvereinbar und nichtig ${by}`, ['par:7/satz:1/nr:5']],
    [`§ 7 Abs. 2 Satz 3: Soweit er sich auf Miete bezieht, nichtig ${by}`, ['par:7/abs:2/satz:3']],
    [`§ 7 Abs. 9: Mit GG unvereinbar und nichtig ${by}`, []],
    [`§ 7: Mit dem GG vereinbar ${by}`, []],
    [`§ 7: Änderung durch Art. 1 G v. 2.7.2024 I 7 nichtig ${by}`, []],
    [`§ 7 Nr. 5: Frühere Änderung durch G v. 2.6.1981 I 5 ${by} nichtig`, []],
  ]
  for (const [note, norms] of cases) {
    it(`${note} -> ${norms}`, () => {
      assert.deepEqual(
        void_(note).flatMap((end) => end.norms),
        norms,
      )
    })
  }

  it('which is told of the part and of its norm, but not of its siblings', () => {
    const law = { ...readLawState([]).state, endings: void_(`§ 7 Nr. 5: Mit GG unvereinbar und nichtig ${by}`) }
    const told = ['par:7', 'par:7/satz:1/nr:5', 'par:7/satz:1/nr:4', 'par:8'].map((path) => {
      const { endings, expires_on } = stateOfNorm(law, path)
      assert.equal(expires_on, null)
      return endings.length
    })
    assert.deepEqual(told, [1, 1, 0, 0])
  })
})

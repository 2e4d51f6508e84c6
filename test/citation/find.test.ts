import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findDesignations } from '../../src/citation/find.ts'
import { formatElements } from '../../src/citation/norm-path.ts'

/** Each norm as `path subdivision`, with the words that name it. */
const norms = (text: string) =>
  findDesignations(text).flatMap((found) =>
    found.norms.map(({ readings, to, subdivision, start, end }) => [
      [formatElements(readings[0] ?? []) + (to === undefined ? '' : `-${to}`), formatElements(subdivision)]
        .join(' ')
        .trim(),
      text.slice(start, end),
    ]),
  )

describe('designations in running text', () => {
  const cases: [text: string, ...norms: [string, string][]][] = [
    ['nach § 433 Abs. 1 Satz 2 BGB gilt', ['par:433 abs:1/satz:2', '§ 433 Abs. 1 Satz 2']],
    ['§ 433 I 2 BGB', ['par:433 abs:1/satz:2', '§ 433 I 2']],
    ['§§ 812, 818 Abs. 2 und 819 BGB', ['par:812', '§§ 812'], ['par:818 abs:2', '818 Abs. 2'], ['par:819', '819']],
    ['die §§ 3 bis 6', ['par:3-6', '§§ 3 bis 6']],
    ['§§ 3-6 und 9', ['par:3-6', '§§ 3-6'], ['par:9', '9']],
    ['Art. 246a § 1 Abs. 2 S. 1 Nr. 1 EGBGB', ['art:246a/par:1 abs:2/satz:1/nr:1', 'Art. 246a § 1 Abs. 2 S. 1 Nr. 1']],
    ['§ 1 Abs. 1 und 2 BGB', ['par:1 abs:1', '§ 1 Abs. 1 und 2'], ['par:1 abs:2', '§ 1 Abs. 1 und 2']],
    ['Artikel 5 des Grundgesetzes', ['art:5', 'Artikel 5']],
    ['Anlage 2 zu § 5 StVO', ['annex:2', 'Anlage 2'], ['par:5', '§ 5']],
    ['Erwägungsgrund 47 DSGVO', ['recital:47', 'Erwägungsgrund 47']],
    ['(§ 5 i. V. m. § 7 Abs. 2 UWG)', ['par:5', '§ 5'], ['par:7 abs:2', '§ 7 Abs. 2']],
    ['§\u200943\u00a0Abs.\n1', ['par:43 abs:1', '§\u200943\u00a0Abs.\n1']],
    ['bgb 433', ['par:433', '433']],
    ['433 bgb', ['par:433', '433']],
  ]
  for (const [text, ...expected] of cases) it(JSON.stringify(text), () => assert.deepEqual(norms(text), expected))

  const nothing = [
    '',
    'im Jahr 2020 gab es 5 Arten',
    'eine Art 5 zu leben',
    '§',
    '§ und §§',
    'Absatz 3',
    'am 1. Januar',
    'GmbH & Co. KG',
    'Art und Weise',
  ]
  for (const text of nothing) {
    it(`finds nothing certain in ${JSON.stringify(text)}`, () => {
      assert.deepEqual(
        findDesignations(text).filter(({ weak }) => !weak),
        [],
      )
    })
  }

  it('says where the name of the law may stand', () => {
    const names = (text: string) => {
      const [found] = findDesignations(text)
      return [found?.namesAfter.map(({ text }) => text), found?.namesBefore.map(({ text }) => text)]
    }
    assert.deepEqual(names('§ 15 SGB V.'), [['SGB V', 'SGB'], []])
    assert.deepEqual(names('§ 1 des Bürgerlichen Gesetzbuchs, so'), [['Bürgerlichen Gesetzbuchs', 'Bürgerlichen'], []])
    assert.deepEqual(names('BGB § 433'), [[], ['BGB']])
  })

  it('tells what looks like the abbreviation of a law, and links what names its law later', () => {
    const [first, second] = findDesignations('§ 5 i.V.m. § 7 Abs. 2 XYZG')
    assert.equal(first?.linkedToNext, true)
    assert.equal(second?.linkedToNext, false)
    assert.equal(second?.abbreviation?.text, 'XYZG')
  })

  it('takes time in proportion to the text', () => {
    const seconds = (text: string) => {
      const start = performance.now()
      findDesignations(text)
      return performance.now() - start
    }
    const hostile = ['§', '§ 1 Abs. 2 (', 'a', '1 ', '§ 1, ', '((((', '\u0000', '\u202e§ 1', 'Art. ']
    for (const piece of hostile) {
      const small = Math.max(seconds(piece.repeat(10_000)), 2)
      const large = seconds(piece.repeat(100_000))
      assert.ok(
        large < small * 60,
        `${JSON.stringify(piece)}: ${small.toFixed(1)} ms, ten times as long ${large.toFixed(1)} ms`,
      )
    }
  })
})

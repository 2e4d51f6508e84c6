import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findUnionActs } from '../../../src/citation/laws/union-act.ts'
import { splitSentences } from '../../../src/citation/sentences.ts'
import { findDesignations } from '../../../src/citation/text/find-designations.ts'
import { assertLinear } from '../../growth.ts'

const pieces = [
  ...[
    '§',
    '§ ',
    '§ 1 ',
    '§ 1, ',
    '1, ',
    '§§ 1, 2 Abs. 3 und ',
    'Art. 1 § 1 ',
    'Anlage 1 (zu § 1 zu ',
    'Abs. 1 ',
    'Nr. 1 und ',
  ],
  ...[
    '(',
    '((((()',
    '„',
    '„a“ ',
    '§ 1 (',
    '§ 1) ',
    '\0',
    'a',
    'A',
    'A-',
    'A. ',
    'A.',
    'A/',
    'A1-',
    'Präambel ',
    'f ',
    '1',
    '1.',
    ',',
    '. ',
    'und ',
    'i. V. m. ',
    '\n',
  ],
  ...[
    'BGB § ',
    'bgb 1\n',
    '§ 1 des Gesetzes über ',
    'zu § 1 ',
    '\u200f',
    '\u202e§ 1 ',
    'a\u00ad',
    '😀',
    '\ud800',
    '%',
    '1/',
  ],
  ...[
    '§§ 1 AB, ',
    '§§ 1 AB, 2, ',
    'Art. 1 AB, 2 CD, ',
    '§ 1 AB NRW ',
    '§ 1 AB der DDR ',
    'Xgesetz des Landes Berlin (',
    '§ 1 I analog, ',
    '§§ 1a, b, ',
    '§ 1 I, 2 ',
    '§ 1 Rn. 1 ',
    '§ 1 f ',
  ],
  ...[
    '§ 1 des Gesetzes zur ',
    '§ 1 des A- und ',
    'Gesetzes über den A und ',
    '§ 1 der Alten Verordnung für B ',
    '§ 1 AB a. F. ',
  ],
  ...[
    '§ 1; ',
    '; 1',
    '§ 1 noch ',
    'noch gegen ',
    'des § 1 x und ',
    'Nr. 1000, ',
    'Nr. 1000 ',
    'Nr. 1000 VV ',
    'Vorbem. 1 ',
    'EG 1, ',
    'EG 1 ',
  ],
  ...[
    '§ 1 (Abs. 1 ',
    '§ 1 (a',
    '§ 1 a) ',
    'Abs. 1 des ',
    '§ 1 AB (1) ',
    '§ 1 AB Abs. 1 ',
    '§ 1 (a b) AB ',
    'aus Abs. 1 ',
    'Teil A, ',
  ],
  ...['a-\n', 'A-\n', 'AB-  ', '1bis ', '1ᵇⁱˢ', 'a²', '²a', ' ²A', 'I²', '§ 1 I², ', '1I', '1IBGB', '1f. ', '¹', 'CO₂'],
  ...[
    'Gesetz über A, ',
    'Gesetz über A – B – ',
    'Gesetz über A (B – ',
    '39. Gesetz zur ',
    'Artikel 1-',
    'Palandt/',
    'AP ',
    'NJW 2010, 1 ',
  ],
  ...['2005/29/EG ', '1/2/EG/', 'Richtlinie (', 'Verordnung (EU, ', 'Ersten Richtlinie ', 'VO (EU) Nr. 1/2 '],
]
for (const [name, work] of [
  ['findDesignations', findDesignations],
  ['findUnionActs', findUnionActs],
  ['splitSentences', splitSentences],
] as const) {
  describe(`${name} takes time in proportion to the text`, () => {
    for (const piece of pieces) {
      it(JSON.stringify(piece), () => assertLinear(work, piece))
    }
  })
}

it('a million section signs and megabytes without a space are read', () => {
  assert.deepEqual(findDesignations('§'.repeat(1_000_000)), [])
  assert.deepEqual(findDesignations(`${'x'.repeat(3_000_000)}\0`), [])
  assert.deepEqual(findUnionActs(`${'1/'.repeat(1_000_000)}\0`), [])
  const [found, ...others] = findDesignations(`${'('.repeat(500_000)}§ 433 BGB${')'.repeat(500_000)}`)
  assert.equal(others.length, 0)
  assert.equal(found?.start, 500_000)
})

it('a word of megabytes after a norm is read as no law', () => {
  for (const piece of ['I', 'Aé', 'A-']) {
    const text = `§ 433 ${piece.repeat(Math.ceil(8_000_000 / piece.length))}`
    const [found] = findDesignations(text)
    assert.equal(found?.end, 5, piece)
    const names = [...found.namesAfter, ...found.namesBefore, found.abbreviation].filter((name) => name !== undefined)
    assert(
      names.every(({ text }) => text.length < 1000),
      piece,
    )
  }
})

it('a list of thousands of parts is not read to its end: each has the words of all', () => {
  const [found] = findDesignations(`§ 433 ${'Abs. 1, '.repeat(10_000)}BGB`)
  assert.equal(found?.norms.length, 100)
  assert(found.end < 1000)
})

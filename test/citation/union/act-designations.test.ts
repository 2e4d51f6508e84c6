import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Tokens } from '../../../src/citation/grammar/tokens.ts'
import { findUnionActs, standaloneUnionActs } from '../../../src/citation/laws/union-act.ts'
import { formatElements } from '../../../src/citation/norm-path.ts'
import { findDesignations } from '../../../src/citation/text/find-designations.ts'
import { withActDesignations } from '../../../src/citation/union/act-designations.ts'

const read = (text: string) => {
  const tokens = new Tokens(text)
  return withActDesignations(tokens, findDesignations(text, tokens))
}

/** `act: norm/part` of each designation with an act. */
const written = (text: string) =>
  read(text).flatMap(({ norms, namesBefore, namesAfter }) => {
    const name = [...namesAfter, ...namesBefore][0]?.text
    return norms.map(({ readings, subdivision }) =>
      [
        `${name}: ${formatElements(readings[0] ?? [])}`,
        ...(subdivision.length > 0 ? [formatElements(subdivision)] : []),
      ].join('/'),
    )
  })

describe('an act before its article', () => {
  const cases: [text: string, ...designations: string[]][] = [
    ['Directive 2011/83/EU, Article 16(m)', 'Directive 2011/83/EU: art:16/buchst:m'],
    ['see Regulation (EU) 2016/679 Article 6(1)(f).', 'Regulation (EU) 2016/679: art:6/abs:1/buchst:f'],
    ['GDPR, Article 6(1)(f)', 'GDPR: art:6/abs:1/buchst:f'],
    ['Under the AI Act, Annex III applies', 'AI Act: annex:3'],
    ['Rome I, Art. 4(1)(a)', 'Rome I: art:4/abs:1/buchst:a'],
    ['Richtlinie 2011/83/EU, Art. 16 lit. m', 'Richtlinie 2011/83/EU: art:16/buchst:m'],
    ['DSGVO, Art. 6', 'DSGVO: art:6'],
    ['nach der KI-VO, Anhang III Nr. 5', 'KI-VO: annex:iii/nr:5'],
    ['Article 21 NIS 2 Directive', 'NIS 2 Directive: art:21'],
    ['Annex I NIS2', 'NIS2: annex:1'],
    ['Article 6(1)(f) (EU) 2016/679', '(EU) 2016/679: art:6/abs:1/buchst:f'],
    ['Annex III, 5(b) to the AI Act', 'AI Act: annex:3/nr:5/buchst:b'],
    [
      'Annex III, points 5(b) and 6(a), to the AI Act',
      'undefined: annex:3/nr:5/buchst:b',
      'AI Act: annex:3/nr:6/buchst:a',
    ],
    ['Annex III 5(b) AI Act', 'AI Act: annex:3/nr:5/buchst:b'],
  ]
  for (const [text, ...designations] of cases) it(text, () => assert.deepEqual(written(text), designations))

  for (const text of [
    'Without prejudice to the GDPR, Article 5 of this Regulation applies',
    'In London, Article 5 was read',
  ]) {
    it(`none in ${text}`, () => assert.deepEqual(written(text), []))
  }

  it('is not a citation of its own', () => {
    const text = 'Directive 2011/83/EU, Article 16, and 2005/29/EG'
    const tokens = new Tokens(text)
    assert.deepEqual(
      findUnionActs(text).map(({ text }) => text),
      ['Directive 2011/83/EU', '2005/29/EG'],
    )
    const citations = [{ start: 0, end: 'Directive 2011/83/EU, Article 16'.length }]
    assert.deepEqual(
      standaloneUnionActs(text, tokens, citations).map(({ text }) => text),
      ['2005/29/EG'],
    )
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findUnionActs } from '../../../src/citation/laws/union-act.ts'

describe('an act of the Union', () => {
  const cases: [text: string, ...acts: string[]][] = [
    ['die Verordnung (EG) Nr. 883/2004 gilt', 'Verordnung (EG) Nr. 883/2004'],
    ['Verordnung (EU) 2016/679 des Europäischen Parlaments', 'Verordnung (EU) 2016/679'],
    ['VO (EWG) Nr. 1408/71', 'VO (EWG) Nr. 1408/71'],
    ['der Delegierten Verordnung (EU) 2019/1', 'Delegierten Verordnung (EU) 2019/1'],
    ['der Sechsten Richtlinie 77/388/EWG', 'Sechsten Richtlinie 77/388/EWG'],
    ['die Richtlinien 2004/17/EG und 2004/18/EG', '2004/17/EG', '2004/18/EG'],
    ['Richtlinie vom 17.7.1969 (69/335/EWG)', '69/335/EWG'],
    ['Art. 4 RL 2011/83/EU', 'RL 2011/83/EU'],
    ['Rahmenbeschluss 2002/584/JI', 'Rahmenbeschluss 2002/584/JI'],
    ['Richtlinie\n2005/29/EG', 'Richtlinie\n2005/29/EG'],
  ]
  for (const [text, ...acts] of cases) {
    it(JSON.stringify(text), () => {
      const found = findUnionActs(text)
      assert.deepEqual(
        found.map((act) => act.text),
        acts,
      )
      for (const { text: words, start, end } of found) assert.equal(text.slice(start, end), words)
    })
  }

  for (const text of [
    ...[
      '',
      '1/2',
      '2 AZR 123/05',
      'Beschluss 12/2003',
      'BT-Drucks. 14/6040',
      'IX ZR 23/12',
      '1/2/3',
      '5/6/Abc',
      '12/03/EGH',
    ],
    ...[
      'Richtlinie (EU)',
      'Verordnung Nr. 5',
      'die Richtlinie',
      'Verordnung (EU) 5',
      'C-515/07',
      '2005 / 29 / EG',
      '/29/EG',
    ],
  ]) {
    it(`is not in ${JSON.stringify(text)}`, () => assert.deepEqual(findUnionActs(text), []))
  }
})

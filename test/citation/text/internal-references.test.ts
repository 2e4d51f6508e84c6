import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Tokens } from '../../../src/citation/grammar/tokens.ts'
import { formatElements } from '../../../src/citation/norm-path.ts'
import { findDesignations } from '../../../src/citation/text/find-designations.ts'
import { findInternalReferences } from '../../../src/citation/text/internal-references.ts'
import { assertLinear } from '../../growth.ts'

function found(text: string): string[] {
  const tokens = new Tokens(text)
  return findInternalReferences(tokens, findDesignations(text)).map(
    ({ subdivision, subdivisionTo, start, end }) =>
      `${formatElements(subdivision)}${subdivisionTo === undefined ? '' : `-${subdivisionTo}`} = ${text.slice(start, end)}`,
  )
}

describe('references of a norm to its own parts', () => {
  const cases: [text: string, expected: string[]][] = [
    ['Absatz 1 gilt nicht.', ['abs:1 = Absatz 1']],
    ['die in Absatz 3 Satz 2 genannte Frist', ['abs:3/satz:2 = Absatz 3 Satz 2']],
    ['des Absatzes 2 Nummer 3 Buchstabe a', ['abs:2/nr:3/buchst:a = Absatzes 2 Nummer 3 Buchstabe a']],
    ['Abs. 2 Nr. 1 ist anzuwenden', ['abs:2/nr:1 = Abs. 2 Nr. 1']],
    ['nach den Sätzen 1 und 2', ['satz:1 = Sätzen 1 und 2', 'satz:2 = Sätzen 1 und 2']],
    ['Die Absätze 2 bis 4 gelten.', ['abs:2-4 = Absätze 2 bis 4']],
    [
      'Absatz 1 Satz 1 und Absatz 2',
      ['abs:1/satz:1 = Absatz 1 Satz 1 und Absatz 2', 'abs:2 = Absatz 1 Satz 1 und Absatz 2'],
    ],
    ['nach Nummer 4 oder Absatz 5a', ['nr:4 = Nummer 4 oder Absatz 5a', 'abs:5a = Nummer 4 oder Absatz 5a']],
    ['Absatz\n  1', ['abs:1 = Absatz\n  1']],
    ['§ 5 Absatz 1 gilt.', []],
    ['§ 5 Absatz 1 gilt, Absatz 2 nicht.', ['abs:2 = Absatz 2']],
    ['Absatz 2 des § 5', []],
    ['Absatz 1 des Artikels 3', []],
    ['Satz 1 der Hafenverordnung', []],
    ['Der Absatz 1969 stieg; ein Satz Segel', []],
    ['der absatz 1', []],
    ['Absatz und Satz', []],
    ['', []],
  ]
  for (const [text, expected] of cases) {
    test(JSON.stringify(text), () => assert.deepEqual(found(text), expected))
  }

  test('takes time in proportion to the length', () => {
    for (const part of ['Absatz ', 'Absatz 1 ', 'Satz 1 und ', 'Nr.', '§ 1 Absatz 1, ', 'Absatz 1 des ']) {
      assertLinear(found, part)
    }
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Tokens } from '../../../src/citation/grammar/tokens.ts'
import { backReference, findListAntecedents } from '../../../src/citation/text/internal-references.ts'
import { assertLinear } from '../../growth.ts'

describe('laws without a name', () => {
  const cases: [text: string, expected: string | undefined][] = [
    ['§ 5 des Gesetzes gilt', 'Gesetzes'],
    ['§ 5 der Verordnung gilt', 'Verordnung'],
    ['§ 5 des genannten Gesetzes', 'genannten Gesetzes'],
    ['§ 5 der in § 1 Abs. 1 genannten Verordnung', 'in § 1 Abs. 1 genannten Verordnung'],
    ['§ 5 des in Absatz 1 bezeichneten Gesetzes', 'in Absatz 1 bezeichneten Gesetzes'],
    ['§ 5 der geltenden Hafenordnung', 'geltenden Hafenordnung'],
    ['§ 5 dieses Gesetzes', undefined],
    ['§ 5 der Gesetzesbegründung', undefined],
    ['§ 5 der zuständigen Behörde', undefined],
    ['§ 5 der Antragsteller', undefined],
    ['§ 5 gilt nach dem Gesetz', undefined],
    ['§ 5', undefined],
  ]
  for (const [text, expected] of cases) {
    test(JSON.stringify(text), () => assert.equal(backReference(text, '§ 5'.length), expected))
  }

  test('looks at no more than a sentence', () => {
    for (const part of [' in', ' der genannten', ' des in § 1 Abs. 1', ' ']) {
      assertLinear((text) => backReference(`§ 5 der${text}`, 3), part)
    }
  })
})

describe('lists below the name of a law', () => {
  test('hold up to the next, or the end of the Absatz', () => {
    const text = '(1) Taten sind\n1. aus dem Hafengesetz:\na) § 3,\n2. aus der Stadtordnung:\na) § 4.\n(2) § 5 gilt.'
    assert.deepEqual(
      findListAntecedents(new Tokens(text)).map(({ names, start, end }) => [names[0], text.slice(start, end).trim()]),
      [
        ['Hafengesetz', 'a) § 3,\n2.'],
        ['Stadtordnung', 'a) § 4.'],
      ],
    )
  })

  test('are no sentences', () => {
    assert.deepEqual(findListAntecedents(new Tokens('Er kam aus der Stadt: er war müde.')), [])
    assert.deepEqual(findListAntecedents(new Tokens('aus der Stadt')), [])
    assert.deepEqual(findListAntecedents(new Tokens('')), [])
  })

  test('are found in time in proportion to the length', () => {
    for (const part of ['aus der ', 'aus der Stadt', 'aus der S:\n', '\n'])
      assertLinear((text) => findListAntecedents(new Tokens(text)), part)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rangeIncludes, valueIncludes, valueMembers } from '../../src/citation/value-range.ts'

describe('a value that stands for several numbers', () => {
  const cases: [value: string, number: string, included: boolean][] = [
    ['3-6', '3', true],
    ['3-6', '4a', true],
    ['3-6', '6', true],
    ['3-6', '7', false],
    ['3-6', '10', false],
    ['10_10a-11', '10a', true],
    ['10_10a-11', '12', false],
    ['i-vii', 'iv', true],
    ['i-vii', '4', false],
    ['muster_3-13', 'muster_4', true],
    ['muster_3-13', '4', false],
    ['433', '433', false],
    ['2_zu_anlage_21', '2', false],
  ]
  for (const [value, number, included] of cases) {
    it(`${value} ${included ? 'includes' : 'does not include'} ${number}`, () => {
      assert.equal(valueIncludes(value, number), included)
    })
  }

  it('is taken apart', () => {
    assert.deepEqual(valueMembers('103_103a-104'), [
      { from: '103', to: '103' },
      { from: '103a', to: '104' },
    ])
    assert.equal(valueMembers('433'), undefined)
    assert.equal(rangeIncludes({ from: '3', to: '6' }, 'vi'), false)
  })
})

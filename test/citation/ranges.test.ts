import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isBackwards, normsInRange, singleNumber, valueIncludes, valueMembers } from '../../src/citation/ranges.ts'

for (const [value, inside, outside] of [
  ['3-6', ['3', '3a', '4', '5', '6'], ['2', '2a', '6a', '7', 'iv', '']],
  ['104o-104u', ['104o', '104q', '104u'], ['104', '104n', '104v', '105']],
  ['103_103a-104', ['103', '103a', '104'], ['102', '105']],
  ['1-3_5-13', ['2', '5', '13'], ['4', '14']],
  ['11.03-11.05', ['11.04'], ['11', '12', '11.06']],
  ['i-vii', ['i', 'iv', 'v', 'vii'], ['viii', 'ix', '1', 'a']],
  ['muster_3-13', ['muster_3', 'muster_7a'], ['3', '7', 'muster_14', 'muster']],
  ['g_1-m_6', ['g_1', 'k_2', 'm_6'], ['1', 'a_1', 'n_1']],
] as const) {
  it(`${value} stands for ${inside.join(', ')}, not for ${outside.join(', ')}`, () => {
    for (const number of inside) assert.equal(valueIncludes(value, number), true, number)
    for (const number of outside) assert.equal(valueIncludes(value, number), false, number)
  })
}

for (const value of [
  '433',
  '675aa',
  'ii',
  '2_zu_anlage_21',
  'i_kap_ii',
  '9_e',
  'entry',
  '2_teil_1',
  '3-',
  '-',
  'a-b-c',
]) {
  it(`${value} is a single name`, () => assert.equal(valueMembers(value), undefined))
}

it('a range of Roman numerals goes by their numbers, one of letters by the alphabet', () => {
  const norms = ['i', 'ii', 'iv', 'v', 'viii', 'ix', 'x'].map((value) => ({
    own: { value },
    number: singleNumber(value),
  }))
  const between = (from: string, to: string) => normsInRange(norms, from, to).map(({ own }) => own.value)
  assert.deepEqual(between('v', 'ix'), ['v', 'viii', 'ix'])
  assert.deepEqual(between('i', 'iv'), ['i', 'ii', 'iv'])
  const backwards = [
    ['433', '435', false],
    ['435', '433', true],
    ['7a', '7', true],
    ['viii', 'ix', false],
    ['ix', 'viii', true],
    ['l', 'v', false],
  ] as const
  for (const [from, to, expected] of backwards) assert.equal(isBackwards({ from, to }), expected, `${from} to ${to}`)
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  compareValues,
  formatNormPath,
  NORM_KINDS,
  type NormPath,
  parseNormPath,
  pathValue,
  STRUCTURE_KINDS,
  SUBDIVISION_KINDS,
} from '../../src/citation/norm-path.ts'
import { type Random, random } from './random.ts'

const VALUES = ['1', '433', '675aa', '3.28a', 'ii', '3-6', '103_103a-104', 'i_kap_ii_a_ii', 'muster_1', 'entry', 'ä1']

function anyPath(next: Random): NormPath {
  const path: NormPath = { norm: [], subdivision: [] }
  if (next(3) === 0) path.norm.push({ kind: next.of(STRUCTURE_KINDS), value: next.of(VALUES) })
  for (let more = 1 + next(2); more > 0; more--) path.norm.push({ kind: next.of(NORM_KINDS), value: next.of(VALUES) })
  if (next(4) === 0) path.norm.push({ kind: 'seq', value: String(2 + next(9)) })
  for (const kind of SUBDIVISION_KINDS) {
    const times = kind === 'nr' || kind === 'buchst' ? next(3) : next(2)
    for (let time = 0; time < times; time++) path.subdivision.push({ kind, value: next.of(VALUES) })
  }
  return path
}

describe('a norm path', () => {
  it('is the same after it was written and read', () => {
    const next = random(1)
    for (let run = 0; run < 2000; run++) {
      const path = anyPath(next)
      const text = formatNormPath(path)
      assert.deepEqual(parseNormPath(text), path)
      assert.equal(formatNormPath(parseNormPath(text) as NormPath), text)
    }
  })

  it('folds case and the Unicode form', () => {
    assert.deepEqual(parseNormPath('PAR:675AA/Abs:1'), parseNormPath('par:675aa/abs:1'))
    assert.deepEqual(parseNormPath('annex:a\u0308'), parseNormPath('annex:ä'))
  })

  for (const text of [
    ...[
      '',
      'par',
      'par:',
      ':1',
      'par:1/',
      '/par:1',
      'par:1//abs:1',
      'par:1 ',
      'par:a b',
      'para:1',
      'par:1:2',
      'par:§1',
    ],
    ...['abs:1', 'par:1/satz:1/abs:1', 'par:1/abs:1/abs:2', 'par:1/abs:1/art:2', 'seq:2', 'par:1/seq:2/seq:3'],
    ...['par:1/seq:2/par:3', 'par:1\u0000', 'par:1/buchst:a/abs:1', '433', '§ 433'],
  ]) {
    it(`is not ${JSON.stringify(text)}`, () => assert.equal(parseNormPath(text), undefined))
  }
})

describe('raised characters', () => {
  it('after a number are its suffix if they are letters', () => {
    assert.equal(pathValue('6ᵇⁱˢ'), '6bis')
    assert.deepEqual(parseNormPath('art:6ᵇⁱˢ'), parseNormPath('art:6bis'))
  })

  it('are left out if they are the mark of a footnote', () => {
    assert.equal(pathValue('5²'), '5')
    assert.deepEqual(parseNormPath('par:5²'), parseNormPath('par:5'))
  })
})

describe('values', () => {
  it('are ordered as lawyers order them', () => {
    const ordered = ['1', '2', '9', '10', '10a', '10aa', '10b', '11', '100', '3.02', '3.10'].sort(compareValues)
    assert.deepEqual(ordered, ['1', '2', '3.02', '3.10', '9', '10', '10a', '10aa', '10b', '11', '100'])
  })

  it('have a total order, however long their numbers', () => {
    const next = random(2)
    const parts = ['1', '2', '10', '010', 'a', 'b', '.', '9'.repeat(400), `1${'0'.repeat(400)}`]
    const value = () => Array.from({ length: 1 + next(3) }, () => next.of(parts)).join('')
    for (let run = 0; run < 2000; run++) {
      const [a, b, c] = [value(), value(), value()]
      assert.equal(Math.sign(compareValues(a, b)) + Math.sign(compareValues(b, a)), 0, `${a} ${b}`)
      if (compareValues(a, b) <= 0 && compareValues(b, c) <= 0) assert.ok(compareValues(a, c) <= 0, `${a} ${b} ${c}`)
    }
  })

  it('are made of what a source writes', () => {
    assert.equal(pathValue(' 675AA '), '675aa')
    assert.equal(pathValue('I Kap II A'), 'i_kap_ii_a')
    assert.equal(pathValue('6e.'), '6e')
    assert.equal(pathValue('(§)'), '')
  })
})

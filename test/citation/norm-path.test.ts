import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  compareNormPaths,
  compareValues,
  formatNormPath,
  NORM_KINDS,
  type NormPath,
  parseNormPath,
  pathValue,
  STRUCTURE_KINDS,
  SUBDIVISION_KINDS,
} from '../../src/citation/norm-path.ts'

/** A small generator with a fixed seed (mulberry32), so that every run tests the same paths. */
function generator(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

const next = generator(20260421)
const pick = <Item>(items: readonly Item[]): Item => items[next(items.length)] as Item
const value = () => Array.from({ length: 1 + next(6) }, () => pick([...'0123456789abcxyzäß._-'])).join('')

function randomPath(): NormPath {
  const norm: NormPath['norm'] = Array.from({ length: next(3) }, () => ({
    kind: pick(STRUCTURE_KINDS),
    value: value(),
  }))
  norm.push({ kind: pick(NORM_KINDS), value: value() })
  if (next(4) === 0) norm.push({ kind: 'seq', value: String(2 + next(9)) })
  const subdivision = SUBDIVISION_KINDS.flatMap((kind) => {
    const most = kind === 'nr' || kind === 'buchst' ? 3 : 2
    return Array.from({ length: next(most) }, () => ({ kind, value: value() }))
  })
  return { norm, subdivision }
}

describe('norm paths', () => {
  it('come back from their text, 5,000 random ones', () => {
    for (let i = 0; i < 5000; i++) {
      const path = randomPath()
      const text = formatNormPath(path)
      assert.deepEqual(parseNormPath(text), path, text)
    }
  })

  const good = ['par:433', 'art:246a/par:1', 'book:2/par:1', 'par:3-6', 'par:1/seq:2', 'par:433/abs:1/satz:2']
  for (const text of [...good, 'par:1/nr:1/buchst:a/buchst:aa', 'annex:i_kap_ii', 'par:3.28a', 'formula:entry']) {
    it(`${text} is one`, () => assert.equal(formatNormPath(parseNormPath(text) as NormPath), text))
  }

  const bad = ['', '433', 'par', 'par:', ':1', 'par:1/', '/par:1', 'par:1//abs:1', 'par:1 a', 'par:1/foo:2', 'abs:1']
  for (const text of [
    ...bad,
    'par:1/satz:1/abs:1',
    'par:1/abs:1/par:2',
    'seq:2',
    'par:1/seq:2/seq:3',
    'par:§',
    'par:a:b',
  ]) {
    it(`${JSON.stringify(text)} is none`, () => assert.equal(parseNormPath(text), undefined))
  }

  it('fold case and Unicode form', () => {
    assert.equal(formatNormPath(parseNormPath('PAR:675AA') as NormPath), 'par:675aa')
    assert.deepEqual(parseNormPath('annex:u\u0308'), parseNormPath('annex:\u00fc'))
  })

  it('compare as lawyers order them', () => {
    const values = ['1', '2', '9', '10', '10a', '10aa', '10b', '11', '100']
    assert.deepEqual([...values].reverse().sort(compareValues), values)
    const paths = ['book:1/par:1', 'par:1', 'par:2', 'par:2/abs:1', 'par:2/abs:10', 'par:10', 'art:1', 'annex:1']
    const sorted = [...paths]
      .reverse()
      .map((text) => parseNormPath(text) as NormPath)
      .sort(compareNormPaths)
    assert.deepEqual(sorted.map(formatNormPath), paths)
  })

  it('take their values from what sources write', () => {
    const cases: [string, string][] = [
      ['675AA', '675aa'],
      ['II.', 'ii'],
      ['I Kap II A', 'i_kap_ii_a'],
      [' 3.28a ', '3.28a'],
      ['(zu § 1)', 'zu_1'],
      ['', ''],
      ['()', ''],
    ]
    for (const [text, expected] of cases) assert.equal(pathValue(text), expected, text)
  })
})

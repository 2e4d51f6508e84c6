import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { editDistance, similarNames } from '../../src/corpus/similar-names.ts'

describe('similar names', () => {
  it('letters added, left out, exchanged and swapped count one each', () => {
    const cases: [string, string, number][] = [
      ['norm', 'norm', 0],
      ['norms', 'norm', 1],
      ['nrm', 'norm', 1],
      ['nerm', 'norm', 1],
      ['nrom', 'norm', 1],
      ['', 'norm', 4],
      ['buidl', 'build', 1],
    ]
    for (const [a, b, distance] of cases) assert.equal(editDistance(a, b, 9), distance, `${a} ${b}`)
    assert.ok(editDistance('abcdefgh', 'zyxwvuts', 2) > 2)
  })

  it('come closest first, larger laws before smaller ones, each once', () => {
    const names = [
      { name: 'bgb', law: 'bgb', norms: 2500 },
      { name: 'bgg', law: 'bgg', norms: 20 },
      { name: 'bgd2000', law: 'bgd', norms: 5 },
      { name: 'buergerlichesgesetzbuch', law: 'bgb', norms: 2500 },
    ]
    assert.deepEqual(similarNames('bgd', names, 5), ['bgb', 'bgg', 'bgd'])
    assert.deepEqual(similarNames('bgd', names, 1), ['bgb'])
    assert.deepEqual(similarNames('x', names, 5), [])
    assert.deepEqual(similarNames('x'.repeat(61), names, 5), [])
  })
})

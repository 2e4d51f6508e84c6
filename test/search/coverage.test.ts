import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Coverage, type Evidence } from '../../src/search/coverage.ts'

const whole = (word: number): Evidence => ({ word, extent: 'whole' })
const factorOf = (coverage: Coverage, ...evidence: Evidence[]) => coverage.factor(Coverage.marksOf(evidence))

describe('the factor of coverage', () => {
  const three = new Coverage([4, 4, 8])

  test('is 1 for all words, and the less, the fewer a document has', () => {
    const some = [[whole(0), whole(1), whole(2)], [whole(1), whole(2)], [whole(2)], [whole(0)], []]
    const factors = some.map((evidence) => factorOf(three, ...evidence))
    assert.equal(factors[0], 1)
    assert.deepEqual(
      factors.toSorted((a, b) => b - a),
      factors,
    )
    assert.ok((factors.at(-1) as number) > 0)
  })

  test('grows with the weight of a word, within bounds', () => {
    assert.ok(factorOf(three, whole(2)) > factorOf(three, whole(1)))
    const extreme = new Coverage([0.1, 1000])
    assert.ok(factorOf(extreme, whole(0)) > 0.2)
  })

  test('counts both halves of a word as the word, and one as less', () => {
    const [first, second]: Evidence[] = [
      { word: 0, extent: 'first' },
      { word: 0, extent: 'second' },
    ]
    const one = new Coverage([3])
    assert.equal(factorOf(one, first as Evidence, second as Evidence), 1)
    assert.equal(factorOf(one, first as Evidence), factorOf(one, second as Evidence))
    assert.ok(factorOf(one, first as Evidence) < 1)
  })

  test('passes over words that nothing stands for, and is 1 without words', () => {
    assert.equal(factorOf(new Coverage([0, 5]), whole(1)), 1)
    assert.equal(factorOf(new Coverage([]), whole(1)), 1)
    assert.equal(factorOf(new Coverage([0])), 1)
  })

  test('counts words beyond the tenth together', () => {
    const many = new Coverage(new Array(200).fill(5))
    assert.equal(factorOf(many, whole(50)), factorOf(many, whole(199)))
    assert.ok(factorOf(many, whole(199)) > factorOf(many, whole(3)))
    assert.equal(factorOf(many, ...Array.from({ length: 200 }, (_, word) => whole(word))), 1)
  })

  test('never falls when a document has more', () => {
    const all = new Coverage([2, 3, 4])
    for (let marks = 0; marks < 512; marks += 1) {
      for (let bit = 1; bit < 512; bit *= 2) assert.ok(all.factor(marks | bit) >= all.factor(marks))
    }
  })
})

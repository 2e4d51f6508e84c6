/** What reading costs, counted in looks at tokens: of a hostile text as a whole, and of each step of a long one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Tokens } from '../../../src/citation/grammar/tokens.ts'
import { findDesignations, findInSteps } from '../../../src/citation/text/find-designations.ts'

class CountedTokens extends Tokens {
  looks = 0

  override kind(index: number): number {
    // Also called by the constructor of Tokens, before the field is set.
    this.looks = (this.looks || 0) + 1
    return super.kind(index)
  }
}

const fill = (piece: string) => piece.repeat(Math.ceil(9900 / piece.length))
const numbers = Array.from({ length: 2000 }, (_, place) => place + 1).join(',')

for (const piece of ['A-', 'A.', 'A/', 'G-', 'A1-', 'VV-', 'A-\n', `${'A-'.repeat(140)} `, 'Nr. 1000 ', 'Präambel\n']) {
  test(`a text of ${JSON.stringify(piece.slice(0, 10))} is read with few looks at each token`, () => {
    const tokens = new CountedTokens(fill(piece))
    tokens.looks = 0
    findDesignations(tokens.text, tokens)
    const each = tokens.looks / tokens.count
    assert(each < 150, `${each.toFixed(0)} looks at each token`)
  })
}

for (const text of [
  `§1 ${fill('A-')}`,
  `§§ ${numbers} BGB`,
  `§§ ${fill('1I,')}1 BGB`,
  `§§ 1 BGB, ${fill('1I,')}1 BGB`,
  fill('§§ 1 BGB, 2 StGB, '),
  fill('§ 1 Anlage 1 EStG '),
  fill('§1'),
  fill('(§ 1 '),
  fill('Nr. 1000 '),
  fill('Präambel\n'),
  `§ 1 ${fill('f ')}`,
]) {
  test(`no step reads much of ${JSON.stringify(text.slice(0, 30))}`, () => {
    const tokens = new CountedTokens(text)
    const found = findDesignations(text)
    let longest = 0
    const steps = findInSteps(tokens)
    for (;;) {
      tokens.looks = 0
      const step = steps.next()
      longest = Math.max(longest, tokens.looks)
      if (step.done !== true) continue
      assert.deepEqual(step.value, found)
      break
    }
    // The chain of the first text is followed once.
    assert(longest < 30_000, `${longest} looks at tokens in a step`)
  })
}

test('letters after a number are read as its suffix and its `f.`, and no further', () => {
  const [found] = findDesignations(`§ 1 ${'f '.repeat(100_000)}BGB`)
  assert.deepEqual(found?.norms[0]?.readings, [[{ kind: 'par', value: '1ff' }]])
})

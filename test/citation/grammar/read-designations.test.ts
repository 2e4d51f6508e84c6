import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDesignation, readDesignations } from '../../../src/citation/grammar/read-designation.ts'

test('§§ 433, 434 are several norms, each with its path', () => {
  assert.deepEqual(readDesignations('§§ 433, 434'), ['par:433', 'par:434'])
  assert.deepEqual(readDesignations('§§ 433, 434 Abs. 1 und 2'), ['par:433', 'par:434/abs:1', 'par:434/abs:2'])
  assert.deepEqual(readDesignations('Art. 1 und 2'), [])
  for (const text of ['§ 433', '§§ 3 bis 6', '§§ 433 ff.', 'Anlage 2', '§§ 433, 434 BGB', '']) {
    assert.deepEqual(readDesignations(text), [], text)
  }
})

test('`6bis` and `6ᵇⁱˢ` are one number in typed designations', () => {
  for (const text of ['Artikel 6bis', 'Art. 6ᵇⁱˢ', 'Artikel 6 bis']) {
    assert.deepEqual(readDesignation(text)?.norm, [[{ kind: 'art', value: '6bis' }]], text)
  }
  assert.deepEqual(readDesignation('§ 5²')?.norm, [[{ kind: 'par', value: '5' }]])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDesignation, readDesignations } from '../../../src/citation/grammar/read-designation.ts'
import { formatElements } from '../../../src/citation/norm-path.ts'

/** The norms of a list in short form: their likeliest paths, with the end of a range or `f`. */
const listed = (text: string) =>
  readDesignations(text).map(({ norm, subdivision, to, following, orFollowing, subdivisionFollowing }) =>
    [
      formatElements([...(norm[0] ?? []), ...subdivision]),
      to,
      following,
      orFollowing && 'or f',
      subdivisionFollowing && `part ${subdivisionFollowing}`,
    ]
      .filter(Boolean)
      .join(' '),
  )

test('lists and ranges of norms are read with and without a head, and in the singular', () => {
  const cases: [text: string, ...norms: string[]][] = [
    ['§§ 433, 434', 'par:433', 'par:434'],
    ['§§ 433, 434 Abs. 1 und 2', 'par:433', 'par:434/abs:1', 'par:434/abs:2'],
    ['433, 434', 'par:433', 'par:434'],
    ['Art. 1 und 2', 'art:1', 'art:2'],
    ['Anlage 1 und 2', 'annex:1', 'annex:2'],
    ['§§ 433 bis 435', 'par:433 435'],
    ['§§ 433/434', 'par:433', 'par:434'],
    ['433-435', 'par:433 435'],
    ['433–435', 'par:433 435'],
    ['312b-d', 'par:312b 312d'],
    ['§§ 312b bis d, 315', 'par:312b 312d', 'par:315'],
    ['§§ 312 b – d', 'par:312b 312d'],
    ['§§ 312d bis b', 'par:312d 312b'],
    ['Anlagen 1a bis c', 'annex:1a 1c'],
    ['1-3, 7', 'par:1 3', 'par:7'],
    ['433 f.', 'par:433 f'],
    ['433ff', 'par:433 ff'],
    ['§ 433, § 434 Abs. 1', 'par:433', 'par:434/abs:1'],
    ['§ 433 f', 'par:433f or f'],
    ['433 f', 'par:433f or f'],
    ['§ 433 f Abs. 1', 'par:433f/abs:1'],
    ['§§ 433 f', 'par:433 f'],
    ['§ 433 Abs. 1 f.', 'par:433/abs:1 part f'],
    ['§ 433 Abs. 1ff.', 'par:433/abs:1 part ff'],
    ['§ 433 I f.', 'par:433/abs:1 part f'],
    ['§ 433 Abs. 1 Nr. 2 f.', 'par:433/abs:1/nr:2 part f'],
    ['§ 433 Abs. 1, 2ff.', 'par:433/abs:1', 'par:433/abs:2 part ff'],
    ['§§ 433, 10000, 434', 'par:433', 'par:10000', 'par:434'],
    ['0 bis 3', 'par:0 3'],
    ['1-99999999', 'par:1 99999999'],
    ['Art. 1 und Art. 3', 'art:1', 'art:3'],
    ['§ 1, §§ 3 bis 5 und Anlage 2', 'par:1', 'par:3 5', 'annex:2'],
  ]
  for (const [text, ...norms] of cases) assert.deepEqual(listed(text), norms, text)
  const nothing = ['433', '12aa', 'par:433', '§§ 433, 434 BGB', '§ 1 § 2', '', '1 bis 2 bis 3', '10000']
  const slashes = ['246a/1', 'Art. 246a/1', '1/2/3', '§§ 43/3']
  for (const text of [...nothing, ...slashes]) assert.deepEqual(listed(text), [], text)
})

test('`6bis` and `6ᵇⁱˢ` are one number in typed designations', () => {
  for (const text of ['Artikel 6bis', 'Art. 6ᵇⁱˢ', 'Artikel 6 bis']) {
    assert.deepEqual(readDesignation(text)?.norm, [[{ kind: 'art', value: '6bis' }]], text)
  }
  assert.deepEqual(readDesignation('§ 5²')?.norm, [[{ kind: 'par', value: '5' }]])
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { matchDesignation } from '../../src/citation/designation.ts'
import { readDesignation } from '../../src/citation/grammar/read-designation.ts'
import { type NormPath, parseNormPath } from '../../src/citation/norm-path.ts'

for (const [text, path, fit] of [
  ['§ 1', 'par:1', 'exact'],
  ['1', 'par:1', 'exact'],
  ['1', 'art:1', 'exact'],
  ['1', 'annex:1', 'exact'],
  ['1', 'toc:1', undefined],
  ['par:1', 'par:1', 'exact'],
  ['§ 1', 'art:246a/par:1', 'suffix'],
  ['§ 1', 'book:2/par:1', 'suffix'],
  ['§ 1', 'par:1/seq:2', 'suffix'],
  ['Art. 246a § 1', 'art:246a/par:1', 'exact'],
  ['Art. 246a § 1', 'art:246a/par:1/seq:2', 'suffix'],
  ['Art. 246a § 1', 'book:2/par:1', undefined],
  ['Art. 246a § 1', 'par:1', undefined],
  ['Art. 246a', 'art:246a/par:1', undefined],
  ['§ 4', 'par:3-6', 'range'],
  ['§ 4', 'book:2/par:3-6', 'range'],
  ['par:4', 'par:3-6', 'range'],
  ['§ 7', 'par:3-6', undefined],
  ['§§ 3 bis 6', 'par:3-6', 'exact'],
  ['§§ 30 und 31', 'par:30-31', 'exact'],
  ['§ 10a', 'par:10_10a-11', 'range'],
  ['Art. 4', 'par:3-6', undefined],
  ['Art. V', 'art:iv-vi', 'range'],
  ['Anlage', 'annex:1', 'exact'],
  ['Anlage 2 Teil 1', 'annex:2_teil_1', 'exact'],
  ['Anlage 2 Teil 1', 'annex:2', 'exact'],
  ['§ 1 Abs. 2', 'par:1', 'exact'],
] as const) {
  it(`${text} and ${path}: ${fit ?? 'no fit'}`, () => {
    const designation = readDesignation(text)
    assert.ok(designation)
    assert.equal(matchDesignation(designation, parseNormPath(path) as NormPath), fit)
  })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameOfLaw } from '../../../src/citation/laws/customary-names.ts'

test('laws have the names by which lawyers cite them', () => {
  const named = (code: string, abbreviation: string, typed?: string) => nameOfLaw({ code, abbreviation }, typed)
  assert.equal(named('sgb_5', 'SGB 5'), 'SGB V')
  assert.equal(named('bgbeg', 'BGBEG'), 'EGBGB')
  assert.equal(named('bgb', 'BGB'), 'BGB')
  assert.equal(named('msgb', ''), 'msgb')
})

test('the abbreviation that was typed comes first, in the spelling of the source', () => {
  const named = (typed: string, code = 'kunsturhg', abbreviation = 'KunstUrhG') =>
    nameOfLaw({ code, abbreviation }, typed)
  assert.equal(named('KunstUrhG'), 'KunstUrhG')
  assert.equal(named('KUNSTURHG'), 'KunstUrhG')
  assert.equal(named('kunsturhg'), 'KUG')
  assert.equal(named('Kunsturhebergesetz'), 'KUG')
  assert.equal(named('SGB 5', 'sgb_5', 'SGB 5'), 'SGB V')
  assert.equal(named('BGBEG', 'bgbeg', 'BGBEG'), 'EGBGB')
})

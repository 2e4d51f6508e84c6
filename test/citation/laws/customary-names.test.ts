import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFormerName, nameOfLaw } from '../../../src/citation/laws/customary-names.ts'

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
  assert.equal(named('AltG', 'altg', 'NeuG'), 'NeuG')
  assert.equal(named('GmbH-Gesetz', 'gmbhg', 'GmbHG'), 'GmbHG')
})

test('the abbreviation under which the source files a law may be a former one', () => {
  const law = { code: 'altg', abbreviation: 'NeuG', aliases: ['NeuG', 'AltG 1992', 'Neugesetz', 'AltG'] }
  assert.equal(isFormerName('AltG', law), true)
  assert.equal(isFormerName('NeuG', law), false)
  assert.equal(isFormerName('Neugesetz', law), false)
  assert.equal(isFormerName('AltG', { ...law, aliases: ['NeuG', 'Neugesetz', 'AltG'] }), false)
  assert.equal(isFormerName('EGBGB', { code: 'bgbeg', abbreviation: 'BGBEG', aliases: ['BGBEG', 'EGBGB'] }), false)
})

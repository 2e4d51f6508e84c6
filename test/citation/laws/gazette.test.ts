import assert from 'node:assert/strict'
import { it } from 'node:test'
import { gazettePlaces, republished } from '../../../src/citation/laws/gazette.ts'

it('a place in a gazette has one form, however it is written', () => {
  for (const text of [
    'BGBl. I 2002 S. 42',
    'BGBl I 2002, 42',
    'BGBl. 2002 I S. 42',
    'bgbl 2002 Teil I, Seite 42',
    'BGBl. Teil I 2002, 42, 2909',
  ]) {
    assert.deepEqual(gazettePlaces(text), ['bgbli2002/42/'], text)
  }
  assert.deepEqual(gazettePlaces('RGBl 1896, 195'), ['rgbl1896/195/'])
  assert.deepEqual(gazettePlaces('RGBl. 1896 S. 195'), ['rgbl1896/195/'])
  assert.deepEqual(gazettePlaces('BGBl. 2024 I Nr. 83'), ['bgbli2024/nr83/'])
  assert.deepEqual(gazettePlaces('GBl DDR I 1990, Nr 62, 1552'), ['gblddri1990/1552/', 'gblddri1990/nr62/'])
  assert.deepEqual(gazettePlaces('BGBl. II 1990'), ['bgblii1990/'])
  for (const text of ['BGB', '§ 42 BGB', 'BGBl', 'BGBl. I S. 42', 'Gesetz, BGBl. I 2002 S. 42']) {
    assert.deepEqual(gazettePlaces(text), [], text)
  }
})

it('a note on a new publication names its place', () => {
  assert.deepEqual(republished('Neugefasst durch Bek. v. 2.1.2002 I 42, 2909; 2003, 738;'), ['BGBl I 2002, 42'])
  assert.deepEqual(republished('Neugefasst durch Bek. v. 20.3.2024 I Nr. 108'), ['BGBl I 2024, Nr. 108'])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findDesignations } from '../../src/library/find-designations.ts'

const read = (text: string) => findDesignations(text).map(({ text, law, norms }) => [text, law, norms])
const whole = { to: null, following: null, subdivision: null }

test('designations are found without a corpus, each with the words that look like the name of its law', () => {
  const text = 'Nach § 1 Abs. 2 Satz 1 MSGB und Art. 5 des Möwengesetzes.'
  const [first, second] = findDesignations(text)
  assert.deepEqual(first, {
    text: '§ 1 Abs. 2 Satz 1',
    start: 5,
    end: 22,
    law: 'MSGB',
    names: ['MSGB', 'Nach'],
    weak: false,
    norms: [{ ...whole, norm: 'par:1', subdivision: 'abs:2/satz:1' }],
  })
  assert.equal(text.slice(second?.start, second?.end), 'Art. 5')
  assert.deepEqual([second?.law, second?.norms[0]?.norm], ['Möwengesetzes', 'art:5'])
})

test('lists, ranges and following norms are told apart', () => {
  assert.deepEqual(read('§§ 3 bis 6 MSGB, §§ 7 ff. MSGB, § 8 Abs. 1 und 3 MSGB'), [
    ['§§ 3 bis 6', 'MSGB', [{ ...whole, norm: 'par:3', to: 'par:6' }]],
    ['§§ 7 ff.', 'MSGB', [{ ...whole, norm: 'par:7', following: 'ff' }]],
    ['§ 8 Abs. 1 und 3', 'MSGB', ['abs:1', 'abs:3'].map((subdivision) => ({ ...whole, norm: 'par:8', subdivision }))],
  ])
})

test('a designation takes its law from the one that it is joined to; without any it has none', () => {
  assert.deepEqual(
    findDesignations('§ 3 i. V. m. § 4 i. V. m. § 5 MSGB').map(({ law }) => law),
    ['MSGB', 'MSGB', 'MSGB'],
  )
  const [alone] = findDesignations('§ 433 gilt.')
  assert.deepEqual([alone?.law, alone?.weak], [null, false])
  const [annex] = findDesignations('siehe Anlage 2')
  assert.equal(annex?.weak, true)
  assert.deepEqual(findDesignations('Kein Wort davon.'), [])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDesignation, formatSubdivision, nameOfNorm } from '../../src/citation/designation.ts'

test('a norm path is written as people write designations', () => {
  const cases: [path: string, designation: string][] = [
    ['par:433', '§ 433'],
    ['par:433/abs:1/satz:2', '§ 433 Abs. 1 Satz 2'],
    ['art:246a/par:1', 'Art. 246a § 1'],
    ['par:3-6', '§§ 3-6'],
    ['par:103_103a-104', '§§ 103, 103a-104'],
    ['annex:1', 'Anlage 1'],
    ['annex:i_kap_ii_a_ii', 'Anlage I Kap II A II'],
    ['annex:muster_3', 'Muster 3'],
    ['preamble:1', 'Präambel'],
    ['formula:entry', 'Eingangsformel'],
    ['toc:1', 'Inhaltsübersicht'],
    ['recital:47', 'Erwägungsgrund 47'],
    ['item:iv', 'Nr. IV'],
    ['text:2', 'Text 2'],
    ['part:1/par:1', 'Teil 1 § 1'],
    ['par:4/seq:2', '§ 4 (2nd)'],
    ['par:14/abs:1/nr:1/buchst:a/buchst:bb', '§ 14 Abs. 1 Nr. 1 Buchst. a Doppelbuchst. bb'],
    ['§ 433', '§ 433'],
  ]
  for (const [path, designation] of cases) assert.equal(formatDesignation(path), designation)
  assert.equal(formatSubdivision('abs:1/satz:2'), 'Abs. 1 Satz 2')
  assert.equal(formatSubdivision(''), '')
})

test('a norm of a law has the name of its label, and what tells it from others', () => {
  assert.equal(nameOfNorm({ norm: 'art:5/par:1', label: 'Art 5 § 1' }, 'abs:2'), 'Art. 5 § 1 Abs. 2')
  assert.equal(nameOfNorm({ norm: 'part:1/par:1', label: '§ 1' }), 'Teil 1 § 1')
  assert.equal(nameOfNorm({ norm: 'par:4/seq:2', label: '§ 4' }), '§ 4 (2nd)')
  assert.equal(nameOfNorm({ norm: 'par:3-6', label: '(XXXX) §§ 3 bis 6' }), '§§ 3 bis 6')
  assert.equal(nameOfNorm({ norm: 'text:1', label: '' }), 'Text 1')
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseNormPath } from '../../../src/citation/norm-path.ts'
import { placeSubdivisions } from '../../../src/import/package/read-law.ts'
import { codeOf, namedNorm, normLabel } from '../../../src/import/package/schema.ts'

describe('parts of a text', () => {
  const place = (text: string, parts: [path: string, text: string][]) => {
    const { placed, lost } = placeSubdivisions(
      text,
      parts.map(([path, part]) => ({ path, text: part })),
    )
    return { placed: placed.map(({ path, label, start, end }) => [path, label, text.slice(start, end), start]), lost }
  }

  test('are found in order, within the part that they belong to', () => {
    const text = '(1) Gilt. Gilt. (2) Gilt. 1. rot; a) hell, b) rot'
    const { placed, lost } = place(text, [
      ['abs:1', 'Gilt. Gilt.'],
      ['abs:1/satz:1', 'Gilt.'],
      ['abs:1/satz:2', 'Gilt.'],
      ['abs:2', 'Gilt. 1. rot; a) hell, b) rot'],
      ['abs:2/satz:1', 'Gilt.'],
      ['abs:2/nr:1', 'rot; a) hell, b) rot'],
      ['abs:2/nr:1/lit:a', 'hell'],
      ['abs:2/nr:1/lit:b', 'rot'],
    ])
    assert.deepEqual(lost, [])
    assert.deepEqual(placed, [
      ['abs:1', '(1)', 'Gilt. Gilt.', 4],
      ['abs:1/satz:1', '1', 'Gilt.', 4],
      ['abs:1/satz:2', '2', 'Gilt.', 10],
      ['abs:2', '(2)', 'Gilt. 1. rot; a) hell, b) rot', 20],
      ['abs:2/satz:1', '1', 'Gilt.', 20],
      ['abs:2/nr:1', '1.', 'rot; a) hell, b) rot', 29],
      ['abs:2/nr:1/buchst:a', 'a)', 'hell', 37],
      ['abs:2/nr:1/buchst:b', 'b)', 'rot', 46],
    ])
  })

  test('may be given with their marks, or have none', () => {
    const { placed } = place('(1) Eins. Zwei', [
      ['abs:1', '(1) Eins.'],
      ['abs:2', 'Zwei'],
    ])
    assert.deepEqual(placed, [
      ['abs:1', '(1)', '(1) Eins.', 0],
      ['abs:2', '2', 'Zwei', 10],
    ])
  })

  test('that are not there, come twice, are out of order or have no path are named', () => {
    const { placed, lost } = place('(1) Eins. (2) Zwei.', [
      ['abs:2', 'Zwei.'],
      ['abs:1', 'Eins.'],
      ['abs:2', 'Zwei.'],
      ['abs:3', ''],
      ['satz:1/abs:1', 'Eins.'],
      ['par:1', 'Eins.'],
      ['abs:2/satz:1', 'Eins.'],
    ])
    assert.deepEqual(
      placed.map(([path]) => path),
      ['abs:2'],
    )
    assert.deepEqual(lost, ['abs:1', 'abs:2', 'abs:3', 'satz:1/abs:1', 'par:1', 'abs:2/satz:1'])
  })

  test('are named by kind and value where they have no path', () => {
    const records = [{ kind: 'abs', value: 1, text: 'Eins.' }]
    assert.equal(placeSubdivisions('Eins.', records).placed[0]?.path, 'abs:1')
  })
})

test('designations are made of paths, numbers as the source writes them', () => {
  const labels: [path: string, value: string | undefined, label: string][] = [
    ['par:312', '312', '§ 312'],
    ['par:312', undefined, '§ 312'],
    ['art:246a', '246A', 'Art. 246A'],
    ['art:246a/par:1', '1', 'Art. 246a § 1'],
    ['annex:2', '2', 'Anlage 2'],
    ['annex:ii', 'II', 'Anlage II'],
    ['annex:ii', 'III', 'Anlage ii'],
    ['recital:47', '47', 'Erwägungsgrund 47'],
    ['book:2/par:1/seq:2', '1', '§ 1'],
    ['chapter:3', '3', 'Kapitel 3'],
    ['chapter:3/section:1', '1', 'Abschnitt 1'],
    ['par:3-6', '3-6', '§§ 3 bis 6'],
    ['art:3_5-7', undefined, 'Art. 3, 5 bis 7'],
    ['preamble:1', undefined, 'Präambel'],
    ['formula:entry', undefined, 'Eingangsformel'],
    ['toc:1', undefined, 'Inhaltsverzeichnis'],
    ['text:1', undefined, ''],
  ]
  for (const [path, value, label] of labels) assert.equal(normLabel(parseNormPath(path)?.norm ?? [], value), label)
})

test('identifiers become codes and paths', () => {
  assert.equal(codeOf('SGB_5'), 'sgb_5')
  assert.equal(codeOf('state:bb/deichg'), 'state-bb-deichg')
  for (const id of ['', 'a b', 'a,b', '.', '..', 'a\u0000']) assert.equal(codeOf(id), undefined, id)
  assert.deepEqual(namedNorm('state:bb/deichg/art:2/par:1/abs:3'), {
    code: 'state-bb-deichg',
    path: 'art:2/par:1',
    subdivision: 'abs:3',
  })
  for (const id of ['seeg', 'seeg/', '/par:1', 'seeg/par', 'lim-1']) assert.equal(namedNorm(id), undefined, id)
})

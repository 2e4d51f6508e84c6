import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildToc, isHeading, type TocEntry } from '../../src/layout/table-of-contents.ts'
import { heading, norm } from './outline.ts'

const shown = (entries: TocEntry[], indent = ''): string[] =>
  entries.flatMap((entry) =>
    isHeading(entry)
      ? [
          `${indent}${entry.heading.label} ${entry.heading.title} [${entry.range}]${entry.norm ? ` = ${entry.norm.norm}` : ''}`,
          ...shown(entry.entries, `${indent}  `),
        ]
      : [`${indent}${entry.label}`],
  )

test('norms stand under their headings, and after them those without one', () => {
  const norms = [
    norm('toc:1', 'Übersicht'),
    norm('par:1', '§ 1'),
    norm('par:2', '§ 2'),
    norm('par:3-6', '§§ 3 bis 6'),
    norm('par:7', '§ 7'),
    norm('annex:1', 'Anlage 1'),
  ]
  const structure = [
    heading(0, 'Buch 1', 'Anfang', 1, 4),
    heading(1, 'Titel 1', 'Mitte', 2, 4),
    heading(0, 'Buch 2', 'Ende', 4, 5),
  ]
  assert.deepEqual(shown(buildToc({ norms, structure }).entries), [
    'Übersicht',
    'Buch 1 Anfang [§§ 1–6]',
    '  § 1',
    '  Titel 1 Mitte [§§ 2–6]',
    '    § 2',
    '    §§ 3 bis 6',
    'Buch 2 Ende [§ 7]',
    '  § 7',
    'Anlage 1',
  ])
})

test('a heading with text of its own is the norm in front of it', () => {
  const norms = [norm('art:5', 'Art 5', 'Plätze'), norm('art:5/par:1', 'Art 5 § 1'), norm('art:5/par:2', 'Art 5 § 2')]
  const toc = buildToc({ norms, structure: [heading(0, 'Art 5', 'Plätze', 1, 3)] })
  assert.deepEqual(shown(toc.entries), ['Art 5 Plätze [] = art:5', '  Art 5 § 1', '  Art 5 § 2'])
  for (const { norm: path } of norms) assert.deepEqual(toc.above(path), [toc.entries[0]], path)
})

test('the headings above a norm are known', () => {
  const norms = [norm('par:1', '§ 1'), norm('par:2', '§ 2')]
  const structure = [heading(0, 'Teil 1', '', 0, 1), heading(1, 'Titel 1', '', 0, 1)]
  const toc = buildToc({ norms, structure })
  assert.deepEqual(
    toc.above('par:1').map((each) => each.heading.label),
    ['Teil 1', 'Titel 1'],
  )
  assert.deepEqual(toc.above('par:2'), [])
  assert.deepEqual(toc.above('par:9'), [])
})

test('headings without norms stand in their place', () => {
  const norms = [norm('par:1', '§ 1'), norm('par:2', '§ 2')]
  const structure = [
    heading(0, 'Buch 1', '', 0, 2),
    heading(1, 'Titel 1', '(weggefallen)', 0, 0),
    heading(1, 'Titel 2', '', 0, 1),
    heading(2, 'Kapitel 1', '(weggefallen)', 1, 1),
    heading(1, 'Titel 3', '', 1, 2),
    heading(0, 'Buch 2', '', 2, 2),
    heading(1, 'Titel 1', '', 2, 2),
  ]
  assert.deepEqual(shown(buildToc({ norms, structure }).entries), [
    'Buch 1  [§§ 1–2]',
    '  Titel 1 (weggefallen) []',
    '  Titel 2  [§ 1]',
    '    § 1',
    '    Kapitel 1 (weggefallen) []',
    '  Titel 3  [§ 2]',
    '    § 2',
    'Buch 2  []',
    '  Titel 1  []',
  ])
})

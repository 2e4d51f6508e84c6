import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentsTree, uniqueDesignations } from '../../../../src/cli/terminal/pages/law-page.ts'
import { styled } from '../../../../src/cli/terminal/screen.ts'
import { openCorpus } from '../../../../src/dataset/open.ts'
import { resolveLaw } from '../../../../src/resolve/resolve-law.ts'
import { resolveNorm } from '../../../../src/resolve/resolve-norm.ts'
import { heading, norm } from '../../../layout/outline.ts'

const screen = (width: number) => ({ width, colour: false })

const law = {
  norms: [
    norm('toc:1', 'Inhaltsübersicht'),
    norm('par:1', '§ 1', 'Zweck'),
    norm('par:2', '§ 2', 'Begriff der Liegeplätze, die an das Ufer grenzen'),
    norm('par:3-6', '§§ 3 bis 6', '(weggefallen)', 'repealed'),
    norm('par:7', '§ 7', 'Gebühr', 'repealed'),
    norm('annex:1', 'Anlage 1', 'Tabelle'),
  ],
  structure: [
    heading(0, 'Teil 1', 'Anfang', 1, 5),
    heading(1, 'Kapitel 1', 'Allgemeines über Hafen und Ufer', 1, 3),
    heading(1, 'Kapitel 2', '', 3, 5),
  ],
}

test('guides lead from headings to what is under them; what is long wraps under its words', () => {
  assert.deepEqual(contentsTree(law, screen(40)), [
    'Inhaltsübersicht',
    'Teil 1 Anfang (§§ 1–7)',
    '├─ Kapitel 1 Allgemeines über Hafen',
    '│  │  und Ufer (§§ 1–2)',
    '│  ├─ § 1  Zweck',
    '│  └─ § 2  Begriff der Liegeplätze, die',
    '│          an das Ufer grenzen',
    '└─ Kapitel 2 (§§ 3–7)',
    '   ├─ §§ 3 bis 6  (weggefallen)',
    '   └─ § 7         Gebühr (repealed)',
    'Anlage 1  Tabelle',
  ])
})

test('headings stand out, guides, ranges and repealed norms stand back', () => {
  const colours = { width: 40, colour: true }
  const drawn = contentsTree(law, colours)
  assert.equal(drawn[1], styled(colours, 'heading', 'Teil 1 Anfang ') + styled(colours, 'quiet', '(§§ 1–7)'))
  assert.equal(drawn[8], styled(colours, 'quiet', '   ├─ ') + styled(colours, 'repealed', '§§ 3 bis 6  (weggefallen)'))
})

test('norms that only have a designation share lines', () => {
  const norms = Array.from({ length: 9 }, (_, index) => norm(`art:${index + 1}`, `Art ${index + 1}`))
  norms[6] = norm('art:7', 'Art 7', 'Kai')
  assert.deepEqual(contentsTree({ norms, structure: [heading(0, 'I.', 'Rechte', 0, 9)] }, screen(40)), [
    'I. Rechte (Art 1–9)',
    '├─ Art 1, Art 2, Art 3, Art 4, Art 5,',
    '│  Art 6',
    '├─ Art 7  Kai',
    '└─ Art 8, Art 9',
  ])
})

test('headings of norms stand below each other, up to the next heading of the law', () => {
  const norms = [
    norm('par:1', '§ 1', 'Kai'),
    norm('par:20', '§ 20', 'Ufer'),
    norm('par:21', '§ 21', 'Boot'),
    norm('annex:100', 'Anlage 100', 'Karte'),
    norm('annex:1000001', 'Anlage 1000001', 'Plan'),
    norm('annex:10000001', 'Anlage 10000001', 'Bild'),
  ]
  assert.deepEqual(contentsTree({ norms, structure: [heading(0, 'Teil 1', '', 2, 3)] }, screen(60)), [
    '§ 1   Kai',
    '§ 20  Ufer',
    'Teil 1 (§ 21)',
    '└─ § 21  Boot',
    'Anlage 100      Karte',
    'Anlage 1000001  Plan',
    'Anlage 10000001  Bild',
  ])
})

test('a law without headings is a list without guides', () => {
  const norms = [norm('par:1', '§ 1', 'Zweck'), norm('par:2', '§ 2', 'Ende')]
  assert.deepEqual(contentsTree({ norms, structure: [] }, screen(40)), ['§ 1  Zweck', '§ 2  Ende'])
  assert.deepEqual(contentsTree({ norms: [], structure: [] }, screen(40)), [])
})

test('a norm has its path where its designation does not lead to it', () => {
  const norms = [
    norm('text:1', ''),
    norm('section:i/art:1', 'Art 1', 'Zweck'),
    norm('section:ii/art:1', 'Art 1'),
    norm('art:5', 'Art 5', 'Plätze'),
    norm('art:5/par:1', 'Art 5 § 1', 'Boote'),
    norm('art:6/par:2-4', 'Art 6 §§ 2 bis 4', 'Kähne'),
    norm('text:2', 'Abschnitt 2', 'Ufer'),
    norm('par:9', '§ 9', 'Kai'),
  ]
  const structure = [heading(0, 'Art 5', 'Plätze', 4, 5), heading(0, 'Abschnitt 2', 'Ufer', 7, 8)]
  assert.deepEqual(contentsTree({ norms, structure }, screen(60)), [
    'text:1  (text without designation)',
    'section:i/art:1 Art 1  Zweck',
    'section:ii/art:1 Art 1',
    'Art 5 Plätze',
    '└─ Art 5 § 1  Boote',
    'art:6/par:2-4 Art 6 §§ 2 bis 4',
    '  Kähne',
    'Abschnitt 2 Ufer (§ 9)',
    '├─ text:2  (the text of this heading itself)',
    '└─ § 9     Kai',
  ])
})

test('what is nested deeper than the screen has room stands at one place', () => {
  const norms = [norm('par:1', '§ 1', 'Zweck')]
  const structure = Array.from({ length: 30 }, (_, level) => heading(level, `Stufe ${level}`, '', 0, 1))
  const drawn = contentsTree({ norms, structure }, screen(40))
  assert.equal(drawn.length, 31)
  for (const line of drawn) assert(line.length <= 40, line)
})

test('every designation that stands without its path leads to its norm', async () => {
  const corpus = await openCorpus({ dataset: 'starter' })
  try {
    let typed = 0
    for (const { code } of (await corpus.laws({})).items) {
      const law = await resolveLaw(corpus, code)
      const norms = await corpus.outline(code)
      const paths = uniqueDesignations(norms)
      for (const { norm, label } of norms.filter((each) => paths.has(each.norm))) {
        assert.equal((await resolveNorm(corpus, law, label)).norm.norm, norm, `${code} ${label}`)
        typed++
      }
    }
    assert(typed > 80, String(typed))
  } finally {
    await corpus.close()
  }
})

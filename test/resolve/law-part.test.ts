/** Parts of a law are found by the usual ways of writing them. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Law, LawHeading } from '../../src/model/corpus.ts'
import { extentOf, findPart } from '../../src/resolve/law-part.ts'
import { LegalTextError } from '../../src/util/errors.ts'

const heading = (
  level: number,
  kind: string,
  number: string,
  label: string,
  title: string,
  place: number,
): LawHeading => ({
  ...{ level, kind, number, label, title, footnotes: '' },
  ...{ start: place, end: place + 1 },
})

/** A law with headings, each with a norm. */
const lawWith = (...headings: [level: number, kind: string, number: string, label: string, title: string][]): Law => {
  const structure = headings.map((each, place) => heading(...each, place))
  const norms = structure.map((_, index) => ({
    norm: `par:${index}`,
    label: '',
    heading: '',
    status: 'in_force' as const,
  }))
  return { code: 'prüfg', abbreviation: 'PrüfG', structure, norms } as Partial<Law> as Law
}

const code = lawWith(
  [0, 'book', '1', 'Erstes Buch', 'Anfang'],
  [1, 'section', '1', 'Erster Abschnitt', 'Personen'],
  [1, 'section', '2', 'Zweiter Abschnitt', 'Sachen, Tiere'],
  [0, 'book', '2', 'Zweites Buch', 'Verträge'],
  [1, 'section', '1', 'Abschnitt 1', 'Kauf'],
  [2, 'title', '1', 'Titel 1', 'Stückkauf'],
  [1, 'section', '2a', 'Abschnitt 2a', 'Miete'],
  [2, 'title', '1', 'Titel 1', 'Wohnraum'],
  [0, 'part', 'III', 'Teil III', 'Schluss'],
  [0, 'heading', '', 'Besonderer Teil', ''],
  [1, 'section', '1', 'Erster Abschnitt', 'Wettbewerb'],
  [1, 'item', 'A', 'A.', 'Übergang'],
)

const found = (named: string, law = code) => {
  try {
    return findPart(law, named)
      .place.map(({ label }) => label)
      .join(' ')
  } catch (error) {
    if (error instanceof LegalTextError) return `${error.kind}: ${names(error).join(', ')}`
    throw error
  }
}
const names = ({ details }: LegalTextError) => (details.candidates ?? details.suggestions ?? []).map(({ part }) => part)

test('headings that end with one number are told apart by their words', () => {
  const law = lawWith(
    [0, 'heading', '', 'Boote 3', ''],
    [0, 'heading', '', 'Stege 3', ''],
    [0, 'section', '3', 'Abschnitt 3', 'Ufer'],
  )
  assert.equal(found('Stege 3', law), 'Stege 3')
  assert.equal(found('3. Abschnitt', law), 'Abschnitt 3')
})

describe('a part is found', () => {
  const same = (place: string, ...forms: string[]) => {
    for (const named of forms) assert.equal(found(named), place, named)
  }

  test('by its designation, however its number is written', () => {
    same('Zweites Buch', 'Zweites Buch', 'Buch 2', '2. Buch', 'Buch II', 'II. Buch', 'ZWEITES  BUCH', 'buch2')
    same('Teil III', 'Teil III', 'Teil 3', 'Dritter Teil', '3. Teil')
    same('Zweites Buch Abschnitt 2a', 'Abschnitt 2a', 'abschn. 2A', 'Abschnitt2a', 'Miete', 'Abschnitt 2a Miete')
    same('Besonderer Teil A.', 'A.', 'A', 'Übergang')
  })

  test('by the headings above it, some of which may be left out', () => {
    same(
      'Zweites Buch Abschnitt 2a Titel 1',
      ...['Buch 2 Abschnitt 2a Titel 1', 'buch2 abschnitt2a titel1', 'Zweites Buch, Abschnitt 2a, Titel 1'],
      ...['2. Buch 2a. Abschnitt 1. Titel', 'Abschnitt 2a Titel 1', 'Buch 2 › Miete › Wohnraum', 'Miete Titel 1'],
    )
    same('Zweites Buch Abschnitt 1 Titel 1', 'Buch 2 Stückkauf', 'Zweites Buch / Stückkauf')
    same('Besonderer Teil Erster Abschnitt', 'Besonderer Teil Erster Abschnitt', 'Besonderer Teil Abschnitt 1')
    same('Erstes Buch Zweiter Abschnitt', 'Sachen, Tiere', 'sachen tiere', 'Buch 1 Abschnitt II')
  })

  test('by a whole place before the end of another', () => {
    const law = lawWith([0, 'part', '1', 'Teil 1', ''], [0, 'book', '2', 'Buch 2', ''], [1, 'part', '1', 'Teil 1', ''])
    assert.equal(found('Teil 1', law), 'Teil 1')
    assert.equal(found('Buch 2 Teil 1', law), 'Buch 2 Teil 1')
  })

  test('by its title, if its designation is that of another, too', () => {
    const law = lawWith([0, 'section', '1', 'Abschnitt 1', 'Maler'], [0, 'section', '1', 'Abschnitt 1', 'Dachdecker'])
    assert.equal(found('Abschnitt 1', law), 'ambiguous: Abschnitt 1 Maler, Abschnitt 1 Dachdecker')
    assert.equal(findPart(law, 'Abschnitt 1 Dachdecker').start, 1)
  })
})

describe('a heading goes before', () => {
  test('the parts within it that have its title', () => {
    const law = lawWith(
      [0, 'part', '3', 'Teil 3', '(weggefallen)'],
      [1, 'chapter', '1', 'Kapitel 1', '(weggefallen)'],
      [2, 'section', '1', 'Abschnitt 1', '(weggefallen)'],
      [2, 'section', '2', 'Abschnitt 2', '(weggefallen)'],
      [1, 'chapter', '2', 'Kapitel 2', '(weggefallen)'],
    )
    assert.equal(found('Teil 3 (weggefallen)', law), 'Teil 3')
    assert.equal(found('Kapitel 1 (weggefallen)', law), 'Teil 3 Kapitel 1')
    assert.equal(found('Teil 3 Kapitel 1 (weggefallen)', law), 'Teil 3 Kapitel 1')
    assert.equal(found('Abschnitt 2 (weggefallen)', law), 'Teil 3 Kapitel 1 Abschnitt 2')
  })

  test('headings that only begin so', () => {
    const law = lawWith([0, 'section', '1', 'Abschnitt 1', ''], [0, 'section', '1', 'Abschnitt 1', 'Maler'])
    assert.equal(findPart(law, 'Abschnitt 1').start, 0)
    assert.equal(findPart(law, 'Abschnitt 1 Maler').start, 1)
  })
})

describe('a part is not guessed', () => {
  test('if several have the name', () => {
    assert.equal(
      found('Abschnitt 1'),
      'ambiguous: Erstes Buch Erster Abschnitt, Zweites Buch Abschnitt 1, Besonderer Teil Erster Abschnitt',
    )
    assert.equal(
      found('Buch 2 Titel 1'),
      'ambiguous: Zweites Buch Abschnitt 1 Titel 1, Zweites Buch Abschnitt 2a Titel 1',
    )
  })

  test('if none has it: the parts of the nearest are suggested', () => {
    const outermost = 'not_found: Erstes Buch, Zweites Buch, Teil III, Besonderer Teil'
    for (const named of ['Buch 9', 'xyz', '§', '2', 'x '.repeat(150)]) assert.equal(found(named), outermost, named)
    assert.equal(found('Buch 2 Abschnitt 9'), 'not_found: Zweites Buch Abschnitt 1, Zweites Buch Abschnitt 2a')
    assert.equal(found('Buch 7 Abschnitt 2a'), 'not_found: Zweites Buch Abschnitt 2a')
    assert.equal(found('Buch'), 'not_found: Erstes Buch, Zweites Buch')
    assert.equal(found('Tiere'), 'not_found: Erstes Buch Zweiter Abschnitt')
  })
})

test('the extent of a part is that of its sections and articles, if it has any', () => {
  const norms = ['text:1', 'par:1', 'art:2/par:3/seq:2', 'annex:1'].map((norm) => ({
    norm,
    label: norm,
    heading: '',
    status: 'in_force' as const,
  }))
  const extent = (start: number, end: number, label = '') => {
    const { norm_count: count, first, last } = extentOf(norms, { start, end, label, title: '' })
    return [count, first?.norm, last?.norm]
  }
  assert.deepEqual(extent(0, 4), [4, 'par:1', 'art:2/par:3/seq:2'])
  assert.deepEqual(extent(0, 1), [1, 'text:1', 'text:1'])
  assert.deepEqual(extent(2, 2), [0, undefined, undefined])
  // The text of the heading itself counts.
  assert.deepEqual(extent(1, 3, 'text:1'), [3, 'par:1', 'art:2/par:3/seq:2'])
  assert.deepEqual(extent(1, 1, 'text:1'), [1, undefined, undefined])
})

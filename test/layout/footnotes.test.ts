import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printedFootnotes, sourceNotes } from '../../src/layout/footnotes.ts'
import { actLine } from '../../src/layout/notes.ts'
import type { Mark } from '../../src/model/norm-text.ts'
import { normWith } from '../render/marked-norm.ts'

const mark = (printed: string, start: number, end: number): Mark => ({
  kind: 'footnote',
  mark: printed,
  offset: 0,
  note: { start, end },
})

test('footnotes are printed with their marks; a repeated one stands there once', () => {
  const footnotes = 'See the chart.\nDelete.\nDelete.'
  const marks = [mark('(1)', 0, 14), mark('(*1)', 15, 22), mark('(*1)', 23, 30), mark('(1)', 0, 14)]
  assert.equal(printedFootnotes({ footnotes, marks }), '(1) See the chart.\n(*1) Delete.')
})

test('a part of a norm has the footnotes that it refers to', () => {
  const footnotes = 'See the chart.\nDelete.'
  const marks = [
    { ...mark('(1)', 0, 14), offset: 10 },
    { ...mark('(2)', 15, 22), offset: 40 },
    { ...mark('(1)', 0, 14), offset: 60 },
  ]
  assert.equal(printedFootnotes({ footnotes, marks }, { start: 0, end: 30 }), '(1) See the chart.')
  assert.equal(printedFootnotes({ footnotes, marks }, { start: 30, end: 50 }), '(2) Delete.')
  assert.equal(printedFootnotes({ footnotes, marks }, { start: 30, end: 60 }), '(1) See the chart.\n(2) Delete.')
  assert.equal(printedFootnotes({ footnotes, marks }, { start: 41, end: 50 }), '')
})

test('footnotes that have their marks in their words stay as they are', () => {
  assert.equal(printedFootnotes({ footnotes: '*) Note', marks: [] }), '*) Note')
})

test('an act of the Union tells its number, whether it has legal effect, and its language', () => {
  const { provenance } = normWith({})
  assert.equal(actLine({ provenance, language: 'de' }), null)
  const act = { celex: '02025R9901-20250601', eli: null, consolidated_on: '2025-06-01', legal_effect: false }
  assert.equal(
    actLine({ provenance: { ...provenance, ...act }, language: 'en' }),
    'CELEX 02025R9901-20250601; consolidated text from 2025-06-01, without recitals and without legal effect; language en',
  )
  assert.match(
    actLine({ provenance: { ...provenance, ...act, legal_effect: true }, language: 'de' }) ?? '',
    /; as adopted; language de$/,
  )
})

test('notes of the documentation are told from other notes, without their marks', () => {
  const cases: [notes: string, documentation: string[], others: string[]][] = [
    ['(+++ § 1: zur Anwendung vgl. § 2 +++)', ['§ 1: zur Anwendung vgl. § 2'], []],
    ['(+++ Eins\n     zwei +++)\n(+++ Drei +++)\n\n1) Vier', ['Eins\n     zwei', 'Drei'], ['1) Vier']],
    ['*) Fünf\n(+++ Sechs ++)', ['Sechs'], ['*) Fünf']],
    // The mark after every line of a list, and none at the end of the list
    ['(+++ Liste:\n  A 1 +++)\n  B 2 +++)', ['Liste:\n  A 1 \n  B 2'], []],
    ['(+++ Ohne Ende:\n  C 3\n\nÜberschrift: neu', ['Ohne Ende:\n  C 3'], ['Überschrift: neu']],
    ['Programme in C++ (siehe dort)', [], ['Programme in C++ (siehe dort)']],
  ]
  for (const [notes, documentation, others] of cases) {
    const read = sourceNotes(notes)
    const textsOf = (wanted: boolean) => read.filter((note) => note.isDocumentation === wanted).map(({ text }) => text)
    assert.deepEqual([textsOf(true), textsOf(false)], [documentation, others], notes)
  }
})

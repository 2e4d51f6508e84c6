import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutLine, type Inlines } from '../../src/layout/pieces.ts'
import { styledRuns } from '../../src/layout/runs.ts'
import type { Relationship } from '../../src/model/corpus.ts'
import { placeSubdivisions } from '../../src/model/subdivisions.ts'
import { Links } from '../../src/web/pages/links.ts'
import { type LinkedReference, linkReferences } from '../../src/web/pages/norm-text.ts'
import { innerNumbers, sentencesOf, withSentenceNumbers } from '../../src/web/pages/sentences.ts'

const LINKS = new Links('/', null)

const NOTHING: Inlines<string, LinkedReference> = { references: [], points: [], runs: [], selection: null }

function cites(text: string, citation: string, change: Partial<Relationship> = {}): Relationship {
  const start = text.indexOf(citation)
  const norm = { type: 'cites', code: 'msgb', norm: 'par:1', label: '§ 1', heading: 'Rücksicht' } as const
  return {
    ...norm,
    abbreviation: null,
    subdivision: null,
    law: null,
    citation,
    start,
    end: start + citation.length,
    resolved: true,
    ...change,
  }
}

/** Pieces as text: `[link]`, `*selected*`, `^sentence^`, `{point}`. */
function shown(
  text: string,
  inlines: Partial<Inlines<string, LinkedReference>>,
  start = 0,
  end = text.length,
  from = start,
): string {
  return cutLine({ start, end }, from, { ...NOTHING, ...inlines })
    .map((piece) => {
      if (piece.kind === 'point') return `{${piece.what}}`
      let words = text.slice(piece.start, piece.end)
      if (piece.spans.some(({ kind }) => kind === 'sentence')) words = `^${words}^`
      if (piece.selected) words = `*${words}*`
      return piece.reference === null ? words : `[${words}]`
    })
    .join('')
}

test('references are cut out of the line, also those that reach beyond it', () => {
  const text = 'Nach § 1 Abs. 2 und § 3 gilt das.'
  const references = linkReferences(
    text,
    [cites(text, '§ 3', { norm: 'par:3' }), cites(text, '§ 1 Abs. 2', { subdivision: 'abs:2' })],
    LINKS,
  )
  assert.equal(shown(text, { references }), 'Nach [§ 1 Abs. 2] und [§ 3] gilt das.')
  assert.equal(shown(text, { references }, 0, 8), 'Nach [§ 1]')
  assert.equal(references[0]?.href, './msgb/1/2')
  assert.equal(references[0]?.title, '§ 1 Rücksicht (msgb)')
})

test('a range links its ends, each to its norm', () => {
  const text = 'Die §§ 12 bis 13a gelten.'
  const range = '§§ 12 bis 13a'
  const references = linkReferences(
    text,
    [
      cites(text, range, { norm: 'par:12', label: '§ 12' }),
      cites(text, range, { norm: 'par:13', label: '§ 13' }),
      cites(text, range, { norm: 'par:13a', label: '§ 13a' }),
    ],
    LINKS,
  )
  assert.equal(shown(text, { references }), 'Die §§ [12] bis [13a] gelten.')
  assert.deepEqual(
    references.map(({ href }) => href),
    ['./msgb/12', './msgb/13a'],
  )
})

test('what the corpus does not have is no link and says so', () => {
  const text = 'nach § 9 und § 2 FernG und § 7'
  const references = linkReferences(
    text,
    [
      cites(text, '§ 9', { norm: 'par:9', resolved: false }),
      cites(text, '§ 2 FernG', { code: null, norm: null, law: 'FernG', resolved: false }),
      cites(text, '§ 7', { code: null, norm: null, resolved: false }),
      cites(text, '', { start: null, end: null }),
    ],
    LINKS,
  )
  assert.deepEqual(
    references.map(({ href, title }) => [href, title]),
    [
      [null, 'Not in this corpus: § 9 (msgb)'],
      [null, 'Not in this corpus: FernG'],
      [null, 'Which law is meant is not known'],
    ],
  )
})

test('of references over one another the first and longest stays', () => {
  const text = '§ 1 Abs. 1 und 2'
  const references = linkReferences(text, [cites(text, 'Abs. 1 und 2'), cites(text, '§ 1'), cites(text, text)], LINKS)
  assert.equal(shown(text, { references }), `[${text}]`)
})

test('the selection and points cut references, too', () => {
  const text = 'Es gilt § 1. Auch hier.'
  const references = linkReferences(text, [cites(text, '§ 1')], LINKS)
  const points = [
    { offset: 0, what: 'a' },
    { offset: 9, what: 'b' },
    { offset: text.length, what: 'c' },
  ]
  assert.equal(
    shown(text, { references, points, selection: { start: 0, end: 12 } }),
    '{a}*Es gilt *[*§*]{b}[* 1*]*.* Auch hier.{c}',
  )
})

test('points before the line that belong to it stand at its start, those at its end at its end', () => {
  const points = [
    { offset: 2, what: 'mark' },
    { offset: 6, what: 'end' },
    { offset: 7, what: 'next' },
  ]
  assert.equal(shown('1. eins\nzwei', { points }, 3, 6, 0), '{mark}ein{end}')
  assert.equal(shown('', { points: [{ offset: 0, what: 'image' }] }), '{image}')
})

test('sentences are numbered where there are several; numbers in the text are raised', () => {
  const text = '(1) Eins ist da. Zwei auch.\n(2) Allein.\n(3) 1Mit Zahl. 2Auch so. 20 bleibt.'
  const part = (path: string, words: string) => ({ path, label: '', text: words })
  const placed = placeSubdivisions(text, [
    part('abs:1', '(1) Eins ist da. Zwei auch.'),
    part('abs:1/satz:1', 'Eins ist da.'),
    part('abs:1/satz:2', 'Zwei auch.'),
    part('abs:2', '(2) Allein.'),
    part('abs:2/satz:1', 'Allein.'),
    part('abs:3', '(3) 1Mit Zahl. 2Auch so. 20 bleibt.'),
    part('abs:3/satz:1', '1Mit Zahl.'),
    part('abs:3/satz:2', '2Auch so. 20 bleibt.'),
  ])
  const sentences = sentencesOf(text, placed)
  assert.deepEqual(
    sentences.map(({ path, isNumbered }) => [path, isNumbered]),
    [
      ['abs:1/satz:1', false],
      ['abs:1/satz:2', false],
      ['abs:3/satz:1', true],
      ['abs:3/satz:2', true],
    ],
  )
  const runs = styledRuns(text, withSentenceNumbers(text, [], sentences, placed))
  assert.equal(shown(text, { runs }, text.indexOf('1Mit')), '^1^Mit Zahl. ^2^Auch so. 20 bleibt.')
})

test('numbers of sentences within items of lists are raised, other numbers are not', () => {
  const text = '(1) 1Es gilt:\n1. Das Erste. 2Auch das. 3 bleibt, 4Zoll auch.\na) Das Zweite; 2Und das.\n2Am Ende.'
  const part = (path: string, words: string) => ({ path, label: '', text: words })
  const placed = placeSubdivisions(text, [
    part('abs:1', text),
    part('abs:1/satz:1', text.slice(4, text.indexOf('\n2Am'))),
    part('abs:1/satz:1/nr:1', text.slice(text.indexOf('1. Das'), text.indexOf('\n2Am'))),
    part('abs:1/satz:1/nr:1/buchst:a', 'a) Das Zweite; 2Und das.'),
    part('abs:1/satz:2', '2Am Ende.'),
  ])
  const found = innerNumbers(text, placed).map(({ start, end }) => text.slice(start, end + 3))
  assert.deepEqual(found, ['2Auc', '2Und'])
})

test('numbers of sentences that the source marks are those that are raised, and no sentence is numbered twice', () => {
  const text = '(1) ¹Das gilt. ²2008 kam 2Und hinzu.'
  const part = (path: string, words: string) => ({ path, label: '', text: words })
  const placed = placeSubdivisions(text, [
    part('abs:1', text),
    part('abs:1/satz:1', '¹Das gilt.'),
    part('abs:1/satz:2', '²2008 kam 2Und hinzu.'),
  ])
  const sentences = sentencesOf(text, placed)
  assert.deepEqual(
    sentences.map(({ isNumbered }) => isNumbered),
    [true, true],
  )
  const spans = ['¹', '²'].map((number) => ({
    kind: 'sentence' as const,
    start: text.indexOf(number),
    end: text.indexOf(number) + 1,
  }))
  const runs = styledRuns(text, withSentenceNumbers(text, spans, sentences, placed))
  assert.equal(shown(text, { runs }), '(1) ^¹^Das gilt. ^²^2008 kam 2Und hinzu.')
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { wordingOf } from '../../../src/import/history/law-history.ts'
import { type Content, changesOf, historyOf, long, normOf, versionsOf, yearly } from './invented.ts'

const MOEWEN = long('Der Kai')
const BIENEN = long('Das Dach')
const BOOTE = long('Der Steg')

const changes = (...contents: Content[]) => changesOf(historyOf(yearly(...contents)))

describe('the versions of a norm', () => {
  const versions = (...contents: Content[]) => versionsOf(historyOf(yearly(...contents)), 'par:1')

  it('go on while its wording is published unchanged', () => {
    assert.deepEqual(versions({ 'par:1': 'Ebbe' }, { 'par:1': 'Ebbe' }, { 'par:1': 'Flut' }), [
      '2001-2002',
      '2003-2003',
    ])
  })

  it('begin again when a text returns that there was before', () => {
    const history = historyOf(yearly({ 'par:1': 'Ebbe' }, { 'par:1': 'Flut' }, { 'par:1': 'Ebbe' }))
    assert.deepEqual(versionsOf(history, 'par:1'), ['2001-2001', '2002-2002', '2003-2003'])
    assert.deepEqual(changesOf(history), ['2002 changed par:1', '2003 changed par:1'])
  })

  it('differ in text, designation, heading, status or note', () => {
    const norm = { label: '§ 1', heading: 'Wasser', status: 'in_force', text: 'Ebbe', footnotes: '' } as const
    for (const other of [
      { label: '§ 1 n. F.' },
      { heading: 'Gezeiten' },
      { status: 'repealed' },
      { text: 'Flut' },
      { footnotes: 'Vgl. § 2' },
    ] as const) {
      const history = historyOf(yearly({ 'par:1': norm }, { 'par:1': { ...norm, ...other } }))
      assert.deepEqual(versionsOf(history, 'par:1'), ['2001-2001', '2002-2002'], JSON.stringify(other))
      assert.deepEqual(changesOf(history), ['2002 changed par:1'], JSON.stringify(other))
    }
  })

  it('do not differ in white space, markup, numbers of the source or their place in the law', () => {
    const norm = { text: 'Bei Ebbe\nruht der Verkehr.', documentId: 'BJNE1' }
    const other = {
      text: 'Bei  Ebbe ruht der Verkehr.',
      documentId: 'BJNE2',
      spans: [{ kind: 'bold' as const, start: 4, end: 8 }],
    }
    const history = historyOf(yearly({ 'par:1': norm }, { 'par:0': 'Vorab', 'par:1': other }))
    assert.deepEqual(versionsOf(history, 'par:1'), ['2001-2002'])
    assert.deepEqual(changesOf(history), ['2002 added par:0'])
    assert.equal(history.norms.filter(({ norm: { path } }) => path === 'par:1').length, 2, 'the markup of each is kept')
  })

  it('keep the texts of a heading and of a text apart', () => {
    const [one, other] = [normOf('par:1', { heading: 'Ebbe', text: 'Flut' }), normOf('par:1', { heading: 'EbbeFlut' })]
    assert.notEqual(wordingOf(one), wordingOf(other))
  })

  it('go on over one or two states that left the norm or the law out', () => {
    const norm = { 'par:1': 'Ebbe', 'par:2': 'Flut' }
    assert.deepEqual(versions(norm, { 'par:2': 'Flut' }, norm), ['2001-2003'])
    assert.deepEqual(versions(norm, null, null, norm), ['2001-2004'])
    assert.deepEqual(changes(norm, { 'par:2': 'Flut' }, norm), [])
    assert.deepEqual(changes(norm, null, null, norm), [])
  })

  it('are in no state that left the norm or the law out', () => {
    const history = historyOf(yearly({ 'par:1': 'Ebbe' }, null, { 'par:1': 'Ebbe' }))
    assert.deepEqual(
      history.norms.map(({ from, to }) => [from, to]),
      [
        ['2001-01-01', '2001-01-01'],
        ['2003-01-01', '2003-01-01'],
      ],
    )
  })

  it('end if three states lack it', () => {
    const [norm, none] = [{ 'par:1': 'Ebbe', 'par:2': 'Flut' }, { 'par:2': 'Flut' }]
    assert.deepEqual(versions(norm, none, none, none, norm), ['2001-2001', '2005-2005'])
    assert.deepEqual(changes(norm, none, none, none, norm), ['2002 removed par:1', '2005 added par:1'])
  })
})

describe('the changes of a law', () => {
  it('are none in its first state', () => {
    assert.deepEqual(changes({ 'par:1': 'Ebbe' }), [])
    assert.deepEqual(changes({ 'par:1': 'Ebbe' }, { 'par:1': 'Ebbe' }), [])
  })

  it('are in document order, those that are gone after the norm that they followed', () => {
    const before = { 'par:1': 'Eins', 'par:2': 'Zwei', 'par:2a': 'Zwei', 'par:3': 'Drei', 'par:4': '' }
    const after = { 'par:0a': '', 'par:0b': '', 'par:0c': '', 'par:1': 'Eins!', 'par:2b': 'Neu', 'par:3': 'Drei!' }
    assert.deepEqual(changes(before, after), [
      '2002 added par:0a',
      '2002 added par:0b',
      '2002 added par:0c',
      '2002 changed par:1',
      '2002 removed par:2',
      '2002 removed par:2a',
      '2002 added par:2b',
      '2002 changed par:3',
      '2002 removed par:4',
    ])
  })

  it('are changes of a norm that returns with another text after a mistake', () => {
    assert.deepEqual(changes({ 'par:1': 'Ebbe', 'par:2': '' }, { 'par:2': '' }, { 'par:1': 'Flut', 'par:2': '' }), [
      '2003 changed par:1',
    ])
  })

  it('tell of the law as a whole first', () => {
    assert.deepEqual(changes(null, { 'par:1': 'Ebbe' }), ['2002 added law', '2002 added par:1'])
    assert.deepEqual(changes({ 'par:1': 'Ebbe' }, null), ['2002 removed law', '2002 removed par:1'])
    assert.deepEqual(changes({ 'par:1': 'Ebbe' }, null, null, null, { 'par:1': 'Ebbe' }), [
      '2002 removed law',
      '2002 removed par:1',
      '2005 added law',
      '2005 added par:1',
    ])
  })

  it('are no removal if the listing is partial', () => {
    const [first, second, third] = yearly({ 'par:1': 'Ebbe' }, null, { 'par:1': 'Flut' })
    const partial = { ...second, listing: 'partial' as const }
    assert.deepEqual(changesOf(historyOf([first, partial] as never)), [])
    assert.deepEqual(changesOf(historyOf([first, partial, partial, partial, third] as never)), ['2003 changed par:1'])
  })

  it('begin a version of the law, and so do its names and notes', () => {
    const same = { 'par:1': 'Ebbe' }
    const [first, second] = yearly(same, same) as [{ on: string; has: Content }, { on: string; has: Content }]
    const starts = (law: object) =>
      historyOf([first, { ...second, law }]).laws.map(({ startsVersion }) => startsVersion)
    assert.deepEqual(starts({ sourceVersion: '2' }), [true, false])
    assert.deepEqual(starts({ title: 'Gesetz zum Prüfen' }), [true, true])
    assert.deepEqual(starts({ statusNotes: [{ type: 'Stand', text: 'Geändert' }] }), [true, true])
    const changed = historyOf(yearly(same, { 'par:1': 'Flut' }))
    assert.deepEqual(
      changed.laws.map(({ startsVersion }) => startsVersion),
      [true, true],
    )
  })
})

describe('a change of marks alone', () => {
  const typographic = (...texts: [string, string]) => {
    const [change] = historyOf(yearly(...texts.map((text) => ({ 'par:1': text })))).changes
    return change?.typographic ?? false
  }

  it('is typographic: soft hyphens, characters without width, dashes, quotation marks, apostrophes, dots', () => {
    for (const [before, after] of [
      ['Möwen\u00adfütterung', 'Möwenfütterung'],
      ['Möwen\u200bfütterung', 'Möwenfütterung'],
      ['von 8 - 12 Uhr', 'von 8 – 12 Uhr'],
      ['"Flut"', '„Flut“'],
      ['„Flut“', '»Flut«'],
      ["der Kai's", 'der Kai’s'],
      ['Ebbe ...', 'Ebbe …'],
      ['Mo\u0308we', 'Möwe'],
    ] as const)
      if (before.replace(/\s/g, '') !== after.replace(/\s/g, ''))
        assert(typographic(before, after), `${before} ${after}`)
  })

  it('is not one of letters, numbers, raised figures, case or punctuation', () => {
    for (const [before, after] of [
      ['Ebbe', 'Flut'],
      ['Ebbe, Flut', 'Ebbe Flut'],
      ['10 m²', '10 m2'],
      ['Sturm', 'sturm'],
      ['daß', 'dass'],
      ['Ebbe.', 'Ebbe;'],
    ] as const)
      assert(!typographic(before, after), `${before} ${after}`)
  })
})

describe('a norm that moved', () => {
  it('is told once, with both paths', () => {
    const history = historyOf(yearly({ 'par:1': MOEWEN }, { 'par:2': MOEWEN }))
    assert.deepEqual(changesOf(history), ['2002 moved par:1 > par:2'])
    assert.deepEqual(
      history.norms.map(({ norm: { path }, version }) => [path, version.movedFrom]),
      [
        ['par:1', null],
        ['par:2', 'par:1'],
      ],
    )
  })

  it('may take the place of another, as in a chain', () => {
    const before = { 'par:1': MOEWEN, 'par:2': BIENEN, 'par:3': BOOTE }
    const after = { 'par:2': MOEWEN, 'par:3': BIENEN, 'par:4': BOOTE }
    assert.deepEqual(changes(before, after), [
      '2002 moved par:1 > par:2',
      '2002 moved par:2 > par:3',
      '2002 moved par:3 > par:4',
    ])
  })

  it('may change places with another', () => {
    assert.deepEqual(changes({ 'par:1': MOEWEN, 'par:2': BIENEN }, { 'par:1': BIENEN, 'par:2': MOEWEN }), [
      '2002 moved par:2 > par:1',
      '2002 moved par:1 > par:2',
    ])
  })

  it('leaves a change behind where another text came or went', () => {
    assert.deepEqual(changes({ 'par:1': MOEWEN }, { 'par:1': BIENEN, 'par:2': MOEWEN }), [
      '2002 changed par:1',
      '2002 moved par:1 > par:2',
    ])
    assert.deepEqual(changes({ 'par:1': MOEWEN, 'par:2': BIENEN }, { 'par:2': MOEWEN }), [
      '2002 changed par:2',
      '2002 moved par:1 > par:2',
    ])
  })

  it('is recognised despite white space and another heading', () => {
    const moved = { text: MOEWEN.replaceAll(' ', '\n'), heading: 'Neu' }
    assert.deepEqual(changes({ 'par:1': MOEWEN }, { 'par:2': moved }), ['2002 moved par:1 > par:2'])
  })

  it('is not recognised by a text that is short, or that several have', () => {
    assert.deepEqual(changes({ 'par:1': '(weggefallen)' }, { 'par:2': '(weggefallen)' }), [
      '2002 removed par:1',
      '2002 added par:2',
    ])
    assert.deepEqual(changes({ 'par:1': MOEWEN, 'par:2': MOEWEN }, { 'par:3': MOEWEN }), [
      '2002 removed par:1',
      '2002 removed par:2',
      '2002 added par:3',
    ])
    assert.deepEqual(changes({ 'par:1': MOEWEN }, { 'par:1': MOEWEN, 'par:2': MOEWEN }), ['2002 added par:2'])
  })
})

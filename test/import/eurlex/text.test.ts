import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLinear } from '../../growth.ts'
import { alinea, item, list, paragraph, readArticle } from './acts.ts'

test('paragraphs, subparagraphs, sentences and points are parts', () => {
  const points = list(
    item('(a)', 'the ship;'),
    item('(b)', 'the crew:', list(item('(i)', 'the master;'), item('(ii)', 'the mate.'))),
  )
  const norm = readArticle(
    paragraph('1', `<P>A pilot serves:</P>${points}`, 'Pilots rest. They sleep ashore.') +
      paragraph('2', 'No pilot is alone.'),
  )
  assert.equal(
    norm.text,
    '1. A pilot serves:\n(a) the ship;\n(b) the crew:\n(i) the master;\n(ii) the mate.\nPilots rest. They sleep ashore.\n2. No pilot is alone.',
  )
  assert.deepEqual(norm.parts, [
    ...['abs:1', 'abs:1/uabs:1', 'abs:1/uabs:1/satz:1', 'abs:1/uabs:1/satz:1/buchst:a', 'abs:1/uabs:1/satz:1/buchst:b'],
    ...['abs:1/uabs:1/satz:1/buchst:b/nr:i', 'abs:1/uabs:1/satz:1/buchst:b/nr:ii'],
    ...['abs:1/uabs:2', 'abs:1/uabs:2/satz:1', 'abs:1/uabs:2/satz:2', 'abs:2', 'abs:2/satz:1'],
  ])
  assert.equal(norm.part('abs:1/uabs:2/satz:2'), 'They sleep ashore.')
  assert.equal(norm.part('abs:1/uabs:1/satz:1/buchst:b/nr:ii'), '(ii) the mate.')
})

test('several unnumbered paragraphs of an article count as paragraphs, a single one does not', () => {
  assert.deepEqual(readArticle(alinea('One.') + alinea('Two.')).parts, [
    'abs:1',
    'abs:1/satz:1',
    'abs:2',
    'abs:2/satz:1',
  ])
  assert.deepEqual(readArticle(alinea('One.')).parts, ['satz:1'])
})

test('dashes that the source gives by the type of a list are marks, and their items indents', () => {
  const dashed = '<LIST TYPE="DASH"><ITEM><P>oars,</P></ITEM><ITEM><P>sails.</P></ITEM></LIST>'
  const norm = readArticle(alinea(`<P>Bring:</P>${dashed}`))
  assert.equal(norm.text, 'Bring:\noars,\nsails.')
  assert.equal(norm.part('satz:1/indent:2'), 'sails.')
  assert.deepEqual(norm.marks, [
    { kind: 'sign', mark: '—', offset: 7 },
    { kind: 'sign', mark: '—', offset: 13 },
  ])
})

test('numbers with Latin suffixes are those with letters, in French and elsewhere', () => {
  const norm = readArticle('<PARAG><NO.PARAG>1 bis.</NO.PARAG><ALINEA><P>Le pilote dort.</P></ALINEA></PARAG>', 'fr')
  assert.deepEqual(norm.parts, ['abs:1a', 'abs:1a/satz:1'])
})

test('quotation marks are characters, without the indentation around them', () => {
  const quoted =
    'The word\n   <QUOT.START CODE="2018" ID="Q1" REF.END="Q2"/>\n  pilot\n  <QUOT.END CODE="2019" ID="Q2" REF.START="Q1"/>\n  , or'
  assert.equal(readArticle(alinea(`<P>${quoted} none.</P>`)).text, 'The word ‘pilot’, or none.')
  assert.throws(() => readArticle(alinea('<P><QUOT.START CODE="x"/></P>')), /expected digits as 201E/)
})

test('what is quoted has no parts', () => {
  const norm = readArticle(
    alinea(`<P>Insert:</P><QUOT.S><PARAG><NO.PARAG>7.</NO.PARAG><ALINEA><P>New.</P></ALINEA></PARAG></QUOT.S>`),
  )
  assert.equal(norm.text, 'Insert:\n7. New.')
  assert(!norm.parts.some((path) => path.startsWith('abs:7')))
})

test('notes are footnotes; their marks are in the text, with the place of the note', () => {
  const note = '<NOTE NOTE.ID="E1" NUMBERING="ARAB"><P>See the chart.</P></NOTE>'
  const again = '<NOTE NOTE.REF="E1" NUMBERING="ARAB"/>'
  const norm = readArticle(alinea(`<P>Ships${note} and boats${again}.</P>`))
  assert.equal(norm.text, 'Ships and boats.')
  assert.equal(norm.footnotes, 'See the chart.')
  const span = { start: 0, end: 14 }
  assert.deepEqual(norm.marks, [
    { kind: 'footnote', mark: '(1)', offset: 5, note: span },
    { kind: 'footnote', mark: '(1)', offset: 15, note: span },
  ])
})

test('a table has a line for each row, tabs between cells, and its merged cells', () => {
  const cell = (column: number, text: string, more = '') => `<CELL COL="${column}"${more}><P>${text}</P></CELL>`
  const table = `<TBL COLS="2"><CORPUS><ROW TYPE="HEADER">${cell(1, 'Ship', ' COLSPAN="2"')}</ROW>
    <ROW>${cell(1, 'Brig')}${cell(2, '2 masts')}</ROW><ROW>${cell(2, '3 masts')}</ROW></CORPUS></TBL>`
  const norm = readArticle(alinea(`<P>Ships:</P>${table}`))
  assert.equal(norm.text, 'Ships:\nShip\nBrig\t2 masts\n\t3 masts')
  assert.deepEqual(norm.tables, [
    {
      ...{ start: 7, end: norm.text.length, columns: 2, head_rows: 1, frame: 'all', centred_rows: [] },
      merged: [{ row: 0, column: 0, rows: 1, columns: 2 }],
    },
  ])
})

test('a note of the list before a table has its mark where cells refer to it, and else in the list', () => {
  const notes =
    '<GR.NOTES><NOTE NOTE.ID="E1" NUMBERING="ALPHA"><P>Overall.</P></NOTE><NOTE NOTE.ID="E2" NUMBERING="ALPHA"><P>General.</P></NOTE></GR.NOTES>'
  const cell = '<CELL COL="1">Length<NOTE NOTE.REF="E1" NUMBERING="ALPHA"/></CELL>'
  const norm = readArticle(alinea(`<P>Ships</P><TBL COLS="1">${notes}<CORPUS><ROW>${cell}</ROW></CORPUS></TBL>`))
  assert.equal(norm.text, 'Ships\nLength')
  assert.equal(norm.footnotes, 'Overall.\nGeneral.')
  assert.deepEqual(norm.marks, [
    { kind: 'footnote', mark: '(B)', offset: 5, note: { start: 9, end: 17 } },
    { kind: 'footnote', mark: '(A)', offset: 12, note: { start: 0, end: 8 } },
  ])
})

test('signs stand close to a formula', () => {
  const formula = (after: string) =>
    `<FORMULA>h = <FRACTION><DIVIDEND>a</DIVIDEND><DIVISOR>b</DIVISOR></FRACTION></FORMULA>${after}`
  assert.equal(readArticle(alinea(`<P>${formula(', where')}</P>`)).text, 'h = a/b, where')
  assert.equal(readArticle(alinea(`<P>${formula('in all')}</P>`)).text, 'h = a/b in all')
})

test('formulas are written on one line, and images are attachments at their place', () => {
  const formula =
    '<FORMULA>F = <FRACTION><DIVIDEND><EXPR>a<OP.MATH TYPE="PLUS"/>b</EXPR></DIVIDEND><DIVISOR>2</DIVISOR></FRACTION></FORMULA>'
  const norm = readArticle(alinea(`<P>${formula} <INCL.ELEMENT FILEREF="map.tif" TYPE="TIFF" CONTENT="MAP"/></P>`))
  assert.match(norm.text.replace(/\s/g, ''), /^F=\(?a\+b\)?\/2$/)
  assert.deepEqual(
    norm.attachments.map(({ kind, name, description }) => [kind, name, description]),
    [['image', 'map.tif', 'map']],
  )
})

test('lists of terms have their separator as a mark', () => {
  const terms =
    '<DLIST TYPE="FORM" SEPARATOR=":"><DLIST.ITEM><TERM>D</TERM><DEFINITION>depth.</DEFINITION></DLIST.ITEM></DLIST>'
  const norm = readArticle(alinea(`<P>Where</P>${terms}`))
  assert.equal(norm.text, 'Where\nD depth.')
  assert.deepEqual(norm.marks, [{ kind: 'sign', mark: ':', offset: 7 }])
})

test('signs of formulas are told by names of operators, whatever else the attribute says', () => {
  const operator = (type: string) => readArticle(alinea(`<P>a<OP.MATH${type}/>b</P>`)).text
  assert.equal(operator(' TYPE="PLUS"'), 'a + b')
  assert.equal(operator(''), 'a b')
  for (const name of ['constructor', 'toString', '__proto__']) {
    assert.equal(operator(` TYPE="${name}"`), `a [${name}] b`)
    assert.equal(readArticle(alinea(`<P><EXPR TYPE="${name}">c</EXPR></P>`)).text, 'c')
  }
})

test('text takes time in proportion to its line feeds', () => {
  assertLinear((text) => readArticle(alinea(`<P>a${text}b</P>`)), '\n')
  assertLinear((text) => readArticle(alinea(`<P>a${text}b</P>`)), '\n (\n x \n)')
})

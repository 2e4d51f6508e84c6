import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  act,
  alinea,
  article,
  consolidation,
  enacting,
  item,
  list,
  paragraph,
  read,
  readArticle,
  recitals,
} from './acts.ts'

const outline = (documents: string | string[], language?: string) =>
  read(documents, language).norms.map(({ path, label, heading }) => [path, label, heading])

test('an act has a preamble, recitals, formulas, articles and annexes', () => {
  const annex =
    '<CONS.ANNEX><TITLE><TI><P>ANNEX II</P></TI><STI><P>Signals</P></STI></TITLE><CONTENTS><P>Red.</P></CONTENTS></CONS.ANNEX>'
  const body =
    recitals('Ships are large.', 'Pilots are few.') +
    enacting(article('1', alinea('A.'), 'Scope')) +
    '<FINAL><P>Done on the Sound.</P></FINAL>' +
    annex
  assert.deepEqual(outline(consolidation(body, '20250201')), [
    ['preamble:1', 'Preamble', ''],
    ['recital:1', 'Recital 1', ''],
    ['recital:2', 'Recital 2', ''],
    ['formula:entry', 'Enacting formula', ''],
    ['art:1', 'Article 1', 'Scope'],
    ['formula:closing', 'Closing formula', ''],
    ['annex:2', 'ANNEX II', 'Signals'],
  ])
})

test('the number of a recital is part of its text, and not of its first sentence', () => {
  const [, recital] = read(act(recitals('Ships are large. Pilots are few.'))).norms
  assert.equal(recital?.text, '(1) Ships are large. Pilots are few.')
  const [first] = recital?.subdivisions ?? []
  assert.deepEqual([first?.path, recital?.text.slice(first?.start, first?.end)], ['satz:1', 'Ships are large.'])
})

test('titles and chapters are the structure, with their numbers', () => {
  const chapter = (title: string, sub: string, ...body: string[]) =>
    `<DIVISION><TITLE><TI><P>${title}</P></TI><STI><P>${sub}</P></STI></TITLE>${body.join('')}</DIVISION>`
  const body = chapter('TITLE II', 'Pilots', chapter('CHAPTER I', 'Rest', article('4', alinea('A.'))))
  const { norms, structure } = read(act(enacting(body)))
  assert.deepEqual(
    norms[0]?.structure.map(({ kind, number, title }) => [kind, number, title]),
    [
      ['title', 'II', 'Pilots'],
      ['chapter', 'I', 'Rest'],
    ],
  )
  assert.deepEqual(
    structure.map(({ label, level, start, end }) => [label, level, start, end]),
    [
      ['TITLE II', 0, 0, 1],
      ['CHAPTER I', 1, 0, 1],
    ],
  )
})

test('inserted articles, ranges and articles in annexes have paths of their own', () => {
  const protocol = `<CONS.ANNEX><TITLE><TI><P>ANNEX</P></TI></TITLE><CONTENTS><P>Protocol</P>${article('1', alinea('Z.'))}</CONTENTS></CONS.ANNEX>`
  const body = enacting(article('14a', alinea('A.')) + article('15 bis', alinea('B.'))) + protocol
  assert.deepEqual(outline(consolidation(body, '20250201')), [
    ['art:14a', 'Article 14a', ''],
    ['art:15a', 'Article 15 bis', ''],
    ['annex:1', 'ANNEX', ''],
    ['annex:1/art:1', 'Article 1', ''],
  ])
})

test('appendices with the same name are told apart by their annexes', () => {
  const annex = (title: string) =>
    `<CONS.ANNEX><TITLE><TI><P>${title}</P></TI></TITLE><CONTENTS><P>Text.</P></CONTENTS></CONS.ANNEX>`
  const body =
    enacting(article('1', alinea('A.'))) +
    annex('ANNEX I') +
    annex('Appendix A') +
    annex('ANNEX II') +
    annex('Appendix A')
  assert.deepEqual(
    outline(consolidation(body, '20250201')).map(([path]) => path),
    ['art:1', 'annex:1', 'annex:1/annex:appendix_a', 'annex:2', 'annex:2/annex:appendix_a'],
  )
})

test('a deleted article is repealed', () => {
  const { norms } = read(act(enacting(article('1', alinea('—')) + article('2', alinea('A.')))))
  assert.deepEqual(
    norms.map(({ status }) => status),
    ['repealed', 'in_force'],
  )
})

test('annexes in files of their own belong to the act', () => {
  const annex =
    '<?xml version="1.0"?><ANNEX><BIB.INSTANCE><LG.DOC>EN</LG.DOC></BIB.INSTANCE><TITLE><TI><P>ANNEX I</P></TI></TITLE><CONTENTS><P>Red.</P></CONTENTS></ANNEX>'
  assert.deepEqual(outline([act(enacting(article('1', alinea('A.')))), annex]), [
    ['art:1', 'Article 1', ''],
    ['annex:1', 'ANNEX I', ''],
  ])
})

test('unknown elements are read as text, and reported', () => {
  const { norms, unknown } = read(act(enacting(article('1', alinea('<P>A <SAIL>brig</SAIL>.</P>')))))
  assert.equal(norms[0]?.text, 'A brig.')
  assert.deepEqual(unknown, ['SAIL'])
})

test('points of an annex are parts, sentences are not counted there', () => {
  const points = list(item('1.', 'Lamps:', list(item('(b)', 'green.'))))
  const annex = `<CONS.ANNEX><TITLE><TI><P>ANNEX III</P></TI></TITLE><CONTENTS>${points}</CONTENTS></CONS.ANNEX>`
  const { norms } = read(consolidation(enacting(article('1', paragraph('1', 'A.'))) + annex, '20250201'))
  assert.deepEqual(
    norms[1]?.subdivisions.map(({ path }) => path),
    ['nr:1', 'nr:1/buchst:b'],
  )
})

test('the number of a sequence is that of its title, also where it is an element of its own', () => {
  const titled = (title: string, inner: string) => `<GR.SEQ><TITLE><TI>${title}</TI></TITLE>${inner}</GR.SEQ>`
  const { norms } = read(
    act(
      `<ANNEX><TITLE><TI><P>ANNEX I</P></TI></TITLE><CONTENTS>${titled(
        '<NP><NO.P>2.</NO.P><TXT>Oil</TXT></NP>',
        titled('<NP><NO.P>2.3.</NO.P><TXT>Whale oil</TXT></NP>', '<P>None.</P>') +
          titled('<P>2.4. Wax</P>', '<P>None.</P>'),
      )}</CONTENTS></ANNEX>`,
    ),
  )
  assert.deepEqual(
    norms.at(-1)?.subdivisions.map(({ path }) => path),
    ['nr:2', 'nr:2/nr:2.3', 'nr:2/nr:2.4'],
  )
})

const TITLED = '<TITLE><TI><P>ANNEX I</P></TI>Signals <P>of boats</P><STI><P>at night</P></STI></TITLE>'

test('text outside the usual places is read in the order of the document', () => {
  const more = '<CONS.DOC><TITLE><TI><P>Again</P></TI></TITLE><ENACTING.TERMS>Loose.</ENACTING.TERMS></CONS.DOC>'
  const annex = `<CONS.ANNEX>${TITLED}<CONTENTS><P>Red.</P></CONTENTS></CONS.ANNEX>`
  const division = `<DIVISION>${TITLED.replace('ANNEX', 'CHAPTER')}<TITLE><TI><P>Second</P></TI></TITLE>${article('1', alinea('A.'))}</DIVISION>`
  const titles = article('2', alinea('B.'), 'Scope').replace(
    '<ALINEA>',
    '<TI.ART>or 3</TI.ART><STI.ART>Aim</STI.ART><ALINEA>',
  )
  const text = consolidation(enacting(division + titles), '20250201').replace(
    '</CONS.ACT>',
    `${more}${annex}</CONS.ACT>`,
  )
  const { norms, structure } = read(text)
  assert.deepEqual(
    norms.map(({ path, heading, text }) => [path, heading, text]),
    [
      ['text:1', '', 'Second'],
      ['art:1', '', 'A.'],
      ['art:2', 'Scope or 3 Aim', 'B.'],
      ['text:2', '', 'Again'],
      ['text:3', '', 'Loose.'],
      ['annex:1', 'Signals of boats at night', 'Red.'],
    ],
  )
  assert.deepEqual(
    structure.map(({ label, title }) => [label, title]),
    [['CHAPTER I', 'Signals of boats at night']],
  )
})

test('an act with text that has no place is refused', () => {
  assert.doesNotThrow(() => readArticle(alinea('<P>10<HT TYPE="SUP">−5</HT> ships</P>')))
  const hidden = '<TITLE><TI><P>CHAPTER I</P></TI><BIB.INSTANCE>Lost</BIB.INSTANCE></TITLE>'
  const text = act(enacting(`<DIVISION>${hidden}${article('1', alinea('A.'))}</DIVISION>`))
  assert.throws(() => read(text), /4 visible characters are lost or read twice/)
})

test('an article with nothing but an image or a note is in force', () => {
  const note = '<NOTE NOTE.ID="E1"><P>See the chart.</P></NOTE>'
  const bodies = ['<INCL.ELEMENT FILEREF="a.tif"/>', note, `—${note}`, '—', '']
  const statuses = bodies.map((body) => read(act(enacting(article('1', alinea(`<P>${body}</P>`))))).norms[0]?.status)
  assert.deepEqual(statuses, ['in_force', 'in_force', 'repealed', 'repealed', 'repealed'])
})

test('a recital without a number takes none that another one has', () => {
  const second = recitals('A.', 'B.', 'C.').replace('<NO.P>(2)</NO.P>', '')
  const paths = (text: string) =>
    read(act(text)).norms.flatMap(({ kind, path, label }) => (kind === 'recital' ? [[path, label]] : []))
  assert.deepEqual(paths(second), [
    ['recital:1', 'Recital 1'],
    ['recital:2', 'Recital 2'],
    ['recital:3', 'Recital 3'],
  ])
  assert.deepEqual(paths(second.replace('(3)', '(2)')), [
    ['recital:1', 'Recital 1'],
    ['recital:1/seq:2', 'Recital'],
    ['recital:2', 'Recital 2'],
  ])
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertLinearInPieces } from '../../growth.ts'
import { designated, parse, xml } from './document.ts'

const COLUMNS = '<colspec colname="c1"/><colspec colname="c2"/>'
const table = (rows: string) => `<table><tgroup cols="2">${COLUMNS}<tbody>${rows}</tbody></tgroup></table>`
const list = (item: string) => `<DL><DT>1.</DT><DD><LA>${item}</LA></DD></DL>`

/** Parses a text as that of a norm, and returns the norm. */
const read = (content: string, designation = '§ 1') =>
  parse(xml([designated('NE000100000', designation, content)])).norms[0]

describe('the importer takes time in proportion to the text', () => {
  const cases: [name: string, piece: (number: number) => string, around?: (pieces: string) => string][] = [
    ['paragraphs with lists', (number) => `<P>(${number}) Es gilt: ${list('a')}</P>`],
    ['paragraphs with numbered sentences', (number) => `<P>(${number}) <SUP class="Rec">1</SUP>Das gilt.</P>`],
    ['paragraphs that begin with one number', () => '<P>(5) Das gilt.</P>'],
    ['sentences with lists', () => `Das gilt so. Es gilt: ${list('a')}`, (pieces) => `<P>${pieces}</P>`],
    [
      'numbered sentences in a list',
      (number) => `<DT>${number}.</DT><DD><SUP class="Rec">${number}</SUP>Das gilt.</DD>`,
      (pieces) => `<P>(1) <DL>${pieces}</DL></P>`,
    ],
    [
      'rows that reach beyond the table',
      () => '<row><entry colname="c1" morerows="999999999">a</entry><entry colname="c2">b</entry></row>',
      table,
    ],
  ]
  for (const [name, piece, around = (pieces: string) => pieces] of cases)
    it(name, () => {
      assertLinearInPieces((pieces) => read(around(pieces)), piece, 1500)
    })

  it('counted lines with lists', () => {
    const line = (number: number) => `<P>${number}. Punkt${list('a')}</P>`
    assertLinearInPieces((pieces) => read(pieces, 'Anlage 1'), line, 1500)
  })
})

describe('the importer takes much of one thing', () => {
  it('a table of 90,000 numbered rows', () => {
    const rows = Array.from({ length: 90_000 }, (_, row) => `<row><entry>${row}.</entry></row>`).join('')
    const norm = read(`<P>${table(rows)}</P>`, 'Anlage 1')
    assert.equal(norm?.text.split('\n').length, 90_000)
  })

  it('25,000 norms of one designation', () => {
    const norms = Array.from({ length: 25_000 }, (_, number) => designated(`NE${number}`, '§ 1', 'a'))
    const paths = parse(xml(norms)).norms.map(({ path }) => path)
    assert.deepEqual([paths[0], paths.at(-1)], ['par:1', 'par:1/seq:25000'])
  })

  it('a table of more than 1,000 columns is refused: each row would be written with all of them', () => {
    const row = (cells: number) => `<row>${'<entry>a</entry>'.repeat(cells)}</row>`
    assert.equal(read(table(row(1000)))?.text.length, 1999)
    assert.throws(() => read(table(row(1001))), /more than 1000 columns/)
    // A cell that spans rows shifts the cells below it to the right.
    const pushed = '<row><entry morerows="999999">a</entry></row>'.repeat(1001)
    assert.throws(() => read(table(pushed)), /more than 1000 columns/)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { designated, parse, xml } from './document.ts'

type Cells = string[]
const row = (cells: Cells) => `<row>${cells.map((cell) => `<entry>${cell}</entry>`).join('')}</row>`
const wide = (cell: string) => `<row><entry namest="a" nameend="c">${cell}</entry></row>`
const columns = '<colspec colname="a"/><colspec colname="b"/><colspec colname="c"/>'
const table = (rows: string, head: Cells = ['Nr.', 'Tatbestand', 'Gebühr']) =>
  `<table><tgroup cols="3">${columns}<thead>${row(head)}</thead><tbody>${rows}</tbody></tgroup></table>`
const list = (...items: [mark: string, words: string][]) =>
  `<DL>${items.map(([mark, words]) => `<DT>${mark}</DT><DD><LA>${words}</LA></DD>`).join('')}</DL>`

function partsOf(content: string) {
  const [annex] = parse(xml([designated('BJNE1', 'Anlage 1', content)])).norms
  return (annex?.subdivisions ?? []).map(({ path, start, end }) => [
    path,
    annex?.text.slice(start, end).replace(/\s+/g, ' '),
  ])
}
const pathsOf = (content: string) => partsOf(content).map(([path]) => path)

describe('rows of schedules', () => {
  it('have their notes below them, and end at headings and preliminary remarks', () => {
    const schedule = table(
      wide('Vorbemerkung 1:<BR/>(1) Hafen.<BR/>(2) Kai.') +
        row(['1000', 'Liegegebühr', '5']) +
        row(['', list(['1.', 'bei Tag'], ['2.', 'bei Nacht']), '']) +
        row(['', `(1) Sie entsteht einmal.<BR/>(2) Sie entfällt${list(['1.', 'bei Ebbe'])}`, '']) +
        wide('<B>Abschnitt 2<BR/>Fähren</B>') +
        row(['1001', 'Fährgebühr', '7']),
    )
    assert.deepEqual(partsOf(schedule), [
      ['nr:vorbem.1', 'Vorbemerkung 1: (1) Hafen. (2) Kai.'],
      ['nr:vorbem.1/abs:1', '(1) Hafen.'],
      ['nr:vorbem.1/abs:2', '(2) Kai.'],
      ['nr:1000', '1000 Liegegebühr 5 1. bei Tag 2. bei Nacht (1) Sie entsteht einmal. (2) Sie entfällt 1. bei Ebbe'],
      ['nr:1000/nr:1', '1. bei Tag'],
      ['nr:1000/nr:2', '2. bei Nacht'],
      ['nr:1000/abs:1', '(1) Sie entsteht einmal.'],
      ['nr:1000/abs:2', '(2) Sie entfällt 1. bei Ebbe'],
      ['nr:1000/abs:2/nr:1', '1. bei Ebbe'],
      ['nr:1001', '1001 Fährgebühr 7'],
    ])
  })

  it('have sentences in their Absätze and notes, not in their words', () => {
    const rows =
      wide('Vorbemerkung 1:<BR/>(1) Ein Hafen ist offen. Er hat einen Kai.<BR/>(2) Ein Kai ist lang.') +
      row(['1000', 'Gebühr für Boote. Auch für Kähne', '5']) +
      row(['', `Die Gebühr entfällt${list(['1.', 'bei Ebbe.'])} Sie bleibt bei Flut.`, ''])
    assert.deepEqual(pathsOf(table(rows)), [
      'nr:vorbem.1',
      'nr:vorbem.1/abs:1',
      'nr:vorbem.1/abs:1/satz:1',
      'nr:vorbem.1/abs:1/satz:2',
      'nr:vorbem.1/abs:2',
      'nr:1000',
      'nr:1000/satz:1',
      'nr:1000/satz:1/nr:1',
      'nr:1000/satz:2',
    ])
  })

  it('have numbers of five digits, with letters within, and in the second column', () => {
    assert.deepEqual(pathsOf(table(row(['21100', 'a', '']) + row(['5a.1', 'b', '']))), ['nr:21100', 'nr:5a.1'])
    const indented = wide('III. Boote') + row([' ', '20', 'Kahn']) + row([' ', '21', 'Floß'])
    assert.deepEqual(pathsOf(table(indented, ['', '', ''])), ['nr:20', 'nr:21'])
  })

  it('keep a list that goes on after the number of the row', () => {
    const rows = row(['1', 'Boje', list(['1.', 'rot'], ['2.', 'grün'])]) + row(['2', 'Tonne', ''])
    assert.deepEqual(pathsOf(table(rows)), ['nr:1', 'nr:1/nr:1', 'nr:1/nr:2', 'nr:2'])
  })
})

describe('sections of an annex', () => {
  it('are in the path if they number anew', () => {
    const numbered = table(row(['1', 'a', '']) + row(['2', 'b', '']))
    assert.deepEqual(pathsOf(`<P>Abschnitt 1</P>${numbered}<P>Abschnitt 2</P>${numbered}`), [
      'nr:abschnitt.1',
      'nr:abschnitt.1/nr:1',
      'nr:abschnitt.1/nr:2',
      'nr:abschnitt.2',
      'nr:abschnitt.2/nr:1',
      'nr:abschnitt.2/nr:2',
    ])
  })

  it('leave the numbers of a schedule alone if only its remarks have the same', () => {
    const remark = `<P>Vorbemerkung</P><P>${list(['1.', 'Hafen'], ['2.', 'Kai'])}</P>`
    assert.deepEqual(pathsOf(remark + table(row(['1', 'a', '']) + row(['2', 'b', '']))), [
      'nr:vorbem',
      'nr:vorbem/nr:1',
      'nr:vorbem/nr:2',
      'nr:1',
      'nr:2',
    ])
  })
})

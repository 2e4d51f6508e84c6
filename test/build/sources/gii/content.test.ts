import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { designated, parse, xml } from './document.ts'

/** The norm that has this content. */
function read(content: string) {
  const [norm] = parse(xml([designated('E1', '§ 1', content)])).norms
  if (norm === undefined) throw new Error('no norm')
  return norm
}
const text = (content: string) => read(content).text
const list = (...items: [string, string][]) =>
  `<DL Type="arabic">${items.map(([mark, body]) => `<DT>${mark}</DT><DD><LA>${body}</LA></DD>`).join('')}</DL>`

describe('plain text', () => {
  it('puts paragraphs on lines of their own and joins white space', () => {
    assert.equal(text('<P>(1)  Ein\n  Satz.</P><P>(2) Zwei.</P> '), '(1) Ein Satz.\n(2) Zwei.')
  })

  it('keeps marked-up words together', () => {
    assert.equal(text('<P>CO<SUB>2</SUB> je m<SUP>2</SUP>, <B>fett</B><I>kursiv</I></P>'), 'CO2 je m2, fettkursiv')
  })

  it('puts list items on lines of their own, the mark before the text', () => {
    const inner = list(['a)', 'erstens,'], ['b)', `zweitens ${list(['aa)', 'drittens.'])}`])
    assert.equal(
      text(`<P>Wer ${list(['1.', `dies ${inner}`], ['2.', 'das'])} tut, haftet.</P>`),
      'Wer\n1. dies\na) erstens,\nb) zweitens\naa) drittens.\n2. das\ntut, haftet.',
    )
    assert.equal(
      text('<P><DL><DT>1.</DT><DD><LA>Eins</LA><LA>noch eins</LA></DD><DT/><DD><LA>ohne Zeichen</LA></DD></DL></P>'),
      '1. Eins\nnoch eins\nohne Zeichen',
    )
  })

  it('makes a line of a row, with tabs between the cells and for columns that are left out', () => {
    const cell = (column: string, content: string) => `<entry colname="${column}">${content}</entry>`
    const table = `<table><Title>Tafel</Title><tgroup cols="3"><colspec colname="a"/><colspec colname="b"/><colspec colname="c"/>
      <thead><row>${cell('a', 'Kopf')}<entry namest="b" nameend="c">breit</entry></row></thead>
      <tbody><row><entry colname="a" morerows="1">hoch</entry>${cell('b', 'x<BR/>y')}${cell('c', '')}</row>
      <row>${cell('b', `vor ${list(['1.', 'Punkt'])}`)}${cell('c', 'z')}</row>
      <row><entry>1</entry><entry>2</entry><entry>3</entry></row></tbody></tgroup></table>`
    assert.equal(text(table), 'Tafel\nKopf\tbreit\nhoch\tx y\n\tvor 1. Punkt\tz\n1\t2\t3')
  })

  it('places cells without column names past the spans from above', () => {
    const table = `<table><tgroup cols="2"><tbody><row><entry morerows="1">A</entry><entry>B</entry></row><row><entry>C</entry></row></tbody></tgroup></table>`
    assert.equal(text(table), 'A\tB\n\tC')
  })

  it('keeps a nested table within the row of its cell', () => {
    const inner = '<table><tgroup cols="2"><tbody><row><entry>1</entry><entry>2</entry></row></tbody></tgroup></table>'
    const table = `<table><tgroup cols="2"><tbody><row><entry>${inner}</entry><entry>B</entry></row></tbody></tgroup></table>`
    assert.equal(text(table), '1 2\tB')
  })

  it('keeps the line breaks and spaces of preformatted text', () => {
    assert.equal(
      text('<P>x <pre xml:space="preserve">eins<BR/>   zwei\n  drei</pre> y</P>'),
      'x eins\n   zwei\n  drei y',
    )
  })

  it('leaves one empty line for several breaks', () => {
    assert.equal(text('<P>a<BR/><BR/><BR/>b<BR/>c</P>'), 'a\n\nb\nc')
  })

  it('holds comments, CDATA and unknown elements word for word', () => {
    assert.equal(text('<P>ein <!-- nicht -->Wort <![CDATA[<und> & ]]><neu>neu</neu></P>'), 'ein Wort <und> & neu')
  })

  it('puts footnotes of the text behind it', () => {
    const norm = `<norm doknr="BJNR900000000E1"><metadaten><enbez>§ 1</enbez></metadaten><textdaten><text><Content><P>Satz<FnR ID="F1"/>.</P></Content><Footnotes><Footnote ID="F1" FnZ="1">Anmerkung.</Footnote></Footnotes></text></textdaten></norm>`
    const [only] = parse(xml([norm])).norms
    assert.equal(only?.text, 'Satz.\n\nAnmerkung.')
    assert.deepEqual(only?.marks, [
      { kind: 'footnote', mark: '1', offset: 4 },
      { kind: 'footnote', mark: '1', offset: 7 },
    ])
    assert.deepEqual(only?.subdivisions, [{ path: 'satz:1', label: '1', start: 0, end: 5 }])
  })

  it('lists marks that the source gives by attributes', () => {
    const { text, marks } = read('<P>müssen Sie uns (<F Value="2"/>) am Tag <F Value="1"/>.<FnR ID="X"/></P>')
    assert.equal(text, 'müssen Sie uns () am Tag .')
    assert.deepEqual(marks, [
      { kind: 'note', mark: '2', offset: 16 },
      { kind: 'note', mark: '1', offset: 24 },
      { kind: 'footnote', mark: '', offset: 26 },
    ])
  })

  it('lists images and files with their place', () => {
    const { text, attachments } = read(
      '<P>Es gilt <IMG SRC="f.jpg" alt=" Formel "/> sonst.</P><P><FILE SRC="a.pdf" title="PDF"/></P>',
    )
    assert.equal(text, 'Es gilt sonst.')
    assert.deepEqual(attachments, [
      { kind: 'image', name: 'f.jpg', offset: 8, description: 'Formel' },
      { kind: 'file', name: 'a.pdf', offset: 14, description: 'PDF' },
    ])
  })
})

describe('subdivisions', () => {
  const parts = (content: string) => {
    const norm = read(content)
    return norm.subdivisions.map(({ path, start, end }) => [path, norm.text.slice(start, end)])
  }

  it('are paragraphs and their sentences', () => {
    assert.deepEqual(parts('<P>(1) Eins gilt. Zwei gilt.</P><P>(1a) Drei gilt.</P>'), [
      ['abs:1', '(1) Eins gilt. Zwei gilt.'],
      ['abs:1/satz:1', 'Eins gilt.'],
      ['abs:1/satz:2', 'Zwei gilt.'],
      ['abs:1a', '(1a) Drei gilt.'],
      ['abs:1a/satz:1', 'Drei gilt.'],
    ])
  })

  it('are numbers and letters within the sentence that the list stands in', () => {
    const letters = list(['a)', 'dies. Auch das.'], ['b)', 'jenes'])
    assert.deepEqual(
      parts(`<P>Erster Satz. Wer ${list(['1.', `etwas ${letters}`], ['2.', 'nichts'])} tut, haftet. Ende gut.</P>`),
      [
        ['satz:1', 'Erster Satz.'],
        ['satz:2', 'Wer\n1. etwas\na) dies. Auch das.\nb) jenes\n2. nichts\ntut, haftet.'],
        ['satz:2/nr:1', '1. etwas\na) dies. Auch das.\nb) jenes'],
        ['satz:2/nr:1/buchst:a', 'a) dies. Auch das.'],
        ['satz:2/nr:1/buchst:b', 'b) jenes'],
        ['satz:2/nr:2', '2. nichts'],
        ['satz:3', 'Ende gut.'],
      ],
    )
  })

  it('take what follows a numbered paragraph with it', () => {
    assert.deepEqual(
      parts('<P>(1) Eins.</P><P>Nachsatz.</P><P>(2) Zwei.</P>').filter(([path]) => !path?.includes('/')),
      [
        ['abs:1', '(1) Eins.\nNachsatz.'],
        ['abs:2', '(2) Zwei.'],
      ],
    )
  })

  it('are not made of numbers that do not go up, nor twice', () => {
    const twice = parts(`<P>Wer ${list(['1.', 'a'])} oder ${list(['1.', 'b'])} tut.</P><P>(3) kein Absatz.</P>`)
    assert.deepEqual(
      twice.map(([path]) => path),
      ['satz:1', 'satz:1/nr:1', 'satz:2'],
    )
  })
})

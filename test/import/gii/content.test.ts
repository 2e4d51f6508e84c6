import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TextTable } from '../../../src/model/norm-text.ts'
import { designated, parse, xml } from './document.ts'

/** The parsed norm with this content. */
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
    assert.equal(text('<P>CO<SUB>2</SUB> je m<SUP>2</SUP>, <B>fett</B><I>kursiv</I></P>'), 'CO₂ je m², fettkursiv')
  })

  it('writes raised and lowered runs in the characters that Unicode has for them, if it has all', () => {
    assert.equal(text('<P>das 10<SUP>12</SUP>fache</P>'), 'das 10¹²fache')
    assert.equal(text('<P>10<SUP>-10</SUP> m/s, 10<SUP>–10</SUP> und 10<SUP>−3</SUP></P>'), '10⁻¹⁰ m/s, 10⁻¹⁰ und 10⁻³')
    assert.equal(
      text('<P>Artikel 6<SUP>bis</SUP>, q<SUP>n</SUP>, H<SUB>2</SUB>SO<SUB>4</SUB></P>'),
      'Artikel 6ᵇⁱˢ, qⁿ, H₂SO₄',
    )
    assert.equal(
      text('<P>e<SUP>-0,038*T</SUP>, v<SUB>max,Z</SUB>, 6<SUP>quater</SUP></P>'),
      'e-0,038*T, vmax,Z, 6quater',
    )
    assert.equal(
      text('<P>Wort<SUP>1, 2</SUP> 33<SUP>1/3</SUP></P>'),
      'Wort1, 2 33\u20091/3'.replace('Wort1', 'Wort\u20091'),
    )
  })

  it('says where runs with a meaning of their own are', () => {
    const { text, spans } = read(
      '<P>(1) <SUP class="Rec">1</SUP>Wer <B> fett <I>und kursiv</I> </B> ist. <SUP class="Rec">2</SUP>Er <U>zahlt</U> e<SUP>-0,5*T</SUP> ' +
        '<small>klein</small> <SP>weit</SP> H<SUB>2</SUB>O<B></B></P>' +
        '<P><DL><DT>1.</DT><DD Font="bold"><LA>Punkt</LA></DD></DL></P>',
    )
    assert.deepEqual(
      spans.map(({ kind, start, end }) => [kind, text.slice(start, end)]),
      [
        ['sentence', '¹'],
        ['bold', 'fett und kursiv'],
        ['italic', 'und kursiv'],
        ['sentence', '²'],
        ['underlined', 'zahlt'],
        ['raised', '-0,5*T'],
        ['small', 'klein'],
        ['spaced', 'weit'],
        ['lowered', '₂'],
        ['bold', 'Punkt'],
      ],
    )
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
    const norm = read(table)
    assert.equal(norm.text, 'Tafel\nKopf\tbreit\nhoch\tx\u2028y\n\tvor\u20281. Punkt\tz\n1\t2\t3')
    assert.deepEqual(norm.tables, [
      {
        start: 6,
        end: norm.text.length,
        columns: 3,
        head_rows: 1,
        merged: [
          { row: 0, column: 1, rows: 1, columns: 2 },
          { row: 1, column: 0, rows: 2, columns: 1 },
        ],
        frame: 'none',
        centred_rows: [],
      },
    ])
  })

  it('knows merged cells by their span, rows without content aside', () => {
    const table = `<table frame="topbot"><tgroup cols="3"><colspec colname="a"/><colspec colname="b"/><colspec colname="c"/>
      <spanspec spanname="ab" namest="a" nameend="b"/><tbody><row><entry spanname="ab" morerows="2">breit</entry><entry>x</entry></row>
      <row><entry colname="c"></entry></row><row><entry colname="c">y</entry></row></tbody></tgroup></table>`
    const norm = read(table)
    assert.equal(norm.text, 'breit\t\tx\n\t\ty')
    assert.deepEqual(norm.tables[0]?.merged, [{ row: 0, column: 0, rows: 2, columns: 2 }])
    assert.equal(norm.tables[0]?.frame, 'topbot')
  })

  it('keeps widths, alignments and lines: of a cell, else its row, its column, its group or the table', () => {
    const table = `<table frame="all" colsep="1"><tgroup cols="3" align="left">
      <colspec colname="a" colwidth="10*"/><colspec colname="b" colwidth="25*" align="center"/><colspec colname="c" colwidth="5*" colsep="0"/>
      <spanspec spanname="bc" namest="b" nameend="c" align="right" rowsep="1"/>
      <thead valign="bottom"><row rowsep="1"><entry>A</entry><entry valign="middle" align="justify">B</entry><entry>C</entry></row></thead>
      <tbody valign="top"><row><entry align="char">1</entry><entry spanname="bc">2</entry></row>
      <row><entry colname="a"></entry></row>
      <row rowsep="1"><entry>3</entry><entry colsep="0" rowsep="0">4</entry><entry>5</entry></row></tbody></tgroup></table>`
    const [{ widths, alignment, vertical_alignment, lines }] = read(table).tables as [TextTable]
    assert.deepEqual(
      { widths, alignment, vertical_alignment, lines },
      {
        widths: [25, 62.5, 12.5],
        alignment: ['ljl', 'rr', 'lcl'],
        vertical_alignment: ['bmb', 'tt', 'ttt'],
        lines: ['xxb', 'rb', 'r--'],
      },
    )
  })

  it('has no more letters in a row than columns up to its last cell', () => {
    const specs = Array.from({ length: 900 }, (_, index) => `<colspec colname="c${index}" align="right"/>`).join('')
    const rows = '<row><entry>x</entry></row>'.repeat(2000)
    const [table] = read(`<table rowsep="1"><tgroup>${specs}<tbody>${rows}</tbody></tgroup></table>`).tables
    assert.equal(table?.columns, 900)
    assert.deepEqual(new Set(table?.alignment), new Set(['r']))
    assert.equal(table?.lines?.join(''), `${'b'.repeat(1999)}-`)
  })

  it('takes widths of one kind alone, and nothing where the source says nothing', () => {
    const look = (...widths: string[]) => {
      const specs = widths.map((width) => `<colspec${width && ` colwidth="${width}"`}/>`).join('')
      const cells = widths.map(() => '<entry>x</entry>').join('')
      const { start, end, columns, head_rows, merged, frame, centred_rows, ...rest } = read(
        `<table><tgroup>${specs}<tbody><row>${cells}</row></tbody></tgroup></table>`,
      ).tables[0] as TextTable
      return rest
    }
    assert.deepEqual(look('*', '3*'), { widths: [25, 75] })
    assert.deepEqual(look('1cm', '20 mm', '30\u00a0mm'), { widths: [16.7, 33.3, 50] })
    assert.deepEqual(look('72pt', '1in', '6pi'), { widths: [33.3, 33.3, 33.3] })
    assert.deepEqual(look('10', '30'), { widths: [25, 75] })
    for (const unknown of [
      ['', ''],
      ['1*', '2pt'],
      ['1*', ''],
      ['0*', '0*'],
      ['1**', '1*'],
      ['-1*', '2*'],
      ['9e999*', '1*'],
    ])
      assert.deepEqual(look(...unknown), {}, unknown.join())
  })

  it('keeps the frame, the centred title and the boxes of a form', () => {
    const row = (content: string, align = '') => `<row><entry colname="a"${align}>${content}</entry></row>`
    const norm = read(
      `<table frame="all"><tgroup cols="1"><colspec colname="a"/><tbody>${row('<B>Widerruf</B>', ' align="center"')}` +
        `${row('Sie haben 14 Tage <F Value="1"/>.')}${row('<F Value="2"/>')}</tbody></tgroup></table><P>Hinweise</P>`,
    )
    assert.equal(norm.text, 'Widerruf\nSie haben 14 Tage .\n\nHinweise')
    assert.deepEqual(
      norm.tables.map(({ frame, columns, centred_rows }) => [frame, columns, centred_rows]),
      [['all', 1, [0]]],
    )
    assert.deepEqual(
      norm.marks.map(({ mark, offset }) => [mark, norm.text.slice(0, offset).split('\n').length]),
      [
        ['1', 2],
        ['2', 3],
      ],
    )
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

  it('puts footnotes of the text after it', () => {
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
        ['satz:2/nr:1/buchst:a/satz:1', 'dies.'],
        ['satz:2/nr:1/buchst:a/satz:2', 'Auch das.'],
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

  const paths = (content: string) => parts(content).map(([path]) => path)

  it('are sentences where the source numbers them, whatever their full stops look like', () => {
    const rec = (number: number) => `<SUP class="Rec">${number}</SUP>`
    assert.deepEqual(parts(`<P>(1) ${rec(1)}Wer zahlt, z. B. am 3. Mai? ${rec(2)}Er nicht; ${rec(3)}Ende.</P>`), [
      ['abs:1', '(1) ¹Wer zahlt, z. B. am 3. Mai? ²Er nicht; ³Ende.'],
      ['abs:1/satz:1', '¹Wer zahlt, z. B. am 3. Mai?'],
      ['abs:1/satz:2', '²Er nicht;'],
      ['abs:1/satz:3', '³Ende.'],
    ])
    const inItem = `<P>Wer ${list(['1.', `dies tut; ${rec(2)}das gilt auch`])} zahlt.</P>`
    assert.deepEqual(
      paths(inItem),
      ['satz:1', 'satz:1/nr:1', 'satz:1/nr:1/satz:1', 'satz:1/nr:1/satz:2'],
      'a sentence inside a number is not a sentence of the norm',
    )
  })

  it('are items whose mark has a no-break space', () => {
    assert.deepEqual(paths(`<P>Wer ${list(['\u00a01.', 'dies'], ['2.\u00a0', 'das'])} tut.</P>`), [
      'satz:1',
      'satz:1/nr:1',
      'satz:1/nr:2',
    ])
  })

  it('are rows that begin with a number, with the letters in their cells and in the rows after them', () => {
    const row = (...cells: string[]) => `<row>${cells.map((cell) => `<entry>${cell}</entry>`).join('')}</row>`
    const table =
      `<table><tgroup cols="3"><tbody>${row('1.', 'für Öl', '')}${row('', list(['a)', 'leichtes']), '5 EUR,')}` +
      `${row('', list(['b)', 'schweres']), '6 EUR,')}${row('2.', 'für Tran', '7 EUR.')}</tbody></tgroup></table>`
    assert.deepEqual(parts(`<P>(1) Die Steuer beträgt ${table}</P><P>(2) Ende.</P>`), [
      [
        'abs:1',
        '(1) Die Steuer beträgt\n1.\tfür Öl\n\ta) leichtes\t5 EUR,\n\tb) schweres\t6 EUR,\n2.\tfür Tran\t7 EUR.',
      ],
      [
        'abs:1/satz:1',
        'Die Steuer beträgt\n1.\tfür Öl\n\ta) leichtes\t5 EUR,\n\tb) schweres\t6 EUR,\n2.\tfür Tran\t7 EUR.',
      ],
      ['abs:1/satz:1/nr:1', '1.\tfür Öl\n\ta) leichtes\t5 EUR,\n\tb) schweres\t6 EUR,'],
      ['abs:1/satz:1/nr:1/buchst:a', 'a) leichtes'],
      ['abs:1/satz:1/nr:1/buchst:b', 'b) schweres'],
      ['abs:1/satz:1/nr:2', '2.\tfür Tran\t7 EUR.'],
      ['abs:2', '(2) Ende.'],
      ['abs:2/satz:1', 'Ende.'],
    ])
  })

  it('are capital letters, Roman numerals below them and numbers below these', () => {
    const deep = list(
      ['A.', `Anlagen: ${list(['I.', `Sachen ${list(['1.', 'Boote'], ['2.', 'Netze'])}`], ['II.', 'Rechte'])}`],
      ['B.', 'Umlauf'],
    )
    assert.deepEqual(
      paths(`<P>(2) Aktiva</P><P>(3) Passiva ${deep}</P>`).filter((path) => path?.includes('buchst')),
      [
        'abs:3/satz:1/buchst:a',
        'abs:3/satz:1/buchst:a/nr:i',
        'abs:3/satz:1/buchst:a/nr:i/nr:1',
        'abs:3/satz:1/buchst:a/nr:i/nr:2',
        'abs:3/satz:1/buchst:a/nr:ii',
        'abs:3/satz:1/buchst:b',
      ],
    )
  })

  it('are paragraphs whose mark has no blank after it, or stands within a P after a list', () => {
    assert.deepEqual(paths('<P>(1)(außer Kraft)</P><P>(2)Der Kläger.</P>'), [
      'abs:1',
      'abs:1/satz:1',
      'abs:2',
      'abs:2/satz:1',
    ])
    assert.deepEqual(
      paths(`<P>(1) Wer ${list(['1.', 'dies'])} tut.<BR/>(2) Zwei.<BR/>(5) kein Absatz</P>`).filter(
        (path) => !path?.includes('/'),
      ),
      ['abs:1', 'abs:2'],
    )
  })

  it('are lists that the source has put into an item of theirs, and items without a mark around them', () => {
    const nested = list(['1.', 'eins'], ['2.', `zwei ${list(['a)', 'a'], ['3.', 'drei'])}`])
    assert.deepEqual(paths(`<P>Wer ${nested} tut.</P>`), [
      'satz:1',
      'satz:1/nr:1',
      'satz:1/nr:2',
      'satz:1/nr:2/buchst:a',
      'satz:1/nr:3',
    ])
    assert.deepEqual(paths(`<P>Wer ${list(['', list(['1.', 'eins'])])} tut.</P>`), ['satz:1', 'satz:1/nr:1'])
  })

  it('are lines that count on where the source has no list', () => {
    assert.deepEqual(
      paths('<P>1. Auf der Fahrt.<BR/>2. Im Hafen.<BR/>4. kein Punkt</P>').filter((path) => /nr:\d$/.test(path ?? '')),
      ['satz:1/nr:1', 'satz:1/nr:2'],
    )
  })
})

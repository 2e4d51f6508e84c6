import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SourceFormatError } from '../../../src/import/xml-tree.ts'
import { designated, norm, parse, unit, xml } from './document.ts'

const paths = (text: string) => parse(text).norms.map(({ path }) => path)

describe('what becomes a norm', () => {
  it('is every element with a designation, also an empty one', () => {
    assert.deepEqual(paths(xml([designated('E1', '§ 1', '<P>Text.</P>'), designated('E2', '§ 2')])), ['par:1', 'par:2'])
  })

  it('is a header with text, but not one with footnotes only', () => {
    const metadata = '<langue>Gesetz zum Testen</langue>'
    const withText = parse(xml([], norm('', metadata, '<P>Umgesetzt wird etwas.</P>', '<P>Fußnote</P>')))
    assert.deepEqual(
      withText.norms.map(({ path, text, footnotes }) => [path, text, footnotes]),
      [['text:1', 'Umgesetzt wird etwas.', 'Fußnote']],
    )
    const withNotes = parse(
      xml([designated('E1', '§ 1', '<P>A.</P>')], norm('', metadata, '', '<P>(+++ Hinweis +++)</P>')),
    )
    assert.equal(withNotes.notes, '(+++ Hinweis +++)')
    assert.equal(withNotes.norms.length, 1)
  })

  it('is an article that is a heading, with or without text, and other headings with text', () => {
    const law = parse(
      xml([
        norm('G1', unit('010', 'Erster Teil', 'Anfang')),
        norm('G2', unit('010010', 'Art 3', 'Rang'), '<P>Text.</P>'),
        norm('G3', unit('010020', 'Art 5', 'Übergang')),
        designated('E1', '§ 1', '<P>Eins.</P>'),
        norm('G4', unit('020', 'Zweiter Teil', 'Ende'), '<P>Frei.</P>'),
      ]),
    )
    assert.deepEqual(
      law.norms.map(({ path, label, container }) => [path, label, container]),
      [
        ['art:3', 'Art 3', undefined],
        ['art:5', 'Art 5', undefined],
        ['art:5/par:1', 'Art 5 § 1', 1],
        ['text:1', 'Zweiter Teil', undefined],
      ],
    )
    assert.deepEqual(law.account, {
      elements: 6,
      headers: 1,
      headersWithText: 0,
      structure: 4,
      structureAsNorms: 3,
      structureEmpty: 0,
      designated: 1,
    })
  })

  it('is a heading with nothing but an image', () => {
    const law = parse(xml([norm('G1', unit('010', 'Abschnitt 1'), '<P><IMG SRC="plan.jpg"/></P>')]))
    assert.deepEqual(
      law.norms.map(({ path, attachments }) => [path, attachments.map(({ name }) => name)]),
      [['text:1', ['plan.jpg']]],
    )
  })

  it('keeps a heading without a norm below it in the structure, with its footnotes and its level', () => {
    const law = parse(
      xml([
        norm('G1', unit('010', 'Buch 1')),
        designated('E1', '§ 1', '<P>Eins.</P>'),
        norm('G2', unit('010010', 'Abschnitt 1', '(weggefallen)'), '', '<P>(+++ Hinweis +++)</P>'),
        norm('G3', unit('010020', 'Abschnitt 2')),
        designated('E2', '§ 2', '<P>Zwei.</P>'),
        norm('G4', unit('020', 'Buch 2')),
      ]),
    )
    assert.deepEqual(
      law.structure.map(({ label, level, start, end, footnotes }) => [label, level, start, end, footnotes]),
      [
        ['Buch 1', 0, 0, 2, ''],
        ['Abschnitt 1', 1, 1, 1, '(+++ Hinweis +++)'],
        ['Abschnitt 2', 1, 1, 2, ''],
        ['Buch 2', 0, 2, 2, ''],
      ],
    )
    assert.equal(law.account.structureEmpty, 2)
  })

  it('stays under the part that its own unit repeats without a designation, and articles under a part of their level', () => {
    const law = parse(
      xml([
        norm('G1', unit('010', 'Erster Teil')),
        norm('E1', `<enbez>Art 1</enbez>${unit('010', '-')}`, '<P>Eins.</P>'),
        norm('G2', unit('102', 'Art 2', 'Durchführung')),
        norm('E2', `<enbez>§ 1</enbez>${unit('102', 'Art 2')}`, '<P>Zwei.</P>'),
      ]),
    )
    assert.deepEqual(
      law.norms.map(({ path, structure }) => [path, structure.map(({ label }) => label)]),
      [
        ['art:1', ['Erster Teil']],
        ['art:2', ['Erster Teil']],
        ['art:2/par:1', ['Erster Teil', 'Art 2']],
      ],
    )
  })

  it('keeps the footnotes of a heading that is no norm with the heading', () => {
    const law = parse(
      xml([
        norm('G1', unit('010', 'Abschnitt 1', 'Anfang'), '', '<P>(+++ Zur Anwendung +++)</P>'),
        designated('E1', '§ 1'),
      ]),
    )
    assert.deepEqual(law.norms[0]?.structure, [
      { kind: 'section', number: '1', title: 'Anfang', label: 'Abschnitt 1', footnotes: '(+++ Zur Anwendung +++)' },
    ])
  })
})

describe('paths', () => {
  it('carry the article for sections, also when the article is named by the norm alone', () => {
    const inArticle = (id: string, enbez: string) =>
      norm(id, `<enbez>${enbez}</enbez>${unit('010010', 'Art 246a')}`, '<P>A.</P>')
    assert.deepEqual(
      paths(
        xml([
          norm('G1', unit('010', 'Siebter Teil')),
          norm('G2', unit('010010', 'Art 246a', 'Pflichten')),
          norm('G3', unit('010010010', 'Erster Abschnitt')),
          inArticle('E1', '§ 1'),
          inArticle('E2', '§ 2'),
          norm('E3', `<enbez>Anlage 1</enbez>${unit('010010', 'Art 246a')}`, '<P>A.</P>'),
        ]),
      ),
      ['art:246a', 'art:246a/par:1', 'art:246a/par:2', 'annex:1'],
    )
  })

  it('let an article hold until the next heading of the same or a higher level', () => {
    assert.deepEqual(
      paths(
        xml([
          norm('G1', unit('010010', 'Art 1')),
          designated('E1', '§ 1'),
          norm('G2', unit('010010000010', 'Abschnitt 1')),
          designated('E2', '§ 2'),
          norm('G3', unit('020', 'Teil 2')),
          designated('E3', '§ 3'),
        ]),
      ),
      ['art:1', 'art:1/par:1', 'art:1/par:2', 'par:3'],
    )
  })

  it('hang a heading of the same kind and the next number beside the one before, whatever its code says', () => {
    const law = parse(
      xml([
        norm('G1', unit('070', 'Abschnitt 7')),
        norm('G2', unit('070030', 'Unterabschnitt 3')),
        designated('E1', '§ 1'),
        norm('G3', unit('070080', 'Abschnitt 8')),
        designated('E2', '§ 2'),
        norm('G4', unit('070080010', 'Abschnitt 8a')),
        designated('E3', '§ 3'),
        norm('G5', unit('070080010010', 'Abschnitt 1')),
        designated('E4', '§ 4'),
      ]),
    )
    assert.deepEqual(
      law.structure.map(({ label, level }) => [label, level]),
      [
        ['Abschnitt 7', 0],
        ['Unterabschnitt 3', 1],
        ['Abschnitt 8', 0],
        ['Abschnitt 8a', 0],
        ['Abschnitt 1', 1],
      ],
    )
  })

  it('hang annexes under the law, or a heading of their own', () => {
    const above = (norms: string[]) => {
      const law = parse(xml(norms))
      return [law.norms.at(-1)?.structure.map(({ label }) => label), law.structure.map(({ end }) => end)]
    }
    const section = [norm('G1', unit('010', 'Abschnitt 1')), designated('E1', '§ 1')]
    assert.deepEqual(above([...section, designated('E2', 'Anlage 1', '<P>Tafel</P>')]), [[], [1]])
    assert.deepEqual(
      above([...section, norm('G2', unit('020', 'Anlagen')), designated('E2', 'Anlage 1', '<P>Tafel</P>')]),
      [['Anlagen'], [1, 2]],
    )
  })

  it('take structure in front where norms would share one, as little as tells them apart', () => {
    const part = (number: string) => [
      norm(`G${number}`, unit(`0${number}0`, `Teil ${number}`)),
      norm(`H${number}`, unit(`0${number}0010`, 'Kapitel 1')),
      designated(`E${number}`, '§ 1'),
    ]
    assert.deepEqual(paths(xml([...part('1'), ...part('2'), designated('E9', '§ 2')])), [
      'part:1/par:1',
      'part:2/par:1',
      'par:2',
    ])
  })

  it('are numbered in document order where structure does not help', () => {
    assert.deepEqual(
      paths(
        xml([
          designated('E1', '§ 4'),
          designated('E2', '§ 4'),
          designated('E3', 'Anlage 1'),
          designated('E4', 'Anhang 1'),
        ]),
      ),
      ['par:4', 'par:4/seq:2', 'annex:1', 'annex:1/seq:2'],
    )
  })

  it('take no harm from odd designations and levels', () => {
    assert.deepEqual(paths(xml([designated('E1', 'constructor'), designated('E2', '__proto__')])), ['text:1', 'text:2'])
    const odd = (kennzahl: string) =>
      norm(
        `G${kennzahl.length}`,
        `<gliederungseinheit>${kennzahl}<gliederungsbez>Teil 1</gliederungsbez></gliederungseinheit>`,
      )
    assert.deepEqual(
      paths(xml([odd(''), odd('<gliederungskennzahl>x</gliederungskennzahl>'), designated('E1', '§ 1')])),
      ['par:1'],
    )
  })

  it('number norms without designation', () => {
    assert.deepEqual(paths(xml([designated('E1', '(XXXX)', '<P>A</P>'), designated('E2', 'XXXX', '<P>B</P>')])), [
      'text:1',
      'text:2',
    ])
  })

  it('make one norm of a range, which knows what it stands for', () => {
    const law = parse(
      xml([
        designated('E1', '(XXXX) §§ 3 bis 6', '', '(weggefallen)'),
        designated('E2', '(XXXX)§§ 30 und 31'),
        designated('E3', '(XXXX) §§ 40 bis 42', '<P>A.</P>', 'Änderungen'),
      ]),
    )
    assert.deepEqual(
      law.norms.map(({ path, label, status, ranges }) => [path, label, status, ranges]),
      [
        ['par:3-6', '§§ 3 bis 6', 'repealed', [{ kind: 'par', from: '3', to: '6' }]],
        [
          'par:30-31',
          '§§ 30 und 31',
          'repealed',
          [
            { kind: 'par', from: '30', to: '30' },
            { kind: 'par', from: '31', to: '31' },
          ],
        ],
        ['par:40-42', '§§ 40 bis 42', 'in_force', [{ kind: 'par', from: '40', to: '42' }]],
      ],
    )
  })

  it('keep an article in force while a norm below it is, whatever its own text says', () => {
    const law = parse(
      xml([
        norm('G1', unit('010', 'Art 3', 'Übergang'), '<P>(weggefallen)</P>'),
        designated('E1', '§ 1', '', '(weggefallen)'),
        designated('E2', '§ 2', '<P>Alte Boote dürfen fahren.</P>'),
        norm('G2', unit('020', 'Art 4', 'Schluss'), '<P>(weggefallen)</P>'),
        designated('E3', '§ 1', '', '(weggefallen)'),
      ]),
    )
    assert.deepEqual(
      law.norms.map(({ path, text, status }) => [path, text, status]),
      [
        ['art:3', '(weggefallen)', 'in_force'],
        ['art:3/par:1', '', 'repealed'],
        ['art:3/par:2', 'Alte Boote dürfen fahren.', 'in_force'],
        ['art:4', '(weggefallen)', 'repealed'],
        ['art:4/par:1', '', 'repealed'],
      ],
    )
  })

  it('leave an annex repealed beside another of the same name', () => {
    const law = parse(
      xml([
        designated('E1', 'Anlage', '', '(zu § 3) (weggefallen)'),
        designated('E2', 'Anlage', '<P>Tafel.</P>', '(zu § 5)'),
      ]),
    )
    assert.deepEqual(
      law.norms.map(({ path, status }) => [path, status]),
      [
        ['annex:1', 'repealed'],
        ['annex:1/seq:2', 'in_force'],
      ],
    )
  })
})

describe('the law itself', () => {
  const header = (more: string) =>
    norm(
      '',
      `<jurabk>12. TestV</jurabk><amtabk>TstG</amtabk><ausfertigung-datum manuell="ja">1963-01-08</ausfertigung-datum><kurzue>Testgesetz</kurzue><langue>Gesetz zum<BR/>Testen</langue>${more}`,
    )
  const note = (type: string, text: string) =>
    `<standangabe checked="ja"><standtyp>${type}</standtyp><standkommentar>${text}</standkommentar></standangabe>`

  it('has its names, dates and notes', () => {
    const law = parse(
      xml(
        [],
        header(
          note('Neuf', 'Neugefasst durch Bek. v. 1.2.2030') + note('Stand', 'geändert durch Art. 1 G v. 29.2.2024 I 7'),
        ),
      ),
    )
    assert.equal(law.abbreviation, 'TstG')
    assert.equal(law.title, 'Gesetz zum Testen')
    assert.equal(law.promulgatedOn, '1963-01-08')
    assert.equal(law.statusDate, '2024-02-29')
    assert.deepEqual(law.statusNotes, [
      { type: 'Neuf', text: 'Neugefasst durch Bek. v. 1.2.2030' },
      { type: 'Stand', text: 'geändert durch Art. 1 G v. 29.2.2024 I 7' },
    ])
    assert.deepEqual(
      law.aliases.map(({ name, rank }) => [name, rank]),
      [
        ['TstG', 0],
        ['TestG', 0],
        ['12. TestV', 0],
        ['Testgesetz', 1],
        ['Gesetz zum Testen', 1],
        ['TestV 12', 2],
        ['XII. TestV', 2],
      ],
    )
  })

  it('hashes the raw source', () => {
    const text = xml([designated('E1', '§ 1')])
    assert.match(parse(text).contentHash, /^sha256:[0-9a-f]{64}$/)
    assert.notEqual(parse(text).contentHash, parse(`${text}\n`).contentHash)
  })
})

describe('documents that are refused', () => {
  const refused = (text: string | Uint8Array, message: RegExp, line?: number) =>
    assert.throws(
      () => parse(text),
      (error) =>
        error instanceof SourceFormatError &&
        message.test(error.message) &&
        (line === undefined || error.line === line),
    )

  it('are named with the place of the fault', () => {
    refused(xml([designated('E1', '§ 1')]).slice(0, -30), /unclosed tag|unexpected end/i)
    const nested = Array.from({ length: 21 }, (_, level) =>
      norm(`G${level}`, unit('010'.repeat(level + 1), `${level}.`)),
    )
    refused(xml([...nested, designated('E1', '§ 1')]), /^more than 20 headings stand above BJNR900000000E1/)
    assert.equal(parse(xml([...nested.slice(1), designated('E1', '§ 1')])).norms[0]?.structure.length, 20)
    refused('<?xml version="1.0"?>\n<html></html>', /<html>, expected <dokumente>/, 2)
    refused('<dokumente><absatz/></dokumente>', /<absatz> stands where only <norm>/)
    refused('<dokumente></dokumente>', /no norm/)
    refused('', /document must contain a root element|empty/)
    refused(xml([norm('E1', '')]), /neither designation nor heading/)
  })

  it('are those with text that is not expected, so that none is lost', () => {
    const inNorm = (texts: string) =>
      xml([`<norm doknr="BJNR900000000E1"><metadaten><enbez>§ 1</enbez></metadaten>${texts}</norm>`])
    const content = '<text><Content><P>A.</P></Content></text>'
    refused(
      inNorm(`<textdaten>${content}${content}</textdaten>`),
      /a second <text> stands in <textdaten> of BJNR900000000E1/,
    )
    refused(inNorm(`<textdaten>${content}</textdaten><textdaten>${content}</textdaten>`), /a second <textdaten>/)
    refused(inNorm(`<textdaten>${content}<toc>B.</toc></textdaten>`), /an unexpected <toc>/)
    refused(inNorm('<textdaten>B.</textdaten>'), /text stands directly in <textdaten>/)
    refused(inNorm(content), /an unexpected <text> stands in <norm>/)
    refused(xml([norm('E1', '<enbez>§ 1</enbez><enbez>§ 2</enbez>')]), /a second <enbez>/)
    refused(xml(['B.']), /text stands where only <norm>/)
  })

  it('are those with entities of their own: nothing is expanded or fetched', () => {
    const bomb = `<!DOCTYPE dokumente [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${xml([designated('E1', '§ 1', '<P>&b;</P>')]).replace(/^.*\n/, '')}`
    refused(bomb, /entity/i)
  })

  it('are those that are not in their encoding', () => {
    refused(Buffer.from(xml([designated('E1', '§ 1', '<P>\u00fc</P>')]), 'latin1'), /not UTF-8/i)
  })

  it('but not those with a DOCTYPE, a byte order mark, or another encoding that they name', () => {
    const plain = xml([designated('E1', '§ 1', '<P>Übung &amp; &#252; &#x1D11E;</P>')])
    const doctype = plain.replace(
      '\n',
      '<!DOCTYPE dokumente SYSTEM "http://www.gesetze-im-internet.de/dtd/1.01/gii-norm.dtd">',
    )
    for (const text of [plain, doctype, `\ufeff${plain}`]) assert.equal(parse(text).norms[0]?.text, 'Übung & ü 𝄞')
    const latin = Buffer.from(plain.replace('="UTF-8"', " = 'ISO-8859-1'"), 'latin1')
    assert.equal(parse(latin).norms[0]?.text, 'Übung & ü 𝄞')
    const wide = Buffer.from(`\ufeff${plain}`, 'utf16le')
    assert.equal(parse(wide).norms[0]?.text, 'Übung & ü 𝄞')
  })
})

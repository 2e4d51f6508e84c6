/** Sources made to be expensive: one document or archive of each kind, to be built next to an ordinary law. */
import { zip } from '../../archive/zip.ts'

export interface HostileSource {
  name: string
  /** File name in the folder of its law. */
  file: string
  content: () => Buffer | string
  /** Reason of its limitation; without one it is imported. */
  reason?: RegExp
}

const MB = 1024 * 1024

const HEADER =
  '<norm doknr="BJNR900990001"><metadaten><jurabk>Böse</jurabk><langue>Böses Gesetz</langue></metadaten><textdaten></textdaten></norm>'

const document = (norms: string, prolog = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>${prolog}<dokumente builddate="20260101120000" doknr="BJNR900990001">${HEADER}${norms}</dokumente>`

const norm = (content: string, designation = '§ 1', metadata = '') =>
  `<norm doknr="BJNR900990001BJNE000100000"><metadaten><jurabk>Böse</jurabk><enbez>${designation}</enbez>${metadata}</metadaten><textdaten><text format="XML"><Content>${content}</Content></text></textdaten></norm>`

const paragraph = (text: string) => norm(`<P>${text}</P>`)
const xml = (name: string, norms: () => string, reason?: RegExp, prolog = ''): HostileSource => ({
  name,
  file: 'boese.xml',
  content: () => document(norms(), prolog),
  ...(reason && { reason }),
})
/** Repeats a piece up to a size in characters. */
const fill = (size: number, piece: string) => piece.repeat(Math.ceil(size / piece.length))
const numbered = (count: number, piece: (number: number) => string) =>
  Array.from({ length: count }, (_, i) => piece(i)).join('')
const table = (cells: string, columns = 2) =>
  `<table><tgroup cols="${columns}">${numbered(columns, (i) => `<colspec colname="c${i}"/>`)}<tbody>${cells}</tbody></tgroup></table>`
const nested = (depth: number, open: string, close: string, inner: string) =>
  `${open.repeat(depth)}${inner}${close.repeat(depth)}`
const bomb = (size: number) => zip([{ name: 'boese.xml', content: Buffer.alloc(size, ' ') }])

const DENSE = /cites more than/
const LARGE = /bytes, at most \d+ are read/

export const HOSTILE_SOURCES: readonly HostileSource[] = [
  xml('a text of 100 MB', () => paragraph(fill(100 * MB, 'Es gilt, was gilt. ')), LARGE),
  xml('a comment of 100 MB', () => `<!--${fill(100 * MB, 'x ')}-->${paragraph('a')}`, LARGE),
  xml('a processing instruction of 100 MB', () => `<?p ${fill(100 * MB, 'x ')}?>${paragraph('a')}`, LARGE),
  xml('an attribute of 100 MB', () => `<norm doknr="${fill(100 * MB, 'x')}"/>`, LARGE),
  xml('a text of 15 MB', () => paragraph(fill(15 * MB, 'Es gilt, was gilt. ')), /characters/),
  xml('a text of 1.4 million characters', () => paragraph(fill(1_400_000, 'Es gilt, was gilt. '))),
  xml(
    '1.4 million characters of citations',
    () => paragraph(fill(1_400_000, 'nach § 433 Abs. 1 Satz 2 BGB und Artikel 5 ')),
    DENSE,
  ),
  xml('three norms of 1.15 million characters', () =>
    norm(`<P>${fill(1_150_000, 'Es gilt, was gilt. ')}</P>`).repeat(3),
  ),
  xml(
    'four norms of 1.4 million characters',
    () => norm(`<P>${fill(1_400_000, 'Es gilt. ')}</P>`).repeat(4),
    /characters/,
  ),
  xml('a word of 15 MB', () => paragraph(fill(15 * MB, 'x')), /characters/),
  xml('a word of 1.4 million characters', () => paragraph(fill(1_400_000, 'unfallversicherung'))),
  xml('a comment of 15 MB', () => `<!--${fill(15 * MB, 'x ')}-->${paragraph('a')}`),
  xml('a processing instruction of 15 MB', () => `<?p ${fill(15 * MB, 'x ')}?>${paragraph('a')}`),
  xml('an attribute of 15 MB', () => norm(`<P class="${fill(15 * MB, 'x')}">a</P>`)),
  xml('a CDATA section of 15 MB', () => paragraph(`<![CDATA[${fill(15 * MB, 'x ')}]]>`), /characters/),
  xml(
    'a CDATA section that is not closed',
    () => paragraph(`<![CDATA[${fill(15 * MB, 'x ')}`),
    /unclosed|unexpected end|characters/i,
  ),
  xml('a comment that is not closed', () => `<!--${fill(15 * MB, 'x ')}`, /unclosed|end/i),
  xml('elements 100,000 deep', () => paragraph(nested(100_000, '<B>', '</B>', 'a')), /nested more than/),
  xml('elements that are not closed', () => paragraph('<B>'.repeat(100_000)), /nested more than/),
  xml('lists 400 deep, 100 times', () =>
    paragraph(nested(80, '<DL><DT>1.</DT><DD><LA>', '</LA></DD></DL>', 'a').repeat(100)),
  ),
  xml('two million elements', () => paragraph('<B/>'.repeat(2_000_000)), /elements/),
  xml('a million paragraphs', () => norm('<P>a</P>'.repeat(1_000_000)), /elements/),
  xml('190,000 paragraphs', () => norm('<P>a</P>'.repeat(190_000))),
  xml('190,000 runs', () => paragraph('<B>a</B>'.repeat(190_000))),
  xml('190,000 footnotes', () =>
    norm(`<P>a</P><Footnotes>${numbered(190_000, (i) => `<Footnote ID="F${i}">a</Footnote>`)}</Footnotes>`),
  ),
  xml('a million runs', () => paragraph('<B>a</B>'.repeat(1_000_000)), /elements/),
  xml('a million attributes', () => paragraph(`<B ${numbered(1_000_000, (i) => `a${i}="" `)}/>`), /attributes/),
  xml(
    '400,000 footnotes',
    () => norm(`<P>a</P><Footnotes>${numbered(400_000, (i) => `<Footnote ID="F${i}">a</Footnote>`)}</Footnotes>`),
    /elements/,
  ),
  xml('a million images', () => paragraph('<IMG SRC="a.gif"/>'.repeat(700_000)), /elements/),
  xml('100,000 references to footnotes', () => paragraph('<FnR ID="F1"/>'.repeat(100_000))),
  xml(
    'entity declarations',
    () => paragraph('&a9;'),
    /entity/,
    `<!DOCTYPE dokumente [<!ENTITY a0 "ha">${numbered(9, (i) => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`)}]>`,
  ),
  xml(
    'a DOCTYPE of 15 MB',
    () => paragraph('a'),
    /no document element begins/,
    `<!DOCTYPE dokumente [${fill(15 * MB, '<!ENTITY a "b">')}]>`,
  ),
  xml('a million character references', () => paragraph('&#228;'.repeat(1_000_000))),
  xml('a reference to a NUL', () => paragraph('a&#0;b'), /malformed character entity|disallowed/i),
  xml('NUL bytes', () => paragraph(`a${'\0'.repeat(MB)}b`), /disallowed character/),
  xml('a table with a span of 999,999,999', () =>
    norm(table('<row><entry namest="c0" nameend="c1" morerows="999999999">a</entry></row>'.repeat(20_000))),
  ),
  xml(
    'a table of 100,000 columns',
    () => norm(table(`<row>${'<entry>a</entry>'.repeat(2000)}</row>`, 100_000)),
    /columns|elements/,
  ),
  xml('tables in tables', () =>
    norm(
      nested(60, '<table><tgroup cols="1"><tbody><row><entry>', '</entry></row></tbody></tgroup></table>', 'a').repeat(
        100,
      ),
    ),
  ),
  xml('a table of 200,000 cells', () => norm(table('<row><entry>1.</entry><entry>a</entry></row>'.repeat(60_000)))),
  xml(
    '45,000 headings',
    () =>
      numbered(
        45_000,
        (i) =>
          `<norm><metadaten><jurabk>Böse</jurabk><gliederungseinheit><gliederungskennzahl>${'010'.repeat((i % 15) + 1)}</gliederungskennzahl><gliederungsbez>Teil ${i}</gliederungsbez></gliederungseinheit></metadaten></norm>`,
      ) + paragraph('a'),
    /elements/,
  ),
  xml(
    '30,000 headings',
    () =>
      numbered(
        30_000,
        (i) =>
          `<norm><metadaten><jurabk>Böse</jurabk><gliederungseinheit><gliederungskennzahl>${'010'.repeat((i % 15) + 1)}</gliederungskennzahl><gliederungsbez>Teil ${i}</gliederungsbez></gliederungseinheit></metadaten></norm>`,
      ) + paragraph('a'),
  ),
  xml(
    'headings 1,000 deep',
    () =>
      numbered(
        1000,
        (i) =>
          `<norm><metadaten><jurabk>Böse</jurabk><gliederungseinheit><gliederungskennzahl>${'010'.repeat(i + 1)}</gliederungskennzahl><gliederungsbez>Teil ${1000 - i}</gliederungsbez></gliederungseinheit></metadaten></norm>`,
      ) + paragraph('a'),
    /headings stand above/,
  ),
  xml('20,000 norms with one designation', () => norm('<P>a</P>').repeat(20_000)),
  xml(
    '20,000 norms below 20 headings',
    () =>
      numbered(
        20,
        (i) =>
          `<norm><metadaten><jurabk>Böse</jurabk><gliederungseinheit><gliederungskennzahl>${'010'.repeat(i + 1)}</gliederungskennzahl><gliederungsbez>Teil ${20 - i}</gliederungsbez></gliederungseinheit></metadaten></norm>`,
      ) + numbered(20_000, (i) => norm('<P>a</P>', `§ ${i}`)),
  ),
  xml('a designation of 1 MB', () => norm('<P>a</P>', `§ ${fill(MB, '9')}`), /designation|characters/),
  xml('designations of huge numbers', () =>
    paragraph(fill(MB, 'nach § 99999999999999999999 Abs. 99999999999 Satz 9999999999999 ')),
  ),
  xml('huge ranges', () => paragraph(fill(MB, 'nach den §§ 1 bis 99999999999 und den §§ 1a bis 999999z ')), DENSE),
  xml('20,000 names of laws', () => paragraph('§ 1 des Gesetzes über das Gesetz zu dem Gesetz '.repeat(20_000))),
  xml('20,000 open brackets', () => paragraph('(§ 1 '.repeat(20_000))),
  xml('20,000 joined designations', () => paragraph('§ 1 in Verbindung mit '.repeat(20_000))),
  xml('5,000 pairs of huge ranges', () =>
    paragraph('nach den §§ 1 bis 99999999999 und den §§ 1a bis 999999z '.repeat(5000)),
  ),
  xml('section signs', () => paragraph(fill(MB, '§ ')), DENSE),
  xml('section signs with numbers', () => paragraph(fill(MB, '§ 1 ')), DENSE),
  xml('a list of a hundred thousand sections', () => paragraph(`§§ ${numbered(100_000, (i) => `${i}, `)}1 BGB`)),
  xml('parts without end', () => paragraph(`§ 1 ${fill(MB, 'Abs. 1 Satz 1 Nr. 1 Buchst. a ')}`)),
  xml('joined designations', () => paragraph(fill(MB, '§ 1 in Verbindung mit ')), DENSE),
  xml('names of laws', () => paragraph(fill(MB, '§ 1 des Gesetzes über das Gesetz zu dem Gesetz ')), DENSE),
  xml('open brackets', () => paragraph(fill(MB, '(§ 1 ')), DENSE),
  xml('digits', () => paragraph(fill(MB, '1'))),
  xml('numbers and points', () => paragraph(fill(MB, '1.'))),
  xml('hyphens', () => paragraph(fill(MB, 'a-'))),
  ...['A-', 'A.', 'A/', 'A1-', 'A-\n'].map((piece) =>
    xml(`a law of 1.4 million characters of ${JSON.stringify(piece)}`, () =>
      paragraph(`§ 1 ${fill(1_400_000, piece)}`),
    ),
  ),
  xml('laws of 9,000 characters of "A-"', () => paragraph(fill(1_400_000, `§ 1 ${fill(9000, 'A-')} `))),
  xml('a schedule of parts without end', () => paragraph(fill(1_400_000, 'Nr. 1000 '))),
  xml('preambles', () => paragraph(fill(1_400_000, 'Präambel ')), DENSE),
  xml('letters after a number without end', () => paragraph(`§ 1 ${fill(1_400_000, 'f ')}`)),
  xml('capital letters', () => paragraph(fill(MB, 'A. B. C. '))),
  xml('blanks', () => paragraph(`a${fill(1_400_000, '\t\n ')}b`)),
  xml('no-break spaces', () => paragraph(`§${fill(MB, '\u00a0')}1`)),
  xml('soft hyphens and marks of direction', () => paragraph(fill(MB, 'a\u00ad\u202e\u200f\u2066b'))),
  xml('combining marks', () => paragraph(`a${fill(MB, '\u0308\u0323')}`)),
  xml('a hundred thousand different words', () => paragraph(numbered(100_000, (i) => `wort${i.toString(36)}x `))),
  xml(
    '45,000 abbreviations',
    () => numbered(45_000, (i) => `<norm><metadaten><jurabk>B${i}</jurabk><enbez>§ ${i}</enbez></metadaten></norm>`),
    /abbreviations/,
  ),
  xml('a title of 3 MB', () => norm('<P>a</P>', '§ 1', `<titel>${fill(3 * MB, 'Titel ')}</titel>`), /characters/),
  xml(
    'footnotes of 3 MB',
    () =>
      `<norm><metadaten><jurabk>Böse</jurabk><enbez>§ 1</enbez></metadaten><textdaten><fussnoten><Content><P>${fill(1_400_000, '(+++ § 1: ')}</P></Content></fussnoten></textdaten></norm>`,
  ),
  {
    name: 'another encoding than it says',
    file: 'boese.xml',
    content: () => Buffer.from(document(paragraph('ä')), 'latin1'),
    reason: /not utf-8/i,
  },
  {
    name: 'an unknown encoding',
    file: 'boese.xml',
    content: () => document(paragraph('a')).replace('UTF-8', 'X-BOESE'),
    reason: /encoding/,
  },
  {
    name: 'UTF-16 of 15 MB',
    file: 'boese.xml',
    content: () =>
      Buffer.from(`\ufeff${document(paragraph(fill(7 * MB, 'a '))).replace('UTF-8', 'UTF-16')}`, 'utf16le'),
    reason: /characters/,
  },
  { name: 'bytes without sense', file: 'boese.xml', content: () => Buffer.alloc(15 * MB, '<<>&'), reason: /./ },
  { name: 'blanks of 15 MB', file: 'boese.xml', content: () => Buffer.alloc(15 * MB, ' '), reason: /./ },
  { name: 'a zip bomb', file: 'xml.zip', content: () => bomb(200 * MB), reason: /times the compressed size|bytes/ },
  {
    name: 'an archive that is cut off',
    file: 'xml.zip',
    content: () => zip([{ name: 'a.xml', content: Buffer.alloc(MB) }]).subarray(0, 1000),
    reason: /./,
  },
]

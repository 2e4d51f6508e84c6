import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { memorySource, readDirectory } from '../../src/archive/zip.ts'
import { openCorpus } from '../../src/dataset/open.ts'
import { linkDocument } from '../../src/link/packed-links.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { type OpenedDocument, readDocument } from '../../src/read-text/files/read-document.ts'
import { zip } from '../archive/zip.ts'
import { p, r, type WordParts, wordParts } from '../read-text/files/word.ts'

let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
})
after(() => corpus.close())

const read = (bytes: Buffer) => readDocument('x', bytes, undefined, undefined, true)
const linkOf = async (bytes: Buffer) => linkDocument(corpus, await read(bytes), bytes, {})

/** Links a document; its text must stay the same, and a second run must change nothing. */
async function link(bytes: Buffer) {
  const linked = await linkOf(bytes)
  const [before, after] = [await read(bytes), await read(linked.bytes)]
  assert.equal(after.text, before.text, 'the text is another one')
  const again = await linkOf(linked.bytes)
  assert.equal(again.links.length, 0)
  assert.ok(again.bytes.equals(linked.bytes), 'a second run changes something')
  return { ...linked, document: after }
}

const textOf = ({ parts }: OpenedDocument, name: string) => parts?.text(name) ?? Promise.resolve('')

/** Links in a part of a Word document as `words -> page`. */
async function wordLinks(document: OpenedDocument, name = 'document') {
  const targets = new Map(
    Array.from(
      (await textOf(document, `word/_rels/${name}.xml.rels`)).matchAll(
        /Id="([^"]*)"[^>]*Target="[^"]*\/(\w+)\.html" TargetMode="External"/g,
      ),
      ([, id, target]) => [id, target],
    ),
  )
  const xml = await textOf(document, `word/${name}.xml`)
  return Array.from(
    xml.matchAll(/<w:hyperlink [^>]*r:id="(legalText\d+)"[^>]*>(.*?)<\/w:hyperlink>/g),
    ([, id, content = '']) => {
      const words = Array.from(content.matchAll(/<w:t\b[^>]*>([^<]*)<\/w:t>|<w:tab\/>/g), ([, text]) => text ?? '\t')
      return `${words.join('|')} -> ${targets.get(id)}`
    },
  )
}

const word = (parts: WordParts) => zip(wordParts(parts))
const field = (code: string, result: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`

describe('linking a Word document', () => {
  it('splits runs, keeps their properties and joins formatted ones', async () => {
    const { document } = await link(
      word({ body: p(r('Nach §§ 1, 2 MSGB. '), r('§ ', '<w:b/>'), r('7 MS', '<w:i/>'), r('GB gilt')) }),
    )
    assert.deepEqual(await wordLinks(document), ['§§ 1 -> __1', '2 MSGB -> __2', '§ |7 MS|GB -> __7'])
    const xml = await textOf(document, 'word/document.xml')
    assert.match(xml, /<w:r><w:rPr><w:b\/><\/w:rPr><w:t xml:space="preserve">§ <\/w:t><\/w:r><w:r><w:rPr><w:i\/>/)
    assert.match(xml, /<\/w:hyperlink><w:r><w:t xml:space="preserve"> gilt<\/w:t><\/w:r>/)
    assert.doesNotMatch(xml, /rStyle/)
  })

  it('links notes, tables, headers and footers, each with the relationships of its part', async () => {
    const { document, links } = await link(
      word({
        body: `<w:tbl><w:tr><w:tc>${p(r('§ 1 MSGB'), '<w:r><w:footnoteReference w:id="2"/></w:r>', '<w:r><w:endnoteReference w:id="3"/></w:r>')}</w:tc></w:tr></w:tbl>`,
        footnotes: `<w:footnote w:id="2">${p(r('Vgl. § 2 MSGB &amp; § 99 MSGB'))}</w:footnote>`,
        endnotes: `<w:endnote w:id="3">${p(r('§ 7 MSGB'))}</w:endnote>`,
        headers: [p(r('§ 9 MSGB')), p(r('§ 9 MSGB'))],
        footers: [p(r('§ 12 MSGB'))],
      }),
    )
    assert.equal(links.length, 6)
    assert.deepEqual(await wordLinks(document, 'footnotes'), ['§ 2 MSGB -> __2'])
    assert.deepEqual(await wordLinks(document, 'endnotes'), ['§ 7 MSGB -> __7'])
    for (const name of ['header0', 'header1']) assert.deepEqual(await wordLinks(document, name), ['§ 9 MSGB -> __9'])
    assert.deepEqual(await wordLinks(document, 'footer0'), ['§ 12 MSGB -> __12'])
  })

  it('links inserted text, never deleted text', async () => {
    const { document } = await link(
      word({
        body:
          p(
            '<w:ins w:id="1">',
            r('Vgl. § 1 MSGB und'),
            '</w:ins>',
            `<w:del w:id="2"><w:r><w:delText>§ 2 MSGB</w:delText></w:r></w:del>`,
          ) +
          p('<w:ins w:id="3">', r('§ 7 MSGB'), '</w:ins>') +
          p(
            r('§ '),
            `<w:del w:id="4"><w:r><w:delText>1</w:delText></w:r></w:del><w:ins w:id="5"><w:r><w:t>9</w:t></w:r></w:ins>`,
            r(' MSGB'),
          ),
      }),
    )
    assert.deepEqual(await wordLinks(document), [
      '§ 1 MSGB -> __1',
      '§ 7 MSGB -> __7',
      '§  -> __9',
      '9 -> __9',
      ' MSGB -> __9',
    ])
    const xml = await textOf(document, 'word/document.xml')
    assert.doesNotMatch(xml, /<w:ins\b[^>]*>(?:(?!<\/w:ins>).)*<w:hyperlink/)
    assert.match(xml, /<w:hyperlink [^>]*><w:ins w:id="3">.*?<\/w:ins><\/w:hyperlink>/)
  })

  it('leaves links, results of fields, plain content controls, and beginnings of others as they are', async () => {
    const kept = word({
      body:
        p('<w:hyperlink r:id="x">', r('§ 1 MSGB'), '</w:hyperlink>', field(' HYPERLINK "x" ', r('§ 2 MSGB'))) +
        p('<w:fldSimple w:instr=" HYPERLINK x ">', r('§ 7 MSGB'), '</w:fldSimple>') +
        p(field(' REF x ', r('§ 1 MSGB')), r(' und § '), field(' SEQ x ', r('2')), r(' MSGB')) +
        p('<w:sdt><w:sdtPr><w:text/></w:sdtPr><w:sdtContent>', r('§ 9 MSGB'), '</w:sdtContent></w:sdt>') +
        `<w:sdt><w:sdtPr/><w:sdtContent>${p(r('In § 2 MSGB'))}</w:sdtContent></w:sdt>`,
    })
    const { links, kept: count, bytes } = await link(kept)
    assert.deepEqual([links.length, count, bytes.equals(kept)], [0, 7, true])
  })

  it('links beside fields, and in rich content controls', async () => {
    const { document } = await link(
      word({
        body:
          p(field(' REF x ', r('§ 1 MSGB')), r('; § 7 MSGB')) +
          p('<w:sdt><w:sdtPr/><w:sdtContent>', r('§ 2 MSGB'), '</w:sdtContent></w:sdt>') +
          `<w:sdt><w:sdtPr/><w:sdtContent>${p(r('Nun:'))}${p(r('§ 9 MSGB'))}</w:sdtContent></w:sdt>`,
      }),
    )
    assert.deepEqual(await wordLinks(document), ['§ 7 MSGB -> __7', '§ 2 MSGB -> __2', '§ 9 MSGB -> __9'])
  })

  it('splits a run at its other content, and counts soft hyphens, ligatures and entities', async () => {
    const { document } = await link(
      word({
        body: p(
          '<w:r><w:t>ﬁnden &lt;§\u00ad 1</w:t><w:tab/><w:t>MS\u00adGB&#8220; </w:t><w:footnoteReference w:id="9"/><w:t>§ 2 MSGB</w:t></w:r>',
        ),
      }),
    )
    assert.deepEqual(await wordLinks(document), ['§\u00ad 1|\t|MS\u00adGB -> __1', '§ 2 MSGB -> __2'])
  })

  it('uses the style of links if the document has it', async () => {
    const styles = '<w:style w:type="character" w:styleId="Link1"><w:name w:val="Hyperlink"/></w:style>'
    const { document } = await link(
      word({ body: p(r('a § 1 MSGB b', '<w:b/>')) + p(r('§ 2 MSGB', '<w:rStyle w:val="Own"/>')), styles }),
    )
    const xml = await textOf(document, 'word/document.xml')
    assert.equal(xml.split('<w:rStyle w:val="Link1"/><w:b/>').length, 2)
    assert.equal(xml.split('w:rStyle').length, 3)
  })

  it('copies all other members as they are: bytes, order and dates', async () => {
    const members = [
      ...wordParts({ body: p(r('§ 1 MSGB')) }),
      { name: 'word/vbaProject.bin', content: Buffer.alloc(5000, 7) },
    ]
    const bytes = zip(members)
    bytes.writeUInt16LE(0x5a21, bytes.indexOf('PK\x01\x02') + 14)
    const { bytes: linked } = await link(bytes)
    const [before, after] = await Promise.all([bytes, linked].map((each) => readDirectory(memorySource(each))))
    assert.deepEqual(
      after?.map(({ name }) => name),
      before?.map(({ name }) => name),
    )
    for (const [index, member] of (before ?? []).entries()) {
      const other = after?.[index]
      const raw = (of: Buffer, { offset, compressedSize, rawName } = member) =>
        of.subarray(offset, offset + 30 + rawName.length + compressedSize)
      const isChanged = /document\.xml/.test(member.name)
      assert.equal(raw(linked, other).equals(raw(bytes)), !isChanged, member.name)
    }
    assert.equal(linked.readUInt16LE(linked.indexOf('PK\x01\x02') + 14), 0x5a21)
  })

  it('writes parts of other encodings in UTF-8, and says so in them', async () => {
    const xml = `<?xml version='1.0' encoding='UTF-16'?><w:document xmlns:w="x" xmlns:r="urn:other"><w:body>${p(r('§ 1 MSGB'))}</w:body></w:document>`
    const parts = wordParts({ body: '' }).map((part) =>
      part.name === 'word/document.xml' ? { ...part, content: Buffer.from(`\ufeff${xml}`, 'utf16le') } : part,
    )
    const { document } = await link(zip(parts))
    const written = await textOf(document, 'word/document.xml')
    assert.match(written, /^<\?xml version='1\.0' encoding='UTF-8'\?>/)
    assert.match(written, /<w:hyperlink xmlns:r="http:[^"]*\/officeDocument\/2006\/relationships" r:id=/)
  })

  it('tells that a signature no longer holds', async () => {
    const bytes = zip([
      ...wordParts({ body: p(r('§ 1 MSGB')) }),
      { name: '_xmlsignatures/sig1.xml', content: '<Signature/>' },
    ])
    assert.deepEqual((await linkOf(bytes)).notes, ['its digital signature no longer holds'])
  })
})

const NAMESPACES = ['office', 'text', 'style', 'table']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ')
const XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"'

function odt(text: string, styles?: string, namespaces = `${NAMESPACES} ${XLINK}`): Buffer {
  const content = `<?xml version="1.0"?><office:document-content ${namespaces}><office:body><office:text>${text}</office:text></office:body></office:document-content>`
  return zip([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text', method: 0 },
    { name: 'content.xml', content },
    ...(styles === undefined
      ? []
      : [{ name: 'styles.xml', content: `<office:document-styles ${namespaces}>${styles}</office:document-styles>` }]),
  ])
}

const odtLinks = (xml: string) =>
  Array.from(
    xml.matchAll(/<text:a [^>]*xlink:href="[^"]*\/(\w+)\.html"[^>]*>(.*?)<\/text:a>/g),
    ([, to, words]) => `${words} -> ${to}`,
  )

describe('linking an OpenDocument text', () => {
  it('links around spans and spaces, and parts a link at a note', async () => {
    const note =
      '<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>§ 2 MSGB</text:p></text:note-body></text:note>'
    const { document } = await link(
      odt(
        `<text:h>§<text:s/>1 <text:span>MS</text:span><text:span>GB</text:span></text:h><text:p>a  <text:span>vgl. §§  7</text:span>,  9 MSGB &amp; § 1${note} MSGB</text:p><table:table><table:table-row><table:table-cell><text:p>§ 12 MSGB</text:p></table:table-cell></table:table-row></table:table>`,
      ),
    )
    assert.deepEqual(odtLinks(await textOf(document, 'content.xml')), [
      '§<text:s/>1 <text:span>MS</text:span><text:span>GB</text:span> -> __1',
      ...['§§  7 -> __7', '9 MSGB -> __9', '§ 1 -> __1', '§ 2 MSGB -> __2', 'MSGB -> __1', '§ 12 MSGB -> __12'],
    ])
  })

  it('leaves links and fields as they are, and links headers', async () => {
    const styles =
      '<office:master-styles><style:master-page><style:header><text:p>§ 1 MSGB</text:p></style:header></style:master-page></office:master-styles>'
    const { document, kept } = await link(
      odt('<text:p><text:a xlink:href="x">§ 1 MSGB</text:a> <text:subject>§ 2 MSGB</text:subject></text:p>', styles),
    )
    assert.equal(kept, 2)
    assert.deepEqual(odtLinks(await textOf(document, 'content.xml')), [])
    assert.deepEqual(odtLinks(await textOf(document, 'styles.xml')), ['§ 1 MSGB -> __1'])
  })

  it('declares prefixes that the document lacks', async () => {
    const { document } = await link(odt('<text:p>§ 1 MSGB</text:p>', undefined, NAMESPACES))
    assert.match(
      await textOf(document, 'content.xml'),
      /<text:a xmlns:xlink="http:\/\/www\.w3\.org\/1999\/xlink" xlink:href=/,
    )
  })

  it('links a document that is one XML file', async () => {
    const bytes = Buffer.from(
      `<?xml version="1.0"?>\n<office:document ${NAMESPACES} ${XLINK}><office:body><office:text><text:p>§ 1 MSGB</text:p></office:text></office:body></office:document>`,
    )
    assert.deepEqual(odtLinks((await link(bytes)).bytes.toString()), ['§ 1 MSGB -> __1'])
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UnreadableDocument } from '../../../src/read-text/files/document.ts'
import { readDocument } from '../../../src/read-text/files/read-document.ts'
import { deflatedZeros, zip } from '../../archive/zip.ts'
import { stretches } from './stretches.ts'
import { docx, p, r, type WordParts, wordParts } from './word.ts'

const read = (bytes: Buffer) => readDocument('a.docx', bytes)
const texts = async (parts: WordParts | string) =>
  stretches(await read(docx(typeof parts === 'string' ? { body: parts } : parts)))

describe('a Word document', () => {
  it('is read by paragraphs, whose numbers are told, cells of tables included', async () => {
    const table = `<w:tbl><w:tr><w:tc>${p(r('A'))}</w:tc><w:tc>${p(r('B'))}</w:tc></w:tr></w:tbl>`
    assert.deepEqual(await texts(p(r('Eins')) + p() + table + p(r('Zwei'))), ['¶1 Eins', '¶3 A', '¶4 B', '¶5 Zwei'])
  })

  it('has the headings of its paragraphs, by style, by a style based on one, and by level', async () => {
    const styles =
      '<w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>' +
      '<w:style w:styleId="Kapitel"><w:basedOn w:val="berschrift1"/></w:style>' +
      '<w:style w:styleId="Text"><w:pPr><w:outlineLvl w:val="9"/></w:pPr></w:style>'
    const styled = (style: string, text: string) => p(`<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`, r(text))
    const footnotes = `<w:footnote w:id="1">${p(r('unten'))}</w:footnote>`
    const body =
      p(r('vorab')) +
      styled('berschrift1', 'A. Lage') +
      styled('Text', 'eins') +
      styled('Kapitel', ' I.  Wert ') +
      p(r('zwei'), '<w:r><w:footnoteReference w:id="1"/></w:r>') +
      p('<w:pPr><w:outlineLvl w:val="2"/></w:pPr>', r('B')) +
      p(r('drei'))
    assert.deepEqual(await texts({ body, styles, footnotes }), [
      '¶1 vorab',
      'A. Lage A. Lage',
      'A. Lage eins',
      'I. Wert  I.  Wert ',
      'I. Wert zwei',
      'I. Wert, footnote 1 unten',
      'B B',
      'B drei',
    ])
  })

  it('marks paragraphs in a style for quotations, or one based on such', async () => {
    const styles =
      '<w:style w:styleId="Zitat"><w:name w:val="Quote"/></w:style>' +
      '<w:style w:styleId="Eingerückt"><w:basedOn w:val="Zitat"/></w:style>'
    const styled = (style: string, text: string) => p(`<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`, r(text))
    const { text } = await read(
      docx({ body: styled('Zitat', 'eins') + styled('Eingerückt', 'zwei') + p(r('drei')), styles }),
    )
    assert.equal(text.replaceAll('\n\ufffc\n', '|'), '\ufff9eins\ufffb|\ufff9zwei\ufffb|drei|')
  })

  it('has an excerpt of the words around a span', async () => {
    const { text, placeAt } = await read(docx({ body: p(r('Nach')) + p(r(`${'vor '.repeat(9)}§ 12\tMSGB gilt.`)) }))
    const excerptAt = (words: string) => placeAt?.(text.indexOf(words), text.indexOf(words) + words.length).excerpt
    assert.equal(excerptAt('§ 12\tMSGB'), '… vor vor vor vor vor vor vor § 12 MSGB gilt.')
    assert.equal(excerptAt('Nach'), 'Nach')
    assert.equal(excerptAt('vor'), 'vor vor vor vor vor vor vor vor …')
  })

  it('joins runs that split a word', async () => {
    const body = p(r('§ 1'), r('2 M', '<w:b/>'), '<w:proofErr w:type="spellStart"/>', r('SGB'), r(' gilt.'))
    assert.deepEqual(await texts(body), ['¶1 § 12 MSGB gilt.'])
  })

  it('has inserted and moved text, but not what was deleted or moved away', async () => {
    const body = p(
      r('§ '),
      `<w:del w:id="1"><w:r><w:delText>8</w:delText></w:r></w:del><w:ins w:id="2">${r('12')}</w:ins>`,
      r(' MSGB'),
      `<w:moveFrom w:id="3">${r(' § 99 MSGB')}</w:moveFrom><w:moveTo w:id="4">${r(' und § 13 MSGB')}</w:moveTo>`,
      `<w:del w:id="5">${r(' § 98 MSGB')}</w:del>`,
    )
    assert.deepEqual(await texts(body), ['¶1 § 12 MSGB und § 13 MSGB'])
  })

  it('joins paragraphs whose mark was deleted, and leaves deleted rows out', async () => {
    const deleted = '<w:pPr><w:rPr><w:del w:id="1"/></w:rPr></w:pPr>'
    const row = (text: string, mark: string) => `<w:tr>${mark}<w:tc>${p(r(text))}</w:tc></w:tr>`
    const rows = `${row('weg', '<w:trPr><w:del w:id="2"/></w:trPr>')}${row('da', '')}`
    assert.deepEqual(await texts(`${p(deleted, r('§ 12 '))}${p(r('MSGB'))}<w:tbl>${rows}</w:tbl>`), [
      '¶1 § 12 MSGB',
      '¶3 da',
    ])
    assert.deepEqual(await texts(p(deleted, r('zuletzt'))), ['¶1 zuletzt'])
  })

  it('has a note of very many paragraphs once, however often it is referred to', async () => {
    const reference = '<w:r><w:footnoteReference w:id="5"/></w:r>'
    const footnotes = `<w:footnote w:id="5">${p(r('zwei')).repeat(150_000)}</w:footnote>`
    const { text } = await read(docx({ body: p(r('eins'), reference).repeat(3), footnotes }))
    assert.equal(text.match(/eins/g)?.length, 3)
    assert.equal(text.match(/zwei/g)?.length, 150_000)
  })

  it('has footnotes and endnotes after the paragraph that they hang on', async () => {
    const reference = (kind: string, id: number) => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`
    const separator = `<w:footnote w:type="separator" w:id="-1">${p(r('---'))}</w:footnote>`
    const found = await texts({
      body:
        p(r('Nach § 12'), reference('footnote', 7), r(' MSGB'), reference('footnote', 5)) + p(reference('endnote', 1)),
      footnotes: `${separator}<w:footnote w:id="5">${p(r('zwei'))}</w:footnote><w:footnote w:id="7">${p(r('eins'))}${p(r('mehr'))}</w:footnote>`,
      endnotes: `<w:endnote w:id="1">${p(r('am Ende'))}</w:endnote>`,
    })
    assert.deepEqual(found, [
      '¶1 Nach § 12 MSGB',
      '¶1, footnote 1 eins',
      '¶1, footnote 1 mehr',
      '¶1, footnote 2 zwei',
      '¶2, endnote 1 am Ende',
    ])
  })

  it('has the text of text boxes once, whatever their fallback repeats', async () => {
    const box = `<w:txbxContent>${p(r('im Kasten'))}</w:txbxContent>`
    const drawing =
      `<w:r><mc:AlternateContent><mc:Choice><w:drawing><wps:txbx>${box}</wps:txbx></w:drawing></mc:Choice>` +
      `<mc:Fallback><w:pict><v:textbox>${box}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`
    assert.deepEqual(await texts(p(r('vor '), drawing, r('nach')) + p(r('Ende'))), [
      '¶1 vor nach',
      '¶2 im Kasten',
      '¶3 Ende',
    ])
  })

  it('has headers and footers, those that are alike once', async () => {
    const headers = [p(r('Kopf')), p(r('Kopf')), p(r('Erste Seite'))]
    const found = await texts({ body: p(r('Text')), headers, footers: [p(r('Fuß'))] })
    assert.deepEqual(found, ['¶1 Text', 'header, ¶1 Kopf', 'header, ¶1 Erste Seite', 'footer, ¶1 Fuß'])
  })

  it('has the results of fields, not their codes', async () => {
    const field = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
    const code = (text: string) => `<w:r><w:instrText>${text}</w:instrText></w:r>`
    const nested = field('begin') + code('REF x') + field('separate') + r('in der Bedingung') + field('end')
    const body = p(
      field('begin') + code('IF § 99 MSGB ') + nested + r('Code') + field('separate') + r('§ 12') + field('end'),
      r(' MSGB'),
      `<w:fldSimple w:instr="DATE">${r(' heute')}</w:fldSimple>`,
    )
    assert.deepEqual(await texts(body), ['¶1 § 12 MSGB heute'])
    assert.deepEqual(await texts(p(field('begin') + code('kaputt')) + p(r('bleibt'))), ['¶2 bleibt'])
  })

  it('leaves hidden text out and says so', async () => {
    const body = p(
      r('da'),
      r('§ 99', '<w:vanish/>'),
      r(' auch', '<w:vanish w:val="0"/>'),
      '<w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>',
    )
    const document = await read(docx({ body }))
    assert.deepEqual(stretches(document), ['¶1 da auch'])
    assert.deepEqual(document.notes, ['4 characters of hidden text are left out'])
  })

  it('reads tabs, breaks, hyphens, symbols and raised digits', async () => {
    const body = p(
      '<w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr>',
      '<w:r><w:sym w:font="Times New Roman" w:char="F0A7"/><w:t>\u00a07</w:t><w:tab/><w:t>Hafen</w:t><w:softHyphen/><w:t>G</w:t><w:br/></w:r>',
      '<w:r><w:t>VOB</w:t><w:noBreakHyphen/><w:t>B</w:t><w:sym w:font="Wingdings" w:char="F0A7"/></w:r>',
      r('MSGB') + r('13', '<w:vertAlign w:val="superscript"/>') + r('2', '<w:vertAlign w:val="subscript"/>'),
      r('x\u00ady\u2011z\ufb01'),
    )
    assert.deepEqual(await texts(body), ['¶1 §\u00a07\tHafenG\nVOB-B MSGB¹³2xy-zfi'])
  })

  it('has no comments', async () => {
    const parts = wordParts({
      body: p('<w:commentRangeStart w:id="0"/>', r('Text'), '<w:r><w:commentReference w:id="0"/></w:r>'),
    })
    parts.push({ name: 'word/comments.xml', content: `<w:comments>${p(r('§ 99 MSGB'))}</w:comments>` })
    assert.deepEqual(stretches(await read(zip(parts))), ['¶1 Text'])
  })

  it('is detected by its content, whatever its name', async () => {
    const document = await readDocument('-', docx({ body: p(r('Text')) }))
    assert.deepEqual(stretches(document), ['¶1 Text'])
  })
})

describe('a Word document that cannot be read is refused, saying why', () => {
  const good = docx({ body: p(r('Text')) })
  const refused = async (bytes: Buffer, reason: RegExp) =>
    assert.rejects(read(bytes), (error) => error instanceof UnreadableDocument && reason.test(error.message))
  const body = (content: string) => zip([{ name: 'word/document.xml', content }])

  it('truncated', async () => {
    for (const share of [0.2, 0.5, 0.9, 0.99]) {
      await refused(good.subarray(0, Math.floor(good.length * share)), /zip archive cannot be read|does not|missing/)
    }
  })

  it('with XML that is broken, empty, or uses entities', async () => {
    await refused(body('<w:document><w:body><w:p></w:body>'), /part "word\/document\.xml" cannot be read/)
    await refused(body(''), /cannot be read/)
    await refused(body('<w:document/>'), /damaged: it has no body/)
    const laughs =
      '<!DOCTYPE d [<!ENTITY a "haha">]><w:document><w:body><w:p><w:r><w:t>&a;</w:t></w:r></w:p></w:body></w:document>'
    await refused(body(laughs), /undefined entity/)
    await refused(body('<a>'.repeat(100_000)), /nested more than 2000 deep/)
  })

  it('with a part that does not fit its checksum', async () => {
    await refused(zip([{ name: 'word/document.xml', content: '<w:document/>', sum: 1 }]), /checksum/)
  })

  it('encrypted', async () => {
    await refused(
      zip([{ name: 'word/document.xml', content: '<w:document/>', flags: 0x0801 }]),
      /encrypted; save it without a password/,
    )
    const compound = Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(600),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ])
    await refused(compound, /encrypted document of Office, which is not read; save it without a password/)
  })

  it('that unpacks to far more than it has', async () => {
    const zeros = await deflatedZeros(64)
    const bomb = zip([{ name: 'word/document.xml', content: '', method: 8, ...zeros }])
    await refused(bomb, /at most 150 times/)
  })

  it('that embeds another file in its text', async () => {
    await refused(docx({ body: '<w:altChunk r:id="x"/>' }), /embeds another file/)
  })
})

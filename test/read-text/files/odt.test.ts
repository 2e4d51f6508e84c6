import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UnreadableDocument } from '../../../src/read-text/files/document.ts'
import { readDocument } from '../../../src/read-text/files/read-document.ts'
import { zip } from '../../archive/zip.ts'
import { MIME, odt } from './open-document.ts'
import { stretches } from './stretches.ts'

const read = (bytes: Buffer) => readDocument('a.odt', bytes)
const texts = async (...given: Parameters<typeof odt>) => stretches(await read(odt(...given)))
const p = (text: string) => `<text:p>${text}</text:p>`

describe('an OpenDocument text', () => {
  it('marks paragraphs in a style for quotations', async () => {
    const automatic = '<style:style style:name="P1" style:parent-style-name="Quotations"/>'
    const styled = (style: string, text: string) => `<text:p text:style-name="${style}">${text}</text:p>`
    const { text } = await read(odt(styled('P1', 'eins') + styled('Quotations', 'zwei') + p('drei'), { automatic }))
    assert.equal(text.replaceAll('\n\ufffc\n', '|'), '\ufff9eins\ufffb|\ufff9zwei\ufffb|drei|')
  })

  it('is read by paragraphs and headings, cells and text boxes included', async () => {
    const table = `<table:table><table:table-row><table:table-cell>${p('A')}</table:table-cell></table:table-row></table:table>`
    const box = `<draw:frame><svg:title>Bild</svg:title><draw:text-box>${p('Kasten')}</draw:text-box></draw:frame>`
    assert.deepEqual(await texts(`<text:h>Eins</text:h>${table}${p(`vor${box} nach`)}`), [
      'Eins Eins',
      'Eins A',
      'Eins vor nach',
      'Eins Kasten',
    ])
  })

  it('joins spans that split a word, and has white space as the format says', async () => {
    const body = p(
      '\n  § 1<text:span>2</text:span>  M<text:span>SGB</text:span>\n<text:s text:c="2"/>x<text:tab/>y<text:line-break/>z',
    )
    assert.deepEqual(await texts(body), ['¶1 § 12 MSGB   x\ty\nz'])
  })

  it('has no text that was deleted: it stands apart', async () => {
    const changes = `<text:tracked-changes><text:changed-region><text:deletion>${p('§ 99 MSGB')}</text:deletion></text:changed-region></text:tracked-changes>`
    const body = p(
      '§ <text:change text:change-id="a"/><text:change-start text:change-id="b"/>12<text:change-end text:change-id="b"/> MSGB',
    )
    assert.deepEqual(await texts(changes + body), ['¶1 § 12 MSGB'])
  })

  it('has notes after their paragraph, and no comments', async () => {
    const note = (kind: string, text: string) =>
      `<text:note text:note-class="${kind}"><text:note-citation>1</text:note-citation><text:note-body>${p(text)}</text:note-body></text:note>`
    const comment = `<office:annotation>${p('§ 99 MSGB')}</office:annotation>`
    const found = await texts(p(`§ 12${note('footnote', 'Fuß')} MSGB${comment}${note('endnote', 'Ende')}`))
    assert.deepEqual(found, ['¶1 § 12 MSGB', '¶1, footnote 1 Fuß', '¶1, endnote 1 Ende'])
  })

  it('has headers and footers, and leaves hidden text out', async () => {
    const page = (part: string, text: string) => `<style:${part}>${p(text)}</style:${part}>`
    const pages = `<style:master-page>${page('header', 'Kopf')}${page('header-left', 'Kopf')}${page('footer', 'Fuß')}</style:master-page>`
    const styles = `<office:master-styles>${pages}</office:master-styles>`
    const automatic = '<style:style style:name="H"><style:text-properties text:display="none"/></style:style>'
    const document = await read(odt(p('da<text:span text:style-name="H">weg</text:span>'), { styles, automatic }))
    assert.deepEqual(stretches(document), ['¶1 da', 'header, ¶1 Kopf', 'footer, ¶1 Fuß'])
    assert.deepEqual(document.notes, ['3 characters of hidden text are left out'])
  })

  it('has raised digits as such', async () => {
    const automatic =
      '<style:style style:name="S"><style:text-properties style:text-position="super 58%"/></style:style>'
    assert.deepEqual(await texts(p('MSGB<text:span text:style-name="S">12</text:span>'), { automatic }), ['¶1 MSGB¹²'])
  })

  it('may be one XML file', async () => {
    const xml = `<?xml version="1.0"?>\n<office:document><office:body><office:text>${p('Text')}</office:text></office:body></office:document>`
    assert.deepEqual(stretches(await readDocument('-', Buffer.from(xml))), ['¶1 Text'])
  })
})

describe('an OpenDocument text that cannot be read is refused, saying why', () => {
  const refused = async (bytes: Buffer, reason: RegExp) =>
    assert.rejects(read(bytes), (error) => error instanceof UnreadableDocument && reason.test(error.message))

  it('encrypted', async () => {
    await refused(
      odt('', { manifest: '<manifest:manifest><manifest:encryption-data/></manifest:manifest>' }),
      /without a password/,
    )
  })

  it('truncated, broken or without its content', async () => {
    await refused(odt(p('x')).subarray(0, 200), /zip archive cannot be read/)
    await refused(odt('<text:p>'), /part "content\.xml" cannot be read/)
    await refused(zip([MIME]), /part "content\.xml" is missing/)
  })
})

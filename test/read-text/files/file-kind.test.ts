import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UnreadableDocument } from '../../../src/read-text/files/document.ts'
import { readDocument } from '../../../src/read-text/files/read-document.ts'
import { zip } from '../../archive/zip.ts'

const bytes = (latin1: string) => Buffer.from(latin1, 'latin1')
const compound = (stream: string) =>
  Buffer.concat([bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), Buffer.alloc(512), Buffer.from(stream, 'utf16le')])
const MAIL = 'Received: from x by y\r\nFrom: a@x.example\r\nSubject: Klage\r\n\tweiter\r\n\r\n§ 1 MSGB\r\n'

describe('what is not read is refused by what it is, whatever its name', () => {
  const MIME = 'From: a@x.example\nContent-Transfer-Encoding: base64\n\nwqcgOTk='
  const WORD_XML = '<?xml version="1.0"?>\n<?mso-application progid="Word.Document"?>\n<w:wordDocument/>'
  const CASES: [name: string, content: Buffer, message: RegExp][] = [
    ['a.txt', bytes('{\\rtf1\\ansi § 99 MSGB}'), /it is an RTF document, which is not read; save it as DOCX or ODT/],
    ['a.txt', bytes('\xef\xbb\xbf{\\rtf1}'), /an RTF document/],
    ['-', bytes('\r\n {\\rtf1}'), /an RTF document/],
    ['a.txt', bytes(MAIL), /it is a mail/],
    ['a.txt', bytes(MIME), /it is a mail/],
    ['-', bytes('From MAILER-DAEMON Sat Jan  3 01:05:34 1996\nSubject: x\n\n'), /it is a mail/],
    [
      '-',
      bytes(`From: <Saved by Blink>\nMIME-Version: 1.0\n\n`),
      /a web archive \(\.mht\), which is not read; save the page as HTML/,
    ],
    ['a.xml', bytes(WORD_XML), /a Word document in XML, which is not read; save it as DOCX/],
    [
      '-',
      bytes('-----BEGIN PGP MESSAGE-----\n\nabc'),
      /an encrypted message \(PGP\), which is not read; decrypt it first/,
    ],
    ['-', bytes('\xff\xfe\0\0\xa7\0\0\x001\0\0\0'), /it is a text in UTF-32; save it as UTF-8/],
    ['-', bytes('\0\0\xfe\xff\0\0\0\xa7\0\0\x001'), /it is a text in UTF-32; save it as UTF-8/],
    [
      '-',
      bytes('gem\xe4\xdf \xa7 1 MSGB'),
      /not UTF-8 text: byte 3 .* is 0xe4; if .* \(--encoding windows-1252\), or save it as UTF-8/,
    ],
    [
      '-',
      bytes('\x01\x02abc\x03\x04\x05\x06\x07'),
      /it is neither a text in UTF-8 nor a document of a known format; plain text, /,
    ],
    ['-', Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)), /neither a text in UTF-8 nor a document/],
    ['-', bytes(`From a@x.example Sat Jan  3 01:05:34 1996\n${MAIL}`), /it is a mail/],
    ['a.eml', bytes('§ 1 MSGB'), /it is a mail/],
    ['a.bin', compound('__substg1.0_'), /a mail of Outlook \(\.msg\)/],
    ['a.docx', compound('WordDocument'), /an old Word document \(\.doc\), which is not read; save it as DOCX/],
    ['a', compound('Workbook'), /an old Excel workbook/],
    ['a', compound('?'), /a file of an old office program/],
    ['a', bytes('\x89PNG\r\n\x1a\n'), /a PNG image/],
    ['a', bytes('\xff\xd8\xff\xe0\0\x10JFIF'), /a JPEG image/],
    ['a', bytes('GIF89a\x01\0\x01\0'), /a GIF image/],
    ['a', bytes('8BPS\0\x01'), /a Photoshop image/],
    ['a', bytes('AT&TFORM\0\0'), /a DjVu document, which is not read; run OCR on it first/],
    ['a', bytes('\0\0\0 ftypisom'), /a film or sound file/],
    ['a', bytes('\xffWPC\x10\0'), /a WordPerfect document/],
    ['a', bytes('\x78\x9f\x3e\x22\x01\0'), /the attachment of an Outlook mail \(winmail\.dat\)/],
    ['a', bytes('MZ\x90\0\x03'), /a program/],
    ['a', bytes('RIFF\0\0\0\0WEBPVP8 '), /a WebP image/],
    ['a', bytes('BM\x10\0\0\0'), /a BMP image/],
    ['a', bytes('%!PS-Adobe-3.0'), /a PostScript file/],
    ['a', bytes('\x1f\x8b\x08'), /a gzip archive/],
    ['a', bytes(`x${'\0'.repeat(256)}ustar`), /a tar archive/],
    ['a', bytes('SQLite format 3\0'), /an SQLite database/],
    ['a', zip([{ name: 'xl/workbook.xml', content: '<x/>' }]), /an Excel workbook/],
    ['a', zip([{ name: 'ppt/presentation.xml', content: '<x/>' }]), /a PowerPoint presentation/],
    ['a', zip([{ name: 'mimetype', content: 'application/epub+zip', method: 0 }]), /an EPUB/],
    [
      'a',
      zip([{ name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' }]),
      /an OpenDocument spreadsheet/,
    ],
    ['a', zip([{ name: 'a.txt', content: '§ 1 MSGB' }]), /a zip archive, which is not read; unpack it first/],
    ['a.docx', bytes('§ 1 MSGB'), /its name says that it is a Word document, but its content is not one/],
    ['a.pdf', bytes(''), /its name says that it is a PDF, but its content is not one/],
  ]
  it('but a text in UTF-16 with its byte order mark, or in an encoding that is named', async () => {
    const textOf = async (content: string, encoding?: 'windows-1252') =>
      (await readDocument('-', bytes(content), undefined, encoding)).text
    assert.equal(await textOf('\xff\xfe\xa7\0 \x001\0'), '§ 1')
    assert.equal(await textOf('\xfe\xff\0\xa7\0 \x001'), '§ 1')
    assert.equal(await textOf('gem\xe4\xdf \xa7 1, 2 \x80', 'windows-1252'), 'gemäß § 1, 2 €')
    assert.equal(await textOf('\xc2\xa7 1', 'windows-1252'), '§ 1')
  })

  for (const [name, content, message] of CASES) {
    it(`${name}: ${message.source}`, async () => {
      await assert.rejects(readDocument(name, content), (error) => {
        assert(error instanceof UnreadableDocument)
        assert.match(error.message, message)
        return true
      })
    })
  }
})

describe('what only looks like something else is text', () => {
  for (const [name, text] of [
    ['a.txt', 'From: Tilda\nSubject: Liegeplatz\n\n§ 1 MSGB'],
    ['a.txt', 'BMJ: Entwurf'],
    ['a.txt', 'Received: gestern\n\nFrom: nobody'],
    ['a.txt', 'MZ und PK haben geklagt'],
    ['a.txt', 'ID3 und GIF89a sind Formate'],
    ['a.txt', 'Bilder: WEBP, § 1 MSGB'],
    ['a.txt', 'OggS fLaC wOFF § 1 MSGB \x02\f\b\x1b[1m'],
    ['a.rtf', '§ 1 MSGB'],
    ['a.txt', 'From Tilda, with love: 12:30\n\n§ 1 MSGB'],
    ['a.txt', 'From: Tilda\nDate: Sat, 3 Jan 1996 01:05:34 +0100\n\n§ 1 MSGB'],
    ['a.eml.txt', '§ 1 MSGB'],
  ] as const) {
    it(JSON.stringify(text), async () => {
      assert.equal((await readDocument(name, Buffer.from(text))).format, 'plain')
    })
  }

  it('and is read as what --input says, whatever it looks like', async () => {
    assert.equal((await readDocument('a.eml', bytes(MAIL.replace('§', 'S')), 'plain')).format, 'plain')
    await assert.rejects(readDocument('a', bytes('x'), 'docx'), /not a zip archive/)
  })
})

describe('a LaTeX document that takes in other files', () => {
  const notes = async (text: string) => (await readDocument('a.tex', Buffer.from(text))).notes

  it('says that these are not read', async () => {
    assert.deepEqual(await notes('a \\input{b}'), [
      'files that it includes with \\input or \\include are not read; name them as well',
    ])
    assert.deepEqual(await notes('% \\input{b}\n\\includegraphics{c}'), [])
  })
})

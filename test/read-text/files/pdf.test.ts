import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { UnreadableDocument } from '../../../src/read-text/files/document.ts'
import { pdfPages, pdfText, readPdf } from '../../../src/read-text/files/pdf.ts'
import { placeText } from '../../../src/render/check-verdict.ts'
import { pdfFile, setLines } from './pdf-file.ts'

const skip = spawnSync('pdftotext', ['-v']).error === undefined ? false : 'pdftotext (poppler-utils) is not installed'
const page = (...lines: string[]) => lines.map((text) => ({ text, beginsBlock: false }))

describe('the pages of a PDF', () => {
  it('are told with the line of the page', () => {
    const { text, placeAt } = pdfText([page('a', '§ 1'), page('MSGB')])
    assert.equal(text, 'a\n§ 1\nMSGB')
    assert.deepEqual(
      ['a', '§', 'M'].map((character) => placeText(placeAt?.(text.indexOf(character)) ?? {})),
      ['page 1:1', 'page 1:2', 'page 2:1'],
    )
  })

  it('join words that a line end divides, and only these', () => {
    const lines = page('Stadt-', 'gesetzbuch, Bundes-', 'und Landesrecht, VOB-', 'Vertrag, § 3 -', '6 MSGB')
    assert.equal(pdfText([lines]).text, 'Stadtgesetzbuch, Bundes-\nund Landesrecht, VOB-Vertrag, § 3 -\n6 MSGB')
  })

  it('are without page numbers and repeated heads, so that a citation goes on over their end', () => {
    const text = (number: number, last: string) =>
      page('Az. 3 C 17', ...(number === 1 ? ['Klage', 'nach § 12'] : [last]), `Seite ${number} von 3`)
    assert.equal(
      pdfText([text(1, ''), text(2, 'Abs. 2'), text(3, 'MSGB')]).text,
      'Az. 3 C 17\nKlage\nnach § 12\nAbs. 2\nMSGB',
    )
    assert.equal(pdfText([page('- 1 -', 'a', '1'), page('b', '2/3')]).text, 'a\nb')
  })

  it('tell which of them have no text', () => {
    assert.deepEqual(pdfText([page('a'), [], []]).notes, ['no text on pages 2, 3'])
  })

  it('have raised digits, words of several pieces, and paragraphs by the distance of lines', () => {
    const word = (x: number, end: number, top: number, bottom: number, text: string) =>
      `<word xMin="${x}" xMax="${end}" yMin="${top}" yMax="${bottom}">${text}</word>`
    const line = (top: number, ...words: string[]) => `<line yMin="${top}">${words.join('')}</line>`
    const first = line(
      0,
      word(0, 30, 0, 10, 'MS'),
      word(30.2, 50, 0, 10, 'GB'),
      word(50.5, 54, 0, 6, '12'),
      word(58, 80, 0, 10, 'gilt'),
    )
    const rest = [15, 30, 60].map((top) => line(top, word(0, 20, top, top + 10, '&#38;')))
    const xml = `<html><body><doc><page><flow><block>${first}</block>${rest.join('')}</flow></page></doc></body></html>`
    assert.deepEqual(pdfPages(xml), [
      [
        { text: 'MSGB¹² gilt', beginsBlock: true },
        { text: '&', beginsBlock: false },
        { text: '&', beginsBlock: false },
        { text: '&', beginsBlock: true },
      ],
    ])
  })
})

describe('a PDF is read with pdftotext', { skip }, () => {
  const brief = readFileSync(join(import.meta.dirname, '..', '..', 'resolve', 'brief', 'brief.pdf'))
  const refused = (bytes: Buffer, reason: RegExp) =>
    assert.rejects(readPdf(bytes), (error) => error instanceof UnreadableDocument && reason.test(error.message))

  it('with its pages', async () => {
    const { text, placeAt } = await readPdf(brief)
    const placeOf = (words: string) => placeText(placeAt?.(text.indexOf(words)) ?? {}).replace(/:\d+$/, '')
    assert.deepEqual(['Klage\n', '§ 44 HafenG', 'Dr. Ole Petersen'].map(placeOf), ['page 1', 'page 2', 'page 3'])
    assert.match(text, /gegen § 1 Abs\. 2 MSGB², denn/)
  })

  it('unless it is damaged, or has no text', async () => {
    await refused(Buffer.from('%PDF-1.7\nnothing'), /damaged/)
    await refused(brief.subarray(0, 2000), /damaged/)
    await refused(emptyPage(), /has no text, only images of pages; run OCR on it/)
  })

  /** A PDF with one blank page. */
  function emptyPage(): Buffer {
    const objects = [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>',
    ].map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`)
    return Buffer.from(`%PDF-1.4\n${objects.join('')}trailer << /Root 1 0 R /Size 4 >>\n%%EOF\n`)
  }
})

it('without pdftotext the error says how to get it', async () => {
  const path = process.env.PATH
  process.env.PATH = '/nowhere'
  try {
    await assert.rejects(readPdf(Buffer.from('%PDF-1.4')), /apt install poppler-utils; macOS: brew install poppler/)
  } finally {
    process.env.PATH = path
  }
})

describe('the words of a PDF', { skip }, () => {
  const LINES = [
    'Nach § 99 MSGB ist der Bescheid aufzu-',
    'heben, weil die Frist des § 1 Abs. 1',
    'MSGB nicht gewahrt ist.',
  ]
  const WHOLE = ['Nach § 99 MSGB ist der Bescheid aufzuheben, weil die Frist des § 1 Abs. 1', 'MSGB nicht gewahrt ist.']
  const read = (...content: string[]) => readPdf(pdfFile(content.join('\n')))

  it('are those of turned lines, too', async () => {
    for (const turn of [90, 180, 270]) {
      const { text, notes } = await read(setLines(LINES, { at: [300, 400], turn }))
      assert.deepEqual([text.split('\n'), notes], [WHOLE, []], `turned by ${turn}°`)
    }
  })

  it('stay together in lines that are stretched to the margin', async () => {
    for (const gap of [5, 15, 30]) {
      const stretched = setLines(LINES.slice(1, 2), { at: [60, 766], gap })
      const { text } = await read(setLines(LINES.slice(0, 1)), stretched, setLines(LINES.slice(2), { at: [60, 752] }))
      assert.deepEqual(text.split('\n'), WHOLE, `stretched by ${gap} points`)
    }
  })

  it('follow each other in each of two columns', async () => {
    const columns = [setLines(LINES), setLines(['Dagegen hilft', '§ 2 MSGB nicht.'], { at: [330, 780] })]
    const { text } = await read(...columns)
    assert.deepEqual(text.split('\n'), [...WHOLE, '', 'Dagegen hilft', '§ 2 MSGB nicht.'])
  })

  it('are told to be mixed up if they are askew', async () => {
    const { notes } = await read(setLines(LINES, { at: [60, 400], turn: 4 }))
    assert.deepEqual(notes, ['askew text, in which words may be mixed up, on page 1'])
    assert.deepEqual((await read(setLines(LINES, { at: [60, 400], turn: 0.7 }))).notes, [])
  })
})

/** The text of a PDF, through the program `pdftotext` of Poppler. */
import { type ReadDocument, UnreadableDocument } from './document.ts'
import { pdfPages } from './pdf-lines.ts'
import { pdfText } from './pdf-text.ts'

const MOST_OUTPUT = 512 * 1024 * 1024
const LONGEST_TIME = 120_000
const HOW_TO_GET =
  'reading PDF takes the program pdftotext, which is not installed (Debian, Ubuntu: apt install poppler-utils; ' +
  'macOS: brew install poppler; Windows: winget install oschwartz10612.Poppler)'

/** @throws UnreadableDocument where it is damaged, encrypted or has no text, or where pdftotext is not installed */
export async function readPdf(bytes: Buffer): Promise<ReadDocument> {
  const pages = pdfPages(await layoutOf(bytes))
  if (pages.every((page) => page.length === 0)) {
    throw new UnreadableDocument('it has no text, only pictures of pages; read it with OCR first (ocrmypdf)')
  }
  return pdfText(pages)
}

async function layoutOf(bytes: Buffer): Promise<string> {
  const { execa } = await import('execa')
  const result = await execa('pdftotext', ['-q', '-bbox-layout', '-enc', 'UTF-8', '-', '-'], {
    input: bytes,
    reject: false,
    maxBuffer: MOST_OUTPUT,
    timeout: LONGEST_TIME,
  })
  if (result.code === 'ENOENT') throw new UnreadableDocument(HOW_TO_GET)
  if (result.timedOut) throw new UnreadableDocument(`pdftotext took longer than ${LONGEST_TIME / 1000} seconds for it`)
  if (result.isMaxBuffer) throw new UnreadableDocument(`its text is larger than ${MOST_OUTPUT} bytes`)
  if (/password/i.test(result.stderr)) throw new UnreadableDocument('it is encrypted; save it without a password')
  if (result.exitCode === 99) throw new UnreadableDocument(`pdftotext does not know -bbox-layout: ${HOW_TO_GET}`)
  if (result.failed) throw new UnreadableDocument(`it is damaged, or is no PDF: pdftotext ended with ${ended(result)}`)
  return result.stdout
}

const ended = ({ exitCode, signal }: { exitCode?: number | undefined; signal?: string | undefined }) =>
  exitCode === undefined ? (signal ?? 'an error') : `exit code ${exitCode}`

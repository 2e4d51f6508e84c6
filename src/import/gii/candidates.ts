/** Finds the documents among XML files, by their beginnings: format and, of a law, which one it is. */

import { SaxesParser } from 'saxes'
import type { ParsedLimitation } from '../../model/parsed-law.ts'
import type { InputFile } from '../source.ts'
import { compareText, NO_FAMILY } from '../values.ts'
import { ENOUGH, writeBeginning } from '../xml-tree.ts'
import { DOCUMENT, LIMITS } from './format.ts'
import { identityOf, type UnidentifiedDocument } from './identify.ts'

/** A document of which only the beginning is read. */
export interface CandidateDocument extends UnidentifiedDocument {
  file: InputFile
  /** What identifies its law: {@link identityOf}. */
  identity: string
}

/** How much of a document is read to identify it. */
const HEAD_BYTES = 64 * 1024

/** Documents whose beginnings are read at a time. */
const CONCURRENT_READS = 16

/**
 * Reads the beginnings of XML files.
 * @returns those that are official XML or not well-formed, and limitations for the others
 */
export async function readHeads(
  files: readonly InputFile[],
): Promise<{ candidates: CandidateDocument[]; foreign: ParsedLimitation[] }> {
  const candidates: CandidateDocument[] = []
  const foreign: ParsedLimitation[] = []
  for (let first = 0; first < files.length; first += CONCURRENT_READS) {
    const some = files.slice(first, first + CONCURRENT_READS)
    const heads = await Promise.all(some.map((file) => headOf(file).catch(() => undefined)))
    for (const [index, file] of some.entries()) {
      const head = heads[index]
      if (head === undefined || head.root === DOCUMENT) candidates.push(candidateOf(file, head))
      else foreign.push(unsupported(file, formatName(head)))
    }
  }
  return { candidates, foreign }
}

async function headOf(file: InputFile): Promise<DocumentHead | undefined> {
  if (file.size > LIMITS.bytes) return undefined
  const head = file.head && readHead(await file.head(HEAD_BYTES))
  return head?.complete ? head : readHead((await file.read()).subarray(0, LIMITS.prolog))
}

function candidateOf(file: InputFile, head: DocumentHead | undefined): CandidateDocument {
  const { doknr = '', builddate = '' } = head?.attributes ?? {}
  const abbreviation = head?.abbreviation ?? ''
  return {
    file,
    identity: identityOf(doknr, abbreviation),
    folder: folderOf(file.path),
    stem: nameOf(file.path).replace(/\.[^.]*$/, ''),
    number: doknr.trim().toUpperCase(),
    abbreviation,
    version: builddate.trim(),
  }
}

function unsupported({ path }: InputFile, format: string): ParsedLimitation {
  return {
    sourceFamily: NO_FAMILY,
    sourceId: path,
    title: nameOf(path),
    sourceUrl: null,
    terminalState: 'unsupported_format',
    reason: `${path} is ${format}, which is not imported`,
    lawId: null,
  }
}

/** Sorts by `builddate`, whose digits are in the order of time, then by path; documents that are too large are last. */
export function newestFirst(a: CandidateDocument, b: CandidateDocument): number {
  const tooLarge = ({ file }: CandidateDocument) => Number(file.size > LIMITS.bytes)
  if (tooLarge(a) !== tooLarge(b)) return tooLarge(a) - tooLarge(b)
  return compareText(b.version, a.version) || compareText(a.file.path, b.file.path)
}

/** Returns the name of a file from its path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Returns the name of the folder that holds a file, `undefined` at the top of the input. */
export function folderOf(path: string): string | undefined {
  return path.split('/').at(-2)
}

interface DocumentHead {
  /** Name of the document element. */
  root: string
  /** Attributes of the document element. */
  attributes: Record<string, string>
  /** The first `jurabk`, empty if there is none. */
  abbreviation: string
  /** True if the rest of the document cannot change this record. */
  complete: boolean
}

/**
 * Reads as far as needed, in time linear in the length of `bytes`.
 * @param bytes the document, or the first bytes of it
 * @returns `undefined` if there is no document element
 */
export function readHead(bytes: Uint8Array): DocumentHead | undefined {
  let head: DocumentHead | undefined
  let text = ''
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false })
  const end = (complete: boolean): never => {
    if (head !== undefined) head.complete = complete
    throw ENOUGH
  }
  parser.on('error', () => end(true))
  parser.on('opentag', ({ name, attributes }) => {
    text = ''
    if (head !== undefined) return
    head = { root: name, attributes, abbreviation: '', complete: false }
    if (name !== DOCUMENT) end(true)
  })
  const addText = (part: string) => {
    text += part
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', ({ name }) => {
    if (name === 'jurabk' && head !== undefined) head.abbreviation = text.replace(/\s+/g, ' ').trim()
    // The header is the first norm: no other element of it names the law.
    if (name === 'jurabk' || name === 'metadaten' || name === DOCUMENT) end(true)
  })
  const isEncoded = writeBeginning(bytes, parser)
  if (!isEncoded && head !== undefined) head.complete = true
  return head
}

/** Document elements of Formex, the format of the Official Journal of the European Union. */
const FORMEX_ROOTS = new Set(
  (
    'ACT ADDITIONAL.DOCS.DECISION AGR ANNEX CASE CJT COMPETITION COMPL CONS.ACT CONS.ANNEX CONS.DOC CONS.LIST ' +
    'CONS.OTHER CONS.OTHER.DOC COORD.ACT CORR DECISION.ECR DOC ECR.GENERAL GENERAL JUDGMENT LETTER OPINION ' +
    'ORDER PRELIM.ACT PROPOSED.ACT PUBLICATION REPORT.HEARING SUMMARY.DECISION SUMMARY.JUDGMENT'
  ).split(' '),
)

/** Formats by the name of the document element. */
const FORMATS_BY_ROOT: Readonly<Record<string, string>> = {
  akomantoso: 'Akoma Ntoso',
  risdok: 'XML of RIS (Austria)',
  dokument: 'XML of rechtsprechung-im-internet.de',
  items: 'a table of contents of gesetze-im-internet.de',
  html: 'HTML',
}

/** Names the format of a document that is not official XML: `Formex 4`. */
function formatName({ root, attributes }: DocumentHead): string {
  const [first = '', second] = root.split(':')
  const name = second ?? first
  const schemas = Object.entries(attributes)
    .filter(([key]) => /^xmlns(:|$)|schemaLocation$/i.test(key))
    .map(([, value]) => value.toLowerCase())
  const names = (word: string) => schemas.some((schema) => schema.includes(word))
  if (names('legaldocml.de')) return 'LegalDocML.de'
  if (names('/formex') || FORMEX_ROOTS.has(name)) return 'Formex 4'
  if (names('bka.gv.at')) return FORMATS_BY_ROOT.risdok as string
  const known = name.toLowerCase()
  if (Object.hasOwn(FORMATS_BY_ROOT, known)) return FORMATS_BY_ROOT[known] as string
  return names('akomantoso') || names('legaldocml/ns/akn') ? 'Akoma Ntoso' : `XML with the document element <${root}>`
}

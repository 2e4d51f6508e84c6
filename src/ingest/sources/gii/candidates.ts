/** Finds the documents among XML files, by their beginnings. */
import type { ParsedLimitation } from '../../../corpus/parsed-law.ts'
import type { InputFile } from '../../source.ts'
import { compareText, NO_FAMILY } from '../values.ts'
import { type DocumentHead, formatName, readHead } from './document-head.ts'
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

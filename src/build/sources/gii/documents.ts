/**
 * Finds the laws in a folder or archive of the official XML: `<slug>/<document>.xml`, with or without the site's
 * table of contents (`gii-toc.xml`: title and address of every law).
 */
import { LegalTextError } from '../../../errors.ts'
import type { Input, InputFile } from '../../input/input.ts'
import { MAXIMUM_MEMBER_BYTES } from '../../input/limits.ts'
import type { Limitation, SourceDocument } from '../../source.ts'
import { sourceArchive } from './html-url.ts'
import { GII_FAMILY } from './law.ts'
import { CODE, readToc, TOC_FILE, type TocEntry } from './toc.ts'

export interface FoundDocument {
  document: SourceDocument
  file: InputFile
}

/**
 * @returns the documents in the order of their codes, and a limitation for each law that is known of but has none
 * @throws LegalTextError `invalid_input` where `gii-toc.xml` is broken
 */
export async function findDocuments(
  input: Pick<Input, 'files' | 'name' | 'limitations' | 'skipped'>,
): Promise<{ documents: FoundDocument[]; limitations: Limitation[] }> {
  const { files } = input
  /** Why these are missing is known already. */
  const explained = new Set(input.limitations?.map(({ lawId, sourceId }) => lawId ?? sourceId))
  const tocFile = files.find(({ path }) => path.split('/').at(-1) === TOC_FILE)
  const toc = tocFile === undefined ? new Map<string, TocEntry>() : readToc(await readWhole(tocFile), tocFile.path)
  const folders = new Map<string, InputFile[]>()
  /** Folders of folders: what lies beside the laws in them is no law. */
  const outer = new Set<string | undefined>()
  for (const file of files) {
    const parts = file.path.split('/')
    outer.add(parts.at(-3))
    if (parts.at(-1) === TOC_FILE) continue
    const code = parts.at(-2) ?? codeWithoutFolder(file.path, input.name)
    const held = folders.get(code)
    if (held === undefined) folders.set(code, [file])
    else held.push(file)
  }
  const skipped = Map.groupBy(input.skipped ?? [], ({ path }) => codeOfSkipped(path))
  for (const code of [...toc.keys(), ...skipped.keys()]) if (!folders.has(code)) folders.set(code, [])

  const documents: FoundDocument[] = []
  const limitations: Limitation[] = []
  for (const code of [...folders.keys()].sort()) {
    const held = folders.get(code) as InputFile[]
    const known = toc.get(code)
    const sourceUrl = known?.link ?? (CODE.test(code) ? sourceArchive(code) : '')
    const [file, ...more] = held.filter(({ path }) => /\.xml$/i.test(path))
    const limit = (terminalState: Limitation['terminalState'], reason: string) =>
      limitations.push({
        sourceFamily: GII_FAMILY,
        sourceId: code,
        title: known?.title ?? code,
        sourceUrl,
        terminalState,
        reason,
      })
    const unread = skipped.get(code) ?? []
    for (const { path, reason, terminalState } of unread) limit(terminalState, `${path}: ${reason}`)
    if (file === undefined) {
      const formats = [...new Set(held.map(({ path }) => (/\.(\w+)$/.exec(path)?.[1] ?? 'unknown').toUpperCase()))]
      if (held.length > 0) {
        const isLaw = known !== undefined || (!outer.has(code) && held.some(({ path }) => path.includes('/')))
        if (isLaw) limit('unsupported_format', `only ${formats.join(', ')}, no XML`)
      } else if (unread.length === 0 && !explained.has(code)) {
        limit('source_unavailable', 'listed in the table of contents, but not among the files')
      }
      continue
    }
    for (const other of more) limit('excluded_by_policy', `${other.path}: a second document beside ${file.path}`)
    if (!CODE.test(code)) {
      limit('excluded_by_policy', `${JSON.stringify(code)} is no code: it may hold letters, digits, "-", "_" and "."`)
      continue
    }
    if (file.size > MAXIMUM_MEMBER_BYTES) {
      limit('excluded_by_policy', `${file.path} has ${file.size} bytes, at most ${MAXIMUM_MEMBER_BYTES} are read`)
      continue
    }
    const titles = known === undefined ? [] : [known.title]
    const path = `${code}/${file.path.split('/').at(-1)}`
    documents.push({ file, document: { code, path, sourceUrl, titles, fetchedAt: file.fetchedAt } })
  }
  return { documents, limitations }
}

/** The law that something lies in the folder of; its own name, where that is no code. */
function codeOfSkipped(path: string): string {
  const folder = path.split('/').at(-2)
  return folder !== undefined && CODE.test(folder) ? folder : path
}

/** A document that lies in no folder is called by its own name, one named by its document number by the input's. */
function codeWithoutFolder(path: string, inputName: string): string {
  const stem = path.replace(/\.[^.]*$/, '')
  return /^BJN[RE]/i.test(stem) ? inputName : stem
}

/** @throws LegalTextError `invalid_input` where the file cannot be read */
async function readWhole(file: InputFile): Promise<Uint8Array> {
  try {
    return await file.read()
  } catch (error) {
    throw new LegalTextError(
      'invalid_input',
      `${file.path} cannot be read: ${(error as Error).message}`,
      {},
      { cause: error },
    )
  }
}

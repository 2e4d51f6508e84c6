/**
 * Finds the laws in a folder or archive of the official XML: `<slug>/<document>.xml`, with or without the site's
 * table of contents (`gii-toc.xml`: title and address of every law).
 */
import { SaxesParser } from 'saxes'
import { LegalTextError } from '../../../errors.ts'
import type { Input, InputFile } from '../../input/input.ts'
import type { Limitation, SourceDocument } from '../../source.ts'
import { sourceArchive } from './html-url.ts'
import { GII_FAMILY } from './law.ts'

export interface FoundDocument {
  document: SourceDocument
  file: InputFile
}

interface TocEntry {
  title: string
  link: string
}

/** What the code of a law is made of: it stands in paths, in addresses and in lists with commas. */
const CODE = /^[\p{L}\p{N}_-][\p{L}\p{N}._-]*$/u

/** Larger XML files are refused; the largest of the real data has 11 MB. */
export const MAXIMUM_DOCUMENT_BYTES = 256 * 1024 * 1024

/**
 * @returns the documents in the order of their codes, and a limitation for each law that is known of but has none
 * @throws LegalTextError `invalid_input` where `gii-toc.xml` is broken
 */
export async function findDocuments(
  input: Pick<Input, 'files' | 'name'>,
): Promise<{ documents: FoundDocument[]; limitations: Limitation[] }> {
  const { files } = input
  const toc = await readToc(files)
  const folders = new Map<string, InputFile[]>()
  /** Folders of folders: what lies beside the laws in them is no law. */
  const outer = new Set<string | undefined>()
  for (const file of files) {
    const parts = file.path.split('/')
    outer.add(parts.at(-3))
    if (parts.at(-1) === 'gii-toc.xml') continue
    const code = parts.at(-2) ?? codeWithoutFolder(file.path, input.name)
    const held = folders.get(code)
    if (held === undefined) folders.set(code, [file])
    else held.push(file)
  }
  for (const code of toc.keys()) if (!folders.has(code)) folders.set(code, [])

  const documents: FoundDocument[] = []
  const limitations: Limitation[] = []
  for (const code of [...folders.keys()].sort()) {
    const held = folders.get(code) as InputFile[]
    const known = toc.get(code)
    const sourceUrl = known?.link ?? sourceArchive(code)
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
    if (file === undefined) {
      const formats = [...new Set(held.map(({ path }) => (/\.(\w+)$/.exec(path)?.[1] ?? 'unknown').toUpperCase()))]
      if (held.length > 0) {
        const isLaw = known !== undefined || (!outer.has(code) && held.some(({ path }) => path.includes('/')))
        if (isLaw) limit('unsupported_format', `only ${formats.join(', ')}, no XML`)
      } else limit('source_unavailable', 'listed in the table of contents, but not among the files')
      continue
    }
    for (const other of more) limit('excluded_by_policy', `${other.path}: a second document beside ${file.path}`)
    if (!CODE.test(code)) {
      limit('excluded_by_policy', `${JSON.stringify(code)} is no code: it may hold letters, digits, "-", "_" and "."`)
      continue
    }
    if (file.size > MAXIMUM_DOCUMENT_BYTES) {
      limit('excluded_by_policy', `${file.path} has ${file.size} bytes, at most ${MAXIMUM_DOCUMENT_BYTES} are read`)
      continue
    }
    const titles = known === undefined ? [] : [known.title]
    const path = `${code}/${file.path.split('/').at(-1)}`
    documents.push({ file, document: { code, path, sourceUrl, titles } })
  }
  return { documents, limitations }
}

/** A document that lies in no folder is called by its own name, one named by its document number by the input's. */
function codeWithoutFolder(path: string, inputName: string): string {
  const stem = path.replace(/\.[^.]*$/, '')
  return /^BJN[RE]/i.test(stem) ? inputName : stem
}

/** Entries of the table of contents by code (the folder in the address of the law). */
async function readToc(files: readonly InputFile[]): Promise<Map<string, TocEntry>> {
  const entries = new Map<string, TocEntry>()
  const file = files.find(({ path }) => path.split('/').at(-1) === 'gii-toc.xml')
  if (file === undefined) return entries
  let text = ''
  let title = ''
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false })
  parser.on('error', (error) => {
    throw new LegalTextError('invalid_input', `${file.path} is broken: ${error.message}`)
  })
  parser.on('opentag', () => {
    text = ''
  })
  const addText = (part: string) => {
    text += part
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', ({ name }) => {
    const content = text.trim()
    if (name === 'title') title = content
    if (name === 'link') {
      const code = content.split('/').at(-2)
      if (code && /^https?:\/\//.test(content)) entries.set(code, { title, link: content })
    }
  })
  parser.write(new TextDecoder().decode(await file.read())).close()
  return entries
}

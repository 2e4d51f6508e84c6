/** What a bundle is built from: files, whatever folder or archive they come in. */
import { basename, dirname, resolve } from 'node:path'
import { readFault, sniff } from '../../archive/compressed.ts'
import { checkNames } from '../../archive/names.ts'
import { unpackTar } from '../../archive/tar.ts'
import { readZip } from '../../archive/zip.ts'
import type { TerminalState } from '../../corpus/corpus.ts'
import type { Limitation } from '../../corpus/parsed-law.ts'
import { LegalTextError } from '../../errors.ts'
import { readFolder, singleFile } from './folder.ts'
import { openLawArchives } from './law-archives.ts'

export interface InputFile {
  /** Path within the input, with `/`. */
  path: string
  /** Size in bytes, unpacked. */
  size: number
  /** Where it lies on disk, `undefined` where it must be taken out of an archive. */
  location?: string
  /** When it was fetched (ISO 8601), where that is known of it alone. */
  fetchedAt?: string
  read(): Promise<Uint8Array>
  /** Reads the first bytes, at most so many; absent if that is no quicker than to read all. */
  head?(bytes: number): Promise<Uint8Array>
}

export interface Input {
  /** What the input is called: `bgb` for a folder `bgb`, for `bgb.zip` and for `bgb/xml.zip`. */
  name: string
  /** All files, in the order of their paths (by code unit). */
  files: InputFile[]
  /** Laws that are known not to be among the files, or not as new as they might be, and why. */
  limitations?: Limitation[]
  /** What is there and is not read, so that nothing is lost unseen: links, names that are no paths, broken archives. */
  skipped?: Skipped[]
  /** Frees what opening took: file handles, temporary folders. */
  close(): Promise<void>
}

/** Something in an input that is not among its files. */
export interface Skipped {
  /** Its name, for messages: it need not be a path. */
  path: string
  /** What is wrong with it: `it is a symbolic link`. */
  reason: string
  terminalState: TerminalState
}

/** What a folder or archive holds, in any order. */
export type OpenedFiles = Required<Pick<Input, 'files' | 'skipped' | 'close'>>

/**
 * Opens a folder, a `.zip`, a `.tar`, `.tar.gz` or `.tar.zst` archive, or a single XML file. Archives are told by
 * their content, not by their name; the archives of single laws in them, `<code>/xml.zip`, are opened, too. How much is
 * read is bounded, see limits.ts.
 * @throws LegalTextError `invalid_input` where there is nothing, or nothing that can be read
 */
export async function openInput(path: string): Promise<Input> {
  const opened = await openByContent(path)
  try {
    checkNames(opened.files)
    const { files, skipped } = await openLawArchives(opened.files)
    files.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
    const stem = basename(resolve(path)).replace(/(\.tar)?\.[a-z]+$/i, '')
    const name = stem === 'xml' ? basename(dirname(resolve(path))) : stem
    return { name, files, skipped: [...opened.skipped, ...skipped], close: opened.close }
  } catch (error) {
    await opened.close()
    throw new LegalTextError('invalid_input', `cannot build from ${path}: ${readFault(error)}`, {}, { cause: error })
  }
}

async function openByContent(path: string): Promise<OpenedFiles> {
  switch (await sniff(path)) {
    case 'folder':
      return readFolder(path)
    case 'zip':
      return readZip(path)
    case 'tar':
      return unpackTar(path, 'none')
    case 'tar.gz':
      return unpackTar(path, 'gzip')
    case 'tar.zst':
      return unpackTar(path, 'zstd')
    case 'xml':
      return singleFile(path)
    default:
      throw new LegalTextError(
        'invalid_input',
        `cannot build from ${path}: it is neither a folder nor a .zip, .tar, .tar.gz, .tar.zst or .xml file`,
      )
  }
}

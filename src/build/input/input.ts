/** What a bundle is built from: files, whatever folder or archive they come in. */
import { open, stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { LegalTextError } from '../../errors.ts'
import { readFolder, singleFile } from './folder.ts'
import { unpackTar } from './tar.ts'
import { readZip } from './zip.ts'

export interface InputFile {
  /** Path within the input, with `/`. */
  path: string
  /** Size in bytes, unpacked. */
  size: number
  /** Where it lies on disk, `undefined` where it must be taken out of an archive. */
  location?: string
  read(): Promise<Uint8Array>
}

export interface Input {
  /** What the input is called: `bgb` for a folder `bgb`, for `bgb.zip` and for `bgb/xml.zip`. */
  name: string
  /** All files, in the order of their paths (by code unit). */
  files: InputFile[]
  /** Frees what opening took: file handles, temporary folders. */
  close(): Promise<void>
}

/**
 * Opens a folder, a `.zip`, a `.tar`, `.tar.gz` or `.tar.zst` archive, or a single XML file. Archives are told by
 * their content, not by their name.
 * @throws LegalTextError `invalid_input` where there is nothing, or nothing that can be read
 */
export async function openInput(path: string): Promise<Input> {
  const input = await openByContent(path)
  input.files.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  const stem = basename(resolve(path)).replace(/(\.tar)?\.[a-z]+$/i, '')
  return { ...input, name: stem === 'xml' ? basename(dirname(resolve(path))) : stem }
}

async function openByContent(path: string): Promise<Omit<Input, 'name'>> {
  const info = await stat(path).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'there is no such file or folder' : `it cannot be read (${error.code})`
    throw new LegalTextError('invalid_input', `cannot build from ${path}: ${reason}`)
  })
  if (info.isDirectory()) return readFolder(path)
  if (!info.isFile())
    throw new LegalTextError('invalid_input', `cannot build from ${path}: it is neither a folder nor a file`)
  const head = await readHead(path)
  if (head.subarray(0, 4).equals(Buffer.from('PK\x03\x04')) || head.subarray(0, 4).equals(Buffer.from('PK\x05\x06'))) {
    return readZip(path)
  }
  if (head.readUInt32LE(0) === 0xfd2fb528) return unpackTar(path, 'zstd')
  if (head.readUInt16BE(0) === 0x1f8b) return unpackTar(path, 'gzip')
  if (head.subarray(257, 262).toString('latin1') === 'ustar') return unpackTar(path, 'none')
  if (/^(\xef\xbb\xbf)?\s*</.test(head.toString('latin1'))) return singleFile(path, info.size)
  throw new LegalTextError(
    'invalid_input',
    `cannot build from ${path}: it is neither a folder nor a .zip, .tar, .tar.gz, .tar.zst or .xml file`,
  )
}

/** The first 512 bytes, filled with zeros where the file is shorter. */
async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const head = Buffer.alloc(512)
    await file.read(head, 0, head.length, 0)
    return head
  } finally {
    await file.close()
  }
}
